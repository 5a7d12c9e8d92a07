// SPDX-License-Identifier: MIT
// Tables of small grid games against a brute force: for every position that play can lead to, in
// every orientation, its value, its moves and where they lead.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "probe/table.h"
#include "tests/reference/plain_games.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::PlainGame;

struct GridInstance {
  GameSpec spec;
  std::function<std::unique_ptr<PlainGame>()> plain;
};
std::ostream& operator<<(std::ostream& out, const GridInstance& i) {
  return out << to_string(i.spec);
}

GridInstance connect(int columns, int rows, int line) {
  return {{"connect",
           {{"columns", std::to_string(columns)},
            {"rows", std::to_string(rows)},
            {"line", std::to_string(line)}}},
          [=] { return test::plain_connect(columns, rows, line); }};
}
GridInstance mnk(int m, int n, int k) {
  return {{"mnk", {{"m", std::to_string(m)}, {"n", std::to_string(n)}, {"k", std::to_string(k)}}},
          [=] { return test::plain_mnk(m, n, k); }};
}
GridInstance notakto(int rows, int columns) {
  return {{"notakto", {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}}},
          [=] { return test::plain_notakto(rows, columns); }};
}
GridInstance othello(int rows, int cols, int file, int rank) {
  return {{"othello",
           {{"rows", std::to_string(rows)},
            {"cols", std::to_string(cols)},
            {"start_file", std::to_string(file)},
            {"start_rank", std::to_string(rank)}}},
          [=] { return test::plain_othello(rows, cols, file, rank); }};
}
GridInstance breakthrough(int columns, int rows) {
  return {{"breakthrough", {{"columns", std::to_string(columns)}, {"rows", std::to_string(rows)}}},
          [=] { return test::plain_breakthrough(columns, rows); }};
}
GridInstance domineering(int columns, int rows) {
  return {{"domineering", {{"columns", std::to_string(columns)}, {"rows", std::to_string(rows)}}},
          [=] { return test::plain_domineering(columns, rows); }};
}
GridInstance clobber(int columns, int rows) {
  return {{"clobber", {{"columns", std::to_string(columns)}, {"rows", std::to_string(rows)}}},
          [=] { return test::plain_clobber(columns, rows); }};
}

Value value_after(int plies) {
  return plies > 0 ? Value::win(plies) : plies < 0 ? Value::loss(-plies) : Value::draw();
}

class GridTableAgrees : public testing::TestWithParam<GridInstance> {
 protected:
  Table solve(int threads = 2) {
    const std::string path = folder_.file("table.ztb");
    SolveOptions options;
    options.threads = threads;
    zermelo::solve(*rules_, path, options);
    return Table::open(path);
  }

  test::TemporaryFolder folder_;
  const std::shared_ptr<const Game> rules_ = make_game(GetParam().spec);
  std::unique_ptr<PlainGame> plain_ = GetParam().plain();
};

TEST_P(GridTableAgrees, WithTheBruteForceInEveryPosition) {
  const Table table = solve();
  EXPECT_EQ(table.start(), plain_->text_of(plain_->start()));
  for (const auto& [state, plies] : plain_->values()) {
    const std::string text = plain_->text_of(state);
    ASSERT_EQ(to_string(table.probe(text)), to_string(value_after(plies))) << text;
  }
}

TEST_P(GridTableAgrees, AboutTheMoves) {
  const Table table = solve();
  const auto values = plain_->values();
  std::size_t number = 0;
  for (const auto& [state, plies] : values) {
    if (++number % 7 != 0) continue;
    std::multimap<std::string, std::string> expected, found;  // results and values
    for (const auto& move : plain_->moves(state)) {
      const bool goes_on = move.end == PlainGame::End::none;
      const Value value = move.end == PlainGame::End::won    ? Value::win(1)
                          : move.end == PlainGame::End::lost ? Value::loss(1)
                          : goes_on ? value_after(values.at(move.next)).before_move()
                                    : Value::draw();
      expected.emplace(goes_on ? plain_->text_of(move.next) : "", to_string(value));
    }
    for (const MoveValue& move : table.moves(plain_->text_of(state)))
      found.emplace(move.result, to_string(move.value));
    ASSERT_EQ(found, expected) << plain_->text_of(state);
  }
}

TEST_P(GridTableAgrees, AboutTheNumberOfPositions) {
  const CountReport count = rules_->count({.threads = 2});
  EXPECT_EQ(count.totals.at("positions"), plain_->reachable());
  EXPECT_EQ(count.totals.at("positions") - count.totals.at("over"), plain_->going_on());
  const Table table = solve();
  EXPECT_EQ(table.info().positions,
            count.totals.at("canonical") - count.totals.at("canonical_over"));
  const StatsReport stats = table.stats({.threads = 2});
  EXPECT_EQ(stats.positions, table.info().positions);
}

TEST_P(GridTableAgrees, WithItself) {
  const Table table = solve();
  const VerifyReport report = table.verify({.threads = 2});
  EXPECT_FALSE(report.failure) << *report.failure;
  EXPECT_EQ(report.positions, table.info().values);
}

INSTANTIATE_TEST_SUITE_P(
    Small, GridTableAgrees,
    testing::Values(connect(4, 3, 3), connect(3, 4, 3), connect(4, 4, 4), connect(5, 3, 4),
                    connect(1, 5, 3), connect(7, 1, 2), mnk(3, 3, 3), mnk(4, 3, 3), mnk(2, 4, 3),
                    mnk(5, 2, 2), notakto(3, 3), notakto(3, 4), notakto(2, 5), notakto(1, 6),
                    othello(4, 4, 2, 2), othello(3, 4, 2, 1), othello(4, 3, 1, 2),
                    othello(3, 5, 1, 1), breakthrough(2, 4), breakthrough(3, 4), breakthrough(2, 3),
                    breakthrough(2, 6), domineering(4, 4), domineering(3, 5), domineering(5, 2),
                    domineering(1, 4), clobber(4, 3), clobber(3, 4), clobber(3, 3), clobber(5, 2),
                    clobber(2, 5), clobber(9, 1), clobber(6, 1), clobber(2, 1)));

}  // namespace
}  // namespace zermelo
