// SPDX-License-Identifier: MIT
// How many positions the members of a table stand for, which lists them up to symmetry: for games
// that are numbered by material (gen/grid/piece_index.h), from the numbers alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/material.h"
#include "tablebase/format/table_file.h"
#include "tablebase/reports.h"

namespace zermelo {

// Of games without such an index nothing is counted. Thread-safe.
template <class Game>
class FoldingCounter {
 public:
  // The game must outlive the counter.
  explicit FoldingCounter(const Game&) {}
  void add(const std::vector<std::uint64_t>&) {}
  std::optional<FoldingReport> report(const TableFile&) const { return std::nullopt; }
};

template <IndexedGame Game>
class FoldingCounter<Game> {
 public:
  explicit FoldingCounter(const Game& game) : game_(game), counts_(game.codes().slices().size()) {}

  // Members, whose codes ascend.
  void add(const std::vector<std::uint64_t>& codes) {
    typename Game::Codes::OrbitSizes sizes(game_.codes());
    Count part;
    std::size_t slice = 0;
    for (const std::uint64_t code : codes) {
      const std::uint64_t size = sizes.of(code);
      if (sizes.slice() != slice) {
        add(slice, part);
        part = {};
        slice = sizes.slice();
      }
      ++part.folded;
      part.apart += size;
    }
    add(slice, part);
  }

  // Once all members have been added.
  std::optional<FoldingReport> report(const TableFile& file) const {
    FoldingReport report{.folds_mover = game_.codes().is_folded(),
                         .symmetries = game_.symmetries().size(),
                         .reached = file.positions(),
                         .listed = {},
                         .materials = {}};
    for (std::size_t slice = 0; slice < counts_.size(); ++slice) {
      const FoldedCount listed = folded_count(counts_[slice]);
      report.listed.folded += listed.folded;
      report.listed.both_movers += listed.both_movers;
      report.listed.apart += listed.apart;
      const Material& material = game_.codes().slices()[slice].material;
      report.materials.push_back(
          {format_material(material, game_.pieces()) + (material.white_to_move ? " w" : " b"),
           listed});
    }
    return report;
  }

 private:
  struct Count {
    std::uint64_t folded = 0, apart = 0;
  };

  void add(std::size_t slice, const Count& part) {
    const std::lock_guard lock(mutex_);
    counts_[slice].folded += part.folded;
    counts_[slice].apart += part.apart;
  }
  // (A position and its image with the colours exchanged have different sides to move.)
  FoldedCount folded_count(const Count& count) const {
    const std::uint64_t movers = game_.codes().is_folded() ? 2 : 1;
    return {.folded = count.folded, .both_movers = movers * count.folded, .apart = count.apart};
  }

  const Game& game_;
  std::mutex mutex_;
  std::vector<Count> counts_;  // by slice of the index
};

}  // namespace zermelo
