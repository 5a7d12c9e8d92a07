// SPDX-License-Identifier: MIT
// Forward and backward through the layers of a game that only adds stones, layer by layer: which
// positions play can lead to, and how the game ends from each.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "gen/grid/stone_game.h"
#include "gen/parallel.h"
#include "kinds/stones/row_kernels.h"
#include "kinds/stones/shape_rows.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// The work on a layer, in tasks: each is part of a shape's rows.
class ShapeTasks {
 public:
  // `log_highs`: the logarithm of the number of rows that a task has at most.
  ShapeTasks(std::uint64_t shapes, int stones, int log_highs = 12)
      : parts_(std::uint64_t{1} << std::max(0, high_bits(stones) - log_highs)),
        highs_(std::uint64_t{1} << std::min(log_highs, high_bits(stones))),
        count_(shapes * parts_) {}

  std::uint64_t count() const { return count_; }
  struct Part {
    std::uint64_t shape;                 // number
    std::uint64_t high_begin, high_end;  // numbers of rows
  };
  Part operator[](std::uint64_t task) const {
    const std::uint64_t part = task % parts_;
    return {task / parts_, part * highs_, (part + 1) * highs_};
  }

 private:
  static int high_bits(int stones) { return std::max(0, stones - LowStrings::longest); }
  std::uint64_t parts_, highs_, count_;
};

// The canonical positions of a layer that play can lead to and in which the game goes on: one bit
// for every position of a canonical shape.
struct ReachedLayer {
  std::uint64_t positions = 0, finished = 0;            // in every orientation
  std::uint64_t canonical = 0, canonical_finished = 0;  // up to symmetry
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::vector<std::uint64_t> first_word;  // by shape; none for shapes that are not canonical
  HugeArray<std::uint64_t> bits;

  bool contains(std::uint64_t shape, std::uint64_t rank) const {
    return bits[first_word[shape] + rank / 64] >> rank % 64 & 1;
  }
  std::uint64_t bytes() const { return bits.size() * 8 + first_word.size() * 8; }
};

// Lane is as in row_kernels.h.
template <StoneGame Game, class Lane>
class StoneLayers {
 public:
  // The game must outlive this object.
  StoneLayers(const Game& game, int threads) : game_(game), threads_(thread_count(threads)) {}

  // --- Forward ----------------------------------------------------------------------------------

  // The next layer, from layer 0 on.
  ReachedLayer advance() {
    ReachedLayer layer;
    const int stones = ++reached_stones_;
    HugeArray<std::uint8_t> next(layer_size(game_, stones));
    make_room(layer, stones);
    std::atomic<std::uint64_t> all = 0, finished = 0, canonical = 0, canonical_finished = 0;
    const ShapeTasks tasks(game_.shapes(stones), stones);
    parallel_tasks(tasks.count(), threads_, [&] {
      return [&, rows = ShapeRows<Lane>(), marks = Marks()](std::uint64_t task) mutable {
        const auto part = tasks[task];
        const bool is_canonical = layer.first_word[part.shape] != ReachedLayer::none;
        const ReachCounts counts = reach_part(part, next, rows, marks, is_canonical);
        all += counts.all;
        finished += counts.finished;
        canonical_finished += counts.canonical_finished;
        if (is_canonical) canonical += keep_bits(part, next, rows, layer);
      };
    });
    reached_ = std::move(next);
    layer.finished = finished;
    layer.positions = all - finished;
    layer.canonical = canonical;
    layer.canonical_finished = canonical_finished;
    if (stones == game_.cells()) end_at_full_board(layer);
    return layer;
  }
  // On a full board the game does not go on.
  static void end_at_full_board(ReachedLayer& layer) {
    layer.finished += std::exchange(layer.positions, 0);
    layer.canonical_finished += std::exchange(layer.canonical, 0);
    layer.first_word.assign(layer.first_word.size(), ReachedLayer::none);
  }
  // Prepares the layer for this many stones, with nothing in it.
  void make_room(ReachedLayer& layer, int stones) const {
    const std::uint64_t words = (colourings(stones) + 63) / 64;
    std::uint64_t count = 0;
    layer.first_word.assign(game_.shapes(stones), ReachedLayer::none);
    for (std::uint64_t number = 0; number < layer.first_word.size(); ++number) {
      if (!is_canonical_shape(game_, game_.shape(stones, number))) continue;
      layer.first_word[number] = count;
      count += words;
    }
    layer.bits = HugeArray<std::uint64_t>(count);
  }

  // The last layer that advance() returned, -1 at first; and where in it the game goes on, one byte
  // per position. To go on where another run stopped, restore these.
  int reached_stones() const { return reached_stones_; }
  const HugeArray<std::uint8_t>& reached() const { return reached_; }
  void restore_forward(int stones, HugeArray<std::uint8_t>&& reached) {
    reached_stones_ = stones;
    reached_ = std::move(reached);
  }
  // Releases the memory of the way forward.
  void end_forward() { reached_ = {}; }

  // --- Backward ---------------------------------------------------------------------------------

  // The layer before the one of the last call; at first, the last one of the board. All positions
  // of the layer get a score, including those that cannot occur.
  const HugeArray<std::int8_t>& go_back() {
    HugeArray<std::int8_t> later = std::move(scores_);
    const int stones = scored_stones_ < 0 ? game_.cells() : scored_stones_ - 1;
    scored_stones_ = stones;
    scores_ = HugeArray<std::int8_t>(layer_size(game_, stones));
    const ShapeTasks tasks(game_.shapes(stones), stones);
    parallel_tasks(tasks.count(), threads_, [&] {
      return [&, rows = ShapeRows<Lane>(), marks = Marks()](std::uint64_t task) mutable {
        score_part(tasks[task], later, rows, marks);
      };
    });
    return scores_;
  }
  int stones() const { return scored_stones_; }

  // For going on where another run stopped: the scores of a layer.
  void restore(int stones, HugeArray<std::int8_t>&& scores) {
    scored_stones_ = stones;
    scores_ = std::move(scores);
  }
  const HugeArray<std::int8_t>& scores() const { return scores_; }

 private:
  // One per position of the longest row.
  using Marks = std::array<std::uint8_t, 256>;
  static_assert(LowStrings::longest <= 10, "a row has at most 10 over 5 = 252 positions");

  // A shape with one stone more or less, as a source of values: where that stone is in the string,
  // and where the shape's positions begin.
  template <class T>
  struct Neighbour {
    int at;
    const T* first;
  };

  std::uint64_t colourings(int stones) const { return binomial_64(stones, black_stones(stones)); }

  template <class T>
  std::vector<Neighbour<T>> neighbours(Squares shape, Squares stones, const T* layer) const {
    std::vector<Neighbour<T>> result;
    for_each_square(stones, [&](int cell) {
      const Squares other = shape ^ bit_of(cell);
      const int at = count_bits(shape & (bit_of(cell) - 1));
      result.push_back({at, layer + game_.shape_number(other) * colourings(count_bits(other))});
    });
    return result;
  }

  // For a part of a shape: positions reached, and in how many of them the game has ended; the
  // latter also up to symmetry, if the shape is canonical.
  struct ReachCounts {
    std::uint64_t all = 0, finished = 0, canonical_finished = 0;
  };
  ReachCounts reach_part(const ShapeTasks::Part& part, HugeArray<std::uint8_t>& next,
                         ShapeRows<Lane>& rows, Marks& marks, bool is_canonical) {
    const Squares shape = game_.shape(reached_stones_, part.shape);
    rows.enter(shape);
    const int stones = rows.stones(), m = rows.low().length();
    std::uint8_t* const out = next.data() + part.shape * colourings(stones);
    if (stones == 0) {
      out[0] = 1;
      return {1, 0, 0};
    }
    const bool black_was_last = white_to_move(stones);
    const auto sources = neighbours(shape, game_.last_stones(shape), reached_.data());
    const auto stabiliser = stabiliser_of(shape);
    ReachCounts counts;
    rows.for_each(part.high_begin, part.high_end, [&](const ShapeRow& row) {
      std::uint8_t* const to = out + row.rank;
      for (const auto& source : sources) {
        if (source.at >= m) {
          if ((row.high >> source.at & 1) != static_cast<Squares>(black_was_last)) continue;
          const Squares below = bit_of(source.at) - 1;
          const Squares string = (row.high & below) | (row.high >> 1 & ~below);
          rows::or_into(to, source.first + rank_(string, row.low_ones), row.count);
        } else {
          const int ones = row.low_ones - (black_was_last ? 1 : 0);
          if (ones < 0) continue;
          rows::or_into(to, source.first + rank_(row.high >> 1, ones),
                        rows.low().without_bit(row.low_ones, black_was_last, source.at), row.count);
        }
      }
      rows::find_lines(rows.boards(row.low_ones), row.count, row.black, black_was_last ? 0 : shape,
                       game_.lines(), marks.data());
      if (is_canonical && !stabiliser.empty())
        counts.canonical_finished += count_smallest(row, to, marks, rows, stabiliser);
      const rows::Cleared more = rows::clear_where(to, marks.data(), row.count);
      counts.all += more.all;
      counts.finished += more.cleared;
      if (is_canonical && stabiliser.empty()) counts.canonical_finished += more.cleared;
      return true;
    });
    return counts;
  }

  // Those of a row's marked positions that were reached and stand for their images.
  static std::uint64_t count_smallest(const ShapeRow& row, const std::uint8_t* reached,
                                      const Marks& marks, ShapeRows<Lane>& rows,
                                      const std::vector<const GridSymmetry*>& stabiliser) {
    const Lane* const boards = rows.boards(row.low_ones);
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < row.count; ++i) {
      if ((reached[i] & marks[i]) != 0 && is_smallest(boards[i] | row.black, stabiliser)) ++count;
    }
    return count;
  }

  // Records what was reached in a canonical shape, each position once up to symmetry, and counts
  // it. Parts of a shape share words.
  std::uint64_t keep_bits(const ShapeTasks::Part& part, const HugeArray<std::uint8_t>& reached,
                          ShapeRows<Lane>& rows, ReachedLayer& layer) const {
    const int stones = rows.stones();
    const std::uint8_t* const from = reached.data() + part.shape * colourings(stones);
    std::uint64_t* const words = layer.bits.data() + layer.first_word[part.shape];
    const auto stabiliser = stabiliser_of(rows.shape());
    std::uint64_t count = 0, word = 0, at = ReachedLayer::none;
    const auto put = [&] {
      if (word != 0) std::atomic_ref(words[at]).fetch_or(word, std::memory_order_relaxed);
      count += static_cast<std::uint64_t>(count_bits(word));
      word = 0;
    };
    rows.for_each(part.high_begin, part.high_end, [&](const ShapeRow& row) {
      const Lane* const boards = stabiliser.empty() ? nullptr : rows.boards(row.low_ones);
      for (std::uint32_t i = 0; i < row.count; ++i) {
        const std::uint64_t rank = row.rank + i;
        if (rank / 64 != at) {
          put();
          at = rank / 64;
        }
        if (from[rank] == 0) continue;
        if (boards != nullptr && !is_smallest(boards[i] | row.black, stabiliser)) continue;
        word |= std::uint64_t{1} << rank % 64;
      }
      return true;
    });
    put();
    return count;
  }

  std::vector<const GridSymmetry*> stabiliser_of(Squares shape) const {
    std::vector<const GridSymmetry*> result;
    for (const GridSymmetry& g : game_.cell_symmetries().subspan(1)) {
      if (g(shape) == shape) result.push_back(&g);
    }
    return result;
  }
  static bool is_smallest(Squares black, const std::vector<const GridSymmetry*>& symmetries) {
    return std::ranges::none_of(symmetries, [&](const auto* g) { return (*g)(black) < black; });
  }

  void score_part(const ShapeTasks::Part& part, const HugeArray<std::int8_t>& later,
                  ShapeRows<Lane>& rows, Marks& marks) {
    const Squares shape = game_.shape(scored_stones_, part.shape);
    rows.enter(shape);
    const int stones = rows.stones(), m = rows.low().length();
    std::int8_t* const out = scores_.data() + part.shape * colourings(stones);
    const bool black_moves = !white_to_move(stones);
    const auto targets = stones == game_.cells()
                             ? std::vector<Neighbour<std::int8_t>>()
                             : neighbours(shape, game_.next_stones(shape), later.data());
    const std::int8_t none = targets.empty() ? StoneScore::draw
                             : black_moves   ? StoneScore::least
                                             : StoneScore::greatest;
    rows.for_each(part.high_begin, part.high_end, [&](const ShapeRow& row) {
      std::int8_t* const to = out + row.rank;
      std::memset(to, none, row.count);
      for (const auto& target : targets) {
        if (target.at >= m) {
          const Squares below = bit_of(target.at) - 1;
          const Squares string = (row.high & below) | (row.high & ~below) << 1 |
                                 static_cast<Squares>(black_moves) << target.at;
          const std::int8_t* const from = target.first + rank_(string, row.low_ones);
          black_moves ? rows::max_into(to, from, row.count) : rows::min_into(to, from, row.count);
        } else {
          const std::int8_t* const from =
              target.first + rank_(row.high << 1, row.low_ones + (black_moves ? 1 : 0));
          const auto* index = rows.low().with_bit(row.low_ones, black_moves, target.at);
          black_moves ? rows::max_into(to, from, index, row.count)
                      : rows::min_into(to, from, index, row.count);
        }
      }
      // The side that has just put a stone may have a line.
      if (stones > 0) {
        rows::find_lines(rows.boards(row.low_ones), row.count, row.black, black_moves ? shape : 0,
                         game_.lines(), marks.data());
        rows::set_where(to, marks.data(), StoneScore::win_at(stones), row.count);
      }
      return true;
    });
  }

  const Game& game_;
  int threads_;
  const ColourRank& rank_ = colour_rank();
  int reached_stones_ = -1;
  HugeArray<std::uint8_t> reached_;  // layer reached_stones_: 1 where the game goes on
  int scored_stones_ = -1;
  HugeArray<std::int8_t> scores_;  // layer scored_stones_
};

}  // namespace zermelo
