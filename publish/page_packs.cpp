// SPDX-License-Identifier: MIT
#include "publish/page_packs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "gen/error.h"
#include "json/json.h"
#include "publish/gzip.h"
#include "server/page.h"

namespace zermelo::publish {
namespace {

using server::replaced;
using Names = std::set<std::string, std::less<>>;

// What comes before packed modules: one is run when it is first needed.
constexpr std::string_view before_modules = R"(globalThis.zermelo ??= (() => {
const bodies = new Map();
const made = new Map();
const need = (name) => {
if (!made.has(name)) made.set(name, bodies.get(name)());
return made.get(name);
};
return { define: (name, body) => bodies.set(name, body), has: (name) => bodies.has(name), need };
})();
)";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "./dom.js" in a text that ends with `from "./dom.js";`: dom.js
std::string file_imported(std::string_view statement) {
  constexpr std::string_view from = " from \"./";
  const std::size_t at = statement.rfind(from);
  const std::size_t begin = std::min(at, statement.size() - from.size()) + from.size();
  const std::size_t end = statement.find("\";", begin);
  if (at == std::string_view::npos || end == std::string_view::npos)
    throw Error(fmt::format("The page's modules have an import that is not known: {}", statement));
  return std::string(statement.substr(begin, end - begin));
}

struct Module {
  std::string body;  // of a function that returns what is exported
  std::vector<std::string> imports;
};

// `import { a as b } from "./dom.js";` becomes `const { a: b } = zermelo.need("dom.js");`
std::string as_declaration(std::string_view statement, const std::string& file) {
  constexpr std::string_view import = "import ", all = "* as ";
  std::string_view names = statement.substr(import.size());
  names = names.substr(0, names.rfind(" from "));
  if (names.starts_with(all)) names.remove_prefix(all.size());
  return fmt::format("const {} = zermelo.need(\"{}\");\n",
                     replaced(std::string(names), " as ", ": "), file);
}

// The name that a declaration such as "async function f() {" declares.
std::string_view name_declared(std::string_view declaration) {
  const std::string_view whole = declaration;
  bool is_known = false;
  for (const std::string_view word : {"async ", "function ", "class ", "const "}) {
    if (!declaration.starts_with(word)) continue;
    declaration.remove_prefix(word.size());
    is_known = true;
  }
  const auto is_part = [](char c) { return c == '_' || c == '$' || std::isalnum(c) != 0; };
  const auto end = std::ranges::find_if_not(declaration, is_part);
  if (!is_known || end == declaration.begin())
    throw Error(fmt::format("The page's modules have an unknown export: {}", whole));
  return declaration.substr(0, static_cast<std::size_t>(end - declaration.begin()));
}

// (Comments and indentation are for those who read web/.)
Module module_of(std::string_view text) {
  constexpr std::string_view import = "import ", exported = "export ";
  Module module;
  std::string statement, names;
  for (const std::string_view line : lines_of(text)) {
    if (line.empty() || line.starts_with("//")) continue;
    if (!statement.empty() || line.starts_with(import)) {
      statement += line;
      if (!line.ends_with(';')) continue;
      module.imports.push_back(file_imported(statement));
      module.body += as_declaration(statement, module.imports.back());
      statement.clear();
      continue;
    }
    const bool is_exported = line.starts_with(exported);
    const std::string_view declaration = is_exported ? line.substr(exported.size()) : line;
    if (is_exported) names += fmt::format("{}, ", name_declared(declaration));
    module.body += declaration;
    module.body += '\n';
  }
  module.body = replaced(std::move(module.body), "import(\"./", "zermelo.load(\"");
  module.body += fmt::format("return {{ {}}};\n", names);
  return module;
}

// (The brackets around a function tell engines to compile it at once.)
std::string definition(std::string_view name, std::string_view body) {
  return fmt::format("zermelo.define(\"{}\", (() => {}));\n", name, body);
}

class PageModules {
 public:
  explicit PageModules(const PageTexts& texts) {
    for (const auto& [name, text] : texts)
      if (name.ends_with(".js")) modules_.emplace(name, module_of(text));
  }

  Names all() const {
    Names names;
    for (const auto& [name, module] : modules_) names.insert(name);
    return names;
  }

  // A module and what it imports.
  Names with_imports(const std::string& name) const {
    Names names;
    std::vector<std::string> waiting = {name};
    while (!waiting.empty()) {
      const std::string next = std::move(waiting.back());
      waiting.pop_back();
      if (!names.insert(next).second) continue;
      const auto found = modules_.find(next);
      if (found == modules_.end())
        throw Error(fmt::format("The page in this program lacks {}.", next));
      waiting.insert(waiting.end(), found->second.imports.begin(), found->second.imports.end());
    }
    return names;
  }

  std::string script(const Names& names) const {
    std::string text(before_modules);
    for (const std::string& name : names)
      text += definition(name, fmt::format("{{\n{}}}", modules_.find(name)->second.body));
    return text;
  }

 private:
  std::map<std::string, Module, std::less<>> modules_;
};

Names without(Names names, const Names& others) {
  for (const std::string& name : others) names.erase(name);
  return names;
}

std::string running(std::string_view name) { return fmt::format("zermelo.need(\"{}\");\n", name); }

}  // namespace

PagePacks page_packs(const PageTexts& texts) {
  const PageModules modules(texts);
  const auto css = texts.find("page.css");
  if (css == texts.end()) throw Error("The page in this program lacks page.css.");
  const Names start = modules.with_imports("start.js"), worker = modules.with_imports("worker.js");
  const Names page = without(modules.with_imports("main.js"), start);
  const Names panels = without(without(without(modules.all(), start), page), worker);
  const std::string style = definition("page.css", one_line(Json(css->second)));
  return {.start = modules.script(start) + running("start.js"),
          .page = gzip(modules.script(page) + style),
          .worker = gzip(modules.script(worker) + running("worker.js")),
          .panels = gzip(modules.script(panels))};
}

}  // namespace zermelo::publish
