// SPDX-License-Identifier: MIT
// Circuits of random lists of boards, checked on every assignment.
#include "proof/strategy/state_circuits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace zermelo::proof {
namespace {

constexpr std::size_t circuit_variables = 7;

symbolic::BoardState board_of(unsigned bits) {
  symbolic::BoardState board;
  for (std::size_t k = 0; k < circuit_variables; ++k) board[k] = (bits >> k & 1) != 0;
  return board;
}

// Variables 1, 3, 5 are false where the ones before them are.
bool is_possible(unsigned bits) { return ((bits >> 1 & 0b10101) & ~(bits & 0b10101)) == 0; }
const std::vector<bool> circuit_follows = {false, true, false, true, false, true, false};

std::vector<bool> circuit_inputs(unsigned bits) {
  std::vector<bool> inputs;
  for (std::size_t k = 0; k < circuit_variables; ++k) inputs.push_back((bits >> k & 1) != 0);
  return inputs;
}

TEST(BoardKey, IsOrderedByTheFirstVariableFirst) {
  symbolic::BoardState early, late;
  early.set(0);
  late.set(1);
  late.set(127);
  EXPECT_GT(BoardKey(early), BoardKey(late));
  EXPECT_TRUE(BoardKey(late)[127]);
  EXPECT_FALSE(BoardKey(late)[126]);
}

TEST(StateCircuits, HaveTheirBoardsAndNoOthersAndTheValuesAsked) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::map<BoardKey, std::pair<unsigned, bool>> chosen;  // with their values
    for (unsigned bits = 0; bits < 1u << circuit_variables; ++bits) {
      if (is_possible(bits) && random() % 8 < static_cast<unsigned>(round % 8))
        chosen[BoardKey(board_of(bits))] = {bits, random() % 3 == 0};
    }
    std::vector<BoardKey> boards;
    std::vector<bool> values;
    for (const auto& [board, what] : chosen) {
      boards.push_back(board);
      values.push_back(what.second);
    }
    symbolic::Aig aig;
    std::vector<symbolic::Literal> variables;
    for (std::size_t k = 0; k < circuit_variables; ++k) variables.push_back(aig.input());
    StateCircuits circuits(aig, variables, circuit_follows);
    const symbolic::Literal member = circuits.member(boards);
    const symbolic::Literal function = circuits.function(boards, values);
    for (unsigned bits = 0; bits < 1u << circuit_variables; ++bits) {
      if (!is_possible(bits)) continue;
      const auto all = evaluate(aig, circuit_inputs(bits));
      const auto found = chosen.find(BoardKey(board_of(bits)));
      ASSERT_EQ(value_of(all, member), found != chosen.end()) << bits;
      if (found == chosen.end()) continue;
      ASSERT_EQ(value_of(all, function), found->second.second) << bits;
    }
  }
}

TEST(StateCircuits, OfNothingAndOfAFunctionThatIsTheSameEverywhereAreConstants) {
  symbolic::Aig aig;
  const std::vector<symbolic::Literal> variables = {aig.input(), aig.input()};
  StateCircuits circuits(aig, variables, {false, false});
  EXPECT_EQ(circuits.member({}), symbolic::false_literal);
  EXPECT_EQ(circuits.function({}, {}), symbolic::false_literal);
  const std::vector<BoardKey> boards = {BoardKey(symbolic::BoardState(0)),
                                        BoardKey(symbolic::BoardState(1))};
  EXPECT_EQ(circuits.function(boards, {true, true}), symbolic::true_literal);
}

}  // namespace
}  // namespace zermelo::proof
