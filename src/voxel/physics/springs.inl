namespace shoal::voxel {
namespace {

// The four masses of `width` voxels, relative to the body of the first: places, arms from their bodies' centres, speeds.
struct Voxels {
    struct Arm {
        Floats x, y;
    };
    Floats x[4], y[4];    // m, their bodies' centres
    Floats vx[4], vy[4];  // m/s
    Floats w[4];          // rad/s
    Arm arm[4][5];        // m, by Anchor

    SHOAL_INLINE Voxels(const VoxelTile& tile, std::size_t at, const double* bodies, bool moving) {
        const std::uint32_t* first = tile.body[0] + at;
        const Floats half = load(tile.half + at);
        for (int k = 0; k < 4; ++k) {
            const std::uint32_t* slot = tile.body[k] + at;
            x[k] = k == 0 ? Floats(0.0F) : gather_difference(bodies + body_x, slot, first);
            y[k] = k == 0 ? Floats(0.0F) : gather_difference(bodies + body_y, slot, first);
            const Floats c = gather(bodies + body_c, slot);
            const Floats s = gather(bodies + body_s, slot);
            const Floats ox = load(tile.offset_x[k] + at), oy = load(tile.offset_y[k] + at);
            const Floats mx = c * ox - s * oy, my = s * ox + c * oy;
            const Floats p = half * (c - s), q = half * (c + s);
            arm[k][middle] = {mx, my};
            arm[k][plus_plus] = {mx + p, my + q};
            arm[k][plus_minus] = {mx + q, my - p};
            arm[k][minus_minus] = {mx - p, my - q};
            arm[k][minus_plus] = {mx - q, my + p};
            if (!moving) continue;
            vx[k] = k == 0 ? Floats(0.0F) : gather_difference(bodies + body_vx, slot, first);
            vy[k] = k == 0 ? Floats(0.0F) : gather_difference(bodies + body_vy, slot, first);
            w[k] = gather(bodies + body_w, slot);
        }
    }
};

struct Forces {
    Floats x[4], y[4], torque[4];

    SHOAL_INLINE Forces() {
        for (int k = 0; k < 4; ++k) x[k] = y[k] = torque[k] = 0.0F;
    }
    SHOAL_INLINE void add(int k, Voxels::Arm arm, Floats fx, Floats fy) {
        x[k] += fx;
        y[k] += fy;
        torque[k] += arm.x * fy - arm.y * fx;
    }
    SHOAL_INLINE void add_to(const VoxelTile& tile, std::size_t at, double* bodies) const {
        const std::size_t lanes = lanes_from(at, tile.used);
        for (int k = 0; k < 4; ++k) {
            scatter_add(bodies + body_fx, tile.body[k] + at, x[k], lanes);
            scatter_add(bodies + body_fy, tile.body[k] + at, y[k], lanes);
            scatter_add(bodies + body_torque, tile.body[k] + at, torque[k], lanes);
        }
    }
};

constexpr float shortest_squared =
    0.005F * 0.005F;  // m²; below it a spring has no direction and does nothing

SHOAL_INLINE void add_spring(const VoxelTile& tile, std::size_t at, const Voxels& v, int i, Forces& forces) {
    const SpringEnds ends = spring_ends[i];
    const int a = ends.a, b = ends.b;
    const Voxels::Arm ra = v.arm[a][ends.anchor_a], rb = v.arm[b][ends.anchor_b];
    const Floats dx = (v.x[b] - v.x[a]) + (rb.x - ra.x);
    const Floats dy = (v.y[b] - v.y[a]) + (rb.y - ra.y);
    const Floats ux = (v.vx[b] - v.vx[a]) - (v.w[b] * rb.y - v.w[a] * ra.y);
    const Floats uy = (v.vy[b] - v.vy[a]) + (v.w[b] * rb.x - v.w[a] * ra.x);
    const Floats squared = dx * dx + dy * dy;
    const Floats inv = Floats(1.0F) / stdx::sqrt(squared);
    const Floats stretch = load(tile.rest[ends.kind] + at) * inv - 1.0F;
    const Floats rate = (dx * ux + dy * uy) * (inv * inv);
    Floats pull = load(tile.mass[i] + at) *
                  (load(tile.stiffness_rate + at) * stretch - load(tile.damping_rate + at) * rate);
    stdx::where(squared < shortest_squared, pull) = 0.0F;
    const Floats fx = pull * dx, fy = pull * dy;
    forces.add(b, rb, fx, fy);
    forces.add(a, ra, -fx, -fy);
}

// Each mass is pushed towards the mean of the four centres.
SHOAL_INLINE void add_push(const VoxelTile& tile, std::size_t at, const Voxels& v, Forces& forces) {
    Floats px[4], py[4];
    for (int k = 0; k < 4; ++k) {
        px[k] = v.x[k] + v.arm[k][middle].x;
        py[k] = v.y[k] + v.arm[k][middle].y;
    }
    const Floats cx = 0.25F * ((px[0] + px[1]) + (px[2] + px[3]));
    const Floats cy = 0.25F * ((py[0] + py[1]) + (py[2] + py[3]));
    const Floats push = load(tile.push + at);
    for (int k = 0; k < 4; ++k) {
        const Floats dx = cx - px[k], dy = cy - py[k];
        const Floats squared = dx * dx + dy * dy;
        Floats part = push / stdx::sqrt(squared);
        stdx::where(squared < shortest_squared, part) = 0.0F;
        forces.add(k, v.arm[k][middle], part * dx, part * dy);
    }
}

void springs(const VoxelTile* tiles, std::size_t count, double* bodies) {
    for (const VoxelTile* tile = tiles; tile != tiles + count; ++tile)
        for (std::size_t at = 0; at < tile->used; at += width) {
            const Voxels v(*tile, at, bodies, true);
            Forces forces;
#pragma GCC unroll 18
            for (int i = 0; i < springs_per_voxel; ++i) add_spring(*tile, at, v, i, forces);
            if (tile->by_force) add_push(*tile, at, v, forces);
            forces.add_to(*tile, at, bodies);
        }
}

// 1/μ = 1/m + 1/m + ((arm × n)² + (arm' × n)²) / I, the arms from the masses' own centres.
SHOAL_INLINE void set_spring_mass(VoxelTile& tile, std::size_t at, const Voxels& v, int i) {
    const SpringEnds ends = spring_ends[i];
    const int a = ends.a, b = ends.b;
    const Voxels::Arm ra = v.arm[a][ends.anchor_a], rb = v.arm[b][ends.anchor_b];
    const Floats dx = (v.x[b] - v.x[a]) + (rb.x - ra.x);
    const Floats dy = (v.y[b] - v.y[a]) + (rb.y - ra.y);
    const Floats turn_a = (ra.x - v.arm[a][middle].x) * dy - (ra.y - v.arm[a][middle].y) * dx;
    const Floats turn_b = (rb.x - v.arm[b][middle].x) * dy - (rb.y - v.arm[b][middle].y) * dx;
    const Floats squared = larger(dx * dx + dy * dy, Floats(shortest_squared));
    const Floats turns = (turn_a * turn_a + turn_b * turn_b) / squared;
    const Floats group = load(tile.present[ends.kind == parallel ? i / 4 : ends.kind + 1] + at);
    store(tile.mass[i] + at,
          group / (load(tile.inv_reduced_mass + at) + load(tile.inv_inertia + at) * turns));
}

SHOAL_INLINE void set_sides(VoxelTile& tile, std::size_t at, const Voxels& v) {
    Floats shortest = 1e30F, longest = 0.0F;
    for (int k = 0; k < 4; ++k) {
        const int l = (k + 1) % 4;
        const Floats dx = (v.x[l] - v.x[k]) + (v.arm[l][middle].x - v.arm[k][middle].x);
        const Floats dy = (v.y[l] - v.y[k]) + (v.arm[l][middle].y - v.arm[k][middle].y);
        const Floats squared = dx * dx + dy * dy;
        shortest = smaller(shortest, squared);
        longest = larger(longest, squared);
    }
    store(tile.shortest + at, stdx::sqrt(shortest));
    store(tile.longest + at, stdx::sqrt(longest));
}

void begin_step(VoxelTile* tiles, std::size_t count, const double* bodies) {
    for (VoxelTile* tile = tiles; tile != tiles + count; ++tile) {
        if (!tile->effective && !tile->roped) continue;
        for (std::size_t at = 0; at < tile->used; at += width) {
            const Voxels v(*tile, at, bodies, false);
            set_sides(*tile, at, v);
#pragma GCC unroll 18
            for (int i = 0; i < springs_per_voxel; ++i) set_spring_mass(*tile, at, v, i);
        }
    }
}

}  // namespace
}  // namespace shoal::voxel
