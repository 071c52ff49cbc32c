// A program for the bare robot: loops within calls, state on the stack, some end early, and each sleeps as it likes.
#include "pogobot.h"

static int walks;

static unsigned walk(unsigned seed, int depth) {
    unsigned words[8];
    for (int i = 0; i < 8; ++i) words[i] = seed = seed * 1103515245u + 12345u;
    pogobot_motor_set(motorL, words[depth] >> 16 & 1023);
    pogobot_motor_set(motorR, words[depth + 1] >> 16 & 1023);
    msleep(5 + (words[2] >> 20) % 30);
    ++walks;
    if (depth < 6) seed ^= walk(seed, depth + 1);
    return seed + words[7];
}

int main(void) {
    pogobot_init();
    unsigned seed = pogobot_helper_getid() + 1;
    for (int turn = 0; turn < 200; ++turn) {
        seed = walk(seed, 0);
        if (pogobot_helper_getid() % 3 == 0 && turn > 3) return 0;
        if (turn % 3 == 0) printf("%d %u\n", walks, seed);
    }
    return 0;
}
