// SPDX-License-Identifier: MIT
// Shrunk tables, as their users know them.
#include "kinds/shrink_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "probe/endgames.h"
#include "probe/table.h"
#include "tablebase/format/run_block.h"
#include "tablebase/format/shrunk_block.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/narrow_chess.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

std::vector<PositionValue> all_of(const Table& table) {
  std::vector<PositionValue> all, block;
  const auto walk = table.walk(2);
  while (walk->next(block)) all.insert(all.end(), block.begin(), block.end());
  return all;
}

// That a shrunk table says of every position what the other one says.
void expect_same_answers(const Table& whole, const Table& shrunk) {
  const std::vector<PositionValue> all = all_of(whole), again = all_of(shrunk);
  ASSERT_EQ(all.size(), again.size());
  ASSERT_GT(all.size(), 100u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& position = all[i].position;
    ASSERT_EQ(again[i].position, position);
    ASSERT_EQ(again[i].value, all[i].value) << position;
    if (i % 5 != 0) continue;
    ASSERT_EQ(shrunk.probe(position), all[i].value) << position;
    ASSERT_EQ(shrunk.index_of(position), whole.index_of(position)) << position;
  }
  const StatsReport stats = whole.stats(), same = shrunk.stats();
  EXPECT_EQ(same.histogram, stats.histogram);
  EXPECT_EQ(same.longest, stats.longest);
  EXPECT_EQ(same.longest_win, stats.longest_win);
  const VerifyReport verified = shrunk.verify({.threads = 2});
  EXPECT_EQ(verified.failure.value_or(""), "");
  EXPECT_EQ(verified.positions, whole.verify({.threads = 2}).positions);
  EXPECT_GT(verified.left_out, 0u);
  EXPECT_LT(verified.left_out, verified.positions);
  EXPECT_EQ(shrunk.info().values, whole.info().values);
  EXPECT_EQ(shrunk.info().shrunk_from, whole.info().bytes);
  EXPECT_LT(shrunk.info().bytes, whole.info().bytes);
}

TEST(ShrunkTable, OfStonesAnswersAsTheWholeOne) {
  const test::TemporaryFolder folder;
  const std::vector<GameSpec> games{{"connect", {{"columns", "5"}, {"rows", "3"}}},
                                    {"mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}}};
  for (const GameSpec& game : games) {
    solve(*make_game(game), folder.file("whole.ztb"), {.force = true});
    const Table whole = Table::open(folder.file("whole.ztb"));
    std::uint64_t before = whole.info().bytes;
    for (const double lookups : {1.5, 4.0, 12.0}) {
      SCOPED_TRACE(game.name + " " + std::to_string(lookups));
      const ShrinkReport report =
          whole.shrink(folder.file("small.ztb"), {.lookups = lookups, .force = true});
      EXPECT_GT(report.left_out, 0u);
      EXPECT_LE(report.lookups, lookups);
      EXPECT_LE(report.bytes, before);
      before = report.bytes;
      const Table shrunk = Table::open(folder.file("small.ztb"));
      EXPECT_EQ(shrunk.info().bytes, report.bytes);
      expect_same_answers(whole, shrunk);
    }
  }
}

// That of each position, and of each state to which its moves lead, both say the same, also about
// moves.
void expect_same_states(const Table& whole, const Table& shrunk) {
  std::size_t states = 0;
  for (const PositionValue& p : all_of(whole)) {
    const std::vector<MoveValue> moves = whole.moves(p.position), same = shrunk.moves(p.position);
    ASSERT_EQ(moves.size(), same.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      ASSERT_EQ(moves[i].move, same[i].move) << p.position;
      ASSERT_EQ(moves[i].value, same[i].value) << p.position << " " << moves[i].move;
      if (moves[i].result.empty()) continue;
      ++states;
      ASSERT_EQ(shrunk.probe(moves[i].result), whole.probe(moves[i].result)) << moves[i].result;
    }
  }
  ASSERT_GT(states, 100u);
}

const std::vector<test::SmallGame> small_ostle = {{4, 3, 2, 6, false}, {4, 3, 2, 6, true}};

TEST(ShrunkTable, OfOstleAnswersAsTheWholeOne) {
  for (const test::SmallGame& game : small_ostle) {
    SCOPED_TRACE(test::name_of(game));
    const test::TemporaryFolder folder;
    solve(*make_game(test::spec_of(game)), folder.file("whole.ztb"), {});
    const Table whole = Table::open(folder.file("whole.ztb"));
    const ShrinkReport report = whole.shrink(folder.file("small.ztb"), {.threads = 2});
    EXPECT_TRUE(report.leaves_out_loss_plies);
    EXPECT_EQ(report.left_out, 0u);
    const Table shrunk = Table::open(folder.file("small.ztb"));
    EXPECT_EQ(shrunk.info().greatest, whole.info().greatest);
    expect_same_answers(whole, shrunk);
    expect_same_states(whole, shrunk);
    const StatsReport stats = whole.stats({}, true), same = shrunk.stats({}, true);
    EXPECT_EQ(same.histogram, stats.histogram);
    EXPECT_EQ(same.longest, stats.longest);
  }
}

TEST(ShrunkTable, OfOstleThatWouldBeLargerIsTheSameFile) {
  const test::TemporaryFolder folder;
  solve(*make_game(test::spec_of(test::smallest_game)), folder.file("whole.ztb"), {});
  const ShrinkReport report = Table::open(folder.file("whole.ztb")).shrink(folder.file("same.ztb"));
  EXPECT_FALSE(report.leaves_out_loss_plies);
  EXPECT_EQ(report.bytes, report.bytes_before);
  EXPECT_EQ(test::read_whole(folder.file("same.ztb")), test::read_whole(folder.file("whole.ztb")));
}

TEST(ShrunkTable, OfOstleIsMinedForTheSamePuzzles) {
  const test::TemporaryFolder folder;
  solve(*make_game(test::spec_of(small_ostle[0])), folder.file("whole.ztb"), {});
  const Table whole = Table::open(folder.file("whole.ztb"));
  whole.shrink(folder.file("small.ztb"));
  const auto mined = [](const Table& table) {
    std::vector<std::string> positions;
    table.mine({}, {.limit = 50, .threads = 1}, [&](const Puzzle& puzzle) {
      positions.push_back(puzzle.position);
      return true;
    });
    return positions;
  };
  EXPECT_GT(mined(whole).size(), 5u);
  EXPECT_EQ(mined(Table::open(folder.file("small.ztb"))), mined(whole));
}

// Writes a table with other blocks: edit(slice, contents) may change them.
template <class Edit>
void write_edited(const TableFile& shrunk, const std::string& path, const Edit& edit) {
  TableWriter writer(path, shrunk.header());
  BlockCodec codec;
  for (std::size_t slice = 0; slice < shrunk.slices().size(); ++slice) {
    const SliceRecord& record = shrunk.slices()[slice];
    const ShrunkContexts contexts(record.palette);
    std::vector<BlockContents> blocks(record.blocks());
    SymbolCounts counts(contexts.groups(), contexts.group(), contexts.symbols());
    for (std::uint64_t b = 0; b < blocks.size(); ++b) {
      shrunk.read_block(codec, slice, b, blocks[b]);
      edit(slice, blocks[b]);
      count_shrunk_block(blocks[b], record.indices_in_block(b), contexts, counts);
    }
    const SymbolModel model(counts);
    writer.begin_slice(record);
    for (std::uint64_t b = 0; b < blocks.size(); ++b)
      writer.append_block(pack_shrunk_block(blocks[b], record.indices_in_block(b), contexts, model,
                                            block_identity(slice, b)));
    writer.append_block(model_block(model, block_identity(slice, blocks.size())));
    writer.end_slice();
  }
  writer.finish();
}

TEST(ShrunkTable, OfOstleWithOneWrongValueIsNotVerified) {
  const test::TemporaryFolder folder;
  solve(*make_game(test::spec_of(small_ostle[0])), folder.file("whole.ztb"), {});
  Table::open(folder.file("whole.ztb")).shrink(folder.file("small.ztb"));
  const TableFile small(folder.file("small.ztb"));
  write_edited(small, folder.file("same.ztb"), [](std::size_t, BlockContents&) {});
  EXPECT_EQ(test::read_whole(folder.file("same.ztb")), test::read_whole(folder.file("small.ztb")));
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    bool is_changed = false;
    write_edited(small, folder.file("wrong.ztb"), [&](std::size_t slice, BlockContents& block) {
      const std::size_t palette = small.slices()[slice].palette.size();
      if (is_changed || block.first.empty() || random() % 4 != 0) return;
      is_changed = true;
      if (round % 3 == 0 && !block.second.empty()) {
        block.second.erase(block.second.begin() +
                           static_cast<std::ptrdiff_t>(random() % block.second.size()));
        return;
      }
      PaletteCode& code = block.first[random() % block.first.size()];
      code = static_cast<PaletteCode>((code + 1 + random() % (palette - 1)) % palette);
    });
    if (!is_changed) continue;
    std::string complaint;
    try {
      complaint = Table::open(folder.file("wrong.ztb")).verify().failure.value_or("");
    } catch (const DamagedTable& damage) {
      complaint = damage.what();
    }
    EXPECT_NE(complaint, "") << "round " << round;
  }
}

TEST(ShrunkTable, OfOstleCannotHideChangedBytes) {
  const test::TemporaryFolder folder;
  solve(*make_game(test::spec_of(small_ostle[0])), folder.file("whole.ztb"), {});
  const Table whole = Table::open(folder.file("whole.ztb"));
  whole.shrink(folder.file("small.ztb"));
  const std::vector<PositionValue> all = all_of(whole);
  const std::string bytes = test::read_whole(folder.file("small.ztb"));
  for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 300) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x21);
    std::ofstream(folder.file("changed.ztb"), std::ios::binary) << changed;
    try {
      const Table table = Table::open(folder.file("changed.ztb"));
      for (std::size_t i = 0; i < all.size(); i += all.size() / 100)
        ASSERT_EQ(table.probe(all[i].position), all[i].value) << "byte " << at;
    } catch (const DamagedTable&) {
    }
  }
}

std::shared_ptr<const Game> narrow_variant() {
  return make_game({"variant", {{"name", "narrow"}, {"rules", test::narrow_chess}}});
}

// (With pawns on both sides, which can be taken en passant.)
EndgameChoice narrow_choice(Metric metric) {
  return {.materials = {"KRvKP", "KPvKP", "KPPvK"}, .metric = metric};
}

TEST(ShrunkTable, OfEndgamesAnswersAsTheWholeOne) {
  for (const Metric metric : {Metric::distance, Metric::outcome, Metric::zeroing}) {
    const test::TemporaryFolder folder;
    make_endgames(*narrow_variant(), folder.file("whole"), narrow_choice(metric));
    const Table whole = Table::open(folder.file("whole"));
    const ShrinkReport report = whole.shrink(folder.file("small"));
    EXPECT_GT(report.left_out, 0u);
    expect_same_answers(whole, Table::open(folder.file("small")));
    // More tables cannot be made from what is left.
    const std::string complaint = test::error_text<WrongFile>(
        [&] { make_endgames(*narrow_variant(), folder.file("small"), narrow_choice(metric)); });
    EXPECT_NE(complaint.find(" is shrunk: tables are made beside those that are not."),
              std::string::npos)
        << complaint;
  }
}

TEST(ShrunkTable, IsMadeAnewAfterAKillWithTheSameBytes) {
  const test::TemporaryFolder folder;
  solve(*make_game({"mnk", {}}), folder.file("whole.ztb"), {});
  const Table whole = Table::open(folder.file("whole.ztb"));
  whole.shrink(folder.file("one.ztb"));
  std::ofstream(folder.file("two.ztb.part")) << "what a killed run has left";
  whole.shrink(folder.file("two.ztb"));
  EXPECT_EQ(test::read_whole(folder.file("two.ztb")), test::read_whole(folder.file("one.ztb")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("two.ztb.part")));
}

TEST(ShrunkTable, AnyChangedByteIsNoticedOrDoesNotMatter) {
  const test::TemporaryFolder folder;
  solve(*make_game({"mnk", {}}), folder.file("whole.ztb"), {});
  const Table whole = Table::open(folder.file("whole.ztb"));
  whole.shrink(folder.file("small.ztb"));
  const std::vector<PositionValue> all = all_of(whole);
  const std::string bytes = test::read_whole(folder.file("small.ztb"));
  std::size_t noticed = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x11);
    std::ofstream(folder.file("changed.ztb"), std::ios::binary) << changed;
    try {
      const Table table = Table::open(folder.file("changed.ztb"));
      for (std::size_t i = 0; i < all.size(); i += 31)
        ASSERT_EQ(table.probe(all[i].position), all[i].value) << "byte " << at;
    } catch (const DamagedTable&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, bytes.size() / 14);
}

TEST(ShrunkTable, OfEndgamesThatLeavesBothSidesOutIsDamaged) {
  const test::TemporaryFolder folder;
  make_endgames(*narrow_variant(), folder.file("men"), {.men = 3});
  const std::string rook = folder.file("men") + "/KRvK.ztb";
  std::filesystem::copy_file(rook, folder.file("rook.ztb"));
  write_shrunk(TableFile(folder.file("rook.ztb")), {true, true}, "test", rook, {});
  EXPECT_THROW(all_of(Table::open(folder.file("men"))), DamagedTable);
}

// Values of a slice that is left out are checked as well: how many positions have each.
TEST(ShrunkTable, VerifyComparesWhatIsLeftOutWithTheCounts) {
  const test::TemporaryFolder folder;
  solve(*make_game({"mnk", {}}), folder.file("whole.ztb"), {});
  const Table whole = Table::open(folder.file("whole.ztb"));
  whole.shrink(folder.file("small.ztb"));
  const TableFile small(folder.file("small.ztb"));
  TableWriter writer(folder.file("wrong.ztb"), small.header());
  bool is_changed = false;
  for (std::size_t slice = 0; slice < small.slices().size(); ++slice) {
    SliceRecord record = small.slices()[slice];
    if (record.is_left_out && record.histogram.size() > 1 && !is_changed) {
      ++record.histogram.begin()->second;
      is_changed = true;
    }
    writer.begin_slice(record);
    for (std::uint64_t block = 0; block < record.blocks(); ++block)
      writer.append_block(small.encoded_block(slice, block), small.first_code(slice, block));
    writer.end_slice();
  }
  writer.finish();
  ASSERT_TRUE(is_changed);
  EXPECT_EQ(Table::open(folder.file("small.ztb")).verify().failure.value_or(""), "");
  EXPECT_NE(Table::open(folder.file("wrong.ztb")).verify().failure.value_or("").find("miscounts"),
            std::string::npos);
}

TEST(ShrunkTable, WithoutAnythingToLeaveOutIsTheSameFile) {
  const test::TemporaryFolder folder;
  solve(*make_game({"mnk", {}}), folder.file("whole.ztb"), {});
  const TableFile whole(folder.file("whole.ztb"));
  write_shrunk(whole, std::vector<bool>(whole.slices().size(), false), "another program",
               folder.file("same.ztb"), {});
  EXPECT_EQ(test::read_whole(folder.file("same.ztb")), test::read_whole(folder.file("whole.ztb")));
}

TEST(ShrunkTable, ReplacesNothingUnlessToldTo) {
  const test::TemporaryFolder folder;
  solve(*make_game({"mnk", {}}), folder.file("whole.ztb"), {});
  const Table whole = Table::open(folder.file("whole.ztb"));
  const std::string small = folder.file("small.ztb");
  std::ofstream(small) << "mine";
  EXPECT_EQ(test::error_text<WrongFile>([&] { whole.shrink(small); }),
            small + " is there already; --force replaces it.");
  EXPECT_EQ(test::read_whole(small), "mine");
  whole.shrink(small, {.force = true});
  EXPECT_GT(Table::open(small).info().shrunk_from, 0u);
  EXPECT_EQ(test::error_text<UsageError>([&] { whole.shrink(whole.info().path, {.force = true}); }),
            whole.info().path + " is the table that is shrunk; write to another one.");
}

TEST(ShrunkTable, OfEndgamesReplacesNothingButTables) {
  const test::TemporaryFolder folder;
  make_endgames(*narrow_variant(), folder.file("whole"), {.men = 3});
  const Table whole = Table::open(folder.file("whole"));
  const std::string small = folder.file("small");
  std::filesystem::create_directory(small);
  whole.shrink(small + "/");  // (An empty folder is taken.)
  EXPECT_EQ(test::error_text<WrongFile>([&] { whole.shrink(small); }),
            small + " is there already; --force replaces it.");
  whole.shrink(small, {.force = true});
  expect_same_answers(whole, Table::open(small));
  std::ofstream(small + "/notes.txt") << "mine";
  EXPECT_EQ(test::error_text<WrongFile>([&] { whole.shrink(small, {.force = true}); }),
            small + " is not a folder with nothing but endgame tables, so it is not replaced.");
  EXPECT_TRUE(std::filesystem::exists(small + "/notes.txt"));
  EXPECT_THROW(whole.shrink(folder.file("whole"), {.force = true}), UsageError);
}

TEST(ShrunkTable, ThatFailsLeavesNothing) {
  const test::TemporaryFolder folder;
  make_endgames(*narrow_variant(), folder.file("whole"), {.men = 3});
  const Table whole = Table::open(folder.file("whole"));
  std::string bytes = test::read_whole(folder.file("whole") + "/KRvK.ztb");
  bytes[bytes.size() / 3] = static_cast<char>(bytes[bytes.size() / 3] ^ 1);
  std::ofstream(folder.file("whole") + "/KRvK.ztb", std::ios::binary) << bytes;
  EXPECT_THROW(whole.shrink(folder.file("small")), DamagedTable);
  solve(*make_game({"mnk", {}}), folder.file("whole.ztb"), {});
  const Table file = Table::open(folder.file("whole.ztb"));
  EXPECT_THROW(file.shrink(folder.file("missing") + "/small.ztb"), FileError);
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder.file("")))
    left.push_back(entry.path().filename().string());
  std::ranges::sort(left);
  EXPECT_EQ(left, (std::vector<std::string>{"whole", "whole.ztb"}));
}

TEST(ShrunkTable, AnswersManyStatesAtOnce) {
  const test::TemporaryFolder folder;
  solve(*make_game({"connect", {{"columns", "4"}, {"rows", "4"}}}), folder.file("whole.ztb"), {});
  const Table whole = Table::open(folder.file("whole.ztb"));
  whole.shrink(folder.file("small.ztb"));
  const std::vector<PositionValue> all = all_of(whole);
  std::vector<std::string_view> texts;
  for (const PositionValue& p : all) texts.push_back(p.position);
  const auto answers = Table::open(folder.file("small.ztb")).probe_many(texts, 2);
  ASSERT_EQ(answers.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    ASSERT_EQ(answers[i].value, all[i].value) << texts[i];
}

TEST(ShrunkTable, OfEndgamesSaysWhichMaterialItLacks) {
  const test::TemporaryFolder folder;
  make_endgames(*narrow_variant(), folder.file("whole"), {.men = 3});
  Table::open(folder.file("whole")).shrink(folder.file("small"));
  const auto wins = [&](const Table& table) {
    for (const PositionValue& p : all_of(table)) table.probe(p.position);
  };
  wins(Table::open(folder.file("small")));
  std::filesystem::remove(folder.file("small") + "/KvK.ztb");
  std::filesystem::remove(folder.file("small") + "/KRvK.ztb");
  const std::string complaint =
      test::error_text<NotInTable>([&] { wins(Table::open(folder.file("small"))); });
  EXPECT_NE(complaint.find("There is no table for K"), std::string::npos) << complaint;
}

TEST(ShrunkTable, IsRefusedInOneSentence) {
  const test::TemporaryFolder folder;
  solve(*make_game({"othello", {{"columns", "4"}, {"rows", "4"}}}), folder.file("othello.ztb"), {});
  EXPECT_EQ(test::error_text<WrongFile>(
                [&] { Table::open(folder.file("othello.ztb")).shrink(folder.file("no.ztb")); }),
            folder.file("othello.ztb") +
                " cannot be shrunk: in its kind of table no part follows from another.");
  solve(*make_game({"mnk", {}}), folder.file("mnk.ztb"), {});
  Table::open(folder.file("mnk.ztb")).shrink(folder.file("small.ztb"));
  EXPECT_EQ(test::error_text<WrongFile>(
                [&] { Table::open(folder.file("small.ztb")).shrink(folder.file("no.ztb")); }),
            folder.file("small.ztb") + " is shrunk already.");
  EXPECT_EQ(test::error_text<UsageError>([&] {
              Table::open(folder.file("mnk.ztb")).shrink(folder.file("no.ztb"), {.lookups = 0});
            }),
            "A probe of a shrunk table looks up 1 to 64 positions, and not 0.");
  EXPECT_FALSE(std::filesystem::exists(folder.file("no.ztb")));
}

}  // namespace
}  // namespace zermelo
