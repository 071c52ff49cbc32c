#pragma once

#include "record/rows.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shoal::record {

class LogWriter;

struct LogOptions {
    std::string path;           // parent directories are created; empty: no file
    std::vector<Field> fields;  // in file order
    std::vector<std::pair<std::string, std::string>> metadata = {};  // of the schema, UTF-8
    std::size_t flush_rows = 1'048'576;                              // most rows in a record batch
    double flush_period_s = 5.0;  // wall time; what a hard kill loses at most
    bool keep = false;            // rows stay in memory too
};

/// A table that grows row by row in a Feather file. Rows are compressed and written on a thread of the log's own; what
/// goes wrong there is thrown by a later call. The file is written beside its place and moved there by close(); after
/// a hard kill `shoal.logs.recover` reads what had been flushed.
class Log {
public:
    explicit Log(LogOptions options);
    ~Log();  // closes, but cannot say what went wrong: call close()
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    /// Sets a value of the row under construction. The C++ type must be the column's; what is not set is null.
    template <class T>
    void set(std::size_t column, const T& value) {
        filling_.set(column, value);
    }
    void end_row();
    void discard_row() { filling_.discard_row(); }  ///< forgets what was set since the last end_row()

    /// Call after the rows of an instant: flushes if the period is over. Costs a look at the clock.
    void end_instant();
    /// Returns when all rows are in the file.
    void flush();
    /// What is known at the end only, beside the rows: metadata of a last, empty batch.
    void set_notes(std::vector<std::pair<std::string, std::string>> notes) { notes_ = std::move(notes); }
    /// Completes the file. Nothing may be added afterwards; closing again does nothing.
    void close();

    /// The rows so far, if they are kept: batches as they are, the one that is being filled as a copy.
    [[nodiscard]] Rows kept() const;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::uint64_t rows() const { return handed_over_ + filling_.rows(); }

private:
    using Clock = std::chrono::steady_clock;

    void hand_over();

    std::string path_;
    std::size_t flush_rows_;
    Clock::duration flush_period_;
    Clock::time_point last_flush_;
    std::uint64_t handed_over_ = 0;  // rows
    Batch filling_;
    std::vector<std::pair<std::string, std::string>> notes_;
    bool keeps_;
    Rows kept_;
    bool closed_ = false;
    std::unique_ptr<LogWriter> writer_;  // null when closed, and without a file
};

}  // namespace shoal::record
