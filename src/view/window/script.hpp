#pragma once

#include "view/draw/camera.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace shoal::view {

/// Keys and mouse from a file, for tests: SHOAL_WINDOW_SCRIPT names it. A line is a command and its words; it is played
/// when the commands before it have had their effect.
class Script {
public:
    /// Of the file that the environment names; else empty.
    Script();

    [[nodiscard]] bool empty() const { return commands_.empty(); }
    [[nodiscard]] const std::vector<std::string>& front() const { return commands_.front(); }
    void pop() { commands_.pop_front(); }

private:
    std::deque<std::vector<std::string>> commands_;
};

/// As if somebody had done it.
void push_key(std::string symbol, const std::string& place, bool repeated);
void push_text(const std::string& text);
void push_motion(int x, int y);
void push_button(bool down, int button, int x, int y);
void push_wheel(int y);
void push_close();
/// `key NAME [PLACE]`, `repeat NAME`, `text T`, `move X Y`, `down BUTTON X Y`, `up [BUTTON]`, `wheel N` or `close`, with places in mm
/// of the world; false for another command.
[[nodiscard]] bool push_input(const std::vector<std::string>& words, const Camera& camera);
/// Throws Error for what is no number.
[[nodiscard]] double script_number(const std::string& word);

}  // namespace shoal::view
