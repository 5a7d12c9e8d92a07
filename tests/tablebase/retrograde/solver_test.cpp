// SPDX-License-Identifier: MIT
// The solver on random graphs, with moves that forbid a reply and without, against a brute force;
// paused after every chunk; and values that do not fit.
#include "tablebase/retrograde/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tablebase/retrograde/plain_word.h"
#include "tablebase/retrograde/state_word.h"
#include "tests/reference/graph_game.h"
#include "tests/support/error_text.h"
#include "tests/support/test_graph.h"

namespace zermelo {
namespace {

using test::exact_value;
using test::GraphGame;
using test::RandomGraphs;
using test::Taste;
using test::TestGraph;
using Kind = test::GraphMove::Kind;

template <class Word>
using Solver = RetrogradeSolver<TestGraph, Word>;

constexpr auto never = [] { return false; };

template <class Word>
void expect_values(const GraphGame& game, const TestGraph& graph, const Solver<Word>& solver) {
  const auto expected = test::values_of(game);
  for (std::size_t p = 0; p < game.moves.size(); ++p) {
    const std::uint64_t place = graph.place(p);
    ASSERT_EQ(to_string(solver.first_value(place)), to_string(exact_value(expected[p][0]))) << p;
    if constexpr (Word::forbids) {
      const auto second = solver.second_value(place);
      for (std::size_t m = 0; m < game.moves[p].size(); ++m) {
        if (!game.may_be_forbidden(p, m)) continue;
        const bool matters = second.exists && second.slot == m;
        ASSERT_EQ(to_string(matters ? second.value : solver.first_value(place)),
                  to_string(exact_value(expected[p][1 + m])))
            << p << " without " << m;
      }
    }
  }
}

template <class Word>
Taste taste_of(bool far) {
  return {.forbids = Word::forbids,
          .any_parity = Word::is_widest || !Word::forbids,
          .far = far && Word::is_widest};
}

template <class Word>
class RetrogradeWords : public testing::Test {};
using RetrogradeWordTypes = testing::Types<NarrowWord, WideWord, PlainWord, NarrowPlainWord>;
TYPED_TEST_SUITE(RetrogradeWords, RetrogradeWordTypes);

TYPED_TEST(RetrogradeWords, GiveTheValuesOfRandomGraphs) {
  std::set<int> longest;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const GraphGame game = RandomGraphs(seed, taste_of<TypeParam>(seed % 2 == 1))(400);
    const TestGraph graph(game, 3 + 3 * (seed % 3));
    Solver<TypeParam> solver(graph, 1 + static_cast<int>(seed % 3));
    ASSERT_TRUE(solver.run(never));
    ASSERT_TRUE(solver.check());
    longest.insert(solver.level());
    expect_values(game, graph, solver);
    if (this->HasFatalFailure()) return;
  }
  EXPECT_GT(*longest.rbegin(), TypeParam::is_widest ? 700 : 40);
}

TYPED_TEST(RetrogradeWords, PausedAfterEveryChunkAndRestoredAreTheSame) {
  for (unsigned seed = 100; seed < 102; ++seed) {
    const GraphGame game = RandomGraphs(seed, taste_of<TypeParam>(seed % 2 == 1))(500);
    const TestGraph graph(game, 16);
    Solver<TypeParam> undisturbed(graph, 2);
    ASSERT_TRUE(undisturbed.run(never));

    std::optional<Solver<TypeParam>> solver(std::in_place, graph, 1);
    int runs = 1;
    for (int asked = 0; !solver->run([&] { return asked++ > 0; }); ++runs, asked = 0) {
      ASSERT_LT(runs, 100000) << "no progress";
      ASSERT_TRUE(solver->check());
      const std::vector words(solver->words().begin(), solver->words().end());
      const std::vector marks(solver->marks().begin(), solver->marks().end());
      const int level = solver->level();
      const std::uint64_t decided = solver->decided();
      solver.emplace(graph, 1);
      std::ranges::copy(words, solver->words().begin());
      std::ranges::copy(marks, solver->marks().begin());
      solver->restore(level, decided);
    }
    EXPECT_GT(runs, static_cast<int>(graph.places() / chunk_size));
    // (Of two equally good moves a word may name either, so words need not be the same.)
    expect_values(game, graph, *solver);
    expect_values(game, graph, undisturbed);
    if (this->HasFatalFailure()) return;
    EXPECT_EQ(solver->decided(), undisturbed.decided());
  }
}

TYPED_TEST(RetrogradeWords, CheckTheirState) {
  const GraphGame game = RandomGraphs(7, taste_of<TypeParam>(false))(500);
  const TestGraph graph(game, 8);
  Solver<TypeParam> solver(graph, 1);
  int asked = 0;
  ASSERT_FALSE(solver.run([&] { return asked++ > 8; }));
  ASSERT_GT(solver.level(), 0);
  ASSERT_TRUE(solver.check());
  const std::vector marks(solver.marks().begin(), solver.marks().end());
  std::ranges::fill(solver.marks(), 0u);
  EXPECT_FALSE(solver.check()) << "nothing is marked";
  std::ranges::copy(marks, solver.marks().begin());
  EXPECT_TRUE(solver.check());
  solver.restore(solver.level(), solver.decided() + 1);
  EXPECT_FALSE(solver.check()) << "more decided than there are";
}

// A position that leads to the one before it, the first to a position won or lost in `plies`.
GraphGame chain(int length, int worth) {
  GraphGame game;
  game.moves.push_back({{Kind::exit, -1, -1, worth}, {Kind::exit, -1, -1, worth}});
  for (int i = 1; i < length; ++i) game.moves.push_back({{Kind::inner, i - 1, -1, 0}});
  return game;
}

template <class Word>
void solve(const GraphGame& game) {
  const TestGraph graph(game, 1);
  Solver<Word> solver(graph, 1);
  ASSERT_TRUE(solver.run(never));
  expect_values(game, graph, solver);
}

TEST(RetrogradeRange, ValuesAsLongAsThereAreFit) {
  solve<PlainWord>(chain(3, 32764));
  solve<PlainWord>(chain(2, -32765));
  solve<WideWord>(chain(3, 32763));
  solve<NarrowWord>(chain(2, 251));
  solve<NarrowPlainWord>(chain(3, 16380));
  solve<NarrowPlainWord>(chain(2, -16381));
  solve<PlainWord>(chain(1500, 3));
}

TEST(RetrogradeRange, LongerOnesAreRefusedInASentence) {
  const std::string too_long =
      "This game has positions that are decided only after 32767 plies or more; a table has no "
      "room "
      "for such values.";
  EXPECT_EQ(test::error_text<Error>([] { solve<PlainWord>(chain(3, 32765)); }), too_long);
  EXPECT_EQ(test::error_text<Error>([] { solve<PlainWord>(chain(4, -32764)); }), too_long);
  EXPECT_EQ(test::error_text<Error>([] { solve<WideWord>(chain(3, 32765)); }),
            "This game has positions that are decided only after 32766 plies or more; a table has "
            "no room for such values.");
  EXPECT_THROW(solve<NarrowWord>(chain(4, 253)), WordTooNarrow);
  EXPECT_THROW(solve<NarrowPlainWord>(chain(4, 16380)), WordTooNarrow);
  EXPECT_THROW(solve<NarrowPlainWord>(chain(1, -16383)), WordTooNarrow);
}

TEST(RetrogradeRange, TooManyMovesAreRefusedInASentence) {
  const int many = 1 << 14;
  GraphGame game;
  for (int i = 0; i <= many; ++i) game.moves.push_back({{Kind::exit, -1, -1, 4}});
  for (int i = 1; i < many; ++i) game.moves[0].push_back({Kind::inner, i, -1, 0});
  const auto value_of_first = [&] {
    const TestGraph graph(game, 1);
    Solver<PlainWord> solver(graph, 1);
    EXPECT_TRUE(solver.run(never));
    return solver.first_value(0);
  };
  EXPECT_EQ(value_of_first(), Value::win(4));
  game.moves[0].push_back({Kind::inner, many, -1, 0});
  EXPECT_EQ(test::error_text<Error>([&] { value_of_first(); }),
            "This game has positions with more than 16383 moves, or with a move that decides the "
            "game only after 32767 plies or more; such a game cannot be solved.");
}

TEST(UpdatePipeline, IsNeverMovedForThenUpdatesWouldBeAppliedTwice) {
  static_assert(!std::is_move_constructible_v<UpdatePipeline<int>>);
  static_assert(!std::is_copy_constructible_v<UpdatePipeline<int>>);
  std::vector<int> applied;
  const auto apply = [&](int update) { applied.push_back(update); };
  UpdatePipeline<int> pipeline;
  for (int i = 0; i < 1000; ++i) pipeline.push(i, apply);
  EXPECT_LT(applied.size(), 1000u);
  pipeline.flush(apply);
  pipeline.flush(apply);
  std::ranges::sort(applied);
  ASSERT_EQ(applied.size(), 1000u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(applied[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace zermelo
