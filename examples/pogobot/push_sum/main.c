// Push-sum: each robot begins with its id as `sum` and with `weight` 1, and keeps handing half of both to a neighbour.
// Nothing gets lost on the way, so sum / weight becomes the mean of all ids everywhere.
#include "pogobase.h"

enum { most_peers = 64, most_owed = 8 };
typedef enum { kind_share = 1, kind_receipt = 2 } kind_t;

// What is handed over. It is repeated until its receipt comes and never taken back: if only the receipt was lost, it
// would count twice. Without addressee it just says hello.
typedef struct {
    uint8_t kind;
    uint16_t from, to;
    uint16_t number;  // of the shares of `from`
    double sum, weight;
} share_t;

typedef struct {
    uint8_t kind;
    uint16_t to;
    uint16_t number;
} receipt_t;

typedef struct {
    uint16_t id;
    uint16_t taken;     // number of its last share that was added here: it may come again
    uint32_t heard_ms;  // when
} peer_t;

typedef struct {
    double sum, weight;
    share_t offer;
    bool waiting;            // for the receipt of the offer
    time_reference_t pause;  // timer: until the next offer
    peer_t peers[most_peers];
    uint8_t peer_count;
    receipt_t owed[most_owed];
    uint8_t owed_count;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint16_t pushes = 120;    // offers of each robot
static uint32_t pause_ms = 100;  // ms between offers
static bool receipts = true;     // false: an offer is sent once and forgotten
static double largest = 29.0;    // id, for the colour only

static const uint16_t nobody = UINT16_MAX;
static const uint32_t recent_ms = 500;

static double estimate(void) { return mydata->sum / mydata->weight; }

static void hold(double sum, double weight) {
    mydata->sum += sum;
    mydata->weight += weight;
}

static peer_t* peer(uint16_t id) {
    for (uint8_t i = 0; i < mydata->peer_count; i++) {
        if (mydata->peers[i].id == id) return &mydata->peers[i];
    }
    if (mydata->peer_count == most_peers) return NULL;
    peer_t* added = &mydata->peers[mydata->peer_count++];
    *added = (peer_t){.id = id};
    return added;
}

// One of those heard of late; each has the same chance.
static uint16_t somebody(void) {
    uint16_t chosen = nobody;
    int seen = 0;
    for (uint8_t i = 0; i < mydata->peer_count; i++) {
        if (current_time_milliseconds() - mydata->peers[i].heard_ms > recent_ms) continue;
        if (rand() % ++seen == 0) chosen = mydata->peers[i].id;
    }
    return chosen;
}

static void offer_half(uint16_t to) {
    share_t* offer = &mydata->offer;
    offer->to = to;
    offer->number++;
    offer->sum = 0.5 * mydata->sum;
    offer->weight = 0.5 * mydata->weight;
    hold(-offer->sum, -offer->weight);
    mydata->waiting = true;
}

static void end_offer(void) {
    mydata->waiting = false;
    mydata->offer.to = nobody;
    pogobot_timer_init(&mydata->pause, (int32_t)(1000 * pause_ms));
}

static void take(const share_t* share) {
    peer_t* sender = peer(share->from);
    if (sender == NULL) return;
    sender->heard_ms = current_time_milliseconds();
    if (share->to != pogobot_helper_getid() || mydata->owed_count == most_owed) return;
    if (share->number != sender->taken) hold(share->sum, share->weight);
    sender->taken = share->number;
    mydata->owed[mydata->owed_count++] =
        (receipt_t){.kind = kind_receipt, .to = share->from, .number = share->number};
}

static void receive(message_t* message) {
    share_t share;
    receipt_t receipt;
    const uint16_t length = message->header.payload_length;
    if (length == sizeof share && message->payload[0] == kind_share) {
        memcpy(&share, message->payload, sizeof share);
        take(&share);
    } else if (length == sizeof receipt && message->payload[0] == kind_receipt) {
        memcpy(&receipt, message->payload, sizeof receipt);
        if (receipt.to != pogobot_helper_getid() || receipt.number != mydata->offer.number) return;
        if (mydata->waiting) end_offer();
    }
}

static bool send_receipt(void) {
    const receipt_t receipt = mydata->owed[--mydata->owed_count];
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&receipt, sizeof receipt) == 0;
}

static bool send(void) {
    if (receipts && mydata->owed_count > 0) return send_receipt();
    mydata->owed_count = 0;
    const bool sent =
        pogobot_infrared_sendShortMessage_omni((uint8_t*)&mydata->offer, sizeof mydata->offer) == 0;
    if (!receipts && mydata->waiting) end_offer();
    return sent;
}

static void push(void) {
    if (mydata->waiting || mydata->offer.number == pushes || !pogobot_timer_has_expired(&mydata->pause))
        return;
    const uint16_t to = somebody();
    if (to != nobody) offer_half(to);
}

static void glow(void) {
    uint8_t r, g, b;
    const double part = estimate() / largest;
    rainbow_colormap((uint8_t)(200.0 * (part < 1.0 ? part : 1.0)), &r, &g, &b);
    pogobot_led_setColors(r, g, b, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    percent_msgs_sent_per_ticks = 50;
    max_nb_processed_msg_per_tick = 50;
    msg_rx_fn = receive;
    msg_tx_fn = send;
    hold(pogobot_helper_getid(), 1.0);
    mydata->offer = (share_t){.kind = kind_share, .from = pogobot_helper_getid()};
    end_offer();
}

static void user_step(void) {
    push();
    glow();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(pushes);
    init_from_configuration(pause_ms);
    init_from_configuration(receipts);
    init_from_configuration(largest);
}

static void create_data_schema(void) {
    data_add_column_double("sum");
    data_add_column_double("weight");
    data_add_column_double("estimate");
    data_add_column_string("doing");
}

static void export_data(void) {
    const bool done = mydata->offer.number == pushes;
    data_set_value_double("sum", mydata->sum);
    data_set_value_double("weight", mydata->weight);
    data_set_value_double("estimate", estimate());
    data_set_value_string("doing", mydata->waiting ? "offers" : done ? "has done" : "rests");
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
