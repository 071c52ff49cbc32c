#include "app/filming.hpp"

#include "base/error.hpp"
#include "pogobot/clock.hpp"

#include <fmt/format.h>

namespace shoal::app {

std::unique_ptr<Filming> Filming::begin(const VideoOptions& options, view::Size size, double end,
                                        record::Console& console) {
    if (options.file.empty()) return nullptr;
    const view::Shot shot{options.from, std::min(end, options.to.value_or(end)), options.speed, options.fps};
    if (shot.frames() == 0)
        throw Error({{},
                     "--video",
                     fmt::format("{:g} s to {:g} s", shot.from, shot.to),
                     "a range of time that lasts a frame or more",
                     "there is nothing to film"});
    return std::make_unique<Filming>(options.file, shot, size, console);
}

Filming::Filming(const std::string& path, const view::Shot& shot, view::Size size, record::Console& console)
    : shot_(shot), console_(console), path_(path),
      video_(std::make_unique<view::Video>(path, size, shot.fps)) {}

bool Filming::is_due(double time) const {
    return video_ != nullptr && video_->frames() < shot_.frames() &&
           shot_.time_of(video_->frames()) <= time + pogobot::instant_rounding;
}

void Filming::look(view::Stills& stills, double time) {
    if (!is_due(time)) return;
    const auto picture = stills.draw();
    try_to([&] {
        while (is_due(time)) video_->add(picture);
    });
}

void Filming::finish(view::Stills& stills, double time, double time_step) {
    look(stills, time + time_step - 2.0 * pogobot::instant_rounding);
    if (!video_) return;
    try_to([&] {
        video_->finish();
        console_.info(fmt::format("video: {} ({} frames, {:g} s)", path_, video_->frames(),
                                  static_cast<double>(video_->frames()) / shot_.fps));
    });
}

template <class Act>
void Filming::try_to(const Act& act) {
    try {
        act();
    } catch (const std::exception& error) {
        console_.error(error.what());
        failed_ = true;
        video_.reset();
    }
}

}  // namespace shoal::app
