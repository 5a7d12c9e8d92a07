// SPDX-License-Identifier: MIT
// A compiled game behind one interface without templates: what the program's verbs and the table
// API call. One implementation a game; make_engine picks it, for this processor.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/diagram.h"
#include "gen/game_spec.h"
#include "gen/value.h"
#include "probe/puzzle.h"
#include "tablebase/depth_options.h"
#include "tablebase/reports.h"
#include "tablebase/solve_options.h"
#include "tablebase/table_file.h"

namespace zermelo {

// A move and what it is worth to the side that makes it.
struct MoveValue {
  std::string move;
  Value value;
  std::string result;  // the state it leads to; empty if it ends the game
};

// Best play from a state.
struct Line {
  std::vector<std::string> moves;
  bool complete = false;  // ends with the end of the game; a drawn line stops at a repetition
};

// Answers questions about one table. Thread-safe. Texts are in the game's notation. All members
// throw IllegalPosition, GameOver, NotInTable or DamagedTable.
class Prober {
 public:
  virtual ~Prober() = default;
  virtual Value value(std::string_view state) const = 0;
  // All legal moves, best first, then in order of notation. `limit` as in Table::line.
  virtual std::vector<MoveValue> moves(std::string_view state) const = 0;
  virtual Line line(std::string_view state, int limit) const = 0;
  // The diagram of a state; with its moves valued if `with_moves`.
  virtual Diagram diagram(std::string_view state, bool with_moves) const = 0;
  virtual Solution solution(std::string_view state, const SolutionOptions& options) const = 0;
};

// Answers questions about one table of distances from the start. Thread-safe. Throws as Prober.
class DistanceProber {
 public:
  virtual ~DistanceProber() = default;
  // Plies of the shortest way from the start to a state; nothing if play cannot lead to it. Both
  // colours, and the eight orientations of the board, count as one.
  virtual std::optional<int> distance(std::string_view state) const = 0;
};

// One game with its parameters. Thread-safe, except that solve writes files.
class Engine {
 public:
  virtual ~Engine() = default;

  // All parameters, defaults filled in.
  virtual GameSpec spec() const = 0;
  virtual std::string start() const = 0;
  // A picture of a state. Throws IllegalPosition.
  virtual Diagram diagram(std::string_view state) const = 0;

  // Of the positions that symmetries of the rules turn into this one, the one that stands for all
  // in the engine's tables. (In a table of outcomes each stands for itself.) Only of games on
  // grids. Throws UsageError, IllegalPosition or GameOver.
  virtual std::string canonical(std::string_view position) const;

  virtual CountReport count(bool quick, int threads, WorkProgress progress) const = 0;
  virtual SolveReport solve(const std::string& path, const SolveOptions& options) const = 0;
  // Writes a table of distances from the start. Throws UsageError if the start is not a position of
  // a game with these parameters.
  virtual SolveReport reach(const std::string& path, const SolveOptions& options,
                            SearchedMoves moves = SearchedMoves::legal) const = 0;

  // The tables below must be of this game and these parameters (DamagedTable if not). They hold
  // values, but for distance_prober and reach_stats, whose tables hold distances from the start (a
  // table of the wrong kind is a UsageError); verify takes both.
  virtual std::unique_ptr<Prober> prober(std::shared_ptr<const TableFile> table) const = 0;
  virtual StatsReport stats(const TableFile& table, bool states, int threads,
                            WorkProgress progress) const = 0;
  virtual SurveyReport survey(const TableFile& table, int threads, WorkProgress progress) const = 0;
  virtual VerifyReport verify(const TableFile& table, int threads, WorkProgress progress) const = 0;
  virtual std::unique_ptr<DistanceProber> distance_prober(
      std::shared_ptr<const TableFile> table) const = 0;
  virtual ReachReport reach_stats(const TableFile& table, int threads,
                                  WorkProgress progress) const = 0;

  // Looks for puzzles and calls the sink with each, on the calling thread. Throws UsageError for
  // conditions that the game does not have; of options.positions, IllegalPosition, GameOver or
  // NotInTable; DamagedTable; and what the sink throws.
  virtual MineReport mine(const TableFile& table, const PuzzleConditions& conditions,
                          const MineOptions& options, const PuzzleSink& sink) const = 0;

  // The shortest win for Black from the start, by search. Throws UsageError for games that have no
  // such search.
  virtual DepthReport depth(const DepthOptions& options) const = 0;

  // The canonical position with an index of slice number `slice` of a table; nothing if there is
  // none, or none with a value. For sampling.
  virtual std::optional<std::string> position_at(const TableFile& table, std::size_t slice,
                                                 std::uint64_t index) const = 0;
};

struct GameParameter {
  std::string name, range, default_value, meaning;
};
// A condition for puzzles that only this game has.
struct GameCondition {
  std::string name, meaning;
};
struct GameInfo {
  std::string name, summary;
  std::string notation;  // how to read its moves and diagrams, a sentence or two
  std::vector<GameParameter> parameters;
  std::vector<GameCondition> conditions;
};

// The games that this program knows.
const std::vector<GameInfo>& known_games();

// Throws UsageError for an unknown game or parameter.
std::unique_ptr<Engine> make_engine(const GameSpec& spec);

// The one for tables like this. Throws also UsageError for a game that has no such tables.
std::unique_ptr<Engine> engine_for(const TableHeader& header);

// The program's name and version, as written into tables.
std::string creator();

}  // namespace zermelo
