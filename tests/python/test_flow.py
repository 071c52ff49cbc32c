"""Vorticity and milling of known flows."""

import numpy as np
import pytest
from shoal import analysis
from tables import gas, moving, rigid_rotation

SINE = np.sin(0.5 * 0.01) / 0.01  # what central differences make of 0.5 rad/s sampled each 0.01 s


def test_rigid_rotation_has_twice_its_rate_as_vorticity():
    frame = rigid_rotation(omega=0.5)
    found = analysis.vortex_field_metrics(frame)[1:-1]  # the ends have one-sided differences
    np.testing.assert_allclose(found["mean_abs_vorticity"], 2 * SINE, rtol=1e-6)
    np.testing.assert_allclose(found["mean_lambda_ci"], SINE, rtol=1e-6)
    np.testing.assert_allclose(found["enstrophy"], 0.5 * (2 * SINE) ** 2, rtol=1e-6)
    np.testing.assert_allclose(found["frac_Q_negative"], 0.0)
    each = analysis.vortex_field_metrics(frame[frame["time"] < 0.025], 32, 32, distribution=True)
    each = each[each["time"] == 0.01]
    np.testing.assert_allclose(each["omega"], 2 * SINE, rtol=1e-6)
    assert 100 < each["cell_count"].sum() <= 150  # those in cells whose middle is in the hull


def test_the_other_way_round_has_the_other_sign():
    each = analysis.vortex_field_metrics(rigid_rotation(omega=-0.5), 16, 16, distribution=True)
    assert (each["omega"] < 0).all()
    assert (analysis.milling_metrics(rigid_rotation(omega=-0.5))["Lz_norm"][1:-1] < -0.99).all()


def test_strain_has_no_vorticity():
    x0, y0 = np.random.default_rng(1).uniform(-100, 100, (2, 80))
    time = 0.1 * np.arange(4)[:, None]
    frame = moving(x0 * (1 + 0.2 * time), y0 * (1 - 0.2 * time), 0.1)
    found = analysis.vortex_field_metrics(frame)
    assert found["mean_abs_vorticity"].max() < 1e-9
    assert found["frac_Q_negative"].min() == 1.0


def test_a_steady_stream_on_a_torus_has_no_vorticity():
    frame = gas(1, 60)
    x = (frame["x"].to_numpy() + 30.0 * np.arange(4)[:, None]) % 1000
    y = np.tile(frame["y"].to_numpy(), (4, 1))
    assert analysis.vortex_field_metrics(moving(x, y), box=(1000.0, 1000.0))["enstrophy"].max() < 1e-12
    assert analysis.vortex_field_metrics(moving(x, y), box="open")["enstrophy"].max() > 0.01


def test_a_shear_wave_on_a_torus():
    x0, y0 = np.random.default_rng(2).uniform(0, 1000, (2, 6000))
    amplitude, k = 20.0, 2 * np.pi / 1000
    x = (x0 + amplitude * np.sin(k * y0) * 0.1 * np.arange(3)[:, None]) % 1000
    found = analysis.vortex_field_metrics(moving(x, np.tile(y0, (3, 1)), 0.1), box=(1000.0, 1000.0))
    np.testing.assert_allclose(found["enstrophy"], 0.25 * (amplitude * k) ** 2, rtol=0.05)  # ½⟨(Ak cos ky)²⟩


def test_a_mill():
    found = analysis.milling_metrics(
        rigid_rotation(centre=(500, 400)), center_mode="arena", arena_center=(500, 400)
    )[1:-1]
    np.testing.assert_allclose(found["Lz_norm"], 1.0, rtol=1e-9)
    np.testing.assert_allclose(found["tau_mean"], 1.0, rtol=1e-9)
    np.testing.assert_allclose(found["tau_abs"], 1.0, rtol=1e-9)
    np.testing.assert_allclose(found["radial_mean"], 0.0, atol=1e-9)
    np.testing.assert_allclose(found["Lz"], SINE * np.mean(_squared_radius()), rtol=1e-9)


def _squared_radius():
    frame = rigid_rotation()
    first = frame[frame["time"] == 0]
    return (first["x"] - 500) ** 2 + (first["y"] - 400) ** 2


def test_a_mill_across_the_seam():
    frame = rigid_rotation(centre=(0.0, 0.0))
    wrapped = frame.assign(x=frame["x"] % 1000, y=frame["y"] % 1000)
    found = analysis.milling_metrics(wrapped, box=(1000.0, 1000.0), arena_center=(0.0, 0.0))
    np.testing.assert_allclose(found["Lz_norm"][1:-1], 1.0, rtol=1e-9)
    about_its_mean = analysis.milling_metrics(wrapped, box=(1000.0, 1000.0))
    assert (about_its_mean["Lz_norm"][1:-1] > 0.98).all()


def test_an_expanding_swarm_is_radial():
    x0, y0 = np.random.default_rng(1).uniform(-100, 100, (2, 50))
    grow = 1 + 0.1 * np.arange(4)[:, None]
    found = analysis.milling_metrics(moving(x0 * grow, y0 * grow))
    np.testing.assert_allclose(found["radial_mean"], 1.0, rtol=0.01)
    assert found["Lz_norm"].abs().max() < 0.15


def test_too_few_robots_have_no_field():
    frame = moving([[0, 10], [5, 15]], [[0, 0], [0, 0]])
    assert len(analysis.vortex_field_metrics(frame, distribution=True)) == 0
    with pytest.raises(ValueError, match="center_mode"):
        analysis.milling_metrics(frame, center_mode="corner")
