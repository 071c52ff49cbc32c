#include "scenario/key.hpp"

namespace shoal::scenario {
namespace {

using enum ObjectType;

constexpr unsigned static_lights = bit(static_light);
constexpr unsigned rotating_rays = bit(rotating_ray_of_light);
constexpr unsigned alternating_rays = bit(alternating_rays_of_light);
constexpr unsigned rays = rotating_rays | alternating_rays;
constexpr unsigned lights = static_lights | rays;
constexpr unsigned membranes = bit(membrane) | bit(rectmembrane);
constexpr unsigned physical =
    bit(pogobot) | bit(pogobject) | bit(pogowall) | bit(active_object) | bit(passive_object) | membranes;
constexpr unsigned robot_like = physical & ~bit(passive_object);
constexpr unsigned coloured = bit(passive_object) | bit(active_object) | membranes;

}  // namespace

bool is_light(ObjectType type) { return (bit(type) & lights) != 0; }
bool is_robot_like(ObjectType type) { return (bit(type) & robot_like) != 0; }

// Name, member, [unit, range,] help [, what holds when absent]. Defaults are the initial values of the
// members.
const std::vector<Section<ObjectGroup>>& object_keys() {
    using O = ObjectGroup;
    using namespace unit;
    static const std::vector<Section<O>> sections = {
        {"All objects",
         every_type,
         {
             {"type", &O::type, "What the objects of this category are.", required},
             {"nb", &O::nb, none, between(0, 10'000'000), "How many there are."},
             {"geometry", &O::geometry, "Shape of the body, or region that a light shines on.", required},
             {"radius", &O::radius, mm, above(0), "Radius of a disk."},
             {"body_width", &O::body_width, mm, above(0), "Extent of a rectangle along its own x."},
             {"body_height", &O::body_height, mm, above(0), "Extent of a rectangle along its own y."},
             {"side_length", &O::side_length, mm, above(0), "Side of an equilateral triangle."},
             {"x", &O::x, mm, any, "Fixed position of the centre, with y.",
              otherwise("placed by the formation; lights 0")},
             {"y", &O::y, mm, any, "Fixed position of the centre, with x.",
              otherwise("placed by the formation; lights 0")},
         }},
        {"Physical objects",
         physical,
         {
             {"theta", &O::theta, rad, any, "Heading of an object with a fixed position.", otherwise("0")},
             {"body_linear_damping", &O::body_linear_damping, per_s, at_least(0),
              "Rate at which speed decays."},
             {"body_angular_damping", &O::body_angular_damping, per_s, at_least(0),
              "Rate at which turning decays."},
             {"body_density", &O::body_density, kg_per_dm2, above(0), "Mass for each square of 100 mm."},
             {"body_friction", &O::body_friction, none, at_least(0), "Friction of contacts."},
             {"body_restitution", &O::body_restitution, none, between(0, 1),
              "Bounce of contacts: 0 none, 1 elastic."},
         }},
        {"Objects drawn in colours",
         coloured,
         {
             {"colormap", &O::colormap, "Colours of the objects of this category."},
         }},
        {"Robot-like objects",
         robot_like,
         {
             {"communication_radius", &O::communication_radius, mm, at_least(0),
              "Range of messages, from emitter to the other's border."},
             {"msg_success_rate", &O::msg_success_rate, "Probability that a message arrives.",
              otherwise("type: realistic")},
             {"temporal_noise_stddev", &O::temporal_noise_stddev, us, at_least(0),
              "Bound of the constant clock drift, for each step."},
             {"max_linear_speed", &O::max_linear_speed, mm_per_s, at_least(0),
              "Forward speed at full power."},
             {"max_angular_speed", &O::max_angular_speed, rad_per_s, at_least(0),
              "Turning speed at full power."},
             {"linear_noise_stddev", &O::linear_noise_stddev, dm_per_s, at_least(0),
              "Noise of the forward speed (1 is 100 mm/s)."},
             {"angular_noise_stddev", &O::angular_noise_stddev, rad_per_s, at_least(0),
              "Noise of the turning speed."},
             {"angular_systematic_bias_domain", &O::angular_systematic_bias_domain, motor, any,
              "Least and greatest difference between the motors of a robot."},
             {"photosensors_systematic_bias_domain", &O::photosensors_systematic_bias_domain, level, any,
              "Least and greatest offset of a photosensor."},
             {"photosensors_noise_stddev", &O::photosensors_noise_stddev, level, at_least(0),
              "Noise of the photosensors."},
             {"rotate_LEDs_45_deg", &O::rotate_LEDs_45_deg, "Draw lateral LEDs 45° further left."},
         }},
        {"Pogobots",
         bit(pogobot),
         {
             {"traction", &O::traction, m_per_s2, above(0).or_infinite(),
              "Greatest acceleration that the drive can give."},
         }},
        {"Membranes",
         membranes,
         {
             {"num_dots", &O::num_dots, none, between(3, 100'000), "Dots along the outline."},
             {"dot_radius", &O::dot_radius, mm, above(0), "Radius of a dot."},
             {"cross_span", &O::cross_span, none, at_least(0),
              "Each dot is also joined to the one this much further; 0 or 1 for none."},
             {"stiffness", &O::stiffness, hz, at_least(0), "Frequency of the springs between dots."},
             {"serialize_dot_pose", &O::serialize_dot_pose, "Write a row for each dot."},
         }},
        {"Rectangle membranes",
         bit(rectmembrane),
         {
             {"rect_thickness", &O::rect_thickness, mm, above(0), "Thickness of the rectangles.",
              otherwise("dot_radius")},
         }},
        {"Lights",
         lights,
         {
             {"value", &O::value, level, any, "Level of the light."},
         }},
        {"Static lights",
         static_lights,
         {
             {"light_mode", &O::light_mode,
              "The same everywhere, falling off around the centre, or along a direction."},
             {"edge_value", &O::edge_value, level, any, "Level at the far end of a gradient or plane."},
             {"gradient_radius", &O::gradient_radius, mm, any,
              "Distance at which a gradient ends; 0 or less for the farthest point."},
             {"plane_angle", &O::plane_angle, rad, any,
              "Direction in which a plane goes from value to edge_value."},
             {"plane_half_span", &O::plane_half_span, mm, above(0),
              "Half the distance from value to edge_value."},
             {"photo_start_value", &O::photo_start_value, level, any, "Level of the photo-start pulse."},
         }},
        {"Static lights and rotating rays",
         static_lights | rotating_rays,
         {
             {"photo_start_at", &O::photo_start_at, s, any,
              "Start of the photo-start pulse; negative for none."},
             {"photo_start_duration", &O::photo_start_duration, s, at_least(0),
              "Duration of the photo-start pulse."},
         }},
        {"Rays",
         rays,
         {
             {"ray_half_width", &O::ray_half_width, rad, above(0), "Half the opening of the beam."},
             {"angular_speed", &O::angular_speed, rad_per_s, any,
              "Turning speed of the beam, clockwise on screen."},
             {"white_frame_value", &O::white_frame_value, level, any, "Level of the floods."},
         }},
        {"Rotating rays",
         rotating_rays,
         {
             {"white_frame_duration", &O::white_frame_duration, s, at_least(0),
              "Flood before each turn; 0 for none."},
         }},
        {"Alternating rays",
         alternating_rays,
         {
             {"long_white_frame_duration", &O::long_white_frame_duration, s, at_least(0),
              "Flood before the left beam."},
             {"short_white_frame_duration", &O::short_white_frame_duration, s, at_least(0),
              "Flood before the right beam."},
         }},
    };
    return sections;
}

const std::vector<Section<MsgSuccessRate>>& msg_success_rate_keys() {
    using M = MsgSuccessRate;
    using unit::none;
    static const std::vector<Section<M>> sections = {
        {"Message success",
         every_type,
         {
             {"type", &M::type,
              "A constant rate, a law with your own coefficients, the law as measured, or packets that take "
              "time "
              "and collide."},
             {"rate", &M::rate, none, between(0, 1), "Probability of type static.", otherwise("0.9")},
             {"alpha", &M::alpha, none, at_least(0), "Factor of the law, or what its sum begins with.",
              otherwise("1.03215183, or 4e-06 in the law of four parameters")},
             {"beta", &M::beta, none, any, "Factor of the crowd, or exponent of the message size.",
              otherwise("0.00073859, or 2.8096 in the law of four parameters")},
             {"gamma", &M::gamma, none, any, "Exponent of the sending probability.",
              otherwise("3.14782227, or 2.3807 in the law of four parameters")},
             {"delta", &M::delta, none, any, "Exponent of the number of neighbours.",
              otherwise("3.52543753, or 1.2457 in the law of four parameters")},
             {"zeta", &M::zeta, none, any,
              "Growth with each byte of the message; asks for the law of six parameters.",
              otherwise("0.05720136")},
             {"theta", &M::theta, none, at_least(0),
              "Factor of neighbours that send; asks for the law of six parameters.", otherwise("0.001")},
         }},
    };
    return sections;
}

}  // namespace shoal::scenario
