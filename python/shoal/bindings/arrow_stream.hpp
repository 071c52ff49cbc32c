#pragma once

#include "record/rows.hpp"

#include <cstdint>

// The structs of the Arrow C data and C stream interfaces: https://arrow.apache.org/docs/format/CDataInterface.html
extern "C" {
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};
struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
}

namespace shoal::python {

/// A stream over these rows, for whoever reads Arrow. The readers' arrays are the rows' own memory, and keep it alive.
void export_rows(record::Rows rows, ArrowArrayStream* stream);

}  // namespace shoal::python
