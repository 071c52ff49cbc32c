#include "record/log.hpp"

#include "record/log_writer.hpp"

#include <algorithm>

namespace shoal::record {
namespace {

constexpr std::size_t flush_text_bytes = std::size_t{64}
                                         << 20;  // far below the 2 GiB that text offsets reach
// So many are compressed while the run goes on, rather than all at its end; fewer would make files larger.
constexpr std::size_t rows_at_once = 8'192;
constexpr double longest_period_s = 1e9;  // a period of "never" still fits the clock

std::chrono::steady_clock::duration to_duration(double seconds) {
    const std::chrono::duration<double> period(std::clamp(seconds, 0.0, longest_period_s));
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(period);
}

}  // namespace

Log::Log(LogOptions options)
    : path_(options.path), flush_rows_(std::clamp<std::size_t>(options.flush_rows, 1, rows_at_once)),
      flush_period_(to_duration(options.flush_period_s)), last_flush_(Clock::now()), filling_(options.fields),
      keeps_(options.keep) {
    kept_ = {std::move(options.fields), std::move(options.metadata), {}};
    if (!path_.empty()) writer_ = std::make_unique<LogWriter>(path_, kept_.fields, kept_.metadata);
    else check_names(kept_.fields);
}

Log::~Log() {
    try {
        close();
    } catch (...) {
        // Already reported if anybody called close() or flush(); a destructor has nobody to tell.
    }
}

void Log::end_row() {
    filling_.end_row();
    if (filling_.rows() >= flush_rows_ || filling_.text_bytes() >= flush_text_bytes) hand_over();
}

void Log::end_instant() {
    if (!filling_.empty() && Clock::now() - last_flush_ >= flush_period_) hand_over();
}

void Log::flush() {
    if (!filling_.empty()) hand_over();
    if (writer_) writer_->wait();
}

void Log::close() {
    if (closed_) return;
    if (!filling_.empty()) hand_over();
    closed_ = true;
    if (const std::unique_ptr<LogWriter> writer = std::move(writer_)) writer->finish(std::move(notes_));
}

Rows Log::kept() const {
    Rows rows = kept_;
    if (!filling_.empty()) rows.batches.push_back(std::make_shared<const Batch>(filling_));
    return rows;
}

void Log::hand_over() {
    SHOAL_ASSERT(!closed_);
    handed_over_ += filling_.rows();
    if (keeps_) kept_.batches.push_back(std::make_shared<const Batch>(filling_));
    if (writer_) writer_->write(filling_);
    else filling_.clear();
    last_flush_ = Clock::now();
}

}  // namespace shoal::record
