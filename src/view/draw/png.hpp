#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace shoal::view {

/// Writes a PNG file; its directory is made. `rgba` holds 4 bytes a pixel, by rows. The file appears when it is whole.
void write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> rgba);

}  // namespace shoal::view
