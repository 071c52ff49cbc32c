#include "base/error.hpp"
#include "record/arrow/feather.hpp"

#include <arrow/array.h>
#include <arrow/chunked_array.h>
#include <arrow/compare.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <arrow/util/key_value_metadata.h>

#include <algorithm>

namespace shoal::record {
namespace {

using TablePtr = std::shared_ptr<arrow::Table>;
using ColumnPtr = std::shared_ptr<arrow::ChunkedArray>;

template <class T>
T value_of(arrow::Result<T> result, const std::string& path) {
    if (result.ok()) return std::move(result).ValueUnsafe();
    throw Error({{path}, "", "", "a complete log", result.status().message()});
}

using ReaderPtr = std::shared_ptr<arrow::ipc::RecordBatchFileReader>;
using MetadataPtr = std::shared_ptr<const arrow::KeyValueMetadata>;

ReaderPtr open(const std::string& path) {
    const auto file = value_of(arrow::io::MemoryMappedFile::Open(path, arrow::io::FileMode::READ), path);
    return value_of(arrow::ipc::RecordBatchFileReader::Open(file), path);
}

void append(const MetadataPtr& metadata, LogSummary& summary) {
    for (std::int64_t i = 0; metadata && i < metadata->size(); ++i)
        summary.metadata.emplace_back(metadata->key(i), metadata->value(i));
}

TablePtr read_table(const std::string& path) {
    const auto reader = open(path);
    arrow::RecordBatchVector batches;
    for (int i = 0; i < reader->num_record_batches(); ++i)
        batches.push_back(value_of(reader->ReadRecordBatch(i), path));
    return value_of(arrow::Table::FromRecordBatches(reader->schema(), batches), path);
}

// Bit for bit, but any NaN is like any other.
bool same(const arrow::ChunkedArray& a, const arrow::ChunkedArray& b, std::int64_t rows) {
    const auto options = arrow::EqualOptions::Defaults().nans_equal(true).signed_zeros_equal(false);
    const ColumnPtr x = a.Slice(0, rows), y = b.Slice(0, rows);
    if (x->num_chunks() == 0 || y->num_chunks() == 0) return rows == 0;
    // Pieces are cut differently in two files: compare what lies within one of each.
    int i = 0, j = 0;
    std::int64_t at = 0, in_x = 0, in_y = 0;
    while (at < rows) {
        while (in_x == x->chunk(i)->length()) ++i, in_x = 0;
        while (in_y == y->chunk(j)->length()) ++j, in_y = 0;
        const std::int64_t piece = std::min(x->chunk(i)->length() - in_x, y->chunk(j)->length() - in_y);
        if (!x->chunk(i)->RangeEquals(*y->chunk(j), in_x, in_x + piece, in_y, options)) return false;
        at += piece, in_x += piece, in_y += piece;
    }
    return true;
}

// The first of `rows` rows in which they differ, or `rows`.
std::int64_t first_difference(const arrow::ChunkedArray& a, const arrow::ChunkedArray& b, std::int64_t rows) {
    if (same(a, b, rows)) return rows;
    std::int64_t equal = 0, different = rows;  // so many first rows are equal; not so many are
    while (different - equal > 1) {
        const std::int64_t middle = equal + (different - equal) / 2;
        (same(a, b, middle) ? equal : different) = middle;
    }
    return equal;
}

std::string text_of(const ColumnPtr& column, std::int64_t row) {
    if (column == nullptr || row < 0 || row >= column->length()) return {};
    const auto scalar = column->GetScalar(row);
    return scalar.ok() ? (*scalar)->ToString() : std::string();
}

std::string schema_difference(const arrow::Schema& first, const arrow::Schema& second) {
    for (const auto& field : first.fields()) {
        const auto other = second.GetFieldByName(field->name());
        if (other == nullptr) return "column " + field->name() + " is not written any more";
        if (!other->type()->Equals(field->type()))
            return "column " + field->name() + " was " + field->type()->ToString() + " and is " +
                   other->type()->ToString();
    }
    for (const auto& field : second.fields())
        if (first.GetFieldByName(field->name()) == nullptr) return "column " + field->name() + " is new";
    return {};
}

LogDifference difference_at(const arrow::Table& first, const arrow::Table& second, std::int64_t row,
                            const std::string& name) {
    const auto of = [&](const char* column) { return text_of(first.GetColumnByName(column), row); };
    return {static_cast<std::uint64_t>(row),
            name,
            text_of(first.GetColumnByName(name), row),
            text_of(second.GetColumnByName(name), row),
            of("time"),
            of("robot_category"),
            of("robot_id")};
}

}  // namespace

LogSummary summarise_feather(const std::string& path) {
    const ReaderPtr reader = open(path);
    LogSummary summary;
    append(reader->schema()->metadata(), summary);
    MetadataPtr notes;  // of the last batch: what was known at the end of the run only
    for (int i = 0; i < reader->num_record_batches(); ++i) {
        const auto read = value_of(reader->ReadRecordBatchWithCustomMetadata(i), path);
        summary.rows += static_cast<std::uint64_t>(read.batch->num_rows());
        notes = read.custom_metadata;
    }
    append(notes, summary);
    return summary;
}

LogComparison compare_feathers(const std::string& first_path, const std::string& second_path,
                               std::uint64_t skipped) {
    const TablePtr first = read_table(first_path);
    const TablePtr second = read_table(second_path)->Slice(static_cast<std::int64_t>(skipped));
    LogComparison result;
    result.first_rows = static_cast<std::uint64_t>(first->num_rows());
    result.second_rows = static_cast<std::uint64_t>(second->num_rows());
    result.columns = static_cast<std::size_t>(first->num_columns());
    result.last_time = text_of(first->GetColumnByName("time"), first->num_rows() - 1);
    result.other_schema = schema_difference(*first->schema(), *second->schema());
    if (!result.other_schema.empty()) return result;
    std::int64_t rows = std::min(first->num_rows(), second->num_rows());
    std::string where;
    for (const auto& field : first->schema()->fields()) {
        const std::int64_t row = first_difference(*first->GetColumnByName(field->name()),
                                                  *second->GetColumnByName(field->name()), rows);
        if (row < rows) rows = row, where = field->name();
    }
    if (!where.empty()) result.difference = difference_at(*first, *second, rows, where);
    return result;
}

}  // namespace shoal::record
