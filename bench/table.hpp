#pragma once

#include <string>
#include <vector>

namespace shoal::bench {

/// One measurement: our time and a peer's for the same work (µs), and the ratio peer : ours that is aimed at.
struct Row {
    std::string name;
    double ours = 0.0;
    double peer = 0.0;
    double goal = 0.0;

    [[nodiscard]] double ratio() const { return ours > 0.0 ? peer / ours : 0.0; }
};

/// Prints a row as soon as it is known.
void print_header();
void print(const Row& row);
/// Columns name, ours, peer, ratio, goal.
void write_csv(const std::string& file, const std::vector<Row>& rows);

}  // namespace shoal::bench
