// SPDX-License-Identifier: MIT
#include "kinds/export_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "gen/wrong_file.h"
#include "kinds/table_list.h"
#include "tablebase/lists/list_writer.h"
#include "tablebase/lists/new_file.h"

namespace zermelo {
namespace {

std::vector<std::size_t> slices_named(const TableInfo& table,
                                      const std::vector<std::string>& names) {
  std::vector<std::size_t> slices;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(table.slices, name, &TableSlice::name);
    if (found == table.slices.end()) {
      std::vector<std::string> all;
      for (const TableSlice& slice : table.slices) all.push_back("'" + slice.name + "'");
      throw UsageError(
          fmt::format("{} has no layer '{}'; it has {}.", table.path, name, fmt::join(all, ", ")));
    }
    slices.push_back(static_cast<std::size_t>(found - table.slices.begin()));
  }
  return slices;
}

}  // namespace

ListHeader table_list_header(const Table& table) {
  if (table.holds_distances()) {
    throw WrongFile(fmt::format(
        "{} holds distances from the start and no values, and there is no list of those.",
        table.info().path));
  }
  ListHeader header{.kind = ListHeader::Kind::table,
                    .game = table.info().game,
                    .metric = table.metric(),
                    .board = table.board()};
  drop_file_names(header.game);
  return header;
}

ExportReport export_table(const Table& table, const std::string& path,
                          const ExportOptions& options) {
  const Stopwatch watch;
  const ListHeader header = table_list_header(table);
  const TableInfo& info = table.info();
  const WalkOptions wanted{.threads = options.threads,
                           .slices = slices_named(info, options.layers)};
  std::uint64_t all = 0;
  for (std::size_t n = 0; n < info.slices.size(); ++n) {
    const bool is_wanted =
        wanted.slices.empty() || std::ranges::find(wanted.slices, n) != wanted.slices.end();
    if (is_wanted) all += info.slices[n].positions;
  }
  require_new_file(path, options.force);
  ListWriter writer(path, options.format, header, options.threads);
  const std::unique_ptr<PositionWalk> walk = table.walk(wanted);
  std::vector<PositionRecord> block;
  std::optional<std::size_t> slice;
  while (walk->next(block)) {
    if (slice != walk->slice()) writer.begin_slice(info.slices[walk->slice()].name);
    slice = walk->slice();
    writer.add(block, walk->pieces());
    if (options.progress) options.progress(writer.positions(), all);
    if (options.stop != nullptr && *options.stop) throw_export_stopped();
  }
  if (writer.positions() != all)
    throw DamagedTable::in_file(info.path, "it does not have as many positions as it says");
  writer.finish();
  return {.positions = writer.positions(), .bytes = writer.bytes(), .seconds = watch.seconds()};
}

}  // namespace zermelo
