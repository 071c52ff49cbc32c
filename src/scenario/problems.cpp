#include "scenario/problems.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <tuple>

namespace shoal::scenario {
namespace {

const Mistake& first_of(const std::vector<Mistake>& all) {
    SHOAL_ASSERT(!all.empty());
    return all.front();
}

}  // namespace

Mistakes::Mistakes(std::vector<Mistake> all) : Error(first_of(all)), all_(std::move(all)) {
    for (const Mistake& mistake : all_)
        text_ += (text_.empty() ? "" : "\n") + std::string(Error(mistake).what());
}

void Problems::doubt(const Mistake& mistake) {
    if (strict_) error(mistake);
    else warning(mistake);
}

void Problems::warning(const Mistake& mistake) { warnings_.emplace_back(Error(mistake).what()); }

void Problems::throw_if_any() {
    if (errors_.empty()) return;
    std::stable_sort(errors_.begin(), errors_.end(), [](const Mistake& a, const Mistake& b) {
        return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
    });
    throw Mistakes(std::move(errors_));
}

}  // namespace shoal::scenario
