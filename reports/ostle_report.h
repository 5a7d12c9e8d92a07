// SPDX-License-Identifier: MIT
// What a table tells about Ostle as a whole, next to what has been published about it; independent
// of any output format, for the program and for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "gen/value.h"
#include "tablebase/reports.h"

namespace zermelo::ostle {

// A number computed from a table, and the published one if that means the same.
struct Figure {
  std::uint64_t ours = 0;
  std::optional<std::uint64_t> published = std::nullopt;
  // The published number is for the other reading of rule 8, or from a search that does not obey
  // the rule; a difference is not a mistake.
  bool other_rule = false;

  bool differs() const { return published && !other_rule && *published != ours; }
};

struct Report {
  struct ClassRow {
    std::string hole, own, opponent;
    Figure positions;
  };
  struct SliceRow {
    std::string own, opponent;
    Figure positions;
  };
  struct PliesRow {
    int plies_to_checkmate = 0;  // as the paper counts
    Value value;                 // as we count: one ply more
    Figure states;
  };
  struct Longest {
    LongestWin win;      // in the orientation of the figure, if there is one
    std::string figure;  // in the paper: "5B", or empty
  };
  struct Unreached {
    Figure others, won_at_once, all;  // positions
  };
  struct DistanceRow {
    int plies = 0;  // from the start
    Figure states;
  };
  struct Reach {
    SearchedMoves moves = SearchedMoves::legal;
    std::vector<DistanceRow> distances;
    Figure states, unreached, farthest, farthest_count;
    std::vector<std::string> farthest_states;  // at most 100
  };

  GameSpec game;
  // Whether any published number is shown, and whether some are for the other reading.
  bool compared = false, other_rule = false;
  // Whether it reports values; if not, only `reach`.
  bool has_values = false;

  std::optional<Value> start;  // if the table holds the start
  bool start_differs = false;  // from the published value, a draw

  std::vector<ClassRow> classes;  // Table 1
  std::vector<SliceRow> slices;
  Figure positions, checkmates, nontrivial_states;

  std::vector<PliesRow> plies;  // Table 2, without the draws
  Figure draws;

  Figure longest_win, longest_states, longest_positions;  // Figures 5B and 5C
  Figure figures_found;                                   // those in the paper
  std::vector<Longest> longest;

  Unreached without_unrestricted, unreached;

  std::vector<Reach> reach;  // Table 3, by legal moves or by all moves

  // The names of all figures that differ from the published ones although they should not.
  std::vector<std::string> differences() const;
};

// `game` must be Ostle's, with all parameters filled in. `start`: nothing if the table does not
// hold the start.
Report make_report(const GameSpec& game, const SurveyReport& survey, std::optional<Value> start,
                   const std::vector<ReachReport>& reach);
// The same without values: what tables of distances tell.
Report make_report(const GameSpec& game, const std::vector<ReachReport>& reach);

}  // namespace zermelo::ostle
