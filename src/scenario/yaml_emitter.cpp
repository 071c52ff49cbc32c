#include "scenario/node.hpp"

#include "base/assert.hpp"

#include <yaml.h>

namespace shoal::scenario {
namespace {

int append(void* text, unsigned char* bytes, std::size_t size) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), size);
    return 1;
}

class Emitter {
public:
    explicit Emitter(std::string& text) {
        yaml_emitter_initialize(&emitter_);
        yaml_emitter_set_output(&emitter_, append, &text);
        yaml_emitter_set_unicode(&emitter_, 1);
        yaml_emitter_set_width(&emitter_, -1);
    }
    Emitter(const Emitter&) = delete;
    Emitter& operator=(const Emitter&) = delete;
    ~Emitter() { yaml_emitter_delete(&emitter_); }

    void document(const Node& root) {
        yaml_event_t event;
        yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
        emit(event);
        yaml_document_start_event_initialize(&event, nullptr, nullptr, nullptr, 1);
        emit(event);
        node(root);
        yaml_document_end_event_initialize(&event, 1);
        emit(event);
        yaml_stream_end_event_initialize(&event);
        emit(event);
    }

private:
    void emit(yaml_event_t& event) {
        const int ok = yaml_emitter_emit(&emitter_, &event);
        SHOAL_ASSERT(ok);
        static_cast<void>(ok);
    }

    void scalar(const std::string& text, bool quoted) {
        yaml_event_t event;
        const auto style = quoted ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE;
        const auto* bytes = reinterpret_cast<const yaml_char_t*>(text.data());
        yaml_scalar_event_initialize(&event, nullptr, nullptr, bytes, static_cast<int>(text.size()), 1, 1,
                                     style);
        emit(event);
    }

    void sequence(const Node& list) {
        yaml_event_t event;
        yaml_sequence_start_event_initialize(
            &event, nullptr, nullptr, 1, list.flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
        emit(event);
        for (const Node& item : list.children) node(item);
        yaml_sequence_end_event_initialize(&event);
        emit(event);
    }

    void map(const Node& map) {
        yaml_event_t event;
        yaml_mapping_start_event_initialize(&event, nullptr, nullptr, 1,
                                            map.flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE);
        emit(event);
        for (const Node& child : map.children) {
            scalar(child.key, false);
            node(child);
        }
        yaml_mapping_end_event_initialize(&event);
        emit(event);
    }

    void node(const Node& value) {
        switch (value.kind) {
            case Node::Kind::null: return scalar("null", false);
            case Node::Kind::scalar: return scalar(value.text, value.quoted);
            case Node::Kind::sequence: return sequence(value);
            case Node::Kind::map: return map(value);
        }
    }

    yaml_emitter_t emitter_{};
};

}  // namespace

std::string emit_yaml(const Node& root) {
    std::string text;
    Emitter(text).document(root);
    return text;
}

}  // namespace shoal::scenario
