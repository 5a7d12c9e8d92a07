// SPDX-License-Identifier: MIT
#include "probe/table_info.h"

#include <algorithm>

#include "probe/table_answer.h"

namespace zermelo {
namespace {

int greatest_number(const TableFile& file, const SliceRecord& slice) {
  const bool counts_plies = file.header().metric == "distance";
  const auto amount = [&](Value value) { return counts_plies ? value.plies() : value.magnitude(); };
  // (A position without a stored value is won at once.)
  int greatest = file.header().holds_values() && slice.positions > slice.members ? 1 : 0;
  for (const Value value : slice.palette) greatest = std::max(greatest, amount(value));
  for (const auto& [value, count] : slice.histogram) greatest = std::max(greatest, amount(value));
  for (const Arrival& arrival : slice.arrivals) greatest = std::max(greatest, arrival.first);
  return greatest;
}

}  // namespace

TableInfo info_of(const TableFile& file) {
  const TableHeader& header = file.header();
  TableInfo info{.path = file.path(),
                 .game = header.game,
                 .metric = header.metric,
                 .creator = header.creator,
                 .format_version = header.version(),
                 .bytes = file.bytes(),
                 .positions = file.positions(),
                 .values = file.members(),
                 .shrunk_from = header.shrunk_from.value_or(0),
                 .leaves_out_loss_plies = header.leaves_out_loss_plies(),
                 .has_values_beyond_play = header.states == TableHeader::States::unforced,
                 .has_directory_checksums = file.has_directory_checksums(),
                 .has_hashed_states = file.has_hashed_states(),
                 .slices = {}};
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& slice = file.slices()[i];
    info.slices.push_back({slice.name, slice.positions, slice.members, file.slice_bytes(i),
                           greatest_number(file, slice), slice.is_left_out});
    info.greatest = std::max(info.greatest, info.slices.back().greatest);
  }
  return info;
}

FolderTable read_folder_table(const std::string& path) {
  if (&open_folder_table != nullptr) return open_folder_table(path);
  throw UsageError(path + " is a folder, and this program does not read folders of tables.");
}

TableInfo read_table_info(const std::string& path) {
  if (is_folder(path)) return *read_folder_table(path).info;
  return info_of(TableFile(path));
}

}  // namespace zermelo
