#include "scenario/document.hpp"

#include "scenario/key.hpp"
#include "scenario/options.hpp"
#include "scenario/read_keys.hpp"
#include "scenario/text.hpp"

#include <filesystem>

namespace shoal::scenario {
namespace {

std::vector<std::string> places(const std::string& scenario_path, const std::vector<std::string>& installed) {
    std::vector<std::string> dirs = {"", std::filesystem::path(scenario_path).parent_path().string()};
    dirs.insert(dirs.end(), installed.begin(), installed.end());
    return dirs;
}

bool stands_in(const Override& change, const Node& tree) {
    const Node* node = &tree;
    for (const std::string& part : change.path) node = node ? node->child(part) : nullptr;
    return node != nullptr;
}

// Before the options are resolved, so that a value may replace options; and after, so that none of them hides
// it.
Node effective_tree(Node tree, const std::vector<std::string>& overrides) {
    std::vector<Override> changes;
    for (const std::string& text : overrides) changes.push_back(parse_override(text));
    for (const Override& change : changes) {
        if (stands_in(change, tree)) apply(change, tree);
    }
    tree = resolve_defaults(std::move(tree));
    for (const Override& change : changes) apply(change, tree);
    return tree;
}

Family family_of(const Node& tree, Problems& problems) {
    Family family = Family::pogobot;
    if (const Node* node = tree.find("family"))
        read_value({*node, *find_key(settings_keys(), "family"), "family", problems}, family);
    return family;
}

}  // namespace

Document open_document(const std::string& path, const LoadOptions& options) {
    std::vector<std::string> dirs = {""};
    dirs.insert(dirs.end(), options.search_dirs.begin(), options.search_dirs.end());
    const std::string file = find_file(path, dirs, {});
    return open_text(read_text(file), file, options);
}

Document open_text(const std::string& text, const std::string& path, const LoadOptions& options) {
    Document document{path, places(path, options.search_dirs), parse_yaml(text, path), {}, options.strict};
    if (const Node& tree = document.tree; !tree.is_map())
        throw Error({tree.place.location(), {}, summary(tree), "a map of keys such as arena_file: ...", {}});
    document.tree = effective_tree(std::move(document.tree), options.overrides);
    Problems problems(options.strict);
    report_open_options(document.tree, problems);
    problems.throw_if_any();
    document.family = family_of(document.tree, problems);
    problems.throw_if_any();
    return document;
}

void require_family(const Document& document, Family family) {
    if (document.family == family) return;
    const Node* node = document.tree.find("family");
    throw Error({node ? node->place.location() : Location{document.path}, "family", name_of(document.family),
                 name_of(family), "another family of robots"});
}

std::string locate(const Document& document, std::string_view key, const std::string& name) {
    const Node* node = document.tree.find(key);
    const Location where = node ? node->place.location() : Location{document.path};
    return find_file(name, document.search_dirs, {where, std::string(key), {}, {}, {}});
}

}  // namespace shoal::scenario
