// SPDX-License-Identifier: MIT
// The table file of one material (KQvKR.ztb): two slices, by side to move, of which every number
// has a value, in runs (tablebase/format/value_run.h). Values are as in a SolvedTable: one ply more
// than there are to the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gen/variant/endgame_rules.h"
#include "gen/variant/index.h"
#include "gen/variant/material.h"
#include "kinds/endgames/solved_table.h"
#include "tablebase/format/lazy_slices.h"
#include "tablebase/format/run_block.h"
#include "tablebase/format/table_file.h"
#include "tablebase/format/value_run.h"

namespace zermelo::endgames {

// Writes PATH.part, then PATH. The stats are as solve_material gives them. Throws FileError.
void write_material(const std::string& path, const GameSpec& game, const std::string& name,
                    const SolvedTable& table, const std::array<SideStats, 2>& stats, int threads);

// Immutable and thread-safe. All members throw DamagedTable.
class MaterialFile {
 public:
  // Throws FileError, and DamagedTable if it is not a table of this game and material.
  MaterialFile(const std::string& path, const GameSpec& game, const Rules& rules,
               const Material& material);

  const TableFile& file() const { return file_; }
  const Material& material() const { return material_; }
  const MaterialIndex& index() const { return index_; }
  const SliceRecord& slice(int side) const {
    return file_.slices()[static_cast<std::size_t>(side)];
  }

  // The value of a number, which is that of a position, for the side to move.
  Value value(int side, std::uint64_t number) const;
  // The codes in the slice's palette of the numbers of a block, from block * block_numbers on, one
  // after the other; `block` is below blocks().
  static constexpr std::uint64_t block_numbers = block_runs * value_run_numbers;
  std::uint64_t blocks() const { return (index_.size() + block_numbers - 1) / block_numbers; }
  void read_block(int side, std::uint64_t block, std::vector<std::uint8_t>& codes) const;
  // All of it, in memory.
  std::unique_ptr<SolvedTable> load(const Rules& rules, int threads) const;

 private:
  struct Model {
    ValueContexts contexts;
    SymbolModel symbols;
  };
  const Model& model(std::size_t slice) const;

  TableFile file_;
  Material material_;
  MaterialIndex index_;
  LazySlices<Model> models_{2};
};

// "KQvKR w", the name of its slice by side to move.
std::string slice_name(const std::string& material, int side);

}  // namespace zermelo::endgames
