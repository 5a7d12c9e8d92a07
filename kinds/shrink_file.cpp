// SPDX-License-Identifier: MIT
#include "kinds/shrink_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "gen/error.h"
#include "probe/game.h"
#include "tablebase/format/output_place.h"
#include "tablebase/job/file_lock.h"
#include "tablebase/lists/new_file.h"

namespace zermelo {

ShrinkReport shrink_file(const TableFile& table, const std::vector<bool>& left_out,
                         const std::string& path, const ShrinkOptions& options) {
  require_new_file(path, options.force);
  const std::string target = replaceable_file(path);
  const std::unique_ptr<FileLock> lock = FileLock::take(TableWriter::part_path(target) + ".lock");
  if (!lock) throw FileError(fmt::format("Another run is writing {} right now.", path));
  write_shrunk(table, left_out, creator(), target, options.progress);
  return {.bytes_before = table.bytes(),
          .bytes = TableFile(path).bytes(),
          .slices = left_out.size(),
          .left_out = static_cast<std::uint64_t>(std::ranges::count(left_out, true))};
}

}  // namespace zermelo
