// SPDX-License-Identifier: MIT
#include "probe/table_info.h"

#include <algorithm>

#include "probe/info_of.h"
#include "tablebase/format/table_size.h"

namespace zermelo {
namespace {

int greatest_number(const TableFile& file) {
  // (A position without a stored value is won at once.)
  int greatest = file.header().holds_values() && file.positions() > file.members() ? 1 : 0;
  for (const SliceRecord& slice : file.slices()) {
    for (const Value value : slice.palette) greatest = std::max(greatest, value.plies());
    for (const auto& [value, count] : slice.histogram) greatest = std::max(greatest, value.plies());
    for (const Arrival& arrival : slice.arrivals) greatest = std::max(greatest, arrival.first);
  }
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
                 .has_values_beyond_play = header.states == TableHeader::States::unforced,
                 .has_directory_checksums = file.has_directory_checksums(),
                 .greatest = greatest_number(file),
                 .slices = {}};
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& slice = file.slices()[i];
    info.slices.push_back({slice.name, slice.positions, slice.members, file.slice_bytes(i)});
  }
  return info;
}

TableInfo read_table_info(const std::string& path) { return info_of(TableFile(path)); }

TableBytes count_table_bytes(const std::string& path) {
  const TableSize size = table_size(TableFile(path));
  return {size.state_set, size.blocks - size.state_set};
}

}  // namespace zermelo
