// SPDX-License-Identifier: MIT
// What one probe of a shrunk table of stones has found on its way, so that it looks nothing up
// twice.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include "gen/value.h"
#include "symmetry/grid.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

class FoundValues {
 public:
  // Of more positions nothing can be found: probes of tables that `zermelo shrink` makes need some
  // thousands at most, and without a limit a file that leaves all out would have a whole game
  // solved.
  static constexpr std::size_t most = std::size_t{1} << 20;

  // The file must outlive this object.
  explicit FoundValues(const TableFile& file) : file_(file) {}

  // What is found of a position, given by its stones and the black ones. Throws DamagedTable.
  std::optional<Value> of(Squares shape, Squares black) const;
  void note(Squares shape, Squares black, Value value);

 private:
  struct Position {
    Squares shape, black;
    bool operator==(const Position&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Position& p) const;
  };

  const TableFile& file_;
  std::unordered_map<Position, Value, Hash> values_;
};

}  // namespace zermelo
