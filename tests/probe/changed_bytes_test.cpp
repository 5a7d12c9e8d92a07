// SPDX-License-Identifier: MIT
// A thousand changed bytes in every kind of table: a probe compares whatever it reads with a
// checksum first, so that it gives the right answer or reports that the table is damaged.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tablebase/format/slice_directory.h"
#include "tablebase/format/table_file.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/resealed_table.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct TableCase {
  std::string name;
  GameSpec game;
  std::string metric;
};
void PrintTo(const TableCase& c, std::ostream* out) { *out << c.name; }

std::vector<TableCase> table_cases() {
  const auto sized = [](const char* game, const char* columns, const char* rows) {
    return GameSpec{game, {{"columns", columns}, {"rows", rows}}};
  };
  return {{"Indexed", test::spec_of(test::smallest_game), "distance"},
          {"Distances", test::spec_of(test::smallest_game), "reach"},
          {"DistancesByAllMoves", test::spec_of(test::smallest_game), "reach-all-moves"},
          {"Codes", sized("breakthrough", "3", "5"), "distance"},
          {"CodesOfNotakto", sized("notakto", "4", "3"), "distance"},
          {"CodesWithScores", sized("othello", "4", "4"), "score"},
          {"Stones", {"mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}}, "distance"},
          {"StonesOfConnectFour", sized("connect", "4", "4"), "distance"},
          {"Ranked", {"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}}, "outcome"}};
}

// A byte of an open file, changed as long as the object lives, without a new file in its place.
class ChangedByte {
 public:
  ChangedByte(int file, std::size_t at, char from, char to) : file_(file), at_(at), from_(from) {
    put(to);
  }
  ChangedByte(const ChangedByte&) = delete;
  ChangedByte& operator=(const ChangedByte&) = delete;
  ~ChangedByte() { put(from_); }

 private:
  void put(char byte) const {
    if (::pwrite(file_, &byte, 1, static_cast<off_t>(at_)) != 1)
      ADD_FAILURE() << "the byte cannot be written";
  }
  int file_;
  std::size_t at_;
  char from_;
};

class ChangedBytes : public testing::TestWithParam<TableCase> {
 protected:
  static constexpr int changes = 1000;

  void SetUp() override {
    const auto game = make_game(GetParam().game);
    const TableKind* const kind = game->kind(GetParam().metric);
    ASSERT_NE(kind, nullptr);
    kind->solve(path, {.threads = 1});
    bytes = test::read_whole(path);
    const Table table = Table::open(path);
    for (const std::string& position : positions_of(table))
      questions.emplace_back(position, answer(table, position));
    ASSERT_GT(questions.size(), 20u);
    file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(file_, 0);
  }
  void TearDown() override {
    if (file_ >= 0) ::close(file_);
  }

  static int answer(const Table& table, const std::string& position) {
    if (!table.holds_distances()) return table.probe(position).raw();
    return table.distance(position).value_or(-1);
  }
  static std::vector<std::string> positions_of(const Table& table) {
    if (!table.holds_distances()) return table.sample(60, 7);
    std::vector<std::string> found;
    for (std::size_t slice = 0; slice < table.info().slices.size(); ++slice) {
      for (std::uint64_t index = 0; index < table.indices(slice); index += 41) {
        if (const auto p = table.position_at({slice, index})) found.push_back(*p);
      }
    }
    return found;
  }

  // Anywhere; in a directory; or in the descriptions at both ends.
  std::size_t place(int number) {
    const auto among = [&](std::size_t begin, std::size_t end) {
      return begin + random() % (end - begin);
    };
    if (number % 4 == 1) {
      const TableFile table(path);
      const SliceRecord& slice = table.slices()[random() % table.slices().size()];
      return among(slice.directory,
                   slice.directory +
                       SliceDirectory::bytes_of(slice.blocks(), table.header().has_first_codes()));
    }
    if (number % 4 == 2) {
      const std::size_t trailer = test::number_at(bytes, bytes.size() - test::table_footer_bytes);
      return number % 8 == 2 ? among(0, 200) : among(trailer, bytes.size());
    }
    return among(0, bytes.size());
  }

  // Makes every query of an open table twice.
  void ask_all(const Table& table, std::size_t at) {
    for (int round = 0; round < 2; ++round) {
      for (const auto& [position, right] : questions) {
        try {
          ASSERT_EQ(answer(table, position), right) << position << ", byte " << at;
          ++right_answers;
        } catch (const DamagedTable& defect) {
          ++refusals;
          ASSERT_NE(std::string(defect.what()).find(path), std::string::npos) << defect.what();
        }
      }
    }
  }

  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
  std::string bytes;
  std::vector<std::pair<std::string, int>> questions;
  std::mt19937_64 random{34};
  int file_ = -1;
  int right_answers = 0, refusals = 0, refused_at_once = 0;
};

TEST_P(ChangedBytes, NeverGiveAWrongAnswer) {
  for (int i = 0; i < changes; ++i) {
    const std::size_t at = place(i);
    const char to = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
    // Every third change happens while the table is open and has answered a few queries.
    std::optional<Table> open;
    if (i % 3 == 0) {
      open = Table::open(path);
      for (std::size_t q = 0; q < 3; ++q)
        ASSERT_EQ(answer(*open, questions[q].first), questions[q].second);
    }
    const ChangedByte changed(file_, at, bytes[at], to);
    try {
      if (!open) open = Table::open(path);
    } catch (const DamagedTable&) {
      ++refused_at_once;
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(ask_all(*open, at));
  }
  EXPECT_GT(right_answers, 0);
  EXPECT_GT(refusals, 0);
  EXPECT_GT(refused_at_once, 0);
  EXPECT_TRUE(test::read_whole(path) == bytes);
}

INSTANTIATE_TEST_SUITE_P(EveryKind, ChangedBytes, testing::ValuesIn(table_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace zermelo
