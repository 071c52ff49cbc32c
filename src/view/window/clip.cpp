#include "view/window/clip.hpp"

namespace shoal::view {
namespace {

constexpr double fps = 30.0;

}  // namespace

Clip::Clip(const std::string& path, const Canvas& canvas)
    : path_(path), size_{canvas.width(), canvas.height()}, video_(path, size_, fps) {}

bool Clip::fits(const Canvas& canvas) const {
    return canvas.width() == size_.width && canvas.height() == size_.height;
}

double Clip::length() const { return static_cast<double>(video_.frames()) / fps; }

void Clip::add(const Canvas& canvas, double wall) {
    if (!begin_) begin_ = wall;
    while (length() <= wall - *begin_) video_.add(canvas.bytes());
}

}  // namespace shoal::view
