#pragma once

#include "scenario/catalogue.hpp"
#include "scenario/key.hpp"
#include "scenario/vehicle/vehicle_scenario.hpp"

#include <vector>

namespace shoal::scenario {

[[nodiscard]] const std::vector<Section<VehicleSettings>>& vehicle_settings_keys();
[[nodiscard]] const std::vector<Section<VehicleGroup>>& vehicle_group_keys();
[[nodiscard]] std::vector<CatalogueEntry> vehicle_entries();

}  // namespace shoal::scenario
