#pragma once

#include "record/table.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shoal::record {

using Metadata = std::vector<std::pair<std::string, std::string>>;

/// A table in memory. Batches do not change any more: who holds one may read it for as long as it likes.
struct Rows {
    std::vector<Field> fields;
    Metadata metadata;
    std::vector<std::shared_ptr<const Batch>> batches;
};

}  // namespace shoal::record
