#pragma once

#include "scenario/errors.hpp"
#include "scenario/problems.hpp"
#include "scenario/scenario.hpp"
#include "scenario/temp_files.hpp"

#include <string>
#include <vector>

/// Loads scenarios written in the test.
class ScenarioTest : public ::testing::Test {
protected:
    // A scenario that is right; line 5 is the first of `extra` at the top level, `in_robots` comes under
    // objects.robots.
    static std::string text(const std::string& extra = {}, const std::string& in_robots = {}) {
        return "arena_file: a.csv\nobjects:\n  robots: {type: pogobot, geometry: disk, radius: 26.5" +
               (in_robots.empty() ? "" : ", " + in_robots) + "}\n\n" + extra;
    }

    [[nodiscard]] shoal::scenario::Scenario load(const std::string& yaml,
                                                 const std::vector<std::string>& overrides = {},
                                                 bool strict = false) const {
        return shoal::scenario::load(dir_.write("s.yaml", yaml), {overrides, strict, {}});
    }
    [[nodiscard]] shoal::scenario::ObjectGroup robots(const std::string& keys) const {
        return load(text({}, keys)).objects.at(0);
    }
    [[nodiscard]] shoal::Mistake mistake(const std::string& yaml,
                                         const std::vector<std::string>& overrides = {}) const {
        return mistake_of([&] { (void)load(yaml, overrides); });
    }

    TempDir dir_;
};
