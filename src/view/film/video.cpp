#include "view/film/video.hpp"

#include "base/assert.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>

namespace shoal::view {
namespace {

using Words = std::vector<std::string>;

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

std::string ending_of(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending == ".mp4" || ending == ".webm" || ending == ".gif") return ending;
    throw Error({{path}, "", ending, ".mp4, .webm or .gif", "the ending says what kind of video it is"});
}

/// The first of these that an ffmpeg has.
std::string choose_encoder(const Ffmpeg& ffmpeg, const Words& names) {
    for (const auto& name : names)
        if (ffmpeg.has_encoder(name)) return name;
    throw Error(fmt::format("{} has none of the encoders {}", ffmpeg.program, fmt::join(names, ", ")));
}

/// How to encode what players take: sides of even length, colours as in television.
Words encoding_of(const Ffmpeg& ffmpeg, const std::string& ending) {
    const std::string encoder = ending == ".mp4" ? choose_encoder(ffmpeg, {"libx264", "libopenh264", "mpeg4"})
                                                 : choose_encoder(ffmpeg, {"libvpx-vp9", "libvpx"});
    Words words{"-vf",
                "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0xE9EBEF,"
                "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
                "-colorspace",
                "bt709",
                "-color_primaries",
                "bt709",
                "-color_trc",
                "bt709",
                "-c:v",
                encoder};
    if (encoder == "libx264") append(words, {"-preset", "veryfast", "-crf", "18"});
    if (encoder == "libopenh264") append(words, {"-b:v", "8M"});
    if (encoder == "mpeg4") append(words, {"-q:v", "3"});
    if (encoder == "libvpx-vp9") append(words, {"-row-mt", "1"});
    if (ending == ".webm")
        append(words, {"-deadline", "realtime", "-cpu-used", "8", "-crf", "24", "-b:v",
                       encoder == "libvpx" ? "8M" : "0"});
    if (ending == ".mp4") append(words, {"-movflags", "+faststart"});
    return words;
}

Words common(const Ffmpeg& ffmpeg) {
    return {ffmpeg.program, "-v", "error", "-hide_banner", "-nostats", "-y"};
}

}  // namespace

Video::Video(const std::string& path, Size size, double fps)
    : gif_(ending_of(path) == ".gif"), ffmpeg_(find_ffmpeg()),
      target_(record::open_target(path, "the video")) {
    ::close(target_.descriptor);
    leftovers_ = {target_.written};
    if (gif_) append(leftovers_, {target_.written + ".mov", target_.written + ".png"});
    encoder_ = std::make_unique<Process>(command(size, fps));
}

Video::~Video() {
    encoder_.reset();
    if (target_.written == target_.path) return;
    for (const auto& file : leftovers_) ::unlink(file.c_str());
}

// A GIF has one palette, which is known when all frames are: until then they are kept in a file that loses nothing.
Words Video::command(Size size, double fps) const {
    Words words = common(ffmpeg_);
    append(words, {"-f", "rawvideo", "-pix_fmt", "rgba", "-video_size",
                   fmt::format("{}x{}", size.width, size.height), "-framerate", fmt::format("{}", fps), "-i",
                   "pipe:0"});
    const std::string ending = ending_of(target_.path);
    if (gif_) {
        append(words, {"-c:v", "qtrle", "-pix_fmt", "rgb24", "-f", "mov", "file:" + leftovers_[1]});
        append(words, {"-vf", "palettegen", "-frames:v", "1", "-update", "1", "-f", "image2", "-c:v", "png",
                       "file:" + leftovers_[2]});
        return words;
    }
    append(words, encoding_of(ffmpeg_, ending));
    append(words, {"-f", ending.substr(1), "file:" + target_.written});
    return words;
}

void Video::add(std::span<const std::uint8_t> rgba) {
    if (!encoder_->write(rgba)) {
        static_cast<void>(encoder_->finish());
        fail(encoder_->complaint());
    }
    ++frames_;
}

void Video::finish() {
    const bool well = encoder_->finish();
    if (frames_ == 0) fail("the time that was asked for has no frame");
    if (!well) fail(encoder_->complaint());
    if (gif_) make_gif();
    record::move_into_place(target_);
}

void Video::make_gif() const {
    Words words = common(ffmpeg_);
    append(words, {"-i", "file:" + leftovers_[1], "-i", "file:" + leftovers_[2], "-lavfi",
                   "paletteuse=dither=none", "-f", "gif", "file:" + leftovers_[0]});
    Process encoder(words);
    if (!encoder.finish()) fail(encoder.complaint());
}

void Video::fail(const std::string& reason) const {
    throw Error({{target_.path}, "", "", "", "cannot write the video: " + reason});
}

}  // namespace shoal::view
