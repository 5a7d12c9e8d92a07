// SPDX-License-Identifier: MIT
// All positions of a solved game that play from its start can lead to, with their moves: what the
// report on play (reports/play_report.h) is computed from.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gen/value.h"
#include "probe/coded_play.h"
#include "probe/table.h"
#include "reports/action_names.h"
#include "reports/text_symmetry.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// Positions are numbered by breadth-first search: those at one distance from the start follow each
// other, and the start is 0. Positions that symmetries turn into each other are different ones,
// unless Options::symmetries says otherwise, and so are those that differ in the side to move. A
// game that is over is no position here.
class PlayGraph {
 public:
  struct Options {
    int threads = 0;  // 0: one per processor
    // Bytes that all of it may take, and what is computed from it, as SolveOptions::memory_limit.
    std::uint64_t memory_limit = free_memory_limit;
    const std::atomic<bool>* stop = nullptr;
    // Called now and then with the number of positions found and their plies from the start.
    std::function<void(std::uint64_t positions, int ply)> progress = {};
    // If given, positions that these turn into each other have one number, that of the first of
    // them that is met without symmetries, too, and of them the moves of one are kept. Those that
    // symmetries that do not change the start turn into each other are also visited as one.
    const TextSymmetries* symmetries = nullptr;
    bool visit_all = false;                // each position by itself, with symmetries as well
    const ActionNames* actions = nullptr;  // asked about each move, if given
    bool keep_moves = true;                // else only `visit` says what was found
    bool pieces = false;                   // whether to say which piece each move moves
  };

  // What a move leads to: the number of a position, or how it ends the game, for its maker: as a
  // score in tables of scores, else 1, 0 or -1.
  using Target = std::uint32_t;
  static constexpr Target first_end = 0xffff'0000;
  static constexpr bool is_end(Target target) { return target >= first_end; }
  static constexpr Target end_with(int score) {
    return first_end + static_cast<Target>(score + 0x8000);
  }
  static constexpr int score_of(Target end) { return static_cast<int>(end - first_end) - 0x8000; }

  // A move as it was met: see `visit` below.
  struct SeenMove {
    bool keeps = false, is_best = false;  // the outcome; the value
    std::span<const int> squares = {};    // that pieces come to; if none, those that they leave
    MoveActions actions = {};
    char piece = '\0';  // the letter of the kind that moves or is dropped, in upper case
  };
  // A position as it was met, when all is known of it.
  struct Seen {
    const CodedPlay& play;
    std::string_view code;  // of the position
    int ply;                // from the start
    bool first_to_move;
    Value value;
    std::span<const SeenMove> moves;
    // The positions that it stands for, itself included: TextSymmetries::Orbit::maps.
    std::uint8_t maps = 1;

    std::string text() const { return play.text(code); }
  };

  // Calls visit(seen) for each position once, in the order of their numbers (of which each is met
  // first, if all are visited), on this thread.
  // Throws NotInTable for a table that lacks the start or what play leads to, OutOfMemory,
  // Interrupted, and DamagedTable.
  PlayGraph(const Table& table, const Options& options,
            const std::function<void(const Seen& seen)>& visit);

  std::uint32_t positions() const { return static_cast<std::uint32_t>(best_.size()); }
  std::uint64_t count_moves() const { return targets_.size(); }
  // Whether the side is to move that begins the game.
  bool first_to_move(std::uint32_t position) const { return first_to_move_[position] != 0; }
  // Best ones first. Without symmetries, different moves lead to different positions.
  std::span<const Target> moves(std::uint32_t position) const {
    return std::span(targets_).subspan(begins_[position],
                                       begins_[position + 1] - begins_[position]);
  }
  // How many of them have the position's value.
  std::size_t best(std::uint32_t position) const { return best_[position]; }
  // The positions of the largest strongly connected component. Only if moves are kept.
  std::uint32_t largest_component() const;
  // Calls f(positions), a span of std::uint32_t, for each strongly connected component, after those
  // that its moves lead to; within one, those in which the second side is to move come first, and
  // of each side they are in the order of their numbers (so that what positions near to each other
  // lead to is near as well). A position that cannot be reached again is a component by itself.
  // Only if moves are kept.
  template <class F>
  void for_each_component(const F& f) const {
    if (component_ends_.empty())
      for (std::uint32_t i = positions(); i-- > 0;) f(std::span<const std::uint32_t>(&i, 1));
    std::uint32_t begin = 0;
    for (const std::uint32_t end : component_ends_) {
      f(std::span(order_).subspan(begin, end - begin));
      begin = end;
    }
  }

 private:
  class Builder;
  void find_components();

  std::vector<std::uint8_t> first_to_move_;
  std::vector<std::uint64_t> begins_ = {0};
  std::vector<Target> targets_;
  std::vector<std::uint16_t> best_;
  // Of the components; nothing if each move leads to a position with a greater number.
  std::vector<std::uint32_t> order_, component_ends_;
};

}  // namespace zermelo
