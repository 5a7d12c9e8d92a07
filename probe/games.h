// SPDX-License-Identifier: MIT
// The games of the registry (gen/games.cmake), from which CMake makes both lists.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "probe/game.h"
#include "probe/table_maker.h"

namespace zermelo {

struct RegisteredGame {
  std::string_view name;
  // Throws UsageError for parameters that make no sense, SyntaxError for rules that are malformed.
  std::shared_ptr<const Game> (*make)(const GameSpec& spec);
};

struct RegisteredWork {
  std::string_view name;
  // What can be done with such a game beside probing its tables.
  GameWork (*work)(const Game& game);
};

// In the order of the registry. Thread-safe.
const std::vector<RegisteredGame>& registered_games();
// The game of a table whose rules are the user's own code, without these. Throws DamagedTable for a
// header that makes no sense. Null in a program that only probes and never takes such rules: what
// reads such tables would be a twentieth of it.
[[gnu::weak]] std::shared_ptr<const Game> own_game_of(const TableFile& file);
// A chess variant, and a folder of its endgame tables (probe/endgames.h). Throw as make_game and
// Table::open. Null in a program that only probes and never asks for such a folder.
[[gnu::weak]] std::shared_ptr<const Game> variant_game_of(const GameSpec& spec);
// Of a chess variant: it may have more kinds than a PieceSet.
[[gnu::weak]] std::string variant_piece_letters(const Game& game);
struct FolderTable {
  std::shared_ptr<const Game> game;
  std::shared_ptr<const TableReader> reader;
  std::shared_ptr<const TableInfo> info;
};
[[gnu::weak]] FolderTable open_folder_table(const std::string& path);
// The same. Not in libzermelo-probe: this is what everything that makes tables is reached through.
const std::vector<RegisteredWork>& registered_work();
// What can be done with a chess variant and its tables.
GameWork variant_work(const Game& game);
// From that list: what can be done with a game, and the maker of one of its kinds of table.
GameWork work_of(const Game& game);
const TableMaker& maker_of(const GameWork& work, const std::string& metric);

}  // namespace zermelo
