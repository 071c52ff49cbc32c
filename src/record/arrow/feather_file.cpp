#include "record/arrow/feather.hpp"

#include "base/error.hpp"

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>
#include <arrow/util/bitmap_ops.h>
#include <arrow/util/compression.h>
#include <arrow/util/key_value_metadata.h>

namespace shoal::record {
namespace {

std::shared_ptr<arrow::DataType> arrow_type(Type type) {
    switch (type) {
        case Type::int8: return arrow::int8();
        case Type::int16: return arrow::int16();
        case Type::int32: return arrow::int32();
        case Type::int64: return arrow::int64();
        case Type::float16: return arrow::float16();
        case Type::float32: return arrow::float32();
        case Type::float64: return arrow::float64();
        case Type::boolean: return arrow::boolean();
        case Type::utf8: return arrow::utf8();
    }
    return nullptr;
}

std::shared_ptr<arrow::KeyValueMetadata> arrow_metadata(const Metadata& metadata) {
    std::vector<std::string> keys, values;
    for (const auto& [key, value] : metadata) {
        keys.push_back(key);
        values.push_back(value);
    }
    return arrow::key_value_metadata(std::move(keys), std::move(values));
}

std::shared_ptr<arrow::Schema> arrow_schema(std::span<const Field> fields, const Metadata& metadata) {
    arrow::FieldVector list;
    for (const Field& field : fields) list.push_back(arrow::field(field.name, arrow_type(field.type)));
    return arrow::schema(std::move(list), arrow_metadata(metadata));
}

std::shared_ptr<arrow::Buffer> view(const void* data, std::size_t bytes) {
    return std::make_shared<arrow::Buffer>(static_cast<const std::uint8_t*>(data),
                                           static_cast<std::int64_t>(bytes));
}

/// Arrow's view of a column: its buffers are ours, so the batch must outlive it.
std::shared_ptr<arrow::ArrayData> arrow_column(const Batch::Column& column, std::int64_t rows) {
    const std::int64_t nulls = rows - arrow::internal::CountSetBits(column.valid.data(), 0, rows);
    arrow::BufferVector buffers{nulls == 0 ? nullptr : view(column.valid.data(), column.valid.size()),
                                view(column.values.data(), column.values.size())};
    if (column.type == Type::utf8) buffers.push_back(view(column.text.data(), column.text.size()));
    return arrow::ArrayData::Make(arrow_type(column.type), rows, std::move(buffers), nulls);
}

/// A stream that counts for itself where it is: devices and pipes do not know.
class CountedStream final : public arrow::io::OutputStream {
public:
    explicit CountedStream(std::shared_ptr<arrow::io::OutputStream> below) : below_(std::move(below)) {}

    using arrow::io::OutputStream::Write;
    arrow::Status Write(const void* data, std::int64_t bytes) override {
        written_ += bytes;
        return below_->Write(data, bytes);
    }
    arrow::Status Close() override { return below_->Close(); }
    [[nodiscard]] bool closed() const override { return below_->closed(); }
    [[nodiscard]] arrow::Result<std::int64_t> Tell() const override { return written_; }

private:
    std::shared_ptr<arrow::io::OutputStream> below_;
    std::int64_t written_ = 0;  // bytes
};

class ArrowFile final : public FeatherFile {
public:
    ArrowFile(const TargetFile& target, std::span<const Field> fields, const Metadata& metadata)
        : target_(target), schema_(arrow_schema(fields, metadata)),
          stream_(
              std::make_shared<CountedStream>(value(arrow::io::FileOutputStream::Open(target.descriptor)))) {
        auto options = arrow::ipc::IpcWriteOptions::Defaults();
        options.use_threads =
            false;  // the log has its own thread; a run's other threads belong to the simulation
        options.codec = value(arrow::util::Codec::Create(arrow::Compression::ZSTD, 1));
        writer_ = value(arrow::ipc::MakeFileWriter(stream_, schema_, options));
    }

    void write(const Batch& batch) override {
        const auto rows = static_cast<std::int64_t>(batch.rows());
        std::vector<std::shared_ptr<arrow::ArrayData>> columns;
        for (const Batch::Column& column : batch.columns()) columns.push_back(arrow_column(column, rows));
        check(writer_->WriteRecordBatch(*arrow::RecordBatch::Make(schema_, rows, std::move(columns))));
    }

    void finish(const Metadata& notes) override {
        if (!notes.empty()) {
            const auto none = value(arrow::RecordBatch::MakeEmpty(schema_));
            check(writer_->WriteRecordBatch(*none, arrow_metadata(notes)));
        }
        check(writer_->Close());
        check(stream_->Close());
        move_into_place(target_);
    }

private:
    void check(const arrow::Status& status) const {
        if (status.ok()) return;
        const std::string reason = status.detail() ? status.detail()->ToString() : status.message();
        throw Error({.where = {.file = target_.path},
                     .key = {},
                     .found = {},
                     .expected = {},
                     .message = "cannot write the log: " + reason + "; what was written so far is in " +
                                target_.written});
    }
    template <class T>
    T value(arrow::Result<T> result) const {
        check(result.status());
        return std::move(result).ValueUnsafe();
    }

    const TargetFile target_;
    std::shared_ptr<arrow::Schema> schema_;
    std::shared_ptr<arrow::io::OutputStream> stream_;
    std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
};

}  // namespace

std::unique_ptr<FeatherFile> create_feather_file(const TargetFile& target, std::span<const Field> fields,
                                                 const Metadata& metadata) {
    return std::make_unique<ArrowFile>(target, fields, metadata);
}

}  // namespace shoal::record
