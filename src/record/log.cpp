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
      writer_(std::make_unique<LogWriter>(std::move(options.path), std::move(options.fields),
                                          std::move(options.metadata))) {}

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
    SHOAL_ASSERT(writer_);
    if (!filling_.empty()) hand_over();
    writer_->wait();
}

void Log::close() {
    if (!writer_) return;
    if (!filling_.empty()) hand_over();
    const std::unique_ptr<LogWriter> writer = std::move(writer_);
    writer->finish(std::move(notes_));
}

void Log::hand_over() {
    SHOAL_ASSERT(writer_);
    const std::size_t rows = filling_.rows();
    writer_->write(filling_);
    handed_over_ += rows;
    last_flush_ = Clock::now();
}

}  // namespace shoal::record
