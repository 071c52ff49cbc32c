// Prints in user_init what a robot finds before it has set anything.
#include "pogobase.h"

typedef struct {
    uint8_t bytes[64];
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static void print_memories(void) {
    uint8_t dirs[3];
    uint16_t powers[3];
    pogobot_motor_dir_mem_get(dirs);
    pogobot_motor_power_mem_get(powers);
    printf("dir_mem %u %u %u\n", dirs[0], dirs[1], dirs[2]);
    printf("power_mem %u %u %u\n", powers[0], powers[1], powers[2]);
}

static void user_init(void) {
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof mydata->bytes; i++) sum += mydata->bytes[i];
    printf("user_data %u\n", sum);
    printf("loop %u %u %u %d %lu\n", main_loop_hz, max_nb_processed_msg_per_tick, percent_msgs_sent_per_ticks,
           error_codes_led_idx, (unsigned long)pogobot_ticks);
    print_memories();
    printf("battery %d\n", pogobot_battery_voltage_read());
    printf("temperature %g\n", (double)pogobot_imu_readTemp());
    printf("dir_status %lu\n", (unsigned long)pogobot_motor_dir_current_status());
    printf("robots %lu id %u category %s\n", (unsigned long)get_nb_robots(), pogobot_helper_getid(),
           get_current_robot_category());
}

static void user_step(void) { memset(mydata->bytes, 0xff, sizeof mydata->bytes); }

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    return 0;
}
