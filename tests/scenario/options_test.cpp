#include "scenario/scenario_fixture.hpp"

using namespace shoal::scenario;

using OptionsTest = ScenarioTest;

TEST_F(OptionsTest, ADirectRunTakesTheDefaultOption) {
    const Scenario s =
        load(text("parameters:\n  speed: {batch_options: [1, 2], default_option: -5}\n  plain: [-10, 100]\n",
                  "nb: {batch_options: [10, 20], default_option: 10}"));
    EXPECT_EQ(s.objects[0].nb, 10);
    EXPECT_EQ(s.parameters.find("speed")->text, "-5");
    EXPECT_EQ(s.parameters.find("plain")->children.size(), 2u);
    EXPECT_TRUE(mentions(emit_yaml(s.tree), "nb: 10"));
}

TEST_F(OptionsTest, TheDefaultBranchComesOverItsSiblings) {
    const Scenario s = load(
        "arena_file: a.csv\nobjects:\n  robots:\n    type: pogobot\n    geometry: disk\n    nb: 5\n"
        "    batch_hierarchical_options:\n      name: law\n      default: {nb: 7, msg_success_rate: {type: "
        "static}}\n"
        "      other: {nb: 9}\n    msg_success_rate: {rate: 0.5}\n",
        {}, true);
    EXPECT_EQ(s.objects[0].nb, 7);
    EXPECT_EQ(s.objects[0].msg_success_rate.type, MsgSuccessLaw::fixed);
    EXPECT_EQ(s.objects[0].msg_success_rate.rate, 0.5);
    EXPECT_FALSE(mentions(emit_yaml(s.tree), "batch_hierarchical_options"));
}

TEST_F(OptionsTest, OptionsInsideAChosenBranchAreResolvedToo) {
    const Scenario s =
        load(text("batch_hierarchical_options:\n  default:\n    time_step: {default_option: 0.5, "
                  "batch_options: [1]}\n"));
    EXPECT_EQ(s.settings.time_step, 0.5);
}

TEST_F(OptionsTest, OptionsWithoutDefaultAreRefused) {
    for (const char* open : {"{batch_options: [1, 2]}", "{batch_options_range: {start: 1, stop: 3}}",
                             "{optimization_domain: {min: 1}}"}) {
        const auto bad = mistake(text("parameters:\n  a:\n    b: " + std::string(open) + "\n"));
        EXPECT_EQ(bad.key, "parameters.a.b");
        EXPECT_EQ(bad.where.line, 7);
        EXPECT_TRUE(mentions(bad.message, "default_option"));
    }
    EXPECT_EQ(mistake(text("batch_hierarchical_options: {a: {time_step: 1}}\n")).where.line, 5);
}

TEST_F(OptionsTest, OverridesAreCheckedLikeTheFile) {
    const Scenario s = load(
        text("time_step: 0.01\n", "nb: 1"),
        {"objects.robots.nb=50", "time_step=0.02", "parameters.a.b=[1, 2]", "seed = 7", "time_step=0.04"});
    EXPECT_EQ(s.objects[0].nb, 50);
    EXPECT_EQ(s.settings.time_step, 0.04);
    EXPECT_EQ(s.settings.seed, 7u);
    EXPECT_EQ(s.parameters.find("a")->find("b")->children.size(), 2u);
    EXPECT_TRUE(mentions(emit_yaml(s.tree), "time_step: 0.04\nparameters:\n  a:\n    b: [1, 2]\nseed: 7\n"));
}

TEST_F(OptionsTest, AnOverrideTakesThePlaceOfOptions) {
    const std::string open = text({}, "nb: {batch_options: [10, 20]}");
    EXPECT_EQ(load(open, {"objects.robots.nb=3"}).objects[0].nb, 3);
    const std::string branch = text("batch_hierarchical_options: {default: {time_step: 1}}\n");
    EXPECT_EQ(load(branch, {"time_step=0.5"}).settings.time_step, 0.5);
}

TEST_F(OptionsTest, AnOverrideReachesIntoLists) {
    const Scenario s = load(text("parameters: {list: [1, 2]}\n"), {"parameters.list.1=5"});
    EXPECT_EQ(emit_yaml(s.parameters), "{list: [1, 5]}\n");
    EXPECT_EQ(mistake(text("parameters: {list: [1, 2]}\n"), {"parameters.list.2=5"}).key,
              "parameters.list.2");
}

TEST_F(OptionsTest, BadOverridesAreRefused) {
    const struct {
        const char *option, *key, *word;
    } cases[] = {
        {"objects.robots.nb=-1", "objects.robots.nb", "expected an integer from 0"},
        {"objects.robots.n=1", "objects.robots.n", "unknown key; did you mean nb?"},
        {"time_stpe=1", "time_stpe", "did you mean time_step?"},
        {"objects.robot.nb=1", "objects.robot", "no such category; did you mean robots?"},
        {"time_step.x=1", "time_step.x", "no map"},
        {"objects.light={type: static_light}", "objects.light.geometry", "required"},
        {"time_step", "", "expected KEY=VALUE"},
        {"=3", "", "expected KEY=VALUE"},
        {"time_step=[1", "", "bracket"},
    };
    for (const auto& c : cases) {
        const auto bad = mistake(text("time_step: 1\n"), {c.option});
        EXPECT_EQ(bad.where.file, "--set " + std::string(c.option));
        EXPECT_EQ(bad.key, c.key) << c.option;
        EXPECT_TRUE(mentions(shoal::Error(bad).what(), c.word)) << shoal::Error(bad).what();
    }
}

TEST_F(OptionsTest, AnOverrideMayAddAWholeCategory) {
    const Scenario s = load(text(), {"objects.light={type: static_light, geometry: global}"});
    ASSERT_EQ(s.objects.size(), 2u);
    EXPECT_EQ(s.objects[1].type, ObjectType::static_light);
}

TEST_F(OptionsTest, AnEmptyOverrideUnsets) { EXPECT_FALSE(load(text("seed: 3\n"), {"seed="}).settings.seed); }
