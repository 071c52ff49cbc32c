namespace shoal::voxel {
namespace {

constexpr int ground_passes = 6;
constexpr float bounce_speed = 1.0F;    // m/s; slower contacts do not bounce
constexpr float allowed_depth = 5e-4F;  // m
constexpr float lift_share = 0.2F;      // of what is deeper, in a sub-step

// `width` bodies that may touch the ground.
struct Touching {
    const std::uint32_t* slot;
    Floats moved_x, moved_y, c, s;

    SHOAL_INLINE Touching(const GroundTile& tile, std::size_t at, const double* bodies)
        : slot(tile.body + at) {
        moved_x =
            Floats([&](auto i) { return static_cast<float>(bodies[body_x + slot[i]] - tile.x0[at + i]); });
        moved_y =
            Floats([&](auto i) { return static_cast<float>(bodies[body_y + slot[i]] - tile.y0[at + i]); });
        c = gather(bodies + body_c, slot);
        s = gather(bodies + body_s, slot);
    }
    SHOAL_INLINE Floats arm_x(const GroundTile::Points& p, std::size_t at) const {
        return c * load(p.ax + at) - s * load(p.ay + at);
    }
    SHOAL_INLINE Floats arm_y(const GroundTile::Points& p, std::size_t at) const {
        return s * load(p.ax + at) + c * load(p.ay + at);
    }
    SHOAL_INLINE Floats gap(const GroundTile::Points& p, std::size_t at, Floats rx, Floats ry) const {
        return load(p.gap + at) + load(p.nx + at) * (moved_x + (rx - load(p.r0x + at))) +
               load(p.ny + at) * (moved_y + (ry - load(p.r0y + at)));
    }
};

// One point of each body, and the impulses that it has had in this sub-step.
struct TouchPoint {
    Floats rx, ry, nx, ny, friction;
    Floats turn_n, turn_t;  // arm × normal, arm × tangent
    Floats mass_n, mass_t;  // kg; 0 where there is no point
    Floats least;           // m/s, of the normal speed
    Floats normal = 0.0F, tangent = 0.0F;
};

SHOAL_INLINE void touch(GroundTile& tile, std::size_t at, double* bodies, float h) {
    const Touching t(tile, at, bodies);
    const std::size_t lanes = lanes_from(at, tile.bodies);
    const Floats inv_mass = gather(bodies + body_inv_mass, t.slot);
    const Floats inv_inertia = gather(bodies + body_inv_inertia, t.slot);
    Floats vx = gather(bodies + body_vx, t.slot), vy = gather(bodies + body_vy, t.slot);
    Floats w = gather(bodies + body_w, t.slot);
    const Floats vx0 = vx, vy0 = vy, w0 = w;
    TouchPoint points[GroundTile::most_points];
    for (int i = 0; i < tile.used; ++i) {
        const GroundTile::Points& from = tile.points[i];
        TouchPoint& p = points[i];
        p.rx = t.arm_x(from, at);
        p.ry = t.arm_y(from, at);
        p.nx = load(from.nx + at);
        p.ny = load(from.ny + at);
        p.friction = load(from.friction + at);
        p.turn_n = p.rx * p.ny - p.ry * p.nx;
        p.turn_t = p.rx * p.nx + p.ry * p.ny;  // the tangent is (−ny, nx)
        const Floats on = load(from.on + at);
        const Floats inv_n = inv_mass + inv_inertia * p.turn_n * p.turn_n;
        const Floats inv_t = inv_mass + inv_inertia * p.turn_t * p.turn_t;
        p.mass_n = choose(inv_n > 0.0F, on / inv_n, Floats(0.0F));
        p.mass_t = choose(inv_t > 0.0F, on / inv_t, Floats(0.0F));
        // A gap may close in this sub-step and no more; who comes fast bounces.
        const Floats gap = t.gap(from, at, p.rx, p.ry);
        const Floats speed = (vx * p.nx + vy * p.ny) + w * p.turn_n;
        const Floats closing = larger(gap, Floats(0.0F)) * (-1.0F / h);
        const Floats bounce = -load(from.restitution + at) * speed;
        p.least = choose(speed < -bounce_speed && speed < closing, larger(bounce, closing), closing);
    }
    for (int i = 0; i < tile.used; ++i) {  // with the impulses of the last sub-step
        TouchPoint& p = points[i];
        p.normal = load(tile.points[i].normal_impulse + at);
        p.tangent = load(tile.points[i].tangent_impulse + at);
        vx += inv_mass * (p.normal * p.nx - p.tangent * p.ny);
        vy += inv_mass * (p.normal * p.ny + p.tangent * p.nx);
        w += inv_inertia * (p.normal * p.turn_n + p.tangent * p.turn_t);
    }
    for (int pass = 0; pass < ground_passes; ++pass)
        for (int i = 0; i < tile.used; ++i) {
            TouchPoint& p = points[i];
            const Floats slip = (vy * p.nx - vx * p.ny) + w * p.turn_t;
            const Floats most = p.friction * p.normal;
            const Floats tangent = larger(smaller(p.tangent - p.mass_t * slip, most), -most);
            const Floats dt = tangent - p.tangent;
            p.tangent = tangent;
            vx -= inv_mass * dt * p.ny;
            vy += inv_mass * dt * p.nx;
            w += inv_inertia * dt * p.turn_t;
            const Floats speed = (vx * p.nx + vy * p.ny) + w * p.turn_n;
            const Floats normal = larger(p.normal + p.mass_n * (p.least - speed), Floats(0.0F));
            const Floats dn = normal - p.normal;
            p.normal = normal;
            vx += inv_mass * dn * p.nx;
            vy += inv_mass * dn * p.ny;
            w += inv_inertia * dn * p.turn_n;
        }
    for (int i = 0; i < tile.used; ++i) {
        store(tile.points[i].normal_impulse + at, points[i].normal);
        store(tile.points[i].tangent_impulse + at, points[i].tangent);
    }
    scatter_add(bodies + body_vx, t.slot, vx - vx0, lanes);
    scatter_add(bodies + body_vy, t.slot, vy - vy0, lanes);
    scatter_add(bodies + body_w, t.slot, w - w0, lanes);
}

void touch_ground(GroundTile* tiles, std::size_t count, double* bodies, const SubstepConstants& k) {
    for (GroundTile* tile = tiles; tile != tiles + count; ++tile)
        for (std::size_t at = 0; at < tile->bodies; at += width)
            touch(*tile, at, bodies, static_cast<float>(k.h));
}

void leave_ground(GroundTile* tiles, std::size_t count, double* bodies) {
    for (GroundTile* tile = tiles; tile != tiles + count; ++tile)
        for (std::size_t at = 0; at < tile->bodies; at += width) {
            Touching t(*tile, at, bodies);
            const std::size_t lanes = lanes_from(at, tile->bodies);
            const Floats moves =
                choose(gather(bodies + body_inv_mass, t.slot) > 0.0F, Floats(1.0F), Floats(0.0F));
            const Floats from_x = t.moved_x, from_y = t.moved_y;
            for (int i = 0; i < tile->used; ++i) {
                GroundTile::Points& p = tile->points[i];
                const Floats gap = t.gap(p, at, t.arm_x(p, at), t.arm_y(p, at));
                const Floats lift =
                    moves * load(p.on + at) * lift_share * larger(-allowed_depth - gap, Floats(0.0F));
                t.moved_x += lift * load(p.nx + at);
                t.moved_y += lift * load(p.ny + at);
                store(p.gap_now + at, gap + lift);
            }
            scatter_add(bodies + body_x, t.slot, t.moved_x - from_x, lanes);
            scatter_add(bodies + body_y, t.slot, t.moved_y - from_y, lanes);
        }
}

}  // namespace
}  // namespace shoal::voxel
