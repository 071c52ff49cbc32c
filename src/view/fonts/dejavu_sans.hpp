#pragma once

#include <cstddef>
#include <span>

namespace shoal::view {

/// The bytes of DejaVuSans.ttf, which are part of the library.
[[nodiscard]] std::span<const std::byte> dejavu_sans();

}  // namespace shoal::view
