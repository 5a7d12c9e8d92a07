// SPDX-License-Identifier: MIT
// What a designer wants to know of a solved game, from its table alone: who wins, whether a swap
// rule makes it fair, how play between people who err ends, how long it is, how many moves there
// are to choose from, where the traps are. docs/report.md defines every measure, and has its
// source; names here and keys in JSON are the same.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/value.h"
#include "probe/table.h"
#include "reports/chances.h"
#include "reports/sampled_play.h"
#include "reports/sampled_puzzles.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/reports.h"

namespace zermelo {

// What is known of a report when play has been followed.
struct ChancesEstimate {
  std::uint64_t positions = 0;  // up to symmetry, where these are folded
  std::uint64_t together = 0;   // that lead to each other: of the largest component
  double seconds = 0;           // that is left, for the rates that are wanted
};

struct PlayReportOptions {
  int threads = 0;                                 // 0: one per processor
  std::uint64_t memory_limit = free_memory_limit;  // as SolveOptions::memory_limit
  const std::atomic<bool>* stop = nullptr;
  // Which measures are wanted, of play_measures(); none: all. What none needs is not done.
  std::vector<std::string> measures = {};
  double seconds = 0;  // what cannot be done in that time is left out. 0: no limit
  // If not 0: plays so many games at random instead of going through all positions, and estimates
  // from them what can be estimated.
  std::uint64_t sample = 0;
  // Whether positions that symmetries turn into each other are gone through together, where that is
  // possible; what is found is the same.
  bool fold = true;
  // Actions of a game in BDDL: it is solved again without each of them.
  std::vector<std::string> without = {};
  // Called with what is done, now and then.
  std::function<void(const std::string& what)> progress = {};
  // Called before positions are gone through, with what all measures take if play does not go
  // round: estimate_play_report (reports/play_estimate.h).
  std::function<void(const SolveEstimate& estimate)> estimate = {};
  // Called when play has been followed, before what comes of it is computed, with what that will
  // take: estimate_chances (reports/play_estimate.h).
  std::function<void(const ChancesEstimate& estimate)> estimate_rest = {};
};

struct PlayReport {
  struct FirstMove {
    std::string move;
    Value value;  // for the player who makes it
  };
  // What comes of the swap rule, by which the second player may take over the first one's side
  // after the first move.
  struct Swap {
    Outcome second = Outcome::draw;  // with best play, for the second player
    std::string fairest;             // a first move that draws, or else delays the end longest
    Value value;                     // of that move, without swapping
  };
  struct Errors {
    double rate;  // of both players
    Chances chances;
  };
  // Positions at one distance from the start, or all.
  struct Ply {
    std::uint64_t positions = 0;
    std::uint64_t first_wins = 0, draws = 0, second_wins = 0;
    std::uint64_t legal = 0, keeping = 0, best = 0;  // moves, of all these positions
    std::uint64_t only_moves = 0;                    // one of several moves keeps the outcome
    std::uint64_t forced = 0;                        // there is but one legal move
    std::uint64_t traps = 0;
    double keeps = 0;  // the share of moves that keep the outcome, summed over positions

    // Of one position, by how many of its moves are legal, keep the outcome, and are best.
    static Ply of_position(Value value, bool first_to_move, std::uint64_t legal,
                           std::uint64_t keeping, std::uint64_t best);

    Ply& operator+=(const Ply& more);
    Ply times(std::uint64_t number) const;  // of so many alike positions
    double mean(double sum) const {
      return positions == 0 ? 0 : sum / static_cast<double>(positions);
    }
  };
  // A position that is not lost, of whose moves at most a quarter keep its outcome.
  struct Trap {
    std::string position;
    int ply = 0;
    std::size_t legal = 0, keeping = 0;
    Value value;
  };

  // How often an action of the rules, or a kind of piece, is used: in how many positions.
  struct Use {
    std::string name;
    std::uint64_t legal = 0;  // some move needs it
    std::uint64_t best = 0;   // some best move needs it
    std::uint64_t only = 0;   // no move without it keeps the outcome
  };
  // The game without one of its actions, beside the game as it is.
  struct Without {
    std::string name;
    std::optional<Value> start;  // nothing if it is over at its start
    std::uint64_t compared = 0;  // positions to which play leads in both, and goes on
    std::uint64_t different = 0, other_outcome = 0;  // of these: in value; in outcome
    // The first that differs, of those nearest to the start; empty if none does.
    std::string first;
    int first_ply = 0;
    Value first_value, first_without;
  };

  // How large the game is.
  struct Size {
    // How many positions play leads to, those that symmetries of the board turn into each other
    // counted once; nothing if they were not gone through together.
    std::optional<std::uint64_t> folded;
    // How many the table holds, in how many bytes: it may fold more, leave out what follows from
    // the rules, and hold what play does not lead to.
    std::uint64_t stored = 0, bytes = 0;
    double bits() const {
      return stored == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(stored);
    }
    // The tree that play at random, or best play, sees: the mean branching is the geometric mean of
    // the numbers of legal moves in the positions that such play passes, and the tree has
    // (branching to the power of the expected plies) leaves. Nothing where play may go on for ever.
    struct Tree {
      double branching = 0;
      double log10_leaves = 0;
    };
    std::optional<Tree> random_tree, best_tree;
  };

  // What play of which sampling has told: intervals of 95 %.
  struct Sample {
    std::uint64_t games = 0;  // for each of the three
    SampledChances random, perfect_first, perfect_second;
  };

  std::set<std::string> measured;     // of play_measures(): what is known
  std::vector<std::string> left_out;  // what there was no time for, in that order
  std::optional<Sample> sample;       // if the chances below are estimates
  // Whether a measure is known.
  bool has(const std::string& measure) const { return measured.contains(measure); }

  Metric metric = Metric::distance;
  // Whether it is a puzzle for one: `first` moves all the time, wins are positions that can be
  // solved, draws those that cannot. longest_win is God's number then. There is no balance, so
  // that swap, perfect_first and perfect_second are not measured.
  bool is_for_one() const { return metric == Metric::moves; }
  Colour first = Colour::black;  // who begins
  Value start;
  std::vector<FirstMove> first_moves;  // best first
  std::optional<Swap> swap;            // nothing where the first move may end the game
  Chances random;
  std::vector<Errors> errors;             // rates 0, 1/16, ... 1
  Chances perfect_first, perfect_second;  // one of them perfect, the other one random
  // The distribution of the plies of random play: element n is the probability of n plies.
  std::optional<std::vector<double>> random_lengths;
  int longest_win = 0;  // of positions that play leads to; plies, or the greatest score
  std::string longest;  // the first such position
  std::vector<Ply> plies;
  Ply all;
  // From this ply on, at every ply, a random move keeps the outcome in nine of ten cases.
  std::optional<int> settled;
  std::vector<Trap> worst_traps;  // at most ten; those with the smallest share of keeping moves
  // How many positions have a best move to each square, by number; empty without a board.
  std::vector<std::uint64_t> squares;
  int columns = 0, rows = 0;
  std::vector<Use> actions;  // of a game in BDDL, in the order of its rules
  std::vector<Use> pieces;   // of a game with several kinds of them: which kind moves
  std::vector<Without> without;
  Size size;
  std::vector<KindOfPuzzle> puzzles;  // one for each kind of which there is any
};

// The names of what is measured, as docs/report.md and JSON have them.
const std::vector<std::string>& play_measures();

// Goes through all positions that play from the start of the game leads to, of those that
// symmetries turn into each other only one (unless actions are counted, which are not symmetric):
// some 35 bytes and 4 for each move of each, and 32 bytes more while chances are
// computed by each thread that memory suffices for. Throws what PlayGraph throws, and for
// options.without what without_action (reports/action_names.h) and solve() throw. UsageError for a
// measure that does not exist.
PlayReport play_report(const Table& table, const PlayReportOptions& options = {});

}  // namespace zermelo
