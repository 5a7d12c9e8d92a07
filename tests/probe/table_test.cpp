// SPDX-License-Identifier: MIT
// Tables of every kind as a whole: positions to numbers and back, walks over all positions, and
// what a kind of table does not have.
#include "probe/table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct Instance {
  const char* name;
  const char* metric;
  GameSpec spec;
};
std::ostream& operator<<(std::ostream& out, const Instance& i) {
  return out << i.name << '_' << i.metric;
}

class TableOfEveryKind : public testing::TestWithParam<Instance> {
 protected:
  void SetUp() override {
    const auto game = make_game(GetParam().spec);
    ASSERT_NE(game->kind(GetParam().metric), nullptr);
    game->kind(GetParam().metric)->solve(path_, {});
  }
  Table open() const { return Table::open(path_); }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("table.ztb");
};

TEST_P(TableOfEveryKind, NumbersPositionsBothWays) {
  const Table table = open();
  std::set<std::string> texts;
  for (std::size_t slice = 0; slice < table.info().slices.size(); ++slice) {
    for (std::uint64_t index = 0; index < table.indices(slice); ++index) {
      const auto position = table.position_at({slice, index});
      if (!position) continue;
      ASSERT_TRUE(texts.insert(*position).second) << *position << " has two numbers";
      const auto number = table.index_of(*position);
      ASSERT_TRUE(number) << *position;
      ASSERT_EQ(number->slice, slice) << *position;
      ASSERT_EQ(number->index, index) << *position;
      if (!table.holds_distances()) {
        ASSERT_EQ(table.canonical(*position), *position);
      }
    }
    EXPECT_EQ(table.position_at({slice, table.indices(slice)}), std::nullopt);
  }
  EXPECT_EQ(table.position_at({table.info().slices.size(), 0}), std::nullopt);
  EXPECT_EQ(table.indices(table.info().slices.size()), 0u);
  EXPECT_GE(texts.size(), table.info().values);
}

TEST_P(TableOfEveryKind, WalksVisitEachPositionOnce) {
  const Table table = open();
  if (table.holds_distances()) {
    EXPECT_THROW(table.walk(1), UsageError);
    return;
  }
  std::set<std::string> texts;
  std::map<Value, std::uint64_t> histogram;
  std::vector<PositionValue> block;
  const auto walk = table.walk(2);
  while (walk->next(block)) {
    ASSERT_FALSE(block.empty());
    for (const PositionValue& p : block) {
      ASSERT_TRUE(texts.insert(p.position).second) << p.position << " comes twice";
      ASSERT_EQ(table.canonical(p.position), p.position);
      ASSERT_EQ(table.probe(p.position), p.value) << p.position;
      ++histogram[p.value];
      // Positions that are won at once may have no number.
      const auto number = table.index_of(p.position);
      if (number) {
        ASSERT_EQ(table.position_at(*number), p.position);
      } else {
        ASSERT_EQ(p.value, Value::win(1)) << p.position;
      }
    }
  }
  EXPECT_FALSE(walk->next(block));
  EXPECT_TRUE(block.empty());
  StatsReport stats = table.stats({.threads = 2});
  std::erase_if(stats.histogram, [](const auto& entry) { return entry.second == 0; });
  EXPECT_EQ(histogram, stats.histogram);
  EXPECT_EQ(texts.size(), stats.positions);
  EXPECT_EQ(texts.size(), table.info().positions);
}

// The first draws for a seed never change, on any machine.
TEST(TableSamples, AreTheSameEverywhere) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
  solve(*make_game({"mnk", {}}), path);
  EXPECT_EQ(
      Table::open(path).sample(4, 2026),
      (std::vector<std::string>{"b2/wwb/b1w b", "w2/2w/b1b b", "w2/b1w/b2 b", "w2/b1w/1b1 b"}));
}

// A walk goes on when its table is gone.
TEST_P(TableOfEveryKind, WalksOutliveTheirTable) {
  std::unique_ptr<PositionWalk> walk;
  {
    const Table table = open();
    if (table.holds_distances()) return;
    walk = table.walk(1);
  }
  std::vector<PositionValue> block;
  std::size_t positions = 0;
  while (walk->next(block)) positions += block.size();
  EXPECT_EQ(positions, open().info().positions);
}

// All positions that have numbers, and texts that have no value.
std::vector<std::string> texts_to_ask(const Table& table) {
  std::vector<std::string> texts = {"", "nonsense", std::string("b\0b", 3),
                                    std::string(100000, 'b'), table.start()};
  for (std::size_t slice = 0; slice < table.info().slices.size(); ++slice) {
    for (std::uint64_t index = 0; index < table.indices(slice); ++index) {
      const auto position = table.position_at({slice, index});
      if (!position) continue;
      texts.push_back(*position);
      for (const LegalMove& move : table.game().moves(*position)) {
        texts.push_back(move.after);
        if (move.ending || texts.size() > 2000) continue;
        for (const LegalMove& reply : table.game().moves(move.result)) texts.push_back(reply.after);
      }
      if (texts.size() > 20000) return texts;
    }
  }
  return texts;
}

// The result of a single query, as an answer.
template <class Answer, class Ask>
Answer alone(Ask&& ask) {
  Answer answer;
  try {
    ask(answer);
  } catch (const IllegalPosition& error) {
    answer = {ProbeStatus::illegal_position, {}, error.what()};
  } catch (const GameOver& error) {
    answer = {ProbeStatus::game_over, {}, error.what()};
  } catch (const NotInTable& error) {
    answer = {ProbeStatus::not_in_table, {}, error.what()};
  }
  return answer;
}

TEST_P(TableOfEveryKind, AnswersManyAsItAnswersOne) {
  const Table table = open();
  const std::vector<std::string> texts = texts_to_ask(table);
  // In another order, some more than once.
  std::vector<std::string_view> asked;
  for (std::size_t i = 0; i < texts.size(); ++i) asked.push_back(texts[i * i % texts.size()]);
  std::set<ProbeStatus> seen;
  for (const int threads : {0, 1, 2, 5}) {
    if (table.holds_distances()) {
      EXPECT_THROW(table.probe_many(asked, threads), UsageError);
      const std::vector<DistanceAnswer> answers = table.distance_many(asked, threads);
      ASSERT_EQ(answers.size(), asked.size());
      for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto expected =
            alone<DistanceAnswer>([&](auto& answer) { answer.plies = table.distance(asked[i]); });
        ASSERT_EQ(answers[i].status, expected.status) << asked[i];
        ASSERT_EQ(answers[i].plies, expected.plies) << asked[i];
        ASSERT_EQ(answers[i].error, expected.error);
        seen.insert(expected.status);
      }
    } else {
      EXPECT_THROW(table.distance_many(asked, threads), UsageError);
      const std::vector<ProbeAnswer> answers = table.probe_many(asked, threads);
      ASSERT_EQ(answers.size(), asked.size());
      for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto expected =
            alone<ProbeAnswer>([&](auto& answer) { answer.value = table.probe(asked[i]); });
        ASSERT_EQ(answers[i].status, expected.status) << asked[i];
        ASSERT_EQ(answers[i].value, expected.value) << asked[i];
        ASSERT_EQ(answers[i].error, expected.error);
        seen.insert(expected.status);
      }
    }
  }
  EXPECT_TRUE(seen.contains(ProbeStatus::ok));
  EXPECT_TRUE(seen.contains(ProbeStatus::game_over));
  EXPECT_TRUE(seen.contains(ProbeStatus::illegal_position));
  EXPECT_TRUE(table.holds_distances() ? table.distance_many({}).empty()
                                      : table.probe_many({}).empty());
}

// Each position with a number is drawn about as often as any other.
TEST_P(TableOfEveryKind, DrawsSamplesUniformly) {
  const Table table = open();
  EXPECT_TRUE(table.sample(0, 1).empty());
  EXPECT_EQ(table.sample(20, 7), table.sample(20, 7));
  EXPECT_NE(table.sample(20, 7), table.sample(20, 8));
  std::vector<std::uint64_t> drawn;  // by slice
  std::vector<std::uint64_t> there(table.info().slices.size());
  drawn.resize(there.size());
  for (std::size_t slice = 0; slice < there.size(); ++slice) {
    for (std::uint64_t index = 0; index < table.indices(slice); ++index) {
      if (table.position_at({slice, index})) ++there[slice];
    }
  }
  const double all = static_cast<double>(std::accumulate(there.begin(), there.end(), 0ull));
  constexpr std::uint64_t count = 4000;
  std::set<std::string> different;
  for (const std::string& position : table.sample(count, 1)) {
    ++drawn[table.index_of(position).value().slice];
    different.insert(position);
  }
  double distance = 0;  // chi squared
  double groups = 0;
  for (std::size_t slice = 0; slice < there.size(); ++slice) {
    const double expected = static_cast<double>(count * there[slice]) / all;
    const double difference = static_cast<double>(drawn[slice]) - expected;
    if (there[slice] == 0) {
      EXPECT_EQ(drawn[slice], 0u);
      continue;
    }
    distance += difference * difference / expected;
    ++groups;
  }
  EXPECT_LT(distance, groups + 6 * std::sqrt(2 * groups) + 6);
  // The expected number of `all` positions that are drawn at least once.
  const double expected = all * (1 - std::pow(1 - 1 / all, static_cast<double>(count)));
  EXPECT_NEAR(static_cast<double>(different.size()), expected, 6 * std::sqrt(expected));
}

TEST_P(TableOfEveryKind, VerifiesAndTellsOfItself) {
  const Table table = open();
  EXPECT_EQ(table.verify({.threads = 2}).failure, std::nullopt);
  const TableInfo& info = table.info();
  EXPECT_EQ(info.path, path_);
  EXPECT_EQ(info.metric, GetParam().metric);
  EXPECT_EQ(info.creator, creator());
  std::uint64_t positions = 0, values = 0;
  for (const TableSlice& slice : info.slices) {
    positions += slice.positions;
    values += slice.values;
  }
  EXPECT_EQ(info.positions, positions);
  EXPECT_EQ(info.values, values);
  const TableInfo read = read_table_info(path_);
  EXPECT_EQ(read.bytes, info.bytes);
  EXPECT_EQ(read.greatest, info.greatest);
  const TableBytes bytes = count_table_bytes(path_);
  EXPECT_LT(bytes.state_set + bytes.values, info.bytes);
}

// The file is cut short while it is open: no answer is wrong, and the process stays alive.
TEST_P(TableOfEveryKind, OutlivesItsFile) {
  survive_truncation();
  const Table whole = open();
  const std::string copy = folder_.file("copy.ztb");
  std::filesystem::copy_file(path_, copy);
  const Table cut = Table::open(copy);
  std::vector<std::string> texts = whole.sample(200, 1);
  const auto value_in = [](const Table& table, const std::string& text) {
    return table.holds_distances() ? table.distance(text).value_or(-1) : table.probe(text).raw();
  };
  EXPECT_EQ(value_in(cut, texts[0]), value_in(whole, texts[0]));  // something is in memory
  std::filesystem::resize_file(copy, 0);
  std::size_t refused = 0;
  for (const std::string& text : texts) {
    try {
      EXPECT_EQ(value_in(cut, text), value_in(whole, text)) << text;
    } catch (const DamagedTable& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find(copy), std::string::npos);
    }
  }
  EXPECT_THROW(cut.verify(), DamagedTable);  // reads all of it
  EXPECT_THROW(value_in(cut, texts[0]), DamagedTable);
  EXPECT_EQ(value_in(whole, texts[0]), value_in(whole, texts[0]));
  RecordProperty("refused", static_cast<int>(refused));
}

// Missing features are reported in one sentence.
TEST_P(TableOfEveryKind, SaysWhatItHasNotGot) {
  const Table table = open();
  const auto give_up = [](const Puzzle&) { return false; };
  EXPECT_EQ(static_cast<bool>(table.survey()),
            std::string(GetParam().name) == "ostle" && !table.holds_distances());
  if (table.holds_distances()) {
    const std::string sentence = path_ + " holds distances from the start and no values.";
    EXPECT_EQ(test::error_text<WrongFile>([&] { table.probe(table.start()); }), sentence);
    EXPECT_EQ(test::error_text<WrongFile>([&] { table.stats(); }), sentence);
    EXPECT_EQ(test::error_text<WrongFile>([&] { table.mine({}, {}, give_up); }), sentence);
    EXPECT_EQ(table.distance(table.start()), 0);
    EXPECT_GT(table.distance_stats().states, 0u);
    return;
  }
  const std::string sentence = path_ + " holds values and no distances from the start.";
  EXPECT_EQ(test::error_text<WrongFile>([&] { table.distance(table.start()); }), sentence);
  EXPECT_EQ(test::error_text<WrongFile>([&] { table.distance_stats(); }), sentence);
  if (table.metric() != Metric::outcome) return;
  EXPECT_EQ(test::error_text<WrongFile>([&] { table.solution(table.start()); }),
            "This table tells who wins, not in how many plies, so there are no solutions in it.");
  EXPECT_EQ(test::error_text<WrongFile>([&] { table.mine({}, {}, give_up); }),
            "This table tells who wins, not in how many plies, so there are no puzzles in it.");
}

const GameSpec small_ostle{"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}};
const GameSpec small_connect{"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}};
const GameSpec small_othello{"othello", {{"rows", "3"}, {"cols", "4"}}};

INSTANTIATE_TEST_SUITE_P(
    Kinds, TableOfEveryKind,
    testing::Values(
        Instance{"ostle", "distance", small_ostle}, Instance{"ostle", "reach", small_ostle},
        Instance{"connect", "distance", small_connect},
        Instance{"connect", "outcome", small_connect}, Instance{"mnk", "distance", {"mnk", {}}},
        Instance{"notakto", "distance", {"notakto", {{"rows", "3"}, {"columns", "4"}}}},
        Instance{"othello", "distance", small_othello}, Instance{"othello", "score", small_othello},
        Instance{"breakthrough", "distance", {"breakthrough", {{"columns", "2"}, {"rows", "6"}}}},
        Instance{"konane", "distance", test::bddl_spec(test::shipped_games / "konane/4x4.bddl")},
        Instance{"pursuer", "distance",
                 test::bddl_spec(test::shipped_games / "pursuer/4x4-1-2.bddl")}),
    [](const auto& named) { return std::string(named.param.name) + "_" + named.param.metric; });

}  // namespace
}  // namespace zermelo
