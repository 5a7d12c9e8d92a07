// SPDX-License-Identifier: MIT
#include "publish/page_files.h"

#include <fmt/format.h>

#include "gen/error.h"
#include "publish/embedded.h"

namespace zermelo::publish {
namespace {

constexpr std::string_view policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace

std::string site_document(std::string_view page) {
  std::string text(page);
  for (const std::string_view attribute : {"href", "src"}) {
    text =
        replaced(text, fmt::format(" {}=\"/\"", attribute), fmt::format(" {}=\"./\"", attribute));
    text = replaced(text, fmt::format(" {}=\"/", attribute), fmt::format(" {}=\"", attribute));
  }
  // (Before anything that the policy is about.)
  constexpr std::string_view head = "<head>";
  const std::size_t at = text.find(head);
  if (at == std::string::npos) throw Error("The page in this program has no head.");
  return text.insert(
      at + head.size(),
      fmt::format("\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{}\" />"
                  "\n    <meta name=\"zermelo-site\" content=\"tables/tables.json\" />",
                  policy));
}

void add_page_files(SiteFiles& site, std::span<const server::EmbeddedFile> page) {
  for (const server::EmbeddedFile& file : page) {
    const std::string_view name = file.name, text = file.plain.text();
    if (name == "index.html") {
      site.add("index.html", site_document(text));
    } else if (name == "sw.js") {
      site.add_view("sw.js", text);
    } else {
      site.add_view(fmt::format("assets/{}", name), text);
    }
  }
  site.add_view("assets/prober.js", server::embedded_prober().front().plain.text());
  site.add_view(".nojekyll", "");
}

}  // namespace zermelo::publish
