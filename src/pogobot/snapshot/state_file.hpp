#pragma once

#include "pogobot/image.hpp"
#include "physics/world.hpp"
#include "pogobot/model.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shoal::pogobot {

/// What a saved state belongs to: it goes on where all of this is the same.
struct Origin {
    std::string version;     // of Shoal
    std::string controller;  // digest of the shared object
    std::string scenario;    // YAML of the keys that a run depends on
    std::uint32_t seed = 0;
    std::uint64_t bodies = 0;     // digest of what the physics world is made of
    std::uint64_t image = 0;      // addresses of the controller …
    std::uint64_t user_data = 0;  // … and of its user data

    template <class Self, class Visit>
    static void visit_state(Self& o, Visit& visit) {
        visit(o.version, o.controller, o.scenario, o.seed, o.bodies, o.image, o.user_data);
    }
};

/// A state in a file.
struct StateFile {
    Origin origin;
    std::vector<std::string> columns;  // that the controller added to the log …
    std::vector<int> column_types;     // … as shoal_type
    std::uint64_t rows = 0;            // that the log had
    std::vector<std::byte> state;

    template <class Self, class Visit>
    static void visit_state(Self& f, Visit& visit) {
        visit(f.origin, f.columns, f.column_types, f.rows, f.state);
    }
};

/// Keys of a scenario that change what a run shows or for how long it goes on, but not what happens.
[[nodiscard]] bool run_depends_on(const std::string& key);
[[nodiscard]] Origin origin_of(const Model& model, const physics::World& world, const Image& image,
                               const void* user_data);
/// Throws Error that names the first thing in which they differ.
void require_same(const std::string& file, const Origin& saved, const Origin& here);

/// In place of an older file only when it is complete. Throws Error if it cannot be written.
void write_state_file(const std::string& path, const StateFile& content);
/// Throws Error if it cannot be read, is no state file, or is damaged.
[[nodiscard]] StateFile read_state_file(const std::string& path);

/// 16 hexadecimal digits that stand for the bytes of a file. Throws Error if it cannot be read.
[[nodiscard]] std::string digest_of_file(const std::string& path);

}  // namespace shoal::pogobot
