// SPDX-License-Identifier: MIT
#include "kinds/ranked/connect_layers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "kinds/ranked/column_walk.h"
#include "kinds/ranked/hybrid.h"
#include "kinds/ranked/hybrid_board.h"
#include "kinds/ranked/layer_solver.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

using Words = std::span<const std::uint32_t>;

// Places in a diagram, at most one for each column, without order.
class Walks {
 public:
  void clear() { size_ = 0; }
  void add(std::uint32_t node) {
    if (node != 0) nodes_[static_cast<std::size_t>(size_++)] = node;
  }
  // As they go on with one bit more.
  void step(const Walks& from, const LayerDiagram& diagram, unsigned bit) {
    clear();
    for (const std::uint32_t node : from.all()) add(diagram.node(node)[bit]);
  }
  bool empty() const { return size_ == 0; }
  Words all() const { return std::span(nodes_).first(static_cast<std::size_t>(size_)); }
  void append_to(std::vector<std::uint32_t>& key) {
    const auto end = nodes_.begin() + size_;
    std::sort(nodes_.begin(), end);
    key.insert(key.end(), nodes_.begin(), std::unique(nodes_.begin(), end));
  }

 private:
  std::array<std::uint32_t, most_hybrid_columns + 1> nodes_;
  int size_ = 0;
};

// --- Lines ---------------------------------------------------------------------------------------

// What of one player's stones in the columns so far can still become a line: for each of three
// directions and each length, the rows in which such a run ends.
class Runs {
 public:
  Runs(int rows, int line)
      : rows_(rows), lengths_(static_cast<std::size_t>(line - 1)), all_((1u << rows) - 1) {}
  std::size_t words() const { return directions * lengths_; }

  // Adds a column's stones; `left`: columns that follow. Returns false if there is a line.
  bool add(Words before, std::uint32_t stones, int left, std::vector<std::uint32_t>& after) const {
    const auto line = static_cast<int>(lengths_) + 1;
    std::uint32_t upright = stones;
    for (int n = 1; n < line && upright != 0; ++n) upright &= stones >> n;
    if (upright != 0) return false;
    for (std::size_t d = 0; d < directions; ++d) {
      const Words runs = before.subspan(d * lengths_, lengths_);
      if ((stones & shifted(runs.back(), d)) != 0) return false;
      for (int length = 1; length < line; ++length) {
        const auto n = static_cast<std::size_t>(length) - 1;
        const std::uint32_t ends = length == 1 ? stones : stones & shifted(runs[n - 1], d);
        after.push_back(ends & can_become_a_line(line - length, left, d));
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t directions = 3;  // level, upwards, downwards

  std::uint32_t shifted(std::uint32_t rows, std::size_t direction) const {
    return direction == 0 ? rows : direction == 1 ? rows << 1 & all_ : rows >> 1;
  }
  // The rows in which a run that lacks some stones has room.
  std::uint32_t can_become_a_line(int lacks, int left, std::size_t direction) const {
    if (lacks > left || (direction != 0 && lacks >= rows_)) return 0;
    return direction == 0 ? all_ : direction == 1 ? all_ >> lacks : all_ << lacks & all_;
  }

  int rows_;
  std::size_t lengths_;
  std::uint32_t all_;
};

int height_of(std::uint32_t code) { return std::bit_width(code) - 1; }

// One player's stones in a column.
std::uint32_t stones_in(std::uint32_t code, Side side) {
  return (side == black ? code : ~code) & ((1u << height_of(code)) - 1);
}

// Boards with a line of one side, and others.
class MarkWalk {
 public:
  MarkWalk(const connect::Parameters& game, Side side, const LayerDiagram& boards,
           std::uint32_t ended, ColumnWalk& walk)
      : game_(game),
        side_(side),
        boards_(boards),
        ended_(ended),
        walk_(walk),
        runs_(game.rows, game.line) {}

  // A key is a node, and what can become a line, or nothing if there is one.
  std::vector<std::uint32_t> start() const {
    std::vector<std::uint32_t> key(1 + runs_.words());
    key[0] = boards_.root();
    return key;
  }
  void expand(int column, Words key) {
    column_ = column;
    before_ = key.subspan(1);
    go(key[0], 0, 0);
  }

 private:
  void go(std::uint32_t node, int cell, std::uint32_t code) {
    if (node == 0) return;
    if (cell > game_.rows) return finish(node, code);
    for (const unsigned bit : {0u, 1u}) go(boards_.node(node)[bit], cell + 1, code | bit << cell);
  }
  void finish(std::uint32_t node, std::uint32_t code) {
    const int left = game_.columns - 1 - column_;
    key_.assign(1, node);
    const bool has_line =
        before_.empty() || !runs_.add(before_, stones_in(code, side_), left, key_);
    if (has_line) {
      if (ended_ == 0) return;
      key_.resize(1);
    }
    if (left == 0) return walk_.add_last(code, has_line ? ended_ : 1);
    walk_.add(code, key_);
  }

  connect::Parameters game_;
  Side side_;
  const LayerDiagram& boards_;
  std::uint32_t ended_;
  ColumnWalk& walk_;
  Runs runs_;
  int column_ = 0;
  Words before_;
  std::vector<std::uint32_t> key_;
};

// --- Forward -------------------------------------------------------------------------------------

// Boards with one stone more: those from which some stone of the mover's, the topmost of its
// column, can be taken away.
class NextWalk {
 public:
  NextWalk(const connect::Parameters& game, Side mover, const LayerDiagram& boards,
           ColumnWalk& walk)
      : game_(game), boards_(boards), walk_(walk), stone_bit_(mover == black ? 1 : 0) {}

  // A key is the walk of what has nothing taken away (0: nowhere), and those from which something
  // has been.
  std::vector<std::uint32_t> start() const { return {boards_.root()}; }
  void expand(int column, Words key) {
    is_last_ = column + 1 == game_.columns;
    taken_[0].clear();
    for (const std::uint32_t node : key.subspan(1)) taken_[0].add(node);
    go(key[0], 0, 0, 0, 0);
  }

 private:
  // `below`: the column ends one cell lower, at the last one. `take`: its topmost stone has been
  // taken away, if no bit that is true follows.
  void go(std::uint32_t same, std::uint32_t below, std::uint32_t take, int cell,
          std::uint32_t code) {
    if (cell > game_.rows) return finish(same, take, code);
    const auto c = static_cast<std::size_t>(cell);
    for (const unsigned bit : {0u, 1u}) {
      const std::uint32_t next_same = boards_.node(same)[bit];
      const std::uint32_t next_take = boards_.node(bit != 0 ? below : take)[0];
      const std::uint32_t next_below = bit == stone_bit_ ? boards_.node(same)[1] : 0;
      taken_[c + 1].step(taken_[c], boards_, bit);
      if (next_same == 0 && next_take == 0 && next_below == 0 && taken_[c + 1].empty()) continue;
      go(next_same, next_below, next_take, cell + 1, code | bit << cell);
    }
  }
  void finish(std::uint32_t same, std::uint32_t take, std::uint32_t code) {
    Walks& taken = taken_[static_cast<std::size_t>(game_.rows) + 1];
    if (code == 0) return;
    taken.add(take);
    if (is_last_) {
      if (!taken.empty()) walk_.add_last(code, 1);
      return;
    }
    if (same == 0 && taken.empty()) return;
    key_.assign(1, same);
    taken.append_to(key_);
    walk_.add(code, key_);
  }

  connect::Parameters game_;
  const LayerDiagram& boards_;
  ColumnWalk& walk_;
  unsigned stone_bit_;
  bool is_last_ = false;
  std::array<Walks, most_hybrid_rows + 2> taken_;
  std::vector<std::uint32_t> key_;
};

// --- Backward ------------------------------------------------------------------------------------

constexpr auto number_of(BoardNumber number) { return static_cast<std::uint32_t>(number); }

// As the boards' own diagram is followed, so are those of the boards that moves lead to in the one
// above.
class OutcomeWalk {
 public:
  // `boards`: 1 for those in which the game goes on, 2 for the others.
  OutcomeWalk(const connect::Parameters& game, int stones, const LayerDiagram& boards,
              const LayerDiagram& above, ColumnWalk& walk)
      : game_(game),
        mover_(connect_mover(stones)),
        boards_(boards),
        above_(above),
        walk_(walk),
        is_full_(stones == game.columns * game.rows),
        stone_bit_(mover_ == black ? 1 : 0) {}

  std::vector<std::uint32_t> start() const { return {boards_.root(), above_.root()}; }
  void expand(int column, Words key) {
    is_last_ = column + 1 == game_.columns;
    moved_[0].clear();
    for (const std::uint32_t node : key.subspan(2)) moved_[0].add(node);
    go({key[0], key[1], 0, false}, 0, 0);
  }

 private:
  struct Place {
    std::uint32_t board, same;  // in the boards' diagram, and in the one above
    std::uint32_t drop;         // with one stone more in this column
    bool just_dropped;          // so the column's end is one cell higher
  };
  void go(const Place& p, int cell, std::uint32_t code) {
    if (p.board == 0) return;
    if (cell > game_.rows) return finish(p, code);
    const auto c = static_cast<std::size_t>(cell);
    for (const unsigned bit : {0u, 1u}) {
      Place next{boards_.node(p.board)[bit], above_.node(p.same)[bit], 0, bit != 0};
      if (next.board == 0) continue;
      next.drop = bit != 0 ? (cell < game_.rows ? above_.node(p.same)[stone_bit_] : 0)
                           : above_.node(p.drop)[p.just_dropped ? 1 : 0];
      moved_[c + 1].step(moved_[c], above_, bit);
      go(next, cell + 1, code | bit << cell);
    }
  }
  void finish(const Place& p, std::uint32_t code) {
    Walks& moved = moved_[static_cast<std::size_t>(game_.rows) + 1];
    moved.add(p.drop);
    if (is_last_) return walk_.add_last(code, number(p.board == 2, moved.all()));
    key_ = {p.board, p.same};
    moved.append_to(key_);
    walk_.add(code, key_);
  }
  // A move that ends the game wins it.
  std::uint32_t number(bool ended, Words replies) const {
    if (ended) return number_of(BoardNumber::ended);
    const auto win =
        number_of(mover_ == black ? BoardNumber::first_wins : BoardNumber::second_wins);
    const auto loss =
        number_of(mover_ == black ? BoardNumber::second_wins : BoardNumber::first_wins);
    bool draws = is_full_;
    for (const std::uint32_t reply : replies) {
      if (reply == win || reply == number_of(BoardNumber::ended)) return win;
      draws = draws || reply == number_of(BoardNumber::draw);
    }
    return draws ? number_of(BoardNumber::draw) : loss;
  }

  connect::Parameters game_;
  Side mover_;
  const LayerDiagram &boards_, &above_;
  ColumnWalk& walk_;
  bool is_full_;
  unsigned stone_bit_;
  bool is_last_ = false;
  std::array<Walks, most_hybrid_rows + 2> moved_;
  std::vector<std::uint32_t> key_;
};

// Three sets at the same time.
class JoinWalk {
 public:
  JoinWalk(const connect::Parameters& game, const std::array<const LayerDiagram*, 3>& sets,
           const std::array<std::uint32_t, 3>& numbers, ColumnWalk& walk)
      : game_(game), sets_(sets), numbers_(numbers), walk_(walk) {}
  using Nodes = std::array<std::uint32_t, 3>;

  std::vector<std::uint32_t> start() const {
    return {sets_[0]->root(), sets_[1]->root(), sets_[2]->root()};
  }
  void expand(int column, Words key) {
    is_last_ = column + 1 == game_.columns;
    go({key[0], key[1], key[2]}, 0, 0);
  }

 private:
  void go(const Nodes& nodes, int cell, std::uint32_t code) {
    if (nodes[0] == 0) return;
    if (cell > game_.rows) {
      if (!is_last_) return walk_.add(code, nodes);
      return walk_.add_last(code, nodes[0] == 2   ? number_of(BoardNumber::ended)
                                  : nodes[1] != 0 ? numbers_[1]
                                  : nodes[2] != 0 ? numbers_[2]
                                                  : numbers_[0]);
    }
    for (const unsigned bit : {0u, 1u}) {
      Nodes next;
      for (std::size_t n = 0; n < next.size(); ++n) next[n] = sets_[n]->node(nodes[n])[bit];
      go(next, cell + 1, code | bit << cell);
    }
  }

  connect::Parameters game_;
  std::array<const LayerDiagram*, 3> sets_;
  std::array<std::uint32_t, 3> numbers_;
  ColumnWalk& walk_;
  bool is_last_ = false;
};

template <class Rules>
LayerDiagram built(ColumnWalk& walk, Rules&& rules) {
  return walk.build(rules.start(), [&](int column, Words key) { rules.expand(column, key); });
}

}  // namespace

ConnectLayers::ConnectLayers(const connect::Parameters& game, std::uint64_t memory)
    : game_(game), memory_(memory) {
  check_hybrid_board(game);
}

FrozenBdd ConnectLayers::empty_board() const {
  std::vector<LayerDiagram::Level> levels;
  for (int k = 0; k < game_.columns * cells(); ++k) {
    LayerDiagram::Node node{1, 0};
    if (k % cells() == 0) node = {0, 1};
    levels.push_back({LayerDiagram::Node{}, node});
  }
  return LayerDiagram(std::move(levels), 1).select(1u << 1);
}

LayerDiagram ConnectLayers::marked(Side side, const LayerDiagram& boards,
                                   std::uint32_t ended) const {
  ColumnWalk walk(game_.columns, cells(), memory_);
  return built(walk, MarkWalk(game_, side, boards, ended, walk));
}

LayerDiagram ConnectLayers::marked(int stones, const FrozenBdd& boards) const {
  return marked(other(connect_mover(stones)), LayerDiagram(boards), 2);
}

LayerDiagram ConnectLayers::after_moves(int stones, const LayerDiagram& going_on) const {
  ColumnWalk walk(game_.columns, cells(), memory_);
  return built(walk, NextWalk(game_, connect_mover(stones), going_on, walk));
}

FrozenBdd ConnectLayers::next(int stones, const FrozenBdd& boards) const {
  const Side opponent = other(connect_mover(stones));
  return after_moves(stones, marked(opponent, LayerDiagram(boards), 0)).select(1u << 1);
}

FrozenBdd ConnectLayers::boards(int stones) const {
  LayerDiagram boards(empty_board());
  for (int n = 0; n + 1 < stones; ++n) boards = after_moves(n, boards);
  if (stones == 0) return boards.select(1u << 1);
  for (const Side side : both_sides) boards = marked(side, boards, 0);
  return after_moves(stones - 1, boards).select(1u << 1);
}

FrozenBdd ConnectLayers::ended(int stones, const FrozenBdd& boards) const {
  return marked(stones, boards).select(1u << 2);
}

LayerDiagram ConnectLayers::outcomes(int stones, const FrozenBdd& boards,
                                     const LayerDiagram& above) const {
  const LayerDiagram own = marked(stones, boards);
  ColumnWalk walk(game_.columns, cells(), memory_);
  return built(walk, OutcomeWalk(game_, stones, own, above, walk));
}

LayerDiagram ConnectLayers::outcomes_of(int stones, const FrozenBdd& boards,
                                        const FrozenBdd& first_wins,
                                        const FrozenBdd& second_wins) const {
  const LayerDiagram own = marked(stones, boards), first(first_wins), second(second_wins);
  ColumnWalk walk(game_.columns, cells(), memory_);
  return built(walk, JoinWalk(game_, {&own, &first, &second},
                              {number_of(BoardNumber::draw), number_of(BoardNumber::first_wins),
                               number_of(BoardNumber::second_wins)},
                              walk));
}

}  // namespace zermelo::symbolic
