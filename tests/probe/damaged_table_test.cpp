// SPDX-License-Identifier: MIT
// Tables that are well formed but contain nonsense.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "gen/error.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// A copy of the slices that `edit` keeps, with their descriptions as it changes them.
void copy_edited(const std::string& from, const std::string& to,
                 const std::function<bool(std::size_t slice, SliceRecord& record)>& edit) {
  const TableFile file(from);
  TableWriter writer(to, file.header());
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    SliceRecord record = file.slices()[i];
    if (!edit(i, record)) continue;
    writer.begin_slice(record);
    for (std::uint64_t b = 0; b < file.slices()[i].blocks(); ++b)
      writer.append_block(file.encoded_block(i, b), file.first_code(i, b));
    writer.end_slice();
  }
  writer.finish();
}

TEST(DamagedStoneTable, StatisticsLookAtWhatTheyAreTold) {
  const test::TemporaryFolder folder;
  const std::string good = folder.file("good.ztb"), bad = folder.file("bad.ztb");
  const auto rules = make_game({"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}});
  solve(*rules, good, {});
  const auto stats = [&] { return Table::open(bad).stats({.threads = 1}, true); };

  copy_edited(good, bad, [](std::size_t, SliceRecord&) { return true; });
  EXPECT_FALSE(stats().longest.empty());
  copy_edited(good, bad, [](std::size_t, SliceRecord& record) {
    for (std::uint64_t& code : record.longest) code = std::uint64_t{1} << 60;
    return true;
  });
  EXPECT_THROW(stats(), DamagedTable);
  copy_edited(good, bad, [](std::size_t slice, SliceRecord&) { return slice > 0; });
  EXPECT_THROW(stats(), DamagedTable);
}

}  // namespace
}  // namespace zermelo
