// SPDX-License-Identifier: MIT
// What a table of a game of stones says about its positions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gen/error.h"
#include "gen/grid/stone_game.h"
#include "gen/value.h"
#include "kinds/stones/left_out.h"
#include "kinds/stones/row_kernels.h"
#include "kinds/stones/shape_rows.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/format/lazy_slices.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// The positions whose values a table of a game of stones stores: canonical ones that are unforced.
// In an unforced position neither side has a line, nor completes one with its next stone. The
// values of all others follow from the rules: the game is over; or the side to move wins at once;
// or the other side would, and the side to move must put its stone there, or cannot stop two such
// threats. Each thread needs its own.
template <StoneGame Game, class Lane>
class UnforcedPositions {
 public:
  explicit UnforcedPositions(const Game& game) : game_(game) {}

  // Goes to a shape; returns whether it is canonical and not the whole board.
  bool enter(Squares shape) {
    for (const GridSymmetry& g : game_.cell_symmetries().subspan(1)) {
      if (g(shape) < shape) return false;
    }
    next_ = game_.next_stones(shape);
    if (next_ == 0) return false;
    rows_.enter(shape);
    stabiliser_.clear();
    for (const GridSymmetry& g : game_.cell_symmetries().subspan(1)) {
      if (g(shape) == shape) stabiliser_.push_back(&g);
    }
    high_cells_ = deposit_bits(~Squares{0} << rows_.low().length(), shape);
    return true;
  }
  const ShapeRows<Lane>& rows() const { return rows_; }

  // Calls visit(row, number in it, hint) for the unforced canonical positions of the shape in the
  // rows numbered begin..end-1, in order; ends early if visit returns false. Returns whether it
  // came to the end.
  template <class Visit>
  bool for_each(std::uint64_t begin, std::uint64_t end, Visit&& visit) {
    return for_each(begin, end, visit, [](std::uint64_t high) { return high; });
  }
  // The same, where next(high) is the first row from one on that may have any.
  template <class Visit, class Next>
  bool for_each(std::uint64_t begin, std::uint64_t end, Visit&& visit, Next&& next) {
    bool going_on = true;
    rows_.for_each(
        begin, end,
        [&](const ShapeRow& row) {
          if (!is_forced(row)) going_on = visit_row(row, visit);
          return going_on;
        },
        next);
    return going_on;
  }

 private:
  // Whether the stones of the high part alone make all of the row forced.
  bool is_forced(const ShapeRow& row) const {
    const Squares black = row.black, white = high_cells_ ^ row.black;
    return (game_.lines().completing(black) & (black | next_)) != 0 ||
           (game_.lines().completing(white) & (white | next_)) != 0;
  }

  template <class Visit>
  bool visit_row(const ShapeRow& row, Visit&& visit) {
    const Lane* const low = rows_.boards(row.low_ones);
    rows::find_unforced(low, row.count, row.black, rows_.shape(), next_, game_.lines(),
                        black_.data(), white_.data(), unforced_.data());
    for (std::uint32_t i = 0; i < row.count; ++i) {
      if (unforced_[i] == 0 || !is_smallest(low[i] | row.black)) continue;
      if (!visit(row, i, game_.hint(black_[i], white_[i], rows_.shape()))) return false;
    }
    return true;
  }

  bool is_smallest(Squares black) const {
    for (const GridSymmetry* g : stabiliser_) {
      if ((*g)(black) < black) return false;
    }
    return true;
  }

  const Game& game_;
  ShapeRows<Lane> rows_;
  Squares next_ = 0, high_cells_ = 0;
  std::vector<const GridSymmetry*> stabiliser_;
  // For one row, which has at most 252 positions.
  std::array<Lane, 256> black_, white_;
  std::array<std::uint8_t, 256> unforced_;
};

// What the chances of an unforced position's value depend on: a hint that the game provides, and on
// the value before it in the run. A value is a symbol: its place in the slice's palette.
class ValueContexts {
 public:
  explicit ValueContexts(std::size_t symbols) : group_(symbols + 1) {}

  std::size_t group() const { return group_; }
  // `before` is none() for the first value of a run.
  std::uint32_t context(unsigned hint, std::size_t before) const {
    return static_cast<std::uint32_t>(hint * group_ + before);
  }
  std::size_t none() const { return group_ - 1; }

 private:
  std::size_t group_;
};

// Goes through the unforced canonical positions of a layer in order of their codes. Each thread
// needs its own.
template <StoneGame Game, class Lane>
class UnforcedWalk {
 public:
  explicit UnforcedWalk(const Game& game) : game_(game), unforced_(game) {}

  // Calls visit(code, hint) for those from a code on, as long as it returns true.
  template <class Visit>
  void from(int stones, std::uint64_t first, Visit&& visit) {
    const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
    const std::uint64_t shapes = game_.shapes(stones);
    std::uint64_t shape = first / colourings, rank = first % colourings;
    bool going_on = true;
    for (; shape < shapes && going_on; ++shape, rank = 0) {
      if (!unforced_.enter(game_.shape(stones, shape))) continue;
      const std::uint64_t begin = rank == 0 ? 0 : unforced_.rows().high_of(rank);
      going_on = unforced_.for_each(begin, unforced_.rows().highs(),
                                    [&](const ShapeRow& row, std::uint32_t i, unsigned hint) {
                                      const std::uint64_t r = row.rank + i;
                                      return r < rank || visit(shape * colourings + r, hint);
                                    });
    }
  }

 private:
  const Game& game_;
  UnforcedPositions<Game, Lane> unforced_;
};

// Throws DamagedTable if there is not a slice for every number of stones.
template <class Game>
void check_layers(const Game& game, const TableFile& file) {
  if (file.slices().size() != static_cast<std::size_t>(game.cells()) + 1)
    file.damaged("its slices are not those of its game");
}

// The rules come first.
template <StoneGame Game>
[[gnu::noinline]] StoneOutlook stone_outlook(const Game& game, StonePosition p) {
  for (StoneOutlook outlook;; ++outlook.forced) {
    const bool white = white_to_move(p.stones());
    const Squares next = game.next_stones(p.shape);
    const Squares wins = game.lines().completing(white ? p.white() : p.black) & next;
    const Squares threats = game.lines().completing(white ? p.black : p.white()) & next;
    if (next == 0) {
      outlook.value = Value::draw();
    } else if (wins != 0) {
      outlook.value = Value::win(1);
    } else if ((threats & (threats - 1)) != 0) {
      outlook.value = Value::loss(2);
    } else if (threats == 0) {
      outlook.unforced = canonical(game, p);
    } else {
      // The only move that does not lose at once.
      p = {p.shape | threats, white ? p.black : p.black | threats};
      continue;
    }
    return outlook;
  }
}

// The value of a position without lines, given a way to look up unforced ones.
template <StoneGame Game, class Find>
std::optional<Value> stone_value(const Game& game, const StonePosition& p, Find&& find) {
  const StoneOutlook outlook = stone_outlook(game, p);
  const std::optional<Value> end = outlook.value ? outlook.value : find(outlook.unforced);
  return end ? std::optional(outlook.before(*end)) : std::nullopt;
}

// Of an unforced position.
template <StoneGame Game>
StoneReplies stone_replies(const Game& game, const StonePosition& p) {
  const bool white = white_to_move(p.stones());
  StoneReplies replies;
  for (Squares next = game.next_stones(p.shape); next != 0; next &= next - 1) {
    const Squares stone = next & (~next + 1);
    replies.add(stone_outlook(game, {p.shape | stone, white ? p.black : p.black | stone}));
  }
  return replies;
}

// Looks stored values up in the file. Thread-safe. Throws DamagedTable.
template <StoneGame Game, class Lane>
class StoneProbe final : private StoneAnswers {
 public:
  // The game must outlive this object.
  StoneProbe(const Game& game, std::shared_ptr<const TableFile> file)
      : game_(game), file_(std::move(file)), models_(file_->slices().size()) {}

  const TableFile& file() const { return *file_; }

  // The value of an unforced canonical position; nothing if the position is not one.
  std::optional<Value> find(const StonePosition& p) const {
    return is_left_out(*file_, p) ? LeftOutStones(*file_, *this).value(p) : stored(p);
  }

  // Calls take(code, value) for all stored values of a block of a slice; not for block 0.
  template <class Take>
  void read_block(std::size_t slice, std::uint64_t number, Take&& take) const {
    const RunBlock block = open(slice, number);
    for (std::size_t run = 0; run < block.runs(); ++run) {
      const std::uint64_t end = run + 1 < block.runs() ? block.first_code(run + 1)
                                : number + 1 < file_->slices()[slice].blocks()
                                    ? file_->first_code(slice, number + 1)
                                    : ~std::uint64_t{0};
      for_each_in_run(slice, block, run, [&](std::uint64_t code, std::uint32_t symbol) {
        if (code >= end) return false;
        take(code, file_->slices()[slice].palette[symbol]);
        return true;
      });
    }
  }

 private:
  StoneReplies replies(const StonePosition& p) const override { return stone_replies(game_, p); }
  std::optional<Value> stored(const StonePosition& p) const override {
    const auto slice = static_cast<std::size_t>(p.stones());
    if (slice >= models_.size()) return std::nullopt;
    const std::uint64_t code = stone_code(game_, p);
    const std::optional<std::uint64_t> block = file_->block_of(slice, code);
    if (!block || *block == 0) return std::nullopt;  // (The first one is the model.)
    const std::optional<std::uint32_t> symbol = look_up(slice, *block, code);
    return symbol ? std::optional(file_->slices()[slice].palette[*symbol]) : std::nullopt;
  }
  RunBlock open(std::size_t slice, std::uint64_t block) const {
    return naming_file(*file_, [&] { return read_run_block(*file_, slice, block); });
  }

  const SymbolModel& model(std::size_t slice) const {
    return naming_file(*file_, [&]() -> const SymbolModel& {
      return models_.get(slice, [&] {
        const std::size_t symbols = file_->slices()[slice].palette.size();
        return read_run_model(*file_, slice, Game::hints, ValueContexts(symbols).group(), symbols);
      });
    });
  }

  std::optional<std::uint32_t> look_up(std::size_t slice, std::uint64_t number,
                                       std::uint64_t code) const {
    const RunBlock block = open(slice, number);
    const std::optional<std::size_t> run = block.run_of(code);
    std::optional<std::uint32_t> found;
    if (!run) return found;
    for_each_in_run(slice, block, *run, [&](std::uint64_t member, std::uint32_t symbol) {
      if (member == code) found = symbol;
      return member < code;
    });
    return found;
  }

  // Calls visit(code, symbol) for the values of a run, as long as it returns true.
  template <class Visit>
  void for_each_in_run(std::size_t slice, const RunBlock& block, std::size_t run,
                       Visit&& visit) const {
    const ValueContexts contexts(file_->slices()[slice].palette.size());
    SymbolModel::Reader reader(model(slice), block.run(run));
    std::size_t count = 0, before = contexts.none();
    UnforcedWalk<Game, Lane>(game_).from(
        static_cast<int>(slice), block.first_code(run), [&](std::uint64_t code, unsigned hint) {
          const std::uint32_t symbol = reader.next(contexts.context(hint, before));
          before = symbol;
          return visit(code, symbol) && ++count < run_values;
        });
  }

  const Game& game_;
  std::shared_ptr<const TableFile> file_;
  LazySlices<SymbolModel> models_;
};

}  // namespace zermelo
