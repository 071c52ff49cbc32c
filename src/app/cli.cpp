#include "app/cli.hpp"

#include "app/build.hpp"
#include "app/commands.hpp"
#include "app/families.hpp"
#include "app/film.hpp"
#include "app/paths.hpp"
#include "app/python.hpp"
#include "app/replay.hpp"
#include "app/run.hpp"
#include "app/targets.hpp"
#include "base/error.hpp"
#include "view/layers.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>

// All command lines are declared here: the parser library is slow to compile.
namespace shoal::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* version_text = "Shoal " SHOAL_VERSION_TEXT " (Pogosim interface v0.10.10)";

view::Size parse_size(const std::string& text) {
    constexpr int largest = 16384;  // px
    int width = 0;
    int height = 0;
    const char* end = text.data() + text.size();
    const auto [cross, failed] = std::from_chars(text.data(), end, width);
    const bool has_height = failed == std::errc() && cross != end && *cross == 'x';
    const auto [rest, failed_too] = std::from_chars(has_height ? cross + 1 : end, end, height);
    if (!has_height || failed_too != std::errc() || rest != end || std::min(width, height) < 1 ||
        std::max(width, height) > largest)
        throw CLI::ValidationError("--size", "'" + text + "' is not WIDTHxHEIGHT in pixels, e.g. 800x800");
    return {width, height};
}

// Users' scripts write -nr, which is no short option of a usual command line.
std::vector<std::string> words(int argc, char** argv) {
    std::vector<std::string> list;
    for (int i = argc - 1; i > 0; --i)  // the parser takes them last first
        list.push_back(std::string(argv[i]) == "-nr" ? "--do-not-show-robot-msg" : argv[i]);
    return list;
}

physics::Vec2 parse_place(const std::string& text) {
    constexpr double metres = 1e-3;  // a mm
    double x = 0.0;
    double y = 0.0;
    const char* end = text.data() + text.size();
    const auto [comma, failed] = std::from_chars(text.data(), end, x);
    const bool has_y = failed == std::errc() && comma != end && *comma == ',';
    const auto [rest, failed_too] = std::from_chars(has_y ? comma + 1 : end, end, y);
    if (!has_y || failed_too != std::errc() || rest != end || !std::isfinite(x) || !std::isfinite(y))
        throw CLI::ValidationError("--centre", "'" + text + "' is not X,Y in mm, e.g. 500,250");
    return {metres * x, metres * y};
}

void add_size_and_layers(CLI::App& app, PictureOptions& o) {
    const auto set_size = [&o](const std::string& text) { o.size = parse_size(text); };
    app.add_option_function<std::string>("--size", set_size, "Size of pictures in pixels, e.g. 800x800")
        ->type_name("WxH");
    std::string names;
    for (const auto& layer : view::layer_names())
        names += (names.empty() ? "" : ", ") + std::string(layer.name);
    app.add_option(
           "--layers", o.layers,
           "What pictures show beside robots and walls, e.g. links,traces,-legend; all, none, " + names)
        ->type_name("LIST");
}

void add_colour_option(CLI::App& app, std::string& column) {
    app.add_option("--colour,--color", column,
                   "Column of the log that robots are painted by; their LEDs or categories if not given")
        ->type_name("COLUMN");
}

void add_picture_options(CLI::App& app, PictureOptions& o) {
    add_size_and_layers(app, o);
    const auto set_centre = [&o](const std::string& text) { o.aim.centre = parse_place(text); };
    auto* centre = app.add_option_function<std::string>(
        "--centre", set_centre, "Place in the middle of pictures, in mm, e.g. 500,250");
    centre->type_name("X,Y");
    app.add_option("--follow", o.aim.follow,
                   "Keep the robot or object with this id in the middle of pictures")
        ->type_name("ID")
        ->excludes(centre);
    app.add_option("--zoom", o.aim.zoom, "How many times larger than where the whole arena fits in")
        ->type_name("FACTOR")
        ->check(CLI::Range(0.01, 1000.0));
}

void add_video_options(CLI::App& app, VideoOptions& o) {
    app.add_option("--fps", o.fps, "Frames a second of the video; 25 if not given")
        ->type_name("RATE")
        ->check(CLI::Range(0.01, 1000.0));
    app.add_option("--video-speed", o.speed,
                   "Seconds of simulated time a second of the video; 1 if not given")
        ->type_name("FACTOR")
        ->check(CLI::Range(1e-6, 1e6));
    app.add_option("--from", o.from, "Simulated time at which the video begins; the start if not given")
        ->type_name("SECONDS")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--to", o.to, "Simulated time at which it ends; the end if not given")
        ->type_name("SECONDS")
        ->check(CLI::NonNegativeNumber);
}

void add_run_options(CLI::App& app, RunOptions& o) {
    app.add_flag("-g,--no-GUI", o.no_gui, "Run without a window");
    app.add_flag("-v,--verbose", o.verbose, "Show debug messages");
    app.add_flag("-q,--quiet", o.quiet, "Show warnings and errors only");
    app.add_flag("--do-not-show-robot-msg", o.hide_robot_messages,
                 "Do not show what robots print (also -nr)");
    app.add_option("-s,--seed", o.seed, "Seed of the run, 0 to 4294967295; wins over the file's")
        ->check([](const std::string& text) { return text.empty() ? "needs a number" : std::string(); });
    app.add_flag("-P,--progress", o.progress, "Show a progress bar");
    app.add_option("--threads", o.threads, "Threads; 0 chooses. Results do not depend on it")
        ->check(CLI::Range(0, 1024));
    app.add_option("--set", o.overrides,
                   "Set a scenario key, e.g. --set objects.robots.nb=50; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_flag("--strict", o.strict, "Take unknown scenario keys as errors");
    app.add_option("--save", o.save, "Write the state of the run to a file, for --resume")
        ->type_name("STATE");
    app.add_option("--save-at", o.save_at, "Simulated time at which to save; at the end if not given")
        ->type_name("SECONDS")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--resume", o.resume, "Go on from a saved state of the same scenario and controller")
        ->type_name("STATE");
    app.add_option("--picture", o.picture, "Write a picture of the run; needs no display")
        ->type_name("FILE.png");
    app.add_option("--picture-at", o.picture_at, "Simulated time of the picture; at the end if not given")
        ->type_name("SECONDS")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--video", o.video.file,
                   "Write a video of the run: .mp4, .webm or .gif; needs ffmpeg, no display")
        ->type_name("FILE");
    add_picture_options(app, o);
    add_video_options(app, o.video);
}

// Parses, then acts; --help and --version end with 0, a wrong command line with 1.
template <class Act>
int parse_and(CLI::App& app, int argc, char** argv, const Act& act) {
    try {
        app.parse(words(argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 1;
    }
    try {
        return act();
    } catch (const std::exception& error) {
        fmt::print(stderr, "Error: {}\n", error.what());
        return 1;
    }
}

}  // namespace

int shoal_command(int argc, char** argv) {
    CLI::App app{"Shoal: a simulator for collectives of robots", "shoal"};
    app.set_version_flag("-V,--version", version_text);
    app.require_subcommand(1);

    std::string directory;
    auto* new_command = app.add_subcommand("new", "Create a controller project to start from");
    new_command->add_option("DIR", directory, "Directory to create")->required();

    bool show_commands = false;
    auto* build_command = app.add_subcommand("build", "Build the controller in a directory");
    build_command->add_option("DIR", directory, "Directory with .c or .cpp files")->required();
    build_command->add_flag("-v,--verbose", show_commands, "Show the compiler's command lines");

    RunOptions run_options;
    auto* run_command = app.add_subcommand("run", "Run a controller in a scenario; builds it if it is stale");
    run_command
        ->add_option("DIR", directory, "Directory of the controller, a shared object, or a scenario file")
        ->required();
    run_command->add_option("-c,--config", run_options.config,
                            "Scenario file; DIR/scenario.yaml if not given");
    add_run_options(*run_command, run_options);

    std::vector<std::string> files;
    auto* check_command = app.add_subcommand("check", "Check scenario files and what they name");
    check_command->add_option("FILE", files, "Scenario files")->required();
    check_command->add_option("--set", run_options.overrides, "Set a scenario key before checking")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    check_command->add_flag("--strict", run_options.strict, "Take unknown scenario keys as errors");

    ReplayOptions replay_options;
    auto* replay_command =
        app.add_subcommand("replay", "Run what a log tells again and say where it differs");
    replay_command->add_option("LOG", replay_options.log, "Log that a run wrote")->required();
    replay_command->add_option("--controller", replay_options.controller,
                               "Directory or shared object of a controller in place of the log's own");
    replay_command->add_option("--threads", replay_options.threads, "Threads; 0 for one a core")
        ->check(CLI::Range(0, 1024));

    FilmOptions film_options;
    auto* film_command = app.add_subcommand("film", "Make a video of a log, without running anything again");
    film_command->add_option("LOG", film_options.log, "Log that a run wrote")->required();
    film_command
        ->add_option("FILE", film_options.video.file, "Video to write: .mp4, .webm or .gif; needs ffmpeg")
        ->required();
    add_colour_option(*film_command, film_options.colour);
    add_picture_options(*film_command, film_options);
    add_video_options(*film_command, film_options.video);

    auto* view_command = app.add_subcommand("view", "Show a log in a window, with a time line to move along");
    view_command->add_option("LOG", film_options.log, "Log that a run wrote")->required();
    add_colour_option(*view_command, film_options.colour);
    add_size_and_layers(*view_command, film_options);

    ExplainOptions explain_options;
    auto* explain_command = app.add_subcommand("explain", "Explain a scenario key");
    explain_command->add_option("KEY", explain_options.key,
                                "For example time_step or objects.robots.radius; all if not given");
    explain_command->add_option("--family", explain_options.family,
                                "Whose reference page or schema; pogobot if not given");
    explain_command->add_flag("--markdown", explain_options.markdown, "The reference page of all keys");
    explain_command->add_flag("--json-schema", explain_options.json_schema, "A JSON schema, for editors");

    // Their words are Python's to understand.
    std::vector<const CLI::App*> in_python;
    for (const PythonCommand& command : python_commands()) {
        auto* sub = app.add_subcommand(command.name, command.help)->prefix_command();
        sub->set_help_flag();
        in_python.push_back(sub);
    }

    return parse_and(app, argc, argv, [&]() -> int {
        for (const CLI::App* command : in_python)
            if (*command) run_python_command(argc, argv);
        if (*replay_command) {
            if (!replay_options.controller.empty())
                replay_options.controller = controller_from(replay_options.controller);
            return replay(replay_options);
        }
        if (*view_command) return view_log(film_options);
        if (*film_command) return film(film_options);
        if (*new_command) return new_project(directory);
        if (*build_command) {
            fmt::print("{}\n", build_controller(directory, show_commands));
            return 0;
        }
        if (*check_command) return check_scenarios(files, run_options.overrides, run_options.strict);
        if (*explain_command) return explain_key(explain_options);
        return run_target(directory, run_options);
    });
}

}  // namespace shoal::app

// The program that stands beside a controller: NAME runs build/sim/NAME.so.
extern "C" int shoal_program_main(int argc, char** argv) {
    using namespace shoal::app;
    const fs::path program = program_path();
    CLI::App app{"Runs this controller in a scenario", program.filename().string()};
    app.set_version_flag("-V,--version", version_text);
    RunOptions options;
    app.add_option("-c,--config", options.config, "Scenario file")->required();
    add_run_options(app, options);
    return parse_and(app, argc, argv, [&]() -> int {
        options.controller =
            (program.parent_path() / "build" / "sim" / (program.filename().string() + ".so")).string();
        return run(open_scenario(options), options);
    });
}
