#pragma once

#include "record/log_reader.hpp"
#include "view/draw/colour.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace shoal::view {

/// What robots are painted with where their LEDs are not known, and what the colours mean.
struct Paint {
    std::vector<Colour> heads;  // by robot
    std::vector<std::pair<std::string, Colour>> legend;
};

/// Colours of the rows of a log.
class RowPaint {
public:
    /// By a column: a colour each for up to 12 different values, or else from the least to the greatest; without a name by
    /// the columns led_r, led_g and led_b, which are the head's LED. Throws Error for a column that there is not.
    RowPaint(const record::LogReader& log, const std::string& column);

    /// Whether the log has the colours of the LEDs.
    [[nodiscard]] static bool has_leds(const record::LogReader& log);

    [[nodiscard]] Colour of(std::uint32_t row) const { return colours_[row]; }
    [[nodiscard]] const auto& legend() const { return legend_; }

private:
    void paint_texts(const record::Texts& texts);
    void paint_numbers(const std::string& name, const std::vector<double>& values);
    void paint_leds(const record::LogReader& log);

    std::vector<Colour> colours_;  // by row
    std::vector<std::pair<std::string, Colour>> legend_;
};

}  // namespace shoal::view
