#include "record/table.hpp"

#include "record/scratch.hpp"

namespace shoal::record {
namespace {

const std::vector<Field> fields{{"id", Type::int32}, {"flag", Type::boolean}, {"name", Type::utf8}};

template <class T>
T value(const Batch& batch, std::size_t column, std::size_t row) {
    T result;
    std::memcpy(&result, batch.columns()[column].values.data() + row * sizeof(T), sizeof(T));
    return result;
}
bool is_null(const Batch& batch, std::size_t column, std::size_t row) {
    return (batch.columns()[column].valid[row / 8] >> (row % 8) & 1) == 0;
}
std::string text(const Batch& batch, std::size_t column, std::size_t row) {
    const auto from = value<std::int32_t>(batch, column, row),
               to = value<std::int32_t>(batch, column, row + 1);
    return batch.columns()[column].text.substr(static_cast<std::size_t>(from),
                                               static_cast<std::size_t>(to - from));
}

TEST(Batch, WhatIsNotSetIsNull) {
    Batch batch(fields);
    batch.set(0, 7);
    batch.end_row();
    batch.set(2, "fish");
    batch.end_row();
    ASSERT_EQ(batch.rows(), 2u);
    EXPECT_EQ(value<std::int32_t>(batch, 0, 0), 7);
    EXPECT_FALSE(is_null(batch, 0, 0));
    EXPECT_TRUE(is_null(batch, 2, 0));
    EXPECT_TRUE(is_null(batch, 0, 1));
    EXPECT_EQ(text(batch, 2, 0), "");
    EXPECT_EQ(text(batch, 2, 1), "fish");
}

TEST(Batch, TheLastValueOfARowCounts) {
    Batch batch(fields);
    batch.set(1, true);
    batch.set(1, false);
    batch.set(2, "a longer text");
    batch.set(2, "short");
    batch.set(0, 1);
    batch.set_null(0);
    batch.end_row();
    EXPECT_EQ(batch.columns()[1].values[0], std::byte{0});
    EXPECT_FALSE(is_null(batch, 1, 0));
    EXPECT_EQ(text(batch, 2, 0), "short");
    EXPECT_TRUE(is_null(batch, 0, 0));
}

TEST(Batch, ADiscardedRowLeavesNothingInTheNext) {
    Batch batch(fields);
    batch.set(0, 1);
    batch.set(2, "gone");
    batch.discard_row();
    batch.set(1, true);
    batch.end_row();
    EXPECT_EQ(batch.rows(), 1u);
    EXPECT_TRUE(is_null(batch, 0, 0));
    EXPECT_TRUE(is_null(batch, 2, 0));
    EXPECT_EQ(batch.text_bytes(), 0u);
}

TEST(Batch, GrowsAndStartsAfreshAfterClear) {
    Batch batch(fields);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 3000; ++i) {
            batch.set(0, i);
            if (i % 3 == 0) batch.set(1, true);
            batch.set(2, std::to_string(i));
            batch.end_row();
        }
        ASSERT_EQ(batch.rows(), 3000u);
        for (std::size_t i = 0; i < 3000; ++i) {
            ASSERT_EQ(value<std::int32_t>(batch, 0, i), static_cast<int>(i));
            ASSERT_EQ(is_null(batch, 1, i), i % 3 != 0);
            ASSERT_EQ(text(batch, 2, i), std::to_string(i));
        }
        batch.set(1, true);  // a row that is never ended does not survive clear() either
        batch.clear();
        EXPECT_TRUE(batch.empty());
        for (std::uint8_t byte : batch.columns()[1].valid) ASSERT_EQ(byte, 0);
    }
}

TEST(CheckNames, NamesTheFieldThatComesTwice) {
    const std::vector<Field> twice{{"time", Type::float32}, {"x", Type::float32}, {"x", Type::float64}};
    EXPECT_EQ(error_of([&] { check_names(twice); }), "x: two columns of the log have this name");
    const std::vector<Field> nameless{{"", Type::int8}};
    EXPECT_EQ(error_of([&] { check_names(nameless); }), "a column of the log has no name");
}

}  // namespace
}  // namespace shoal::record
