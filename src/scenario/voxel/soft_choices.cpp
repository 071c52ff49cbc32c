#include "scenario/voxel/soft_keys.hpp"

namespace shoal::scenario {

template <>
std::vector<Choice> choices_of<SoftPreset>() {
    return {
        {"paper", SoftPreset::paper}, {"vsr-1.0", SoftPreset::vsr_1_0}, {"vsr-1.12", SoftPreset::vsr_1_12}};
}

template <>
std::vector<Choice> choices_of<SoftStiffness>() {
    return {{"reduced_mass", SoftStiffness::reduced_mass}, {"effective_mass", SoftStiffness::effective_mass}};
}

template <>
std::vector<Choice> choices_of<SoftActuation>() {
    return {{"area", SoftActuation::area}, {"force", SoftActuation::force}};
}

template <>
std::vector<Choice> choices_of<SoftRule>() {
    return {{"input_bias", SoftRule::input_bias}, {"every_bias", SoftRule::every_bias}};
}

template <>
std::vector<Choice> choices_of<SoftControllerType>() {
    using enum SoftControllerType;
    return {{"none", none},
            {"sines", sines},
            {"poses", poses},
            {"centralized", centralized},
            {"distributed", distributed}};
}

}  // namespace shoal::scenario
