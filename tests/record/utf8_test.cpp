#include "record/utf8.hpp"

#include <gtest/gtest.h>

namespace shoal::record {
namespace {

std::string mended(std::string_view text) {
    std::string out = ">";
    append_utf8(out, text);
    return out.substr(1);
}

TEST(Utf8, KeepsWhatIsValid) {
    for (std::string_view text : {"", "robots",
                                  "r\xC3\xB4"
                                  "bot",
                                  "\xE2\x82\xAC", "\xF0\x9F\x90\x9F", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_TRUE(is_utf8(text)) << text;
        EXPECT_EQ(mended(text), text);
    }
    EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
}

TEST(Utf8, ReplacesEachByteThatIsNotPartOfACharacter) {
    EXPECT_EQ(mended("caf\xE9 noir"), "caf\xEF\xBF\xBD noir");
    EXPECT_EQ(mended("\xFF\xFE"), "\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(mended("longer than eight \xE2\x82"), "longer than eight \xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndWhatIsPastTheLastCodePoint) {
    for (std::string_view text :
         {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\x80"}) {
        EXPECT_FALSE(is_utf8(text));
        EXPECT_TRUE(is_utf8(mended(text)));
    }
}

}  // namespace
}  // namespace shoal::record
