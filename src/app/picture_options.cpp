#include "app/picture_options.hpp"

namespace shoal::app {

view::Look look_of(const PictureOptions& options, const scenario::Settings& settings) {
    return {view::changed(view::layers_of(settings), options.layers),
            options.size.value_or(view::Size{settings.window_width, settings.window_height}), options.aim};
}

}  // namespace shoal::app
