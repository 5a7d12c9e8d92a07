// SPDX-License-Identifier: MIT
// A family of games, one for each board and each choice of rules, all solved and set side by side:
// which of them is fair, how long it is, how play at random ends. docs/sweep.md explains it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "gen/value.h"
#include "reports/chances.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// What varies, and what it may be: "columns" 3, 4, 5.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;

  bool operator==(const SweepAxis&) const = default;
};

// One game of a sweep.
struct SweepCell {
  std::string name;                 // "4-5-loss": its values, as the name of a file may be
  std::vector<std::string> values;  // one of each axis
  GameSpec game;
};

// The games are in the order of the axes, the last of which varies fastest.
struct Sweep {
  std::vector<SweepAxis> axes;
  std::vector<SweepCell> cells;

  // The axis with that name; nothing if there is none.
  std::optional<std::size_t> axis(const std::string& name) const;
};

// How rules in BDDL vary; what is empty stays as the rules have it. Each entry of `without` is the
// names of actions that are left out together, joined by '+'; beside these games are those with all
// rules.
struct RuleSweep {
  std::vector<std::string> columns = {}, rows = {};  // whole numbers from 1 to 64
  std::vector<std::string> stuck = {};               // loss, draw, and win in version 2
  std::vector<std::string> turn = {};                // first, second: when Black moves
  std::vector<std::string> without = {};
};
// A game in BDDL by what tells it from the others: the name of its problem file.
struct NamedRules {
  std::string name;
  GameSpec game;
};

// "3..6", "2,4,8" or "loss,draw" as what it stands for. Throws UsageError for more than 1,000
// values, none, or one that is given twice.
std::vector<std::string> sweep_values(const std::string& text);

// Of a game of this program: "connect columns=4..6 rows=4,5 k=3". Throws UsageError.
Sweep sweep_of_game(std::span<const std::string> words);
// Of rules in BDDL, and of several problems. Throws UsageError for values that mean nothing, and
// SyntaxError for rules that do not say what they are on a board of another size.
Sweep sweep_of_rules(std::span<const NamedRules> rules, const RuleSweep& sweep);

struct SweepResult {
  enum class State {
    solved,
    over,       // the game is over at its start
    no_game,    // the rules make no game of this
    too_large,  // for the limits
  };
  // How the game ends with best play, for the player who begins.
  struct Best {
    Outcome outcome = Outcome::draw;
    std::optional<int> amount = {};  // plies, the score's margin, or moves to a puzzle's goal
  };
  State state = State::solved;
  std::string sentence = {};  // why it is not solved, or what it lacks
  std::string metric = {};    // as TableInfo::metric, if it is solved
  std::optional<Best> best = {};
  std::uint64_t positions = 0;  // in the table, with symmetries where the game has any
  // Of the first moves the one that leaves the second player least to choose between the sides, as
  // PlayReport::Swap has it, and its value in words, for its maker.
  std::string fairest = {}, fairest_value = {};
  std::optional<Chances> random = {};  // play at random
  double seconds = 0;                  // that it took, or took until it was given up
  double solve_seconds = 0;            // of these, without what was computed from the table
  // What it would need, if it is too large and that is known: bytes; seconds. Of positions, what
  // estimate_positions says.
  std::uint64_t needs_memory = 0;
  double needs_seconds = 0;
  double needs_positions = 0;
  // The limits that it was solved under, where they mattered: bytes; seconds.
  std::uint64_t memory_limit = 0;
  double seconds_limit = 0;
};

struct CellOptions {
  int threads = 0;                                 // 0: one per processor
  std::uint64_t memory_limit = free_memory_limit;  // of each game, as SolveOptions::memory_limit
  double seconds = 0;                              // of each game; 0: no limit
  // What the game may take, as smaller ones tell: it is not begun if that is far above `seconds`.
  double expected_seconds = 0;
  const std::atomic<bool>* stop = nullptr;  // stops with Interrupted
  // Called with what is done, now and then, from one thread at a time.
  std::function<void(const std::string& what)> progress = {};
};

// Solves one game, and writes its table to `path`. If it was stopped, what was done stands beside
// it, and it goes on from there when it is called again; if it was given up, nothing is left.
// Throws Interrupted and FileError; what the game itself is wrong with becomes a result.
SweepResult solve_cell(const SweepCell& cell, const std::string& path,
                       const CellOptions& options = {});

// Whether a result may be another one under these limits: it was given up for smaller ones.
bool is_worth_repeating(const SweepResult& result, const CellOptions& options);

// Roughly how many positions the games have that are too large, as the smaller ones tell: if there
// are a times as many with one more column, and b times as many with one more row, there are a * b
// times as many with both; along one axis, as many times more from each step to the next; and of
// such estimates, the geometric mean. One result for each cell; those that are known stay.
void estimate_positions(const Sweep& sweep, std::span<SweepResult> results);

// Roughly how many seconds it would take to solve the next game, whose positions are estimated like
// this, at the rate of the largest game before it. `smaller` are the results of all games before
// it; 0 if they do not tell.
double expected_seconds(const Sweep& sweep, std::span<const SweepResult> smaller);

// The fairest of the games, one result for each cell: one that best play draws, and of several, or
// if there is none, that in which play at random favours neither side most nearly. Nothing if none
// can be compared.
std::optional<std::size_t> fairest_cell(std::span<const SweepResult> results);

}  // namespace zermelo
