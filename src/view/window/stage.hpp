#pragma once

#include "view/draw/draw_list.hpp"
#include "view/picture/picture.hpp"
#include "view/window/action.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace shoal::view {

/// Something in the world that a person can point at: a number of the family's own.
using Thing = std::uint32_t;

struct Ring {
    Vec2 middle;
    double radius = 0.0;
};

/// What a panel says of a thing. A row without a name takes the whole line.
struct Facts {
    std::string title;
    Colour colour;
    std::vector<std::pair<std::string, std::string>> rows;
};

/// Where the mouse is, and what is selected.
struct Pointing {
    Vec2 at;
    std::span<const Thing> selected;
};

/// A run as a window shows it, steps it, and lets a person take part in it. Each family has its own: what is pure is what
/// every run has, the rest is for families whose things can be pointed at and moved. Places are those of the picture.
class Stage {
public:
    Stage() = default;
    virtual ~Stage() = default;
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    [[nodiscard]] virtual Picture& picture() = 0;
    [[nodiscard]] virtual std::uint64_t tick() const = 0;  ///< ticks done
    [[nodiscard]] virtual double time_step() const = 0;    ///< s, of a tick
    [[nodiscard]] virtual bool over() const = 0;
    /// To go back to: where the run is, as bytes. `restore` may take them, and gives them back.
    virtual void save(std::vector<std::byte>& state) = 0;
    virtual void restore(std::vector<std::byte>& state) = 0;
    /// Another number when things came or went: states that were saved before cannot be restored then.
    [[nodiscard]] virtual std::uint64_t population() const { return 0; }
    /// For who reads the console.
    virtual void say(const std::string& text) = 0;
    /// Simulated seconds a second, at first.
    [[nodiscard]] virtual double speed() const { return 1.0; }

    /// The nearest thing at a place, or at most `reach` (m) beside it.
    [[nodiscard]] virtual std::optional<Thing> thing_at(Vec2, double) const { return std::nullopt; }
    /// Those that can be selected.
    [[nodiscard]] virtual std::vector<Thing> things_between(Vec2, Vec2) const { return {}; }
    [[nodiscard]] virtual bool can_be_selected(Thing) const { return true; }
    /// Around a thing; none of what is not there any more.
    [[nodiscard]] virtual std::optional<Ring> ring(Thing) const { return std::nullopt; }
    /// Somebody has selected it.
    virtual void select(Thing) {}
    [[nodiscard]] virtual Facts facts(Thing) { return {}; }

    // A hand that holds one thing: it pulls during the ticks of a run, and puts things down in a pause.
    virtual void grab(Thing, Vec2) {}
    virtual void move_hand(Vec2) {}
    virtual void turn_hand(double) {}  ///< rad
    virtual void let_go() {}
    virtual void pull() {}      ///< called before each tick
    virtual void put_down() {}  ///< at once, where the hand is

    /// Keys of the family's own; `act` is told of those that the window has no use for.
    [[nodiscard]] virtual std::span<const KeyHelp> keys() const { return {}; }
    virtual void act(Action, const Pointing&) {}
    /// Middles of things (m) and their angles (rad), for tests.
    [[nodiscard]] virtual std::vector<std::pair<Vec2, double>> poses() const { return {}; }
};

}  // namespace shoal::view
