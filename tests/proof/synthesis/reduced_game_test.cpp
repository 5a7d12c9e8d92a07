// SPDX-License-Identifier: MIT
// Safety games made smaller: random ones with controls that are defined, against a fixpoint over
// all states, and the winners' circuits by walking through them.
#include "proof/synthesis/reduced_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

#include "proof/ic3/ic3.h"
#include "proof/synthesis/safety_sets.h"
#include "tests/reference/plain_safety.h"

namespace zermelo::proof {
namespace {

using test::SafetyShape;

TEST(ReducedGame, RandomOnesWithDefinitionsAreDecidedAsByTheirStatesAndTheCircuitsWin) {
  std::mt19937 random(15);
  int realizable = 0;
  std::size_t replaced = 0, left = 0;
  constexpr int games = 400;
  for (int n = 0; n < games; ++n) {
    const SafetyShape shape{static_cast<std::uint32_t>(2 + random() % 4), 2,
                            static_cast<std::uint32_t>(2 + random() % 3)};
    const auto defined = static_cast<std::uint32_t>(1 + random() % shape.controller);
    const AigerFile file = random_defined_game(random, shape, defined);
    const bool expected = is_realizable(file, shape);
    realizable += expected;

    ReducedGame game = reduce(make_safety_graph(file));
    ASSERT_TRUE(game.game.aig.check());
    replaced += game.defined.size();
    left += defined - std::min<std::size_t>(defined, game.defined.size());
    const Ic3Result found = solve_by_ic3(make_safety_game(game.game));
    ASSERT_EQ(found.verdict == Verdict::no_win, expected) << format_aiger_ascii(file);
    const std::vector<Literal> choices = winning_choices(game.game, found);
    ASSERT_TRUE(
        circuit_wins(closed_circuit(file, std::move(game), expected, choices), shape, expected))
        << format_aiger_ascii(file);

    const SafetySets sets = solve_safety_by_sets(
        file, {.bdd = {.memory = 32 << 20, .first_nodes = 200, .reorder = true}}, {});
    ASSERT_EQ(sets.realizable, expected) << format_aiger_ascii(file);
    ASSERT_TRUE(circuit_wins(sets.circuit, shape, expected)) << format_aiger_ascii(file);
  }
  EXPECT_GT(realizable, games / 10);
  EXPECT_LT(realizable, games * 9 / 10);
  EXPECT_GT(replaced, games);
  EXPECT_LT(left, replaced / 20);
}

// The controls c0, c1, ... of a game without latches whose error is made by `error`, from two
// inputs of the environment's and the controls.
template <class MakeError>
ReducedGame reduced_from(int controls, MakeError error) {
  SafetyGraph graph;
  for (int k = 0; k < 2; ++k) graph.environment.push_back(graph.aig.input());
  for (int k = 0; k < controls; ++k) graph.controller.push_back(graph.aig.input());
  graph.error = error(graph.aig, graph.environment, graph.controller);
  graph.excused = symbolic::false_literal;
  return reduce(std::move(graph));
}

using GraphInputs = std::vector<Literal>;

TEST(ReducedGame, ControlsThatAreGatesAreReplaced) {
  // (u0 & !c) | (!u0 & c), as a tool writes it that prefers conjunctions of conjunctions.
  EXPECT_EQ(reduced_from(1,
                         [](Aig& aig, const GraphInputs& u, const GraphInputs& c) {
                           return aig.lor(aig.land(aig.land(u[0], u[1]), !c[0]),
                                          aig.land(c[0], !aig.land(u[1], u[0])));
                         })
                .game.error,
            symbolic::false_literal);
  // An exclusive-or of three.
  EXPECT_EQ(
      reduced_from(1, [](Aig& aig, const GraphInputs& u,
                         const GraphInputs& c) { return aig.lxor(aig.lxor(u[0], c[0]), u[1]); })
          .defined.size(),
      1u);
  // A choice.
  EXPECT_EQ(reduced_from(1,
                         [](Aig& aig, const GraphInputs& u, const GraphInputs& c) {
                           return aig.choose(u[0], aig.equal(c[0], u[1]), c[0]);
                         })
                .defined.size(),
            1u);
  // Constants.
  EXPECT_EQ(reduced_from(1, [](Aig&, const GraphInputs&, const GraphInputs& c) { return c[0]; })
                .defined.front()
                .function,
            symbolic::false_literal);
  EXPECT_EQ(reduced_from(1, [](Aig&, const GraphInputs&, const GraphInputs& c) { return !c[0]; })
                .defined.front()
                .function,
            symbolic::true_literal);
  // One after another: c0 is c1, and c1 is u0.
  const ReducedGame chain =
      reduced_from(2, [](Aig& aig, const GraphInputs& u, const GraphInputs& c) {
        return aig.lor(aig.lxor(c[0], c[1]), aig.lxor(c[1], u[0]));
      });
  EXPECT_EQ(chain.defined.size(), 2u);
  EXPECT_TRUE(chain.game.controller.empty());
  EXPECT_EQ(chain.game.error, symbolic::false_literal);
}

TEST(ReducedGame, ControlsWithAChoiceAreNot) {
  const ReducedGame free =
      reduced_from(2, [](Aig& aig, const GraphInputs& u, const GraphInputs& c) {
        return aig.lor(aig.land(u[0], c[0]), aig.land(aig.land(u[1], !u[0]), !c[0]));
      });
  EXPECT_TRUE(free.defined.empty());
  EXPECT_EQ(free.game.controller.size(), 1u);  // nothing depends on the other one
  // Of two controls that define each other, one remains.
  const ReducedGame each =
      reduced_from(2, [](Aig& aig, const GraphInputs& u, const GraphInputs& c) {
        return aig.lxor(aig.lxor(c[0], c[1]), u[0]);
      });
  EXPECT_EQ(each.defined.size(), 1u);
}

// The environment's input u is an error unless the control is u, or breaks the constraint.
TEST(ReducedGame, AControlThatCanBreakAConstraintIsKept) {
  AigerFile file;
  file.inputs = 2;
  file.input_names = {{0, "u"}, {1, "controllable_c"}};
  file.ands = {{4, 3}, {5, 2}, {9, 7}};  // c & !u, !c & u, and neither
  file.bad = {11};
  file.constraints = {5};
  const ReducedGame game = reduce(make_safety_graph(file));
  EXPECT_TRUE(game.defined.empty());
  file.constraints = {3};
  EXPECT_EQ(reduce(make_safety_graph(file)).defined.size(), 1u);
}

TEST(ReducedGame, WhatNoErrorDependsOnIsDropped) {
  // The error is latch 0, whose next value is latch 1, whose next value is input 0; latch 2 and
  // input 1 go round by themselves.
  AigerFile file;
  file.inputs = 2;
  file.latches = {{.next = 8}, {.next = 2}, {.next = 12}};
  file.ands = {{10, 4}};
  file.outputs = {6};
  ASSERT_TRUE(file.check());
  ReducedGame game = reduce(make_safety_graph(file));
  EXPECT_EQ(game.game.latches.size(), 2u);
  EXPECT_EQ(game.game.next.size(), 2u);
  EXPECT_EQ(game.game.start.size(), 2u);
  EXPECT_EQ(game.game.environment.size(), 1u);
  EXPECT_EQ(game.whole.latches.size(), 3u);
  const AigerFile circuit = closed_circuit(file, std::move(game), false, {symbolic::true_literal});
  EXPECT_EQ(circuit.latches.size(), 3u);
  EXPECT_EQ(circuit.inputs, 0u);
  EXPECT_TRUE(test::error_can_come(circuit));
}

}  // namespace
}  // namespace zermelo::proof
