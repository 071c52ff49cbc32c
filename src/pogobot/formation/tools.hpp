#pragma once

#include "pogobot/formation/formation.hpp"
#include "pogobot/formation/discs.hpp"
#include "pogobot/formation/floor.hpp"

#include <string>
#include <vector>

namespace shoal::pogobot {

/// What every kind of formation works with.
class FormationPlan {
public:
    FormationPlan(const FormationRequest& request, std::vector<std::string>& warning_lines);

    [[nodiscard]] std::size_t count() const { return request.radii.size(); }
    /// Half the distance (m) that object `i` keeps to its like: its size or the user's wish, without margin.
    [[nodiscard]] double spacing(std::size_t i) const;
    /// Spacing with the margin that formations leave (m).
    [[nodiscard]] double radius(std::size_t i) const { return margin * spacing(i); }
    /// Distance to walls (m) with the same margin.
    [[nodiscard]] double wall_distance(std::size_t i) const { return margin * request.radii[i]; }
    /// A grid that holds the discs that were taken beforehand and fits the sizes of the objects.
    [[nodiscard]] DiscGrid taken_discs() const;
    void add_taken(DiscGrid& grid) const;
    /// Object numbers, the biggest first, else in order.
    [[nodiscard]] std::vector<std::size_t> biggest_first() const;
    /// Share of the floor that the objects with their spacing would cover.
    [[nodiscard]] double cover() const;

    static constexpr double margin = 1.01;

    const FormationRequest& request;
    Floor floor;
    std::vector<RandomStream> streams;  // by object; the first draw of each was its heading
    std::vector<double> headings;       // rad
    std::vector<std::string>& warnings;

private:
    double cell_;  // m, of grids of objects
};

/// Throws the Error that says how many objects fitted; `remedy` goes before the remedies of all formations.
[[noreturn]] void refuse(const FormationPlan& plan, std::size_t fitted, const std::string& remedy = {});

/// Moves objects that overlap or are too near to a wall. Returns how many there is room for: all, or as many
/// as were left when others had been taken out.
[[nodiscard]] std::size_t push_apart(FormationPlan& plan, std::vector<physics::Vec2>& at);

/// One function for each kind: the positions of all objects, or the Error of refuse().
[[nodiscard]] std::vector<physics::Vec2> random_formation(FormationPlan& plan);
[[nodiscard]] std::vector<physics::Vec2> near_walls_formation(FormationPlan& plan);
[[nodiscard]] std::vector<physics::Vec2> disk_formation(FormationPlan& plan);
[[nodiscard]] std::vector<physics::Vec2> lloyd_formation(FormationPlan& plan, bool power);
[[nodiscard]] std::vector<physics::Vec2> chessboard_formation(FormationPlan& plan);
/// Takes headings from the file too.
[[nodiscard]] std::vector<physics::Vec2> imported_formation(FormationPlan& plan);

}  // namespace shoal::pogobot
