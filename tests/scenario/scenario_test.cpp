#include "scenario/scenario_fixture.hpp"

#include "scenario/arena.hpp"
#include "scenario/comma_locale.hpp"

#include <algorithm>

using namespace shoal::scenario;

TEST_F(ScenarioTest, DefaultsAreTheDocumentedOnes) {
    const Scenario s = load(text());
    EXPECT_EQ(s.settings.arena_surface, 1.0);
    EXPECT_EQ(s.settings.simulation_time, 100);
    EXPECT_EQ(s.settings.time_step, 0.01);
    EXPECT_EQ(s.settings.initial_formation, Formation::power_lloyd);
    EXPECT_EQ(s.settings.data_filename, "data.feather");
    EXPECT_FALSE(s.settings.seed);
    EXPECT_EQ(s.objects[0].nb, 1);
    EXPECT_EQ(s.objects[0].communication_radius, 0.08);
    EXPECT_EQ(s.objects[0].msg_success_rate.type, MsgSuccessLaw::realistic);
    EXPECT_TRUE(s.warnings.empty());
}

TEST_F(ScenarioTest, UnitsBecomeSi) {
    const Scenario s = load(
        text("arena_surface: 1.5e6\ninitial_formation_center: [100, 250]\n"
             "chessboard_distance_between_neighbors: 70\nimported_formation_min_coords: [1, 2]\n"
             "imported_formation_max_coords: [3, 4]\n",
             "max_linear_speed: 70, linear_noise_stddev: 0.5, body_density: 20, temporal_noise_stddev: 3"));
    EXPECT_EQ(s.settings.arena_surface, 1.5);
    EXPECT_EQ(s.settings.initial_formation_center->y, 0.25);
    EXPECT_EQ(s.settings.chessboard_distance_between_neighbors, 0.07);
    EXPECT_EQ(s.settings.imported_formation_max_coords->x, 3);
    const ObjectGroup& robots = s.objects[0];
    EXPECT_EQ(robots.radius, 0.0265);
    EXPECT_EQ(robots.max_linear_speed, 0.07);
    EXPECT_EQ(robots.linear_noise_stddev, 0.05);
    EXPECT_EQ(robots.body_density, 2000);
    EXPECT_EQ(robots.temporal_noise_stddev, 3e-6);
}

TEST_F(ScenarioTest, NumbersAndSwitchesAreLenient) {
    const Scenario s = load(
        text("data_logger_flush_row_count: 1.0e6\nthreads: 2.9\nGUI: off\nprogress_bar: 1\nshow_time: n\n"
             "seed: 4294967295\n",
             "nb: \"7\""));
    EXPECT_EQ(s.settings.data_logger_flush_row_count, 1000000);
    EXPECT_EQ(s.settings.threads, 2);
    EXPECT_FALSE(s.settings.GUI);
    EXPECT_TRUE(s.settings.progress_bar);
    EXPECT_FALSE(s.settings.show_time);
    EXPECT_EQ(s.settings.seed, 4294967295u);
    EXPECT_EQ(s.objects[0].nb, 7);
}

TEST_F(ScenarioTest, NullIsAbsent) {
    for (const char* nothing : {"", " ~", " null"}) {
        const std::string n = nothing;
        const Scenario s =
            load(text("seed:" + n + "\ninitial_formation_center:" + n + "\ndata_logger_fields:" + n + "\n"));
        EXPECT_FALSE(s.settings.seed);
        EXPECT_FALSE(s.settings.initial_formation_center);
        EXPECT_FALSE(s.settings.data_logger_fields);
    }
    EXPECT_EQ(mistake("arena_file:\nobjects: {}\n").key, "arena_file");
    EXPECT_FALSE(load(text("initial_formation_center: [.nan, .nan]\n", "x: .nan, y: .nan")).objects[0].x);
}

TEST_F(ScenarioTest, EnumerationsIgnoreCaseAndHaveAliases) {
    const Scenario s = load(
        "arena_file: a.csv\nlog_format: date\ncompatibility: pogosim\nobjects:\n"
        "  b: {type: Passive_Object, geometry: RECTANGLE, colormap: qualitative}\n"
        "  a: {type: static_light, geometry: global, light_mode: gradient}\n");
    EXPECT_EQ(s.settings.log_format, LogFormat::dated);
    EXPECT_EQ(s.settings.arena_aspect, ArenaAspect::square);
    ASSERT_EQ(s.objects.size(), 2u);
    EXPECT_EQ(s.objects[0].category, "b");  // the order of the file
    EXPECT_EQ(s.objects[0].type, ObjectType::passive_object);
    EXPECT_EQ(s.objects[0].geometry, Geometry::rectangle);
    EXPECT_EQ(s.objects[1].light_mode, LightMode::gradient);
    EXPECT_EQ(s.objects[1].x, 0.0);
}

TEST_F(ScenarioTest, AnAspectThatIsWrittenStays) {
    EXPECT_EQ(load(text("compatibility: pogosim\narena_aspect: keep\n")).settings.arena_aspect,
              ArenaAspect::keep);
    EXPECT_EQ(load(text("arena_aspect: square\n")).settings.arena_aspect, ArenaAspect::square);
    EXPECT_EQ(load(text()).settings.arena_aspect, ArenaAspect::keep);
}

TEST_F(ScenarioTest, MsgSuccessRateTellsWhatWasWritten) {
    const MsgSuccessRate rate = robots("msg_success_rate: {type: Dynamic, alpha: 1e-6}").msg_success_rate;
    EXPECT_EQ(rate.type, MsgSuccessLaw::dynamic);
    EXPECT_EQ(rate.alpha, 1e-6);
    EXPECT_FALSE(rate.beta);
    const auto bad = mistake(text({}, "msg_success_rate: {type: static, rate: 1.5}"));
    EXPECT_EQ(bad.key, "objects.robots.msg_success_rate.rate");
    EXPECT_EQ(bad.expected, "a finite number from 0 to 1");
}

TEST_F(ScenarioTest, UnknownKeysWarnOrFail) {
    const std::string yaml = text("time_stpe: 0.1\n", "raduis: 3");
    const Scenario s = load(yaml);
    ASSERT_EQ(s.warnings.size(), 2u);
    EXPECT_TRUE(mentions(s.warnings[0], "s.yaml:5:1: time_stpe: unknown key; did you mean time_step?"));
    EXPECT_TRUE(mentions(s.warnings[1], "objects.robots.raduis: unknown key; did you mean radius?"));
    EXPECT_EQ(mistake_of([&] { (void)load(yaml, {}, true); }).key, "objects.robots.raduis");
}

TEST_F(ScenarioTest, KeysOfOtherTypesAndOldNamesWarn) {
    const Scenario s = load(text({}, "light_mode: static, body_collision_shape: 1, initial_formation: disk"));
    ASSERT_EQ(s.warnings.size(), 3u);
    EXPECT_TRUE(mentions(s.warnings[0], "has no effect on objects of type pogobot"));
    EXPECT_TRUE(mentions(s.warnings[1], "this key has no effect"));
}

TEST_F(ScenarioTest, KeysOfBatchToolsAreSilent) {
    const Scenario s =
        load(text("result_filename_format: r.feather\nresult_new_columns: [a]\n_batch_choice_names: {a: b}\n"
                  "optimization: {batch_options: 3}\n"),
             {}, true);
    EXPECT_TRUE(s.warnings.empty());
}

TEST_F(ScenarioTest, AllMistakesAreToldAtOnce) {
    try {
        (void)load(text("time_step: 0\nsimulation_time: soon\n", "nb: -1"));
        FAIL();
    } catch (const Mistakes& mistakes) {
        ASSERT_EQ(mistakes.all().size(), 3u);
        EXPECT_EQ(mistakes.mistake().key, "objects.robots.nb");  // the first line
        const std::string what = mistakes.what();
        EXPECT_EQ(std::count(what.begin(), what.end(), '\n'), 2);
        EXPECT_TRUE(mentions(
            what, "s.yaml:6:18: simulation_time: found 'soon', expected a finite number in s at least 0"));
    }
}

TEST_F(ScenarioTest, AStuckCommentIsToldAndTheNumberCounts) {
    const Scenario s = load(text("time_step: 0.02# In s, as printed\n"));
    EXPECT_EQ(s.settings.time_step, 0.02);
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_TRUE(mentions(s.warnings[0], "read as 0.02"));
}

TEST_F(ScenarioTest, ChecksThatConcernSeveralKeys) {
    EXPECT_EQ(mistake(text({}, "y: 3")).key, "objects.robots.y");
    EXPECT_EQ(mistake(text("initial_formation: imported\n")).key, "initial_formation");
    EXPECT_EQ(mistake(text("initial_formation_root_object: robot\n")).message, "did you mean robots");
    EXPECT_EQ(mistake(text("imported_formation_min_coords: [1, 1]\nimported_formation_max_coords: [0, 2]\n"))
                  .where.line,
              6);
    EXPECT_TRUE(
        mentions(load(text("data_logger_category: [robot]\n")).warnings.at(0), "did you mean robots?"));
    EXPECT_TRUE(mentions(load(text({}, "theta: 1")).warnings.at(0), "without x and y"));
    EXPECT_EQ(mistake("arena_file: a.csv\nobjects: [1]\n").key, "objects");
    EXPECT_EQ(mistake(text("parameters: 3\n")).key, "parameters");
}

TEST_F(ScenarioTest, AFileThatIsNoMapIsRefused) {
    for (const char* bad : {"", "just text\n", "- a\n- b\n"})
        EXPECT_TRUE(mentions(mistake(bad).expected, "a map of keys"));
}

TEST_F(ScenarioTest, AMissingScenarioTellsThePlaces) {
    EXPECT_TRUE(
        mentions(message_of([&] { (void)shoal::scenario::load("no/such.yaml", {{}, false, {dir_.path()}}); }),
                 dir_.path() + "/no/such.yaml"));
}

TEST_F(ScenarioTest, FilesAreFoundBesideTheScenario) {
    dir_.write("deep/a.csv", "");
    const Scenario s = shoal::scenario::load(dir_.write("deep/s.yaml", text()), {});
    EXPECT_EQ(locate(s, "arena_file", s.settings.arena_file), dir_.path() + "/deep/a.csv");
    const auto missing = mistake_of([&] { (void)locate(s, "arena_file", "b.csv"); });
    EXPECT_EQ(missing.where.line, 1);
    EXPECT_EQ(missing.key, "arena_file");
}

TEST_F(ScenarioTest, ThePaperLoadsWithoutWarnings) {
    const Scenario s =
        shoal::scenario::load(SHOAL_SOURCE_DIR "/examples/pogobot/run_and_tumble/paper_original.yaml",
                              {{}, true, {SHOAL_SOURCE_DIR}});
    EXPECT_TRUE(s.warnings.empty());
    EXPECT_EQ(s.settings.seed, 0u);
    EXPECT_EQ(s.settings.simulation_time, 50);
    ASSERT_EQ(s.objects.size(), 2u);
    EXPECT_EQ(s.objects[1].nb, 100);
    EXPECT_EQ(s.objects[1].msg_success_rate.delta, 1.1897);
    EXPECT_EQ(s.parameters.find("run_duration_max")->text, "5000");
    EXPECT_TRUE(mentions(emit_yaml(s.tree), "arena_surface: 1.0e6\n"));
}

TEST_F(ScenarioTest, TheLocaleChangesNothing) {
    const CommaLocale commas;
    const Scenario s = load(text("time_step: 0.25\narena_surface: 1234567.5\n"));
    const Arena square =
        read_arena(dir_.write("a.csv", "0,0\n1.5,0\n1.5,1.5\n0,1.5\n"), 1, ArenaAspect::keep);
    EXPECT_EQ(square.polygons[0].size(), 4u);
    EXPECT_EQ(s.settings.time_step, 0.25);
    EXPECT_TRUE(mentions(emit_yaml(s.tree), "1234567.5"));
}
