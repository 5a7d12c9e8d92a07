// SPDX-License-Identifier: MIT
// Table::verify_sample, of all kinds of tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/endgames.h"
#include "probe/game.h"
#include "probe/own_game.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/small_game.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct KindOfTable {
  GameSpec game;
  std::string metric;
};

std::vector<KindOfTable> kinds_of_tables() {
  return {
      {test::spec_of(test::smallest_game), "distance"},
      {test::spec_of({3, 3, 1, 6, true}), "distance"},
      {test::spec_of(test::smallest_game), "reach"},
      {test::spec_of(test::smallest_game), "reach-all-moves"},
      {{"connect", {{"columns", "4"}, {"rows", "4"}}}, "distance"},
      {{"connect", {{"columns", "4"}, {"rows", "4"}}}, "outcome"},
      {{"mnk", {{"m", "3"}, {"n", "3"}, {"k", "3"}}}, "distance"},
      {{"breakthrough", {{"columns", "3"}, {"rows", "4"}}}, "distance"},
      {{"othello", {{"columns", "4"}, {"rows", "4"}}}, "score"},
      {bddl::read_game(ZERMELO_SOURCE "/games/dodgem/dodgem.bddl", ParameterTexts{}), "distance"},
      {bddl::read_game(ZERMELO_SOURCE "/games/dodgem/dodgem.bddl", ParameterTexts{}), "reach"}};
}
std::string made_of(const KindOfTable& kind, const std::string& path) {
  make_game(kind.game)->kind(kind.metric)->solve(path, {.force = true});
  return path;
}

// Every second value of the palette changes places with the one before it.
void exchange_values(SliceRecord& record) {
  for (std::size_t i = 1; i < record.palette.size(); i += 2)
    std::swap(record.palette[i - 1], record.palette[i]);
}

test::EditRecord only(std::size_t slice) {
  return [slice](std::size_t i, SliceRecord& record) {
    if (i == slice) exchange_values(record);
  };
}

TEST(VerifyingASample, ShowsNoFaultOfRightTables) {
  const test::TemporaryFolder folder;
  for (const KindOfTable& kind : kinds_of_tables()) {
    const Table table = Table::open(made_of(kind, folder.file("t.ztb")));
    const VerifyReport report = table.verify_sample(700, 3, {.threads = 2});
    EXPECT_EQ(report.failure, std::nullopt) << kind.game.name << ' ' << kind.metric;
    EXPECT_EQ(report.positions, 700u);
    EXPECT_EQ(report.left_out, 0u);
  }
}

TEST(VerifyingASample, FindsWrongValuesInEverySliceWithMany) {
  const test::TemporaryFolder folder;
  const std::string right = folder.file("right.ztb"), wrong = folder.file("wrong.ztb");
  for (const KindOfTable& kind : kinds_of_tables()) {
    if (kind.metric.starts_with("reach") || kind.metric == "outcome") continue;  // (no palette)
    const TableFile file(made_of(kind, right));
    int planted = 0;
    for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
      const SliceRecord& record = file.slices()[slice];
      if (record.palette.size() < 2 || record.members * 50 < Table::open(right).info().values)
        continue;
      ++planted;
      test::rewrite_slices(right, wrong, only(slice));
      const Table table = Table::open(wrong);
      const VerifyReport report = table.verify_sample(2000);
      ASSERT_TRUE(report.failure) << kind.game.name << ' ' << kind.metric << ' ' << record.name;
      EXPECT_EQ(report.failure->back(), '.');
      const std::string position = report.failure->substr(0, report.failure->find(": "));
      EXPECT_NO_THROW(table.game().moves(position)) << *report.failure;
    }
    EXPECT_GT(planted, 0) << kind.game.name << ' ' << kind.metric;
  }
}

// Those with a move forbidden are met after moves only.
TEST(VerifyingASample, FindsWrongSecondValues) {
  const test::TemporaryFolder folder;
  const std::string right = folder.file("right.ztb"), wrong = folder.file("wrong.ztb");
  test::solve_into(right);
  const TableFile file(right);
  bool any = false;
  test::rewrite_table(right, wrong, [&](std::size_t i, std::uint64_t, BlockContents& block) {
    for (SecondValue& second : block.second) {
      any = true;
      second.code = static_cast<PaletteCode>((second.code + 1u) % file.slices()[i].palette.size());
    }
  });
  ASSERT_TRUE(any);
  EXPECT_TRUE(Table::open(wrong).verify_sample(2000).failure);
}

TEST(VerifyingASample, FindsWrongDistances) {
  const test::TemporaryFolder folder;
  const std::string right = folder.file("right.ztb"), wrong = folder.file("wrong.ztb");
  for (const char* metric : {"reach", "reach-all-moves"}) {
    made_of({test::spec_of(test::smallest_game), metric}, right);
    const TableFile file(right);
    for (const int step : {1, -1}) {
      test::rewrite_table(right, wrong, [&](std::size_t i, std::uint64_t, BlockContents& block) {
        const auto codes = static_cast<int>(file.slices()[i].codes());
        for (std::size_t k = 0; k < block.first.size(); k += 3)
          block.first[k] = static_cast<PaletteCode>((block.first[k] + codes + step) % codes);
      });
      const VerifyReport report = Table::open(wrong).verify_sample(2000);
      ASSERT_TRUE(report.failure) << metric << ' ' << step;
      EXPECT_EQ(report.failure->back(), '.') << *report.failure;
    }
  }
}

// Whether one wrong position is among those drawn is decided by the seed, not by the threads.
TEST(VerifyingASample, DrawsTheSamePositionsOnAnyNumberOfThreads) {
  const test::TemporaryFolder folder;
  const std::string right = folder.file("right.ztb"), wrong = folder.file("wrong.ztb");
  test::solve_into(right);
  const TableFile file(right);
  bool done = false;
  test::rewrite_table(right, wrong, [&](std::size_t i, std::uint64_t, BlockContents& block) {
    const std::size_t palette = file.slices()[i].palette.size();
    if (done || palette < 2 || block.first.empty()) return;
    block.first[0] = static_cast<PaletteCode>((block.first[0] + 1u) % palette);
    done = true;
  });
  ASSERT_TRUE(done);
  const Table table = Table::open(wrong);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const bool one = table.verify_sample(300, seed, {.threads = 1}).failure.has_value();
    EXPECT_EQ(table.verify_sample(300, seed, {.threads = 3}).failure.has_value(), one) << seed;
    found += one;
  }
  EXPECT_GT(found, 0);
  EXPECT_LT(found, 60);
}

TEST(VerifyingASample, ChecksTheChecksumsOfTheWholeFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  std::string bytes = test::solve_into(path);
  for (const std::size_t at : {bytes.size() / 4, bytes.size() / 2}) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    test::write_whole(path, changed);
    EXPECT_THROW(Table::open(path).verify_sample(1), DamagedTable) << at;
  }
}

TEST(VerifyingASample, TellsHowFarItIs) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  test::solve_into(path);
  std::uint64_t last = 0, all = 0;
  Table::open(path).verify_sample(1000, 1,
                                  {.progress = [&](std::uint64_t done, std::uint64_t total) {
                                    EXPECT_LE(last, done);
                                    last = done;
                                    all = total;
                                  }});
  EXPECT_EQ(last, 1000u);
  EXPECT_EQ(all, 1000u);
}

// --- Folders of endgames -------------------------------------------------------------------------

TEST(VerifyingASample, OfFoldersOfEveryMetricFindsWhatIsWrongInOneOfTheirFiles) {
  const test::TemporaryFolder folder;
  for (const char* metric : {"distance", "outcomes", "dtz"}) {
    const std::string path = folder.file(metric);
    make_endgames(*make_game(variant_spec("gardner")), path,
                  {.men = 3, .metric = endgame_metric(metric)});
    const VerifyReport report = Table::open(path).verify_sample(600, 1, {.threads = 2});
    EXPECT_EQ(report.failure, std::nullopt) << metric;
    EXPECT_EQ(report.positions, 600u);

    const std::string file = path + "/KQvK.ztb", copy = folder.file("KQvK.ztb");
    std::filesystem::copy_file(file, copy);
    test::rewrite_slices(copy, file, only(1));  // (White to move wins everywhere.)
    EXPECT_TRUE(Table::open(path).verify_sample(600).failure) << metric;

    std::string bytes = test::read_whole(copy);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    test::write_whole(file, bytes);
    EXPECT_THROW(Table::open(path).verify_sample(1), DamagedTable) << metric;
    std::filesystem::remove(copy);
  }
}

// --- Rules that are code -------------------------------------------------------------------------

TEST(VerifyingASample, OfStatesKnownByHashesLooksAtThoseThatRandomPlayMeets) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  for (const char* wide : {"no", "yes"}) {
    const auto game =
        load_own_game(ZERMELO_SERVED_RULES, {{"heap", "9"}, {"players", "2"}, {"wide", wide}});
    solve(*game, path, {.force = true});
    const VerifyReport report = Table::open(path, game).verify_sample(50);
    EXPECT_EQ(report.failure, std::nullopt) << wide;
    EXPECT_EQ(report.positions, 50u) << wide;
    EXPECT_THROW(Table::open(path).verify_sample(50), UsageError) << "without the rules";
  }
}

}  // namespace
}  // namespace zermelo
