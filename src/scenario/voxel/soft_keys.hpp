#pragma once

#include "scenario/catalogue.hpp"
#include "scenario/key.hpp"
#include "scenario/voxel/soft_scenario.hpp"

namespace shoal::scenario {

[[nodiscard]] const std::vector<Section<SoftScenario>>& soft_scenario_keys();
[[nodiscard]] const std::vector<Section<SoftRobot>>& soft_robot_keys();
[[nodiscard]] const std::vector<Section<SoftBody>>& soft_body_keys();
[[nodiscard]] const std::vector<Section<SoftMaterial>>& soft_material_keys();
[[nodiscard]] const std::vector<Section<SoftController>>& soft_controller_keys();
/// All of them, for the documentation.
[[nodiscard]] std::vector<CatalogueEntry> soft_entries();

template <>
std::vector<Choice> choices_of<SoftPreset>();
template <>
std::vector<Choice> choices_of<SoftStiffness>();
template <>
std::vector<Choice> choices_of<SoftActuation>();
template <>
std::vector<Choice> choices_of<SoftRule>();
template <>
std::vector<Choice> choices_of<SoftControllerType>();

}  // namespace shoal::scenario
