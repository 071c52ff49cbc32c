#include "scenario/node.hpp"
#include "scenario/text.hpp"

#include <yaml.h>

#include <algorithm>
#include <unordered_map>

namespace shoal::scenario {
namespace {

constexpr int deepest = 100;             // maps and lists inside each other
constexpr std::size_t most = 2'000'000;  // nodes, so that aliases of aliases end

struct Event : yaml_event_t {
    Event() : yaml_event_t{} {}
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { yaml_event_delete(this); }

    void refill(yaml_parser_t& parser, bool& ok) {
        yaml_event_delete(this);
        ok = yaml_parser_parse(&parser, this) != 0;
    }
};

std::string text_of(const yaml_char_t* text) { return text ? reinterpret_cast<const char*>(text) : ""; }

bool null_word(std::string_view text) {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

std::size_t count_nodes(const Node& node) {
    std::size_t sum = 1;
    for (const Node& child : node.children) sum += count_nodes(child);
    return sum;
}

/// Builds the tree from libyaml's events, one look-ahead.
class Composer {
public:
    Composer(std::string_view text, const std::string& name)
        : text_(text), file_(std::make_shared<const std::string>(name)) {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text_.data()),
                                     text_.size());
    }
    Composer(const Composer&) = delete;
    Composer& operator=(const Composer&) = delete;
    ~Composer() { yaml_parser_delete(&parser_); }

    Node document() {
        Node root;
        root.place = {file_, 1, 1};
        next();  // stream start
        next();  // document start, unless the stream is empty
        if (event_.type == YAML_STREAM_END_EVENT) return root;
        next();
        root = node(0);
        next();  // document end
        next();
        if (event_.type != YAML_STREAM_END_EVENT)
            fail(here(), "a second document starts here", "one document");
        return root;
    }

private:
    [[noreturn]] void fail(const Place& place, const std::string& message,
                           const std::string& expected = {}) const {
        throw Error({place.location(), {}, {}, expected, message});
    }

    void next() {
        bool ok = false;
        event_.refill(parser_, ok);
        if (!ok) syntax_error();
    }

    [[noreturn]] void syntax_error() const {
        if (parser_.error == YAML_READER_ERROR) fail(place_of_byte(parser_.problem_offset), "not UTF-8 text");
        const std::string context = parser_.context ? parser_.context : "";
        std::string problem = parser_.problem ? parser_.problem : "not YAML";
        // What is never closed is better shown where it was opened than where the file ends.
        const bool flow =
            context == "while parsing a flow sequence" || context == "while parsing a flow mapping";
        if (flow) fail(place(parser_.context_mark), std::string("bracket is not closed (") + problem + ")");
        const bool open_quote =
            context == "while scanning a quoted scalar" && problem == "found unexpected end of stream";
        if (open_quote) fail(place(parser_.context_mark), "quote is not closed");
        if (at(parser_.problem_mark) == '\t') problem = "tab in the indentation: use spaces";
        else if (follows_quote(parser_.problem_mark)) problem = "text after the closing quote";
        else if (!context.empty())
            problem += " (" + context + " of line " + std::to_string(parser_.context_mark.line + 1) + ")";
        fail(place(parser_.problem_mark), problem);
    }

    [[nodiscard]] Place place(const yaml_mark_t& mark) const {
        return {file_, static_cast<int>(mark.line) + 1, static_cast<int>(mark.column) + 1};
    }
    [[nodiscard]] Place here() const { return place(event_.start_mark); }
    [[nodiscard]] Place place_of_byte(std::size_t offset) const {
        const std::string_view before = text_.substr(0, offset);
        const auto line = std::count(before.begin(), before.end(), '\n') + 1;
        const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
        return {file_, static_cast<int>(line), static_cast<int>(before.size() - start) + 1};
    }
    [[nodiscard]] std::string_view line_of(const yaml_mark_t& mark) const {
        const auto lines = split_lines(text_);
        return mark.line < lines.size() ? lines[mark.line] : std::string_view();
    }
    [[nodiscard]] char at(const yaml_mark_t& mark) const {
        const std::string_view line = line_of(mark);
        return mark.column < line.size() ? line[mark.column] : '\0';
    }
    [[nodiscard]] bool follows_quote(const yaml_mark_t& mark) const {
        const std::string_view before = trimmed(line_of(mark).substr(0, mark.column));
        return before.ends_with('"') || before.ends_with('\'');
    }

    Node node(int depth) {
        if (depth > deepest)
            fail(here(), "nested too deeply", "at most " + std::to_string(deepest) + " levels");
        if (++count_ > most) fail(here(), "too many values");
        switch (event_.type) {
            case YAML_ALIAS_EVENT: return alias();
            case YAML_SCALAR_EVENT: return scalar();
            case YAML_SEQUENCE_START_EVENT: return sequence(depth);
            default: return map(depth);
        }
    }

    Node alias() {
        const std::string name = text_of(event_.data.alias.anchor);
        const auto it = anchors_.find(name);
        if (it == anchors_.end()) fail(here(), "no anchor &" + name + " stands before this alias");
        count_ += count_nodes(it->second);
        if (count_ > most) fail(here(), "too many values, by aliases of aliases");
        return it->second;
    }

    Node scalar() {
        Node result;
        result.place = here();
        const auto& data = event_.data.scalar;
        result.text.assign(reinterpret_cast<const char*>(data.value), data.length);
        const std::string tag = text_of(data.tag);
        result.quoted = data.style != YAML_PLAIN_SCALAR_STYLE || tag == YAML_STR_TAG;
        result.kind = !result.quoted && null_word(result.text) ? Node::Kind::null : Node::Kind::scalar;
        return anchored(std::move(result), data.anchor);
    }

    Node sequence(int depth) {
        Node result;
        result.kind = Node::Kind::sequence;
        result.place = here();
        result.flow = event_.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        const std::string anchor = text_of(event_.data.sequence_start.anchor);
        for (next(); event_.type != YAML_SEQUENCE_END_EVENT; next())
            result.children.push_back(node(depth + 1));
        return anchored(std::move(result), anchor);
    }

    Node map(int depth) {
        Node result;
        result.kind = Node::Kind::map;
        result.place = here();
        result.flow = event_.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        const std::string anchor = text_of(event_.data.mapping_start.anchor);
        std::unordered_map<std::string, int> lines;  // of the keys so far
        for (next(); event_.type != YAML_MAPPING_END_EVENT; next()) {
            Node name = node(depth + 1);
            if (name.is_sequence() || name.is_map()) fail(name.place, "a key must be a text", "");
            const auto [first, fresh] = lines.emplace(name.text, name.place.line);
            if (!fresh) duplicate(name, first->second);
            next();
            path_.push_back(name.text);
            Node value = node(depth + 1);
            path_.pop_back();
            value.key = name.text;
            value.key_place = name.place;
            result.children.push_back(std::move(value));
        }
        return anchored(merged(std::move(result)), anchor);
    }

    [[noreturn]] void duplicate(const Node& name, int first) const {
        std::string key;
        for (const std::string& part : path_) key += part + ".";
        throw Error({name.place.location(),
                     key + name.text,
                     {},
                     {},
                     "this key was already set in line " + std::to_string(first)});
    }

    Node anchored(Node result, const yaml_char_t* anchor) {
        return anchored(std::move(result), text_of(anchor));
    }
    Node anchored(Node result, const std::string& anchor) {
        if (!anchor.empty()) anchors_[anchor] = result;
        return result;
    }

    // `<<: *base`: the keys of base that the map does not have itself, in the place of the `<<`.
    Node merged(Node map) const {
        const auto it = std::find_if(map.children.begin(), map.children.end(),
                                     [](const Node& c) { return c.key == "<<"; });
        if (it == map.children.end()) return map;
        const Node source = std::move(*it);
        Node inherited;
        inherited.kind = Node::Kind::map;
        if (source.is_map()) inherit(inherited, source, map);
        else if (source.is_sequence()) {
            for (const Node& base : source.children) inherit(inherited, base, map);
        } else if (!source.is_null()) {
            fail(source.place, "<< takes a map or a list of maps");
        }
        const auto hole = map.children.erase(it);
        map.children.insert(hole, inherited.children.begin(), inherited.children.end());
        return map;
    }

    void inherit(Node& into, const Node& base, const Node& own) const {
        if (!base.is_map()) fail(base.place, "<< takes a map or a list of maps");
        for (const Node& child : base.children) {
            if (!own.child(child.key) && !into.child(child.key)) into.children.push_back(child);
        }
    }

    std::string_view text_;
    std::shared_ptr<const std::string> file_;
    yaml_parser_t parser_{};
    Event event_;
    std::unordered_map<std::string, Node> anchors_;
    std::vector<std::string> path_;  // keys around the current node
    std::size_t count_ = 0;
};

}  // namespace

Node parse_yaml(std::string_view text, const std::string& name) {
    const std::string clean = normalised(std::string(text));
    return Composer(clean, name).document();
}

}  // namespace shoal::scenario
