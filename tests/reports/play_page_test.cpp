// SPDX-License-Identifier: MIT
// The page of the report on play: well-formed, without addresses, and with the report's numbers.
#include "reports/play_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "probe/game.h"
#include "reports/play_words.h"
#include "tests/support/bddl_games.h"
#include "tests/support/markup.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct Paged {
  test::TemporaryFolder folder;
  Table table;
  PlayReport report;
  std::string page;

  explicit Paged(const GameSpec& spec)
      : table(solved_table(spec, folder)),
        report(play_report(table)),
        page(play_page(report, table)) {}

  static Table solved_table(const GameSpec& spec, const test::TemporaryFolder& folder) {
    solve(*make_game(spec), folder.file("page.ztb"));
    return Table::open(folder.file("page.ztb"));
  }
  bool has(const std::string& text) const { return page.find(text) != std::string::npos; }
};

TEST(PlayPage, IsOneFileWithoutRequests) {
  for (const GameSpec& spec : {GameSpec{"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}},
                               GameSpec{"notakto", {{"columns", "2"}, {"rows", "1"}}},
                               GameSpec{"ostle", {{"size", "3"}, {"start", "2"}, {"lose", "1"}}},
                               test::bddl_spec(test::shipped_games / "hex/3x3.bddl")}) {
    const Paged paged(spec);
    EXPECT_TRUE(paged.page.starts_with("<!DOCTYPE html>\n"));
    EXPECT_EQ(test::markup_error(paged.page), "");
    for (const char* request : {"http", "src=", "href=", "url(", "@import", "<script"})
      EXPECT_FALSE(paged.has(request)) << request;
    EXPECT_FALSE(paged.has("nan"));
    EXPECT_FALSE(std::regex_search(paged.page, std::regex("[^a-z]-?inf[^a-z]")));
  }
}

TEST(PlayPage, IdsAreUnique) {
  const Paged paged({"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}});
  const std::regex id(" id=\"([^\"]*)\"");
  std::set<std::string> ids;
  std::size_t count = 0;
  for (std::sregex_iterator it(paged.page.begin(), paged.page.end(), id), end; it != end; ++it) {
    ids.insert((*it)[1]);
    ++count;
  }
  EXPECT_GT(count, 10u);
  EXPECT_EQ(ids.size(), count);
}

TEST(PlayPage, HasTheNumbersOfTheReport) {
  const Paged paged({"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}});
  EXPECT_TRUE(paged.has(play_words::value(paged.report)));
  EXPECT_TRUE(paged.has(play_words::random_play(paged.report)));
  for (const PlayReport::Trap& trap : paged.report.worst_traps)
    EXPECT_TRUE(paged.has(trap.position)) << trap.position;
  EXPECT_TRUE(paged.has(fmt::format("<td>{:.4f} %</td>", 100 * (*paged.report.random_lengths)[9])));
  EXPECT_TRUE(paged.has("a1, a2, a3, b1, b2, b3, c1, c2, c3") || paged.has("a1, b1, c1"));
}

}  // namespace
}  // namespace zermelo
