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
namespace {

// write(target) writes the table there.
template <class Write>
ShrinkReport write_shrunk_file(const TableFile& table, const std::string& path,
                               const ShrinkOptions& options, const Write& write) {
  require_new_file(path, options.force);
  const std::string target = replaceable_file(path);
  const std::unique_ptr<FileLock> lock = FileLock::take(TableWriter::part_path(target) + ".lock");
  if (!lock) throw FileError(fmt::format("Another run is writing {} right now.", path));
  write(target);
  return {.bytes_before = table.bytes(),
          .bytes = TableFile(path).bytes(),
          .slices = table.slices().size()};
}

}  // namespace

ShrinkReport shrink_file(const TableFile& table, const std::vector<bool>& left_out,
                         const std::string& path, const ShrinkOptions& options) {
  ShrinkReport report = write_shrunk_file(table, path, options, [&](const std::string& target) {
    write_shrunk(table, left_out, creator(), target, options.progress);
  });
  report.left_out = static_cast<std::uint64_t>(std::ranges::count(left_out, true));
  return report;
}

ShrinkReport shrink_indexed_file(const TableFile& table, const std::string& path,
                                 const ShrinkOptions& options) {
  bool is_smaller = true;
  ShrinkReport report = write_shrunk_file(table, path, options, [&](const std::string& target) {
    write_without_loss_plies(table, creator(), target, options.threads, options.progress);
    // (The models of a table of some kilobytes take more than they save.)
    is_smaller = TableFile(target).bytes() < table.bytes();
    if (!is_smaller)
      write_shrunk(table, std::vector<bool>(table.slices().size()), creator(), target, {});
  });
  report.leaves_out_loss_plies = is_smaller;
  return report;
}

}  // namespace zermelo
