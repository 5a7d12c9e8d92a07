// SPDX-License-Identifier: MIT
// The positions of a table that lists codes, as the miner reads them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/grid/game.h"
#include "probe/grid_choices.h"
#include "tablebase/code_table.h"
#include "tablebase/grid_explore.h"
#include "tablebase/grid_table.h"
#include "tablebase/table_file.h"

namespace zermelo {

// Thread-safe; its readers are one a thread. Reads the whole table when it is made. Throws
// DamagedTable.
template <class Game>
class CodeSource {
 public:
  using State = GridPosition;
  using Chooser = GridChooser<Game, LoadedCodes>;
  // A canonical position.
  struct Place {
    int slice = 0;
    std::uint64_t code = 0;
  };

  // Both must outlive the source. Positions that are won at once are not in the table; if they are
  // wanted, play is explored anew to find them.
  CodeSource(const Game& game, const TableFile& file, bool wants_won_at_once, int threads)
      : game_(game),
        members_(file, threads),
        table_(game, members_, file.slices().size()),
        slices_(static_cast<int>(file.slices().size())) {
    if (!wants_won_at_once) return;
    CodeSpace space(0, "");
    Explorer<Game> explorer(game, space, Explorer<Game>::Finished::ignored, threads);
    explored_ = explorer.run([](int, std::uint64_t) { return false; });
    explored_.resize(file.slices().size());
  }
  CodeSource(const CodeSource&) = delete;
  CodeSource& operator=(const CodeSource&) = delete;

  int slices() const { return slices_; }
  std::uint64_t blocks(int slice) const {
    return (positions(slice).size() + block_indices - 1) / block_indices;
  }
  void expect_scan() const {}
  Chooser chooser() const { return {game_, table_}; }

  class Reader {
   public:
    explicit Reader(const CodeSource& source) : s_(source) {}

    // As of DenseSource.
    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const SparseSet& positions = s_.positions(slice);
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = std::min(positions.size(), begin + block_indices);
      bool going_on = true;
      positions.for_each(begin, end, [&](std::uint64_t number, std::uint64_t code) {
        if (!going_on) return;
        const Value value = s_.value(slice, number, code);
        if (wants(value)) going_on = visit(Place{slice, code}, state({slice, code}), value);
      });
    }
    template <class Wants, class Visit>
    void read(const Place& place, Wants&& wants, Visit&& visit) {
      const Value value = s_.value_of(place);
      if (wants(value)) visit(place, state(place), value);
    }
    State state(const Place& place) const { return s_.game_.codes().decode(place.code); }

   private:
    const CodeSource& s_;
  };

 private:
  const SparseSet& positions(int slice) const {
    const auto number = static_cast<std::size_t>(slice);
    return explored_.empty() ? members_.members(number) : explored_[number].positions;
  }
  Value value(int slice, std::uint64_t number, std::uint64_t code) const {
    return explored_.empty() ? members_.value(static_cast<std::size_t>(slice), number)
                             : value_of({slice, code});
  }
  Value value_of(const Place& place) const {
    const auto value = members_.find(static_cast<std::size_t>(place.slice), place.code);
    return value.value_or(Value::win(1));
  }

  const Game& game_;
  LoadedCodes members_;
  GridTable<Game, LoadedCodes> table_;
  int slices_;
  std::vector<ExploredLayer> explored_;
};

}  // namespace zermelo
