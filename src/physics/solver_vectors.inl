// What the kernels' loops are written in: vectors of `width` floats, and the bodies of `width` rows as vectors.
// The includer defines SHOAL_ABI (of std::experimental::simd).

#include "physics/solver.hpp"

#include <experimental/simd>

#include <bit>
#include <utility>

namespace shoal::physics {
namespace {

namespace stdx = std::experimental;
using Floats = stdx::simd<float, SHOAL_ABI>;
constexpr std::size_t width = Floats::size();

#define SHOAL_INLINE inline __attribute__((always_inline))

SHOAL_INLINE Floats load(const float* p) { return Floats(p, stdx::element_aligned); }
SHOAL_INLINE void store(float* p, Floats v) { v.copy_to(p, stdx::element_aligned); }
SHOAL_INLINE Floats choose(Floats::mask_type mask, Floats yes, Floats no) {
    stdx::where(mask, no) = yes;
    return no;
}
SHOAL_INLINE Floats smaller(Floats a, Floats b) { return choose(a < b, a, b); }
SHOAL_INLINE Floats larger(Floats a, Floats b) { return choose(a > b, a, b); }

// PlanarVectors of `width` bodies.
struct Planar {
    Floats x, y, turn, inverse;
};

using Part = PlanarVector BodyMotion::*;

#ifdef SHOAL_SCALAR

SHOAL_INLINE Planar gather(const BodyMotion* motion, Part part, const std::uint32_t* slot) {
    const PlanarVector& v = motion[*slot].*part;
    return {v.x, v.y, v.turn, v.inverse};
}
SHOAL_INLINE void scatter(BodyMotion* motion, Part part, const std::uint32_t* slot, const Planar& v) {
    motion[*slot].*part = {v.x[0], v.y[0], v.turn[0], v.inverse[0]};
}

#else

// A body's vector fills a quarter of … a whole register; four registers of them are transposed in place.
template <std::size_t lanes>
struct VectorOf {
    typedef float Type __attribute__((vector_size(lanes * sizeof(float))));
};
template <std::size_t lanes>
using Vector = typename VectorOf<lanes>::Type;
using Wide = Vector<width>;

template <std::size_t lanes, std::size_t... lane>
SHOAL_INLINE Vector<lanes> join(Vector<lanes / 2> low, Vector<lanes / 2> high, std::index_sequence<lane...>) {
    return __builtin_shufflevector(low, high, lane...);
}

// Of the bodies slot[0], slot[4], slot[8] …
template <std::size_t lanes>
SHOAL_INLINE Vector<lanes> each_fourth(const BodyMotion* motion, Part part, const std::uint32_t* slot) {
    if constexpr (lanes == 4) {
        return std::bit_cast<Vector<4>>(motion[*slot].*part);
    } else {
        return join<lanes>(each_fourth<lanes / 2>(motion, part, slot),
                           each_fourth<lanes / 2>(motion, part, slot + lanes / 2),
                           std::make_index_sequence<lanes>());
    }
}

struct Quarters {
    Vector<4> of[width / 4];
};

SHOAL_INLINE void store_each_fourth(BodyMotion* motion, Part part, const std::uint32_t* slot, Wide v) {
    const auto quarters = std::bit_cast<Quarters>(v);
    for (std::size_t k = 0; k < width / 4; ++k)
        motion[slot[4 * k]].*part = std::bit_cast<PlanarVector>(quarters.of[k]);
}

// In each quarter of a register: two floats of p and two of q (4 … 7).
template <std::size_t a, std::size_t b, std::size_t c, std::size_t d, std::size_t... lane>
SHOAL_INLINE Wide mix(Wide p, Wide q, std::index_sequence<lane...>) {
    constexpr std::size_t pick[] = {a, b, c, d};
    return __builtin_shufflevector(p, q, (lane / 4 * 4 + pick[lane % 4] % 4 + pick[lane % 4] / 4 * width)...);
}

struct Four {
    Wide v0, v1, v2, v3;
};

SHOAL_INLINE Four transposed(const Four& r) {
    const auto all = std::make_index_sequence<width>();
    const Wide low01 = mix<0, 4, 1, 5>(r.v0, r.v1, all);
    const Wide low23 = mix<0, 4, 1, 5>(r.v2, r.v3, all);
    const Wide high01 = mix<2, 6, 3, 7>(r.v0, r.v1, all);
    const Wide high23 = mix<2, 6, 3, 7>(r.v2, r.v3, all);
    return {mix<0, 1, 4, 5>(low01, low23, all), mix<2, 3, 6, 7>(low01, low23, all),
            mix<0, 1, 4, 5>(high01, high23, all), mix<2, 3, 6, 7>(high01, high23, all)};
}

SHOAL_INLINE Planar gather(const BodyMotion* motion, Part part, const std::uint32_t* slot) {
    const Four v =
        transposed({each_fourth<width>(motion, part, slot), each_fourth<width>(motion, part, slot + 1),
                    each_fourth<width>(motion, part, slot + 2), each_fourth<width>(motion, part, slot + 3)});
    return {Floats(v.v0), Floats(v.v1), Floats(v.v2), Floats(v.v3)};
}

SHOAL_INLINE void scatter(BodyMotion* motion, Part part, const std::uint32_t* slot, const Planar& v) {
    const Four r = transposed({static_cast<Wide>(v.x), static_cast<Wide>(v.y), static_cast<Wide>(v.turn),
                               static_cast<Wide>(v.inverse)});
    store_each_fourth(motion, part, slot, r.v0);
    store_each_fourth(motion, part, slot + 1, r.v1);
    store_each_fourth(motion, part, slot + 2, r.v2);
    store_each_fourth(motion, part, slot + 3, r.v3);
}

#endif

}  // namespace
}  // namespace shoal::physics
