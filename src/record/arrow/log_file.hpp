#pragma once

#include "record/log_reader.hpp"

#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/result.h>

#include <memory>
#include <string>
#include <vector>

namespace shoal::record {

class LogFile final : public LogReader {
public:
    explicit LogFile(const std::string& path);

    [[nodiscard]] std::string metadata(const std::string& key) const override;
    [[nodiscard]] std::vector<std::string> columns() const override;
    [[nodiscard]] bool has(const std::string& column) const override;
    [[nodiscard]] bool is_text(const std::string& column) const override;
    [[nodiscard]] std::vector<double> numbers(const std::string& column) const override;
    [[nodiscard]] Texts texts(const std::string& column) const override;

    [[nodiscard]] bool is_truth(const std::string& column) const;
    [[noreturn]] void fail(const std::string& key, const std::string& message, const std::string& found = {},
                           const std::string& expected = {}) const;

private:
    void check(const arrow::Status& status) const;
    template <class T>
    T value(arrow::Result<T> result) const {
        check(result.status());
        return std::move(result).ValueUnsafe();
    }
    void append(std::vector<double>& values, const arrow::Array& array, const std::string& name) const;

    std::string path_;
    std::shared_ptr<arrow::io::ReadableFile> input_;
    std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
};

}  // namespace shoal::record
