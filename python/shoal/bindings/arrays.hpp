#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace shoal::python {

template <class T>
using Values = nanobind::ndarray<nanobind::numpy, T, nanobind::c_contig>;

/// An array that owns its values.
template <class T>
Values<T> array_of(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = kept->data();
    const nanobind::capsule owner(kept.release(),
                                  [](void* memory) noexcept { delete static_cast<std::vector<T>*>(memory); });
    return Values<T>(data, shape, owner);
}

}  // namespace shoal::python
