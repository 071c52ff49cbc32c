#pragma once

#include "pogobot/setup.hpp"
#include "view/library.hpp"
#include "view/playback/paint.hpp"
#include "view/playback/tracks.hpp"
#include "view/pogobot/picture.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shoal::view {

/// The world of a run as its log tells it, at any time: no firmware and no physics run. What is not in the log stands where
/// the scenario puts it.
class LogPlayback final : public Playback {
public:
    LogPlayback(const std::string& path, const PlaybackOptions& options);

    [[nodiscard]] double begin() const override { return tracks_.begin; }
    [[nodiscard]] double end() const override { return tracks_.end; }
    [[nodiscard]] const scenario::Settings& settings() const override {
        return setup_.model.scenario.settings;
    }
    [[nodiscard]] std::unique_ptr<Stills> stills(const Look& look) override;
    void seek(double time) override;
    [[nodiscard]] std::unique_ptr<Window> window(const Look& look, std::string& said) override;

    [[nodiscard]] Scene scene() { return {setup_.model, setup_.state, *setup_.world, nullptr, &paint_}; }

private:
    /// Of a body and its rows.
    struct Moved {
        physics::BodyId body;
        std::uint32_t robot;  // to paint, or no_robot
        std::span<const Sample> samples;
    };
    /// A membrane whose parts have no rows keeps its shape; one whose parts have no angles turns them with its outline.
    struct Skin {
        std::uint32_t object;
        std::span<const Sample> samples;  // of the whole, if parts have none
        std::vector<std::span<const Sample>> parts;
        std::vector<physics::Pose> first;  // of parts, as set up
    };

    [[nodiscard]] pogobot::Setup set_up(const record::LogReader& log, const PlaybackOptions& options) const;
    [[nodiscard]] std::span<const Sample> samples_of(std::uint32_t object, int part) const;
    void find_tracks();
    void paint_by_category();
    [[nodiscard]] Vec2 shortest(Vec2 way) const;
    [[nodiscard]] Between at(std::span<const Sample> samples, double time) const;
    void move_skin(const Skin& skin, double time);

    std::string path_;
    std::unique_ptr<record::LogReader> log_;
    Tracks tracks_;
    pogobot::Setup setup_;
    Vec2 size_;  // m, of the arena
    std::optional<RowPaint> rows_;
    Paint paint_;
    std::vector<Moved> moved_;
    std::vector<Skin> skins_;
};

}  // namespace shoal::view
