// SPDX-License-Identifier: MIT
#include "symbolic/hybrid/hybrid.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <span>

#include "gen/error.h"
#include "gen/parallel.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

using Code = OutcomeVector::Code;
constexpr int most_columns = 32, most_rows = 12;

// On the way through a diagram.
struct Walk {
  std::uint32_t node = FrozenBdd::empty_set;
  std::uint64_t rank = 0;
};

Walk step(const FrozenBdd& set, Walk walk, unsigned bit) {
  const FrozenBdd::Node& node = set.node(walk.node);
  return {node.child[bit], walk.rank + (bit != 0 ? node.false_count : 0)};
}

// A board as far as it has been looked at: some columns, and some cells of the next one.
struct Prefix {
  Prefix() = default;
  // (Of the walks that moved only those in use: they are few.)
  Prefix(const Prefix& p)
      : self(p.self),
        same(p.same),
        stones(p.stones),
        dropped(p.dropped),
        drop(p.drop),
        column(p.column),
        moves(p.moves) {
    for (int m = 0; m < moves; ++m) move(m) = p.move(m);
  }
  Prefix& operator=(const Prefix&) = delete;

  Walk& move(int number) { return moved[static_cast<std::size_t>(number)]; }
  const Walk& move(int number) const { return moved[static_cast<std::size_t>(number)]; }

  Walk self;                          // in its own layer
  Walk same;                          // the same in the layer above
  BySide<std::uint64_t> stones = {};  // in columns of rows + 1 bits
  Walk dropped;                       // a stone dropped into the column looked at
  enum { none, just_dropped, above_drop } drop = none;
  unsigned column = 0;  // its cells so far, the lowest first
  int moves = 0;
  // The board above, a stone dropped into one of its columns: so many of them.
  std::array<Walk, most_columns> moved;
};

// The boards of a diagram behind all columns but the last one, whose cells are read as a number:
// bit `row` for each, the lowest cell first. What takes a step a cell in the diagram takes one
// look.
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
  std::vector<std::uint16_t> offsets_;  // 2^cells a node
  std::vector<std::uint16_t> codes_;    // of all nodes, one after the other
  std::vector<std::uint32_t> starts_;   // and where a node's begin
};

class LayerSolver {
 public:
  LayerSolver(const connect::Parameters& game, int stones, const FrozenBdd& boards,
              const FrozenBdd& above, const OutcomeVector& outcomes_above, OutcomeVector& outcomes)
      : columns_(game.columns),
        rows_(game.rows),
        line_(game.line),
        mover_(connect_mover(stones)),
        win_(won_by(mover_)),
        loss_(won_by(other(mover_))),
        boards_(boards),
        above_(above),
        last_(boards, rows_ + 1),
        last_above_(above, rows_ + 1),
        outcomes_above_(outcomes_above),
        outcomes_(outcomes) {}

  OutcomeCounts run(int threads, const BoardsTick& tick) {
    if (boards_.size() == 0) return {};
    std::vector<Prefix> tasks;
    Prefix start;
    start.self.node = boards_.root();
    start.same.node = above_.root();
    const int last = (columns_ - 1) * (rows_ + 1);
    const int first = columns_ / 2 * (rows_ + 1);
    OutcomeCounts all;
    go(start, 0, first, [&](const Prefix& p) { tasks.push_back(p); });
    std::mutex mutex;
    std::atomic<bool> stopped = false;
    parallel_tasks(tasks.size(), thread_count(threads), [&] {
      return [&](std::uint64_t task) {
        if (stopped) return;
        OutcomeCounts counts;
        {
          OutcomeVector::Writer writer(outcomes_);
          go(tasks[task], first, last, [&](const Prefix& p) { finish(p, writer, counts); });
        }
        if (tick && tick(counts.boards())) stopped = true;
        const std::lock_guard lock(mutex);
        all += counts;
      };
    });
    if (lacks_a_move_) throw Error("A move leads to a board that is not in the layer above.");
    return all;
  }

 private:
  // Calls visit with every board's prefix before variable `end`.
  template <class Visit>
  void go(const Prefix& p, int variable, int end, Visit&& visit) const {
    if (variable == end) return visit(p);
    const FrozenBdd::Node& node = boards_.node(p.self.node);
    const int row = variable % (rows_ + 1);
    for (unsigned bit = 0; bit < 2; ++bit) {
      if (node.child[bit] == FrozenBdd::empty_set) continue;
      Prefix next = p;
      next.self = step(boards_, p.self, bit);
      next.same = step(above_, p.same, bit);
      for (int m = 0; m < p.moves; ++m) next.move(m) = step(above_, p.move(m), bit);
      next.column |= bit << row;
      follow_drop(p, row, bit, next);
      if (row == rows_) finish_column(variable / (rows_ + 1), next);
      go(next, variable + 1, end, visit);
    }
  }

  // If this bit is the one above the column's stones, the next stone takes its place, and its bit
  // goes one up.
  void follow_drop(const Prefix& p, int row, unsigned bit, Prefix& next) const {
    if (bit != 0) {
      next.drop = row < rows_ ? Prefix::just_dropped : Prefix::none;
      next.dropped = step(above_, p.same, stone_bit(mover_));
    } else if (p.drop != Prefix::none) {
      next.dropped = step(above_, p.dropped, p.drop == Prefix::just_dropped ? 1 : 0);
      next.drop = Prefix::above_drop;
    }
  }

  void finish_column(int column, Prefix& next) const {
    if (next.drop != Prefix::none) next.move(next.moves++) = next.dropped;
    next.drop = Prefix::none;
    for (const Side side : both_sides) next.stones[side] |= stones_of(side, column, next.column);
    next.column = 0;
  }
  // A column is read as ones for the first player's stones, and above the stones a one.
  static unsigned stone_bit(Side side) { return side == black ? 1 : 0; }
  static int height_of(unsigned code) { return 31 - std::countl_zero(code); }
  std::uint64_t stones_of(Side side, int column, unsigned code) const {
    const unsigned all = (1u << height_of(code)) - 1;
    return std::uint64_t{(side == black ? code : ~code) & all} << column * (rows_ + 1);
  }

  // All boards that begin so.
  void finish(const Prefix& p, OutcomeVector::Writer& writer, OutcomeCounts& counts) const {
    std::uint64_t rank = p.self.rank;
    const Side opponent = other(mover_);
    for (const unsigned code : last_.codes(p.self.node)) {
      const bool ended = has_line(p.stones[opponent] | stones_of(opponent, columns_ - 1, code));
      const Code outcome = ended ? loss_ : best_move(p, code);
      writer.write(rank++, outcome);
      count_outcome(counts, outcome, ended);
    }
  }

  // The sides' stones have an empty row between columns, so that no line goes around the edge. Nor
  // does one go beyond the last square, which a board of 64 bits would shift by 64 to look at.
  bool has_line(std::uint64_t stones) const {
    for (const int shift : {1, rows_, rows_ + 1, rows_ + 2}) {
      std::uint64_t run = (line_ - 1) * shift < 64 ? stones : 0;
      for (int n = 1; n < line_ && run != 0; ++n) run &= stones >> n * shift;
      if (run != 0) return true;
    }
    return false;
  }

  // The outcome of a board in which the game goes on, or that is full.
  Code best_move(const Prefix& p, unsigned code) const {
    const int height = height_of(code);
    bool some_draw = p.moves == 0 && height == rows_;
    if (height < rows_) {
      const unsigned bit = 1u << height;
      const unsigned dropped = (mover_ == black ? code : code ^ bit) | bit << 1;
      const Code reply = outcome_above(p.same, dropped);
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
  Code outcome_above(const Walk& walk, unsigned code) const {
    const std::uint16_t offset = last_above_.offset(walk.node, code);
    if (offset != LastColumn::none) return outcomes_above_.at(walk.rank + offset);
    lacks_a_move_ = true;
    return Code::unknown;
  }

  int columns_, rows_, line_;
  Side mover_;
  Code win_, loss_;
  const FrozenBdd &boards_, &above_;
  LastColumn last_, last_above_;
  const OutcomeVector& outcomes_above_;
  OutcomeVector& outcomes_;
  mutable std::atomic<bool> lacks_a_move_ = false;
};

// Goes through three diagrams at the same time.
class SetOutcomes {
 public:
  SetOutcomes(const FrozenBdd& boards, const FrozenBdd& first_wins, const FrozenBdd& second_wins,
              OutcomeVector& outcomes)
      : boards_(boards), first_(first_wins), second_(second_wins), outcomes_(outcomes) {}

  void run(int threads) const {
    if (boards_.size() == 0) return;
    std::vector<Place> tasks;
    go({boards_.root(), first_.root(), second_.root(), 0}, 0, boards_.variables() / 2,
       [&](const Place& place) { tasks.push_back(place); });
    parallel_tasks(tasks.size(), thread_count(threads), [&] {
      return [&](std::uint64_t task) {
        OutcomeVector::Writer writer(outcomes_);
        go(tasks[task], boards_.variables() / 2, boards_.variables(), [&](const Place& place) {
          writer.write(place.rank, place.first != FrozenBdd::empty_set    ? Code::first_wins
                                   : place.second != FrozenBdd::empty_set ? Code::second_wins
                                                                          : Code::draw);
        });
      };
    });
  }

 private:
  struct Place {
    std::uint32_t board, first, second;
    std::uint64_t rank;
  };
  template <class Visit>
  void go(const Place& p, int variable, int end, Visit&& visit) const {
    if (variable == end) return visit(p);
    const FrozenBdd::Node& node = boards_.node(p.board);
    for (unsigned bit = 0; bit < 2; ++bit) {
      if (node.child[bit] == FrozenBdd::empty_set) continue;
      go({node.child[bit], first_.node(p.first).child[bit], second_.node(p.second).child[bit],
          p.rank + (bit != 0 ? node.false_count : 0)},
         variable + 1, end, visit);
    }
  }

  const FrozenBdd &boards_, &first_, &second_;
  OutcomeVector& outcomes_;
};

}  // namespace

Bdd next_connect_boards(const SymbolicGame& game, int stones, const Bdd& boards) {
  const Side side = connect_mover(stones);
  const Bdd ended = game.won(other(side), side, boards);
  return game.successors(boards - ended, side, SymbolicGame::Moves::up);
}

void check_hybrid_board(const connect::Parameters& game) {
  if (game.columns * (game.rows + 1) > FrozenBdd::most_variables || game.rows > most_rows) {
    throw UsageError(
        fmt::format("The hybrid takes boards of at most {} squares, a row above them counted, and "
                    "{} rows.",
                    FrozenBdd::most_variables, most_rows));
  }
}

OutcomeCounts solve_connect_layer(const connect::Parameters& game, int stones,
                                  const FrozenBdd& boards, const FrozenBdd& above,
                                  const OutcomeVector& outcomes_above, OutcomeVector& outcomes,
                                  int threads, const BoardsTick& tick) {
  check_hybrid_board(game);
  return LayerSolver(game, stones, boards, above, outcomes_above, outcomes).run(threads, tick);
}

void write_outcomes_of_sets(const FrozenBdd& boards, const FrozenBdd& first_wins,
                            const FrozenBdd& second_wins, OutcomeVector& outcomes, int threads) {
  SetOutcomes(boards, first_wins, second_wins, outcomes).run(threads);
}

}  // namespace zermelo::symbolic
