#include "vehicle/model_info.hpp"

#include "base/error.hpp"
#include "vehicle/kernels.hpp"

#include <string>

namespace shoal::vehicle {
namespace {

template <class Row>
std::size_t find(std::span<const Row> table, std::string_view name, const char* what) {
    std::string names;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].name == name) return i;
        names += (i > 0 ? ", " : "") + std::string(table[i].name);
    }
    throw Error({{}, what, std::string(name), "one of " + names, ""});
}

}  // namespace

std::span<const ModelInfo* const> models() {
    static const std::vector<const ModelInfo*> all = [] {
        std::vector<const ModelInfo*> result;
        for (const auto* functions : model_functions()) result.push_back(&functions->info());
        return result;
    }();
    return all;
}

const ModelInfo& model(std::string_view type) {
    std::string names;
    for (const auto* each : models()) {
        if (each->name == type) return *each;
        names += (names.empty() ? "" : ", ") + std::string(each->name);
    }
    throw Error({{}, "type", std::string(type), "one of " + names, ""});
}

const PresetInfo& preset_of(const ModelInfo& model, std::string_view name) {
    return model.presets[find<PresetInfo>(model.presets, name, "preset")];
}

std::size_t index_of(std::span<const ColumnInfo> table, std::string_view name) {
    return find(table, name, "column");
}
std::size_t index_of(std::span<const ParameterInfo> table, std::string_view name) {
    return find(table, name, "parameter");
}
std::size_t index_of(std::span<const ModeInfo> table, std::string_view name) {
    return find(table, name, "mode");
}

}  // namespace shoal::vehicle
