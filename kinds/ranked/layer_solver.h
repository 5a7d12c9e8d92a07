// SPDX-License-Identifier: MIT
// How the boards of a layer get their outcomes from those of the layer above: the one inner loop of
// solve_connect_layer (kinds/ranked/hybrid.h), where all outcomes are here, and of ranks that
// have some of them (kinds/ranked/shared_layer.h).
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "gen/connect/parameters.h"
#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/ranked/hybrid.h"
#include "kinds/ranked/hybrid_board.h"
#include "kinds/ranked/outcome_vector.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
// A walk on its way through a diagram.
struct BoardWalk {
  std::uint32_t node = FrozenBdd::empty_set;
  std::uint64_t rank = 0;
};

inline BoardWalk step(const FrozenBdd& set, BoardWalk walk, unsigned bit) {
  const FrozenBdd::Node& node = set.node(walk.node);
  return {node.child[bit], walk.rank + (bit != 0 ? node.false_count : 0)};
}

// The members that a walk can still reach: they have neighbouring ranks.
inline RankRange members_behind(const FrozenBdd& set, BoardWalk walk) {
  RankRange range{walk.rank, walk.rank};
  std::uint32_t at = walk.node;
  for (; at != FrozenBdd::empty_set && at != set.member_node(); at = set.node(at).child[1])
    range.end += set.node(at).false_count;
  if (at != FrozenBdd::empty_set) ++range.end;
  return range;
}

// A board as far as it has been looked at: some columns, and some cells of the next one.
struct BoardPrefix {
  BoardPrefix() = default;
  // (Among the walks that moved, only those in use are copied: they are few.)
  BoardPrefix(const BoardPrefix& p)
      : self(p.self),
        same(p.same),
        ended(p.ended),
        stones(p.stones),
        dropped(p.dropped),
        drop(p.drop),
        column(p.column),
        moves(p.moves) {
    for (int m = 0; m < moves; ++m) move(m) = p.move(m);
  }
  BoardPrefix& operator=(const BoardPrefix&) = delete;

  BoardWalk& move(int number) { return moved[static_cast<std::size_t>(number)]; }
  const BoardWalk& move(int number) const { return moved[static_cast<std::size_t>(number)]; }

  BoardWalk self;                     // in its own layer
  BoardWalk same;                     // the same in the layer above
  BoardWalk ended;                    // among the layer's ended games, for GoalTest::diagram
  BySide<std::uint64_t> stones = {};  // in columns of rows + 1 bits
  BoardWalk dropped;                  // a stone dropped into the current column
  enum { none, just_dropped, above_drop } drop = none;
  unsigned column = 0;  // its cells so far, the lowest first
  int moves = 0;
  // The board above, with a stone dropped into one of its columns: this many of them.
  std::array<BoardWalk, most_hybrid_columns> moved;
};

// The boards of a diagram after all columns except the last one, whose cells are read as a number:
// bit `row` for each, the lowest cell first. What takes one step per cell in the diagram takes a
// single look-up here.
class LastColumn {
 public:
  static constexpr std::uint16_t none = UINT16_MAX;

  LastColumn(const FrozenBdd& set, int cells) : cells_(cells) {
    const int before = set.variables() - cells;
    first_ = set.variables() == 0 ? 1 : set.first_node(before);
    const std::uint32_t end = set.variables() == 0 ? 1 : set.first_node(before + 1);
    offsets_.assign((std::size_t{end - first_} + 1) << cells, none);
    starts_.push_back(0);
    for (std::uint32_t node = first_; node < end; ++node) {
      collect(set, node, 0, 0);
      starts_.push_back(static_cast<std::uint32_t>(codes_.size()));
    }
  }

  // The columns that a node has, in order of their ranks.
  std::span<const std::uint16_t> codes(std::uint32_t node) const {
    const std::uint32_t k = node - first_;
    return std::span(codes_).subspan(starts_[k], starts_[k + 1] - starts_[k]);
  }
  // How many come before one; `none` if the node does not have it.
  std::uint16_t offset(std::uint32_t node, unsigned code) const {
    return offsets_[(std::size_t{row_of(node)} << cells_) + code];
  }

 private:
  // (The first row is that of the empty set.)
  std::uint32_t row_of(std::uint32_t node) const {
    return node == FrozenBdd::empty_set ? 0 : node - first_ + 1;
  }
  void collect(const FrozenBdd& set, std::uint32_t node, int row, unsigned code) {
    if (node == FrozenBdd::empty_set) return;
    if (row == cells_) {
      const std::size_t k = starts_.size() - 1;
      offsets_[((k + 1) << cells_) + code] = static_cast<std::uint16_t>(codes_.size() - starts_[k]);
      codes_.push_back(static_cast<std::uint16_t>(code));
      return;
    }
    for (unsigned bit = 0; bit < 2; ++bit)
      collect(set, set.node(node).child[bit], row + 1, code | bit << row);
  }

  int cells_;
  std::uint32_t first_;
  std::vector<std::uint16_t> offsets_;  // 2^cells per node
  std::vector<std::uint16_t> codes_;    // of all nodes, one after the other
  std::vector<std::uint32_t> starts_;   // and where those of a node begin
};

class LayerSolver {
 public:
  using Code = OutcomeVector::Code;

  // All boards that begin with certain whole columns; `variable` is the first one of the next
  // column.
  struct Task {
    BoardPrefix prefix;
    int variable;
  };

  // All must outlive the solver. Where the vectors do not hold all outcomes of the layers, the
  // tasks' walks have ranks that are places in them.
  LayerSolver(const connect::Parameters& game, int stones, const FrozenBdd& boards,
              const FrozenBdd& above, const OutcomeVector& outcomes_above, OutcomeVector& outcomes,
              GoalTest test = GoalTest::direct, const FrozenBdd& ended = FrozenBdd())
      : columns_(game.columns),
        rows_(game.rows),
        line_(game.line),
        mover_(connect_mover(stones)),
        win_(won_by(mover_)),
        loss_(won_by(other(mover_))),
        test_(test == GoalTest::successors && stones == game.columns * game.rows ? GoalTest::direct
                                                                                 : test),
        boards_(boards),
        above_(above),
        ended_(ended),
        last_(boards, rows_ + 1),
        last_above_(above, rows_ + 1),
        outcomes_above_(outcomes_above),
        outcomes_(outcomes) {
    if (test_ == GoalTest::diagram) last_ended_.emplace(ended_, rows_ + 1);
  }

  // All tasks of the layer, in order of the boards' ranks; the columns of each are the left half.
  std::vector<Task> tasks() const {
    std::vector<Task> all;
    if (boards_.size() == 0) return all;
    go(start(), 0, first_cut(), [&](const BoardPrefix& p) { all.push_back({p, first_cut()}); });
    return all;
  }

  // Solves the tasks' boards. If the tick said to stop, not all of them are solved.
  OutcomeCounts solve(std::span<const Task> tasks, int threads, const BoardsTick& tick) const {
    OutcomeCounts all;
    std::mutex mutex;
    std::atomic<bool> stopped = false;
    parallel_tasks(tasks.size(), thread_count(threads), [&] {
      return [&](std::uint64_t number) {
        if (stopped) return;
        const Task& task = tasks[number];
        OutcomeCounts counts;
        {
          OutcomeVector::Writer writer(outcomes_);
          go(task.prefix, task.variable, last_cut(),
             [&](const BoardPrefix& p) { finish(p, writer, counts); });
        }
        if (tick && tick(counts.boards())) stopped = true;
        const std::lock_guard lock(mutex);
        all += counts;
      };
    });
    if (lacks_a_move_) throw Error("A move leads to a board that is not in the layer above.");
    return all;
  }

  // What to do with a prefix: go on after it, divide it, or stop.
  enum class Take { next, divide, stop };
  // Calls take(prefix, variable, boards) for prefixes of at least the left half of the columns, in
  // order of ranks, except those whose boards are all before rank `from`; and for what it divides,
  // with one column more. It may not divide prefixes of all columns except one (has_last_cut()).
  template <class Taker>
  void for_each_prefix(std::uint64_t from, Taker&& take) const {
    for_each_prefix(start(), boards_.size(), 0, from, take);
  }
  bool has_last_cut(int variable) const { return variable == last_cut(); }

  // Calls take(walk) for the paths through the diagram above on which the successors of a task's
  // boards are.
  template <class Prefix, class Taker>
  static void for_each_walk(Prefix& prefix, Taker&& take) {
    take(prefix.same);
    for (int m = 0; m < prefix.moves; ++m) take(prefix.move(m));
  }

 private:
  // Between columns: after the left half, and before the last one.
  int first_cut() const { return columns_ / 2 * (rows_ + 1); }
  int last_cut() const { return (columns_ - 1) * (rows_ + 1); }

  BoardPrefix start() const {
    BoardPrefix start;
    start.self.node = boards_.root();
    start.same.node = above_.root();
    start.ended.node = ended_.root();
    return start;
  }

  // Calls visit with every board's prefix before variable `end`.
  template <class Visit>
  void go(const BoardPrefix& p, int variable, int end, Visit&& visit) const {
    if (variable == end) return visit(p);
    const FrozenBdd::Node& node = boards_.node(p.self.node);
    for (unsigned bit = 0; bit < 2; ++bit) {
      if (node.child[bit] == FrozenBdd::empty_set) continue;
      go(behind(p, variable, bit), variable + 1, end, visit);
    }
  }

  // `end`: the end of the prefix's boards. Returns whether to go on.
  template <class Taker>
  bool for_each_prefix(const BoardPrefix& p, std::uint64_t end, int variable, std::uint64_t from,
                       Taker& take) const {
    if (end <= from) return true;
    if (variable >= first_cut() && variable % (rows_ + 1) == 0) {
      const Take what = take(p, variable, RankRange{p.self.rank, end});
      if (what != Take::divide) return what == Take::next;
    }
    const FrozenBdd::Node& node = boards_.node(p.self.node);
    const std::uint64_t middle = p.self.rank + node.false_count;
    assert(p.self.rank <= middle && middle <= end);
    for (unsigned bit = 0; bit < 2; ++bit) {
      if (node.child[bit] == FrozenBdd::empty_set) continue;
      if (!for_each_prefix(behind(p, variable, bit), bit == 0 ? middle : end, variable + 1, from,
                           take))
        return false;
    }
    return true;
  }

  // The prefix with one bit more.
  BoardPrefix behind(const BoardPrefix& p, int variable, unsigned bit) const {
    const int row = variable % (rows_ + 1);
    BoardPrefix next = p;
    next.self = step(boards_, p.self, bit);
    next.same = step(above_, p.same, bit);
    if (last_ended_) next.ended = step(ended_, p.ended, bit);
    for (int m = 0; m < p.moves; ++m) next.move(m) = step(above_, p.move(m), bit);
    next.column |= bit << row;
    follow_drop(p, row, bit, next);
    if (row == rows_) finish_column(variable / (rows_ + 1), next);
    return next;
  }

  // If this bit is the one above the column's stones, the next stone takes its place, and its bit
  // moves one up.
  void follow_drop(const BoardPrefix& p, int row, unsigned bit, BoardPrefix& next) const {
    if (bit != 0) {
      next.drop = row < rows_ ? BoardPrefix::just_dropped : BoardPrefix::none;
      next.dropped = step(above_, p.same, stone_bit(mover_));
    } else if (p.drop != BoardPrefix::none) {
      next.dropped = step(above_, p.dropped, p.drop == BoardPrefix::just_dropped ? 1 : 0);
      next.drop = BoardPrefix::above_drop;
    }
  }

  void finish_column(int column, BoardPrefix& next) const {
    assert(next.moves <= column);
    if (next.drop != BoardPrefix::none) next.move(next.moves++) = next.dropped;
    next.drop = BoardPrefix::none;
    for (const Side side : both_sides) next.stones[side] |= stones_of(side, column, next.column);
    next.column = 0;
  }
  // A column is read as ones for the first player's stones, and a one above the stones.
  static unsigned stone_bit(Side side) { return side == black ? 1 : 0; }
  static int height_of(unsigned code) { return 31 - std::countl_zero(code); }
  std::uint64_t stones_of(Side side, int column, unsigned code) const {
    const unsigned all = (1u << height_of(code)) - 1;
    return std::uint64_t{(side == black ? code : ~code) & all} << column * (rows_ + 1);
  }

  // All boards that begin in this way.
  void finish(const BoardPrefix& p, OutcomeVector::Writer& writer, OutcomeCounts& counts) const {
    std::uint64_t rank = p.self.rank;
    for (const unsigned code : last_.codes(p.self.node)) {
      const bool ended = has_ended(p, code);
      const Code outcome = ended ? loss_ : best_move(p, code);
      writer.write(rank++, outcome);
      count_outcome(counts, outcome, ended);
    }
    assert(rank == members_behind(boards_, p.self).end);  // they are all of the prefix's boards
  }

  bool has_ended(const BoardPrefix& p, unsigned code) const {
    if (test_ == GoalTest::successors) return !has_successor(p, code);
    if (test_ == GoalTest::diagram)
      return last_ended_->offset(p.ended.node, code) != LastColumn::none;
    const Side opponent = other(mover_);
    return has_line(p.stones[opponent] | stones_of(opponent, columns_ - 1, code));
  }
  // (What a move would lead to from an ended game, nothing else leads to: the line stays. So it is
  // not in the layer above.)
  bool has_successor(const BoardPrefix& p, unsigned code) const {
    const auto is_there = [&](const BoardWalk& walk, unsigned last) {
      return last_above_.offset(walk.node, last) != LastColumn::none;
    };
    if (height_of(code) < rows_ && is_there(p.same, with_drop(code))) return true;
    for (int m = 0; m < p.moves; ++m)
      if (is_there(p.move(m), code)) return true;
    return false;
  }
  // The last column with one stone more.
  unsigned with_drop(unsigned code) const {
    const unsigned bit = 1u << height_of(code);
    return (mover_ == black ? code : code ^ bit) | bit << 1;
  }

  // The sides' stones have an empty row between columns, so that no line goes around the edge. Nor
  // does a line go beyond the last square; looking there would shift a board of 64 bits by 64.
  bool has_line(std::uint64_t stones) const {
    for (const int shift : {1, rows_, rows_ + 1, rows_ + 2}) {
      std::uint64_t run = (line_ - 1) * shift < 64 ? stones : 0;
      for (int n = 1; n < line_ && run != 0; ++n) run &= stones >> n * shift;
      if (run != 0) return true;
    }
    return false;
  }

  // The outcome of a board in which the game goes on, or that is full.
  Code best_move(const BoardPrefix& p, unsigned code) const {
    const int height = height_of(code);
    bool some_draw = p.moves == 0 && height == rows_;
    if (height < rows_) {
      const Code reply = outcome_above(p.same, with_drop(code));
      if (reply == win_) return win_;
      some_draw = reply == Code::draw;
    }
    for (int m = 0; m < p.moves; ++m) {
      const Code reply = outcome_above(p.move(m), code);
      if (reply == win_) return win_;
      some_draw = some_draw || reply == Code::draw;
    }
    return some_draw ? Code::draw : loss_;
  }
  Code outcome_above(const BoardWalk& walk, unsigned code) const {
    const std::uint16_t offset = last_above_.offset(walk.node, code);
    if (offset != LastColumn::none) return outcomes_above_.at(walk.rank + offset);
    lacks_a_move_ = true;
    return Code::unknown;
  }

  int columns_, rows_, line_;
  Side mover_;
  Code win_, loss_;
  GoalTest test_;
  const FrozenBdd &boards_, &above_, ended_;
  LastColumn last_, last_above_;
  std::optional<LastColumn> last_ended_;
  const OutcomeVector& outcomes_above_;
  OutcomeVector& outcomes_;
  mutable std::atomic<bool> lacks_a_move_ = false;
};

}  // namespace zermelo::symbolic
