#include "record/arrow/feather.hpp"

#include "base/error.hpp"

#include <arrow/array/array_primitive.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace shoal::record {
namespace {

using Values = std::vector<double>;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

class PoseFile {
public:
    explicit PoseFile(const std::string& path) : path_(path) {
        input_ = value(arrow::io::ReadableFile::Open(path));
        reader_ = value(arrow::ipc::RecordBatchFileReader::Open(input_));
        for (int i = 0; i < reader_->num_record_batches(); ++i) {
            batches_.push_back(value(reader_->ReadRecordBatch(i)));
            check(batches_.back()->ValidateFull());
        }
    }

    [[nodiscard]] bool has(const std::string& name) const {
        return reader_->schema()->GetFieldIndex(name) >= 0;
    }

    /// All values of a column, nulls as NaN.
    [[nodiscard]] Values column(const std::string& name) const {
        if (!has(name)) fail(name, "the file has no column of this name", "", columns());
        Values values;
        for (const auto& batch : batches_) append(values, *batch->GetColumnByName(name), name);
        return values;
    }

private:
    [[noreturn]] void fail(const std::string& key, const std::string& message, const std::string& found = {},
                           const std::string& expected = {}) const {
        throw Error(
            {.where = {.file = path_}, .key = key, .found = found, .expected = expected, .message = message});
    }
    void check(const arrow::Status& status) const {
        if (!status.ok()) fail("", "cannot be read as a Feather file: " + status.message());
    }
    template <class T>
    T value(arrow::Result<T> result) const {
        check(result.status());
        return std::move(result).ValueUnsafe();
    }
    [[nodiscard]] std::string columns() const {
        std::string names;
        for (const auto& field : reader_->schema()->fields())
            names += (names.empty() ? "" : ", ") + field->name();
        return "x, y, and perhaps theta or angle, and time; the columns are " + names;
    }

    template <class ArrowArray>
    static void append_as(Values& values, const arrow::Array& array) {
        const auto& typed = static_cast<const ArrowArray&>(array);
        for (std::int64_t i = 0; i < typed.length(); ++i) {
            values.push_back(typed.IsNull(i) ? missing : static_cast<double>(typed.Value(i)));
        }
    }
    void append(Values& values, const arrow::Array& array, const std::string& name) const {
        switch (array.type_id()) {
            case arrow::Type::FLOAT: return append_as<arrow::FloatArray>(values, array);
            case arrow::Type::DOUBLE: return append_as<arrow::DoubleArray>(values, array);
            case arrow::Type::INT8: return append_as<arrow::Int8Array>(values, array);
            case arrow::Type::INT16: return append_as<arrow::Int16Array>(values, array);
            case arrow::Type::INT32: return append_as<arrow::Int32Array>(values, array);
            case arrow::Type::INT64: return append_as<arrow::Int64Array>(values, array);
            default:
                fail(name, "wrong type of column", array.type()->ToString(),
                     "float, double or an integer type");
        }
    }

    std::string path_;
    std::shared_ptr<arrow::io::ReadableFile> input_;
    std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
};

Values angles(const PoseFile& file, std::size_t rows) {
    if (file.has("theta")) return file.column("theta");
    if (file.has("angle")) return file.column("angle");
    return Values(rows, missing);
}

/// The earliest time, or NaN if no row has one.
double earliest(const Values& times) {
    double first = missing;
    for (double t : times) first = std::fmin(first, t);
    return first;
}

}  // namespace

std::vector<Pose> read_feather_poses(const std::string& path) {
    const PoseFile file(path);
    const Values x = file.column("x"), y = file.column("y");
    const Values theta = angles(file, x.size());
    const Values time = file.has("time") ? file.column("time") : Values(x.size(), 0.0);
    const double first = earliest(time);
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (time[i] != first || !std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
        poses.push_back({x[i], y[i], std::isfinite(theta[i]) ? std::optional(theta[i]) : std::nullopt});
    }
    return poses;
}

}  // namespace shoal::record
