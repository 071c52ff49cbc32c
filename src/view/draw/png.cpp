#include "view/draw/png.hpp"

#include "base/assert.hpp"
#include "base/error.hpp"
#include "record/target_file.hpp"

#include <png.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

namespace shoal::view {
namespace {

constexpr int compression = 3;  // a quarter of the time of the default, and files no larger

[[noreturn]] void fail(png_structp png, png_const_charp message) {
    throw Error({{*static_cast<const std::string*>(png_get_error_ptr(png))}, "", "", "", message});
}

void write_rows(std::FILE* file, const std::string& path, int width, int height,
                std::span<const std::uint8_t> rgba) {
    const auto ignore = [](png_structp, png_const_charp) {};
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, const_cast<std::string*>(&path), fail, ignore);
    png_infop info = png_create_info_struct(png);
    const auto end = [&info](png_structp p) { png_destroy_write_struct(&p, &info); };
    const std::unique_ptr<png_struct, decltype(end)> owner(png, end);
    png_init_io(png, file);
    png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
                 PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, compression);
    png_set_filter(png, 0, PNG_FILTER_SUB);
    png_write_info(png, info);
    const std::size_t stride = 4 * static_cast<std::size_t>(width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
        png_write_row(png, rgba.data() + y * stride);
    png_write_end(png, nullptr);
}

}  // namespace

void write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> rgba) {
    SHOAL_ASSERT(rgba.size() == 4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const record::TargetFile target = record::open_target(path, "the picture");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(::fdopen(target.descriptor, "wb"),
                                                               std::fclose);
    if (!file) throw Error({{path}, "", "", "", "cannot be written"});
    try {
        write_rows(file.get(), path, width, height, rgba);
        if (std::fflush(file.get()) != 0)
            throw Error({{path}, "", "", "", "cannot be written: is the disk full?"});
    } catch (...) {
        if (target.written != target.path) ::unlink(target.written.c_str());
        throw;
    }
    record::move_into_place(target);
}

}  // namespace shoal::view
