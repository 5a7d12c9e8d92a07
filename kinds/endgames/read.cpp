// SPDX-License-Identifier: MIT
#include "kinds/endgames/read.h"

#include <algorithm>

#include "gen/error.h"
#include "kinds/endgames/last_move.h"
#include "probe/endgames.h"
#include "probe/games.h"

namespace zermelo::endgames {
namespace {

TableInfo info_of(const EndgameFolder& folder) {
  TableInfo info{.path = folder.path(),
                 .game = folder.game()->spec(),
                 .metric = folder.measure().name(),
                 .creator = {},
                 .slices = {}};
  bool is_shrunk = false;
  std::uint64_t bytes_before = 0;
  for (std::size_t t = 0; t < folder.groups().size(); ++t) {
    // (Without its index, which takes time to make.)
    const TableFile file(material_path(folder.path(), folder.name(t)));
    info.creator = file.header().creator;
    info.format_version = std::max(info.format_version, file.header().version());
    info.bytes += file.bytes();
    // (A shrunk folder has files of which nothing could be left out.)
    is_shrunk = is_shrunk || file.header().shrunk_from.has_value();
    bytes_before += file.header().shrunk_from.value_or(file.bytes());
    info.positions += file.positions();
    info.values += file.members();
    for (std::size_t slot = 0; slot < file.slices().size(); ++slot) {
      const SliceRecord& slice = file.slices()[slot];
      TableSlice& told =
          info.slices.emplace_back(TableSlice{slice.name, slice.positions, slice.members,
                                              file.slice_bytes(slot), 0, slice.is_left_out});
      for (const Value value : slice.palette)
        told.greatest = std::max(told.greatest,
                                 folder.measure().of_stored(value).amount(folder.measure().metric));
      info.greatest = std::max(info.greatest, told.greatest);
    }
  }
  if (is_shrunk) info.shrunk_from = bytes_before;
  return info;
}

// Whether all positions of a slice's material are drawn, whoever is to move: "KNvK w", "KNvK b".
bool nobody_wins(const TableInfo& info, std::size_t slice) {
  const auto material = [&](const TableSlice& s) { return s.name.substr(0, s.name.find(' ')); };
  return std::ranges::all_of(info.slices, [&](const TableSlice& s) {
    return s.greatest == 0 || material(s) != material(info.slices[slice]);
  });
}

}  // namespace

std::uint64_t EndgameReader::indices(std::size_t slice) const {
  const EndgameFolder::Place place = folder().place(slice, 0);
  return folder().table(place.table).size(place.slot);
}

std::optional<std::string> EndgameReader::position_at(TableIndex number) const {
  const auto position = folder().position(folder().place(number.slice, number.index));
  return position ? std::optional(folder().game()->text(*position)) : std::nullopt;
}

std::optional<TableIndex> EndgameReader::index_of(std::string_view text) const {
  const EndgameFolder::Place place = folder().find(view().read(text));
  return TableIndex{folder().slice(place), place.index};
}

std::string EndgameReader::canonical(std::string_view text) const {
  const variant::Position position = view().read(text);
  if (!is_whole_in_tables(position)) return folder().game()->text(position);
  const auto same = folder().position(folder().find(position));
  return folder().game()->text(same ? *same : position);
}

bool EndgameReader::was_cut() const { return folder().was_cut(); }
void EndgameReader::check_files() const {
  for (std::size_t t = 0; t < folder().groups().size(); ++t) folder().table(t).file().check_whole();
}

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
  // (Tables do not say at a glance whether somebody wins by play without end.)
  if (rules.variant().has_endless_rule()) return end;
  try {
    end.insufficient_material = endgames::nobody_wins(table.info(), table.index_of(text)->slice);
  } catch (const NotInTable&) {
  }
  return end;
}

Table open_endgames(const std::string& folder) { return Table::open(folder); }

}  // namespace zermelo
