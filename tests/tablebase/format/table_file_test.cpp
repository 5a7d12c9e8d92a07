// SPDX-License-Identifier: MIT
// A table that is damaged in any way is refused: when it is opened, or when it is verified.
#include "tablebase/format/table_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "probe/table.h"
#include "probe/table_reader.h"
#include "probe/unknown_game.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/resealed_table.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

class TableFiles : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
  const std::string whole = test::solve_into(path);

  // What is wrong with these bytes, found by opening and verifying them.
  std::optional<std::string> defect(const std::string& bytes) const {
    const std::string damaged = folder.file("damaged.ztb");
    test::write_whole(damaged, bytes);
    try {
      const Table table = Table::open(damaged);
      return table.verify({.threads = 1}).failure;
    } catch (const DamagedTable& error) {
      return error.what();
    }
  }

  std::string opening_error(const std::string& file) const {
    return test::error_text<DamagedTable>([&] { Table::open(file); });
  }
  std::string reading_error(const std::string& file) const {
    return test::error_text<FileError>([&] { Table::open(file); });
  }
};

TEST_F(TableFiles, AWholeOneIsRight) {
  EXPECT_EQ(defect(whole), std::nullopt);
  const TableFile file(path);
  EXPECT_EQ(file.bytes(), whole.size());
  EXPECT_EQ(file.path(), path);
  EXPECT_EQ(file.header().game, make_game(test::spec_of(test::smallest_game))->spec());
  EXPECT_EQ(file.header().metric, "distance");
  EXPECT_EQ(file.header().creator, creator());
  EXPECT_NO_THROW(file.check_whole());
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  EXPECT_FALSE(std::filesystem::exists(path + ".checkpoint"));
}

TEST_F(TableFiles, CutShortAnywhereIsRefusedAtOnce) {
  const std::string cut = folder.file("cut.ztb");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    test::write_whole(cut, whole.substr(0, size));
    ASSERT_THROW(Table::open(cut), DamagedTable) << size;
  }
}

TEST_F(TableFiles, MoreBytesAreRefused) {
  EXPECT_NE(defect(whole + '\0'), std::nullopt);
  EXPECT_NE(defect(whole + whole), std::nullopt);
  EXPECT_NE(defect('\0' + whole), std::nullopt);
}

// Every bit of a tiny table, and some bits of every byte of a larger one.
TEST_F(TableFiles, EveryFlippedBitIsFound) {
  const std::string damaged = folder.file("damaged.ztb");
  const std::string tiny = test::solve_into(folder.file("tiny.ztb"), {3, 2, 1, 4, false});
  for (const auto& [table, stride] : {std::pair(tiny, 1), std::pair(whole, 7)}) {
    for (std::size_t bit = 0; bit < 8 * table.size(); bit += static_cast<std::size_t>(stride)) {
      std::string bytes = table;
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
      const auto found = defect(bytes);
      ASSERT_TRUE(found) << "bit " << bit;
      ASSERT_NE(found->find(damaged), std::string::npos) << *found << " does not name the file";
    }
  }
}

// A probe of a damaged table says so or gives the right value: never a wrong one.
TEST_F(TableFiles, ProbesOfDamagedTablesNeverLie) {
  const Table right = Table::open(path);
  std::vector<std::string> positions;
  for (std::size_t i = 0; i < right.info().slices.size(); ++i) {
    for (std::uint64_t index = 0; index < right.indices(i); index += 37) {
      if (const auto p = right.position_at({i, index})) positions.push_back(*p);
    }
  }
  ASSERT_GT(positions.size(), 20u);
  std::mt19937 random(21);
  const std::string damaged = folder.file("damaged.ztb");
  int refused = 0, answered = 0;
  for (int i = 0; i < 400; ++i) {
    std::string bytes = whole;
    const std::size_t at = random() % bytes.size();
    bytes[at] = static_cast<char>(bytes[at] ^ (1 + random() % 255));
    test::write_whole(damaged, bytes);
    try {
      const Table table = Table::open(damaged);
      for (const std::string& p : positions) {
        ASSERT_EQ(table.probe(p), right.probe(p)) << "byte " << at;
        ++answered;
      }
    } catch (const DamagedTable&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(answered, 0);
}

// Larger, so that a slice has several blocks.
struct LargerTable {
  explicit LargerTable(const std::string& path, const test::SmallGame& game = {4, 2, 1, 4, false})
      : path(path), bytes(test::solve_into(path, game)) {
    const TableFile file(path);
    while (slice < file.slices().size() && file.slices()[slice].blocks() < 3) ++slice;
    if (slice < file.slices().size()) directory = file.slices()[slice].directory;
  }
  std::string path, bytes;
  std::size_t slice = 0, directory = 0;
};

TEST_F(TableFiles, SwappedBlocksAreFound) {
  LargerTable larger(folder.file("larger.ztb"));
  ASSERT_GT(larger.directory, 0u);
  // The directory's entries for the first two blocks, exchanged with their ends: block 0 then
  // reads what block 1 holds. Nothing else has been corrected: the directory's own checksum shows
  // it.
  std::string& bytes = larger.bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes[larger.directory + i] = bytes[larger.directory + 8 + i];
  for (std::size_t i = 0; i < 8; ++i)
    bytes[larger.directory + 8 + i] = bytes[larger.directory + 16 + i];
  test::write_whole(larger.path, bytes);
  BlockCodec codec;
  BlockContents contents;
  for (const std::uint64_t block : {std::uint64_t{0}, std::uint64_t{2}}) {
    EXPECT_EQ(test::error_text<DamagedTable>(
                  [&] { TableFile(larger.path).read_block(codec, larger.slice, block, contents); }),
              larger.path + " is damaged: the checksum of a slice's directory is wrong.");
  }
  // In an older table, or one whose writer has made it so, the checksums of the blocks do.
  test::write_whole(larger.path, test::without_directory_checksums(bytes));
  EXPECT_THROW(TableFile(larger.path).read_block(codec, larger.slice, 0, contents), DamagedTable);
  EXPECT_NO_THROW(TableFile(larger.path).read_block(codec, larger.slice, 2, contents));
  EXPECT_THROW(Table::open(larger.path).verify({.threads = 1}), DamagedTable);
}

// A fault in one slice does not keep the others from being read.
TEST_F(TableFiles, OnlyTheSliceThatIsAskedForIsLookedAt) {
  LargerTable larger(folder.file("larger.ztb"), {4, 3, 1, 6, false});
  ASSERT_GT(larger.directory, 0u);
  larger.bytes[larger.directory + 7] ^= 1;
  test::write_whole(larger.path, larger.bytes);
  const TableFile file(larger.path);
  BlockCodec codec;
  BlockContents contents;
  int read = 0;
  for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
    if (slice == larger.slice || file.slices()[slice].blocks() == 0) continue;
    EXPECT_NO_THROW(file.read_block(codec, slice, 0, contents)) << slice;
    ++read;
  }
  EXPECT_GT(read, 0);
  for (int again = 0; again < 2; ++again)
    EXPECT_THROW(file.read_block(codec, larger.slice, 0, contents), DamagedTable);
}

TEST_F(TableFiles, OlderOnesHaveNoChecksumsOfDirectoriesAndSayThat) {
  EXPECT_TRUE(TableFile(path).has_directory_checksums());
  EXPECT_TRUE(Table::open(path).info().has_directory_checksums);
  const std::string old = folder.file("old.ztb");
  test::write_whole(old, test::without_directory_checksums(whole));
  EXPECT_FALSE(TableFile(old).has_directory_checksums());
  const Table table = Table::open(old);
  EXPECT_FALSE(table.info().has_directory_checksums);
  EXPECT_EQ(table.verify({.threads = 1}).failure, std::nullopt);
  const std::string start = table.start();
  EXPECT_EQ(table.probe(start), Table::open(path).probe(start));
}

TEST_F(TableFiles, SlicesThatLieInEachOtherAreRefused) {
  const std::string other = folder.file("other.ztb");
  ASSERT_GT(TableFile(path).slices().size(), 1u);
  test::write_whole(other, test::resealed(whole, [](nlohmann::json& trailer) {
                      trailer["slices"][1]["directory"] = trailer["slices"][0]["directory"];
                    }));
  EXPECT_EQ(opening_error(other),
            other + " is damaged: a slice's directory lies outside the file.");
}

TEST_F(TableFiles, OtherVersionsAndFilesAreToldApart) {
  // The version follows the eight bytes that say what the file is.
  std::string newer = whole;
  newer[8] = static_cast<char>(table_format_version + 1);
  const std::string other = folder.file("other.ztb");
  test::write_whole(other, newer);
  EXPECT_EQ(opening_error(other),
            other + " has table format " + std::to_string(table_format_version + 1) +
                "; this program reads formats 1 to " + std::to_string(table_format_version) + ".");
  for (const std::string& foreign : {std::string(), std::string("ZERMELO"), std::string("\x89PNG"),
                                     std::string(5000, 'x'), std::string(5000, '\0')}) {
    test::write_whole(other, foreign);
    EXPECT_EQ(opening_error(other), other + " is not a Zermelo table.");
  }
  test::write_whole(other, whole.substr(0, 8));
  EXPECT_EQ(opening_error(other), other + " is damaged: it is cut short.");
}

TEST_F(TableFiles, WhatIsNoFileIsToldApart) {
  const std::string missing = folder.file("missing.ztb");
  EXPECT_EQ(reading_error(missing), "Cannot read " + missing + ": No such file or directory.");
  const std::string directory = folder.file("directory");
  std::filesystem::create_directory(directory);
  EXPECT_EQ(reading_error(directory), directory +
                                          " is not a folder of endgame tables: there is no "
                                          "tablebase.json in it.");
  EXPECT_EQ(reading_error("/dev/null"), "Cannot read /dev/null: it is not a regular file.");
  EXPECT_EQ(reading_error(path + "/x"), "Cannot read " + path + "/x: Not a directory.");
}

// A table of one game does not pass for one of another: the slices differ, or the game is unknown.
TEST_F(TableFiles, HeadersThatDoNotFitAreRefused) {
  const TableFile file(path);
  const std::string other = folder.file("other.ztb");
  const auto write_with = [&](const GameSpec& game) {
    TableHeader header = file.header();
    header.game = game;
    TableWriter(other, header).finish();
  };
  write_with(file.header().game);
  EXPECT_EQ(opening_error(other), other + " is damaged: its slices are not those of its game.");
  for (const GameSpec& unknown : {GameSpec{"chess", {}}, GameSpec{"ostle", {{"size", "99"}}}}) {
    write_with(unknown);
    EXPECT_NE(test::error_text<UnknownGame>([&] {
                Table::open(other);
              }).find("holds a game that this program does not know"),
              std::string::npos);
  }
}

TEST_F(TableFiles, AnotherGameDoesNotOpenATable) {
  const auto rules = make_game(test::spec_of({3, 3, 2, 6, false}));
  const auto file = std::make_shared<const TableFile>(path);
  for (const auto& kind : rules->kinds()) EXPECT_EQ(kind->open(file), nullptr) << kind->metric();
  const auto its_own = make_game(test::spec_of(test::smallest_game));
  EXPECT_NE(its_own->kind("distance")->open(file), nullptr);
  EXPECT_EQ(its_own->kind("reach")->open(file), nullptr);
}

// (A comment in the rules, say.)
TEST_F(TableFiles, RulesThatAreNoTextAreRefused) {
  const TableHeader header{{"bddl", {{"domain", "% caf\xe9\n"}}}, "distance", "test"};
  EXPECT_EQ(test::error_text<UsageError>([&] { TableWriter(folder.file("new.ztb"), header); }),
            "A table describes its game in UTF-8, but the rules of this game are not UTF-8.");
}

TEST_F(TableFiles, WritersGoOnWhereTheyWereSaved) {
  const TableFile file(path);
  const std::string other = folder.file("other.ztb");
  const std::vector<std::byte> block(100, std::byte{7});
  const auto record = [](const char* name) {
    return SliceRecord{.name = name, .indices = 1, .positions = 1, .members = 1, .palette = {{}}};
  };
  TableWriter::State state;
  {
    TableWriter writer(other, file.header());
    writer.begin_slice(record("first"));
    writer.append_block(block);
    writer.end_slice();
    state = writer.save();
    writer.begin_slice(record("lost"));
    writer.append_block(block);  // a crash follows
  }
  EXPECT_FALSE(std::filesystem::exists(other));
  const auto finish = [&](TableWriter& writer) {
    writer.begin_slice(record("second"));
    writer.append_block(block);
    writer.end_slice();
    writer.finish();
  };
  {
    TableWriter writer(other, file.header(), state);
    finish(writer);
  }
  const std::string resumed = test::read_whole(other);
  EXPECT_FALSE(std::filesystem::exists(TableWriter::part_path(other)));
  EXPECT_NO_THROW(TableFile(other).check_whole());
  {
    TableWriter writer(other, file.header());
    writer.begin_slice(record("first"));
    writer.append_block(block);
    writer.end_slice();
    finish(writer);
  }
  EXPECT_TRUE(test::read_whole(other) == resumed);

  // A byte of what was written has changed since.
  const std::string part = resumed.substr(0, state.length);
  std::string changed = part;
  changed.back() ^= 1;
  test::write_whole(TableWriter::part_path(other), changed);
  EXPECT_EQ(test::error_text<DamagedTable>([&] { TableWriter(other, file.header(), state); }),
            TableWriter::part_path(other) +
                " is damaged: its checksum is not that of the checkpoint; remove the checkpoint to "
                "start again from the beginning.");
  EXPECT_EQ(test::read_whole(TableWriter::part_path(other)), changed);
  test::write_whole(TableWriter::part_path(other), part + "more");
  EXPECT_NO_THROW(TableWriter(other, file.header(), state));

  test::write_whole(TableWriter::part_path(other), "short");
  EXPECT_THROW(TableWriter(other, file.header(), state), DamagedTable);
  test::write_whole(TableWriter::part_path(other), std::string(state.length, 'x'));
  EXPECT_THROW(TableWriter(other, file.header(), state), DamagedTable);
}

TEST(SliceRecord, ChecksThatWhatItListsAscendsAsItIsStored) {
  SliceRecord record;
  EXPECT_TRUE(record.check());
  record.palette = {Value::loss(4), Value::loss(2), Value::draw(), Value::win(1), Value::win(3)};
  EXPECT_TRUE(record.check());
  std::swap(record.palette[0], record.palette[1]);
  EXPECT_FALSE(record.check()) << "in order of preference, not of storing";
  record.palette = {Value::draw(), Value::draw()};
  EXPECT_FALSE(record.check());
  record.palette.clear();
  record.arrivals = {{-1, -1, -1}, {0, 0, 0}, {1, 3, 1}};
  EXPECT_TRUE(record.check());
  record.palette = {Value::draw()};
  EXPECT_FALSE(record.check()) << "values and arrivals";
}

}  // namespace
}  // namespace zermelo
