#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace shoal::scenario {

enum class ObjectType {
    pogobot,
    pogobject,
    pogowall,
    membrane,
    rectmembrane,
    active_object,
    passive_object,
    static_light,
    rotating_ray_of_light,
    alternating_rays_of_light,
};
enum class Geometry { disk, rectangle, triangle, arena, global };
enum class MsgSuccessLaw { fixed, dynamic, realistic, physical };
enum class LightMode { uniform, gradient, plane };
enum class Colormap { rainbow, qualitative };
enum class Locomotion { ideal, wheels, tpu_brush, nylon_brush };
enum class Battery { constant, model };

/// `msg_success_rate`: the probability that a message arrives. Coefficients that were not written are absent.
struct MsgSuccessRate {
    MsgSuccessLaw type = MsgSuccessLaw::realistic;  // `static` in the file is `fixed` here
    std::optional<double> rate;
    std::optional<double> alpha, beta, gamma, delta;
    std::optional<double> zeta, theta;  // only the law of six parameters has them
};

/// Both ends belong to the domain.
struct IntDomain {
    int low = 0, high = 0;
};

/// One category under `objects`: its keys under their own names, in SI units. The initial values are the
/// defaults; the types that a key applies to, ranges, file units and help are in object_keys.cpp.
struct ObjectGroup {
    std::string category;  // key under `objects`
    ObjectType type = ObjectType::pogobot;
    int nb = 1;
    Geometry geometry = Geometry::disk;
    double radius = 0.01;         // m
    double body_width = 0.01;     // m
    double body_height = 0.01;    // m
    double side_length = 0.01;    // m
    std::optional<double> x, y;   // m; lights always have both
    std::optional<double> theta;  // rad

    double body_linear_damping = 0;   // 1/s
    double body_angular_damping = 0;  // 1/s
    double body_density = 1000;       // kg/m²
    double body_friction = 0.3;
    double body_restitution = 0.5;
    Colormap colormap = Colormap::rainbow;

    double communication_radius = 0.08;  // m
    MsgSuccessRate msg_success_rate;
    double temporal_noise_stddev = 0;               // s per step
    double max_linear_speed = 0.1;                  // m/s
    double max_angular_speed = 1.0;                 // rad/s
    double linear_noise_stddev = 0;                 // m/s
    double angular_noise_stddev = 0;                // rad/s
    IntDomain angular_systematic_bias_domain;       // motor units
    IntDomain photosensors_systematic_bias_domain;  // light levels
    double photosensors_noise_stddev = 0;           // light levels
    bool rotate_LEDs_45_deg = true;
    bool imu_gravity = false;
    double imu_acceleration_noise_stddev = 0;  // m/s²
    double imu_acceleration_bias_stddev = 0;   // m/s²
    double imu_gyro_noise_stddev = 0;          // rad/s
    double imu_gyro_bias_stddev = 0;           // rad/s
    Battery battery = Battery::constant;
    Locomotion locomotion = Locomotion::ideal;
    bool calibrated = true;
    double traction = 10;  // m/s²

    int num_dots = 100;
    double dot_radius = 0.01;  // m
    int cross_span = 3;
    double stiffness = 30;  // Hz
    bool serialize_dot_pose = false;
    std::optional<double> rect_thickness;  // m; dot_radius when absent

    std::int16_t value = 10;                    // light levels, as the other *_value
    LightMode light_mode = LightMode::uniform;  // `static` in the file is `uniform` here
    std::int16_t edge_value = 0;
    double gradient_radius = -0.001;  // m
    double plane_angle = 0;           // rad
    double plane_half_span = 1;       // m
    double photo_start_at = -1;       // s
    double photo_start_duration = 1;  // s
    std::int16_t photo_start_value = 32767;
    double ray_half_width = 0.1;         // rad
    double angular_speed = 3;            // rad/s
    double white_frame_duration = 0.03;  // s
    std::int16_t white_frame_value = 32767;
    double long_white_frame_duration = 1;      // s
    double short_white_frame_duration = 0.03;  // s
};

/// Lights have no body.
[[nodiscard]] bool is_light(ObjectType type);
/// Objects that run a controller: everything but lights and passive objects.
[[nodiscard]] bool is_robot_like(ObjectType type);

}  // namespace shoal::scenario
