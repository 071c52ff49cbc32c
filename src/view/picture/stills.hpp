#pragma once

#include "view/draw/painter.hpp"
#include "view/library.hpp"
#include "view/picture/hud.hpp"
#include "view/picture/picture.hpp"

#include <memory>
#include <string>

namespace shoal::view {

/// Still pictures of a world, all of one size and with the same layers.
class PictureStills final : public Stills {
public:
    PictureStills(std::unique_ptr<Picture> picture, const Look& look);

    void note_traces() override { picture_->note_traces(); }
    [[nodiscard]] std::span<const std::uint8_t> draw() override;
    void save(const std::string& path) override;

private:
    [[nodiscard]] Camera camera() const;

    std::unique_ptr<Picture> picture_;
    Layers layers_;
    Aim aim_;
    Font font_;
    Painter painter_{font_};
    Canvas canvas_;
    DrawList world_, hud_;
};

}  // namespace shoal::view
