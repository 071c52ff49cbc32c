#pragma once

#include "pogobot/formation/formation.hpp"
#include "pogobot/model.hpp"

#include <string>
#include <vector>

namespace shoal::pogobot {

/// Where each object of the model stands when the run begins, in order of creation: where its coordinates say, or where
/// the formation puts it, in the arena or in the object that bounds the formation.
[[nodiscard]] std::vector<Placement> place_objects(const Model& model, std::vector<std::string>& warnings);

/// Lights and the arena's own wall have none.
[[nodiscard]] bool has_body(const scenario::ObjectGroup& group);
[[nodiscard]] bool is_membrane(const scenario::ObjectGroup& group);

}  // namespace shoal::pogobot
