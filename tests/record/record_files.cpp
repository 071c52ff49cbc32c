/// Writes the files that test_log_readers.py opens: record_files <what> <path>.

#include "record/log.hpp"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <unistd.h>

namespace {

using namespace shoal::record;

const std::vector<Field> all_types{{"i8", Type::int8},     {"i16", Type::int16},    {"i32", Type::int32},
                                   {"i64", Type::int64},   {"f16", Type::float16},  {"f32", Type::float32},
                                   {"f64", Type::float64}, {"flag", Type::boolean}, {"text", Type::utf8},
                                   {"never", Type::int32}};

template <class T>
constexpr T largest = std::numeric_limits<T>::max();

template <class T>
constexpr T lowest = std::numeric_limits<T>::lowest();

void write_extremes(Log& log) {
    log.set(0, largest<std::int8_t>);
    log.set(1, largest<std::int16_t>);
    log.set(2, largest<std::int32_t>);
    log.set(3, largest<std::int64_t>);
    log.set(4, Half(4099.0f));
    log.set(5, 0.1f);
    log.set(6, 0.1);
    log.set(7, true);
    log.set(8,
            "r\xC3\xB4"
            "bot \xF0\x9F\x90\x9F, \"quoted\"\n\ttab");
    log.end_row();
    log.set(0, lowest<std::int8_t>);
    log.set(1, lowest<std::int16_t>);
    log.set(2, lowest<std::int32_t>);
    log.set(3, lowest<std::int64_t>);
    log.set(4, Half(-1e9f));
    log.set(5, std::numeric_limits<float>::quiet_NaN());
    log.set(6, -std::numeric_limits<double>::infinity());
    log.set(7, false);
    log.set(8, "");
    log.end_row();
    log.end_row();  // nothing but nulls
    log.set(8, "caf\xE9");
    log.end_row();
}

void write_rows(Log& log, int rows, int per_instant) {
    for (int i = 0; i < rows; ++i) {
        log.set(2, i);
        if (i % 2 == 0) log.set(8, std::to_string(i));
        log.end_row();
        if ((i + 1) % per_instant == 0) log.end_instant();
    }
}

/// Ten flushed batches, some rows that are not, and then a kill from outside.
[[noreturn]] void write_and_wait_for_the_kill(Log& log) {
    write_rows(log, 1000, 10);
    log.flush();
    log.set(2, -1);
    log.end_row();
    std::puts("flushed");
    std::fflush(stdout);
    for (;;) pause();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return EXIT_FAILURE;
    const std::string what = argv[1];
    const std::size_t flush_rows = what == "killed" ? 100 : what == "many" ? 1000 : 1'000'000;
    Log log({.path = argv[2],
             .fields = all_types,
             .metadata = {{"program_version", "v0.10.10"},
                          {"configuration",
                           "seed: 1\nname: r\xC3\xB4"
                           "bots\n"}},
             .flush_rows = flush_rows});
    if (what == "types") write_extremes(log);
    if (what == "many") write_rows(log, 100'000, 100);
    if (what == "killed") write_and_wait_for_the_kill(log);
    log.close();
    return EXIT_SUCCESS;
}
