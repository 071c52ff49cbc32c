#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

/// A directory for the files of one test, gone at its end.
class TempDir {
public:
    TempDir() {
        std::string name = (std::filesystem::temp_directory_path() / "shoal_XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    ~TempDir() { std::filesystem::remove_all(path_); }

    [[nodiscard]] std::string path() const { return path_.string(); }

    std::string write(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file.string();
    }

private:
    std::filesystem::path path_;
};

/// The text with every LF replaced, as another editor would save it.
inline std::string with_line_ends(const std::string& text, const std::string& end) {
    std::string result;
    for (const char c : text) result += c == '\n' ? end : std::string(1, c);
    return result;
}

inline const std::string byte_order_mark = "\xEF\xBB\xBF";
