#pragma once

#include "view/draw/draw_list.hpp"
#include "view/draw/font.hpp"

#include <functional>
#include <string>

namespace shoal::view {

/// What colours mean: entries from right to left along a line, as far as there is room.
class Legend {
public:
    /// From `right` back to `left` at height `y`, px.
    Legend(double left, double right, double y, Font& font, DrawList& list)
        : font_(font), list_(list), left_(left), x_(right), y_(y) {}

    void disc(const std::string& words, Colour colour);
    void line(const std::string& words, Colour colour);
    /// A bar of colours between two values; `colour` of 0 … 1.
    void ramp(const std::string& from, const std::string& to, const std::function<Colour(double)>& colour);

private:
    bool text(const std::string& words, double before);

    Font& font_;
    DrawList& list_;
    double left_, x_, y_;
};

}  // namespace shoal::view
