// SPDX-License-Identifier: MIT
#include "proof/temporary_table.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

Table solved_table(const Game& game, const std::string& path, const SolveOptions& options) {
  solve(game, path, options);
  return Table::open(path);
}
Table solved_table(std::shared_ptr<const Game> game, const std::string& path,
                   const SolveOptions& options) {
  solve(*game, path, options);
  return Table::open(path, std::move(game));
}

}  // namespace

TemporaryTable::Folder::Folder()
    : path_((std::filesystem::temp_directory_path() / "zermelo-XXXXXX").string()) {
  if (::mkdtemp(path_.data()) == nullptr)
    throw FileError(fmt::format("Cannot make a folder {}: {}.", path_, std::strerror(errno)));
}

TemporaryTable::Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

TemporaryTable::TemporaryTable(const Game& game, const SolveOptions& options)
    : table_(solved_table(game, folder_.file(), options)) {}
TemporaryTable::TemporaryTable(std::shared_ptr<const Game> game, const SolveOptions& options)
    : table_(solved_table(std::move(game), folder_.file(), options)) {}

}  // namespace zermelo
