// SPDX-License-Identifier: MIT
// The C interface to mining; not in libzermelo-probe.
#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/text/diagram.h"
#include "probe/c_interface.h"
#include "probe/c_progress.h"
#include "probe/c_solution.h"
#include "probe/puzzle.h"
#include "probe/puzzle_page.h"
#include "probe/table.h"
#include "probe/zermelo.h"

namespace zermelo {
namespace {

// A puzzle as the caller sees it, followed by what it points to.
class CPuzzle : public zermelo_puzzle {
 public:
  CPuzzle(const Puzzle& puzzle, std::uint64_t number)
      : zermelo_puzzle{},
        position_(puzzle.position),
        stipulation_(puzzle.diagram.caption),
        text_(puzzle_text(puzzle, number)),
        svg_(diagram_svg(puzzle.diagram)),
        solution_(puzzle.solution, puzzle.metric) {
    position = position_.c_str();
    value = c_value(puzzle.value, puzzle.metric);
    pieces = {puzzle.pieces.own, puzzle.pieces.opponent};
    difficulty = puzzle.difficulty;
    stipulation = stipulation_.c_str();
    text = text_.c_str();
    board_svg = svg_.c_str();
    solution = &solution_;
  }

 private:
  std::string position_, stipulation_, text_, svg_;
  CSolution solution_;
};

struct CPuzzleList : zermelo_puzzle_list {
  CPuzzleList() : zermelo_puzzle_list{} {}
  void add(const Puzzle& puzzle) {
    items.push_back(made.emplace_back(puzzle, made.size() + 1));
    count = items.size();
    puzzles = items.data();
  }
  std::deque<CPuzzle> made;
  std::vector<zermelo_puzzle> items;
};

std::optional<ValueRange> value_range(const zermelo_range* range, const char* name) {
  if (range == nullptr) return std::nullopt;
  const int last = range->last == 0 ? Value::max_plies : range->last;
  if (range->first < 1 || last < range->first || last > Value::max_plies) {
    throw UsageError(fmt::format(
        "The condition {} is from {} to {}; it must be from 1 to {}, the smaller first.", name,
        range->first, last, Value::max_plies));
  }
  return ValueRange{.first = range->first, .last = last};
}

PuzzleConditions puzzle_conditions(const zermelo_puzzle_conditions& c) {
  PuzzleConditions conditions;
  conditions.win_in = value_range(c.win_in, "win_in");
  conditions.win_by = value_range(c.win_by, "win_by");
  conditions.only_move = c.only_move != 0;
  conditions.only_line = c.only_line != 0;
  conditions.sacrifice = c.sacrifice != 0;
  conditions.capture_refused = c.capture_refused != 0;
  conditions.quiet_key = c.quiet_key != 0;
  conditions.reachable = c.reachable != 0;
  if (c.pieces != nullptr) {
    conditions.pieces = PieceCounts{.own = number_or(c.pieces->own, 0, "pieces"),
                                    .opponent = number_or(c.pieces->opponent, 0, "pieces")};
  }
  for (std::string& name : texts_of<std::string>(c.own, c.own_count, "own"))
    conditions.own.insert(std::move(name));
  return conditions;
}

PuzzleOrder order_of(std::int32_t order) {
  switch (order) {
    case ZERMELO_ORDER_TABLE:
      return PuzzleOrder::table;
    case ZERMELO_ORDER_DIFFICULTY:
      return PuzzleOrder::difficulty;
    case ZERMELO_ORDER_PLIES:
      return PuzzleOrder::plies;
    case ZERMELO_ORDER_PIECES:
      return PuzzleOrder::pieces;
  }
  refuse_choice("order", "zermelo_puzzle_order");
}

MineOptions mine_options(const zermelo_mine_options& c) {
  MineOptions options;
  options.limit = c.limit;
  options.order = order_of(c.order);
  options.solution = solution_options(c.defences, c.max_nodes);
  options.threads = threads_of(c.threads);
  if (c.positions == nullptr && c.position_count == 0) return options;
  options.positions.emplace();
  for (std::string& text : texts_of<std::string>(c.positions, c.position_count, "positions"))
    options.positions->push_back({.text = std::move(text), .where = {}});
  return options;
}

zermelo_mine_report mined(const Table& table, const zermelo_puzzle_conditions* conditions,
                          const zermelo_mine_options* given, const PuzzleSink& sink) {
  const zermelo_mine_options c = given_or_default(given);
  const PuzzleConditions wanted = puzzle_conditions(given_or_default(conditions));
  MineOptions options = mine_options(c);
  ProgressCalls<zermelo_progress> calls(c.on_progress, c.user);
  options.stop = calls.stop();
  if (calls.wanted()) {
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
      calls.tell({0, done, total, 0});
    };
  }
  const MineReport report = table.mine(wanted, options, sink);
  return {report.found, report.given, report.complete ? 1 : 0, report.stopped ? 1 : 0};
}

}  // namespace
}  // namespace zermelo

extern "C" {

zermelo_status zermelo_mine(const zermelo_table* table, const zermelo_puzzle_conditions* conditions,
                            const zermelo_mine_options* options, zermelo_on_puzzle on_puzzle,
                            void* user, zermelo_mine_report* report) {
  return zermelo::guarded([&] {
    zermelo::need(table, "table");
    zermelo::need(reinterpret_cast<const void*>(on_puzzle), "on_puzzle");
    std::uint64_t number = 0;
    const zermelo_mine_report made =
        zermelo::mined(table->table, conditions, options, [&](const zermelo::Puzzle& found) {
          const zermelo::CPuzzle puzzle(found, ++number);
          return on_puzzle(user, &puzzle) == 0;
        });
    if (report != nullptr) *report = made;
  });
}

zermelo_status zermelo_mine_list(const zermelo_table* table,
                                 const zermelo_puzzle_conditions* conditions,
                                 const zermelo_mine_options* options, zermelo_puzzle_list** list) {
  return zermelo::hand_out(list, "list", [&] {
    zermelo::need(table, "table");
    auto puzzles = std::make_unique<zermelo::CPuzzleList>();
    puzzles->report =
        zermelo::mined(table->table, conditions, options, [&](const zermelo::Puzzle& found) {
          puzzles->add(found);
          return true;
        });
    return puzzles.release();
  });
}

void zermelo_free_puzzles(zermelo_puzzle_list* list) {
  delete static_cast<zermelo::CPuzzleList*>(list);
}

}  // extern "C"
