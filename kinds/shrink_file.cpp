// SPDX-License-Identifier: MIT
#include "kinds/shrink_file.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "probe/game.h"

namespace zermelo {

ShrinkReport shrink_file(const TableFile& table, const SliceMoves& moves, const std::string& path,
                         const ShrinkOptions& options) {
  std::vector<std::uint64_t> bytes(table.slices().size());
  if (moves.size() != bytes.size()) table.damaged("its slices are not those of its game");
  for (std::size_t slice = 0; slice < bytes.size(); ++slice)
    bytes[slice] = table.slice_bytes(slice);
  const std::vector<bool> left_out = slices_to_leave_out(bytes, moves, options.plies);
  write_shrunk(table, left_out, creator(), path, options.progress);
  return {.bytes_before = table.bytes(),
          .bytes = TableFile(path).bytes(),
          .slices = bytes.size(),
          .left_out = static_cast<std::uint64_t>(std::ranges::count(left_out, true))};
}

}  // namespace zermelo
