// SPDX-License-Identifier: MIT
// What a table of a game of stones says about its positions.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "gen/error.h"
#include "gen/value.h"
#include "kinds/stones/unforced_positions.h"
#include "kinds/stones/value_contexts.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/format/lazy_slices.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

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
      going_on =
          unforced_.for_each(begin, unforced_.rows().highs(), [&](std::uint64_t r, unsigned hint) {
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

// Looks stored values up in the file. Thread-safe. Throws DamagedTable.
template <StoneGame Game, class Lane>
class StoneProbe {
 public:
  // The game must outlive this object.
  StoneProbe(const Game& game, std::shared_ptr<const TableFile> file)
      : game_(game), file_(std::move(file)), models_(file_->slices().size()) {}

  const TableFile& file() const { return *file_; }

  // The value of an unforced canonical position; nothing if the position is not one.
  std::optional<Value> find(const StonePosition& p) const {
    const int stones = p.stones();
    const auto slice = static_cast<std::size_t>(stones);
    if (slice >= models_.size()) return std::nullopt;
    const std::uint64_t code = stone_code(game_, p);
    const std::optional<std::uint64_t> block = file_->block_of(slice, code);
    if (!block || *block == 0) return std::nullopt;  // (The first one is the model.)
    const std::optional<std::uint32_t> symbol = look_up(slice, *block, code);
    return symbol ? std::optional(file_->slices()[slice].palette[*symbol]) : std::nullopt;
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

// The value of a position without lines, given a way to look up unforced ones; the rules come
// first.
template <StoneGame Game, class Find>
std::optional<Value> stone_value(const Game& game, StonePosition p, Find&& find) {
  int plies = 0;
  std::optional<Value> value;
  for (; !value; ++plies) {
    const bool white = white_to_move(p.stones());
    const Squares next = game.next_stones(p.shape);
    const Squares wins = game.lines().completing(white ? p.white() : p.black) & next;
    const Squares threats = game.lines().completing(white ? p.black : p.white()) & next;
    if (next == 0) {
      value = Value::draw();
    } else if (wins != 0) {
      value = Value::win(1);
    } else if ((threats & (threats - 1)) != 0) {
      value = Value::loss(2);
    } else if (threats == 0) {
      value = find(canonical(game, p));
      if (!value) return std::nullopt;
    } else {
      // The only move that does not lose at once.
      p = {p.shape | threats, white ? p.black : p.black | threats};
    }
  }
  while (--plies > 0) value = value->before_move();
  return value;
}

}  // namespace zermelo
