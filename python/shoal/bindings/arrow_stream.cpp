#include "arrow_stream.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shoal::python {
namespace {

using record::Batch;
using record::Field;
using record::Rows;
using record::Type;

constexpr std::int64_t nullable = 2;

const char* format_of(Type type) {
    switch (type) {
        case Type::int8: return "c";
        case Type::int16: return "s";
        case Type::int32: return "i";
        case Type::int64: return "l";
        case Type::float16: return "e";
        case Type::float32: return "f";
        case Type::float64: return "g";
        case Type::boolean: return "b";
        case Type::utf8: return "u";
    }
    return "n";
}

// Keys and values, each behind its length.
std::string encoded(const record::Metadata& metadata) {
    std::string bytes;
    const auto append_size = [&](std::size_t size) {
        const auto number = static_cast<std::int32_t>(size);
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    append_size(metadata.size());
    for (const auto& [key, value] : metadata) {
        append_size(key.size());
        bytes += key;
        append_size(value.size());
        bytes += value;
    }
    return bytes;
}

template <class Node>
void release_children(Node* node) {
    for (std::int64_t i = 0; i < node->n_children; ++i)
        if (node->children[i]->release != nullptr) node->children[i]->release(node->children[i]);
}

/// What a schema or an array points to.
struct SchemaParts {
    std::string name, metadata;
    std::vector<ArrowSchema> fields;
    std::vector<ArrowSchema*> children;
};
struct ArrayParts {
    std::shared_ptr<const Batch> batch;
    std::array<const void*, 3> buffers{};
    std::vector<ArrowArray> columns;
    std::vector<ArrowArray*> children;
};

template <class Parts, class Node>
void release(Node* node) {
    release_children(node);
    delete static_cast<Parts*>(node->private_data);
    node->release = nullptr;
}

ArrowSchema schema_of(const char* format, SchemaParts* parts) {
    for (ArrowSchema& field : parts->fields) parts->children.push_back(&field);
    return {format,
            parts->name.c_str(),
            parts->metadata.empty() ? nullptr : parts->metadata.data(),
            parts->fields.empty() ? nullable : 0,
            static_cast<std::int64_t>(parts->fields.size()),
            parts->children.data(),
            nullptr,
            release<SchemaParts, ArrowSchema>,
            parts};
}

ArrowSchema schema_of(const Rows& rows) {
    auto parts = std::make_unique<SchemaParts>();
    if (!rows.metadata.empty()) parts->metadata = encoded(rows.metadata);
    for (const Field& field : rows.fields) {
        auto own = std::make_unique<SchemaParts>();
        own->name = field.name;
        parts->fields.push_back(schema_of(format_of(field.type), own.release()));
    }
    return schema_of("+s", parts.release());
}

ArrowArray array_of(std::int64_t length, std::int64_t buffers, ArrayParts* parts) {
    for (ArrowArray& column : parts->columns) parts->children.push_back(&column);
    constexpr std::int64_t not_counted = -1;
    return {length,
            buffers == 1 ? 0 : not_counted,
            0,
            buffers,
            static_cast<std::int64_t>(parts->columns.size()),
            parts->buffers.data(),
            parts->children.data(),
            nullptr,
            release<ArrayParts, ArrowArray>,
            parts};
}

ArrowArray array_of(const std::shared_ptr<const Batch>& batch) {
    const auto length = static_cast<std::int64_t>(batch->rows());
    auto parts = std::make_unique<ArrayParts>();
    for (const Batch::Column& column : batch->columns()) {
        auto own = std::make_unique<ArrayParts>();
        own->batch = batch;
        own->buffers = {column.valid.data(), column.values.data(), column.text.data()};
        const std::int64_t buffers = column.type == Type::utf8 ? 3 : 2;
        parts->columns.push_back(array_of(length, buffers, own.release()));
    }
    return array_of(length, 1, parts.release());
}

struct StreamParts {
    Rows rows;
    std::size_t next = 0;
};

StreamParts& parts_of(ArrowArrayStream* stream) { return *static_cast<StreamParts*>(stream->private_data); }

int get_schema(ArrowArrayStream* stream, ArrowSchema* schema) {
    *schema = schema_of(parts_of(stream).rows);
    return 0;
}

// An array that cannot be released means the end.
int get_next(ArrowArrayStream* stream, ArrowArray* array) {
    StreamParts& parts = parts_of(stream);
    *array = {};
    if (parts.next < parts.rows.batches.size()) *array = array_of(parts.rows.batches[parts.next++]);
    return 0;
}

}  // namespace

void export_rows(Rows rows, ArrowArrayStream* stream) {
    *stream = {.get_schema = get_schema,
               .get_next = get_next,
               .get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; },
               .release =
                   [](ArrowArrayStream* done) {
                       delete static_cast<StreamParts*>(done->private_data);
                       done->release = nullptr;
                   },
               .private_data = new StreamParts{std::move(rows)}};
}

}  // namespace shoal::python
