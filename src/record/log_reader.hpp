#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shoal::record {

/// A column of texts: which of its different texts each row has.
struct Texts {
    static constexpr std::uint32_t none = 0xffffffffU;

    std::vector<std::uint32_t> codes;  // by row; none for a null
    std::vector<std::string> words;    // by code, in the order in which they first come
};

/// A finished Feather file, read column by column. What is not as asked for is an Error that names file and column.
class LogReader {
public:
    LogReader() = default;
    virtual ~LogReader() = default;
    LogReader(const LogReader&) = delete;
    LogReader& operator=(const LogReader&) = delete;

    /// Empty if there is none of this key.
    [[nodiscard]] virtual std::string metadata(const std::string& key) const = 0;
    [[nodiscard]] virtual std::vector<std::string> columns() const = 0;
    [[nodiscard]] virtual bool has(const std::string& column) const = 0;
    [[nodiscard]] virtual bool is_text(const std::string& column) const = 0;
    /// Of any type of number or truth value; nulls are NaN.
    [[nodiscard]] virtual std::vector<double> numbers(const std::string& column) const = 0;
    [[nodiscard]] virtual Texts texts(const std::string& column) const = 0;
};

[[nodiscard]] std::unique_ptr<LogReader> open_log(const std::string& path);

}  // namespace shoal::record
