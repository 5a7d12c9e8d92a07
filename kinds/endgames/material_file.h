// SPDX-License-Identifier: MIT
// The table file of one group of materials (KQvKR.ztb): its slices, of which every number has a
// value, in runs (tablebase/format/value_run.h). Values are as in a SolvedTable: one ply more than
// there are, unless they are outcomes.
#pragma once

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

// Writes PATH.part, then PATH. The stats are as solve_group gives them. Throws FileError.
void write_material(const std::string& path, const GameSpec& game, const std::string& metric,
                    const Rules& rules, const SolvedTable& table,
                    const std::vector<SliceStats>& stats, int threads);

// Whether a shrunk table of a group may leave one of its slices out: each is of one side of a
// single material, and each move leads to the other one or to another group, from which none leads
// back. (Where men change hands, or turn into others and back, moves lead from a slice to itself by
// others; where sides may pass, it is the move after next that does.)
bool may_leave_slice_out(const Rules& rules, const MaterialGroup& group);

// Immutable and thread-safe. All members throw DamagedTable.
class MaterialFile {
 public:
  // Throws FileError, and DamagedTable if it is not a table of this game, metric and group.
  MaterialFile(const std::string& path, const GameSpec& game, const std::string& metric,
               const Rules& rules, const MaterialGroup& group);

  const TableFile& file() const { return file_; }
  const GroupIndex& index() const { return index_; }
  std::size_t slots() const { return index_.slots(); }
  std::uint64_t size(std::size_t slot) const { return index_.of(slot).size(); }
  const SliceRecord& slice(std::size_t slot) const { return file_.slices()[slot]; }

  // Whether slices are left out, of which the members below know nothing: a folder does.
  bool is_shrunk() const { return file_.header().shrunk_from.has_value(); }
  // The value of a number, which is that of a position, for the side to move, as it is stored.
  Value value(std::size_t slot, std::uint64_t number) const;
  // The codes in the slice's palette of the numbers of a block, from block * block_numbers() on,
  // one after the other; `block` is below blocks(slot).
  std::uint64_t block_numbers() const { return block_runs * run_numbers(); }
  std::uint64_t blocks(std::size_t slot) const {
    return (size(slot) + block_numbers() - 1) / block_numbers();
  }
  void read_block(std::size_t slot, std::uint64_t block, std::vector<std::uint8_t>& codes) const;
  // All of it, in memory; of slices that are left out, codes of 0.
  std::unique_ptr<SolvedTable> load(const Rules& rules, int threads) const;

 private:
  bool has_outcomes() const { return file_.header().metric == outcome_metric; }
  std::size_t run_numbers() const {
    return has_outcomes() ? outcome_run_numbers : value_run_numbers;
  }
  struct Model {
    ValueContexts contexts;
    SymbolModel symbols;
  };
  const Model& model(std::size_t slice) const;

  TableFile file_;
  GroupIndex index_;
  LazySlices<Model> models_;
};

}  // namespace zermelo::endgames
