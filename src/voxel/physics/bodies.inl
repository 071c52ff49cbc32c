namespace shoal::voxel {
namespace {

void integrate_velocities(BodyTile* tiles, std::size_t count, const SubstepConstants& k) {
    const Doubles h = k.h, none = 0.0;
    for (BodyTile* tile = tiles; tile != tiles + count; ++tile)
        for (std::size_t i = 0; i < tile_size; i += Doubles::size()) {
            const Doubles inv_mass = load(tile->inv_mass + i);
            const auto moves = inv_mass > 0.0;
            const Doubles ax = choose(moves, load(tile->fx + i) * inv_mass + k.gravity_x, none);
            const Doubles ay = choose(moves, load(tile->fy + i) * inv_mass + k.gravity_y, none);
            const Doubles kept = load(tile->keep_linear + i);
            store(tile->vx + i, (load(tile->vx + i) + h * ax) * kept);
            store(tile->vy + i, (load(tile->vy + i) + h * ay) * kept);
            store(tile->w + i,
                  (load(tile->w + i) + h * (load(tile->torque + i) * load(tile->inv_inertia + i))) *
                      load(tile->keep_angular + i));
            store(tile->fx + i, none);
            store(tile->fy + i, none);
            store(tile->torque + i, none);
        }
}

SHOAL_INLINE Doubles clamp(Doubles v, Doubles most) { return larger(smaller(v, most), -most); }

// Cosine and sine turn with the body by the first terms of their series; the end of a step takes them from the angle again.
void move(BodyTile* tiles, std::size_t count, const SubstepConstants& k) {
    const Doubles h = k.h;
    for (BodyTile* tile = tiles; tile != tiles + count; ++tile)
        for (std::size_t i = 0; i < tile_size; i += Doubles::size()) {
            const Doubles vx = clamp(load(tile->vx + i), k.max_speed);
            const Doubles vy = clamp(load(tile->vy + i), k.max_speed);
            const Doubles w = clamp(load(tile->w + i), k.max_turn);
            store(tile->vx + i, vx);
            store(tile->vy + i, vy);
            store(tile->w + i, w);
            store(tile->x + i, load(tile->x + i) + h * vx);
            store(tile->y + i, load(tile->y + i) + h * vy);
            const Doubles turn = h * w, squared = turn * turn;
            store(tile->angle + i, load(tile->angle + i) + turn);
            const Doubles dc = 1.0 - squared * (0.5 - squared * (1.0 / 24.0 - squared * (1.0 / 720.0)));
            const Doubles ds = turn * (1.0 - squared * (1.0 / 6.0 - squared * (1.0 / 120.0)));
            const Doubles c = load(tile->c + i), s = load(tile->s + i);
            store(tile->c + i, c * dc - s * ds);
            store(tile->s + i, s * dc + c * ds);
        }
}

}  // namespace
}  // namespace shoal::voxel
