// SPDX-License-Identifier: MIT
#include "kinds/endgames/read.h"

#include "gen/error.h"
#include "probe/endgames.h"
#include "probe/games.h"

namespace zermelo::endgames {
namespace {

EndgameFolder::Place place_of(TableIndex number) {
  return {number.slice / 2, static_cast<int>(number.slice % 2), number.index};
}

TableInfo info_of(const EndgameFolder& folder) {
  TableInfo info{.path = folder.path(),
                 .game = folder.game()->spec(),
                 .metric = distance_metric,
                 .creator = {},
                 .slices = {}};
  for (std::size_t t = 0; t < folder.materials().size(); ++t) {
    // (Without its index, which takes time to make.)
    const TableFile file(material_path(folder.path(), folder.name(t)));
    info.creator = file.header().creator;
    info.format_version = file.header().version();
    info.bytes += file.bytes();
    info.positions += file.positions();
    info.values += file.members();
    for (std::size_t side = 0; side < file.slices().size(); ++side) {
      const SliceRecord& slice = file.slices()[side];
      TableSlice& told = info.slices.emplace_back(
          TableSlice{slice.name, slice.positions, slice.members, file.slice_bytes(side)});
      for (const Value value : slice.palette)
        told.greatest = std::max(told.greatest, plies_to_end(value).plies());
      info.greatest = std::max(info.greatest, told.greatest);
    }
  }
  return info;
}

}  // namespace

std::uint64_t EndgameReader::indices(std::size_t slice) const {
  return folder().table(slice / 2).index().size();
}

std::optional<std::string> EndgameReader::position_at(TableIndex number) const {
  const auto position = folder().position(place_of(number));
  return position ? std::optional(folder().game()->text(*position)) : std::nullopt;
}

std::optional<TableIndex> EndgameReader::index_of(std::string_view text) const {
  const EndgameFolder::Place place = folder().find(view().read(text));
  return TableIndex{2 * place.table + static_cast<std::size_t>(place.side), place.index};
}

std::string EndgameReader::canonical(std::string_view text) const {
  const variant::Position position = view().read(text);
  if (!position.en_passant.empty()) return folder().game()->text(position);
  const auto same = folder().position(folder().find(position));
  return folder().game()->text(same ? *same : position);
}

bool EndgameReader::was_cut() const { return folder().was_cut(); }

}  // namespace zermelo::endgames

namespace zermelo {

FolderTable open_folder_table(const std::string& path) {
  const auto folder = std::make_shared<const endgames::EndgameFolder>(path);
  return {folder->game(), std::make_shared<const endgames::EndgameReader>(folder),
          std::make_shared<const TableInfo>(endgames::info_of(*folder))};
}

VariantEnd variant_end(const Table& table, std::string_view text) {
  const auto game = std::dynamic_pointer_cast<const endgames::VariantGame>(table.shared_game());
  if (!game) throw UsageError("This is not a table of a chess variant.");
  const variant::Position position = game->read(text);
  const variant::Rules& rules = game->rules();
  VariantEnd end;
  if (const std::optional<Outcome> ended = rules.ended(position)) {
    end.is_over = end.variant_end = true;
    end.outcome = *ended;
    return end;
  }
  std::vector<variant::Move> moves;
  rules.legal_moves(position, moves);
  end.is_over = moves.empty();
  if (end.is_over) {
    end.outcome = rules.without_moves(position);
    end.checkmate = rules.in_check(position, position.to_move);
    end.stalemate = !end.checkmate;
  }
  if (end.checkmate) return end;
  if (end.is_over) return end;
  try {
    const std::vector<TableSlice>& slices = table.info().slices;
    const std::size_t slice = table.index_of(text)->slice / 2 * 2;
    end.insufficient_material = slices[slice].greatest == 0 && slices[slice + 1].greatest == 0;
  } catch (const NotInTable&) {
  }
  return end;
}

Table open_endgames(const std::string& folder) { return Table::open(folder); }

}  // namespace zermelo
