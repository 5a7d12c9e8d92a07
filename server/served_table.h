// SPDX-License-Identifier: MIT
// A table that is served: its name in addresses, and whether its file is still what it was.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/games.h"
#include "gen/rules_in_words.h"
#include "probe/own_game.h"
#include "probe/table.h"
#include "server/http.h"

namespace zermelo::server {

// What has become of a table's file since it was opened.
enum class FileState {
  ok,
  cut_short,  // shorter than it was: parts of the table cannot be read
  removed,    // no longer under its name; the open file is still whole
  replaced,   // another file has its name; this one is still whole
};
// "ok", "cut_short", ...
const char* name_of(FileState state);

// Makes the game with the rules that are in a file of code, for the parameters of its table; every
// call of them is noted in `calls`, unless it is null. Throws what load_own_game throws.
using LoadCode = std::function<std::shared_ptr<const Game>(
    const std::string& path, const ParameterTexts& parameters, OwnCalls* calls)>;
// Of a shared object.
std::shared_ptr<const Game> load_shared_object(const std::string& path,
                                               const ParameterTexts& parameters, OwnCalls* calls);

// The file with a game's rules, which are code ("dir/my_game.so", "dir/my_game.py:Class"), and what
// notes the calls of it.
struct GameCode {
  std::string path;
  OwnCalls* calls = nullptr;
  LoadCode load = load_shared_object;
};

// Where to begin with a table.
struct Opening {
  // Whether the table has a value, or a distance, for the game's start.
  bool covers_start = false;
  // If it does not: the longest win among some positions drawn at random, always the same ones.
  // Empty if it does, or if none was found.
  std::string opens_at = {};
};
// Probes some positions. The rules have to be here.
Opening opening_of(const Table& table);

// Any number of threads may call it.
class ServedTable {
 public:
  // Throws as Table::open. With code, this process runs it: throws also what loading it throws.
  ServedTable(std::string id, const std::string& path, const GameCode* code = nullptr);
  // Of a table that is there in parts only, so that nothing is probed: what would be found by
  // probing is given. No file is looked at.
  ServedTable(std::string id, Table table, Opening opening);
  ServedTable(const ServedTable&) = delete;
  ServedTable& operator=(const ServedTable&) = delete;
  ~ServedTable();

  const std::string& id() const { return id_; }
  const Table& table() const { return table_; }
  const Game& game() const { return table_.game(); }
  const GameInfo& game_info() const { return game_info_; }
  // Of a game whose rules are code; nothing for others.
  const std::optional<OwnGameInfo>& own() const { return own_; }
  bool lacks_rules() const { return own_ && !own_->has_rules; }
  // What people call the game.
  const std::string& title() const { return title_; }
  const RulesInWords& rules() const { return rules_; }
  // A text that stays the same as long as the table does; it depends on the file and its contents.
  const std::string& identity() const { return identity_; }
  // In which the game starts; empty if the rules are not here.
  const std::string& start() const { return start_; }
  // See Opening.
  bool covers_start() const { return opening_.covers_start; }
  const std::string& opens_at() const { return opening_.opens_at; }

  // Looks at the file. Each change is reported to `log` once.
  FileState look(const Log& log) const;
  // The same sentence without the path of the file, which clients need not know.
  std::string without_path(std::string sentence) const;

 private:
  std::string id_;
  Table table_;
  GameInfo game_info_;
  std::optional<OwnGameInfo> own_;
  std::string title_;
  RulesInWords rules_;
  std::string identity_;
  std::string start_;
  Opening opening_;
  int file_ = -1;                           // the open file, if there is one
  mutable std::atomic<unsigned> told_ = 0;  // one bit per state
};

// Opens tables and gives each its id: the name of its file without ".ztb", with every character
// other than A-Z, a-z, 0-9, '.', '_' and '-' replaced by '-'; an id that is taken gets "-2", "-3"
// and so on. Throws as Table::open.
std::vector<std::unique_ptr<const ServedTable>> open_tables(const std::vector<std::string>& paths);

// For tests.
std::string id_of_path(std::string_view path);

}  // namespace zermelo::server
