// SPDX-License-Identifier: MIT
// Blocks of a shrunk table with a dense index: as those of a whole one (block_codec.h), but of
// positions that are lost only that is stored, since by how many plies follows from the values of
// their moves; and packed with a model of the slice (symbol_model.h). docs/table-format.md
// describes the bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/value.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/format/file.h"
#include "tablebase/format/symbol_model.h"

namespace zermelo {

// What stands in the palette for all losses.
constexpr Value some_loss() { return Value::loss(1); }

// The palette of a slice without the plies of its losses: some_loss() stands for all of them. Both
// are ascending.
std::vector<Value> palette_without_losses(const std::vector<Value>& palette);
// The same contents for that palette. A second value goes if it is a loss like the first: it
// follows from the other moves.
BlockContents without_losses(const BlockContents& contents, const std::vector<Value>& palette,
                             const std::vector<Value>& new_palette);

// What the chances of a block's symbols depend on. A first value: on whether the three before it
// are won, drawn or lost, on the last value that is stored with plies, and on how the last but one
// differs from it. Whether there is a second value: on the first one, on the member before, and on
// whether that has one. Which move it is about, and what it is: on those of the last ones.
class ShrunkContexts {
 public:
  // The palette has `palette` values, at most most_palette. The first one is some_loss() if losses
  // occur, and the next one a draw if draws occur.
  ShrunkContexts(std::size_t palette, bool has_losses, bool has_draws)
      : palette_(palette), has_losses_(has_losses), has_draws_(has_draws) {}
  explicit ShrunkContexts(const std::vector<Value>& palette)
      : ShrunkContexts(palette.size(),
                       std::ranges::any_of(palette, [](Value v) { return v.is_loss(); }),
                       std::ranges::any_of(palette, [](Value v) { return v.is_draw(); })) {}
  static constexpr std::size_t most_palette = 127;
  static constexpr std::uint32_t slots = 32;

  std::size_t palette() const { return palette_; }
  std::size_t groups() const { return 3 * palette_ + slots + 3; }
  static constexpr std::size_t group() { return outcomes * outcomes * outcomes * relations; }
  // Values, or slots, or how many of 64 indices are members.
  std::size_t symbols() const { return std::max<std::size_t>(palette_, 65); }

  // What was read of a block.
  class Before {
   public:
    explicit Before(const ShrunkContexts& contexts)
        : last_{contexts.no_value()},
          wins_{contexts.no_value(), contexts.no_value()},
          second_(contexts.no_value()) {}
    // The first value of the last member.
    std::uint32_t last() const { return last_; }

   private:
    friend ShrunkContexts;
    std::uint32_t last_;                                // first value
    std::uint32_t outcomes_ = 0;                        // of the last three
    std::array<std::uint32_t, 2> wins_;                 // the last values that are wins
    std::uint32_t second_;                              // the last second value
    std::array<std::uint32_t, 2> slots_{slots, slots};  // of the last two
    bool had_second_ = false;
  };

  std::uint32_t of_count() const { return at(3 * palette_ + slots + 2, 0); }
  std::uint32_t of_first(const Before& b) const {
    return at(b.wins_[0], b.outcomes_ * relations + relation(b.wins_[1], b.wins_[0]));
  }
  // To be called after of_first() and of_second() with what came.
  void pass_first(Before& b, std::uint32_t first) const {
    b.last_ = first;
    const std::uint32_t outcome = outcome_of(first);
    b.outcomes_ = (b.outcomes_ * outcomes + outcome) % (outcomes * outcomes * outcomes);
    if (outcome != won) return;
    b.wins_[1] = b.wins_[0];
    b.wins_[0] = first;
  }
  // `before`: the first value of the member before.
  std::uint32_t of_has_second(const Before& b, std::uint32_t before) const {
    return at(palette_ + 1 + b.last_, (b.had_second_ ? palette_ + 1 : 0) + before);
  }
  static void pass_has_second(Before& b, bool has_second) { b.had_second_ = has_second; }
  std::uint32_t of_slot(const Before& b) const {
    return at(2 * palette_ + 1 + b.slots_[0], b.slots_[1]);
  }
  static void pass_slot(Before& b, std::uint32_t slot) {
    b.slots_[1] = b.slots_[0];
    b.slots_[0] = slot;
  }
  std::uint32_t of_second(const Before& b) const {
    return at(2 * palette_ + slots + 2 + b.last_, b.second_);
  }
  static void pass_second(Before& b, std::uint32_t value) { b.second_ = value; }

 private:
  // (0: there is none.)
  static constexpr std::uint32_t outcomes = 4, lost = 1, drawn = 2, won = 3, relations = 8;

  std::uint32_t no_value() const { return static_cast<std::uint32_t>(palette_); }
  std::uint32_t outcome_of(std::uint32_t code) const {
    if (has_losses_ && code == 0) return lost;
    return has_draws_ && code == (has_losses_ ? 1u : 0u) ? drawn : won;
  }
  std::uint32_t relation(std::uint32_t before, std::uint32_t value) const {
    if (before == no_value()) return 0;
    const int difference = static_cast<int>(before) - static_cast<int>(value);
    return static_cast<std::uint32_t>(std::clamp(difference, -3, 3) + 4);
  }
  static std::uint32_t at(std::size_t number, std::size_t place) {
    assert(place < group());
    return static_cast<std::uint32_t>(number * group() + place);
  }
  std::size_t palette_;
  bool has_losses_, has_draws_;
};
static_assert(2 * (ShrunkContexts::most_palette + 1) <= ShrunkContexts::group() &&
              ShrunkContexts::slots < ShrunkContexts::group());

// The contents of a block that covers so many indices.
void count_shrunk_block(const BlockContents& contents, std::uint64_t indices,
                        const ShrunkContexts& contexts, SymbolCounts& counts);
// `identity` as for BlockCodec.
std::vector<std::byte> pack_shrunk_block(const BlockContents& contents, std::uint64_t indices,
                                         const ShrunkContexts& contexts, const SymbolModel& model,
                                         std::uint64_t identity);

// Throws DamagedTable (without a file name).
void read_shrunk_block(Bytes block, std::uint64_t indices, const ShrunkContexts& contexts,
                       const SymbolModel& model, std::uint64_t identity, BlockContents& contents);

}  // namespace zermelo
