// SPDX-License-Identifier: MIT
// Runs of the values of consecutive numbers, one for each number: in tables of games that are
// numbered densely, such as endgames of chess variants. docs/table-format.md describes the bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tablebase/format/file.h"
#include "tablebase/format/symbol_model.h"

namespace zermelo {

// How many values a run has; the last one of a slice may have fewer. Outcomes cost so little that a
// short run would be mostly its head.
inline constexpr std::size_t value_run_numbers = 256, outcome_run_numbers = 2048;

// What the chances of a value depend on. Outcomes are few, so that the values around it are taken
// as they are: the two before it, and those of the same, the next and the last but one place in the
// rows above. Of other values they depend on the value before it, and for two kinds of rows how the
// values that are one row above both of them differ from it. A row is how many consecutive numbers
// have something in common: the last man's rank, and all men but the last.
class ValueContexts {
 public:
  using Rows = std::array<std::uint64_t, 2>;

  // `palette` is the number of values that occur, 1 to 256, and of outcomes 3 at most.
  ValueContexts(std::size_t palette, const Rows& rows, bool of_outcomes = false)
      : palette_(palette), of_outcomes_(of_outcomes) {
    assert(1 <= palette && palette <= (of_outcomes ? none : 256) && rows[0] > 0 && rows[1] > 0);
    const std::uint64_t no_row = run_numbers();
    for (std::size_t r = 0; r < rows.size(); ++r)
      rows_[r] = static_cast<std::size_t>(std::min(rows[r], no_row));
  }

  std::size_t run_numbers() const { return of_outcomes_ ? outcome_run_numbers : value_run_numbers; }
  std::size_t groups() const { return of_outcomes_ ? 4 * 4 * 4 : palette_ + 1; }
  std::size_t group() const { return of_outcomes_ ? 4 * 4 * 4 * 4 * 4 : relations * relations; }
  std::size_t symbols() const { return palette_; }

  // Of the value number `at` in a run, where `values` are those before it.
  std::uint32_t of(const std::uint8_t* values, std::size_t at) const {
    if (of_outcomes_) return of_outcome(values, at);
    const std::size_t before = at == 0 ? palette_ : values[at - 1];
    return static_cast<std::uint32_t>(before * group() + above(values, at, rows_[0]) * relations +
                                      above(values, at, rows_[1]));
  }

 private:
  static constexpr std::size_t relations = 7;
  static constexpr std::uint32_t none = 3;  // (no outcome)

  static std::size_t above(const std::uint8_t* values, std::size_t at, std::size_t row) {
    if (at <= row) return 0;
    const int up = values[at - row], before = values[at - 1];
    if (up == before) return values[at - row - 1] == before ? 1 : 2;
    const int difference = up - before;
    return difference > 2 ? 3 : difference > 0 ? 4 : difference >= -2 ? 5 : 6;
  }
  std::uint32_t of_outcome(const std::uint8_t* values, std::size_t at) const {
    const auto [rank, men] = rows_;
    const auto back = [&](std::size_t steps) {
      return steps == 0 || at < steps ? none : std::uint32_t{values[at - steps]};
    };
    std::uint32_t context = 0;
    for (const std::size_t steps : {std::size_t{1}, rank, men, rank - 1, men - 1, 2 * men,
                                    men > rank ? men - rank : 0, std::size_t{2}})
      context = 4 * context + back(steps);
    return context;
  }

  std::size_t palette_;
  bool of_outcomes_;
  std::array<std::size_t, 2> rows_;
};

// Values as codes of a palette; at most run_numbers() of them.
void count_value_run(std::span<const std::uint8_t> values, const ValueContexts& contexts,
                     SymbolCounts& counts);
std::vector<std::byte> pack_value_run(std::span<const std::uint8_t> values,
                                      const ValueContexts& contexts, const SymbolModel& model);

// Unpacks a run, value by value. Bytes that pack_value_run has not written yield arbitrary codes of
// the palette.
class ValueRunReader {
 public:
  // All must outlive it.
  ValueRunReader(Bytes run, const ValueContexts& contexts, const SymbolModel& model)
      : contexts_(contexts), symbols_(model, run) {}

  // The next value; run_numbers() of them at most.
  std::uint8_t next() {
    assert(at_ < contexts_.run_numbers());
    const std::uint32_t value = symbols_.next(contexts_.of(values_.data(), at_));
    return values_[at_++] = static_cast<std::uint8_t>(value);
  }

 private:
  const ValueContexts& contexts_;
  SymbolModel::Reader symbols_;
  std::array<std::uint8_t, outcome_run_numbers> values_;
  std::size_t at_ = 0;
};

}  // namespace zermelo
