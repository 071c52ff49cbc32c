#include "record/log_writer.hpp"

#include <csignal>
#include <utility>

namespace shoal::record {
namespace {

/// A thread that takes no signals: those are for the thread that runs the simulation.
template <class Body>
std::thread quiet_thread(Body body) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    std::thread thread(std::move(body));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

TargetFile open_checked(const std::string& path, std::span<const Field> fields) {
    check_names(fields);
    return open_target(path);
}

}  // namespace

LogWriter::LogWriter(const std::string& path, std::vector<Field> fields, Metadata metadata)
    : fields_(std::move(fields)), metadata_(std::move(metadata)), target_(open_checked(path, fields_)),
      batch_(fields_), worker_(quiet_thread([this] { work(); })) {
    submit(Job::open);
}

LogWriter::~LogWriter() {
    submit(Job::stop);
    worker_.join();
}

void LogWriter::write(Batch& full) {
    wait();
    std::swap(full, batch_);  // the worker is idle, and only this thread gives it work
    submit(Job::write);
}

void LogWriter::wait() {
    std::unique_lock lock(mutex_);
    wait_until_idle(lock);
    if (error_) std::rethrow_exception(error_);
}

void LogWriter::finish(Metadata notes) {
    wait();
    notes_ = std::move(notes);
    submit(Job::finish);
    wait();
}

void LogWriter::submit(Job job) {
    std::unique_lock lock(mutex_);
    wait_until_idle(lock);
    job_ = job;
    changed_.notify_all();
}

void LogWriter::wait_until_idle(std::unique_lock<std::mutex>& lock) {
    changed_.wait(lock, [this] { return job_ == Job::none; });
}

void LogWriter::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return job_ != Job::none; });
        const Job job = job_;
        lock.unlock();
        try {
            perform(job);
        } catch (...) {
            error_ = std::current_exception();
        }
        if (job == Job::stop) return;
        lock.lock();
        job_ = Job::none;
        changed_.notify_all();
    }
}

void LogWriter::perform(Job job) {
    switch (job) {
        case Job::open: file_ = arrow_library().create(target_, fields_, metadata_); break;
        case Job::write:
            file_->write(batch_);
            batch_.clear();
            break;
        case Job::finish: file_->finish(notes_); break;
        case Job::stop: file_.reset(); break;
        case Job::none: break;
    }
}

}  // namespace shoal::record
