#include "view/draw/canvas.hpp"

#include "base/math.hpp"
#include "view/draw/font.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace shoal;
using namespace shoal::view;
using physics::Vec2;

namespace {

constexpr Colour white{255, 255, 255};
constexpr Colour black{0, 0, 0};

/// How much of a white canvas has been painted black, in pixels.
double painted(const Canvas& canvas) {
    double sum = 0.0;
    for (std::size_t i = 0; i < canvas.bytes().size(); i += 4) sum += (255 - canvas.bytes()[i]) / 255.0;
    return sum;
}

Colour pixel(const Canvas& canvas, int x, int y) {
    const auto* p = &canvas.bytes()[4 * static_cast<std::size_t>(y * canvas.width() + x)];
    return {p[0], p[1], p[2], p[3]};
}

void fill(Canvas& canvas, const std::vector<Vec2>& corners, Colour colour) {
    Vec2 min = corners[0];
    Vec2 max = corners[0];
    for (const Vec2 c : corners) {
        min = {std::min(min.x, c.x), std::min(min.y, c.y)};
        max = {std::max(max.x, c.x), std::max(max.y, c.y)};
    }
    canvas.begin_region(min, max);
    for (std::size_t i = 0; i < corners.size(); ++i)
        canvas.side(corners[i], corners[(i + 1) % corners.size()]);
    canvas.end_region(colour);
}

class CanvasTest : public testing::Test {
protected:
    CanvasTest() { canvas.clear(white); }
    Canvas canvas{100, 80};
};

}  // namespace

TEST_F(CanvasTest, DiscsCoverTheirArea) {
    for (const double radius : {2.0, 3.7, 10.0, 25.3}) {
        canvas.clear(white);
        canvas.disc({50.3, 40.8}, radius, black, black, 0.0);
        EXPECT_NEAR(painted(canvas), math::pi * radius * radius, 0.02 * radius * radius + 0.3) << radius;
    }
}

TEST_F(CanvasTest, DiscsReachAsFarAsTheirRadiusAndNoFurther) {
    canvas.disc({50.0, 40.0}, 10.0, black, black, 0.0);
    EXPECT_EQ(pixel(canvas, 40, 40), (Colour{pixel(canvas, 59, 40)}));  // mirror images
    EXPECT_LT(pixel(canvas, 40, 40).r, 20);
    EXPECT_EQ(pixel(canvas, 39, 40), white);
    EXPECT_EQ(pixel(canvas, 60, 40), white);
}

TEST_F(CanvasTest, RimsLieInside) {
    constexpr Colour red{255, 0, 0};
    canvas.disc({50.0, 40.0}, 20.0, red, black, 4.0);
    EXPECT_EQ(pixel(canvas, 50, 40), red);
    EXPECT_EQ(pixel(canvas, 64, 40), red);
    EXPECT_EQ(pixel(canvas, 67, 40), black);
    EXPECT_EQ(pixel(canvas, 71, 40), white);
}

TEST_F(CanvasTest, PolygonsCoverTheirArea) {
    fill(canvas, {{10.25, 10.5}, {60.75, 12.5}, {30.0, 70.2}}, black);
    const double twice = (60.75 - 10.25) * (70.2 - 10.5) - (12.5 - 10.5) * (30.0 - 10.25);
    EXPECT_NEAR(painted(canvas), 0.5 * twice, 3.0);
}

TEST_F(CanvasTest, PixelsAreCoveredBySharesOfTheirArea) {
    fill(canvas, {{10.25, 20.0}, {30.5, 20.0}, {30.5, 30.75}, {10.25, 30.75}}, black);
    EXPECT_NEAR(pixel(canvas, 10, 25).r, 255 * 0.25, 2);
    EXPECT_EQ(pixel(canvas, 11, 25), black);
    EXPECT_NEAR(pixel(canvas, 30, 25).r, 255 * 0.5, 2);
    EXPECT_NEAR(pixel(canvas, 20, 30).r, 255 * 0.25, 2);
    EXPECT_EQ(pixel(canvas, 20, 31), white);
}

TEST_F(CanvasTest, HolesTurnTheOtherWay) {
    canvas.begin_region({0, 0}, {100, 80});
    const std::vector<std::vector<Vec2>> square_and_hole{{{10, 10}, {50, 10}, {50, 50}, {10, 50}},
                                                         {{20, 20}, {20, 40}, {40, 40}, {40, 20}}};
    for (const auto& outline : square_and_hole)
        for (std::size_t i = 0; i < 4; ++i) canvas.side(outline[i], outline[(i + 1) % 4]);
    canvas.end_region(black);
    EXPECT_NEAR(painted(canvas), 1600.0 - 400.0, 1.0);
    EXPECT_EQ(pixel(canvas, 30, 30), white);
}

TEST_F(CanvasTest, WhatLiesOutsideIsCutOff) {
    fill(canvas, {{-50, -50}, {150, -50}, {150, 40}, {-50, 40}}, black);
    EXPECT_NEAR(painted(canvas), 100.0 * 40.0, 1.0);
    canvas.clear(white);
    canvas.disc({0.0, 0.0}, 20.0, black, black, 0.0);
    EXPECT_NEAR(painted(canvas), 0.25 * math::pi * 400.0, 5.0);
    canvas.disc({-500.0, 40.0}, 20.0, black, black, 0.0);
    canvas.disc({50.0, 1e9}, 20.0, black, black, 0.0);
    EXPECT_NEAR(painted(canvas), 0.25 * math::pi * 400.0, 5.0);
}

TEST_F(CanvasTest, AlphaBlends) {
    canvas.disc({50.0, 40.0}, 20.0, {0, 0, 0, 128}, {}, 0.0);
    EXPECT_NEAR(pixel(canvas, 50, 40).r, 127, 2);
    EXPECT_EQ(pixel(canvas, 50, 40).a, 255);
}

TEST_F(CanvasTest, FieldsAreSmooth) {
    const Colour corners[] = {black, white, black, white};
    canvas.field({10, 10}, {90, 70}, 2, 2, corners);
    for (int x = 11; x < 89; ++x) EXPECT_NEAR(pixel(canvas, x, 40).g, 255.0 * (x + 0.5 - 10) / 80, 2.0);
    EXPECT_EQ(pixel(canvas, 9, 40), white);
}

TEST_F(CanvasTest, LettersAreWritten) {
    Font font;
    const Mask mask = font.write("Schwärme µ", 16);
    EXPECT_GT(mask.width, 60);
    EXPECT_EQ(mask.cover.size(), static_cast<std::size_t>(mask.width * mask.height));
    EXPECT_EQ(mask.width, font.width("Schwärme µ", 16));
    canvas.mask(mask, 5, 5, black);
    EXPECT_GT(painted(canvas), 100.0);
    EXPECT_EQ(font.write("", 16).width, 0);
}
