#pragma once

#include <spdlog/sinks/base_sink.h>

#include <chrono>
#include <cstdio>
#include <mutex>

namespace shoal::record {

/// An spdlog sink for whole lines. It gathers them in the stream's buffer and flushes at warnings and a few times a
/// second, so that a swarm that prints each tick costs little. When writing fails (closed pipe, full disk) it falls silent.
class LineSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    enum class Close { no, yes };

    LineSink(std::FILE* stream, Close close_at_end);
    ~LineSink() override;

private:
    void sink_it_(const spdlog::details::log_msg& message) override;
    void flush_() override;

    std::FILE* const stream_;
    const Close close_at_end_;
    const bool terminal_;
    bool broken_ = false;
    std::chrono::steady_clock::time_point flushed_;
};

}  // namespace shoal::record
