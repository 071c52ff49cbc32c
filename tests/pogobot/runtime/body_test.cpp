#include "fake_host.hpp"

#include "controller.h"

#include "pogobase.h"

#include <stdexcept>

using Calls = std::vector<std::string>;

class Body : public RuntimeTest {};
class Data : public RuntimeTest {};
class Parameters : public RuntimeTest {};

TEST_F(Body, LedsThatDoNotExistAreRefused) {
    pogobot_led_setColor(1, 2, 3);
    pogobot_led_setColors(4, 5, 6, 4);
    pogobot_led_setColors(7, 8, 9, 5);
    EXPECT_EQ(fake.calls, (Calls{"led 0 1 2 3", "led 4 4 5 6"}));
    EXPECT_EQ(fake.warnings.size(), 1u);
}

TEST_F(Body, PhotosensorsThatDoNotExistReadZero) {
    EXPECT_EQ(pogobot_photosensors_read(p_FR), 102);
    EXPECT_EQ(pogobot_photosensors_read(3), 0);
    EXPECT_EQ(fake.warnings.size(), 1u);
}

TEST_F(Body, TemperatureIsWhatTheSensorCanTell) {
    EXPECT_EQ(pogobot_imu_readTemp(), 42.0f);
    fake.temperature = 1000.0f;
    EXPECT_EQ(pogobot_imu_readTemp(), 85.0f);
    fake.temperature = -1000.0f;
    EXPECT_EQ(pogobot_imu_readTemp(), -40.0f);
}

TEST_F(Body, MotorPowersAreCutAtFull) {
    pogobot_motor_power_set(motorL, 1023);
    pogobot_motor_set(motorR, 1024);
    pogobot_motor_set(motorB, 65535);
    pogobot_motor_power_set(static_cast<motor_id>(3), 5);
    EXPECT_EQ(fake.calls, (Calls{"power 1 1023", "power 0 1023", "power 2 1023"}));
    EXPECT_EQ(fake.warnings.size(), 1u);
}

TEST_F(Body, MotorDirectionsAreBits) {
    pogobot_motor_dir_set(motorL, 0);
    pogobot_motor_dir_set(motorR, 2);
    pogobot_motor_dir_set(static_cast<motor_id>(3), 1);
    EXPECT_EQ(fake.calls, (Calls{"dir 1 0", "dir 0 1"}));
    EXPECT_EQ(pogobot_motor_dir_current_status(), 2u);
}

TEST_F(Body, CalibrationMemoryKeepsThreeValues) {
    uint8_t directions[3];
    uint16_t powers[3];
    EXPECT_EQ(pogobot_motor_dir_mem_get(directions), 0);
    EXPECT_EQ(pogobot_motor_power_mem_get(powers), 0);
    EXPECT_EQ((std::vector<int>{directions, directions + 3}), (std::vector{0, 1, 0}));
    EXPECT_EQ((std::vector<int>{powers, powers + 3}), (std::vector{512, 512, 0}));
    uint8_t new_directions[3] = {1, 0, 1};
    uint16_t new_powers[3] = {100, 200, 300};
    pogobot_motor_dir_mem_set(new_directions);
    pogobot_motor_power_mem_set(new_powers);
    pogobot_motor_dir_mem_get(directions);
    pogobot_motor_power_mem_get(powers);
    EXPECT_EQ((std::vector<int>{directions, directions + 3}), (std::vector{1, 0, 1}));
    EXPECT_EQ((std::vector<int>{powers, powers + 3}), (std::vector{100, 200, 300}));
    EXPECT_TRUE(fake.calls.empty());  // memory does not drive
}

TEST_F(Body, ImuFillsTwoVectors) {
    float acceleration[3], rate[3];
    pogobot_imu_read(acceleration, rate);
    EXPECT_EQ(acceleration[2] + rate[0], 3.0f);
    EXPECT_THROW(pogobot_imu_read(nullptr, rate), std::runtime_error);
}

TEST_F(Body, Identity) {
    EXPECT_EQ(pogobot_helper_getid(), 7);
    EXPECT_EQ(pogobot_helper_getRandSeed(), -3);
    EXPECT_EQ(get_nb_robots(), 12u);
    EXPECT_TRUE(current_robot_category_is("robots"));
    EXPECT_FALSE(current_robot_category_is("robot"));
    EXPECT_STREQ(get_current_robot_category(), "robots");
}

TEST_F(Data, ColumnsAndValuesCarryTheirTypes) {
    data_add_column_float16("h");
    data_add_column_int64("big");
    data_set_value_int8("small", -5);
    data_set_value_int64("big", INT64_MIN);
    data_set_value_bool("yes", true);
    data_set_value_double("d", 0.5);
    data_set_value_float16("h", 0.25f);
    data_set_value_string("s", "text");
    disable_data_export();
    const auto with_type = [](const char* call, shoal_type type, const char* value = "") {
        return call + std::to_string(type) + value;
    };
    EXPECT_EQ(fake.calls,
              (Calls{with_type("column h ", SHOAL_FLOAT16), with_type("column big ", SHOAL_INT64),
                     with_type("int small ", SHOAL_INT8, " -5"),
                     with_type("int big ", SHOAL_INT64, " -9223372036854775808"),
                     with_type("int yes ", SHOAL_BOOL, " 1"), with_type("real d ", SHOAL_DOUBLE, " 0.500000"),
                     with_type("real h ", SHOAL_FLOAT16, " 0.250000"), "string s text", "export 0"}));
}

TEST_F(Data, NullNamesAndTextsEndTheRun) {
    EXPECT_THROW(data_add_column_bool(nullptr), std::runtime_error);
    EXPECT_THROW(data_set_value_int8(nullptr, 1), std::runtime_error);
    EXPECT_THROW(data_set_value_string("s", nullptr), std::runtime_error);
}

TEST_F(Parameters, MissingOnesKeepTheirDefaults) {
    read_parameters();
    EXPECT_TRUE(parameters.flag);
    EXPECT_EQ(parameters.i8, -1);
    EXPECT_EQ(parameters.u32, 3u);
    EXPECT_EQ(parameters.precise, 2.5);
    EXPECT_EQ(parameters.floats[2], 3.0f);
    EXPECT_STREQ(parameters.text, "none");
}

TEST_F(Parameters, EachIsReadAsTheTypeOfItsVariable) {
    fake.numbers = {{"flag", 0},  {"i8", -100}, {"i16", -30'000}, {"i32", -2e9},   {"u8", 200},
                    {"u16", 6e4}, {"u32", 4e9}, {"real", 0.1},    {"precise", 0.1}};
    fake.arrays = {{"floats", {7, 8, 9}}, {"doubles", {0.1, 0.2}}};
    fake.texts = {{"text", "too long"}};
    read_parameters();
    EXPECT_FALSE(parameters.flag);
    EXPECT_EQ(parameters.i8, -100);
    EXPECT_EQ(parameters.i16, -30'000);
    EXPECT_EQ(parameters.i32, -2'000'000'000);
    EXPECT_EQ(parameters.u8, 200);
    EXPECT_EQ(parameters.u16, 60'000);
    EXPECT_EQ(parameters.u32, 4'000'000'000u);
    EXPECT_EQ(parameters.real, 0.1f);
    EXPECT_EQ(parameters.precise, 0.1);
    EXPECT_EQ(parameters.floats[1], 8.0f);
    EXPECT_EQ(parameters.doubles[1], 0.2);
    EXPECT_STREQ(parameters.text, "too l");
}

TEST_F(Parameters, NullPointersEndTheRun) {
    int32_t value = 0;
    EXPECT_THROW(init_int32_from_configuration(nullptr, "a", 1), std::runtime_error);
    EXPECT_THROW(init_int32_from_configuration(&value, nullptr, 1), std::runtime_error);
    EXPECT_THROW(init_float_array_from_configuration(nullptr, "a", 1), std::runtime_error);
    EXPECT_THROW(init_string_from_configuration(nullptr, "a", 1), std::runtime_error);
}
