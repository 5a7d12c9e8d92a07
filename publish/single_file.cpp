// SPDX-License-Identifier: MIT
#include "publish/single_file.h"

#include <fmt/format.h>

#include <cassert>
#include <span>
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

Json data_of(std::span<const SiteTable> tables, const Json& about) {
  Json list = Json::array();
  for (const SiteTable& table : tables) {
    Json json{{"table", table.told}};
    for (const auto& [name, answer] : table.answers) json[name] = Json::parse(answer);
    list.push_back(std::move(json));
  }
  return {{"site", about}, {"tables", std::move(list)}};
}

std::string in_one_file(std::span<const SiteTable> tables, const Modules& modules,
                        const Json& about) {
  std::string scripts = server::json_script(data_of(tables, about), "zermelo-site-data");
  for (const auto& [game, packed] : modules) {
    scripts += server::bytes_script(
        packed, fmt::format("class=\"zermelo-module\" data-id=\"{}\"", module_path(game)));
  }
  for (const SiteTable& table : tables) {
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
  return in_one_file(site.tables, site.modules, site.about_site);
}

std::string table_in_one_file(const SiteTable& table, std::string_view packed_module,
                              const Json& about) {
  assert(table.file->bytes().size() <= most_single_file_tables);
  return in_one_file({&table, 1}, {{table.game, packed_module}}, about);
}

}  // namespace zermelo::publish
