// SPDX-License-Identifier: MIT
#include "publish/site.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "gen/error.h"
#include "publish/embedded.h"
#include "publish/gzip.h"
#include "publish/hashes.h"
#include "publish/page_files.h"
#include "publish/single_file.h"
#include "server/service.h"

namespace zermelo::publish {
namespace {

constexpr std::uint64_t most_chunks = 5000, chunks_in_a_folder = 256;
// In the order in which table.json lists them.
constexpr std::array answer_names = {"rules", "stats",   "longest",  "drawn", "first",
                                     "line",  "puzzles", "examples", "report"};

std::string chunk_path(const std::string& folder, std::uint64_t chunk) {
  return fmt::format("{}/{:03}/{:03}.bin", folder, chunk / chunks_in_a_folder,
                     chunk % chunks_in_a_folder);
}

std::string folder_of(const SiteTable& table) { return "tables/" + table.id; }

// (Plain hosts pack nothing; packed, these take a tenth.)
std::string answer_path(const SiteTable& table, std::string_view answer) {
  return fmt::format("{}/{}.json.gz", folder_of(table), answer);
}

void require_ids_for_folders(const std::vector<std::string>& paths) {
  std::set<std::string> ids;
  for (const std::string& path : paths) {
    const std::string id = server::id_of_path(path);
    if (id.starts_with('.') || id == "tables.json" || id == "files.json")
      throw UsageError(fmt::format("A table on a site cannot be called {}: rename {}.", id, path));
    if (!ids.insert(id).second) {
      throw UsageError(fmt::format(
          "Two tables are called {}, by which the site would tell them apart: rename one.", id));
    }
  }
}

[[noreturn]] void fail_for_limit(std::uint64_t bytes, std::uint64_t files, std::uint64_t limit) {
  throw Error(fmt::format(
      "The site would take {}{}, and the limit is {}; nothing was written.", megabytes(bytes),
      files == 0 ? " or more" : fmt::format(" in {} files", files), megabytes(limit)));
}

void require_limit(std::uint64_t bytes, std::uint64_t files, std::uint64_t limit) {
  if (limit > 0 && bytes > limit) fail_for_limit(bytes, files, limit);
}

SiteTable opened(const server::ServedTable& served) {
  SiteTable table;
  table.id = served.id();
  table.game = served.table().game().spec().name;
  table.file = std::make_unique<const PublishedFile>(served.table().info().path);
  table.folder = table.file->checksum();
  const std::uint64_t bytes = table.file->bytes().size();
  table.chunk_bytes = chunk_bytes_for(bytes);
  table.chunks = (bytes + table.chunk_bytes - 1) / table.chunk_bytes;
  return table;
}

// What the answers of a table depend on.
Json basis_of(const SiteTable& table, const SiteOptions& options) {
  return {{"table", table.folder},
          {"program", options.program},
          {"puzzles", options.answers.puzzles},
          {"seed", options.answers.seed}};
}

// Those of the earlier site, if it had the same table and all of them are there.
std::optional<StaticAnswers> kept_answers(const SiteTable& table, const SiteOptions& options,
                                          const SiteFolder* earlier) {
  if (earlier == nullptr) return std::nullopt;
  const Json& notes = earlier->notes();
  if (!notes.is_object() || !notes.contains(table.id)) return std::nullopt;
  const Json& note = notes[table.id];
  if (note.value("basis", Json()) != basis_of(table, options)) return std::nullopt;
  StaticAnswers answers;
  for (const Json& name : note.value("has", Json::array())) {
    const std::string answer = name.get<std::string>();
    const std::optional<std::string> packed = earlier->read(answer_path(table, answer));
    if (!packed) return std::nullopt;
    answers.emplace(answer, gunzip(*packed));
  }
  return answers;
}

Json names_of(const StaticAnswers& answers) {
  Json names = Json::array();
  for (const char* const name : answer_names)
    if (answers.contains(name)) names.push_back(name);
  return names;
}

Json published_json(const SiteTable& table, std::string_view index) {
  return {{"folder", table.folder},
          {"chunk_bytes", table.chunk_bytes},
          {"chunks", table.chunks},
          {"table_bytes", table.file->bytes().size()},
          {"index_bytes", table.packed_index.size()},
          {"index_checksum", hash_of(index)},
          {"file", nullptr},
          {"module", module_path(table.game)},
          {"has", names_of(table.answers)}};
}

void complete(SiteTable& table, server::Service& service, const server::ServedTable& served,
              const SiteOptions& options, const SiteFolder* earlier) {
  std::optional<StaticAnswers> kept = kept_answers(table, options, earlier);
  table.answers = kept ? std::move(*kept) : static_answers(service, served, options.answers);
  const std::vector<std::byte> index = table.file->index();
  table.packed_index = gzip(text_of(index));
  table.told = Json::parse(*Asker(service, options.answers).ask(table.id, ""));
  table.told["published"] = published_json(table, text_of(index));
}

void add_table(SiteFiles& files, const SiteTable& table) {
  const std::string folder = folder_of(table), chunks = folder + "/" + table.folder;
  files.add(folder + "/table.json", one_line(table.told) + "\n");
  files.add_view(chunks + "/index.gz", table.packed_index);
  for (const auto& [name, answer] : table.answers)
    files.add(answer_path(table, name), gzip(answer));
  const std::string_view bytes = text_of(table.file->bytes());
  for (std::uint64_t chunk = 0; chunk < table.chunks; ++chunk)
    files.add_view(chunk_path(chunks, chunk),
                   bytes.substr(chunk * table.chunk_bytes, table.chunk_bytes));
}

std::string title_of(const SiteTable& table) { return table.told["title"]; }

std::string title_of(const SiteOptions& options, const Site& site) {
  if (!options.title.empty()) return options.title;
  return site.tables.size() == 1 ? title_of(site.tables[0]) : "Solved games";
}

Json about_site(const SiteOptions& options, const std::string& title, std::uint64_t module_bytes) {
  return {{"title", title},
          {"about", text_or_null(options.about)},
          {"licence", text_or_null(options.licence)},
          {"version", ZERMELO_VERSION},
          {"module_bytes", module_bytes}};
}

// The table by itself, for visitors to keep; without the site's text, which may be on others.
void add_download(Site& site, SiteTable& table, const SiteOptions& options) {
  if (table.file->bytes().size() > most_single_file_tables) return;
  SiteOptions alone = options;
  alone.about.clear();
  const std::string_view module = site.modules.at(table.game);
  const std::string path = fmt::format("{0}/{1}.html", folder_of(table), table.id);
  site.files.add(
      path, table_in_one_file(table, module, about_site(alone, title_of(table), module.size())));
  table.told["published"]["file"] = path;
}

std::string licences(const SiteOptions& options) {
  std::string text;
  if (!options.licence.empty())
    text = fmt::format("The tables (tables/)\n\n{}\n\n", options.licence);
  text +=
      "The page (index.html, sw.js, assets/) is Zermelo's, under the MIT licence, as the module "
      "in it is.\n\n";
  return text + std::string(server::embedded_licences().front().plain.text());
}

Modules::value_type module_of(const SiteTable& table, const Modules& modules) {
  const auto found = modules.find(table.game);
  if (found == modules.end()) {
    throw Error(fmt::format("{}: there is no module that reads tables of {} in a page.", table.id,
                            table.game));
  }
  return *found;
}

Json list_of_tables(server::Service& service) {
  const server::Response response = service.answer({.target = "/api/v1/tables"});
  return Json::parse(response.content())["tables"];
}

}  // namespace

std::uint64_t Site::module_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& [game, packed] : modules) bytes += packed.size();
  return bytes;
}

std::uint64_t Site::bytes_of(const SiteTable& table) const {
  const std::string folder = folder_of(table) + "/";
  std::uint64_t bytes = 0;
  for (auto file = files.all().lower_bound(folder);
       file != files.all().end() && file->first.starts_with(folder); ++file)
    bytes += file->second.size();
  return bytes;
}

// Where there is one table, the files that each visit begins with.
std::vector<std::string> first_requests(const Site& site) {
  if (site.tables.size() != 1) return {};
  const SiteTable& table = site.tables.front();
  return {folder_of(table) + "/table.json", answer_path(table, "first")};
}

std::uint32_t chunk_bytes_for(std::uint64_t table_bytes) {
  std::uint32_t bytes = 16 << 10;
  while ((table_bytes + bytes - 1) / bytes > most_chunks) bytes *= 2;
  return bytes;
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string module_path(std::string_view game) {
  return fmt::format("assets/zermelo-{}.wasm.xz", game);
}

Site make_site(const std::vector<std::string>& paths, const Modules& modules,
               const SiteOptions& options, const SiteFolder* earlier) {
  require_ids_for_folders(paths);
  server::Service service(paths, {.patience = std::chrono::milliseconds(200),
                                  .counting_threads = options.answers.threads});
  Site site;
  std::uint64_t least = 0;
  for (const auto& served : service.tables()) {
    SiteTable& table = site.tables.emplace_back(opened(*served));
    least += table.file->bytes().size();
    site.modules.insert(module_of(table, modules));
  }
  least += site.module_bytes();
  require_limit(least, 0, options.limit);
  Json notes = Json::object();
  for (std::size_t i = 0; i < site.tables.size(); ++i) {
    SiteTable& table = site.tables[i];
    complete(table, service, *service.tables()[i], options, earlier);
    notes[table.id] = {{"basis", basis_of(table, options)}, {"has", names_of(table.answers)}};
  }
  site.notes = std::move(notes);
  for (SiteTable& table : site.tables) {
    if (options.downloads) add_download(site, table, options);
    add_table(site.files, table);
  }
  site.about_site = about_site(options, title_of(options, site), site.module_bytes());
  site.files.add("tables/tables.json",
                 one_line({{"tables", list_of_tables(service)}, {"site", site.about_site}}) + "\n");
  add_page_files(site.files, server::embedded_page(), first_requests(site));
  for (const auto& [game, packed] : site.modules) site.files.add_view(module_path(game), packed);
  site.files.add("LICENSES.txt", licences(options));
  require_limit(site.files.bytes(), site.files.all().size(), options.limit);
  return site;
}

}  // namespace zermelo::publish
