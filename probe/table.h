// SPDX-License-Identifier: MIT
// The library's front door: open a table, ask it about states.
//
//     const auto table = zermelo::Table::open("ostle.ztb");
//     const zermelo::Value v = table.probe("wwwww/5/2o2/5/bbbbb b");
//     for (const auto& m : table.moves("wwwww/5/2o2/5/bbbbb b")) {
//       std::cout << m.move << ' ' << to_string(m.value) << '\n';
//     }
//
// States are written in the game's notation (docs/ for each game). Every state may be asked about:
// either colour to move, any orientation of the board, any forbidden move that could be one.
// Errors are exceptions (gen/error.h) with one sentence each: IllegalPosition, GameOver, NotInTable
// and DamagedTable never mean one another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/value.h"
#include "probe/game.h"
#include "probe/probe_status.h"
#include "probe/puzzle.h"
#include "probe/table_info.h"
#include "tablebase/reports.h"

namespace zermelo {

class ValueReader;
class DistanceReader;
class PuzzleReader;

// A move and what it is worth to the side that makes it.
struct MoveValue {
  std::string move;
  Value value;
  std::string result;                  // the state it leads to; empty if it ends the game
  std::string after = {};              // the same, but also if it ends the game
  std::optional<Outcome> ending = {};  // of a move that ends it: for the side that makes it
  MoveShape shape = {};
};

// Of one state of many.
struct ProbeAnswer {
  ProbeStatus status = ProbeStatus::ok;
  Value value = {};        // if all is well
  std::string error = {};  // otherwise: what the exception of probe() would have said
};
struct DistanceAnswer {
  ProbeStatus status = ProbeStatus::ok;
  std::optional<int> plies = {};  // nothing if play cannot lead there, or not all is well
  std::string error = {};
};

// Best play from a state.
struct Line {
  std::vector<std::string> moves;
  bool complete = false;  // ends with the end of the game; a drawn line stops at a repetition
};

// A position by number: `index` is below Table::indices(slice). Numbers are the same in every table
// of the same bytes.
struct TableIndex {
  std::size_t slice = 0;
  std::uint64_t index = 0;
  auto operator<=>(const TableIndex&) const = default;
};

struct PositionValue {
  std::string position;  // canonical, nothing forbidden
  Value value;
};

// A walk over all positions of a table, block by block. One thread at a time.
class PositionWalk {
 public:
  virtual ~PositionWalk() = default;
  // Replaces what is in `block` by the positions of the next one, at least one of them; false if
  // none is left. Throws DamagedTable.
  virtual bool next(std::vector<PositionValue>& block) = 0;
};

// Looks at every state of a table.
using SurveyWork = std::function<SurveyReport(const WorkOptions&)>;

// Has this process live on when the file of an open table is cut short, where it would else be
// ended by a signal (SIGBUS): Table's members throw DamagedTable then. For servers and the like; it
// installs a handler of that signal for the whole process, which hands on what does not concern
// tables. Any thread may call it, before or after tables are opened.
void survive_truncation();

// Cheap to copy; copies share one open file. Every member is const and may be called from any
// number of threads at once.
class Table {
 public:
  // Takes about a millisecond whatever the table's size, or throws FileError or DamagedTable.
  static Table open(const std::string& path);

  // Whether the table holds plies from the start of the game, and not values. Members below are for
  // tables of values, but where they say otherwise: the wrong kind of table is a UsageError.
  bool holds_distances() const { return distances_ != nullptr; }
  // Plies of the shortest way from the start to a state; nothing if play cannot lead to it. Only
  // for tables of distances.
  std::optional<int> distance(std::string_view state) const;
  std::vector<DistanceAnswer> distance_many(std::span<const std::string_view> states,
                                            int threads = 0) const;

  // The value of a state for the side to move.
  Value probe(std::string_view state) const;
  // The same of many states, in their order: what is wrong with one is its answer, and no
  // exception. Faster than one after another, for they are looked up in the order of the file.
  // `threads`: 0 is one a processor, 1 the calling thread alone.
  std::vector<ProbeAnswer> probe_many(std::span<const std::string_view> states,
                                      int threads = 0) const;
  // Its legal moves with their values for the side that makes them, best first, then in order of
  // the squares that they concern.
  std::vector<MoveValue> moves(std::string_view state) const;
  // Best play by both sides, at most `limit` plies: the winner hastens, the loser delays, a drawn
  // line stops when a state comes again. Of equally good moves the first in moves() is played.
  Line line(std::string_view state, int limit = 1000) const;
  // The board drawn, its moves valued if `with_moves`; see gen/text/diagram.h.
  Diagram diagram(std::string_view state, bool with_moves = true) const;

  // How a position is solved: see probe/puzzle.h. UsageError also for a table of outcomes.
  Solution solution(std::string_view state, const SolutionOptions& options = {}) const;
  // Calls `sink` with the puzzles that meet the conditions, one after another, on this thread.
  // Throws UsageError for a table of outcomes and for conditions that the game or its metric does
  // not have; of options.positions, IllegalPosition, GameOver or NotInTable; and what the sink
  // throws.
  MineReport mine(const PuzzleConditions& conditions, const MineOptions& options,
                  const PuzzleSink& sink) const;

  // How many positions have which value; `states`: states instead, where a position has several.
  StatsReport stats(const WorkOptions& options = {}, bool states = false) const;
  // How many states are how far from the start. Only for tables of distances.
  ReachReport distance_stats(const WorkOptions& options = {}) const;
  // Empty if there is none of this game, or this is a table of distances.
  SurveyWork survey() const;
  // Of tables of either kind: its checksums, and every number from those of the positions around.
  VerifyReport verify(const WorkOptions& options = {}) const;

  // Of the positions that symmetries turn into this one, the one that stands for all in this table.
  // (In a table of outcomes each stands for itself.)
  std::string canonical(std::string_view position) const;
  // All positions that play can lead to and in which it goes on, each once up to symmetry; of Ostle
  // all that there are. Some kinds of tables are loaded, or play explored anew, at the beginning.
  std::unique_ptr<PositionWalk> walk(int threads = 0) const;

  // Positions have numbers: to draw some at random, or to keep notes on them. Of tables of either
  // kind. `slice` is below info().slices.size().
  std::uint64_t indices(std::size_t slice) const;
  // The canonical position with a number; nothing if it is no position's.
  std::optional<std::string> position_at(TableIndex number) const;
  // The number of a position, whatever its orientation; nothing if it has none, for its value is
  // told by the rules and not stored.
  std::optional<TableIndex> index_of(std::string_view position) const;
  // So many positions drawn at random, each time all that have a number equally likely, so one may
  // come twice. Of tables of either kind. The same seed gives the same positions of the same table
  // on every machine. Throws DamagedTable, and NotInTable if hardly any number is a position's.
  std::vector<std::string> sample(std::uint64_t count, std::uint64_t seed) const;

  // What its values count, and one of them in words.
  Metric metric() const;
  std::string text(Value value) const { return to_string(value, metric()); }

  const Game& game() const { return *game_; }
  // The same, which lives on without the table.
  std::shared_ptr<const Game> shared_game() const { return game_; }
  std::string start() const { return game_->start(); }
  const TableInfo& info() const { return *info_; }

 private:
  Table() = default;
  const ValueReader& values() const;
  const DistanceReader& distances() const;
  const PuzzleReader& puzzles(const char* what) const;

  class CheckedWalk;
  void check_file() const;
  template <class Ask>
  auto answer(const Ask& ask) const;

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const TableFile> file_;
  std::shared_ptr<const TableInfo> info_;
  std::shared_ptr<const TableReader> reader_;
  const ValueReader* values_ = nullptr;  // the reader's; one of these two is there
  const DistanceReader* distances_ = nullptr;
};

}  // namespace zermelo
