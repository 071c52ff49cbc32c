// Logged columns of the user's own, and parameters of the scenario.
#include "robot_state.h"

static const char null_column[] = "a data_ function was given a null name or text";
static const char null_parameter[] = "an init_ function was given a null variable or name";

static void add_column(const char* name, enum shoal_type type) {
    shoal_require(name, null_column);
    shoal_host_data_add_column(name, type);
}

static void set_int(const char* name, enum shoal_type type, int64_t value) {
    shoal_require(name, null_column);
    shoal_host_data_set_int(name, type, value);
}

static void set_real(const char* name, enum shoal_type type, double value) {
    shoal_require(name, null_column);
    shoal_host_data_set_real(name, type, value);
}

void data_add_column_int8(const char* name) { add_column(name, SHOAL_INT8); }
void data_add_column_int16(const char* name) { add_column(name, SHOAL_INT16); }
void data_add_column_int32(const char* name) { add_column(name, SHOAL_INT32); }
void data_add_column_int64(const char* name) { add_column(name, SHOAL_INT64); }
void data_add_column_double(const char* name) { add_column(name, SHOAL_DOUBLE); }
void data_add_column_string(const char* name) { add_column(name, SHOAL_STRING); }
void data_add_column_bool(const char* name) { add_column(name, SHOAL_BOOL); }
void data_add_column_float16(const char* name) { add_column(name, SHOAL_FLOAT16); }

void data_set_value_int8(const char* name, int8_t value) { set_int(name, SHOAL_INT8, value); }
void data_set_value_int16(const char* name, int16_t value) { set_int(name, SHOAL_INT16, value); }
void data_set_value_int32(const char* name, int32_t value) { set_int(name, SHOAL_INT32, value); }
void data_set_value_int64(const char* name, int64_t value) { set_int(name, SHOAL_INT64, value); }
void data_set_value_bool(const char* name, bool value) { set_int(name, SHOAL_BOOL, value); }
void data_set_value_double(const char* name, double value) { set_real(name, SHOAL_DOUBLE, value); }
void data_set_value_float16(const char* name, float value) { set_real(name, SHOAL_FLOAT16, (double)value); }

void data_set_value_string(const char* name, const char* value) {
    shoal_require(name, null_column);
    shoal_require(value, null_column);
    shoal_host_data_set_string(name, value);
}

void enable_data_export(void) { shoal_host_data_export(true); }
void disable_data_export(void) { shoal_host_data_export(false); }

// init_<kind>_from_configuration: the variable gets the parameter, or the default when there is none.
#define DEFINE_INIT(kind, c_type, type)                                                                     \
    void init_##kind##_from_configuration(c_type* variable, char const* name, c_type const default_value) { \
        shoal_require(variable, null_parameter);                                                            \
        shoal_require(name, null_parameter);                                                                \
        if (!shoal_host_parameter(name, type, variable)) *variable = default_value;                         \
    }

DEFINE_INIT(bool, bool, SHOAL_BOOL)
DEFINE_INIT(double, double, SHOAL_DOUBLE)
DEFINE_INIT(float, float, SHOAL_FLOAT)
DEFINE_INIT(int32, int32_t, SHOAL_INT32)
DEFINE_INIT(uint32, uint32_t, SHOAL_UINT32)
DEFINE_INIT(int16, int16_t, SHOAL_INT16)
DEFINE_INIT(uint16, uint16_t, SHOAL_UINT16)
DEFINE_INIT(int8, int8_t, SHOAL_INT8)
DEFINE_INIT(uint8, uint8_t, SHOAL_UINT8)

void init_float_array_from_configuration(float* array, const char* name, size_t array_size) {
    shoal_require(array, null_parameter);
    shoal_require(name, null_parameter);
    shoal_host_parameter_array(name, SHOAL_FLOAT, array, array_size);
}

void init_double_array_from_configuration(double* array, const char* name, size_t array_size) {
    shoal_require(array, null_parameter);
    shoal_require(name, null_parameter);
    shoal_host_parameter_array(name, SHOAL_DOUBLE, array, array_size);
}

void init_string_from_configuration(char* array, const char* name, size_t array_size) {
    shoal_require(array, null_parameter);
    shoal_require(name, null_parameter);
    if (array_size > 0) shoal_host_parameter_string(name, array, array_size);
}
