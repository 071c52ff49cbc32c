#pragma once

#include <string>
#include <vector>

namespace shoal::scenario {

/// A corner of a polygon in the units of its file, and the line that it came from.
struct Vertex {
    double x = 0, y = 0;
    int line = 0;
};

/// A closed polygon as a file gives it: the last vertex is joined to the first.
using Outline = std::vector<Vertex>;

/// Positive when x turns towards y.
[[nodiscard]] double signed_area(const Outline& outline);

/// Makes polygons fit for walls: origin moved to the first one's minimum corner, repeated and needless
/// vertices removed, the first of positive area and the others, its holes, of negative area. Throws Error,
/// naming `file` and line, when a polygon has no area, crosses itself or another one, or is a hole outside
/// the first one or inside another hole.
void clean(std::vector<Outline>& outlines, const std::string& file);

}  // namespace shoal::scenario
