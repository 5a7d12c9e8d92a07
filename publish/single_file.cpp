// SPDX-License-Identifier: MIT
#include "publish/single_file.h"

#include <fmt/format.h>

#include <vector>

#include "gen/error.h"
#include "publish/embedded.h"
#include "server/page.h"

namespace zermelo::publish {
namespace {

// Everything is in the document, and nothing is to be asked for elsewhere.
constexpr std::string_view policy_of_one_file =
    "\n    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
    "'unsafe-inline' 'wasm-unsafe-eval' data: blob:; style-src 'unsafe-inline'; img-src data: "
    "blob:; font-src data:; connect-src data: blob:; worker-src data: blob:; base-uri 'none'; "
    "form-action 'none'\" />";

Json data_of(const Site& site) {
  Json tables = Json::array();
  for (const SiteTable& table : site.tables) {
    Json json{{"table", table.told}};
    for (const auto& [name, answer] : table.answers) json[name] = Json::parse(answer);
    tables.push_back(std::move(json));
  }
  return {{"site", site.about_site}, {"tables", std::move(tables)}};
}

}  // namespace

std::string site_in_one_file(const Site& site) {
  std::uint64_t bytes = 0;
  for (const SiteTable& table : site.tables) bytes += table.file->bytes().size();
  if (bytes > most_single_file_tables) {
    throw Error(fmt::format(
        "The tables take {}, and a page in one file takes at most {}; without --single-file they "
        "make a site.",
        megabytes(bytes), megabytes(most_single_file_tables)));
  }
  std::string scripts = server::json_script(data_of(site), "zermelo-site-data");
  for (const auto& [game, packed] : site.modules) {
    scripts += server::bytes_script(
        packed, fmt::format("class=\"zermelo-module\" data-id=\"{}\"", module_path(game)));
  }
  for (const SiteTable& table : site.tables) {
    const std::string id = fmt::format("data-id=\"{}\"", table.id);  // (letters and digits)
    scripts += server::bytes_script(text_of(table.file->bytes()), "class=\"zermelo-table\" " + id);
    scripts += server::bytes_script(table.packed_index, "class=\"zermelo-index\" " + id);
  }
  std::vector<server::EmbeddedFile> files;
  for (const server::EmbeddedFile& file : server::embedded_page())
    if (std::string_view(file.name) != "sw.js") files.push_back(file);
  files.push_back(server::embedded_prober().front());
  return server::page_in_one_file(files, scripts, policy_of_one_file);
}

}  // namespace zermelo::publish
