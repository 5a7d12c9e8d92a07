// SPDX-License-Identifier: MIT
#include "tablebase/lists/list_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/piece_position.h"
#include "tablebase/lists/list_writer.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/random_pieces.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct List {
  ListHeader header;
  std::vector<ListSlice> slices;
  std::vector<PositionRecord> records;
  std::vector<PieceRecord> pieces = {};  // as many, or none

  std::string text(std::size_t n) const {
    return position_text(records[n], header.board, pieces_at(pieces, n));
  }
};

std::string written(const List& list, ExportFormat format) {
  const test::TemporaryFolder folder;
  ListWriter writer(folder.file("list"), format, list.header);
  std::size_t begin = 0;
  for (const ListSlice& slice : list.slices) {
    writer.begin_slice(slice.name);
    std::span<const PieceRecord> pieces = list.pieces;
    if (!pieces.empty()) pieces = pieces.subspan(begin, slice.positions);
    writer.add({list.records.data() + begin, slice.positions}, pieces);
    begin += slice.positions;
  }
  writer.finish();
  return test::read_whole(folder.file("list"));
}

List random_list(std::mt19937_64& random) {
  const int columns = 1 + static_cast<int>(random() % 8), rows = 1 + static_cast<int>(random() % 8);
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - columns * rows);
  List list;
  list.header.game = {"game", {{"a", std::to_string(random())}}};
  list.header.kind = random() % 2 == 0 ? ListHeader::Kind::table : ListHeader::Kind::strategy;
  const bool is_strategy = list.header.kind == ListHeader::Kind::strategy;
  list.header.metric = is_strategy ? Metric::distance : static_cast<Metric>(random() % 3);
  list.header.board = {columns, rows, random() % 2 == 0};
  for (std::uint64_t slices = random() % 4; slices > 0; --slices) {
    list.slices.push_back({"slice " + std::to_string(slices), random() % 300});
    for (std::uint64_t n = 0; n < list.slices.back().positions; ++n) {
      const std::uint64_t colours = random();
      const int hole = static_cast<int>(random() % static_cast<std::uint64_t>(columns * rows));
      std::uint64_t taken = random() & all;
      if (list.header.board.has_hole) taken &= ~(std::uint64_t{1} << hole);
      auto value = static_cast<std::int16_t>(random() % 65535 - 32767);
      if (is_strategy) value = static_cast<std::int16_t>(value < 0 ? -value : value);
      if (list.header.metric == Metric::outcome)
        value = static_cast<std::int16_t>(value > 0 ? 1 : value < 0 ? -1 : 0);
      list.records.push_back({.black = taken & colours,
                              .white = taken & ~colours,
                              .value = Value::from_raw(value),
                              .white_to_move = random() % 2 == 0});
      if (list.header.board.has_hole) list.records.back().hole = static_cast<std::uint8_t>(hole);
    }
  }
  return list;
}

void add(List& list, const PiecePosition& p, Value value) {
  list.records.push_back(
      {.black = p.black, .white = p.white, .value = value, .white_to_move = p.white_to_move});
  list.pieces.push_back({p.kinds, p.hands});
}

// With kinds of pieces, and some in hand.
List random_list_of_pieces(std::mt19937_64& random) {
  const PieceSet set = test::random_set(random);
  List list{.header = {.game = {"game", {}}, .board = {set.columns(), set.rows(), false, set}},
            .slices = {{"slice", 200}},
            .records = {}};
  while (list.records.size() < 200) {
    const auto value = static_cast<std::int16_t>(random() % 65535 - 32767);
    add(list, test::random_pieces(set, random), Value::from_raw(value));
  }
  return list;
}

std::vector<ListEntry> entries_in(ListReader& reader) {
  std::vector<ListEntry> all, block;
  while (reader.next(block)) {
    EXPECT_FALSE(block.empty());
    all.insert(all.end(), block.begin(), block.end());
  }
  return all;
}

void read_all(const std::string& bytes) { entries_in(*read_list(as_bytes(bytes))); }
std::string complaint(const std::string& bytes) {
  return test::error_text<SyntaxError>([&] { read_all(bytes); });
}

TEST(ListReader, ReadsWhatIsWritten) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    const List list = i % 3 == 0 ? random_list_of_pieces(random) : random_list(random);
    for (const ExportFormat format : {ExportFormat::binary, ExportFormat::text}) {
      const std::string bytes = written(list, format);
      const auto reader = read_list(as_bytes(bytes));
      ASSERT_EQ(reader->header(), list.header);
      const std::vector<ListEntry> entries = entries_in(*reader);
      EXPECT_EQ(reader->slices(), list.slices);
      ASSERT_EQ(entries.size(), list.records.size());
      for (std::size_t n = 0; n < entries.size(); ++n) {
        ASSERT_EQ(entries[n].position, list.text(n));
        ASSERT_EQ(entries[n].value, list.records[n].value);
      }
    }
  }
}

// Two slices of two and one positions.
const List small = {.header = {.game = {"mnk", {}}, .board = {3, 2, false}},
                    .slices = {{"first", 2}, {"last", 1}},
                    .records = {{.black = 1, .white = 32, .value = Value::win(3)},
                                {.black = 16, .value = Value::loss(2)},
                                {.value = Value::draw()}}};

TEST(ListReader, SaysWhereAnEntryIs) {
  const std::string binary = written(small, ExportFormat::binary),
                    text = written(small, ExportFormat::text);
  const auto last = [](const std::string& bytes) {
    const auto reader = read_list(as_bytes(bytes));
    return reader->place_text(entries_in(*reader).back());
  };
  EXPECT_EQ(last(binary), "Record 3");
  EXPECT_EQ(last(text), "Line 6");
}

TEST(ListReader, NoticesEveryTruncation) {
  for (const ExportFormat format : {ExportFormat::binary, ExportFormat::text}) {
    const std::string bytes = written(small, format);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_THROW(read_all(bytes.substr(0, size)), SyntaxError) << size;
    EXPECT_THROW(read_all(bytes + "more"), SyntaxError);
    EXPECT_THROW(read_all(bytes + bytes), SyntaxError);
  }
}

TEST(ListReader, RefusesWhatIsNoList) {
  const std::string sentence = "This is not a list of positions, in binary form or as text.";
  EXPECT_EQ(complaint(""), sentence);
  EXPECT_EQ(complaint("position,value,plies\n"), sentence);
  EXPECT_EQ(complaint("ZPOSLISt" + std::string(100, '\0')), sentence);
}

TEST(ListReader, RefusesAnotherVersion) {
  std::string bytes = written(small, ExportFormat::binary);
  bytes[8] = 2;
  EXPECT_EQ(complaint(bytes), "The list has version 2; this program reads version 1.");
  std::string text = written(small, ExportFormat::text);
  text[20] = '2';
  EXPECT_THROW(read_all(text), SyntaxError);
}

TEST(ListReader, RefusesHostileNumbers) {
  const std::string bytes = written(small, ExportFormat::binary);
  const auto with = [&](std::size_t at, std::uint64_t number, std::size_t size) {
    std::string changed = bytes;
    std::memcpy(changed.data() + at, &number, size);
    return changed;
  };
  for (const std::uint64_t length : {0ull, 1ull, 64ull, 0x7fffffffull, 0xffffffffull})
    EXPECT_THROW(read_all(with(12, length, 4)), SyntaxError) << length;
  const std::size_t end = bytes.size() - list_end_bytes;
  for (const std::uint64_t length : {0ull, 1ull, 20ull, 0xffffffffull})
    EXPECT_THROW(read_all(with(end, length, 4)), SyntaxError) << length;
  for (const std::uint64_t positions : {0ull, 2ull, 4ull, ~0ull, ~0ull / 20, 0x8000000000000003ull})
    EXPECT_EQ(complaint(with(end + 4, positions, 8)),
              "The list does not have as many records as it says.");
}

TEST(ListReader, RefusesRecordsThatAreNotPositions) {
  const std::string bytes = written(small, ExportFormat::binary);
  const std::size_t footer = bytes.find("{\"positions\"");
  const std::size_t first = footer - 3 * list_record_bytes;
  const auto changed = [&](std::size_t at, char to) {
    std::string other = bytes;
    other[first + at] = to;
    return other;
  };
  EXPECT_EQ(complaint(changed(18, 2)), "Record 1 of the list is not a position.");  // the side
  EXPECT_EQ(complaint(changed(19, 0)), "Record 1 of the list is not a position.");  // a hole
  EXPECT_EQ(complaint(changed(0, 33)), "Record 1 of the list is not a position.");  // two pieces
  EXPECT_EQ(complaint(changed(27, 1)), "Record 2 of the list is not a position.");  // off the board
  read_all(changed(16, 5));
}

TEST(ListReader, RefusesPiecesThatNoGameHas) {
  const PieceSet set(2, 1, {{"lion", 'L'}, {"chick", 'C', true}});
  List list = {.header = {.game = {"game", {}}, .board = {2, 1, false, set}},
               .slices = {{"slice", 1}},
               .records = {}};
  add(list, parse_position("lC[c] b", set), Value::draw());
  const std::string bytes = written(list, ExportFormat::binary);
  const std::size_t record = bytes.find("{\"positions\"") - record_bytes(list.header.board);
  const auto changed = [&](std::size_t at, char to) {
    std::string other = bytes;
    other[record + at] = to;
    return other;
  };
  read_all(bytes);
  EXPECT_EQ(complaint(changed(28, 1)), "Record 1 of the list is not a position.");  // a third kind
  EXPECT_EQ(complaint(changed(20, 4)),
            "Record 1 of the list is not a position.");  // no piece there
  EXPECT_EQ(complaint(changed(44, 1)),
            "Record 1 of the list is not a position.");  // a lion in hand

  const std::string text = written(list, ExportFormat::text);
  const auto replaced = [&](const std::string& from, const std::string& to) {
    return std::string(text).replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(complaint(replaced("\"record\":\"pieces\"", "\"record\":\"men\"")),
            "The header of the list has a 'record' that is not ostle, grid or pieces.");
  EXPECT_EQ(complaint(replaced("\"letter\":\"C\"", "\"letter\":\"L\"")),
            "The header of the list has pieces that no game has: lion and chick both have the "
            "letter L.");
  EXPECT_EQ(complaint(replaced("\"in_hand\":true", "\"in_hand\":1")),
            "The header of the list has 'pieces' without a name, a letter or an 'in_hand'.");
  EXPECT_EQ(complaint(replaced("\"squares\":[0,1]", "\"squares\":[0,2]")),
            "The header of the list has 'squares' that are not on the board.");
  EXPECT_EQ(complaint(replaced("\"squares\":[0,1]", "\"squares\":3")),
            "The header of the list has 'squares' that are not a list.");
}

TEST(ListReader, RefusesLinesThatAreNotEntries) {
  const std::string text = written(small, ExportFormat::text);
  const auto replaced = [&](const std::string& from, const std::string& to) {
    return std::string(text).replace(text.find(from), from.size(), to);
  };
  const std::string no_entry = "Line 3 of the list is not a position, a tab and a value.";
  for (const std::string bad :
       {"win in 0", "win in 32767", "win in 32768", "win in -3", "win in 3 ", "win by 3", "win",
        "rank 3", "", "win in 99999999999999999999"}) {
    EXPECT_EQ(complaint(replaced("win in 3", bad)), no_entry) << bad;
  }
  EXPECT_EQ(complaint(replaced("\twin", " win")), no_entry);
  EXPECT_EQ(complaint(replaced("# slice first\n", "")),
            "Line 2 of the list is a position that belongs to no slice.");
  EXPECT_EQ(complaint(replaced("# slice last", "# a remark")),
            "Line 5 of the list is neither a position nor the name of a slice.");
  EXPECT_EQ(complaint(replaced("# end 3", "# end 4")),
            "The list does not have as many positions as it says.");
  EXPECT_EQ(complaint(replaced("# end 3\n", "")), "The list is cut short.");
  EXPECT_EQ(complaint(text + "\n"), "Line 7 of the list is the end of the list, and more follows.");
}

// Whatever is changed, it is refused or read to its end.
TEST(ListReader, SurvivesChangedBytes) {
  std::mt19937_64 random(7);
  for (const ExportFormat format : {ExportFormat::binary, ExportFormat::text}) {
    const std::string bytes = written(small, format);
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
      std::string changed = bytes;
      for (std::uint64_t n = 1 + random() % 3; n > 0; --n)
        changed[random() % changed.size()] = static_cast<char>(random());
      try {
        read_all(changed);
      } catch (const SyntaxError&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, 1000);
  }
}

}  // namespace
}  // namespace zermelo
