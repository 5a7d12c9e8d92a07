// SPDX-License-Identifier: MIT
// Tables against decision diagrams; and tables that are wrong in a known way.
#include "proof/validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "gen/othello/game.h"
#include "gen/wrong_file.h"
#include "kinds/codes/maker.h"
#include "probe/game.h"
#include "symbolic/bdd/symbolic_solution.h"
#include "symbolic/model/game_model.h"
#include "tests/reference/plain_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

ValidationOptions options() {
  ValidationOptions o;
  o.memory = 512 << 20;
  o.threads = 2;
  return o;
}

Table solved(const GameSpec& spec, const std::string& path) {
  solve(*make_game(spec), path, {});
  return Table::open(path);
}

class Validation : public testing::TestWithParam<std::string> {};

// The parameters are words, as on a command line.
GameSpec spec_of(const std::string& words) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    list.push_back(words.substr(at, end - at));
    at = end + 1;
  }
  if (!list.front().ends_with(".bddl")) return parse_game_spec(list);
  const std::string folder = std::string(ZERMELO_SOURCE) + "/games/";
  return bddl::read_game(folder + list[0], folder + list[1], list.size() > 2 ? list[2] : "");
}

TEST_P(Validation, TablesAreAsTheDiagramsSay) {
  const test::TemporaryFolder folder;
  const Table table = solved(spec_of(GetParam()), folder.file("t.ztb"));
  const ValidationReport report = validate(table, options());
  EXPECT_TRUE(report.same()) << (report.mistaken.empty() ? "" : report.mistaken.front());
  EXPECT_EQ(report.canonical, report.in_table);
  EXPECT_GT(report.total.going_on(), 0u);
  // The same numbers from exploring play explicitly, where dominoes have no colours.
  if (table.game().spec().name == "domineering") return;
  const CountReport count = table.game().count({.threads = 2});
  EXPECT_EQ(report.total.going_on() + report.total.ended, count.totals.at("positions"));
  EXPECT_EQ(report.total.ended, count.totals.at("over"));
}

INSTANTIATE_TEST_SUITE_P(
    Games, Validation,
    testing::Values(
        "othello rows=3 cols=4", "othello rows=4 cols=4 metric=score", "connect columns=4 rows=4",
        "connect columns=5 rows=3 line=3", "mnk", "mnk m=4 n=3 k=3", "notakto",
        "notakto rows=3 columns=4", "domineering columns=4 rows=3", "breakthrough columns=3 rows=4",
        "breakthrough columns=2 rows=3", "hex/domain.bddl hex/3x3.bddl",
        "connect/domain.bddl connect/4x4-3.bddl", "tic-tac-toe/domain.bddl tic-tac-toe/3x3.bddl",
        "konane/domain.bddl konane/4x4.bddl", "pursuer/domain.bddl pursuer/4x4-1-2.bddl",
        "breakthrough/domain.bddl breakthrough/2x5.bddl",
        "knightthrough/domain.bddl knightthrough/3x4.bddl"));

// Counts by outcome against a plain game.
TEST(Validation, OutcomesAreThoseOfAPlainGame) {
  const test::TemporaryFolder folder;
  const auto game = test::plain_othello(3, 4, 2, 1);
  ValidationReport::Layer expected;
  for (const auto& [state, value] : game->values()) {
    ++(value > 0 ? expected.won : value < 0 ? expected.lost : expected.drawn);
  }
  const Table table = solved({"othello", {{"rows", "3"}, {"cols", "4"}}}, folder.file("t.ztb"));
  const ValidationReport report = validate(table, options());
  EXPECT_EQ(report.total.won, expected.won);
  EXPECT_EQ(report.total.lost, expected.lost);
  EXPECT_EQ(report.total.drawn, expected.drawn);
  EXPECT_EQ(report.total.ended, game->reachable() - game->going_on());
}

// Othello with one thing wrong.
class WrongOthello : public othello::Othello {
 public:
  using Othello::Othello;

  std::optional<GridPosition> drawn_end;  // a final position that it takes for a draw
  std::optional<GridPosition> left_out;   // a position that no move leads to
  std::optional<GridPosition> added;      // a position that a first move leads to

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    Othello::for_each_successor(p, [&](const GridPosition& next, Ending ending) {
      if (left_out && canonical(*this, next) == canonical(*this, *left_out)) return;
      visit(next, next == drawn_end ? Ending::drawn : ending);
    });
    if (added && p == start()) visit(*added, Ending::none);
  }
};

class WrongTable : public testing::Test {
 protected:
  // A table of the wrong game that claims to be of the right one. It does not use symmetries: the
  // error is at only one position.
  Table make(const WrongOthello& game) {
    TableHeader header{spec_, distance_metric, creator()};
    header.states = CodeTables<WrongOthello>::states;
    CodeTables<WrongOthello>::solve(game, std::move(header), folder_.file("wrong.ztb"), {});
    return Table::open(folder_.file("wrong.ztb"));
  }
  static GridPosition position(const std::string& text) { return parse_position(text, {4, 3}); }

  const test::TemporaryFolder folder_;
  const GameSpec spec_ = make_game({"othello", {{"rows", "3"}, {"cols", "4"}}})->spec();
  const othello::Parameters parameters_ = othello::parse_parameters(spec_.parameters);
};

TEST_F(WrongTable, APlantedWrongValueIsNamed) {
  const Table right = solved(spec_, folder_.file("right.ztb"));
  // A position with a single move, which ends the game and loses.
  WrongOthello game(parameters_);
  for (const auto& [state, value] : test::plain_othello(3, 4, 2, 1)->values()) {
    const GridPosition p = position(test::plain_othello(3, 4, 2, 1)->text_of(state));
    if (value != -1 || right.canonical(format_position(p, {4, 3})) != format_position(p, {4, 3}))
      continue;
    int moves = 0;
    game.for_each_successor(p, [&](const GridPosition& next, Ending) {
      ++moves;
      game.drawn_end = next;
    });
    if (moves == 1) break;
    game.drawn_end.reset();
  }
  ASSERT_TRUE(game.drawn_end);
  const Table wrong = make(game);
  const ValidationReport report = validate(wrong, options());
  EXPECT_FALSE(report.same());
  ASSERT_GT(report.mistakes, 0u);
  ASSERT_FALSE(report.mistaken.empty());
  // Each position that is named is wrong in that table and right in the correct one.
  for (const std::string& sentence : report.mistaken) {
    const std::string named = sentence.substr(0, sentence.find(" is "));
    EXPECT_NE(wrong.probe(named).outcome(), right.probe(named).outcome()) << sentence;
  }
  EXPECT_EQ(report.canonical, report.in_table);
}

TEST_F(WrongTable, AMissingPositionIsNamed) {
  WrongOthello game(parameters_);
  // A reply to the first move, of which there is one up to symmetry.
  GridPosition after_first;
  game.for_each_successor(game.start(), [&](const GridPosition& p, Ending) { after_first = p; });
  std::optional<GridPosition> reply;
  game.for_each_successor(after_first, [&](const GridPosition& p, Ending) { reply = p; });
  game.left_out = reply;
  const ValidationReport report = validate(make(game), options());
  EXPECT_FALSE(report.same());
  EXPECT_TRUE(std::ranges::any_of(report.mistaken, [](const std::string& sentence) {
    return sentence.find("but the table does not have it") != std::string::npos;
  }));
}

TEST_F(WrongTable, APositionTooManyIsNoticed) {
  WrongOthello game(parameters_);
  const GridPosition start = game.start();
  // A disc that encloses nothing.
  for (int s = 0; s < 12; ++s) {
    const bool open = (start.occupied() & bit_of(s)) == 0;
    if (open && game.flips(start.black, start.white, s) == 0) {
      game.added = GridPosition{start.black | bit_of(s), start.white, true};
      if (game.moves(game.added->own(), game.added->opponent()) != 0) break;
    }
  }
  ASSERT_TRUE(game.added);
  const ValidationReport report = validate(make(game), options());
  EXPECT_FALSE(report.same());
  EXPECT_LT(report.canonical, report.in_table);
}

TEST(Validation, SaysWhatItCannotDo) {
  const test::TemporaryFolder folder;
  const Table ostle = solved({"ostle", {{"size", "3"}, {"lose", "1"}}}, folder.file("o.ztb"));
  EXPECT_EQ(test::error_text<WrongFile>([&] { validate(ostle, options()); }),
            "There is no Boolean model of ostle.");
  const Table othello = solved({"othello", {}}, folder.file("t.ztb"));
  ValidationOptions little = options();
  little.memory = 5 << 20;
  EXPECT_EQ(test::error_text<symbolic::OutOfNodes>([&] { validate(othello, little); }),
            "The decision diagrams do not fit into the 5 MiB allowed; give more with --memory.");
  const std::atomic<bool> stop = true;
  ValidationOptions stopped = options();
  stopped.stop = &stop;
  EXPECT_THROW(validate(othello, stopped), Interrupted);
}

TEST(SymbolicSolution, BytesBringItBack) {
  const auto model = *symbolic::find_game_model({"mnk", {}});
  const auto solution = symbolic::solve_symbolically(model.model, {.memory = options().memory}, {});
  const auto again = symbolic::SymbolicSolution::from_bytes(solution.bytes());
  ASSERT_EQ(again.layers.size(), solution.layers.size());
  for (std::size_t n = 0; n < again.layers.size(); ++n) {
    for (const symbolic::Side side : symbolic::both_sides) {
      const auto &a = again.layers[n].sets[side], &b = solution.layers[n].sets[side];
      EXPECT_EQ(a.won.bytes(), b.won.bytes());
      EXPECT_EQ(a.drawn.size(), b.drawn.size());
      EXPECT_EQ(a.ended, b.ended);
    }
  }
  const std::string bytes = solution.bytes();
  for (std::size_t length = 0; length < bytes.size(); length += 97) {
    EXPECT_THROW(symbolic::SymbolicSolution::from_bytes(std::string_view(bytes).substr(0, length)),
                 DamagedTable);
  }
  EXPECT_THROW(symbolic::SymbolicSolution::from_bytes(bytes + "more"), DamagedTable);
}

}  // namespace
}  // namespace zermelo
