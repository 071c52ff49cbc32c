#include "record/log.hpp"

#include "record/poses.hpp"
#include "record/scratch.hpp"

#include <sys/resource.h>

#include <csignal>
#include <thread>

namespace shoal::record {
namespace {

const std::vector<Field> pose_fields{
    {"time", Type::float32}, {"name", Type::utf8}, {"x", Type::float32}, {"y", Type::float32}};

void add_row(Log& log, float x) {
    log.set(0, 0.0f);
    log.set(1, "robots");
    log.set(2, x);
    log.set(3, -x);
    log.end_row();
}

std::vector<std::string> parts(const Scratch& scratch) {
    std::vector<std::string> names = scratch.files();
    std::erase_if(names, [](const std::string& name) { return name.find(".part-") == std::string::npos; });
    return names;
}

void set_largest_file(rlim_t bytes) {
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

TEST(Log, KeepsEveryRowInOrderOverManyBatches) {
    const Scratch scratch;
    const std::string path = scratch.path("deep/er/data.feather");
    Log log({.path = path, .fields = pose_fields, .flush_rows = 7});
    for (int i = 0; i < 1000; ++i) add_row(log, static_cast<float>(i));
    EXPECT_EQ(log.rows(), 1000u);
    log.close();
    EXPECT_EQ(log.rows(), 1000u);
    const auto poses = read_poses(path);
    ASSERT_EQ(poses.size(), 1000u);
    for (std::size_t i = 0; i < poses.size(); ++i) ASSERT_EQ(poses[i].x, static_cast<double>(i));
}

TEST(Log, TheOldFileStaysUntilTheNewOneIsComplete) {
    const Scratch scratch;
    const std::string path = scratch.path("data.feather");
    for (int rows : {500, 3}) {  // the second file is smaller: nothing of the first may be left at its end
        const std::string before = read_text(path);
        Log log({.path = path, .fields = pose_fields});
        for (int i = 0; i < rows; ++i) add_row(log, static_cast<float>(i));
        log.flush();
        EXPECT_EQ(read_text(path), before);
        EXPECT_EQ(parts(scratch).size(), 1u);
        log.close();
        log.close();
        EXPECT_EQ(read_poses(path).size(), static_cast<std::size_t>(rows));
        EXPECT_TRUE(parts(scratch).empty());
    }
}

TEST(Log, TwoLogsToOnePathDoNotMix) {
    const Scratch scratch;
    const std::string path = scratch.path("data.feather");
    Log first({.path = path, .fields = pose_fields, .flush_rows = 2});
    Log second({.path = path, .fields = pose_fields, .flush_rows = 2});
    for (int i = 0; i < 9; ++i) {
        add_row(first, 1.0f);
        if (i < 5) add_row(second, 2.0f);
    }
    second.close();
    first.close();
    const auto poses = read_poses(path);
    ASSERT_EQ(poses.size(), 9u);
    for (const Pose& pose : poses) EXPECT_EQ(pose.x, 1.0);
}

TEST(Log, IsClosedByItsDestructor) {
    const Scratch scratch;
    {
        Log log({.path = scratch.path("data.feather"), .fields = pose_fields});
        add_row(log, 1.0f);
    }
    EXPECT_EQ(read_poses(scratch.path("data.feather")).size(), 1u);
}

TEST(Log, KeepsTheLinkThatPointsToIt) {
    const Scratch scratch;
    std::ofstream(scratch.path("real.feather")) << "old";
    std::filesystem::create_symlink("real.feather", scratch.path("link.feather"));
    Log log({.path = scratch.path("link.feather"), .fields = pose_fields});
    add_row(log, 1.0f);
    log.close();
    EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("link.feather")));
    EXPECT_EQ(read_poses(scratch.path("real.feather")).size(), 1u);
}

TEST(Log, FlushesAtTheEndOfAnInstantWhenThePeriodIsOver) {
    const Scratch scratch;
    Log log({.path = scratch.path("data.feather"),
             .fields = pose_fields,
             .flush_rows = 1000,
             .flush_period_s = 0.5});
    const auto size = [&] { return std::filesystem::file_size(scratch.path(parts(scratch).at(0))); };
    log.flush();  // the file has been begun
    const auto empty = size();
    add_row(log, 1.0f);
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    EXPECT_EQ(size(), empty);
    log.end_instant();
    for (int i = 0; i < 200 && size() == empty; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GT(size(), empty);
    const auto one_batch = size();
    add_row(log, 2.0f);
    log.end_instant();  // the period has begun anew
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(size(), one_batch);
}

TEST(Log, NamesTheColumnThatComesTwice) {
    const Scratch scratch;
    std::vector<Field> fields = pose_fields;
    fields.push_back({"x", Type::int64});
    EXPECT_EQ(error_of([&] { Log({.path = scratch.path("data.feather"), .fields = fields}); }),
              "x: two columns of the log have this name");
    EXPECT_TRUE(scratch.files().empty());
}

TEST(Log, SaysWhereItCannotWrite) {
    const Scratch scratch;
    std::ofstream(scratch.path("file")) << "no directory";
    const auto error_at = [](const std::string& path) {
        return error_of([&] { Log({.path = path, .fields = pose_fields}); });
    };
    EXPECT_EQ(error_at(scratch.path("file/data.feather")),
              scratch.path("file/data.feather") + ": cannot create its directory: Not a directory");
    EXPECT_EQ(error_at(scratch.path("")), scratch.path("") + ": cannot write the log: Is a directory");
    EXPECT_EQ(error_at("/proc/data.feather"),
              "/proc/data.feather: cannot write the log: No such file or directory");
}

TEST(Log, AFullDeviceIsAnErrorAndIsNotReplaced) {
    const std::string error = error_of([] { Log({.path = "/dev/full", .fields = pose_fields}).close(); });
    EXPECT_NE(error.find("/dev/full: cannot write the log: [errno 28] No space left on device"),
              std::string::npos)
        << error;
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(Log, WhatGoesWrongWhileWritingSurfacesAtALaterCall) {
    const Scratch scratch;
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    Log log({.path = scratch.path("data.feather"), .fields = pose_fields, .flush_rows = 4096});
    rlimit unlimited{};
    getrlimit(RLIMIT_FSIZE, &unlimited);
    set_largest_file(20'000);
    const std::string error = error_of([&] {
        for (int i = 0; i < 1'000'000; ++i) add_row(log, static_cast<float>(i));
    });
    EXPECT_NE(error_of([&] { log.close(); }).find("File too large"), std::string::npos);
    set_largest_file(unlimited.rlim_cur);
    std::signal(SIGXFSZ, before);
    EXPECT_NE(error.find("data.feather: cannot write the log"), std::string::npos) << error;
    EXPECT_NE(error.find("File too large"), std::string::npos) << error;
    EXPECT_NE(error.find(parts(scratch).at(0)), std::string::npos)
        << "the message says where the rows so far are: " << error;
    EXPECT_FALSE(std::filesystem::exists(scratch.path("data.feather")));
}

}  // namespace
}  // namespace shoal::record
