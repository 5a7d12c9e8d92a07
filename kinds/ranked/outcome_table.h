// SPDX-License-Identifier: MIT
// Tables whose members are ranked by a frozen diagram, the third kind of state set besides dense
// indices and lists of codes, and which say who wins: a slice holds its diagram, and the outcomes
// in order of rank. docs/table-format.md describes the bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "gen/value.h"
#include "kinds/ranked/outcome_vector.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "tablebase/format/lazy_slices.h"
#include "tablebase/format/run_block.h"
#include "tablebase/format/symbol_model.h"
#include "tablebase/format/table_file.h"

namespace zermelo::symbolic {

// The values in such a table, in the order of its palette.
inline constexpr std::array<Value, 3> outcome_palette = {Value::of_outcome(Outcome::loss),
                                                         Value::of_outcome(Outcome::draw),
                                                         Value::of_outcome(Outcome::win)};

// Reads such tables. Thread-safe. All members throw DamagedTable.
class OutcomeProbe {
 public:
  // The file must outlive the probe.
  explicit OutcomeProbe(const TableFile& file) : file_(file), layers_(file.slices().size()) {}

  // The diagram of a slice; read when it is first needed, which takes some milliseconds per
  // megabyte.
  const FrozenBdd& members(std::size_t slice) const { return layer(slice).members; }
  // The value of a member; nothing if the state is not a member.
  std::optional<Value> find(std::size_t slice, StateBits state) const;
  // All outcomes of a slice.
  OutcomeVector read(std::size_t slice, Side mover, int threads) const {
    return read(slice, mover, threads, {0, layer(slice).members.size()});
  }
  // The outcomes of some ranks, which begin and end at run boundaries; the first one's is at place
  // 0.
  OutcomeVector read(std::size_t slice, Side mover, int threads, RankRange ranks) const;

 private:
  struct Layer {
    FrozenBdd members;
    SymbolModel model;
    std::uint64_t first_block = 0;  // of outcomes
  };
  const Layer& layer(std::size_t slice) const;
  Layer load(std::size_t slice) const;
  // Calls take(number, code) for the codes of a run, in order, as long as it returns true.
  template <class Take>
  static void read_run(const Layer& layer, const RunBlock& block, std::size_t run, Take&& take);

  const TableFile& file_;
  LazySlices<Layer> layers_;
};

}  // namespace zermelo::symbolic
