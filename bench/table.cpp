#include "table.hpp"

#include <fmt/core.h>

#include <fstream>

namespace shoal::bench {

void print_header() {
    fmt::print("{:<34}{:>10}{:>10}{:>8}{:>7}\n", "name", "ours/us", "peer/us", "ratio", "goal");
}

void print(const Row& row) {
    const char* verdict = row.goal <= 0.0 ? "" : row.ratio() >= row.goal ? "  met" : "  missed";
    fmt::print("{:<34}{:>10.4f}{:>10.4f}{:>8.2f}{:>7.2f}{}\n", row.name, row.ours, row.peer, row.ratio(),
               row.goal, verdict);
    std::fflush(stdout);
}

void write_csv(const std::string& file, const std::vector<Row>& rows) {
    std::ofstream out(file);
    out << "name,ours,peer,ratio,goal\n";
    for (const Row& row : rows)
        out << fmt::format("\"{}\",{:.6g},{:.6g},{:.4g},{:.4g}\n", row.name, row.ours, row.peer, row.ratio(),
                           row.goal);
}

}  // namespace shoal::bench
