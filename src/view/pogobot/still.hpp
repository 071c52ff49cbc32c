#pragma once

#include "view/draw/painter.hpp"
#include "view/library.hpp"
#include "view/pogobot/hud.hpp"
#include "view/pogobot/picture.hpp"

#include <optional>
#include <string>

namespace shoal::view {

/// Still pictures, all of one size and with the same layers.
class PogobotStills : public Stills {
public:
    PogobotStills(const Scene& scene, const Look& look);

    void note_traces() override { picture_.note_traces(); }
    [[nodiscard]] std::span<const std::uint8_t> draw() override;
    void save(const std::string& path) override;

private:
    [[nodiscard]] Camera camera() const;

    Picture picture_;
    Layers layers_;
    Aim aim_;
    std::optional<physics::BodyId> followed_;
    Font font_;
    Painter painter_{font_};
    Canvas canvas_;
    DrawList world_, hud_;
};

}  // namespace shoal::view
