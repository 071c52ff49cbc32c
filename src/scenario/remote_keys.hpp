#pragma once

#include "scenario/key.hpp"
#include "scenario/remote_event.hpp"

#include <vector>

namespace shoal::scenario {

[[nodiscard]] const std::vector<Section<RemoteEvent>>& remote_keys();

/// The events of the top-level key `remote`, in the order of the file.
[[nodiscard]] std::vector<RemoteEvent> read_remote(const Node& list, Problems& problems);

}  // namespace shoal::scenario
