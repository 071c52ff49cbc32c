#include "fake_host.hpp"

#include "pogobase.h"

class Print : public RuntimeTest {};

TEST_F(Print, FormatsAndKeepsPiecesInOrder) {
    printf("a %d ", 3);
    putchar('b');
    printf(" %s\n", "c");
    EXPECT_EQ(fake.printed, "a 3 b c\n");
}

TEST_F(Print, LongLinesArriveWhole) {
    for (const size_t size : {510u, 511u, 512u, 513u, 100'000u}) {
        fake.printed.clear();
        const std::string text(size, 'x');
        printf("%s", text.c_str());
        EXPECT_EQ(fake.printed, text);
    }
}

TEST_F(Print, NothingIsFormattedWhenPrintsAreOff) {
    *shoal_firmware.prints_enabled = 0;
    int written = -1;
    printf("abc%n", &written);
    putchar('d');
    EXPECT_EQ(fake.printed, "");
    EXPECT_EQ(written, -1);
}

TEST_F(Print, PutcharReturnsItsArgument) { EXPECT_EQ(putchar('z'), 'z'); }

TEST_F(Print, TheVersionGoesThroughRobotPrints) {
    pogobot_helper_print_version();
    EXPECT_EQ(fake.printed, " Pogolib Version : v2.6\n");
}

__attribute__((format(printf, 1, 2))) static void user_log(const char* format, ...) { printf("%s", format); }

TEST_F(Print, AttributesNamedPrintfKeepTheirMeaning) {
    user_log("log");
    EXPECT_EQ(fake.printed, "log");
}
