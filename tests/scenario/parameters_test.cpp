#include "scenario/parameters.hpp"

#include "scenario/errors.hpp"

using namespace shoal::scenario;

namespace {

const Node& tree() {
    static const Node root = parse_yaml(
        "n: 200\nbig: 1.0e3\nfraction: 7.9\nyes: yes\none: 1\nquoted: \"4.25\"\nword: spiral\nempty: "
        "[]\nnone: ~\n"
        "list: [1, 2.5, 3]\ngrp:\n  sub: [10, {deep: 20}]\na.b: literal\na: {b: nested}\ndots: {x.y: {z: 1}, "
        "\"3\": three}\n"
        "mixed: [1, two]\n",
        "s.yaml");
    return root;
}

}  // namespace

TEST(Parameters, ReadAsTheControllerDeclaresThem) {
    const Parameters p(tree());
    EXPECT_EQ(p.integer("n"), 200);
    EXPECT_EQ(p.integer("big"), 1000);
    EXPECT_EQ(p.integer("fraction"), 7);
    EXPECT_EQ(p.number("fraction"), 7.9);
    EXPECT_EQ(p.boolean("yes"), true);
    EXPECT_EQ(p.boolean("one"), true);
    EXPECT_EQ(p.number("quoted"), 4.25);
    EXPECT_EQ(p.text("word"), "spiral");
    EXPECT_EQ(p.text("n"), "200");
    EXPECT_EQ(p.numbers("list"), (std::vector<double>{1, 2.5, 3}));
    EXPECT_EQ(p.numbers("empty"), std::vector<double>{});
}

TEST(Parameters, AbsentIsNullopt) {
    const Parameters p(tree());
    for (const char* path : {"nothing", "none", "grp.none", "list.3", "list.-1", "list.x", "n.x"}) {
        EXPECT_FALSE(p.number(path)) << path;
        EXPECT_FALSE(p.numbers(path)) << path;
    }
    EXPECT_FALSE(Parameters(Node{}).find("a"));
}

TEST(Parameters, Paths) {
    const Parameters p(tree());
    EXPECT_EQ(p.integer("grp.sub.0"), 10);
    EXPECT_EQ(p.integer("grp.sub.1.deep"), 20);
    EXPECT_EQ(p.text("a.b"), "literal");
    EXPECT_EQ(p.text("a\\.b"), "literal");
    EXPECT_EQ(p.integer("dots.x\\.y.z"), 1);
    EXPECT_EQ(p.text("dots.3"), "three");
}

TEST(Parameters, WrongValuesNameTheirPlace) {
    const Parameters p(tree());
    const auto bad = mistake_of([&] { (void)p.number("word"); });
    EXPECT_EQ(bad.where.line, 7);
    EXPECT_EQ(bad.key, "parameters.word");
    EXPECT_EQ(bad.found, "spiral");
    EXPECT_EQ(mistake_of([&] { (void)p.integer("grp"); }).found, "a map");
    EXPECT_EQ(mistake_of([&] { (void)p.numbers("mixed"); }).found, "two");
    EXPECT_EQ(mistake_of([&] { (void)p.numbers("n"); }).expected, "a list of numbers");
    EXPECT_EQ(mistake_of([&] { (void)p.boolean("word"); }).expected, "true or false");
}
