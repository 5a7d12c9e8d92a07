// SPDX-License-Identifier: MIT
// Verifying a table of a game of stones (see tablebase/verify/table_verifier.h). Only the numbering
// of positions is shared with the solver; moves, ends and symmetries are those of the game on its
// grid.
//
// First it goes forward, layer by layer, to the positions that play can lead to, which are counted.
// Then it goes backward: what is stored for a layer is read as any reader reads it, and every
// canonical position in which nobody has a line, whether play can lead to it or not, gets its value
// from its moves, with one byte per position and two layers in memory. If the position is unforced,
// that value must be stored; otherwise none may be. Of a slice that a shrunk table leaves out
// nothing is stored: its values become those that its moves give, as others do, on which the slice
// before it is checked; how many there are of each value must be what the file says, and some
// positions are probed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/grid/stone_game.h"
#include "kinds/stones/stone_table.h"
#include "tablebase/greatest_states.h"
#include "tablebase/sets/huge_array.h"
#include "tablebase/sets/sparse_set.h"
#include "tablebase/verify/grid_check.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo {

// Where a game of stones keeps a position, by the numbering of docs/table-format.md: symmetries are
// those of the board, as maps of cells. Remembers the shapes that a shape's moves lead to; each
// thread needs its own.
template <class Game>
class StonePlaces {
 public:
  explicit StonePlaces(const Game& game) : game_(game) {
    for (const GridSymmetry& g : game.symmetries()) {
      std::vector<int> images;
      for (int cell = 0; cell < game.cells(); ++cell)
        images.push_back(std::countr_zero(game.to_cells(g(game.to_squares(bit_of(cell))))));
      symmetries_.emplace_back(images);
    }
  }

  GridPosition position(Squares shape, Squares black) const {
    return {game_.to_squares(black), game_.to_squares(shape ^ black),
            white_to_move(count_bits(shape))};
  }

  // The symmetries that make the shape smallest, and whether it is already the smallest.
  struct Images {
    std::vector<const GridSymmetry*> best;
    Squares smallest = 0;
  };
  Images images(Squares shape) const {
    Images result{{}, shape};
    for (const GridSymmetry& g : symmetries_) {
      const Squares image = g(shape);
      if (image > result.smallest) continue;
      if (image < result.smallest) result = {{}, image};
      result.best.push_back(&g);
    }
    return result;
  }
  static Squares smallest(const Images& images, Squares black) {
    Squares least = ~Squares{0};
    for (const GridSymmetry* g : images.best) least = std::min(least, (*g)(black));
    return least;
  }

  // The code of a position's canonical form.
  std::uint64_t code(const GridPosition& p) {
    const Target& target = target_of(p.occupied());
    const Squares black = smallest(target.images, game_.to_cells(p.black));
    return target.first_code + colour_rank()(extract_bits(black, target.images.smallest));
  }
  // Forgets what it remembers.
  void clear() { targets_.clear(); }

 private:
  struct Target {
    Squares occupied;
    Images images;
    std::uint64_t first_code;
  };
  const Target& target_of(Squares occupied) {
    for (const Target& target : targets_) {
      if (target.occupied == occupied) return target;
    }
    if (targets_.size() >= max_squares) clear();
    Target target{occupied, images(game_.to_cells(occupied)), 0};
    const int stones = count_bits(occupied);
    target.first_code =
        game_.shape_number(target.images.smallest) * binomial_64(stones, black_stones(stones));
    return targets_.emplace_back(std::move(target));
  }

  const Game& game_;
  std::vector<GridSymmetry> symmetries_;
  std::vector<Target> targets_;
};

// Rounds: forward one per layer; backward two per layer, one for reading it and one for comparing.
// Lane is as in kinds/stones/row_kernels.h, for the reader.
template <class Game, class Lane>
class StoneVerifier {
 public:
  // The game must outlive the verifier.
  StoneVerifier(const Game& game, Verification& v)
      : game_(game),
        v_(v),
        check_(game, v.failure),
        probe_(game, {std::shared_ptr<const void>(), &v.file}) {}

  void prepare() {
    check_layers(game_, v_.file);
    for (int n = 0; n <= game_.cells(); ++n) v_.progress.expect(2 * layer_size(game_, n));
  }

  bool next_round() {
    if (part_ == Part::explore) {
      if (stones_ < game_.cells()) return begin_exploring();
      part_ = Part::compare;
      ++stones_;
      next_seen_ = {};
    }
    if (part_ == Part::read) {
      part_ = Part::compare;
      return true;
    }
    if (stones_-- == 0) return false;
    part_ = Part::read;
    members_ = compared_ = 0;
    later_ = std::move(values_);
    values_ = HugeArray<std::int8_t>(layer_size(game_, stones_));
    return true;
  }

  std::uint64_t tasks() const {
    switch (part_) {
      case Part::explore:
        return (reached().size() + chunk - 1) / chunk;
      case Part::read:
        return std::max<std::uint64_t>(record().blocks(), 1) - 1;
      case Part::compare:
        break;
    }
    return game_.shapes(stones_) * parts_of_shape();
  }

  auto worker() {
    return [this, places = StonePlaces<Game>(game_)](std::uint64_t task) mutable {
      switch (part_) {
        case Part::explore:
          return explore(task, places);
        case Part::read:
          return read(task + 1);
        case Part::compare:
          return compare(task, places);
      }
    };
  }

  void end_round() {
    if (part_ == Part::explore) v_.progress.add(layer_size(game_, stones_));
    if (part_ == Part::compare) end_layer();
  }
  std::uint64_t verified() const { return verified_; }
  std::uint64_t left_out_verified() const { return left_out_verified_; }

 private:
  enum class Part { explore, read, compare };
  static constexpr std::uint64_t chunk = 4096;
  // In the array of values: the entry of a position that has none (yet). Others are as in
  // Value::raw(): no game of stones has more than 64 plies.
  static constexpr std::int8_t none = 0, drawn = std::numeric_limits<std::int8_t>::max();

  static std::int8_t byte_of(Value value) {
    return value.is_draw() ? drawn : static_cast<std::int8_t>(value.raw());
  }
  static std::optional<Value> value_of(std::int8_t byte) {
    if (byte == none) return std::nullopt;
    return byte == drawn ? Value::draw() : Value::from_raw(byte);
  }

  const SliceRecord& record() const { return v_.file.slices()[number()]; }
  std::size_t number() const { return static_cast<std::size_t>(stones_); }
  std::uint64_t colourings() const { return binomial_64(stones_, black_stones(stones_)); }
  const SparseSet& reached() const { return reached_[number()]; }

  // --- Forward ----------------------------------------------------------------------------------

  bool begin_exploring() {
    const int now = ++stones_;
    if (now == 0) {
      next_seen_ = HugeArray<std::uint64_t>(1);
      next_seen_[0] = 1;  // the start
    }
    reached_.push_back(members_of(next_seen_));
    const bool more = now < game_.cells();
    next_seen_ = HugeArray<std::uint64_t>(more ? (layer_size(game_, now + 1) + 63) / 64 : 0);
    return true;
  }

  static SparseSet members_of(const HugeArray<std::uint64_t>& bits) {
    std::uint64_t size = 0, first = 0, last = 0;
    for (std::uint64_t w = 0; w < bits.size(); ++w) {
      if (bits[w] == 0) continue;
      if (size == 0) first = w * 64 + static_cast<unsigned>(std::countr_zero(bits[w]));
      last = w * 64 + 63 - static_cast<unsigned>(std::countl_zero(bits[w]));
      size += static_cast<std::uint64_t>(count_bits(bits[w]));
    }
    if (size == 0) return {};
    SparseSet::Builder builder(size, first, last);
    for (std::uint64_t w = 0; w < bits.size(); ++w) {
      for_each_square(bits[w], [&](int bit) { builder.add(w * 64 + static_cast<unsigned>(bit)); });
    }
    return SparseSet(std::move(builder));
  }

  void explore(std::uint64_t task, StonePlaces<Game>& places) {
    const std::uint64_t end = std::min(reached().size(), (task + 1) * chunk);
    std::uint64_t number = ~std::uint64_t{0};
    Squares shape = 0;
    reached().for_each(task * chunk, end, [&](std::uint64_t, std::uint64_t code) {
      if (code / colourings() != number) {
        number = code / colourings();
        shape = game_.shape(stones_, number);
        places.clear();
      }
      const Squares string =
          ColourRank::string(code % colourings(), stones_, black_stones(stones_));
      game_.for_each_successor(places.position(shape, deposit_bits(string, shape)),
                               [&](const GridPosition& next, Ending ending) {
                                 if (ending == Ending::none) mark(places.code(next));
                               });
    });
  }
  void mark(std::uint64_t code) {
    const std::uint64_t bit = std::uint64_t{1} << code % 64;
    const std::atomic_ref word(next_seen_[code / 64]);
    if ((word.load(std::memory_order_relaxed) & bit) == 0)
      word.fetch_or(bit, std::memory_order_relaxed);
  }

  // --- Backward ---------------------------------------------------------------------------------

  void read(std::uint64_t block) {
    std::uint64_t count = 0;
    probe_.read_block(number(), block, [&](std::uint64_t code, Value stored) {
      ++count;
      if (stored.plies() > max_squares) {
        const StonePosition p = stone_position(game_, stones_, code);
        check_.note(
            {game_.to_squares(p.black), game_.to_squares(p.white()), white_to_move(stones_)},
            fmt::format("the table says {}, but no game is that long", to_string(stored)));
      } else {
        values_[code] = byte_of(stored);
      }
    });
    members_ += count;
  }

  // Large shapes are compared in parts, so that tasks are about equal.
  std::uint64_t parts_of_shape() const { return (colourings() + part_size - 1) / part_size; }

  void compare(std::uint64_t task, StonePlaces<Game>& places) {
    const std::uint64_t shape_number = task / parts_of_shape();
    const std::uint64_t begin = task % parts_of_shape() * part_size;
    const std::uint64_t end = std::min(colourings(), begin + part_size);
    const Squares shape = game_.shape(stones_, shape_number);
    places.clear();
    const auto images = places.images(shape);
    Squares string = ColourRank::string(begin, stones_, black_stones(stones_));
    std::uint64_t count = 0;
    bool is_probed = record().is_left_out && task % (tasks() / most_probed + 1) == 0;
    for (std::uint64_t rank = begin; rank < end && !v_.failure.happened(); ++rank) {
      const Squares black = deposit_bits(string, shape);
      const bool canonical =
          shape == images.smallest &&
          (images.best.size() == 1 || black == StonePlaces<Game>::smallest(images, black));
      std::int8_t& value = values_[shape_number * colourings() + rank];
      if (canonical || value != none) {
        const GridPosition p = places.position(shape, black);
        if (compare(p, canonical, value, places)) {
          ++count;
          if (std::exchange(is_probed, false)) compare_probe(p, {shape, black}, *value_of(value));
        }
      }
      if (rank + 1 < end) string = next_string(string);
    }
    compared_ += count;
    v_.progress.add(end - begin);
  }
  // The next greater number with the same number of ones; there is one.
  static Squares next_string(Squares string) {
    const Squares lowest = string & (~string + 1), carried = string + lowest;
    return carried | (string ^ carried) >> 2 >> std::countr_zero(string);
  }

  // `value` is what is stored for the position, and becomes what the position is worth. Returns
  // whether the position has a value in the table and that was compared; where the slice is left
  // out, what a probe makes of the values of its moves is right if those are.
  bool compare(const GridPosition& p, bool canonical, std::int8_t& value,
               StonePlaces<Game>& places) {
    const std::optional<Value> stored = value_of(value);
    if (!canonical) return complain(p, "it has a value, but is not in canonical form");
    if (game_.is_over(p)) return stored && complain(p, "it has a value, but the game is over");
    const std::optional<Value> by_moves = check_.by_replies(
        p, [&](const GridPosition& next) { return value_of(later_[places.code(next)]); });
    if (!by_moves) return false;
    value = byte_of(*by_moves);
    if (*by_moves == Value::win(1) || threatens(p))
      return stored && complain(p, "it has a value, but one side can complete a line");
    if (record().is_left_out) return true;
    if (!stored) return complain(p, "it has no value in the table");
    check_.compare(p, *stored, *by_moves);
    return true;
  }
  // Whether a probe of a slice that is left out, which goes on by other code, finds that value.
  void compare_probe(const GridPosition& p, const StonePosition& stones, Value by_moves) {
    const std::optional<Value> probed = probe_.find(stones);
    if (!probed) return check_.note(p, "a probe does not find it");
    check_.compare(p, *probed, by_moves);
  }
  bool complain(const GridPosition& p, const char* what) {
    check_.note(p, what);
    return false;
  }
  // Whether the other side could win at once, were it to move.
  bool threatens(GridPosition p) const {
    p.white_to_move = !p.white_to_move;
    return wins_at_once(game_, p);
  }

  // --- Numbers ----------------------------------------------------------------------------------

  void end_layer() {
    const SliceRecord& r = record();
    verified_ += compared_;
    if (r.is_left_out) left_out_verified_ += compared_;
    const auto note = [&](const char* what, std::uint64_t says, std::uint64_t counted) {
      if (says == counted) return;
      v_.failure.note(fmt::format("Slice '{}': the table's number of {} is {}; it should be {}.",
                                  r.name, what, says, counted));
    };
    if (!r.is_left_out) note("values", r.members, members_);
    note("values", r.members, compared_);
    note("positions", r.positions, reached().size());
    note("positions in which the game goes on", r.indices, reached().size());
    compare_statistics();
  }

  void compare_statistics() {
    std::map<Value, std::uint64_t> histogram;
    std::mutex mutex;
    GreatestStates longest(2);  // a win in 1 is never worth noting
    parallel_tasks((reached().size() + chunk - 1) / chunk, v_.threads, [&] {
      return [&](std::uint64_t task) {
        std::map<Value, std::uint64_t> counts;
        const std::uint64_t end = std::min(reached().size(), (task + 1) * chunk);
        reached().for_each(task * chunk, end, [&](std::uint64_t, std::uint64_t code) {
          const Value value = value_of(values_[code]).value_or(Value::draw());
          ++counts[value];
          if (value.is_win() && longest.wants(value.plies()))
            longest.add(value.plies(), {0, code, 0});
        });
        const std::lock_guard lock(mutex);
        for (const auto& [value, count] : counts) histogram[value] += count;
      };
    });
    std::vector<std::uint64_t> codes;
    for (const PlacedState& state : longest.first()) codes.push_back(state.index);
    const SliceRecord& r = record();
    if (histogram != r.histogram)
      v_.failure.note(
          fmt::format("Slice '{}': the table miscounts the positions of each value.", r.name));
    if (codes != r.longest)
      v_.failure.note(fmt::format(
          "Slice '{}': the table names positions that are not the longest wins.", r.name));
  }

  static constexpr std::uint64_t part_size = 1 << 14;  // colourings
  // Positions of a slice that is left out that are also probed, about.
  static constexpr std::uint64_t most_probed = 1000;

  const Game& game_;
  Verification& v_;
  GridCheck<Game, DistanceMetric> check_;
  StoneProbe<Game, Lane> probe_;
  Part part_ = Part::explore;
  int stones_ = -1;                        // of the current layer
  std::vector<SparseSet> reached_;         // by stones: canonical, the game goes on
  HugeArray<std::uint64_t> next_seen_;     // in the next layer, one bit per code
  HugeArray<std::int8_t> values_, later_;  // of the current layer, and of the next one, by code
  std::atomic<std::uint64_t> members_ = 0, compared_ = 0;
  std::uint64_t verified_ = 0, left_out_verified_ = 0;
};

}  // namespace zermelo
