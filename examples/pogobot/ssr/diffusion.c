#include "diffusion.h"

typedef struct {
    uint16_t sender;
    uint16_t round;
    float value[channels];
} offer_t;

bool diffusion_send(const diffusion_t* diffusion) {
    offer_t offer = {.sender = pogobot_helper_getid(), .round = diffusion->round};
    memcpy(offer.value, diffusion->value, sizeof offer.value);
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&offer, sizeof offer) == 0;
}

static bool is_new(const diffusion_t* diffusion, const offer_t* offer) {
    if (offer->round != diffusion->round || diffusion->heard_count == most_neighbors) return false;
    for (uint8_t i = 0; i < diffusion->heard_count; i++) {
        if (diffusion->heard[i] == offer->sender) return false;
    }
    return true;
}

void diffusion_receive(diffusion_t* diffusion, const message_t* message) {
    offer_t offer;
    if (message->header.payload_length < sizeof offer) return;
    memcpy(&offer, message->payload, sizeof offer);
    if (!is_new(diffusion, &offer)) return;
    diffusion->heard[diffusion->heard_count++] = offer.sender;
    for (int i = 0; i < channels; i++) diffusion->gain[i] += offer.value[i] - diffusion->value[i];
}

void diffusion_end_round(diffusion_t* diffusion, float rate) {
    for (int i = 0; i < channels; i++) {
        diffusion->value[i] += rate * diffusion->gain[i];
        diffusion->gain[i] = 0.0f;
    }
    diffusion->neighbors = diffusion->heard_count;
    diffusion->heard_count = 0;
    diffusion->round++;
}
