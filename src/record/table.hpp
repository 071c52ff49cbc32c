#pragma once

#include "base/assert.hpp"
#include "record/half.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace shoal::record {

enum class Type { int8, int16, int32, int64, float16, float32, float64, boolean, utf8 };

/// A column of a table, before it has values.
struct Field {
    std::string name;
    Type type;

    bool operator==(const Field&) const = default;
};

/// The C++ type whose values a column of each type takes.
template <class T>
constexpr Type type_of() {
    if constexpr (std::is_same_v<T, std::int8_t>) return Type::int8;
    else if constexpr (std::is_same_v<T, std::int16_t>) return Type::int16;
    else if constexpr (std::is_same_v<T, std::int32_t>) return Type::int32;
    else if constexpr (std::is_same_v<T, std::int64_t>) return Type::int64;
    else if constexpr (std::is_same_v<T, Half>) return Type::float16;
    else if constexpr (std::is_same_v<T, float>) return Type::float32;
    else if constexpr (std::is_same_v<T, double>) return Type::float64;
    else if constexpr (std::is_same_v<T, bool>) return Type::boolean;
    else static_assert(!sizeof(T), "no column takes values of this C++ type");
}

/// `int8`, `float64`, `bool`, `string`…: as Arrow and its readers name them.
[[nodiscard]] std::string_view to_string(Type type);

/// Throws an Error that names the field if two fields share a name or one has none.
void check_names(std::span<const Field> fields);

/// Rows in plain columns, laid out as Arrow wants them so that writing copies nothing. The row under construction is
/// the one after the last: set() its values by column index in any order, then end_row(). What was not set is null.
class Batch {
public:
    struct Column {
        Type type;
        std::vector<std::byte>
            values;  // rows of the type's width; booleans are bits; utf8: offsets, rows + 1
        std::vector<std::uint8_t> valid;  // bits, lowest first
        std::string text;                 // utf8 only
    };

    explicit Batch(std::span<const Field> fields);

    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] bool empty() const { return rows_ == 0; }
    [[nodiscard]] std::span<const Column> columns() const { return columns_; }
    /// Bytes of the longest utf8 column: its offsets have 31 bits.
    [[nodiscard]] std::size_t text_bytes() const { return text_bytes_; }

    template <class T>
    void set(std::size_t column, T value) {
        Column& c = columns_[column];
        SHOAL_ASSERT(column < columns_.size() && c.type == type_of<T>());
        if constexpr (std::is_same_v<T, bool>) {
            assign_bit(reinterpret_cast<std::uint8_t*>(c.values.data()), value);
        } else {
            std::memcpy(c.values.data() + rows_ * sizeof(T), &value, sizeof(T));
        }
        assign_bit(c.valid.data(), true);
    }
    /// Bytes that are not UTF-8 are replaced by U+FFFD, since readers refuse a file that has any.
    void set(std::size_t column, std::string_view text);
    void set(std::size_t column, const char* text) { set(column, std::string_view(text)); }
    void set(std::size_t column, const std::string& text) { set(column, std::string_view(text)); }
    void set_null(std::size_t column);

    void end_row();
    void discard_row();  ///< forgets what was set since the last end_row()
    void clear();        ///< no rows; memory is kept

private:
    void assign_bit(std::uint8_t* bits, bool value) const {
        const auto mask = static_cast<std::uint8_t>(1u << (rows_ & 7));
        std::uint8_t& byte = bits[rows_ >> 3];
        byte = static_cast<std::uint8_t>(value ? byte | mask : byte & ~mask);
    }
    void grow();

    std::vector<Column> columns_;
    std::vector<std::size_t> text_columns_;
    std::size_t rows_ = 0;
    std::size_t capacity_ = 0;  // rows there is room for; always more than rows_
    std::size_t text_bytes_ = 0;
};

}  // namespace shoal::record
