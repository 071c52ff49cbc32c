#pragma once

#include "support/scenes.hpp"

#include <box2d/box2d.h>

#include <vector>

/// The same scenes in Box2D, to compare with. Lengths there are lengths here times `scale`.
namespace shoal::scenes {

class Box2dWorld {
public:
    explicit Box2dWorld(double scale = 1.0, Vec2 gravity = {})
        : scale_(scale), world_(b2Vec2(scaled(gravity.x), scaled(gravity.y))) {
        world_.SetAllowSleeping(false);
    }

    void add_outline(const std::vector<Vec2>& corners, const Material& material) {
        std::vector<b2Vec2> points;  // there, the free side is on the right of the way
        for (auto corner = corners.rbegin(); corner != corners.rend(); ++corner)
            points.push_back(vec(*corner));
        b2ChainShape chain;
        chain.CreateLoop(points.data(), static_cast<int>(points.size()));
        const b2BodyDef def;
        add_fixture(world_.CreateBody(&def), chain, material);
    }
    b2Body* add_disc(Vec2 position, double radius, Vec2 velocity, const Material& material) {
        b2CircleShape disc;
        disc.m_radius = scaled(radius);
        b2Body* body = add_body(position, velocity, 0.0);
        add_fixture(body, disc, material);
        return body;
    }
    b2Body* add_box(Vec2 position, double width, double height, double angle, const Material& material) {
        b2PolygonShape box;
        box.SetAsBox(scaled(0.5 * width), scaled(0.5 * height));
        b2Body* body = add_body(position, {}, angle);
        add_fixture(body, box, material);
        return body;
    }
    void set_velocity(b2Body* body, Vec2 velocity) const { body->SetLinearVelocity(vec(velocity)); }
    [[nodiscard]] Vec2 position(const b2Body* body) const {
        return (1.0 / scale_) * Vec2{body->GetPosition().x, body->GetPosition().y};
    }
    [[nodiscard]] b2Vec2 vec(Vec2 v) const { return {scaled(v.x), scaled(v.y)}; }
    [[nodiscard]] b2World& world() { return world_; }
    void step(double dt) { world_.Step(static_cast<float>(dt), 8, 3); }

private:
    [[nodiscard]] float scaled(double metres) const { return static_cast<float>(metres * scale_); }
    b2Body* add_body(Vec2 position, Vec2 velocity, double angle) {
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.position = vec(position);
        def.linearVelocity = vec(velocity);
        def.angle = static_cast<float>(angle);
        return world_.CreateBody(&def);
    }
    static void add_fixture(b2Body* body, const b2Shape& shape, const Material& material) {
        b2FixtureDef def;
        def.shape = &shape;
        def.density = static_cast<float>(material.density);
        def.friction = static_cast<float>(material.friction);
        def.restitution = static_cast<float>(material.restitution);
        body->CreateFixture(&def);
    }

    double scale_;
    b2World world_;
};

}  // namespace shoal::scenes
