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

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/value.h"
#include "probe/engine.h"
#include "tablebase/table_file.h"

namespace zermelo {

// Cheap to copy; copies share one open file. Every member is const and may be called from any
// number of threads at once.
class Table {
 public:
  // Takes about a millisecond whatever the table's size, or throws FileError or DamagedTable.
  static Table open(const std::string& path);

  // Whether the table holds plies from the start of the game, and not values.
  bool holds_distances() const { return distance_prober_ != nullptr; }
  // Plies of the shortest way from the start to a state; nothing if play cannot lead to it. Only
  // for tables of distances; the members below only for tables of values: the wrong kind of table
  // is a UsageError.
  std::optional<int> distance(std::string_view state) const;

  // The value of a state for the side to move.
  Value probe(std::string_view state) const { return values().value(state); }

  // Its legal moves with their values for the side that makes them, best first.
  std::vector<MoveValue> moves(std::string_view state) const { return values().moves(state); }

  // Best play by both sides, at most `limit` plies: the winner hastens, the loser delays, a drawn
  // line stops when a state comes again. Of equally good moves the first in moves() is played.
  Line line(std::string_view state, int limit = 1000) const { return values().line(state, limit); }

  // The board drawn, its moves valued if `with_moves`; see gen/diagram.h.
  Diagram diagram(std::string_view state, bool with_moves = true) const {
    return values().diagram(state, with_moves);
  }

  // How a position is solved: see probe/puzzle.h.
  Solution solution(std::string_view state, const SolutionOptions& options = {}) const {
    return values().solution(state, options);
  }

  // Calls `sink` with the puzzles that meet the conditions, one after another, on this thread; see
  // Engine::mine.
  MineReport mine(const PuzzleConditions& conditions, const MineOptions& options,
                  const PuzzleSink& sink) const {
    return engine_->mine(*file_, conditions, options, sink);
  }

  // What its values count, and one of them in words.
  Metric metric() const { return file_->header().value_metric(); }
  std::string text(Value value) const { return to_string(value, metric()); }

  const TableFile& file() const { return *file_; }
  const Engine& engine() const { return *engine_; }
  std::string start() const { return engine_->start(); }

 private:
  Table() = default;
  const Prober& values() const;
  std::shared_ptr<const TableFile> file_;
  std::shared_ptr<const Engine> engine_;
  std::shared_ptr<const Prober> prober_;  // one of these two is there
  std::shared_ptr<const DistanceProber> distance_prober_;
};

}  // namespace zermelo
