// SPDX-License-Identifier: MIT
#include "kinds/export_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "kinds/table_list.h"
#include "tablebase/lists/list_reader.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct Exported {
  const char* name;
  const char* metric;
  GameSpec spec;
};
std::ostream& operator<<(std::ostream& out, const Exported& e) {
  return out << e.name << '_' << e.metric;
}

class ExportOfEveryKind : public testing::TestWithParam<Exported> {
 protected:
  void SetUp() override { make_game(GetParam().spec)->kind(GetParam().metric)->solve(path_, {}); }

  Table open() const { return Table::open(path_); }
  // The list's bytes.
  std::string list(ExportFormat format, ExportOptions options = {}) const {
    options.format = format;
    options.force = true;
    const ExportReport report = export_table(open(), list_, options);
    std::string bytes = test::read_whole(list_);
    EXPECT_EQ(report.bytes, bytes.size());
    return bytes;
  }
  static std::vector<ListEntry> entries_in(const std::string& bytes) {
    std::vector<ListEntry> all, block;
    for (const auto reader = read_list(as_bytes(bytes)); reader->next(block);)
      all.insert(all.end(), block.begin(), block.end());
    return all;
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("table.ztb"), list_ = folder_.file("list");
};

TEST_P(ExportOfEveryKind, ListsEveryPositionWithItsValue) {
  const Table table = open();
  const std::string bytes = list(ExportFormat::binary);
  const auto reader = read_list(as_bytes(bytes));
  EXPECT_EQ(reader->header(), table_list_header(table));
  std::set<std::string> texts;
  for (const ListEntry& entry : entries_in(bytes)) {
    ASSERT_TRUE(texts.insert(entry.position).second) << entry.position << " comes twice";
    ASSERT_EQ(table.canonical(entry.position), entry.position);
    ASSERT_EQ(table.probe(entry.position), entry.value) << entry.position;
  }
  EXPECT_EQ(texts.size(), table.info().positions);
  // Each slice has as many as the table says.
  std::map<std::string, std::uint64_t> listed;
  for (const ListSlice& slice : reader->slices()) listed[slice.name] += slice.positions;
  for (const TableSlice& slice : table.info().slices)
    EXPECT_EQ(listed[slice.name], slice.positions) << slice.name;
}

// The position without the move that is forbidden in it.
std::string position_of_state(const std::string& state) {
  return state.substr(0, state.find(' ') + 2);
}

// Nothing is missing that a checker would look for.
TEST_P(ExportOfEveryKind, ListsWhatEveryMoveLeadsTo) {
  const Table table = open();
  std::set<std::string> texts;
  for (const ListEntry& entry : entries_in(list(ExportFormat::binary)))
    texts.insert(entry.position);
  ASSERT_TRUE(texts.contains(table.canonical(table.start())));
  for (const std::string& position : texts) {
    for (const LegalMove& move : table.game().moves(position)) {
      if (move.ending) continue;
      const std::string next = table.canonical(position_of_state(move.result));
      ASSERT_TRUE(texts.contains(next)) << position << " " << move.move << " " << next;
    }
  }
}

TEST_P(ExportOfEveryKind, SaysTheSameInEachForm) {
  const Table table = open();
  std::istringstream text(list(ExportFormat::text)), csv(list(ExportFormat::csv));
  std::string line;
  const auto next = [&](std::istringstream& in) {
    do {
      if (!std::getline(in, line)) line.clear();
    } while (line.starts_with('#') || line.starts_with("position,"));
    return line;
  };
  for (const ListEntry& entry : entries_in(list(ExportFormat::binary))) {
    ASSERT_EQ(next(text), entry.position + "\t" + table.text(entry.value));
    std::string expected = entry.position + "," + outcome_name(entry.value.outcome());
    if (table.metric() != Metric::outcome) expected += ",";
    if (table.metric() == Metric::score ||
        (table.metric() == Metric::distance && !entry.value.is_draw()))
      expected += std::to_string(entry.value.plies());
    ASSERT_EQ(next(csv), expected);
  }
  EXPECT_EQ(next(text), "");
  EXPECT_EQ(next(csv), "");
}

TEST_P(ExportOfEveryKind, GivesTheSameBytesWithAnyNumberOfThreads) {
  for (const ExportFormat format : {ExportFormat::text, ExportFormat::binary, ExportFormat::csv}) {
    const std::string alone = list(format, {.threads = 1});
    for (const int threads : {2, 3, 7}) EXPECT_TRUE(list(format, {.threads = threads}) == alone);
  }
}

TEST_P(ExportOfEveryKind, ListsSingleLayers) {
  const Table table = open();
  std::map<std::string, std::string> whole;  // the text of each slice
  std::istringstream text(list(ExportFormat::text));
  std::string line, slice;
  while (std::getline(text, line)) {
    if (line.starts_with("# slice ")) slice = line.substr(8);
    if (!line.starts_with('#')) whole[slice] += line + "\n";
  }
  for (const TableSlice& layer : table.info().slices) {
    std::string lines;
    std::istringstream part(list(ExportFormat::text, {.layers = {layer.name}}));
    while (std::getline(part, line))
      if (!line.starts_with('#')) lines += line + "\n";
    EXPECT_EQ(lines, whole[layer.name]) << layer.name;
  }
  const std::string& first = table.info().slices.front().name;
  EXPECT_TRUE(list(ExportFormat::text, {.layers = {first, first}}) ==
              list(ExportFormat::text, {.layers = {first}}));
  EXPECT_NE(test::error_text<UsageError>([&] {
              list(ExportFormat::text, {.layers = {"none"}});
            }).find("has no layer 'none'; it has '" + first + "'"),
            std::string::npos);
}

TEST_P(ExportOfEveryKind, AgreesWithItsList) {
  const Table table = open();
  for (const ExportFormat format : {ExportFormat::binary, ExportFormat::text}) {
    list(format);
    std::uint64_t done = 0, all = 0;
    const CompareReport report =
        compare_with_list(table, list_, {.progress = [&](std::uint64_t d, std::uint64_t a) {
                            EXPECT_GE(d, done);
                            done = d;
                            all = a;
                          }});
    EXPECT_EQ(report.difference, std::nullopt);
    EXPECT_EQ(report.positions, table.info().positions);
    EXPECT_LE(done, all);
    EXPECT_GT(done, 0u);
  }
}

TEST_P(ExportOfEveryKind, DisagreesWithAListThatSaysOtherwise) {
  const Table table = open();
  const std::string bytes = list(ExportFormat::binary);
  const std::vector<ListEntry> entries = entries_in(bytes);
  const std::size_t first = bytes.find("{\"positions\"") - entries.size() * list_record_bytes;
  for (const std::size_t n : {std::size_t{0}, entries.size() / 2, entries.size() - 1}) {
    std::string changed = bytes;
    const Value value = entries[n].value == Value::win(1) ? Value::loss(1) : Value::win(1);
    changed[first + n * list_record_bytes + 16] = static_cast<char>(value.raw());
    changed[first + n * list_record_bytes + 17] = static_cast<char>(value.raw() >> 8);
    test::write_whole(list_, changed);
    EXPECT_EQ(compare_with_list(table, list_).difference,
              "Record " + std::to_string(n + 1) + " of " + list_ + " says " + table.text(value) +
                  " for " + entries[n].position + "; the table says " +
                  table.text(entries[n].value) + ".");
  }
}

TEST_P(ExportOfEveryKind, DisagreesWithAListThatIsNotWhole) {
  const Table table = open();
  const std::string text = list(ExportFormat::text);
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  // Without its last position, and the numbers as they would be then.
  const auto last = std::find_if(lines.rbegin(), lines.rend(),
                                 [](const std::string& line) { return !line.starts_with('#'); });
  *last = "";
  lines.back() = "# end " + std::to_string(table.info().positions - 1);
  std::string changed;
  for (const std::string& line : lines)
    if (!line.empty()) changed += line + "\n";
  test::write_whole(list_, changed);
  const auto difference = compare_with_list(table, list_).difference;
  ASSERT_TRUE(difference);
  EXPECT_NE(difference->find("positions that the table has in"), std::string::npos) << *difference;
}

TEST_P(ExportOfEveryKind, StopsAndLeavesNothing) {
  const std::atomic<bool> stop = true;
  EXPECT_EQ(test::error_text<Interrupted>([&] { list(ExportFormat::binary, {.stop = &stop}); }),
            "Stopped; the list is not complete.");
  EXPECT_FALSE(std::filesystem::exists(list_));
  EXPECT_FALSE(std::filesystem::exists(list_ + ".part"));
  list(ExportFormat::binary);
  EXPECT_THROW(compare_with_list(open(), list_, {.stop = &stop}), Interrupted);
}

TEST_P(ExportOfEveryKind, TellsHowFarItIs) {
  std::uint64_t last = 0;
  const std::uint64_t positions = open().info().positions;
  list(ExportFormat::binary, {.progress = [&](std::uint64_t done, std::uint64_t all) {
         EXPECT_GT(done, last);
         EXPECT_EQ(all, positions);
         last = done;
       }});
  EXPECT_EQ(last, positions);
}

const GameSpec small_ostle = {"ostle", {{"size", "3"}, {"start", "2"}, {"lose", "1"}}};
const GameSpec small_connect = {"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}};
const GameSpec small_othello = {"othello", {{"rows", "4"}, {"columns", "3"}}};

INSTANTIATE_TEST_SUITE_P(
    Kinds, ExportOfEveryKind,
    testing::Values(
        Exported{"ostle", "distance", small_ostle}, Exported{"connect", "distance", small_connect},
        Exported{"connect", "outcome", small_connect}, Exported{"mnk", "distance", {"mnk", {}}},
        Exported{"notakto", "distance", {"notakto", {{"rows", "3"}, {"columns", "4"}}}},
        Exported{"othello", "distance", small_othello}, Exported{"othello", "score", small_othello},
        Exported{"breakthrough", "distance", {"breakthrough", {{"columns", "2"}, {"rows", "6"}}}},
        Exported{"domineering", "distance", {"domineering", {{"columns", "3"}, {"rows", "4"}}}},
        Exported{"clobber", "distance", {"clobber", {{"columns", "3"}, {"rows", "3"}}}},
        Exported{"konane", "distance", test::bddl_spec(test::shipped_games / "konane/4x4.bddl")},
        Exported{"pursuer", "distance",
                 test::bddl_spec(test::shipped_games / "pursuer/4x4-1-2.bddl")}),
    [](const auto& named) { return std::string(named.param.name) + "_" + named.param.metric; });

class ExportedTable : public testing::Test {
 protected:
  Table solved(const GameSpec& spec, const std::string& name) const {
    solve(*make_game(spec), folder_.file(name), {});
    return Table::open(folder_.file(name));
  }

  const test::TemporaryFolder folder_;
  const std::string list_ = folder_.file("list");
};

// A larger table, against what users are told about its positions.
TEST_F(ExportedTable, SaysWhatProbesSay) {
  const Table table = solved({"connect", {{"columns", "4"}, {"rows", "5"}}}, "t.ztb");
  export_table(table, list_, {.format = ExportFormat::binary});
  std::map<std::string, Value> listed;
  const std::string bytes = test::read_whole(list_);
  std::vector<ListEntry> block;
  for (const auto reader = read_list(as_bytes(bytes)); reader->next(block);)
    for (const ListEntry& entry : block) listed[entry.position] = entry.value;
  EXPECT_EQ(listed.size(), table.info().positions);
  const std::vector<std::string> sample = table.sample(100'000, 7);
  const std::vector<std::string_view> texts(sample.begin(), sample.end());
  const std::vector<ProbeAnswer> answers = table.probe_many(texts);
  std::uint64_t compared = 0;
  for (std::size_t n = 0; n < texts.size(); ++n) {
    const auto found = listed.find(table.canonical(texts[n]));
    if (found == listed.end()) continue;  // play cannot lead there
    ASSERT_EQ(answers[n].value, found->second) << texts[n];
    ++compared;
  }
  EXPECT_GT(compared, 30'000u);
}

TEST_F(ExportedTable, DoesNotReplaceAFileUnlessItIsTold) {
  const Table table = solved({"mnk", {}}, "t.ztb");
  test::write_whole(list_, "precious");
  EXPECT_EQ(test::error_text<WrongFile>([&] { export_table(table, list_); }),
            list_ + " is there already; --force replaces it.");
  EXPECT_EQ(test::read_whole(list_), "precious");
  EXPECT_GT(export_table(table, list_, {.force = true}).positions, 0u);
}

TEST_F(ExportedTable, OfDistancesIsRefused) {
  const GameSpec spec = {"ostle", {{"size", "3"}, {"start", "2"}, {"lose", "1"}}};
  make_game(spec)->kind("reach")->solve(folder_.file("r.ztb"), {});
  const Table table = Table::open(folder_.file("r.ztb"));
  const std::string sentence =
      folder_.file("r.ztb") +
      " holds distances from the start and no values, and there is no list of those.";
  EXPECT_EQ(test::error_text<WrongFile>([&] { export_table(table, list_); }), sentence);
  test::write_whole(list_, "");
  EXPECT_THROW(compare_with_list(table, list_), Error);
}

TEST_F(ExportedTable, IsNotComparedWithTheListOfAnotherGame) {
  const Table one = solved({"mnk", {}}, "1.ztb"), other = solved({"mnk", {{"k", "2"}}}, "2.ztb");
  export_table(one, list_);
  EXPECT_EQ(test::error_text<WrongFile>([&] { compare_with_list(other, list_); }),
            list_ + " is not a list of the game and the kind of values that " +
                folder_.file("2.ztb") + " holds.");
  EXPECT_THROW(compare_with_list(one, folder_.file("1.ztb")), SyntaxError);
  EXPECT_THROW(compare_with_list(one, folder_.file("none")), FileError);
}

TEST_F(ExportedTable, SaysWhatIsNoPositionOfItsGame) {
  const Table table = solved({"mnk", {}}, "t.ztb");
  export_table(table, list_, {.layers = {"1 stone"}});
  std::string text = test::read_whole(list_);
  const std::size_t at = text.find("3/3/b2 w");
  ASSERT_NE(at, std::string::npos) << text;
  test::write_whole(list_, text.replace(at, 8, "3/3/bbb w"));
  const auto difference = compare_with_list(table, list_).difference;
  ASSERT_TRUE(difference);
  EXPECT_NE(difference->find("for 3/3/bbb w; the table says: "), std::string::npos) << *difference;
}

TEST_F(ExportedTable, OfAGameThatIsOverAtItsStartIsAnEmptyList) {
  const GameSpec spec = {"domineering", {{"columns", "1"}, {"rows", "2"}}};
  const Table table = solved(spec, "t.ztb");
  const ExportReport report = export_table(table, list_);
  EXPECT_EQ(report.positions, table.info().positions);
  EXPECT_EQ(compare_with_list(table, list_).difference, std::nullopt);
}

}  // namespace
}  // namespace zermelo
