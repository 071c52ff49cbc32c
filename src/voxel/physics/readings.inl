namespace shoal::voxel {
namespace {

constexpr float pi_f = 3.14159265F;

// Arc tangent of z in [0, 1]: turned by an eighth of π where that makes the argument smaller, then its series.
SHOAL_INLINE Floats arc_tangent(Floats z) {
    const auto large = z > 0.41421356F;  // tan π/8
    const Floats r = choose(large, (z - 1.0F) / (z + 1.0F), z);
    const Floats q = r * r;
    Floats p = 1.0F / 13.0F;
    p = p * q - 1.0F / 11.0F;
    p = p * q + 1.0F / 9.0F;
    p = p * q - 1.0F / 7.0F;
    p = p * q + 1.0F / 5.0F;
    p = p * q - 1.0F / 3.0F;
    const Floats angle = r + r * q * p;
    return choose(large, angle + 0.25F * pi_f, angle);
}

SHOAL_INLINE Floats direction(Floats y, Floats x) {
    const Floats ax = stdx::abs(x), ay = stdx::abs(y);
    const Floats most = larger(larger(ax, ay), Floats(1e-30F));
    Floats angle = arc_tangent(smaller(ax, ay) / most);
    angle = choose(ay > ax, 0.5F * pi_f - angle, angle);
    angle = choose(x < 0.0F, pi_f - angle, angle);
    return choose(y < 0.0F, -angle, angle);
}

void readings(const VoxelTile* tiles, std::size_t count, const double* bodies, const ReadingColumns& out) {
    constexpr Anchor outer[4] = {minus_plus, plus_plus, plus_minus, minus_minus};
    for (std::size_t t = 0; t < count; ++t)
        for (std::size_t at = 0; at < tile_size; at += width) {
            const VoxelTile& tile = tiles[t];
            const std::size_t row = t * tile_size + at;
            const Voxels v(tile, at, bodies, true);
            Floats x[4], y[4], px[4], py[4];
            Floats vx = 0.0F, vy = 0.0F;
            for (int k = 0; k < 4; ++k) {
                const Voxels::Arm centre = v.arm[k][middle], corner = v.arm[k][outer[k]];
                x[k] = v.x[k] + corner.x;
                y[k] = v.y[k] + corner.y;
                px[k] = v.x[k] + centre.x;
                py[k] = v.y[k] + centre.y;
                vx += v.vx[k] - v.w[k] * centre.y;
                vy += v.vy[k] + v.w[k] * centre.x;
            }
            const Floats twice_area = (x[0] - x[2]) * (y[1] - y[3]) - (x[1] - x[3]) * (y[0] - y[2]);
            store(out.area_ratio + row, stdx::abs(0.5F * twice_area) * load(tile.inv_area + at));
            store(out.angle + row,
                  0.5F * (direction(py[1] - py[0], px[1] - px[0]) + direction(py[2] - py[3], px[2] - px[3])));
            const std::uint32_t* first = tile.body[0] + at;
            store(out.velocity_x + row, gather(bodies + body_vx, first) + 0.25F * vx);
            store(out.velocity_y + row, gather(bodies + body_vy, first) + 0.25F * vy);
            alignas(64) float cx[width], cy[width];
            store(cx, 0.25F * ((px[0] + px[1]) + (px[2] + px[3])));
            store(cy, 0.25F * ((py[0] + py[1]) + (py[2] + py[3])));
            for (std::size_t lane = 0; lane < width; ++lane) {
                out.centre_x[row + lane] = bodies[body_x + first[lane]] + static_cast<double>(cx[lane]);
                out.centre_y[row + lane] = bodies[body_y + first[lane]] + static_cast<double>(cy[lane]);
            }
        }
}

}  // namespace
}  // namespace shoal::voxel
