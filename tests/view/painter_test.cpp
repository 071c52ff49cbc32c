#include "view/draw/painter.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace shoal::view;

namespace {

constexpr Colour white{255, 255, 255};
constexpr Colour black{0, 0, 0};

class PainterTest : public testing::Test {
protected:
    double painted(const Camera& camera = {}) {
        canvas.clear(white);
        painter.paint(list, camera, canvas);
        double sum = 0.0;
        for (std::size_t i = 0; i < canvas.bytes().size(); i += 4) sum += (255 - canvas.bytes()[i]) / 255.0;
        return sum;
    }

    Font font;
    Painter painter{font};
    Canvas canvas{200, 200};
    DrawList list;
};

}  // namespace

TEST_F(PainterTest, LinesAreAsWideAsTheyShouldBe) {
    const Vec2 ends[] = {{20.0, 30.0}, {160.0, 110.0}};
    list.line(Layer::notes, ends, {3.0, 1.0}, black);
    EXPECT_NEAR(painted(), 3.0 * std::hypot(140.0, 80.0), 5.0);
}

TEST_F(PainterTest, LinesAreNeverThinnerThanTheirLeastWidth) {
    const Vec2 ends[] = {{2.0, 3.0}, {16.0, 11.0}};
    list.line(Layer::notes, ends, {0.01, 2.0}, black);
    EXPECT_NEAR(painted({10.0, {}}), 2.0 * std::hypot(140.0, 80.0), 5.0);
}

TEST_F(PainterTest, BendsAreAsDarkAsTheRest) {
    std::vector<Vec2> circle;
    for (int i = 0; i < 60; ++i)
        circle.push_back(
            {100.0 + 80.0 * std::cos(i * 0.104719755), 100.0 + 80.0 * std::sin(i * 0.104719755)});
    list.line(Layer::notes, circle, {4.0, 1.0}, {0, 0, 0, 128}, true);
    EXPECT_NEAR(painted(), 0.5 * 4.0 * 2.0 * 3.14159265 * 80.0, 12.0);
}

TEST_F(PainterTest, LaterLayersHideEarlierOnes) {
    list.disc(Layer::robots, {{100.0, 100.0}, 20.0, black, black, {}});
    list.box(Layer::floor, {50.0, 50.0}, {150.0, 150.0}, {255, 0, 0});
    EXPECT_GT(painted(), 0.0);
    EXPECT_EQ(canvas.bytes()[4 * (100 * 200 + 100)], 0);
    EXPECT_EQ(canvas.bytes()[4 * (60 * 200 + 60)], 255);
}

TEST_F(PainterTest, CamerasZoomAboutAPoint) {
    const Camera camera = fitting({{0.0, 0.0}, {2.0, 1.0}}, {200.0, 200.0}, 10.0);
    EXPECT_DOUBLE_EQ(camera.scale, 90.0);
    EXPECT_EQ(camera.to_pixels({1.0, 0.5}), (Vec2{100.0, 100.0}));
    const Vec2 fixed{37.0, 81.0};
    const Vec2 under = camera.to_world(fixed);
    const Camera closer = camera.zoomed(2.5, fixed);
    EXPECT_DOUBLE_EQ(closer.scale, 225.0);
    EXPECT_NEAR(closer.to_pixels(under).x, fixed.x, 1e-9);
    EXPECT_NEAR(closer.to_pixels(under).y, fixed.y, 1e-9);
}
