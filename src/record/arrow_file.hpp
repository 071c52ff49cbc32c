#pragma once

#include "record/table.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shoal::record {

using Metadata = std::vector<std::pair<std::string, std::string>>;

/// A Feather file (Arrow IPC, zstd level 1) in the making. Use it from one thread only.
class ArrowFile {
public:
    ArrowFile(const std::string& path, std::span<const Field> fields, const Metadata& metadata);
    ~ArrowFile();  // without finish(), what was written stays beside the target
    ArrowFile(const ArrowFile&) = delete;
    ArrowFile& operator=(const ArrowFile&) = delete;

    void write(const Batch& batch);  ///< one record batch
    void finish();                   ///< the footer; then the file moves into place

private:
    struct Arrow;
    std::unique_ptr<Arrow> arrow_;
};

}  // namespace shoal::record
