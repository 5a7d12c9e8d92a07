// SPDX-License-Identifier: MIT
// What counting, statistics and verification find, free of any game's types.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/value.h"

namespace zermelo {

// `done` of `total`, in whatever unit the work has. Called from one thread at a time.
using WorkProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// What a caller can specify for such work.
struct WorkOptions {
  int threads = 0;  // 0: all processors
  WorkProgress progress = {};
};

// The most that ShrinkOptions::lookups may be.
inline constexpr double most_shrunk_lookups = 64;

// What a caller can specify for shrinking a table.
struct ShrinkOptions {
  // How many positions a probe may look up, itself included, stored or not, as an average over the
  // layers of a table of stones (1 to most_shrunk_lookups): more of them make the table smaller,
  // and probes slower. A folder of endgame tables is the same with any number.
  double lookups = 4;
  int threads = 0;     // 0: all processors
  bool force = false;  // replaces what is there
  WorkProgress progress = {};
};
struct ShrinkReport {
  std::uint64_t bytes_before = 0, bytes = 0;
  std::uint64_t slices = 0, left_out = 0;  // how many, and how many of them are left out
  // How many positions a probe of a table of stones looks up, as ShrinkOptions::lookups; 0 for
  // others.
  double lookups = 0;
  // Whether no slice is left out, but by how many plies positions are lost.
  bool leaves_out_loss_plies = false;
};

// Which moves a search from the start makes.
enum class SearchedMoves {
  legal,
  all,  // also those that the repetition rule forbids
};

struct CountReport {
  struct Class {
    std::string name;
    std::uint64_t positions = 0;
  };
  // What is counted, in the order in which it is shown. The first one is "positions".
  struct Column {
    std::string key, title;
  };
  std::vector<Column> columns;
  // By key; without those that were not counted.
  using Counts = std::map<std::string, std::uint64_t, std::less<>>;
  struct Slice {
    std::string name;
    Counts counts;
    std::vector<Class> classes;  // of the positions; may be empty
  };
  Counts totals;
  std::vector<Slice> slices;

  // Adds a slice, also to the totals.
  void add(Slice slice) {
    for (const auto& [key, count] : slice.counts) totals[key] += count;
    slices.push_back(std::move(slice));
  }
};

// Counts of the positions that play can lead to.
inline std::vector<CountReport::Column> reachable_columns() {
  return {{"positions", "positions"},
          {"over", "of them over"},
          {"canonical", "up to symmetry"},
          {"canonical_over", "of them over"}};
}

// How many positions there are, in the ways in which publications count them. Ends of the game are
// not among them.
struct FoldedCount {
  std::uint64_t folded = 0;       // as the table lists them
  std::uint64_t both_movers = 0;  // those that differ by an exchange of the colours are two
  std::uint64_t apart = 0;        // and so are those that differ by a symmetry
};

// Of a table of a game whose positions are numbered by material (games in version 2 of BDDL).
struct FoldingReport {
  struct Material {
    // White's pieces, Black's, what is in hand, and the side to move: "LGEC/lgec[c2E] b". (Black
    // moves if the side to move is folded.)
    std::string name;
    FoldedCount listed;
  };
  bool folds_mover = false;      // positions that differ by an exchange of the colours are one
  std::uint64_t symmetries = 1;  // under which positions are one
  // Positions that play can lead to, as the table folds them, with those that are won at once,
  // which it does not list.
  std::uint64_t reached = 0;
  FoldedCount listed;
  std::vector<Material> materials;  // what is listed, in the table's order
};

// Endgame tables of one material of a chess variant.
struct EndgameStats {
  struct Side {                                     // by side to move: White, Black
    std::uint64_t positions = 0;                    // up to symmetry
    std::uint64_t unfolded = 0;                     // all; and of these:
    std::uint64_t wins = 0, losses = 0, draws = 0;  // for the side to move
    // Of the wins and losses, those that the n-move rule turns into draws, in tables of plies to
    // zeroing.
    std::uint64_t cursed_wins = 0, blessed_losses = 0;
    // In plies, or plies to zeroing, of wins that are not cursed; 0 if there is none, and in a
    // table of outcomes.
    int longest_win = 0;
    std::string longest = {};  // the first position of those
  };
  std::string material;  // "KRvK"
  Side sides[2];
  // Positions up to symmetry in which either side would do better if the other one had to move.
  std::uint64_t mutual_zugzwangs = 0;
  std::string mutual_zugzwang = {};  // the first of them, with White to move
};

struct StatsReport {
  Metric metric = Metric::distance;  // the plies below are what it counts, such as scores
  std::uint64_t positions = 0;       // or states
  std::uint64_t wins = 0, losses = 0, draws = 0;
  std::map<Value, std::uint64_t> histogram;
  int longest_win = 0, longest_loss = 0;  // plies; 0 if there is none
  std::vector<std::string> longest;       // positions or states of the longest win, at most 100
  std::uint64_t longest_count = 0;        // how many there are
  std::optional<FoldingReport> folding;   // if the game is numbered so
  std::vector<EndgameStats> endgames;     // of a folder of endgame tables: one for each material
};

// Canonical positions; those won at once are counted separately.
struct PositionCount {
  std::uint64_t won_at_once = 0, others = 0;

  std::uint64_t total() const { return won_at_once + others; }
  void add(bool is_won_at_once) { ++(is_won_at_once ? won_at_once : others); }
  PositionCount& operator+=(const PositionCount& more) {
    won_at_once += more.won_at_once;
    others += more.others;
    return *this;
  }
};

// A position with a state of the longest win, and its values when its moves are forbidden.
struct LongestWin {
  struct Forbidden {
    std::string move;
    Value value;           // with this move forbidden
    bool in_play = false;  // whether some move to the position forbids it
  };
  std::string position;
  Value value;                     // with nothing forbidden
  bool unrestricted = false;       // whether some move to the position forbids nothing
  std::vector<Forbidden> forbids;  // every move that removes nothing, by square and direction
};

// What one pass over the positions of a table finds.
struct SurveyReport {
  struct Slice {
    std::string name;
    PositionCount positions;
    std::vector<CountReport::Class> classes;
  };
  std::vector<Slice> slices;
  PositionCount positions;
  // Positions that no move leads to without forbidding a reply; and those that no move leads to.
  PositionCount without_unrestricted, unreached;
  // States that some move leads to and that are not won at once, by value.
  std::uint64_t nontrivial_states = 0;
  std::map<Value, std::uint64_t> histogram;
  int longest_win = 0;                      // of those states, in plies; 0 if none is won
  std::vector<std::string> longest_states;  // those of the longest win, at most 100
  std::vector<LongestWin> longest;          // their positions
};

// How far the states that play can lead to are from the start.
struct ReachReport {
  SearchedMoves moves = SearchedMoves::legal;
  std::uint64_t positions = 0;               // canonical positions, reached or not
  std::uint64_t unreached_positions = 0;     // those that play cannot lead to
  std::uint64_t states = 0;                  // that play can lead to
  std::uint64_t unreached = 0;               // states that some move leads to, but no play does
  std::map<int, std::uint64_t> histogram;    // states by plies from the start
  int farthest = 0;                          // the greatest of those
  std::vector<std::string> farthest_states;  // at most 100, in order
  std::optional<FoldingReport> folding;      // if the game is numbered so
};

struct VerifyReport {
  std::uint64_t positions = 0;              // members whose values were recomputed
  std::optional<std::string> failure = {};  // the first thing wrong, one sentence
  // Of a shrunk table: how many of those belong to slices that are left out.
  std::uint64_t left_out = 0;
};

}  // namespace zermelo
