// Counts its turns in a plain global, a static one, an initialised one, a static local and a large array. Robots take
// 10, 20, 30, 10, ... ms a turn; after a second of its clock each prints its counts and ends.
#include "pogobot.h"

int plain;
static int hidden;
int initialised = 1000;
static uint8_t marks[4000];
static const char* place = "start";

static int local(void) {
    static int count = 500;
    return ++count;
}

int main(void) {
    pogobot_init();
    const int period = 10 * (1 + pogobot_helper_getid() % 3);
    for (int time = 0; time < 1000; time += period) {
        plain++, hidden++, initialised++;
        marks[plain] = 1;
        place = "loop";
        const int count = local();
        if (count != 500 + plain) printf("mixed up\n");
        msleep(period);
    }
    int marked = 0;
    for (int i = 0; i < 4000; i++) marked += marks[i];
    printf("%s %d %d %d %d %d\n", place, plain, hidden, initialised, local(), marked);
    return 0;
}
