#pragma once

#include "record/arrow/library.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace shoal::record {

/// Writes batches from a thread of its own, which alone touches Arrow, and loads it: the caller need not wait for that.
/// There are two batches in all: the caller fills one while the other is written. Each call first waits for that one,
/// and throws what went wrong with it.
class LogWriter {
public:
    /// Throws if the file cannot be opened.
    LogWriter(const std::string& path, std::vector<Field> fields, Metadata metadata);
    ~LogWriter();
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;

    void write(Batch& full);      ///< takes the rows; `full` comes back empty
    void wait();                  ///< until all that was handed over is in the file
    void finish(Metadata notes);  ///< completes the file

private:
    enum class Job { none, open, write, finish, stop };

    void work();
    void perform(Job job);
    void submit(Job job);
    void wait_until_idle(std::unique_lock<std::mutex>& lock);

    const std::vector<Field> fields_;
    const Metadata metadata_;
    const TargetFile target_;
    std::unique_ptr<FeatherFile> file_;  // the worker's

    std::mutex mutex_;
    std::condition_variable changed_;
    Job job_ = Job::none;       // what the worker is to do; none again when it is done
    Metadata notes_;            // the worker's at the end
    Batch batch_;               // the worker's while there is a job
    std::exception_ptr error_;  // the first one; the file is left alone after it
    std::thread worker_;
};

}  // namespace shoal::record
