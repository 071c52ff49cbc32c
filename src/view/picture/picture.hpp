#pragma once

#include "physics/definitions.hpp"
#include "view/draw/draw_list.hpp"
#include "view/layers.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace shoal::view {

class Legend;

/// A world as a draw list, in metres, y down. Each family has its own. It only looks: a run is the same with and without.
class Picture {
public:
    Picture() = default;
    virtual ~Picture() = default;
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    /// What is shown if nothing else is said, m.
    [[nodiscard]] virtual physics::Bounds bounds() const = 0;
    [[nodiscard]] virtual double time() const = 0;  ///< s
    /// For the status line: "40 robots".
    [[nodiscard]] virtual std::string contents() const = 0;
    /// The world now, into an empty list; `pixel` is the size (m) of details that are just seen.
    virtual void draw(const Layers& layers, double pixel, DrawList& list) = 0;

    /// The middle of what has this id in logs; nothing if there is no such thing.
    [[nodiscard]] virtual std::optional<Vec2> place_of(std::int32_t) const { return std::nullopt; }
    /// Notes where things are, for their traces. Called often, between pictures too.
    virtual void note_traces() {}
    virtual void forget_traces() {}
    /// Whether there is something to say about colours, and what.
    [[nodiscard]] virtual bool has_legend(const Layers&) const { return false; }
    virtual void explain(const Layers&, Legend&) const {}
};

}  // namespace shoal::view
