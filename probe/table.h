// SPDX-License-Identifier: MIT
// The library's front door: open a table, look up states in it.
//
//     const auto table = zermelo::Table::open("ostle.ztb");
//     const zermelo::Value v = table.probe("wwwww/5/2o2/5/bbbbb b");
//     for (const auto& m : table.moves("wwwww/5/2o2/5/bbbbb b")) {
//       std::cout << m.move << ' ' << to_string(m.value) << '\n';
//     }
//
// States are written in the game's notation (docs/ for each game). Every state may be looked up:
// either colour to move, any orientation of the board, any forbidden move that could be one. Errors
// are exceptions (gen/error.h) with one sentence each: IllegalPosition, GameOver, NotInTable and
// DamagedTable are never confused with one another.
#pragma once

#include <atomic>
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
#include "gen/position_record.h"
#include "gen/value.h"
#include "probe/game.h"
#include "probe/probe_status.h"
#include "probe/puzzle.h"
#include "probe/table_info.h"
#include "tablebase/reports.h"

namespace zermelo {

class CodedPlay;
class ValueReader;
class DistanceReader;
class TableMaker;

// A move and what it is worth to the side that makes it.
struct MoveValue {
  std::string move;
  Value value;
  std::string result;                  // the state that it leads to; empty if it ends the game
  std::string after = {};              // the same, but also set if it ends the game
  std::optional<Outcome> ending = {};  // if it ends the game: for the side that makes it
  MoveShape shape = {};
};

// The answer about one state of many.
struct ProbeAnswer {
  ProbeStatus status = ProbeStatus::ok;
  Value value = {};        // if the status is ok
  std::string error = {};  // otherwise: what the exception of probe() would have said
};
struct DistanceAnswer {
  ProbeStatus status = ProbeStatus::ok;
  std::optional<int> plies = {};  // absent if play cannot lead there or the status is not ok
  std::string error = {};
};

// Best play from a state.
struct Line {
  std::vector<std::string> moves;
  bool complete = false;  // ends with the end of the game; a drawn line stops at a repetition
  // By move: whether the game goes on with another move of the same side.
  std::vector<bool> moves_again = {};
};

// A shortest sequence of legal moves from the start of the game to a state.
struct Way {
  bool found = false;
  std::vector<std::string> moves;
  std::vector<std::string> states;  // after each move; the last is the one that was asked for, or
                                    // the image of it that the moves lead to
  int refuted = -1;                 // there is no way in this many plies
};
struct WayOptions {
  // To the state itself; otherwise to any image of it, by symmetries and with the colours
  // exchanged, all of which a table of distances takes for one state.
  bool exact = false;
  // What bounds the search for a way to the state itself:
  int max_plies = 1000;
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes, about
  double seconds = 0;                             // 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

// A position by number: `index` is below Table::indices(slice). Numbers are the same in all tables
// with the same bytes.
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
  // Replaces the contents of `block` by the positions of the next block, of which there is at least
  // one; returns false if no block is left. Throws DamagedTable.
  virtual bool next(std::vector<PositionValue>& block) = 0;
  // Whether positions are on squares, so that they can be had as numbers, too.
  virtual bool has_records() const { return true; }
  // The same as numbers, which is many times as fast. Throws UsageError without has_records().
  virtual bool next(std::vector<PositionRecord>& block) = 0;
  // In games with kinds of pieces: what the last block's records lack, one for each of them; valid
  // until the next call. Otherwise empty.
  virtual std::span<const PieceRecord> pieces() const = 0;
  // Where the last block's positions belong: an index of TableInfo::slices. A slice's blocks follow
  // each other; the slices need not be in order.
  virtual std::size_t slice() const = 0;
};

struct WalkOptions {
  int threads = 0;  // 0: one per processor
  std::vector<std::size_t>
      slices{};  // only these, by their indices in TableInfo::slices; none: all
};

// Walks over all positions of a table.
using SurveyWork = std::function<SurveyReport(const WorkOptions&)>;

// Keeps this process alive when the file of an open table is cut short, where it would otherwise be
// ended by a signal (SIGBUS): Table's members then throw DamagedTable. For servers and the like; it
// installs a handler for that signal for the whole process, which passes on signals that do not
// concern tables. Any thread may call it, before or after tables are opened.
void survive_truncation();

// Cheap to copy; copies share one open file. Every member is const and may be called from any
// number of threads at once. All members are in libzermelo-probe but those that go over the whole
// table: walk, mine, stats, distance_stats, survey, shrink, verify and verify_sample.
class Table {
 public:
  // Takes about a millisecond whatever the table's size, or throws FileError or DamagedTable. The
  // path may also be a folder of endgame tables of a chess variant (probe/endgames.h).
  static Table open(const std::string& path);
  // The same with the rules of a game that are the user's own code (own_game below), without which
  // a table of it knows its states as bytes only. Throws RulesError if other rules have made it.
  static Table open(const std::string& path, std::shared_ptr<const Game> game);

  // Whether the table holds plies from the start of the game, and not values. The members below are
  // for tables of values unless they say otherwise: the wrong kind of table is a UsageError.
  bool holds_distances() const { return distances_ != nullptr; }
  // Plies of the shortest way from the start to a state; nothing if play cannot lead to it. Only
  // for tables of distances.
  std::optional<int> distance(std::string_view state) const;
  std::vector<DistanceAnswer> distance_many(std::span<const std::string_view> states,
                                            int threads = 0) const;

  // A shortest way from the start to a state, each move of it legal. Not found if play cannot lead
  // to the state, or not within the limits. Only for tables of distances in which no move is played
  // that rule 8 forbids: UsageError for another.
  Way way(std::string_view state, const WayOptions& options = {}) const;

  // The value of a state for the side to move.
  Value probe(std::string_view state) const;
  // The same for many states, in their order: if something is wrong with a state, its answer says
  // so, and nothing is thrown. Faster than one after another, because they are looked up in the
  // order of the file. `threads`: 0 means one per processor, 1 the calling thread alone.
  std::vector<ProbeAnswer> probe_many(std::span<const std::string_view> states,
                                      int threads = 0) const;
  // Its legal moves with their values for the side that makes them, best first, then in order of
  // the squares that they concern.
  std::vector<MoveValue> moves(std::string_view state) const;
  // Best play by both sides, at most `limit` plies: the winner hastens, the loser delays, a drawn
  // line stops when a state is repeated. Of equally good moves the first in moves() is played.
  Line line(std::string_view state, int limit = 1000) const;
  // The same by codes, for work that goes over millions of states; nothing if this kind of table
  // has none, as those of Ostle and of rules that are code. This table must outlive it.
  std::unique_ptr<const CodedPlay> coded_play() const;
  // The same with all values in memory, which takes about mining_memory() bytes; nothing if that
  // would not make them quicker to find. Throws Interrupted when `stop`, if given, is set, and
  // DamagedTable.
  std::unique_ptr<const CodedPlay> loaded_play(int threads = 0,
                                               const std::atomic<bool>* stop = nullptr) const;
  // A picture of the board, with the values of its moves if `with_moves`; see gen/text/diagram.h.
  Diagram diagram(std::string_view state, bool with_moves = true) const;

  // The solution of a position: see probe/puzzle.h. Throws UsageError also for a table of outcomes.
  Solution solution(std::string_view state, const SolutionOptions& options = {}) const;
  // Calls `sink` with the puzzles that meet the conditions, one after another, on this thread.
  // Throws UsageError for a table of outcomes and for conditions that the game or its metric does
  // not have; for options.positions, IllegalPosition, GameOver or NotInTable; and what the sink
  // throws.
  MineReport mine(const PuzzleConditions& conditions, const MineOptions& options,
                  const PuzzleSink& sink) const;
  // About how many bytes of memory that takes, without what options.order keeps: the values of the
  // whole table are loaded. Throws UsageError for a table of distances.
  std::uint64_t mining_memory() const;

  // How many positions have each value; `states`: counts states instead, where a position has
  // several.
  StatsReport stats(const WorkOptions& options = {}, bool states = false) const;
  // How many states are at each distance from the start. Only for tables of distances.
  ReachReport distance_stats(const WorkOptions& options = {}) const;
  // Empty if there is none for this game, or if this is a table of distances.
  SurveyWork survey() const;
  // Writes a table with the same values from which slices are left out whose values follow from
  // those of their moves: a file, or for a folder of endgame tables a folder. At the path is
  // nothing of it until it is complete, and work that was ended is begun anew, with the same bytes.
  // Throws WrongFile if this kind of table cannot be shrunk, or is shrunk already, or if there is
  // something at the path that may not be replaced; UsageError; FileError; DamagedTable.
  ShrinkReport shrink(const std::string& path, const ShrinkOptions& options = {}) const;
  // For tables of either kind: verifies the checksums, and every number from those of the
  // neighbouring positions.
  VerifyReport verify(const WorkOptions& options = {}) const;
  // The checksums, and of `count` positions drawn at random (as by random_positions, with `seed`)
  // whether their numbers follow from those of the neighbouring positions; so it is checked, too,
  // for one of the states that each of them leads to. What a table of distances says of positions
  // to which play does not lead is not checked, and where forbidden moves count as well, only that
  // no move arrives earlier. The report's `positions` are those drawn. The same seed gives the same
  // positions with any number of threads. Throws as verify and random_positions.
  VerifyReport verify_sample(std::uint64_t count, std::uint64_t seed = 1,
                             const WorkOptions& options = {}) const;

  // The position that represents, in this table, all positions that symmetries turn into this one.
  // (In a table of outcomes each position represents itself.)
  std::string canonical(std::string_view position) const;
  // All positions that play can lead to and in which the game goes on, each of them once up to
  // symmetry; for Ostle all that there are. At the beginning, some kinds of tables are loaded, or
  // play is explored again.
  std::unique_ptr<PositionWalk> walk(int threads = 0) const;
  // Throws UsageError for a slice that does not exist.
  std::unique_ptr<PositionWalk> walk(const WalkOptions& options) const;
  // What positions are, as numbers.
  RecordBoard board() const;

  // Positions have numbers: to draw some at random, or to keep notes on them. For tables of either
  // kind. `slice` must be below info().slices.size().
  std::uint64_t indices(std::size_t slice) const;
  // The canonical position with a number; nothing if the number belongs to no position.
  std::optional<std::string> position_at(TableIndex number) const;
  // The number of a position, whatever its orientation; nothing if it has none, because its value
  // follows from the rules and is not stored.
  std::optional<TableIndex> index_of(std::string_view position) const;
  // Draws this many positions at random, each time with all numbered positions equally likely, so
  // that a position may be drawn twice. For tables of either kind. The same seed gives the same
  // positions from the same table on every machine. Throws DamagedTable, and NotInTable if hardly
  // any number belongs to a position.
  std::vector<std::string> sample(std::uint64_t count, std::uint64_t seed) const;

  // What its values count, and a value in words.
  Metric metric() const;
  std::string text(Value value) const { return to_string(value, metric()); }

  const Game& game() const { return *game_; }
  // The same; it stays valid when the table is gone.
  std::shared_ptr<const Game> shared_game() const { return game_; }
  std::string start() const { return game_->start(); }
  const TableInfo& info() const { return *info_; }

 private:
  Table() = default;
  static Table open_folder(const std::string& path);
  const ValueReader& values() const;
  const DistanceReader& distances() const;
  void require_plies(const char* what) const;

  void check_file() const;
  template <class Ask>
  auto answer(const Ask& ask) const;

  // Everything from here on is not in libzermelo-probe.
  class CheckedWalk;
  template <class Ask>
  auto with_maker(const Ask& ask) const;

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const TableFile> file_;
  std::shared_ptr<const TableInfo> info_;
  std::shared_ptr<const TableReader> reader_;
  const ValueReader* values_ = nullptr;  // owned by the reader; one of these two is set
  const DistanceReader* distances_ = nullptr;
};

}  // namespace zermelo
