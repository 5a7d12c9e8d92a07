// SPDX-License-Identifier: MIT
// The report on Ostle: published numbers as they were printed, and comparison with them.
#include "reports/ostle_report.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "probe/game.h"
#include "reports/published_tables.h"
#include "tests/reference/text_symmetry.h"

namespace zermelo::ostle {
namespace {

using reference::TextSymmetry;
using Names = std::vector<std::string>;

template <class Numbers>
std::uint64_t sum(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

TEST(OstlePublished, TablesSumUpToTheTotalsInTheText) {
  std::uint64_t positions = 0;
  for (const auto& slice : published::table_1) positions += sum(slice.positions);
  EXPECT_EQ(positions, 2'735'147'685u);
  EXPECT_EQ(positions, published::positions);
  EXPECT_EQ(sum(published::table_2) + published::draws, 11'148'725'918u);
  EXPECT_EQ(published::nontrivial_states, 11'148'725'918u);
  EXPECT_EQ(sum(published::table_3), published::reachable_states);
  EXPECT_EQ(published::table_2.back(), published::longest_win_states);
  EXPECT_EQ(published::table_2.size() + 1, published::longest_win);
  EXPECT_EQ(published::table_3.back(), 97u);
}

// Table 1 for the full game is combinatorial: the index counts it.
TEST(OstlePublished, FirstTableIsWhatTheIndexCounts) {
  const CountReport count = make_game({"ostle", {}})->count({.threads = 1}, true);
  ASSERT_EQ(count.slices.size(), published::table_1.size());
  for (std::size_t i = 0; i < count.slices.size(); ++i) {
    EXPECT_EQ(count.slices[i].name, published::table_1[i].slice);
    for (std::size_t c = 0; c < published::classes.size(); ++c) {
      EXPECT_EQ(count.slices[i].classes[c].name, published::classes[c]);
      EXPECT_EQ(count.slices[i].classes[c].positions, published::table_1[i].positions[c]);
    }
  }
}

GameSpec game(const std::string& repetition, const std::string& total = "10") {
  return make_game({"ostle", {{"repetition", repetition}, {"total", total}}})->spec();
}

// A position turned so that the names of its moves are not the paper's.
LongestWin turned_figure(const std::string& position, const Names& keeping, const Names& losing,
                         const TextSymmetry& turn) {
  LongestWin win{turn(position + " b"), Value::win(147), true, {}};
  for (const auto& move : keeping) win.forbids.push_back({turn.move(move), Value::win(147), true});
  for (const auto& move : losing) win.forbids.push_back({turn.move(move), Value::loss(58), true});
  win.forbids.push_back({turn.move("b2U"), Value::win(147), false});
  return win;
}

// What a survey of the full game must find if the paper is right.
SurveyReport survey_of_the_paper() {
  SurveyReport survey;
  for (const auto& slice : published::table_1) {
    auto& found = survey.slices.emplace_back();
    found.name = slice.slice;
    found.positions.others = sum(slice.positions);
    for (std::size_t c = 0; c < published::classes.size(); ++c) {
      found.classes.push_back({std::string(published::classes[c]), slice.positions[c]});
    }
  }
  survey.positions = {399'102'582, 2'735'147'685 - 399'102'582};
  survey.without_unrestricted = {7, 2'149};
  survey.nontrivial_states = 11'148'725'918;
  survey.histogram[Value::draw()] = published::draws;
  for (int n = 1; n <= 146; ++n) {
    const Value value = n % 2 == 0 ? Value::win(n + 1) : Value::loss(n + 1);
    survey.histogram[value] = published::table_2[static_cast<std::size_t>(n - 1)];
  }
  survey.longest_win = 147;
  const auto turn = TextSymmetry::number(5, 6);
  survey.longest.push_back(
      turned_figure("w2w1/ob1ww/4b/bbw2/2b2", {"c1U", "b2R", "e3U", "a4D"}, {"a2R"}, turn));
  survey.longest.push_back(turned_figure("3ow/1b1b1/b2b1/2www/3bw", {"d5L"}, {}, turn));
  return survey;
}

ReachReport reach_of_the_paper() {
  ReachReport reach;
  reach.moves = SearchedMoves::all;
  for (std::size_t n = 0; n < published::table_3.size(); ++n) {
    reach.histogram[static_cast<int>(n)] = published::table_3[n];
    reach.states += published::table_3[n];
  }
  reach.farthest = 26;
  reach.farthest_states = {"wwwww/5/2o2/5/bbbbb b"};
  return reach;
}

Report report_of(const SurveyReport& survey, const GameSpec& spec = game("symmetric")) {
  return make_report(spec, survey, Value::draw(), {reach_of_the_paper()});
}

TEST(OstleReport, AgreesWithThePaperIfTheTableDoes) {
  const Report report = report_of(survey_of_the_paper());
  EXPECT_EQ(report.differences(), Names{});
  EXPECT_EQ(report.plies.size(), 146u);
  EXPECT_EQ(report.figures_found.ours, 2u);
  ASSERT_EQ(report.reach.size(), 1u);
  EXPECT_EQ(report.reach[0].distances.size(), 27u);
  EXPECT_EQ(report.reach[0].farthest_count.ours, 97u);
}

TEST(OstleReport, TurnsTheLongestWinsLikeThePapersFigures) {
  const Report report = report_of(survey_of_the_paper());
  ASSERT_EQ(report.longest.size(), 2u);
  EXPECT_EQ(report.longest[0].figure, "5B");
  EXPECT_EQ(report.longest[0].win.position, "w2w1/ob1ww/4b/bbw2/2b2 b");
  Names moves;
  for (const auto& f : report.longest[0].win.forbids) moves.push_back(f.move);
  EXPECT_EQ(moves, (Names{"c1U", "a2R", "b2R", "b2U", "e3U", "a4D"}));
  EXPECT_EQ(report.longest[1].figure, "5C");
  EXPECT_EQ(report.longest[1].win.position, "3ow/1b1b1/b2b1/2www/3bw b");
}

TEST(OstleReport, NamesWhatDiffers) {
  const auto differences = [](auto&& spoil) {
    SurveyReport survey = survey_of_the_paper();
    spoil(survey);
    return report_of(survey).differences();
  };
  EXPECT_EQ(differences([](SurveyReport& s) { ++s.slices[0].classes[3].positions; }),
            Names{"Table 1, hole on b2, 4 against 4 pieces"});
  EXPECT_EQ(differences([](SurveyReport& s) { --s.slices[1].positions.others; }),
            Names{"Table 1, 4 against 5 pieces"});
  EXPECT_EQ(differences([](SurveyReport& s) {
              ++s.positions.won_at_once;
              --s.positions.others;
            }),
            Names{"the number of checkmate positions"});
  EXPECT_EQ(differences([](SurveyReport& s) { ++s.histogram[Value::loss(58)]; }),
            Names{"Table 2, 57 plies"});
  EXPECT_EQ(differences([](SurveyReport& s) { s.histogram[Value::win(58)] = 1; }),
            Names{"Table 2, 57 plies"});
  EXPECT_EQ(differences([](SurveyReport& s) { s.histogram.erase(Value::draw()); }),
            Names{"Table 2, draws"});
  EXPECT_EQ(differences([](SurveyReport& s) { s.histogram[Value::loss(200)] = 1; }),
            Names{"Table 2, 199 plies"});
  EXPECT_EQ(differences([](SurveyReport& s) { ++s.without_unrestricted.others; }),
            Names{"the number of positions without an unrestricted state"});
  const Names figures = {"the positions of Figures 5B and 5C"};
  EXPECT_EQ(differences([](SurveyReport& s) { s.longest[0].forbids[1].in_play = false; }), figures);
  EXPECT_EQ(differences([](SurveyReport& s) { s.longest[0].forbids[4].value = Value::loss(60); }),
            figures);
  EXPECT_EQ(differences([](SurveyReport& s) { s.longest[1].unrestricted = false; }), figures);
}

TEST(OstleReport, ComparesTheStartAndTheDistances) {
  const SurveyReport survey = survey_of_the_paper();
  const GameSpec spec = game("symmetric");
  EXPECT_EQ(make_report(spec, survey, Value::win(99), {}).differences(),
            Names{"the value of the start"});
  ReachReport reach = reach_of_the_paper();
  ++reach.histogram[12];
  ++reach.unreached;
  EXPECT_EQ(make_report(spec, survey, Value::draw(), {reach}).differences(),
            (Names{"Table 3, 12 plies", "the number of states never reached"}));
  // The published distances are not those by legal moves.
  reach.moves = SearchedMoves::legal;
  const Report report = make_report(spec, survey, Value::draw(), {reach, reach_of_the_paper()});
  EXPECT_EQ(report.differences(), Names{});
  ASSERT_EQ(report.reach.size(), 2u);
  EXPECT_EQ(report.reach[0].unreached.ours, 1u);
  EXPECT_EQ(report.reach[0].unreached.published, 0u);
}

TEST(OstleReport, ComparesDistancesAlone) {
  ReachReport reach = reach_of_the_paper();
  const Report right = make_report(game("symmetric"), {reach});
  EXPECT_FALSE(right.has_values);
  EXPECT_EQ(right.differences(), Names{});
  ++reach.histogram[12];
  EXPECT_EQ(make_report(game("symmetric"), {reach}).differences(), Names{"Table 3, 12 plies"});
}

// The exact reading may differ only where rule 8 matters.
TEST(OstleReport, ComparesTheOtherReadingWithoutBlame) {
  SurveyReport survey = survey_of_the_paper();
  survey.histogram[Value::loss(58)] -= 5;
  ++survey.without_unrestricted.others;
  survey.longest.clear();
  const Report report = report_of(survey, game("exact"));
  EXPECT_TRUE(report.other_rule);
  EXPECT_EQ(report.differences(), Names{});
  EXPECT_EQ(report.draws.published, published::draws);
  EXPECT_TRUE(report.draws.other_rule);
  EXPECT_FALSE(report.checkmates.other_rule);
  ++survey.slices[2].classes[0].positions;
  EXPECT_EQ(report_of(survey, game("exact")).differences(),
            Names{"Table 1, hole on a1, 5 against 4 pieces"});
}

TEST(OstleReport, ComparesOnlyWhatATableOfFewerPiecesShares) {
  SurveyReport survey = survey_of_the_paper();
  survey.slices.resize(1);
  survey.histogram[Value::draw()] = 1;
  Report report = make_report(game("symmetric", "8"), survey, {}, {});
  EXPECT_EQ(report.differences(), Names{});
  EXPECT_TRUE(report.classes[0].positions.published);
  EXPECT_FALSE(report.positions.published);
  EXPECT_FALSE(report.draws.published);
  EXPECT_FALSE(report.longest_win.published);
  ++survey.slices[0].classes[5].positions;
  report = make_report(game("symmetric", "8"), survey, {}, {});
  EXPECT_EQ(report.differences(), Names{"Table 1, hole on c3, 4 against 4 pieces"});
}

TEST(OstleReport, ComparesNothingOnOtherBoards) {
  SurveyReport survey;
  survey.slices.push_back({"4-4", {1, 2}, {{"a1", 3}}});
  survey.histogram[Value::loss(2)] = 1;
  const GameSpec spec = make_game({"ostle", {{"size", "4"}}})->spec();
  const Report report = make_report(spec, survey, Value::win(17), {});
  EXPECT_FALSE(report.compared);
  EXPECT_FALSE(report.classes[0].positions.published);
  EXPECT_EQ(report.plies.size(), 1u);
  EXPECT_EQ(report.differences(), Names{});
}

}  // namespace
}  // namespace zermelo::ostle
