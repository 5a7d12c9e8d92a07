// SPDX-License-Identifier: MIT
// Puzzles: positions of a table in which there is something to find, with their solutions.
//
//     zermelo::PuzzleConditions conditions;
//     conditions.win_in = {5, 9};
//     conditions.only_line = true;
//     table.mine(conditions, {.limit = 10, .order = zermelo::PuzzleOrder::difficulty},
//                [](const zermelo::Puzzle& p) { return print(p), true; });
//
// The solver of a puzzle is the side to move; in a game for one there is no other, and the solution
// is a line of moves to the goal, with other moves that are as short. docs/puzzles.md explains the
// conditions, the difficulty and the solutions in full.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/text/diagram.h"
#include "gen/value.h"
#include "tablebase/reports.h"

namespace zermelo {

// Plies, moves to a goal, or scores from `first` to `last`, both included.
struct ValueRange {
  int first = 1, last = Value::max_plies;
};

// The numbers of pieces of the side to move and of the other side.
struct PieceCounts {
  int own = 0, opponent = 0;
  bool operator==(const PieceCounts&) const = default;
};

// The conditions that a puzzle must meet: all that are set must hold. A puzzle is a win for its
// solver or, with capture_refused, a draw; "a winning move" then reads "a move that holds the
// draw". Moves that lead to the same state count as one. In a game for one, to win is to solve. In
// games whose rules are code, `quiet_key` is not known, and what concerns pieces only where the
// rules have boards: UsageError.
struct PuzzleConditions {
  std::optional<ValueRange> win_in = std::nullopt;  // a win in this many plies, or moves to a goal
  std::optional<ValueRange> win_by = std::nullopt;  // in tables of scores: a win by this score
  bool only_move = false;                           // exactly one move wins
  // A win in which, against every longest defence (for scores: every best one), each of the
  // solver's moves is the only one that wins in the stated number of plies (by the stated score).
  bool only_line = false;
  bool sacrifice = false;        // a win; moves that give up one's own piece win, and no others do
  bool capture_refused = false;  // a draw; there is a capture, and every capture loses
  // No fastest winning move removes a piece, or threatens to end the game with the next move.
  bool quiet_key = false;
  std::optional<PieceCounts> pieces = std::nullopt;
  bool reachable = false;  // some move in a position of the table leads to it, forbidding nothing
  std::set<std::string> own = {};  // the game's own conditions, by name: known_games() lists them
};

enum class PuzzleOrder {
  table,       // in the order of the table
  difficulty,  // the most difficult ones first
  plies,       // the longest ones first; for scores, the highest
  pieces,      // those with the fewest pieces first
};

// Which of the defender's moves a solution answers.
enum class Defences { best, all };

struct SolutionOptions {
  Defences defences = Defences::best;
  int max_nodes = 400;  // of the tree, give or take a few more; the main line is never cut
};

// A move of a solution, and how the game goes on.
struct SolutionNode {
  std::string move;
  std::vector<std::string> same = {};  // other moves to the same state
  Value value = {};                    // for the side that makes the move
  std::string state = {};              // the state that it leads to; empty if it ends the game
  // The moves that follow, of the other side unless `moves_again`. If they are the solver's: all
  // the fastest, the first of them followed further; if they are the defender's: those that were
  // asked for, the longest defence first.
  std::vector<SolutionNode> replies = {};
  // Replies are left out, because the tree would have become too large, or the line comes to a
  // state again (as lines in tables of scores may, if play can go round in circles).
  bool cut = false;
  // Whether the side that makes the move makes the next one, too: it has an extra turn, or is alone
  // with a puzzle.
  bool moves_again = false;
};

struct Solution {
  Value value = {};  // for the side to move
  // A win: the fastest moves, the first of them followed further. A draw: the moves that hold it.
  // A loss: the defences. A puzzle for one that has no solution: none.
  std::vector<SolutionNode> keys = {};
  std::vector<SolutionNode> refuted = {};  // for a draw: the captures that lose, with one line each
  bool cut = false;                        // whether some node is cut
};

struct Puzzle {
  std::string position;  // canonical, nothing forbidden
  Value value;
  Metric metric = Metric::distance;  // of all values
  PieceCounts pieces;
  double difficulty = 0;  // bits
  Diagram diagram;        // its caption states the task
  Solution solution;
};

// Called with one puzzle after another; returning false ends the mining.
using PuzzleSink = std::function<bool(const Puzzle&)>;

// A position to look at. `where` ("file:7") begins the message if it is not a position; it may be
// empty.
struct ListedPosition {
  std::string text, where;
};

struct MineOptions {
  std::uint64_t limit = 0;  // puzzles given; 0: no limit
  // In table order, puzzles come while the table is read, and reading ends with the limit. In any
  // other order all of it is read first; without a limit every place is kept (40 bytes each).
  // Puzzles that are equal in it come in the order of the table.
  PuzzleOrder order = PuzzleOrder::table;
  SolutionOptions solution = {};
  // Look only at these positions, in this order, each of them once up to symmetry.
  std::optional<std::vector<ListedPosition>> positions = std::nullopt;
  int threads = 0;                          // 0: all processors
  const std::atomic<bool>* stop = nullptr;  // set it to end the mining
  WorkProgress progress = {};
};

struct MineReport {
  std::uint64_t found = 0;  // positions that were looked at and meet the conditions
  std::uint64_t given = 0;  // puzzles that were passed to the sink
  bool complete = false;    // everything was looked at
  bool stopped = false;     // by MineOptions::stop
};

}  // namespace zermelo
