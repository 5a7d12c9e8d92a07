// SPDX-License-Identifier: MIT
#include "reports/sweep_page.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zermelo {
namespace {

class SweepPageTest : public testing::Test {
 protected:
  SweepPageTest() {
    sweep_.axes = {{"columns", {"3", "4"}}, {"rows", {"5", "6"}}};
    for (const char* columns : {"3", "4"}) {
      for (const char* rows : {"5", "6"})
        sweep_.cells.push_back({std::string(columns) + "-" + rows, {columns, rows}, {}});
    }
    results_.resize(4);
    for (SweepResult& r : results_) r.metric = "distance";
    results_[0].best = {Outcome::win, 11};
    results_[0].positions = 1234567;
    results_[0].random = Chances{0.6, 0.1, 0.3, 0, 12.5};
    results_[0].fairest = "a1-<b2>";
    results_[0].fairest_value = "loss in 12";
    results_[1].best = {Outcome::loss, 8};
    results_[2].best = {Outcome::draw, {}};
    results_[3].state = SweepResult::State::too_large;
    results_[3].sentence = "It would take \"long\", says it.";
    results_[3].needs_seconds = 90;
  }
  Sweep sweep_;
  std::vector<SweepResult> results_;
};

TEST_F(SweepPageTest, SaysHowBestPlayEnds) {
  EXPECT_EQ(outcome_words(results_[0]), "first wins in 11");
  EXPECT_EQ(outcome_words(results_[1]), "second wins in 8");
  EXPECT_EQ(outcome_words(results_[2]), "draw");
  EXPECT_EQ(outcome_words(results_[3]), "too large");
  results_[0].metric = "score";
  EXPECT_EQ(outcome_words(results_[0]), "first wins by 11");
  results_[0].metric = "moves";
  EXPECT_EQ(outcome_words(results_[0]), "solvable in 11");
}

TEST_F(SweepPageTest, NamesTheFairestInASentence) {
  EXPECT_EQ(fairest_sentence(sweep_, results_),
            "The fairest is columns 4, rows 5: with best play it is a draw.");
  results_[2].best.reset();
  EXPECT_EQ(fairest_sentence(sweep_, results_),
            "The fairest is columns 3, rows 5: with best play the first player wins in 11; between "
            "random players the first wins 60.0 %, the second 30.0 %.");
}

TEST_F(SweepPageTest, HasARowForEachGame) {
  const auto rows = sweep_rows(sweep_, results_);
  ASSERT_EQ(rows.size(), 5u);
  for (const auto& row : rows) EXPECT_EQ(row.size(), sweep_alignment(sweep_).size());
  EXPECT_EQ(rows[1][3], "1,234,567");
  EXPECT_EQ(sweep_notes(sweep_, results_),
            std::vector<std::string>{"columns 4, rows 6: It would take \"long\", says it."});
  results_[3].needs_positions = 1234567;
  EXPECT_TRUE(sweep_notes(sweep_, results_)[0].ends_with("it has roughly 1,200,000 positions."));
}

TEST_F(SweepPageTest, QuotesCsv) {
  const std::string csv = sweep_csv(sweep_, results_);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "columns,rows,outcome,amount,positions,random_first,random_draw,random_second,"
            "random_endless,random_plies,fairest,fairest_value,seconds,needs_seconds,needs_memory,"
            "needs_positions,sentence");
  EXPECT_NE(csv.find("3,5,first,11,1234567,0.6,0.1,0.3,0,12.5,a1-<b2>,loss in 12,0,,,,\n"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",90,,,\"It would take \"\"long\"\", says it.\"\n"), std::string::npos) << csv;
}

TEST_F(SweepPageTest, MakesAPageThatNeedsNothing) {
  const std::string page = sweep_page("A <b>", sweep_, results_);
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("<h1>A &lt;b&gt;</h1>"), std::string::npos);
  EXPECT_EQ(page.find("<b2>"), std::string::npos);
  for (const char* look : {"<td class=\"first\"", "<td class=\"second\"",
                           "<td class=\"draw fairest\"", "<td class=\"none\""})
    EXPECT_NE(page.find(look), std::string::npos) << look;
  EXPECT_NE(page.find("about 90 s"), std::string::npos);
}

}  // namespace
}  // namespace zermelo
