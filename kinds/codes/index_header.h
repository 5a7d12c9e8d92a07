// SPDX-License-Identifier: MIT
// What a table's header says of how positions are numbered.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Of a game that is numbered by material (gen/grid/piece_index.h); nothing for others, whose codes
// follow from the board alone.
template <class Game>
std::optional<IndexHeader> index_header_of(const Game& game) {
  if constexpr (IndexedGame<Game>) {
    IndexHeader header{.folded = game.codes().is_folded(),
                       .symmetries = game.symmetries().size(),
                       .numbers = game.codes().size(),
                       .groups = {}};
    header.groups.resize(static_cast<std::size_t>(game.codes().groups()));
    for (const auto& slice : game.codes().slices())
      header.groups[static_cast<std::size_t>(slice.group)].push_back(
          format_material(slice.material, game.pieces()));
    return header;
  } else {
    return std::nullopt;
  }
}

// The header of a table that lists codes.
template <class Game>
TableHeader codes_header(const Game& game, GameSpec spec, std::string metric, std::string creator) {
  TableHeader header{std::move(spec), std::move(metric), std::move(creator)};
  header.states = TableHeader::States::codes;
  header.index = index_header_of(game);
  return header;
}

// Throws DamagedTable if the codes in the file are not those that the game has now.
template <class Game>
void require_same_index(const Game& game, const TableFile& file) {
  if (file.header().index == index_header_of(game)) return;
  throw DamagedTable(fmt::format(
      "{} numbers the positions of its game in another way than this program does: it was made by "
      "another version. Solve the game again.",
      file.path()));
}

}  // namespace zermelo
