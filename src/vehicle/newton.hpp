#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace shoal::vehicle {

/// Finds x with residual(x) = 0 by Newton's method with a numerical Jacobian; returns the largest residual that is left.
template <std::size_t N, class Residual>
double solve_newton(std::array<double, N>& x, const Residual& residual, int rounds = 30) {
    const auto largest = [](const std::array<double, N>& r) {
        double most = 0.0;
        for (const double value : r) most = std::fmax(most, std::fabs(value));
        return most;
    };
    std::array<double, N> r = residual(x);
    for (int round = 0; round < rounds && largest(r) > 1e-13; ++round) {
        std::array<std::array<double, N + 1>, N> a{};
        for (std::size_t j = 0; j < N; ++j) {
            const double h = 1e-6;
            auto ahead = x, behind = x;
            ahead[j] += h;
            behind[j] -= h;
            const auto high = residual(ahead), low = residual(behind);
            for (std::size_t i = 0; i < N; ++i) a[i][j] = (high[i] - low[i]) / (2.0 * h);
        }
        for (std::size_t i = 0; i < N; ++i) a[i][N] = -r[i];
        for (std::size_t c = 0; c < N; ++c) {  // Gauss elimination, largest pivot first
            std::size_t pivot = c;
            for (std::size_t i = c + 1; i < N; ++i)
                if (std::fabs(a[i][c]) > std::fabs(a[pivot][c])) pivot = i;
            std::swap(a[c], a[pivot]);
            if (a[c][c] == 0.0) return largest(r);
            for (std::size_t i = 0; i < N; ++i) {
                if (i == c) continue;
                const double f = a[i][c] / a[c][c];
                for (std::size_t j = c; j <= N; ++j) a[i][j] -= f * a[c][j];
            }
        }
        for (std::size_t i = 0; i < N; ++i) x[i] += a[i][N] / a[i][i];
        r = residual(x);
    }
    return largest(r);
}

}  // namespace shoal::vehicle
