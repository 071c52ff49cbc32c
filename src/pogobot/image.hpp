#pragma once

#include "pogobot/runtime/firmware_abi.h"

#include <cstdint>
#include <span>
#include <string>

namespace shoal::pogobot {

/// Where `shoal build` asks the loader to put controllers, so that addresses in a state file keep their meaning: below what
/// the system gives away by itself, and where sanitizers allow it.
constexpr std::uintptr_t place_of_images = 0x7ec0'0000'0000;

/// Where an image lies in memory.
struct AddressRange {
    std::uintptr_t begin = 0, end = 0;
    [[nodiscard]] bool contains(std::uintptr_t address) const { return begin <= address && address < end; }
};

/// A private copy of a controller's shared object: its variables belong to one simulation.
class Image {
public:
    /// Throws Error if the file is missing, is no controller, or was built for another version of Shoal.
    explicit Image(const std::string& path);
    ~Image();
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    [[nodiscard]] const shoal_firmware& firmware() const { return *firmware_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    /// A program for the bare robot: it never calls pogobot_start, and its main may loop for ever.
    [[nodiscard]] bool is_bare() const { return firmware_->start == nullptr; }
    /// All variables of the controller and its runtime, static ones within functions too: .data and .bss.
    [[nodiscard]] std::span<unsigned char> globals() const { return globals_; }
    [[nodiscard]] AddressRange addresses() const { return addresses_; }
    /// Runs the constructors of its global objects, once.
    void construct();

private:
    using Constructor = void (*)(int, char**, char**);

    void look_around(std::uint64_t constructors, std::uint64_t bytes);

    std::string path_;
    int copy_ = -1;  // descriptor of the copy in memory
    void* handle_ = nullptr;
    const shoal_firmware* firmware_ = nullptr;
    std::span<unsigned char> globals_;
    AddressRange addresses_;
    std::span<const Constructor> constructors_;
};

}  // namespace shoal::pogobot
