#include "record/table.hpp"

#include "base/error.hpp"
#include "record/utf8.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace shoal::record {
namespace {

constexpr std::size_t first_capacity = 256;  // rows
constexpr std::size_t longest_text = std::numeric_limits<std::int32_t>::max();

std::size_t bytes_for(Type type, std::size_t rows) {
    switch (type) {
        case Type::boolean: return (rows + 7) / 8;
        case Type::int8: return rows;
        case Type::int16:
        case Type::float16: return rows * 2;
        case Type::int32:
        case Type::float32: return rows * 4;
        case Type::utf8: return (rows + 1) * 4;
        case Type::int64:
        case Type::float64: return rows * 8;
    }
    return 0;
}

std::int32_t offset(const Batch::Column& column, std::size_t row) {
    std::int32_t value = 0;
    std::memcpy(&value, column.values.data() + row * sizeof value, sizeof value);
    return value;
}

}  // namespace

std::string_view to_string(Type type) {
    switch (type) {
        case Type::int8: return "int8";
        case Type::int16: return "int16";
        case Type::int32: return "int32";
        case Type::int64: return "int64";
        case Type::float16: return "float16";
        case Type::float32: return "float32";
        case Type::float64: return "float64";
        case Type::boolean: return "bool";
        case Type::utf8: return "string";
    }
    return "?";
}

void check_names(std::span<const Field> fields) {
    std::unordered_set<std::string_view> seen;
    for (const Field& field : fields) {
        if (field.name.empty()) throw Error("a column of the log has no name");
        if (!seen.insert(field.name).second) {
            throw Error({.where = {},
                         .key = field.name,
                         .found = {},
                         .expected = {},
                         .message = "two columns of the log have this name"});
        }
    }
}

Batch::Batch(std::span<const Field> fields) {
    for (const Field& field : fields) {
        if (field.type == Type::utf8) text_columns_.push_back(columns_.size());
        columns_.push_back({field.type, {}, {}, {}});
    }
    grow();
}

void Batch::set(std::size_t column, std::string_view text) {
    Column& c = columns_[column];
    SHOAL_ASSERT(column < columns_.size() && c.type == Type::utf8);
    c.text.resize(static_cast<std::size_t>(offset(c, rows_)));  // a second set() in a row replaces the first
    append_utf8(c.text, text);
    if (c.text.size() > longest_text) {
        c.text.resize(static_cast<std::size_t>(offset(c, rows_)));
        throw Error("a text of " + std::to_string(text.size()) + " bytes is too long for the log");
    }
    assign_bit(c.valid.data(), true);
}

void Batch::set_null(std::size_t column) {
    Column& c = columns_[column];
    assign_bit(c.valid.data(), false);
    if (c.type == Type::utf8) c.text.resize(static_cast<std::size_t>(offset(c, rows_)));
}

void Batch::end_row() {
    ++rows_;
    for (std::size_t i : text_columns_) {
        Column& c = columns_[i];
        const auto end = static_cast<std::int32_t>(c.text.size());
        std::memcpy(c.values.data() + rows_ * sizeof end, &end, sizeof end);
        text_bytes_ = std::max(text_bytes_, c.text.size());
    }
    if (rows_ == capacity_) grow();
}

void Batch::discard_row() {
    for (std::size_t i = 0; i < columns_.size(); ++i) set_null(i);
}

void Batch::clear() {
    const std::size_t touched = rows_ + 1;  // the row under construction too
    for (Column& c : columns_) {
        std::fill_n(c.values.begin(), bytes_for(c.type, touched), std::byte{});
        std::fill_n(c.valid.begin(), bytes_for(Type::boolean, touched), std::uint8_t{});
        c.text.clear();
    }
    rows_ = 0;
    text_bytes_ = 0;
}

void Batch::grow() {
    capacity_ = std::max(first_capacity, capacity_ * 2);
    for (Column& c : columns_) {
        c.values.resize(bytes_for(c.type, capacity_));
        c.valid.resize(bytes_for(Type::boolean, capacity_));
    }
}

}  // namespace shoal::record
