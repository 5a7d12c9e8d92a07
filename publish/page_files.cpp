// SPDX-License-Identifier: MIT
#include "publish/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"
#include "publish/embedded.h"
#include "publish/page_packs.h"
#include "server/page.h"

namespace zermelo::publish {
namespace {

using server::replaced;

constexpr std::string_view policy =
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'";

// The page is packed (page_packs.h): what shows it is requested as early as possible.
std::string beginning(std::span<const std::string> ahead) {
  const auto preload = [](std::string_view address) {
    return fmt::format("<link rel=\"preload\" href=\"{}\" as=\"fetch\" crossorigin />\n", address);
  };
  std::string text = preload("assets/page.gz") +
                     "<script type=\"module\" async src=\"assets/start.js\"></script>\n";
  for (const std::string& address : ahead) text += preload(address);
  return text;
}

// A document without indentation, and without the lines that begin like this.
std::string without_lines(std::string_view document, std::string_view beginning_of_line) {
  std::string text;
  while (!document.empty()) {
    const std::size_t end = std::min(document.find('\n'), document.size() - 1) + 1;
    std::string_view line = document.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (!line.starts_with(beginning_of_line)) text += line;
    document.remove_prefix(end);
  }
  return text;
}

}  // namespace

std::string site_document(std::string_view page, std::span<const std::string> ahead) {
  const std::string all(page);
  const std::size_t comment = all.find("<!--"), after = all.find("-->\n");
  const bool is_commented = comment < after && after != std::string::npos;
  std::string text = is_commented ? all.substr(0, comment) + all.substr(after + 4)
                                  : all;  // (for those who read web/)
  for (const std::string_view packed :
       {"<link rel=\"stylesheet\"", "<link rel=\"modulepreload\"", "<script type=\"module\""})
    text = without_lines(text, packed);
  for (const std::string_view attribute : {"href", "src"}) {
    text =
        replaced(text, fmt::format(" {}=\"/\"", attribute), fmt::format(" {}=\"./\"", attribute));
    text = replaced(text, fmt::format(" {}=\"/", attribute), fmt::format(" {}=\"", attribute));
  }
  // (They are shown by start.js, together with their style.)
  for (const std::string_view styled : {"<a class=\"skip\"", "<header class=\"top\""})
    text = replaced(text, styled, fmt::format("{} hidden", styled));
  // (Before anything that the policy is about.)
  constexpr std::string_view head = "<head>";
  const std::size_t at = text.find(head);
  if (at == std::string::npos) throw Error("The page in this program has no head.");
  return text.insert(
      at + head.size(),
      fmt::format("\n<meta http-equiv=\"Content-Security-Policy\" content=\"{}\" />"
                  "\n<meta name=\"zermelo-site\" content=\"tables/tables.json\" />\n{}",
                  policy, beginning(ahead)));
}

void add_page_files(SiteFiles& site, std::span<const server::EmbeddedFile> page,
                    std::span<const std::string> ahead) {
  PageTexts texts;
  for (const server::EmbeddedFile& file : page) texts.emplace(file.name, file.plain.text());
  const auto text_of_file = [&](std::string_view name) {
    const auto found = texts.find(name);
    if (found == texts.end()) throw Error(fmt::format("The page in this program lacks {}.", name));
    return found->second;
  };
  site.add("index.html", site_document(text_of_file("index.html"), ahead));
  site.add_view("sw.js", text_of_file("sw.js"));
  site.add_view("assets/icon.svg", text_of_file("icon.svg"));
  texts.erase("sw.js");
  texts.emplace("prober.js", server::embedded_prober().front().plain.text());
  PagePacks packs = page_packs(texts);
  site.add("assets/start.js", std::move(packs.start));
  site.add("assets/page.gz", std::move(packs.page));
  site.add("assets/worker.gz", std::move(packs.worker));
  site.add("assets/panels.gz", std::move(packs.panels));
  site.add_view(".nojekyll", "");
}

}  // namespace zermelo::publish
