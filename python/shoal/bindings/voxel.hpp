#pragma once

#include <nanobind/nanobind.h>

namespace shoal::python {

/// What shoal.voxel is made of: see python/shoal/voxel/.
void bind_voxel(nanobind::module_& module);

}  // namespace shoal::python
