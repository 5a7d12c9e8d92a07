// SPDX-License-Identifier: MIT
// The values of a slice that a shrunk table leaves out: they follow from the moves of its
// positions, which lead to the other side's slice and to other tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kinds/endgames/folder.h"
#include "kinds/endgames/move_values.h"

namespace zermelo::endgames {

// Lookup: lookup(place) is what is stored at a place of the folder, or follows there in turn. Each
// thread needs its own.
template <class Lookup>
class LeftOutValues {
 public:
  // The folder must outlive this object.
  LeftOutValues(const EndgameFolder& folder, Lookup lookup)
      : folder_(folder),
        values_(*folder.game(), folder.measure(), Find{&folder, std::move(lookup)}) {}

  // As tables store it; nothing if the number is not that of a position. Throws NotInTable if a
  // move leads to a material that has no table.
  std::optional<Value> at(const EndgameFolder::Place& place) {
    const std::optional<variant::Position> position = folder_.possible_position(place);
    return position ? std::optional(values_.of(*position)) : std::nullopt;
  }

  // The codes, in the slice's palette, of the numbers from `first` on; those of no position repeat
  // the one before. Throws DamagedTable if the palette lacks a value.
  void codes(const EndgameFolder::Place& first, std::span<std::uint8_t> codes) {
    const MaterialFile& file = folder_.table(first.table);
    const std::vector<Value>& palette = file.slice(first.slot).palette;
    std::uint8_t code = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (const auto value = at({first.table, first.slot, first.index + i})) {
        const auto found = std::ranges::find(palette, *value);
        if (found == palette.end())
          file.file().damaged("a slice that is left out lacks a value to which its moves lead");
        code = static_cast<std::uint8_t>(found - palette.begin());
      }
      codes[i] = code;
    }
  }

 private:
  struct Find {
    const EndgameFolder* folder;
    Lookup lookup;
    Value operator()(const variant::Position& position) const {
      return lookup(folder->find(position));
    }
  };
  const EndgameFolder& folder_;
  MoveValues<Find> values_;
};

}  // namespace zermelo::endgames
