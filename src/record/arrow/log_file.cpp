#include "record/arrow/log_file.hpp"

#include "base/error.hpp"

#include <arrow/array/array_binary.h>
#include <arrow/array/array_dict.h>
#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/float16.h>
#include <arrow/util/key_value_metadata.h>

#include <limits>
#include <unordered_map>

namespace shoal::record {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

template <class ArrowArray>
void append_as(std::vector<double>& values, const arrow::Array& array) {
    const auto& typed = static_cast<const ArrowArray&>(array);
    for (std::int64_t i = 0; i < typed.length(); ++i)
        values.push_back(typed.IsNull(i) ? missing : static_cast<double>(typed.Value(i)));
}

void append_halves(std::vector<double>& values, const arrow::Array& array) {
    const auto& typed = static_cast<const arrow::HalfFloatArray&>(array);
    for (std::int64_t i = 0; i < typed.length(); ++i)
        values.push_back(typed.IsNull(i) ? missing
                                         : arrow::util::Float16::FromBits(typed.Value(i)).ToDouble());
}

/// Gives each different text a code.
class Coder {
public:
    explicit Coder(Texts& texts) : texts_(texts) {}

    void add_null() { texts_.codes.push_back(Texts::none); }
    void add(std::string_view text) {
        const auto [at, is_new] =
            known_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.words.size()));
        if (is_new) texts_.words.emplace_back(text);
        texts_.codes.push_back(at->second);
    }

private:
    Texts& texts_;
    std::unordered_map<std::string, std::uint32_t> known_;
};

template <class ArrowArray>
void add_texts(const arrow::Array& array, Coder& coder) {
    const auto& typed = static_cast<const ArrowArray&>(array);
    for (std::int64_t i = 0; i < typed.length(); ++i)
        if (typed.IsNull(i)) coder.add_null();
        else coder.add(typed.GetView(i));
}

void add_words(const arrow::Array& array, Coder& coder) {
    const auto& typed = static_cast<const arrow::DictionaryArray&>(array);
    const auto& words = static_cast<const arrow::StringArray&>(*typed.dictionary());
    for (std::int64_t i = 0; i < typed.length(); ++i)
        if (typed.IsNull(i)) coder.add_null();
        else coder.add(words.GetView(typed.GetValueIndex(i)));
}

bool is_dictionary_of_texts(const arrow::DataType& type) {
    return type.id() == arrow::Type::DICTIONARY &&
           static_cast<const arrow::DictionaryType&>(type).value_type()->id() == arrow::Type::STRING;
}

}  // namespace

LogFile::LogFile(const std::string& path) : path_(path) {
    input_ = value(arrow::io::ReadableFile::Open(path));
    reader_ = value(arrow::ipc::RecordBatchFileReader::Open(input_));
    for (int i = 0; i < reader_->num_record_batches(); ++i) {
        batches_.push_back(value(reader_->ReadRecordBatch(i)));
        check(batches_.back()->ValidateFull());
    }
}

std::string LogFile::metadata(const std::string& key) const {
    const auto all = reader_->schema()->metadata();
    const int at = all ? all->FindKey(key) : -1;
    return at < 0 ? "" : all->value(at);
}

std::vector<std::string> LogFile::columns() const { return reader_->schema()->field_names(); }

bool LogFile::has(const std::string& column) const { return reader_->schema()->GetFieldIndex(column) >= 0; }

bool LogFile::is_text(const std::string& column) const {
    const auto field = reader_->schema()->GetFieldByName(column);
    if (!field) return false;
    const auto& type = *field->type();
    return type.id() == arrow::Type::STRING || type.id() == arrow::Type::LARGE_STRING ||
           is_dictionary_of_texts(type);
}

bool LogFile::is_truth(const std::string& column) const {
    const auto field = reader_->schema()->GetFieldByName(column);
    return field && field->type()->id() == arrow::Type::BOOL;
}

std::vector<double> LogFile::numbers(const std::string& column) const {
    std::vector<double> values;
    for (const auto& batch : batches_) append(values, *batch->GetColumnByName(column), column);
    return values;
}

Texts LogFile::texts(const std::string& column) const {
    Texts texts;
    Coder coder(texts);
    for (const auto& batch : batches_) {
        const auto& array = *batch->GetColumnByName(column);
        switch (array.type_id()) {
            case arrow::Type::STRING: add_texts<arrow::StringArray>(array, coder); break;
            case arrow::Type::LARGE_STRING: add_texts<arrow::LargeStringArray>(array, coder); break;
            default: add_words(array, coder); break;
        }
    }
    return texts;
}

void LogFile::append(std::vector<double>& values, const arrow::Array& array, const std::string& name) const {
    switch (array.type_id()) {
        case arrow::Type::FLOAT: return append_as<arrow::FloatArray>(values, array);
        case arrow::Type::DOUBLE: return append_as<arrow::DoubleArray>(values, array);
        case arrow::Type::HALF_FLOAT: return append_halves(values, array);
        case arrow::Type::BOOL: return append_as<arrow::BooleanArray>(values, array);
        case arrow::Type::INT8: return append_as<arrow::Int8Array>(values, array);
        case arrow::Type::INT16: return append_as<arrow::Int16Array>(values, array);
        case arrow::Type::INT32: return append_as<arrow::Int32Array>(values, array);
        case arrow::Type::INT64: return append_as<arrow::Int64Array>(values, array);
        default:
            fail(name, "wrong type of column", array.type()->ToString(), "float, double or an integer type");
    }
}

void LogFile::check(const arrow::Status& status) const {
    if (!status.ok()) fail("", "cannot be read as a Feather file: " + status.message());
}

void LogFile::fail(const std::string& key, const std::string& message, const std::string& found,
                   const std::string& expected) const {
    throw Error(
        {.where = {.file = path_}, .key = key, .found = found, .expected = expected, .message = message});
}

}  // namespace shoal::record
