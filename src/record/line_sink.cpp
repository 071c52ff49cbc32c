#include "record/line_sink.hpp"

#include <spdlog/details/log_msg.h>

#include <unistd.h>

namespace shoal::record {
namespace {

constexpr std::chrono::milliseconds flush_period{200};

void write(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

}  // namespace

LineSink::LineSink(std::FILE* stream, Close close_at_end)
    : stream_(stream), close_at_end_(close_at_end), terminal_(isatty(fileno(stream)) == 1) {}

LineSink::~LineSink() {
    flush_();
    if (close_at_end_ == Close::yes) std::fclose(stream_);
}

void LineSink::sink_it_(const spdlog::details::log_msg& message) {
    if (broken_) return;
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    if (terminal_) write(stream_, "\r\033[K");  // a progress bar may stand on this line
    write(stream_, {line.data(), line.size()});
    const auto now = std::chrono::steady_clock::now();
    if (message.level >= spdlog::level::warn || now - flushed_ >= flush_period) flush_();
}

void LineSink::flush_() {
    if (broken_) return;
    std::fflush(stream_);
    broken_ = std::ferror(stream_) != 0;
    flushed_ = std::chrono::steady_clock::now();
}

}  // namespace shoal::record
