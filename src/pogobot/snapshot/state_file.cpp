#include "pogobot/snapshot/state_file.hpp"

#include "base/error.hpp"
#include "base/visit_state.hpp"
#include "physics/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace shoal::pogobot {
namespace {

// The last word is the version of the layout.
constexpr std::array<char, 16> magic =
    std::to_array({'S', 'H', 'O', 'A', 'L', ' ', 'S', 'T', 'A', 'T', 'E', ' ', '0', '0', '0', '1'});

[[noreturn]] void refuse(const std::string& file, const std::string& key, const std::string& found,
                         const std::string& expected, const std::string& message) {
    throw Error({{file}, key, found, expected, message});
}

std::vector<std::byte> bytes_of(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file) refuse(path, "", "", "", "cannot be read");
    std::vector<std::byte> bytes(size);
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
    if (!file) refuse(path, "", "", "", "cannot be read");
    return bytes;
}

std::uint64_t digest_of(std::span<const std::byte> bytes) {
    Digest digest;
    digest.add_bytes(bytes.data(), bytes.size());
    return digest.value();
}

std::uint64_t digest_of(const physics::Model& model) {
    StateDigest digest;
    const auto& [def, bodies, shapes, edges, joints] = model;
    digest(def.domain, def.periodic, def.substeps, bodies.inv_mass, bodies.inv_inertia, bodies.is_static);
    digest(shapes.body, shapes.kind, shapes.radius, shapes.centre, shapes.friction, shapes.vertices);
    digest(edges.start, edges.end, joints.kind, joints.a, joints.b, joints.rest_length);
    return digest.result();
}

// The first key that is not the same in both, by what it says.
void require_same_scenario(const std::string& file, const Origin& saved, const Origin& here) {
    const scenario::Node then = scenario::parse_yaml(saved.scenario, file);
    const scenario::Node now = scenario::parse_yaml(here.scenario, "scenario");
    const auto said = [](const scenario::Node* node) {
        if (node == nullptr) return std::string("nothing");
        std::string text = scenario::emit_yaml(*node);
        while (text.ends_with('\n')) text.pop_back();
        return text;
    };
    for (const auto* tree : {&then, &now})
        for (const auto& child : tree->children) {
            const std::string before = said(then.child(child.key)), after = said(now.child(child.key));
            if (before != after)
                refuse(file, child.key, after, before, "the state is of a run of another scenario");
        }
}

}  // namespace

bool run_depends_on(const std::string& key) {
    constexpr std::array<std::string_view, 20> only_shown{"simulation_time",
                                                          "data_filename",
                                                          "enable_console_logging",
                                                          "console_filename",
                                                          "log_format",
                                                          "delete_old_files",
                                                          "save_video_period",
                                                          "frames_name",
                                                          "progress_bar",
                                                          "threads",
                                                          "firmware_timeout",
                                                          "data_logger_flush_row_count",
                                                          "data_logger_flush_period",
                                                          "window_width",
                                                          "window_height",
                                                          "mm_to_pixels",
                                                          "family",
                                                          "on_lost_body",
                                                          "GUI",
                                                          "GUI_speed_up"};
    return !key.starts_with("show_") &&
           std::find(only_shown.begin(), only_shown.end(), key) == only_shown.end();
}

Origin origin_of(const Model& model, const physics::World& world, const Image& image, const void* user_data) {
    scenario::Node tree = model.scenario.tree;
    std::erase_if(tree.children, [](const scenario::Node& node) { return !run_depends_on(node.key); });
    return {SHOAL_VERSION_TEXT,
            digest_of_file(image.path()),
            scenario::emit_yaml(tree),
            model.seed,
            digest_of(world.model()),
            image.addresses().begin,
            reinterpret_cast<std::uintptr_t>(user_data)};
}

void require_same(const std::string& file, const Origin& saved, const Origin& here) {
    if (saved.version != here.version)
        refuse(file, "", saved.version, here.version, "the state was saved by another version of Shoal");
    if (saved.controller != here.controller)
        refuse(file, "", saved.controller, here.controller, "the state is of a run of another controller");
    if (saved.seed != here.seed)
        refuse(file, "seed", std::to_string(here.seed), std::to_string(saved.seed),
               "the state is of a run with another seed");
    require_same_scenario(file, saved, here);
    if (saved.bodies != here.bodies)
        refuse(file, "", "", "", "the state is of a run with other bodies or walls: has its arena changed?");
    if (saved.image != here.image || saved.user_data != here.user_data)
        refuse(
            file, "", "", "",
            "the controller cannot be put where it was when the state was saved, and what it keeps may hold "
            "addresses; only one simulation of a program at a time can go on from a file");
}

void write_state_file(const std::string& path, const StateFile& content) {
    std::vector<std::byte> bytes;
    StateWriter write(bytes);
    write(magic, content);
    const std::uint64_t digest = digest_of(bytes);
    write(digest);
    const std::string unfinished = path + ".part";
    std::error_code error;
    const auto parent = std::filesystem::path(path).parent_path();
    if (!parent.empty()) std::filesystem::create_directories(parent, error);
    std::ofstream file(unfinished, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (file) std::filesystem::rename(unfinished, path, error);
    if (!file || error) refuse(path, "", "", "", "the state cannot be written here");
}

StateFile read_state_file(const std::string& path) {
    const std::vector<std::byte> bytes = bytes_of(path);
    const std::span all(bytes);
    constexpr std::size_t least = magic.size() + sizeof(std::uint64_t);
    if (all.size() < least || std::memcmp(all.data(), magic.data(), magic.size()) != 0)
        refuse(path, "", "", "a file that --save wrote",
               "this is no state of a run, or one of another version");
    std::uint64_t digest = 0;
    std::memcpy(&digest, all.last(sizeof digest).data(), sizeof digest);
    if (digest != digest_of(all.first(all.size() - sizeof digest)))
        refuse(path, "", "", "", "the file is damaged or not complete");
    StateFile content;
    StateReader read(all.subspan(magic.size()));
    read(content);
    return content;
}

std::string digest_of_file(const std::string& path) {
    return fmt::format("{:016x}", digest_of(bytes_of(path)));
}

}  // namespace shoal::pogobot
