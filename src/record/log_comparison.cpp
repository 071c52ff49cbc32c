#include "record/log_comparison.hpp"

#include "record/arrow/library.hpp"

namespace shoal::record {

LogSummary summarise_log(const std::string& path) { return arrow_library().summarise(path); }

LogComparison compare_logs(const std::string& first, const std::string& second, std::uint64_t skipped) {
    return arrow_library().compare(first, second, skipped);
}

}  // namespace shoal::record
