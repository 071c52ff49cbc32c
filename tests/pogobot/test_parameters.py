"""`parameters` of the scenario, as a controller reads them."""

import pytest
from support.running import PREAMBLE, scenario

DEFAULTS = [
    "bool 0",
    "int 1 2 3",
    "uint 4 5 6",
    "real 7.5 8.5",
    "floats 1 2 3",
    "doubles 4 5",
    "string unset",
    "nested -1",
]


def printed(run_scenario, **parameters):
    run = run_scenario("parameters", scenario(parameters=parameters))
    assert run.status == 0, run.console
    return run.printed()


def test_what_is_not_in_the_file_keeps_its_default(run_scenario):
    assert printed(run_scenario) == DEFAULTS
    assert run_scenario("parameters", scenario()).printed() == DEFAULTS
    assert printed(run_scenario, a_bool=None, an_int8=None, some_floats=None, a_string=None) == DEFAULTS


def test_ends_of_the_types(run_scenario):
    most = {
        "an_int8": 127,
        "an_int16": 32767,
        "an_int32": 2**31 - 1,
        "a_uint8": 255,
        "a_uint16": 65535,
        "a_uint32": 2**32 - 1,
    }
    least = {
        "an_int8": -128,
        "an_int16": -32768,
        "an_int32": -(2**31),
        "a_uint8": 0,
        "a_uint16": 0,
        "a_uint32": 0,
    }
    assert printed(run_scenario, **most)[1:3] == ["int 127 32767 2147483647", "uint 255 65535 4294967295"]
    assert printed(run_scenario, **least)[1:3] == ["int -128 -32768 -2147483648", "uint 0 0 0"]


OVERFLOWS = {
    "an_int8": 128,
    "an_int16": -32769,
    "an_int32": 2**31,
    "a_uint8": 256,
    "a_uint16": -1,
    "a_uint32": 2**32,
}


@pytest.mark.parametrize(("name", "value"), OVERFLOWS.items())
def test_a_value_beyond_its_variable_is_an_error_with_its_line(run_scenario, tmp_path, name, value):
    run = run_scenario("parameters", scenario(parameters={name: value}))
    assert run.status == 2
    lines = (tmp_path / "run0" / "scenario.yaml").read_text().splitlines()
    number = next(i for i, line in enumerate(lines, 1) if name in line)
    assert f"scenario.yaml:{number}:" in run.console
    assert f"parameters.{name}" in run.console
    assert str(value) in run.console


@pytest.mark.parametrize(
    ("text", "value"), [("true", 1), ("on", 1), ("y", 1), ("2", 1), ("no", 0), ("off", 0), ("0", 0)]
)
def test_switches(run_scenario, text, value):
    assert printed(run_scenario, a_bool=text)[0] == f"bool {value}"


@pytest.mark.parametrize(
    ("name", "value"),
    [("a_bool", "perhaps"), ("an_int32", "many"), ("a_double", "1,5"), ("some_floats", ["a", "b", "c"])],
)
def test_what_is_no_value_of_the_type_is_an_error(run_scenario, name, value):
    run = run_scenario("parameters", scenario(parameters={name: value}))
    assert run.status == 2
    assert f"parameters.{name}" in run.console


def test_arrays(run_scenario):
    assert printed(run_scenario, some_floats=[])[4] == DEFAULTS[4]
    assert printed(run_scenario, some_doubles=[0.5, -2])[5] == "doubles 0.5 -2"
    run = run_scenario("parameters", scenario(parameters={"some_floats": [9, 8, 7, 6]}))
    assert run.printed()[4] == "floats 9 8 7"
    assert "parameters.some_floats: found 4 values, the array takes the first 3" in run.console
    short = run_scenario("parameters", scenario(parameters={"some_floats": [9, 8]}))
    assert short.status == 2
    for word in ("parameters.some_floats", "2 values", "3 values", "scenario.yaml:"):
        assert word in short.console


def test_texts(run_scenario):
    assert printed(run_scenario, a_string="a\"b'c")[6] == "string a\"b'c"
    assert printed(run_scenario, a_string="longer")[6] == "string longe"
    assert printed(run_scenario, a_string="")[6] == "string "
    assert printed(run_scenario, a_string=12)[6] == "string 12"


def test_dotted_names(run_scenario):
    nested = {"grp": {"sub": [5, 6, 7]}}
    assert printed(run_scenario, **nested)[7] == "nested 6"
    assert printed(run_scenario, **{"grp.sub.1": 9})[7] == "nested 9"
    assert printed(run_scenario, **nested, **{"grp.sub.1": 9})[7] == "nested 9"  # the exact key comes first
    assert printed(run_scenario, grp={"sub": [5]})[7] == DEFAULTS[7]


def test_the_command_line_sets_parameters_too(run_scenario):
    run = run_scenario(
        "parameters", scenario(), "--set", "parameters.an_int32=77", "--set", "parameters.a_string=new"
    )
    assert run.printed()[1] == "int 1 2 77"
    assert run.printed()[6] == "string new"


def test_parameters_may_be_read_at_any_time(run_scenario):
    source = (
        PREAMBLE
        + """
static void user_step(void) {
    int32_t speed = 1;
    init_int32_from_configuration(&speed, "speed", 2);
    if (pogobot_ticks == 59) printf("%ld\\n", (long)speed);
}
int main(void) { pogobot_start(NULL, user_step); return 0; }
"""
    )
    assert run_scenario(source, scenario(parameters={"speed": 30})).printed() == ["30"]
    assert run_scenario(source, scenario()).printed() == ["2"]
