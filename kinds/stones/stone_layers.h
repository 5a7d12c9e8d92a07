// SPDX-License-Identifier: MIT
// Forward and backward through the layers of a game that only adds stones, layer by layer: which
// positions play can lead to, and how the game ends from each.
//
// A layer has one byte per position in memory, or, if that would be too much, is packed: then only
// the live rows of a few shapes are unpacked at a time, and shapes are worked on one after the
// other, each by all threads, instead of all at once.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/grid/stone_game.h"
#include "gen/parallel.h"
#include "gen/worker_pool.h"
#include "kinds/stones/packed_layer.h"
#include "kinds/stones/row_kernels.h"
#include "kinds/stones/row_work.h"
#include "kinds/stones/shape_rows.h"
#include "kinds/stones/stone_layer.h"
#include "symmetry/bits.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Calls visit(bit) for the ones among bits begin..end-1 of an array of words.
template <class Visit>
void for_each_one(const std::uint64_t* words, std::uint64_t begin, std::uint64_t end,
                  Visit&& visit) {
  for (std::uint64_t bit = begin; bit < end; bit = (bit / 64 + 1) * 64) {
    std::uint64_t word = words[bit / 64] >> bit % 64;
    const std::uint64_t left = end - bit;
    if (left < 64) word &= bit_of(static_cast<int>(left)) - 1;
    for_each_square(word, [&](int k) { visit(bit + static_cast<unsigned>(k)); });
  }
}

template <StoneGame Game, class Lane>
class StoneLayers {
 public:
  using Work = RowWork<Lane>;

  // The game must outlive this object.
  StoneLayers(const Game& game, int threads) : game_(game), threads_(thread_count(threads)) {}

  const StonePacking& packing() const { return packing_; }
  // Nothing is packed otherwise. To be called before anything else.
  void set_packing(StonePacking packing) { packing_ = packing; }
  bool packs(int stones) const { return packing_.packs(stones, layer_size(game_, stones)); }

  // --- Forward ----------------------------------------------------------------------------------

  // The next layer, from layer 0 on. goes_on(share that is done) is asked now and then if the layer
  // is packed; when it says no, nothing has happened, and there is no layer.
  template <class GoesOn>
  std::optional<ReachedLayer> advance(GoesOn&& goes_on) {
    const int stones = reached_stones_ + 1;
    ReachedLayer layer;
    make_room(layer, stones);
    LayerBytes<std::uint8_t> next = new_layer<std::uint8_t>(stones);
    const ShapeTasks tasks(game_.shapes(stones), stones);
    ReachCounts counts;
    if (next.is_packed || reached_.is_packed) {
      Unpacked<std::uint8_t> unpacked(packing_.cache_bytes);
      for (std::uint64_t shape = 0; shape < game_.shapes(stones); ++shape) {
        if (!goes_on(share(shape, stones))) return std::nullopt;
        reach_shape(tasks, stones, shape, next, layer, unpacked, counts);
      }
    } else {
      std::mutex mutex;
      parallel_tasks(tasks.count(), threads_, [&] {
        return [&, work = free_work()](std::uint64_t task) {
          const auto part = tasks[task];
          const auto sources = this->sources(stones, part.shape, [&](std::uint64_t number) {
            return reached_.places(number, colourings(stones - 1));
          });
          work->enter(game_.shape(stones, part.shape));
          const auto to = next.places(part.shape, colourings(stones));
          const ReachCounts more = reach_part(part, sources, to, layer, *work);
          const std::lock_guard lock(mutex);
          counts += more;
        };
      });
    }
    reached_ = std::move(next);
    reached_stones_ = stones;
    layer.finished = counts.finished;
    layer.positions = counts.all - counts.finished;
    layer.canonical = counts.canonical;
    layer.canonical_finished = counts.canonical_finished;
    if (stones == game_.cells()) end_at_full_board(layer);
    return layer;
  }
  ReachedLayer advance() {
    return *advance([](double) { return true; });
  }
  // Prepares the layer for this many stones, with nothing in it.
  void make_room(ReachedLayer& layer, int stones) const {
    const bool packed = packs(stones);
    const std::uint64_t words = packed ? 0 : (colourings(stones) + 63) / 64;
    std::uint64_t count = 0;
    layer.first_word.assign(game_.shapes(stones), ReachedLayer::none);
    for (std::uint64_t number = 0; number < layer.first_word.size(); ++number) {
      if (!is_canonical_shape(game_, game_.shape(stones, number))) continue;
      layer.first_word[number] = count;
      count += words;
    }
    layer.bits = HugeArray<std::uint64_t>(count);
    layer.packed = packed ? empty_packed(stones) : PackedLayer();
  }

  // The last layer that advance() returned, -1 at first; and where in it the game goes on, one byte
  // per position. To go on where another run stopped, restore these.
  int reached_stones() const { return reached_stones_; }
  const LayerBytes<std::uint8_t>& reached() const { return reached_; }
  void restore_forward(int stones, LayerBytes<std::uint8_t>&& reached) {
    reached_stones_ = stones;
    reached_ = std::move(reached);
  }
  // Releases the memory of the way forward.
  void end_forward() { reached_ = {}; }

  // Calls visit(row, number in it) for the positions of a layer that are in a part of a canonical
  // shape, which `work` has entered.
  template <class Visit>
  void for_each_reached(const ReachedLayer& layer, int stones, const ShapeTasks::Part& part,
                        Work& work, Visit&& visit) const {
    if (layer.first_word[part.shape] == ReachedLayer::none) return;
    if (!packs(stones)) {
      const std::uint64_t* const words = layer.bits.data() + layer.first_word[part.shape];
      return work.for_each_live(part, [&](const ShapeRow& row) {
        for_each_one(words, row.rank, row.rank + row.count, [&](std::uint64_t rank) {
          visit(row, static_cast<std::uint32_t>(rank - row.rank));
        });
      });
    }
    const std::uint64_t number = part.high_begin / (part.high_end - part.high_begin);
    const std::span<std::uint8_t> bytes =
        work.room(layer.packed.end(part.shape, number) - layer.packed.first(part.shape, number));
    work.codec.unpack(layer.packed.packed(part.shape, number), std::as_writable_bytes(bytes));
    const auto stabiliser = stabiliser_of(work.rows.shape());
    const std::uint8_t* differs = bytes.data();
    work.for_each_live(part, [&](const ShapeRow& row) {
      work.find_lines(row);
      const Lane* const boards = stabiliser.empty() ? nullptr : work.rows.boards(row.low_ones);
      for (std::uint32_t i = 0; i < row.count; ++i) {
        if (work.marks[i] != *differs++) continue;
        if (boards == nullptr || is_smallest(boards[i] | row.black, stabiliser)) visit(row, i);
      }
    });
  }

  // --- Backward ---------------------------------------------------------------------------------

  // Goes to the layer before the one of the last call; at first, to the last one of the board. All
  // positions without lines get a score, including those that cannot occur. Tasks are grouped, so
  // many in each; in each group, and in the order of its tasks, visit(task, part, scores, work) is
  // called with the scores of the part, whose shape `work` has entered, where
  // visit = make_visitor() once per thread, or more often. As long as a layer is packed, a group
  // must be one task, or its tasks whole shapes. When goes_on(), which is as for advance(), says
  // no, nothing has happened, except for some visits; returns false.
  template <class GoesOn, class MakeVisitor>
  bool go_back(std::uint64_t tasks_of_group, GoesOn&& goes_on, MakeVisitor&& make_visitor) {
    const int stones = scored_stones_ < 0 ? game_.cells() : scored_stones_ - 1;
    LayerBytes<std::int8_t> scores = new_layer<std::int8_t>(stones);
    const ShapeTasks tasks(game_.shapes(stones), stones);
    if (scores.is_packed || scores_.is_packed) {
      Unpacked<std::int8_t> unpacked(packing_.cache_bytes);
      for (std::uint64_t shape = 0; shape < game_.shapes(stones); ++shape) {
        if (!goes_on(share(shape, stones))) return false;
        score_shape(tasks, stones, shape, scores, unpacked, make_visitor);
      }
    } else {
      score_all(stones, tasks, scores);
      const std::uint64_t groups = (tasks.count() + tasks_of_group - 1) / tasks_of_group;
      parallel_tasks(groups, threads_, [&] {
        return [&, work = free_work(), visit = make_visitor()](std::uint64_t g) mutable {
          const std::uint64_t end = std::min(tasks.count(), (g + 1) * tasks_of_group);
          for (std::uint64_t task = g * tasks_of_group; task < end; ++task) {
            const auto part = tasks[task];
            work->enter(game_.shape(stones, part.shape));
            visit(task, part, scores.places(part.shape, colourings(stones)), *work);
          }
        };
      });
    }
    scores_ = std::move(scores);
    scored_stones_ = stones;
    return true;
  }
  void go_back() {
    go_back(
        1, [](double) { return true; }, [] { return [](const auto&...) {}; });
  }
  int stones() const { return scored_stones_; }

  // For going on where another run stopped: the scores of a layer.
  void restore(int stones, LayerBytes<std::int8_t>&& scores) {
    scored_stones_ = stones;
    scores_ = std::move(scores);
  }
  const LayerBytes<std::int8_t>& scores() const { return scores_; }

  // A layer with nothing in it, packed or not.
  template <class T>
  LayerBytes<T> new_layer(int stones) const {
    LayerBytes<T> layer{.is_packed = packs(stones)};
    if (layer.is_packed) {
      layer.packed = empty_packed(stones);
    } else {
      layer.bytes = HugeArray<T>(layer_size(game_, stones));
    }
    return layer;
  }

 private:
  // A shape with one stone more or less, as a source of values: where that stone is in the string,
  // and where the shape's positions are.
  template <class T>
  struct Neighbour {
    int at;
    RowPlaces<T> rows;
  };
  struct ReachCounts {
    std::uint64_t all = 0, finished = 0, canonical = 0, canonical_finished = 0;
    void operator+=(const ReachCounts& other) {
      all += other.all;
      finished += other.finished;
      canonical += other.canonical;
      canonical_finished += other.canonical_finished;
    }
  };
  // For work on packed layers: the shapes of the other layer, and the one that is made.
  template <class T>
  struct Unpacked {
    explicit Unpacked(std::uint64_t cache_bytes) : cache(cache_bytes) {}
    ShapeCache<T> cache;
    ShapeBytes<T> own = {};
  };

  // Belongs to one thread, until it is given back.
  typename WorkerPool<Work>::Lease free_work() const { return pool_.take_or_make(game_.lines()); }
  typename WorkerPool<Work>::Lease work_on(Squares shape) const {
    auto work = free_work();
    work->enter(shape);
    return work;
  }

  double share(std::uint64_t shape, int stones) const {
    return static_cast<double>(shape) / static_cast<double>(game_.shapes(stones));
  }
  std::uint64_t colourings(int stones) const { return binomial_64(stones, black_stones(stones)); }
  PackedLayer empty_packed(int stones) const {
    return {game_.shapes(stones), ShapeTasks(game_.shapes(stones), stones).parts()};
  }
  // On a full board the game does not go on.
  static void end_at_full_board(ReachedLayer& layer) {
    layer.finished += std::exchange(layer.positions, 0);
    layer.canonical_finished += std::exchange(layer.canonical, 0);
    layer.first_word.assign(layer.first_word.size(), ReachedLayer::none);
  }

  // places(number) says where a shape's rows are.
  template <class Places>
  auto neighbours(Squares shape, Squares stones, Places&& places) const {
    std::vector<Neighbour<std::remove_pointer_t<decltype(places(0).first)>>> result;
    for_each_square(stones, [&](int cell) {
      const int at = count_bits(shape & (bit_of(cell) - 1));
      result.push_back({at, places(game_.shape_number(shape ^ bit_of(cell)))});
    });
    return result;
  }
  template <class Places>
  auto sources(int stones, std::uint64_t number, Places&& places) const {
    const Squares shape = game_.shape(stones, number);
    return neighbours(shape, game_.last_stones(shape), places);
  }
  template <class Places>
  auto targets(int stones, std::uint64_t number, Places&& places) const {
    const Squares shape = game_.shape(stones, number);
    return neighbours(shape, game_.next_stones(shape), places);
  }

  // --- Packed layers ----------------------------------------------------------------------------

  // Where the rows of a shape of the layer with so many stones are, for the current use.
  template <class T>
  RowPlaces<T> unpack(LayerBytes<T>& layer, int stones, std::uint64_t number,
                      ShapeCache<T>& cache) const {
    if (!layer.is_packed) return layer.places(number, colourings(stones));
    ShapeBytes<T>& shape =
        cache.get(number, [&](ShapeBytes<T>& bytes) { load(layer.packed, stones, number, bytes); });
    return {shape.bytes(), shape.at()};
  }
  template <class T>
  void load(const PackedLayer& layer, int stones, std::uint64_t number, ShapeBytes<T>& to) const {
    const ShapeTasks tasks(game_.shapes(stones), stones);
    const Squares shape = game_.shape(stones, number);
    assert(layer.has(number));
    to.make_room(layer.bytes(number), std::uint64_t{1} << (stones - LowStrings::longest));
    parallel_tasks(tasks.parts(), threads_, [&] {
      return [&, lease = work_on(shape)](std::uint64_t k) {
        Work& work = *lease;
        const std::uint64_t first = layer.first(number, k), end = layer.end(number, k);
        T* bytes = to.bytes() + first;
        work.codec.unpack(layer.packed(number, k),
                          std::as_writable_bytes(std::span(bytes, end - first)));
        work.for_each_live(tasks[number * tasks.parts() + k], [&](const ShapeRow& row) {
          to.at()[row.high >> work.low()] = static_cast<std::uint32_t>(bytes - to.bytes());
          if constexpr (std::is_same_v<T, std::uint8_t>) xor_lines(row, bytes, bytes, work);
          bytes += row.count;
        });
      };
    });
  }
  // What is reached is packed as where it differs from "nobody has a line", and back.
  static void xor_lines(const ShapeRow& row, const std::uint8_t* from, std::uint8_t* to,
                        Work& work) {
    work.find_lines(row);
    for (std::uint32_t i = 0; i < row.count; ++i)
      to[i] = static_cast<std::uint8_t>(from[i] ^ work.marks[i] ^ 1);
  }

  // Prepares for a shape that will be packed; returns where its parts begin, and the last one ends.
  template <class T>
  std::vector<std::uint64_t> lay_out(const ShapeTasks& tasks, int stones, std::uint64_t number,
                                     ShapeBytes<T>& own) const {
    const Squares shape = game_.shape(stones, number);
    std::vector<std::uint64_t> firsts(tasks.parts() + 1);
    parallel_tasks(tasks.parts(), threads_, [&] {
      return [&, work = work_on(shape)](std::uint64_t k) {
        std::uint64_t bytes = 0;
        work->for_each_live(tasks[number * tasks.parts() + k],
                            [&](const ShapeRow& row) { bytes += row.count; });
        firsts[k + 1] = bytes;
      };
    });
    std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
    own.make_room(firsts.back(), std::uint64_t{1} << (stones - LowStrings::longest));
    return firsts;
  }

  // What is made of a shape of a packed layer: where its parts begin, unpacked, and the last one
  // ends; and the parts.
  struct PackedShape {
    std::vector<std::uint64_t> firsts;
    std::vector<std::vector<std::byte>> parts;
    void put_into(PackedLayer& layer, std::uint64_t number) const {
      layer.put(number, firsts, parts);
    }
  };
  // Calls do_part(task, part, places, work) for all parts of a shape, where do_part = make_do()
  // once per thread. If the layer is packed, each part is then packed by pack(part, bytes, work).
  template <class T, class MakeDo, class Pack>
  PackedShape make_shape(const ShapeTasks& tasks, int stones, std::uint64_t number,
                         LayerBytes<T>& layer, ShapeBytes<T>& own, MakeDo&& make_do,
                         Pack&& pack) const {
    PackedShape made;
    if (layer.is_packed) {
      made.firsts = lay_out(tasks, stones, number, own);
      made.parts.resize(tasks.parts());
    }
    parallel_tasks(tasks.parts(), threads_, [&] {
      return [&, lease = work_on(game_.shape(stones, number)),
              do_part = make_do()](std::uint64_t k) mutable {
        Work& work = *lease;
        const std::uint64_t task = number * tasks.parts() + k;
        if (!layer.is_packed)
          return do_part(task, tasks[task], layer.places(number, colourings(stones)), work);
        const std::uint64_t first = made.firsts[k];
        place_rows(tasks[task], first, own, work);
        do_part(task, tasks[task], RowPlaces<T>{own.bytes(), own.at()}, work);
        made.parts[k] =
            pack(tasks[task], std::span(own.bytes() + first, made.firsts[k + 1] - first), work);
      };
    });
    return made;
  }
  // Where each row of a part is among the shape's bytes, of which the part's begin at `first`.
  template <class T>
  static void place_rows(const ShapeTasks::Part& part, std::uint64_t first, ShapeBytes<T>& own,
                         Work& work) {
    work.for_each_live(part, [&](const ShapeRow& row) {
      own.at()[row.high >> work.low()] = static_cast<std::uint32_t>(first);
      first += row.count;
    });
  }

  // --- Forward ----------------------------------------------------------------------------------

  void reach_shape(const ShapeTasks& tasks, int stones, std::uint64_t number,
                   LayerBytes<std::uint8_t>& next, ReachedLayer& layer,
                   Unpacked<std::uint8_t>& unpacked, ReachCounts& counts) {
    unpacked.cache.begin_use();
    const auto from = sources(stones, number, [&](std::uint64_t source) {
      return unpack(reached_, stones - 1, source, unpacked.cache);
    });
    std::mutex mutex;
    const PackedShape made = make_shape(
        tasks, stones, number, next, unpacked.own,
        [&] {
          return [&](std::uint64_t, const auto& part, const auto& to, Work& work) {
            const ReachCounts more = reach_part(part, from, to, layer, work);
            const std::lock_guard lock(mutex);
            counts += more;
          };
        },
        [](const auto& part, std::span<const std::uint8_t> bytes, Work& work) {
          return pack_reached(part, bytes, work);
        });
    if (!next.is_packed) return;
    made.put_into(next.packed, number);
    if (layer.first_word[number] != ReachedLayer::none) made.put_into(layer.packed, number);
  }
  static std::vector<std::byte> pack_reached(const ShapeTasks::Part& part,
                                             std::span<const std::uint8_t> bytes, Work& work) {
    const std::span<std::uint8_t> differs = work.room(bytes.size());
    std::size_t at = 0;
    work.for_each_live(part, [&](const ShapeRow& row) {
      xor_lines(row, &bytes[at], &differs[at], work);
      at += row.count;
    });
    return work.codec.pack(std::as_bytes(differs));
  }

  // For a part of a shape, which `work` has entered.
  ReachCounts reach_part(const ShapeTasks::Part& part,
                         const std::vector<Neighbour<std::uint8_t>>& sources,
                         const RowPlaces<std::uint8_t>& to, ReachedLayer& layer, Work& work) const {
    const Squares shape = work.rows.shape();
    const int stones = work.rows.stones();
    const bool black_was_last = white_to_move(stones);
    const bool is_canonical = layer.first_word[part.shape] != ReachedLayer::none;
    const auto stabiliser = is_canonical ? stabiliser_of(shape) : decltype(stabiliser_of(shape))();
    ReachCounts counts;
    if (stones == 0) to.first[0] = 1;
    // A line of the side to move cannot be there; one of the other side may be new.
    work.rows.for_each(
        part.high_begin, part.high_end,
        [&](const ShapeRow& row) {
          const RowLines::Own lines = work.lines.lines_of(row.high, black_was_last);
          std::uint8_t* const out = lines.in_core ? work.dead_row.data() : to.row(row, work.low());
          if (stones > 0) {
            std::memset(out, 0, row.count);
            if (!or_sources(row, sources, lines, black_was_last, out, work)) return true;
          }
          work.lines.find(row.high, row.low_ones, black_was_last, work.marks.data());
          if (is_canonical && !stabiliser.empty())
            counts.canonical_finished += count_smallest(row, out, work, stabiliser);
          const rows::Cleared more = rows::clear_where(out, work.marks.data(), row.count);
          counts.all += more.all;
          counts.finished += more.cleared;
          if (is_canonical && stabiliser.empty()) counts.canonical_finished += more.cleared;
          return true;
        },
        [&](std::uint64_t high) { return work.lines.next_without(high, !black_was_last); });
    if (is_canonical) counts.canonical = keep(part, to, layer, stabiliser, work);
    return counts;
  }

  // What is reached of a row, with lines in its high part as they are; returns false if that is
  // surely nothing.
  bool or_sources(const ShapeRow& row, const std::vector<Neighbour<std::uint8_t>>& sources,
                  const RowLines::Own& lines, bool black_was_last, std::uint8_t* out,
                  Work& work) const {
    if (work.lines.has_line(row.high, !black_was_last)) return false;
    const int m = work.low();
    bool any = false;
    for (const auto& source : sources) {
      // (Before, there was no line.)
      if (source.at >= m) {
        if ((row.high >> source.at & 1) != static_cast<Squares>(black_was_last)) continue;
        if ((lines.common >> source.at & 1) == 0) continue;
        const Squares below = bit_of(source.at) - 1;
        const Squares high = (row.high & below) | (row.high >> 1 & ~below);
        rows::or_into(out, source.rows.row(high, row.low_ones, m), row.count);
      } else {
        const int ones = row.low_ones - (black_was_last ? 1 : 0);
        if (ones < 0 || lines.any()) continue;
        rows::or_into(out, source.rows.without_low_stone(row.high, ones, m),
                      work.rows.low().without_bit(row.low_ones, black_was_last, source.at),
                      row.count);
      }
      any = true;
    }
    return any;
  }

  // Those of a row's marked positions that were reached and stand for their images.
  static std::uint64_t count_smallest(const ShapeRow& row, const std::uint8_t* reached, Work& work,
                                      const std::vector<const GridSymmetry*>& stabiliser) {
    const Lane* const boards = work.rows.boards(row.low_ones);
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < row.count; ++i) {
      if ((reached[i] & work.marks[i]) != 0 && is_smallest(boards[i] | row.black, stabiliser))
        ++count;
    }
    return count;
  }

  // Counts what was reached in a part of a canonical shape, each position once up to symmetry, and
  // records it in the bits of a layer that is not packed. Parts of a shape share words.
  static std::uint64_t keep(const ShapeTasks::Part& part, const RowPlaces<std::uint8_t>& reached,
                            ReachedLayer& layer, const std::vector<const GridSymmetry*>& stabiliser,
                            Work& work) {
    std::uint64_t* const words =
        layer.bits.size() == 0 ? nullptr : layer.bits.data() + layer.first_word[part.shape];
    std::uint64_t count = 0, word = 0, at = 0;
    const auto put = [&] {
      if (word != 0 && words != nullptr)
        std::atomic_ref(words[at]).fetch_or(word, std::memory_order_relaxed);
      count += static_cast<std::uint64_t>(count_bits(word));
      word = 0;
    };
    work.for_each_live(part, [&](const ShapeRow& row) {
      const std::uint8_t* const from = reached.row(row, work.low());
      const Lane* const boards = stabiliser.empty() ? nullptr : work.rows.boards(row.low_ones);
      for (std::uint32_t i = 0; i < row.count; ++i) {
        const std::uint64_t rank = row.rank + i;
        if (rank / 64 != at) {
          put();
          at = rank / 64;
        }
        if (from[i] == 0) continue;
        if (boards != nullptr && !is_smallest(boards[i] | row.black, stabiliser)) continue;
        word |= std::uint64_t{1} << rank % 64;
      }
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

  // --- Backward ---------------------------------------------------------------------------------

  void score_all(int stones, const ShapeTasks& tasks, LayerBytes<std::int8_t>& scores) {
    parallel_tasks(tasks.count(), threads_, [&] {
      return [&, work = free_work()](std::uint64_t task) {
        const auto part = tasks[task];
        const auto targets = this->targets(stones, part.shape, [&](std::uint64_t target) {
          return scores_.places(target, colourings(stones + 1));
        });
        work->enter(game_.shape(stones, part.shape));
        score_part(part, targets, scores.places(part.shape, colourings(stones)), false, *work);
      };
    });
  }
  template <class MakeVisitor>
  void score_shape(const ShapeTasks& tasks, int stones, std::uint64_t number,
                   LayerBytes<std::int8_t>& scores, Unpacked<std::int8_t>& unpacked,
                   MakeVisitor&& make_visitor) {
    unpacked.cache.begin_use();
    const auto to = targets(stones, number, [&](std::uint64_t target) {
      return unpack(scores_, stones + 1, target, unpacked.cache);
    });
    const PackedShape made = make_shape(
        tasks, stones, number, scores, unpacked.own,
        [&] {
          return [&, visit = make_visitor()](std::uint64_t task, const auto& part,
                                             const auto& places, Work& work) mutable {
            score_part(part, to, places, scores.is_packed, work);
            visit(task, part, places, work);
          };
        },
        [](const auto&, std::span<const std::int8_t> bytes, Work& work) {
          return work.codec.pack(std::as_bytes(bytes));
        });
    if (scores.is_packed) made.put_into(scores.packed, number);
  }

  // `for_packing`: whether positions that cannot occur should all look the same.
  void score_part(const ShapeTasks::Part& part, const std::vector<Neighbour<std::int8_t>>& targets,
                  const RowPlaces<std::int8_t>& to, bool for_packing, Work& work) const {
    const Squares shape = work.rows.shape();
    const int stones = work.rows.stones();
    const bool black_moves = !white_to_move(stones);
    const Squares next = game_.next_stones(shape);
    const Squares high_cells = deposit_bits(~Squares{0} << work.low(), shape);
    const std::int8_t lost = StoneScore::win_at(stones), won = StoneScore::win_at(stones + 1);
    const std::int8_t none = targets.empty() ? StoneScore::draw
                             : black_moves   ? StoneScore::least
                                             : StoneScore::greatest;
    work.for_each_live(part, [&](const ShapeRow& row) {
      std::int8_t* const out = to.row(row, work.low());
      if (work.lines.has_line(row.high, true) || work.lines.has_line(row.high, false)) {
        std::memset(out, lost, row.count);
        return;
      }
      const Squares own = black_moves ? row.black : high_cells ^ row.black;
      if ((game_.lines().completing(own) & next) != 0) {
        std::memset(out, won, row.count);
      } else {
        std::memset(out, none, row.count);
        for (const auto& target : targets) best_into(row, target, black_moves, out, work);
      }
      // The side that has just put a stone may have a line.
      if (stones == 0) return;
      if (work.lines.find(row.high, row.low_ones, !black_moves, work.marks.data()))
        rows::set_where(out, work.marks.data(), lost, row.count);
      if (for_packing && work.lines.find(row.high, row.low_ones, black_moves, work.marks.data()))
        rows::set_where(out, work.marks.data(), lost, row.count);
    });
  }
  void best_into(const ShapeRow& row, const Neighbour<std::int8_t>& target, bool black_moves,
                 std::int8_t* out, Work& work) const {
    const int m = work.low();
    if (target.at >= m) {
      const Squares below = bit_of(target.at) - 1;
      const Squares high = (row.high & below) | (row.high & ~below) << 1 |
                           static_cast<Squares>(black_moves) << target.at;
      const std::int8_t* const from = target.rows.row(high, row.low_ones, m);
      black_moves ? rows::max_into(out, from, row.count) : rows::min_into(out, from, row.count);
    } else {
      const std::int8_t* const from =
          target.rows.with_low_stone(row.high, row.low_ones + (black_moves ? 1 : 0), m);
      const auto* index = work.rows.low().with_bit(row.low_ones, black_moves, target.at);
      black_moves ? rows::max_into(out, from, index, row.count)
                  : rows::min_into(out, from, index, row.count);
    }
  }

  const Game& game_;
  int threads_;
  StonePacking packing_ = {};
  // (For packed layers threads begin with each shape anew, and what a codec needs is large.)
  mutable WorkerPool<Work> pool_;
  int reached_stones_ = -1;
  LayerBytes<std::uint8_t> reached_;  // layer reached_stones_: 1 where the game goes on
  int scored_stones_ = -1;
  LayerBytes<std::int8_t> scores_;  // layer scored_stones_
};

}  // namespace zermelo
