#include "view/layers.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

using namespace shoal;
using namespace shoal::view;

TEST(Layers, FollowTheScenario) {
    scenario::Settings settings;
    settings.show_light_levels = true;
    settings.show_time = false;
    const Layers layers = layers_of(settings);
    EXPECT_TRUE(layers.light);
    EXPECT_FALSE(layers.time);
    EXPECT_TRUE(layers.scale);
    EXPECT_FALSE(layers.links);
}

TEST(Layers, AListShowsAndHides) {
    const Layers layers = changed({}, "links,-leds,traces");
    EXPECT_TRUE(layers.links);
    EXPECT_TRUE(layers.traces);
    EXPECT_FALSE(layers.leds);
    EXPECT_TRUE(layers.time);
    const Layers bare = changed({}, "none,light");
    EXPECT_TRUE(bare.light);
    EXPECT_FALSE(bare.time || bare.scale || bare.legend || bare.leds);
    EXPECT_TRUE(changed({}, "links-above").links);
}

TEST(Layers, UnknownNamesAreRefused) {
    try {
        static_cast<void>(changed({}, "links,lihgt"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.mistake().found, "lihgt");
        EXPECT_NE(error.mistake().expected.find("light"), std::string::npos);
    }
}
