// SPDX-License-Identifier: MIT
// The page and answers in one document.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "server/http.h"
#include "server/page.h"
#include "server/position_answer.h"

namespace zermelo::server {
namespace {

// --- Answers -------------------------------------------------------------------------------------

// Breadth first: the positions that take the fewest moves to reach, each of them once.
Json subtree(const ServedTable& table, const std::string& root, std::uint64_t plies,
             std::uint64_t limit, const std::atomic<bool>& ending) {
  struct Place {
    std::string position;
    std::uint64_t depth;
  };
  Json answers = Json::object();
  std::vector<std::pair<std::string, Json>> found;
  std::set<std::string> seen = {root};
  std::deque<Place> waiting = {{root, 0}};
  while (!waiting.empty()) {
    const Place place = std::move(waiting.front());
    waiting.pop_front();
    refuse_if_ending(ending);
    Json answer = answer_or_absence(table, place.position, true);
    if (place.depth < plies) {
      for (const Json& move : answer["moves"]) {
        const auto next = move["after"].get<std::string>();
        if (seen.size() < limit && seen.insert(next).second)
          waiting.push_back({next, place.depth + 1});
      }
    }
    found.emplace_back(place.position, std::move(answer));
  }
  // (Not set by key: an ordered object looks through all of them each time.)
  auto& object = answers.get_ref<Json::object_t&>();
  for (auto& [position, answer] : found)
    object.emplace_back(std::move(position), std::move(answer));
  return answers;
}

// --- Files of the page ---------------------------------------------------------------------------

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group <<= 8;
      if (i + k < bytes.size()) group |= static_cast<unsigned char>(bytes[i + k]);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? letters[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return text;
}

// The name of a file that another one names: "./arrows.js" in "board/view.js" is "board/arrows.js",
// "/assets/main.js" and "assets/main.js" are "main.js". Empty if it is something else.
std::string file_named(std::string_view reference, std::string_view in_file) {
  constexpr std::string_view assets = "/assets/";
  if (reference.starts_with(assets)) return std::string(reference.substr(assets.size()));
  if (reference.starts_with(assets.substr(1)))
    return std::string(reference.substr(assets.size() - 1));
  if (!reference.starts_with("./") && !reference.starts_with("../")) return {};
  std::string folder(in_file.substr(0, std::min(in_file.rfind('/') + 1, in_file.size())));
  for (;;) {
    if (reference.starts_with("./")) {
      reference.remove_prefix(2);
    } else if (reference.starts_with("../")) {
      reference.remove_prefix(3);
      if (!folder.empty()) folder.pop_back();
      folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/') + 1);
    } else {
      return folder + std::string(reference);
    }
  }
}

constexpr std::string_view module_prefix = "zermelo/";

bool is_module(std::string_view name) { return name.ends_with(".js") || name.ends_with(".mjs"); }

// A text in which the quoted string after a keyword is replaced if it names a file.
std::string with_mapped_names(std::string_view text, std::string_view keyword,
                              std::string_view in_file) {
  std::string mapped;
  while (!text.empty()) {
    const std::size_t quote = std::min(text.find(keyword), text.size()) + keyword.size();
    const bool is_quote = quote < text.size() && (text[quote] == '"' || text[quote] == '\'');
    const std::size_t end = is_quote ? text.find(text[quote], quote + 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
      mapped += text.substr(0, quote);
      text.remove_prefix(std::min(quote, text.size()));
      continue;
    }
    const std::string_view reference = text.substr(quote + 1, end - quote - 1);
    const std::string file = file_named(reference, in_file);
    mapped += text.substr(0, quote + 1);
    mapped += file.empty() ? std::string(reference) : std::string(module_prefix) + file;
    text.remove_prefix(end);
  }
  return mapped;
}

// A module with the names of others as the import map has them: a module in a data: address has no
// folder that "./" could mean.
std::string with_mapped_imports(std::string_view text, std::string_view in_file) {
  std::string mapped(text);
  for (const std::string_view keyword : {"from ", "from", "import ", "import", "import("})
    mapped = with_mapped_names(mapped, keyword, in_file);
  return mapped;
}

std::string import_map(std::span<const EmbeddedFile> files) {
  Json imports = Json::object();
  for (const EmbeddedFile& file : files) {
    if (!is_module(file.name)) continue;
    imports[std::string(module_prefix) + file.name] =
        "data:text/javascript;base64," + base64(with_mapped_imports(file.plain.text(), file.name));
  }
  return one_line(Json{{"imports", imports}});
}

// --- The document --------------------------------------------------------------------------------

// The value of an attribute in a tag: href="..."; empty if it is not there.
std::string_view attribute(std::string_view tag, std::string_view name) {
  const std::string start = std::string(" ") + std::string(name) + "=\"";
  const std::size_t at = tag.find(start);
  if (at == std::string_view::npos) return {};
  tag.remove_prefix(at + start.size());
  return tag.substr(0, tag.find('"'));
}

const EmbeddedFile* file_of(std::span<const EmbeddedFile> files, std::string_view reference) {
  const std::string name = file_named(reference, "");
  for (const EmbeddedFile& file : files) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

std::string data_address(const EmbeddedFile& file) {
  return fmt::format("data:{};base64,{}", content_type_of(file.name), base64(file.plain.text()));
}

// What a tag that names a file becomes. (Nothing is left of tags that preload files.)
std::string inlined(std::string_view tag, std::span<const EmbeddedFile> files) {
  const std::string_view reference =
      tag.starts_with("<link") ? attribute(tag, "href") : attribute(tag, "src");
  const EmbeddedFile* const file = file_of(files, reference);
  if (file == nullptr) return std::string(tag);
  const std::string_view name = file->name, text = file->plain.text();
  if (tag.starts_with("<script")) {
    if (!is_module(name)) return std::string(tag);
    const std::string bare = replaced(std::string(tag), fmt::format(" src=\"{}\"", reference), "");
    if (attribute(tag, "type") != "module") return bare + std::string(text);
    return fmt::format("{}import \"{}{}\";", bare, module_prefix, name);
  }
  if (attribute(tag, "rel") == "stylesheet") return fmt::format("<style>{}</style>", text);
  if (is_module(name)) return {};
  return replaced(std::string(tag), reference, data_address(*file));
}

std::string with_inlined_files(std::string_view page, std::span<const EmbeddedFile> files) {
  std::string text;
  while (!page.empty()) {
    const std::size_t link = page.find("<link "), script = page.find("<script ");
    const std::size_t begin = std::min({link, script, page.size()});
    const std::size_t end = std::min(page.find('>', begin), page.size() - 1) + 1;
    text += page.substr(0, begin);
    if (begin < page.size()) text += inlined(page.substr(begin, end - begin), files);
    page.remove_prefix(begin < page.size() ? end : begin);
  }
  return text;
}

}  // namespace

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// (No "<" may begin a tag.)
std::string json_script(const Json& data, const std::string& id) {
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id,
                     replaced(one_line(data), "<", "\\u003c"));
}

std::string bytes_script(std::string_view bytes, const std::string& attributes) {
  return fmt::format("<script type=\"text/plain\" {}>{}</script>\n", attributes, base64(bytes));
}

std::string page_in_one_file(std::span<const EmbeddedFile> files, std::string_view scripts,
                             std::string_view head) {
  std::string_view index;
  for (const EmbeddedFile& file : files) {
    if (std::string_view(file.name) == "index.html") index = file.plain.text();
  }
  std::string page = with_inlined_files(index, files);
  if (!head.empty()) page.insert(std::min(page.find("<head>") + 6, page.size()), head);
  const std::string map =
      fmt::format("<script type=\"importmap\">{}</script>\n", import_map(files));
  // Before the first script, since an import map must precede the modules that use it.
  const std::size_t at = std::min({page.find("<script"), page.find("</head>"), page.size()});
  return fmt::format("{}{}{}{}", page.substr(0, at), map, scripts, page.substr(at));
}

std::string export_page(const ServedTable& table, const Json& told, const Query& query,
                        const std::atomic<bool>& ending) {
  const std::string asked = position_of(table, query);
  const std::uint64_t plies = query.number("plies", 4, 1, 12);
  const std::uint64_t limit = query.number("limit", 500, 1, 5000);
  const std::string root = answer_or_absence(table, asked, true)["position"].get<std::string>();
  Json data{{"table", told}, {"root", root}};
  data["positions"] = subtree(table, root, plies, limit, ending);
  return page_in_one_file(embedded_page(), json_script(data, "zermelo-export"));
}

}  // namespace zermelo::server
