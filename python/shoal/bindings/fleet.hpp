#pragma once

#include <nanobind/nanobind.h>

namespace shoal::python {

/// What shoal.vehicle is made of: see python/shoal/vehicle/fleet.py.
void bind_fleet(nanobind::module_& module);

}  // namespace shoal::python
