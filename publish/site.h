// SPDX-License-Identifier: MIT
// A solved game as a site: plain files that any host serves, with the whole explorer and no server
// (docs/publish.md).
//
//     const Site site = make_site({"ostle-8.ztb"}, modules, {.title = "Ostle"}, &folder);
//     folder.write(site.files, site.notes);
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.h"
#include "kinds/published_file.h"
#include "publish/site_files.h"
#include "publish/site_folder.h"
#include "publish/static_answers.h"

namespace zermelo::publish {

// What reads tables in a page, by the names of games; each module is packed by xz, and has one
// game.
using Modules = std::map<std::string, std::string_view, std::less<>>;

struct SiteOptions {
  std::string title = {};    // empty: that of the only table, or "Solved games"
  std::string about = {};    // HTML, which the page shows as it is
  std::string licence = {};  // a sentence on what others may do with the tables
  bool downloads = false;    // tables also as pages in one file, for visitors to keep
  std::uint64_t limit = 0;   // bytes that the host takes; 0: any number
  std::string program = {};  // identifies who answers: answers of the same one are kept
  AnswerOptions answers = {};
};

struct SiteTable {
  std::string id, game;
  std::unique_ptr<const PublishedFile> file;
  std::string folder;  // the checksum's digits, of which its folder is named
  std::uint32_t chunk_bytes = 0;
  std::uint64_t chunks = 0;
  std::string packed_index;
  Json told;              // table.json
  StaticAnswers answers;  // the other files
};

struct Site {
  std::vector<SiteTable> tables;
  Modules modules;  // those of the tables' games
  Json about_site;  // "site" in tables.json
  SiteFiles files;
  Json notes;  // for SiteFolder

  // Of all modules.
  std::uint64_t module_bytes() const;
  // Of a table's folder.
  std::uint64_t bytes_of(const SiteTable& table) const;
};

// Puts a site together in memory; its tables' bytes stay in their files. Answers that `earlier`
// holds of the same table are taken from there; it may be null. Throws UsageError for two tables
// with one id or an id that cannot be that of a folder; WrongFile, DamagedTable and FileError as
// PublishedFile and Service; Error if the limit is exceeded, or if there is no module for a game;
// Interrupted. `modules` must outlive the site.
Site make_site(const std::vector<std::string>& paths, const Modules& modules,
               const SiteOptions& options, const SiteFolder* earlier);

// Where the module of a game is, beside index.html.
std::string module_path(std::string_view game);

// How a table of so many bytes is cut: 16 KiB, doubled while there are more than 5,000 chunks.
std::uint32_t chunk_bytes_for(std::uint64_t table_bytes);

// "12.3 MB"
std::string megabytes(std::uint64_t bytes);

}  // namespace zermelo::publish
