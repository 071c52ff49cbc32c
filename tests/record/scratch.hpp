#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace shoal::record {

/// A directory of this test's own, gone when the test is over.
class Scratch {
public:
    Scratch() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        std::string name = (std::filesystem::temp_directory_path() / "shoal-XXXXXX").string();
        if (!mkdtemp(name.data())) ADD_FAILURE() << "no scratch directory for " << test->name();
        directory_ = name;
    }
    ~Scratch() { std::filesystem::remove_all(directory_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (directory_ / name).string(); }
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
            names.push_back(entry.path().filename().string());
        }
        return names;
    }

private:
    std::filesystem::path directory_;
};

inline std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The message of the Error that `action` throws.
template <class Action>
std::string error_of(Action action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "(no error)";
}

}  // namespace shoal::record
