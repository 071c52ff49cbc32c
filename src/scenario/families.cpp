#include "scenario/families.hpp"

#include "scenario/remote_keys.hpp"
#include "scenario/vehicle/vehicle_keys.hpp"
#include "scenario/voxel/soft_keys.hpp"

namespace shoal::scenario {
namespace {

std::vector<CatalogueEntry> pogobot_entries() {
    std::vector<CatalogueEntry> all;
    add_entries(all, settings_keys(), "");
    add_entries(all, object_keys(), "objects.<category>.");
    add_entries(all, msg_success_rate_keys(), "objects.<category>.msg_success_rate.");
    add_entries(all, remote_keys(), "remote.");
    return all;
}

}  // namespace

const std::vector<FamilyKeys>& family_keys() {
    static const std::vector<FamilyKeys> families = {{Family::pogobot, pogobot_entries},
                                                     {Family::vehicle, vehicle_entries},
                                                     {Family::voxel, soft_entries}};
    return families;
}

}  // namespace shoal::scenario
