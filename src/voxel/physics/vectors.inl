namespace shoal::voxel {
namespace {

namespace stdx = std::experimental;
template <class T>
using Vector = stdx::simd<T, SHOAL_ABI(T)>;
using Floats = Vector<float>;
using Doubles = Vector<double>;
constexpr std::size_t width = Floats::size();
static_assert(tile_size % width == 0);

SHOAL_INLINE Floats load(const float* p) { return Floats(p, stdx::vector_aligned); }
SHOAL_INLINE void store(float* p, Floats v) { v.copy_to(p, stdx::vector_aligned); }
SHOAL_INLINE Doubles load(const double* p) { return Doubles(p, stdx::vector_aligned); }
SHOAL_INLINE void store(double* p, Doubles v) { v.copy_to(p, stdx::vector_aligned); }

template <class V>
SHOAL_INLINE V choose(typename V::mask_type mask, V yes, V no) {
    stdx::where(mask, no) = yes;
    return no;
}
template <class V>
SHOAL_INLINE V smaller(V a, V b) {
    return choose(a < b, a, b);
}
template <class V>
SHOAL_INLINE V larger(V a, V b) {
    return choose(a > b, a, b);
}

// One value of the body in each lane.
SHOAL_INLINE Floats gather(const double* field, const std::uint32_t* slot) {
    return Floats([&](auto lane) { return static_cast<float>(field[slot[lane]]); });
}
// The same, less that of another body: differences are taken before they are rounded.
SHOAL_INLINE Floats gather_difference(const double* field, const std::uint32_t* slot,
                                      const std::uint32_t* from) {
    return Floats([&](auto lane) { return static_cast<float>(field[slot[lane]] - field[from[lane]]); });
}
// Adds to the bodies of the first lanes, lane by lane: some may have the same one.
SHOAL_INLINE void scatter_add(double* field, const std::uint32_t* slot, Floats v, std::size_t lanes) {
    alignas(64) float values[width];
    store(values, v);
    for (std::size_t lane = 0; lane < lanes; ++lane) field[slot[lane]] += static_cast<double>(values[lane]);
}
SHOAL_INLINE std::size_t lanes_from(std::size_t at, std::size_t used) {
    return used - at < width ? used - at : width;
}

}  // namespace
}  // namespace shoal::voxel
