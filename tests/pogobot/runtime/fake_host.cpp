#include "fake_host.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

FakeHost fake;

namespace {

std::vector<unsigned char> initial_vars() { return {shoal_firmware.vars_begin, shoal_firmware.vars_end}; }

const std::vector<unsigned char> pristine = initial_vars();

template <class... Values>
void note(const std::string& name, Values... values) {
    std::string call = name;
    ((call.append(1, ' ').append(std::to_string(values))), ...);
    fake.calls.push_back(call);
}

template <class T>
void store(void* variable, double value) {
    const T typed = static_cast<T>(value);
    std::memcpy(variable, &typed, sizeof typed);
}

}  // namespace

RuntimeTest::RuntimeTest() {
    std::ranges::copy(pristine, shoal_firmware.vars_begin);
    *shoal_firmware.callback_global_setup = nullptr;
    *shoal_firmware.run_seed = 0;
    *shoal_firmware.prints_enabled = 1;
    fake = {};
}

void FakeHost::deliver(uint16_t size, uint8_t fill) {
    std::vector<uint8_t> message(SHOAL_IR_HEADER_SIZE + size, fill);
    message[0] = SHOAL_IR_LONG;
    std::memcpy(&message[6], &size, sizeof size);
    queue.push_back(message);
}

extern "C" {

uint64_t shoal_host_clock_us() { return fake.clock_us; }

void shoal_host_sleep_us(uint64_t duration_us) {
    note("sleep", duration_us);
    fake.clock_us += duration_us;
}

void shoal_host_end_of_step(uint8_t main_loop_hz, uint64_t step_duration_us) {
    note("end_of_step", main_loop_hz, step_duration_us);
    const uint64_t period_us = main_loop_hz > 0 ? 1'000'000u / main_loop_hz : 0;
    fake.clock_us += std::max(period_us, step_duration_us) - step_duration_us;
}

int shoal_host_ir_send(const shoal_ir_packet* p) {
    fake.sent.push_back({p->packet_type,
                         p->emitters,
                         p->power,
                         p->emitting_power_list,
                         p->sender_ir_index,
                         p->sender_id,
                         {p->payload, p->payload + p->payload_length}});
    note("send");
    return 0;
}

int shoal_host_ir_available() { return static_cast<int>(fake.queue.size()); }

bool shoal_host_ir_next(void* message) {
    if (fake.queue.empty()) return false;
    note("next");
    std::memcpy(message, fake.queue.front().data(), fake.queue.front().size());
    fake.queue.pop_front();
    return true;
}

void shoal_host_ir_clear() {
    note("clear", fake.queue.size());
    fake.queue.clear();
}

void shoal_host_ir_errors(uint8_t receiver, uint32_t counts[3]) {
    counts[0] = receiver;
    counts[1] = 0;
    counts[2] = 10u + receiver;
}

void shoal_host_ir_reset_errors() { note("reset_errors"); }

void shoal_host_led_set(uint8_t id, uint8_t r, uint8_t g, uint8_t b) { note("led", id, r, g, b); }
void shoal_host_motor_power_set(uint8_t motor, uint16_t power) { note("power", motor, power); }
void shoal_host_motor_dir_set(uint8_t motor, uint8_t direction) { note("dir", motor, direction); }
uint32_t shoal_host_motor_dir_status() { return 2; }
int16_t shoal_host_photosensor(uint8_t sensor) { return static_cast<int16_t>(100 + sensor); }

void shoal_host_imu(float acceleration[3], float angular_rate[3]) {
    std::fill_n(acceleration, 3, 1.0f);
    std::fill_n(angular_rate, 3, 2.0f);
}

float shoal_host_temperature() { return fake.temperature; }
int16_t shoal_host_battery() { return 32767; }

uint16_t shoal_host_id() { return fake.id; }
const char* shoal_host_category() { return fake.category.c_str(); }
int16_t shoal_host_rand_seed() { return -3; }
uint32_t shoal_host_nb_robots() { return 12; }
void shoal_host_stop() { note("stop"); }

void shoal_host_print(const char* text, size_t size) { fake.printed.append(text, size); }
void shoal_host_warn(const char* message) { fake.warnings.push_back(message); }
void shoal_host_fatal(const char* message) { throw std::runtime_error(message); }
void shoal_host_exit(int status) { throw std::runtime_error("exit " + std::to_string(status)); }

void shoal_host_data_add_column(const char* name, shoal_type type) {
    note(std::string("column ") + name, int{type});
}

void shoal_host_data_set_int(const char* name, shoal_type type, int64_t value) {
    note(std::string("int ") + name, int{type}, value);
}

void shoal_host_data_set_real(const char* name, shoal_type type, double value) {
    note(std::string("real ") + name, int{type}, value);
}

void shoal_host_data_set_string(const char* name, const char* value) {
    note(std::string("string ") + name + " " + value);
}

void shoal_host_data_export(bool enabled) { note("export", int{enabled}); }

bool shoal_host_parameter(const char* name, shoal_type type, void* value) {
    const auto found = fake.numbers.find(name);
    if (found == fake.numbers.end()) return false;
    switch (type) {
        case SHOAL_BOOL: store<bool>(value, found->second); break;
        case SHOAL_INT8: store<int8_t>(value, found->second); break;
        case SHOAL_INT16: store<int16_t>(value, found->second); break;
        case SHOAL_INT32: store<int32_t>(value, found->second); break;
        case SHOAL_UINT8: store<uint8_t>(value, found->second); break;
        case SHOAL_UINT16: store<uint16_t>(value, found->second); break;
        case SHOAL_UINT32: store<uint32_t>(value, found->second); break;
        case SHOAL_FLOAT: store<float>(value, found->second); break;
        case SHOAL_DOUBLE: store<double>(value, found->second); break;
        default: throw std::logic_error("not a type of parameters");
    }
    return true;
}

void shoal_host_parameter_array(const char* name, shoal_type type, void* values, size_t count) {
    const auto found = fake.arrays.find(name);
    if (found == fake.arrays.end()) return;
    for (size_t i = 0; i < count; i++)
        if (type == SHOAL_FLOAT) static_cast<float*>(values)[i] = static_cast<float>(found->second.at(i));
        else static_cast<double*>(values)[i] = found->second.at(i);
}

bool shoal_host_parameter_string(const char* name, char* buffer, size_t size) {
    const auto found = fake.texts.find(name);
    if (found == fake.texts.end()) return false;
    buffer[found->second.copy(buffer, size - 1)] = '\0';
    return true;
}

}  // extern "C"
