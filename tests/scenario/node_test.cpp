#include "scenario/node.hpp"

#include "scenario/errors.hpp"
#include "scenario/temp_files.hpp"

using namespace shoal::scenario;

namespace {

shoal::Mistake syntax(const std::string& text) {
    return mistake_of([&] { (void)parse_yaml(text, "f.yaml"); });
}

}  // namespace

TEST(Yaml, KeepsOrderPlacesAndQuotes) {
    const Node root = parse_yaml("b: 1\na:\n  - x\n  - 'y'\n", "f.yaml");
    ASSERT_EQ(root.children.size(), 2u);
    EXPECT_EQ(root.children[0].key, "b");
    const Node& list = *root.find("a");
    EXPECT_EQ(list.key_place.line, 2);
    EXPECT_EQ(list.children[1].place.line, 4);
    EXPECT_EQ(list.children[1].place.column, 5);
    EXPECT_TRUE(list.children[1].quoted);
    EXPECT_FALSE(list.children[0].quoted);
    EXPECT_EQ(list.place.location().file, "f.yaml");
}

TEST(Yaml, NullIsAbsent) {
    const Node root = parse_yaml("a:\nb: ~\nc: null\nd: 'null'\ne: \"\"\nf: !!str ~\n", "f");
    for (const char* absent : {"a", "b", "c", "z"}) EXPECT_EQ(root.find(absent), nullptr) << absent;
    for (const char* text : {"d", "e", "f"}) EXPECT_NE(root.find(text), nullptr) << text;
    EXPECT_NE(root.child("a"), nullptr);
}

TEST(Yaml, TheSameHoweverItWasSaved) {
    const std::string text = "a: 1   \nb:\n  c: [1, 2]  \n\nd: end\n";
    const std::string plain = emit_yaml(parse_yaml(text, "f"));
    EXPECT_EQ(plain, "a: 1\nb:\n  c: [1, 2]\nd: end\n");
    for (const char* end : {"\r\n", "\r"}) {
        EXPECT_EQ(emit_yaml(parse_yaml(byte_order_mark + with_line_ends(text, end), "f")), plain);
        EXPECT_EQ(parse_yaml(with_line_ends(text, end), "f").find("d")->place.line, 5);
    }
    EXPECT_EQ(emit_yaml(parse_yaml(text.substr(0, text.size() - 1), "f")), plain);
}

TEST(Yaml, MergesAndAliases) {
    const Node root = parse_yaml(
        "base: &b {x: 1, y: 2}\nmore: &m {y: 3, z: 4}\nc:\n  <<: [*b, *m]\n  x: 9\n  w: *b\n", "f");
    const Node& c = *root.find("c");
    EXPECT_EQ(c.find("x")->text, "9");
    EXPECT_EQ(c.find("y")->text, "2");
    EXPECT_EQ(c.find("z")->text, "4");
    EXPECT_EQ(c.find("w")->find("y")->text, "2");
    EXPECT_EQ(c.find("<<"), nullptr);
    EXPECT_EQ(syntax("a: &x 1\nb:\n  <<: *x\n").where.line, 1);
}

TEST(Yaml, ABombOfAliasesIsRefused) {
    std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 10; ++i) {
        const std::string last = "*a" + std::to_string(i - 1), n = std::to_string(i);
        text += "a" + n + ": &a" + n + " [" + last;
        for (int k = 0; k < 9; ++k) text += ", " + last;
        text += "]\n";
    }
    EXPECT_TRUE(mentions(syntax(text).message, "too many values"));
}

TEST(Yaml, DepthIsBounded) {
    EXPECT_TRUE(mentions(syntax(std::string(150, '[') + std::string(150, ']')).message, "nested too deeply"));
    const Node fine = parse_yaml(std::string(90, '[') + std::string(90, ']'), "f");
    EXPECT_TRUE(fine.is_sequence());
}

TEST(Yaml, DuplicateKeyNamesTheFirst) {
    const auto mistake = syntax("a:\n  b: 1\n  c: 2\n  b: 3\n");
    EXPECT_EQ(mistake.where.line, 4);
    EXPECT_EQ(mistake.key, "a.b");
    EXPECT_TRUE(mentions(mistake.message, "line 2"));
}

TEST(Yaml, BrokenDocumentsTellLineAndColumn) {
    const struct {
        const char* text;
        int line, column;
    } cases[] = {
        {"a: 1\nb:\n\tc: 2\n", 3, 1}, {"a: 1\nb: [1, 2\nc: 3\n", 2, 4}, {"a: {b: 1\n", 1, 4},
        {"a: \"x\" y\n", 1, 8},       {"a: 1\nb: 'open\n", 2, 4},       {"a: 1\n---\nb: 2\n", 2, 1},
        {"a: *nowhere\n", 1, 4},      {"a: 1\nb: \xFF\xFE\n", 2, 4},    {"a: b: c\n", 1, 5},
        {"[a, b]: 1\n", 1, 1},
    };
    for (const auto& c : cases) {
        const auto mistake = syntax(c.text);
        EXPECT_EQ(mistake.where.line, c.line) << c.text;
        EXPECT_EQ(mistake.where.column, c.column) << c.text;
    }
}

TEST(Yaml, EmitsWhatItReads) {
    const std::string text =
        "surface: 1.0e6\nname: \"frames/f{:010.4f}.png\"\nyes: on\ntext: \"null\"\nlist: [1, 2.50]\nnone: "
        "null\n"
        "deep:\n  map: {a: 1, b: \"two\\nlines\"}\n  items:\n  - x: 1\n  - []\nodd: \"a: b # c\"\nunit: "
        "mm²\n";
    const std::string once = emit_yaml(parse_yaml(text, "f"));
    EXPECT_EQ(once, text);
    EXPECT_EQ(emit_yaml(parse_yaml(once, "f")), once);
}

TEST(Yaml, SetReplacesInPlaceOrAppends) {
    Node root = parse_yaml("seed: 1\ntime_step: 0.01\n", "f");
    root.set("seed", "42");
    root.set("GUI", "false");
    EXPECT_EQ(emit_yaml(root), "seed: 42\ntime_step: 0.01\nGUI: false\n");
}

TEST(Yaml, AnEmptyFileHasNoKeys) {
    EXPECT_TRUE(parse_yaml("", "f").is_null());
    EXPECT_TRUE(parse_yaml("# nothing\n", "f").is_null());
}
