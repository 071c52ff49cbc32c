// Many small worlds in one process: runs side by side on threads are the runs that they are alone, and a fault in the
// firmware of one is a matter of that one.
#include "app/build.hpp"
#include "base/error.hpp"
#include "pogobot/simulation.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>

namespace shoal::pogobot {
namespace {

namespace fs = std::filesystem;

const std::string source = SHOAL_SOURCE_DIR;

/// Directory of this process, where controllers are built and logs are written.
class Workshop {
public:
    Workshop() {
        std::string name = (fs::temp_directory_path() / "shoal_XXXXXX").string();
        directory_ = ::mkdtemp(name.data());
    }
    ~Workshop() { fs::remove_all(directory_); }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    [[nodiscard]] std::string controller(const std::string& name) const {
        fs::copy(source + "/tests/pogobot/controllers/" + name, directory_ / name);
        return app::build_controller((directory_ / name).string());
    }
    [[nodiscard]] std::string file(const std::string& name) const { return (directory_ / name).string(); }

private:
    fs::path directory_;
};

/// How a world ended: the digest of its last state, or what went wrong.
struct Outcome {
    std::uint64_t digest = 0;
    std::string error = {};
    // Kept: a later image in its place would look like a race to the thread sanitizer, which does not see the loader.
    std::shared_ptr<Simulation> simulation = {};

    bool operator==(const Outcome& other) const { return digest == other.digest && error == other.error; }
};

struct Job {
    std::string controller;
    std::uint32_t seed;
    std::string log;          // file; empty: none
    std::string fault = {};   // of the controller `faults`
    double timeout_s = 60.0;  // of a call into firmware
};

std::vector<std::string> settings(const Job& job) {
    std::vector<std::string> all{"objects.robots.nb=20",
                                 "arena_surface=3e5",
                                 "simulation_time=1",
                                 "save_data_period=0.1",
                                 "enable_console_logging=false",
                                 "firmware_timeout=" + std::to_string(job.timeout_s)};
    all.push_back(job.log.empty() ? "enable_data_logging=false" : "data_filename=" + job.log);
    if (!job.fault.empty()) all.push_back("parameters.fault='" + job.fault + "'");
    return all;
}

Outcome run(const Job& job) {
    static record::Console console({record::ConsoleFormat::minimal, record::Level::error});
    Outcome outcome;
    try {
        outcome.simulation = std::make_shared<Simulation>(
            scenario::load(source + "/examples/pogobot/run_and_tumble/paper.yaml",
                           {settings(job), false, {source}}),
            SimulationOptions{job.controller, job.seed, 1}, console);
        while (!outcome.simulation->over()) outcome.simulation->step();
        outcome.simulation->finish();
        outcome.digest = outcome.simulation->digest();
    } catch (const Error& error) {
        outcome.error = error.what();
    }
    return outcome;
}

std::vector<Outcome> run_side_by_side(const std::vector<Job>& jobs, int threads) {
    std::vector<Outcome> outcomes(jobs.size());
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i)
        workers.emplace_back([&] {
            for (std::size_t job = next++; job < jobs.size(); job = next++) outcomes[job] = run(jobs[job]);
        });
    for (auto& worker : workers) worker.join();
    return outcomes;
}

TEST(Worlds, SideBySideAreWhatTheyAreAlone) {
    const Workshop workshop;
    std::vector<Job> jobs;
    for (const std::string name : {"drive", "infrared", "shared_globals"}) {
        const std::string controller = workshop.controller(name);
        for (std::uint32_t seed = 0; seed < 4; ++seed)
            jobs.push_back({controller, seed,
                            seed % 2 == 0 ? "" : workshop.file(name + std::to_string(seed) + ".feather")});
    }
    std::vector<Outcome> alone;
    for (const Job& job : jobs) alone.push_back(run(job));
    EXPECT_EQ(alone.front().error, "");
    EXPECT_NE(alone[0], alone[1]) << "the seed makes no difference";
    const std::vector<Outcome> together = run_side_by_side(jobs, 4);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        EXPECT_EQ(together[i].error, "");
        EXPECT_EQ(together[i].digest, alone[i].digest) << "world " << i;
    }
}

TEST(Worlds, AFaultEndsOneAndLeavesTheOthersAlone) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers report these faults in their own way";
#endif
    const Workshop workshop;
    const std::string controller = workshop.controller("faults");
    const Outcome sound = run({controller, 1, "", "none"});
    ASSERT_EQ(sound.error, "");
    std::vector<Job> jobs;
    for (int round = 0; round < 4; ++round)
        for (const char* fault : {"none", "null", "none", "divide", "recurse", "none", "abort"})
            jobs.push_back({controller, 1, "", fault});
    jobs.push_back({controller, 1, "", "loop", 0.5});
    const std::vector<Outcome> outcomes = run_side_by_side(jobs, 4);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i].fault == "none")
            EXPECT_EQ(outcomes[i], sound) << "world " << i << ": " << outcomes[i].error;
        else
            EXPECT_NE(outcomes[i].error.find("robot 1 (robots), tick 2, in its step"), std::string::npos)
                << "world " << i << ": " << outcomes[i].error;
    }
    EXPECT_NE(outcomes.back().error.find("did not come back within 0.5 s"), std::string::npos);
}

}  // namespace
}  // namespace shoal::pogobot
