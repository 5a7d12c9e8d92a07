// SPDX-License-Identifier: MIT
// What answers for an open table about single states: one implementation per kind of table. What a
// kind does not have is a null pointer, and Table reports that. (What goes over whole tables is in
// probe/table_maker.h.)
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "probe/coded_play.h"
#include "probe/table.h"

namespace zermelo {

// A table of values. Members as Table's.
class ValueReader {
 public:
  virtual ~ValueReader() = default;
  virtual Value value(std::string_view state) const = 0;
  virtual std::vector<ProbeAnswer> values_of(std::span<const std::string_view> states,
                                             int threads) const = 0;
  virtual std::vector<MoveValue> moves(std::string_view state) const = 0;
  virtual Line line(std::string_view state, int limit) const = 0;
  virtual Diagram diagram(std::string_view state, bool with_moves) const = 0;
  virtual std::string canonical(std::string_view position) const = 0;
  // Whether solutions and puzzles say what they can where the table does not tell how soon the game
  // ends: of outcomes, and of plies to zeroing.
  virtual bool solves_by_result() const { return false; }
  // Nothing if its states have no codes. It refers to this object.
  virtual std::unique_ptr<const CodedPlay> coded_play() const { return nullptr; }
  // Only for tables that count plies or score, or solve by result.
  virtual Solution solution(std::string_view state, const SolutionOptions& options) const = 0;
};

// A table of distances from the start. Members as Table's.
class DistanceReader {
 public:
  virtual ~DistanceReader() = default;
  virtual std::optional<int> distance(std::string_view state) const = 0;
  virtual std::vector<DistanceAnswer> distances_of(std::span<const std::string_view> states,
                                                   int threads) const = 0;
  // Without the states.
  virtual Way way(std::string_view state, const WayOptions& options) const = 0;
};

// One open table. Immutable and thread-safe. All members throw IllegalPosition, GameOver,
// NotInTable or DamagedTable.
class TableReader {
 public:
  virtual ~TableReader() = default;
  virtual const ValueReader* values() const { return nullptr; }
  virtual const DistanceReader* distances() const { return nullptr; }

  virtual std::uint64_t indices(std::size_t slice) const = 0;
  virtual std::optional<std::string> position_at(TableIndex number) const = 0;
  virtual std::optional<TableIndex> index_of(std::string_view position) const = 0;
  // Of tables that are several files: whether one of them has been cut short while it was in use.
  virtual bool was_cut() const { return false; }
  // Likewise: checks every checksum. Throws DamagedTable.
  virtual void check_files() const {}
};

}  // namespace zermelo
