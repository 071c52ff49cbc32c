// Banshee: in each step a robot sends with a fixed chance, and nobody listens before it speaks. Pairs and clusters of
// seven measure how long it takes until a robot's message gets through, and print it beside the article's figures.
#include "pogobase.h"

enum { group_kinds = 2, longest_wait = 2000, most_groups = 64, cluster_size = 7 };

typedef struct {
    uint32_t last_heard[cluster_size];  // step, by member of the group
    uint32_t last_alone;                // step
    bool sent;                          // in the step before
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

// Parameters.
static uint8_t pair_percent = 50;  // chance to send in a step: 1/N
static uint8_t cluster_percent = 14;
static uint32_t pairs = 8;           // whose robots come first
static uint16_t payload_size = 113;  // bytes: on air for half a step

// What all robots of a run found out, by kind of group; plain globals are common to them.
static uint32_t alone[group_kinds][longest_wait];
static uint32_t heard[group_kinds][longest_wait];
static uint32_t senders[most_groups][2];  // by group and parity of the step

typedef struct {
    uint8_t member;  // of its group
    uint32_t step;
} heading_t;

static int kind(void) { return current_robot_category_is("clusters"); }
static uint32_t members(void) { return kind() ? cluster_size : 2; }
static uint32_t index_in_kind(void) { return pogobot_helper_getid() - (kind() ? 2 * pairs : 0); }
static uint32_t member(void) { return index_in_kind() % members(); }
static uint32_t group(void) { return (kind() ? pairs : 0) + index_in_kind() / members(); }

static void count(uint32_t* histogram, uint32_t wait) {
    histogram[wait < longest_wait ? wait : longest_wait - 1]++;
}

static bool send(void) {
    uint8_t message[MAX_PAYLOAD_SIZE_BYTES] = {0};
    heading_t heading = {.member = (uint8_t)member(), .step = pogobot_ticks};
    memcpy(message, &heading, sizeof heading);
    mydata->sent = pogobot_infrared_sendLongMessage_omniGen(message, payload_size) == 0;
    senders[group()][pogobot_ticks % 2] += mydata->sent;
    return mydata->sent;
}

// Only the robot in the middle of a cluster is in reach of all others. A message may come in by several receivers.
static void receive(message_t* message) {
    if (kind() && member() != 0) return;
    heading_t heading;
    memcpy(&heading, message->payload, sizeof heading);
    uint32_t* last = &mydata->last_heard[heading.member];
    if (heading.step == *last) return;
    if (*last > 0) count(heard[kind()], heading.step - *last);
    *last = heading.step;
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    percent_msgs_sent_per_ticks = kind() ? cluster_percent : pair_percent;
    max_nb_processed_msg_per_tick = 100;
    msg_tx_fn = send;
    msg_rx_fn = receive;
}

static void user_step(void) {
    const uint32_t step = pogobot_ticks;
    if (mydata->sent && senders[group()][(step + 1) % 2] == 1) {
        if (mydata->last_alone > 0) count(alone[kind()], step - mydata->last_alone);
        mydata->last_alone = step;
    }
    mydata->sent = false;
    if (member() == 0) senders[group()][step % 2] = 0;
}

#ifdef SIMULATOR
static double mean(const uint32_t* histogram) {
    double sum = 0, waits = 0;
    for (int wait = 0; wait < longest_wait; wait++) {
        sum += (double)histogram[wait] * wait;
        waits += histogram[wait];
    }
    return waits > 0 ? sum / waits : 0;
}

// The number of steps after which this part of all waits are over.
static int quantile(const uint32_t* histogram, double part) {
    double waits = 0, over = 0;
    for (int wait = 0; wait < longest_wait; wait++) waits += histogram[wait];
    int wait = 0;
    while (wait < longest_wait - 1 && (over += histogram[wait]) < part * waits) wait++;
    return wait;
}

static void print_waits(const char* what, const uint32_t* histogram) {
    printf("  %-26s T_avg %5.1f  90 %% %3d  99 %% %3d  99.9 %% %3d\n", what, mean(histogram),
           quantile(histogram, 0.9), quantile(histogram, 0.99), quantile(histogram, 0.999));
}

static void print_all(void) {
    if (kind() == 0 || member() != cluster_size - 1 || pogobot_helper_getid() + 1u != get_nb_robots()) return;
    printf("N = 2, p = %d %%, in steps\n", pair_percent);
    print_waits("alone in a step", alone[0]);
    print_waits("heard by the other", heard[0]);
    printf("  article                    T_avg   4.0            99 %%  16  99.9 %%  24\n");
    printf("N = 7, p = %d %%, in steps\n", cluster_percent);
    print_waits("alone in a step", alone[1]);
    print_waits("heard in the middle", heard[1]);
    printf("  article                    T_avg  17.6  90 %%  40  99 %%  79\n");
    printf("  article, N = 5, p = 20 %%   T_avg  12.2            99 %%  54  99.9 %%  81\n");
}

static void global_setup(void) {
    init_from_configuration(pair_percent);
    init_from_configuration(cluster_percent);
    init_from_configuration(pairs);
    init_from_configuration(payload_size);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step, "pairs");
    pogobot_start(user_init, user_step, "clusters");
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_robot_end, print_all);
    return 0;
}
