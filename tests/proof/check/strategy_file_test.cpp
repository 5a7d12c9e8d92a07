// SPDX-License-Identifier: MIT
#include "proof/check/strategy_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "proof/aiger/aiger.h"
#include "proof/check/check.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/strategy.h"
#include "proof/strategy/strategy_output.h"
#include "symbolic/model/aig.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::proof {
namespace {

using symbolic::Literal;
using Lines = std::vector<std::string>;

Strategy strategy_for(const GameSpec& game, Side attacker, const Ic3Options& options = {},
                      const std::string& start = "") {
  Ic3Proof proof = prove_by_ic3(game, attacker, start, options);
  proof.strategy.creator = "a test, by hand";
  return std::move(proof.strategy);
}

GameSpec notakto_of(int columns, int rows) {
  return {"notakto", {{"columns", std::to_string(columns)}, {"rows", std::to_string(rows)}}};
}

// Small, without a bound: White does not lose.
const Strategy& small_strategy() {
  static const Strategy strategy = strategy_for(notakto_of(3, 2), symbolic::black);
  return strategy;
}
// With one: Black wins.
const Strategy& winning_strategy() {
  static const Strategy strategy = strategy_for(notakto_of(3, 3), symbolic::black);
  return strategy;
}
const Strategy& bddl_strategy() {
  static const Strategy strategy =
      strategy_for(test::bddl_spec(test::shipped_games / "hex/2x2.bddl"), symbolic::black);
  return strategy;
}

// --- Comparing -----------------------------------------------------------------------------------

// The values of all functions for these values of the inputs: member, then rank, then move.
std::vector<bool> says(const Strategy& strategy, const std::vector<bool>& inputs) {
  const std::vector<bool> values = evaluate(strategy.aig, inputs);
  std::vector<bool> result = {value_of(values, strategy.member)};
  for (const Literal bit : strategy.rank) result.push_back(value_of(values, bit));
  for (const Literal bit : strategy.move) result.push_back(value_of(values, bit));
  return result;
}

bool same_functions(const Strategy& a, const Strategy& b) {
  if (a.variables != b.variables || a.rank.size() != b.rank.size() ||
      a.move.size() != b.move.size())
    return false;
  std::mt19937 random(5);
  for (int n = 0; n < 300; ++n) {
    std::vector<bool> inputs(a.inputs.size());
    // (Few true values at first, as at the beginning of a game.)
    for (std::size_t k = 0; k < inputs.size(); ++k) inputs[k] = random() % (n < 100 ? 8 : 2) == 0;
    if (says(a, inputs) != says(b, inputs)) return false;
  }
  return true;
}

void expect_same(const Strategy& found, const Strategy& expected) {
  GameSpec game = expected.game;
  std::erase_if(game.parameters, [](const auto& p) { return p.first.ends_with("-file"); });
  EXPECT_EQ(found.game, game);
  EXPECT_EQ(found.start, expected.start);
  EXPECT_EQ(found.owner, expected.owner);
  EXPECT_EQ(found.claim, expected.claim);
  EXPECT_EQ(found.creator, expected.creator);
  EXPECT_EQ(found.moves, expected.moves);
  EXPECT_EQ(found.inputs.size(), expected.inputs.size());
  EXPECT_TRUE(found.aig.check());
  EXPECT_TRUE(same_functions(found, expected));
}

// --- Files with something changed ----------------------------------------------------------------

using EditFile = std::function<void(AigerFile&)>;

std::string edited(const Strategy& strategy, const EditFile& edit) {
  AigerFile file = parse_aiger(format_strategy(strategy));
  edit(file);
  return format_aiger_ascii(file);
}

std::string with_lines(const Strategy& strategy, const std::function<void(Lines&)>& edit) {
  return edited(strategy, [&](AigerFile& file) { edit(file.comments); });
}

// The file with that line in place of the one that begins with this text.
std::string with_line(const Strategy& strategy, const std::string& begin, const std::string& line) {
  return with_lines(strategy, [&](Lines& lines) {
    const auto found = std::ranges::find_if(
        lines, [&](const std::string& l) { return l == begin || l.starts_with(begin + " "); });
    ASSERT_NE(found, lines.end());
    *found = line;
  });
}
std::string with_more(const Strategy& strategy, const std::string& line) {
  return with_lines(strategy, [&](Lines& lines) { lines.push_back(line); });
}
std::string without_line(const Strategy& strategy, const std::string& begin) {
  return with_lines(strategy, [&](Lines& lines) {
    EXPECT_EQ(std::erase_if(lines, [&](const std::string& l) { return l.starts_with(begin); }), 1u);
  });
}

// The same file whose input k is the old one's input `order[k]`. Inputs that nothing depends on may
// be missing there.
AigerFile with_inputs(const AigerFile& file, const std::vector<std::uint32_t>& order) {
  AigerFile result = file;
  result.inputs = static_cast<std::uint32_t>(order.size());
  result.input_names.clear();
  std::vector<std::uint32_t> place(file.variables() + 1);
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    place[1 + order[k]] = 1 + k;
    if (file.input_names.contains(order[k])) result.input_names[k] = file.input_names.at(order[k]);
  }
  for (std::uint32_t n = 0; n < file.ands.size(); ++n)
    place[1 + file.inputs + n] = 1 + result.inputs + n;
  const auto moved = [&](std::uint32_t literal) { return 2 * place[literal / 2] + literal % 2; };
  for (AigerAnd& gate : result.ands) {
    gate = {moved(gate.left), moved(gate.right)};
    if (gate.left < gate.right) std::swap(gate.left, gate.right);
  }
  for (std::uint32_t& output : result.outputs) output = moved(output);
  return result;
}

std::vector<std::uint32_t> all_inputs(const AigerFile& file) {
  std::vector<std::uint32_t> order(file.inputs);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<std::uint32_t> used_inputs(const AigerFile& file) {
  std::vector<bool> used(file.variables() + 1);
  for (const std::uint32_t output : file.outputs) used[output / 2] = true;
  for (const AigerAnd& gate : file.ands) used[gate.left / 2] = used[gate.right / 2] = true;
  std::vector<std::uint32_t> order = all_inputs(file);
  std::erase_if(order, [&](std::uint32_t n) { return !used[1 + n]; });
  return order;
}

// A strategy of Notakto, in which all pieces are black: no function depends on the variables that
// say so.
Strategy of_pieces_alone(const Strategy& strategy) {
  Strategy result = strategy;
  result.aig = symbolic::Aig();
  symbolic::AigCopier copy(strategy.aig, result.aig);
  for (std::size_t k = 0; k < strategy.inputs.size(); ++k) {
    result.inputs[k] = result.aig.input();
    const bool is_colour = strategy.variables[k].starts_with("black");
    copy.set(strategy.inputs[k], result.inputs[is_colour ? k - 1 : k]);
  }
  result.member = copy(strategy.member);
  for (Literal& bit : result.rank) bit = copy(bit);
  for (Literal& bit : result.move) bit = copy(bit);
  return result;
}

// --- Round trips ---------------------------------------------------------------------------------

struct RoundTrip {
  std::string name;
  std::function<Strategy()> make;
};
std::ostream& operator<<(std::ostream& out, const RoundTrip& r) { return out << r.name; }

Ic3Options within(int depth) {
  Ic3Options options;
  options.depth = depth;
  return options;
}

Strategy shipped_strategy(const std::string& problem, const std::string& stuck, Side attacker) {
  return strategy_for(test::bddl_spec(test::shipped_games / problem, stuck), attacker);
}

class StrategyFileReturns : public testing::TestWithParam<RoundTrip> {};

TEST_P(StrategyFileReturns, AsItWas) {
  const Strategy strategy = GetParam().make();
  ASSERT_TRUE(check_strategy(strategy).ok());
  for (const AigerForm form : {AigerForm::ascii, AigerForm::binary}) {
    const std::string bytes = format_strategy(strategy, form);
    EXPECT_TRUE(bytes.starts_with(form == AigerForm::ascii ? "aag " : "aig "));
    const Strategy read = parse_strategy(bytes);
    expect_same(read, strategy);
    EXPECT_EQ(format_strategy(read, form), bytes);
    EXPECT_TRUE(check_strategy(read).ok());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Games, StrategyFileReturns,
    testing::Values(
        RoundTrip{"NotaktoWon", winning_strategy}, RoundTrip{"NotaktoNotLost", small_strategy},
        RoundTrip{"TicTacToe",
                  [] {
                    return strategy_for({"mnk", {}}, symbolic::white);
                  }},
        RoundTrip{"TicTacToeForSomePlies",
                  [] {
                    return strategy_for({"mnk", {}}, symbolic::black, within(5));
                  }},
        RoundTrip{"Connect",
                  [] {
                    return strategy_for(
                        {"connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}}},
                        symbolic::black);
                  }},
        RoundTrip{"DomineeringFromElsewhere",
                  [] {
                    return strategy_for({"domineering", {{"columns", "3"}, {"rows", "3"}}},
                                        symbolic::white, {}, "b2/b2/3 w");
                  }},
        RoundTrip{
            "Clobber",
            [] {
              return strategy_for({"clobber", {{"columns", "3"}, {"rows", "2"}}}, symbolic::white);
            }},
        RoundTrip{"Breakthrough",
                  [] {
                    return strategy_for({"breakthrough", {{"columns", "2"}, {"rows", "5"}}},
                                        symbolic::white);
                  }},
        RoundTrip{
            "Othello",
            [] {
              return strategy_for({"othello", {{"rows", "3"}, {"cols", "3"}}}, symbolic::black);
            }},
        RoundTrip{"BddlHex", bddl_strategy},
        RoundTrip{"BddlPursuer",
                  [] { return shipped_strategy("pursuer/4x4-1-2.bddl", "loss", symbolic::black); }},
        RoundTrip{"BddlBreakthrough",
                  [] { return shipped_strategy("breakthrough/2x4.bddl", "", symbolic::white); }}),
    [](const auto& param) { return param.param.name; });

// Line ends of every kind, blanks at ends of lines, letters of other languages.
TEST(StrategyFileBddl, TextsComeBackByteForByte) {
  const GameSpec plain = test::bddl_spec(test::shipped_games / "hex/2x2.bddl");
  for (const char* end : {"", "\n", "\n\n\n", "\r\n", "\n% no end", "\n  ", "\n% \xc3\xa4\t\n"}) {
    GameSpec spec = plain;
    spec.parameters.erase("hash");
    for (const char* name : {"domain", "problem"}) {
      std::string& text = spec.parameters.at(name);
      text.erase(text.find_last_not_of('\n') + 1);
      text = "\n \n% begin\r\n" + text + end;
    }
    const Strategy strategy = strategy_for(spec, symbolic::black);
    for (const AigerForm form : {AigerForm::ascii, AigerForm::binary}) {
      const Strategy read = parse_strategy(format_strategy(strategy, form));
      EXPECT_EQ(read.game.parameters.at("domain"), spec.parameters.at("domain"));
      EXPECT_EQ(read.game.parameters.at("problem"), spec.parameters.at("problem"));
      EXPECT_FALSE(read.game.parameters.contains("domain-file"));
    }
  }
}

TEST(StrategyFileText, IsWhatItWas) {
  Strategy strategy = small_strategy();
  strategy.start = "3/3 b";
  strategy.claim.plies = 4;
  const AigerFile file = parse_aiger(format_strategy(strategy));
  EXPECT_EQ(file.comments,
            (Lines{"zermelo strategy 1", "game notakto columns=3 rows=2", "start 3/3 b",
                   "owner white", "claim does-not-lose", "depth 4", "creator a test, by hand",
                   "move 0 a1", "move 1 b1", "move 2 c1", "move 3 a2", "move 4 b2", "move 5 c2"}));
  ASSERT_EQ(file.inputs, 13u);
  EXPECT_EQ(file.input_names.at(0), "piece a1");
  EXPECT_EQ(file.input_names.at(1), "black a1");
  EXPECT_EQ(file.input_names.at(12), "white_to_move");
  EXPECT_EQ(file.output_names.at(0), "member");
  EXPECT_EQ(file.output_names.at(1), "move[0]");
}

// --- What may be different -----------------------------------------------------------------------

TEST(StrategyFileInputs, MayComeInAnyOrder) {
  std::mt19937 random(1);
  for (const Strategy& strategy : {small_strategy(), winning_strategy(), bddl_strategy()}) {
    const AigerFile file = parse_aiger(format_strategy(strategy));
    for (int n = 0; n < 10; ++n) {
      std::vector<std::uint32_t> order = all_inputs(file);
      std::ranges::shuffle(order, random);
      const AigerFile shuffled = with_inputs(file, order);
      expect_same(parse_strategy(format_aiger_binary(shuffled)), strategy);
      expect_same(parse_strategy(format_aiger_ascii(shuffled)), strategy);
    }
  }
}

TEST(StrategyFileInputs, MayBeLeftOutIfNothingDependsOnThem) {
  std::mt19937 random(2);
  const Strategy strategy = of_pieces_alone(winning_strategy());
  const AigerFile file = parse_aiger(format_strategy(strategy));
  std::vector<std::uint32_t> order = used_inputs(file);
  ASSERT_EQ(order.size(), 10u);
  ASSERT_EQ(file.inputs, 19u);
  expect_same(parse_strategy(format_aiger_binary(with_inputs(file, order))), strategy);
  std::ranges::shuffle(order, random);
  expect_same(parse_strategy(format_aiger_binary(with_inputs(file, order))), strategy);
  // A strategy with an empty set needs none at all.
  const std::string nothing =
      "aag 0 0 0 1 0\n0\no0 member\nc\nzermelo strategy 1\ngame notakto\nowner black\nclaim wins\n"
      "move 0 a1\nmove 1 b1\nmove 2 c1\nmove 3 a2\nmove 4 b2\nmove 5 c2\nmove 6 a3\nmove 7 b3\n"
      "move 8 c3\n";
  const Strategy empty = parse_strategy(nothing);
  EXPECT_EQ(empty.inputs.size(), 19u);
  EXPECT_EQ(empty.member, symbolic::false_literal);
  EXPECT_FALSE(check_strategy(empty).ok());
}

TEST(StrategyFileOutputs, MayComeInAnyOrder) {
  std::mt19937 random(3);
  AigerFile file = parse_aiger(format_strategy(winning_strategy()));
  for (int n = 0; n < 10; ++n) {
    for (std::uint32_t k = 1; k < file.outputs.size(); ++k) {
      const auto other = static_cast<std::uint32_t>(random() % (k + 1));
      std::swap(file.outputs[k], file.outputs[other]);
      std::swap(file.output_names[k], file.output_names[other]);
    }
    expect_same(parse_strategy(format_aiger_binary(file)), winning_strategy());
  }
}

// Missing bits are false.
TEST(StrategyFileOutputs, MayLackBits) {
  const Strategy& strategy = winning_strategy();
  const Strategy read = parse_strategy(edited(strategy, [](AigerFile& file) {
    file.output_names.at(1) = "rank[10]";
    file.output_names.at(2) = "rank[63]";
  }));
  ASSERT_EQ(read.rank.size(), 64u);
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const bool there = bit == 10 || bit == 63 || (bit == 2 && strategy.rank.size() > 2);
    EXPECT_EQ(read.rank[bit] == symbolic::false_literal, !there) << bit;
  }
}

TEST(StrategyFileComment, NeedNotNameItsCreator) {
  const std::string bytes = with_lines(winning_strategy(), [](Lines& lines) {
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("creator "); });
    std::ranges::reverse(lines.begin() + 1, lines.end());
  });
  Strategy expected = winning_strategy();
  expected.creator.clear();
  expect_same(parse_strategy(bytes), expected);
}

// --- What is refused -----------------------------------------------------------------------------

template <class Expected>
std::string refusal(const std::string& bytes) {
  return test::error_text<Expected>([&] { parse_strategy(bytes); });
}

TEST(StrategyFileComment, MustBeOne) {
  const Strategy& s = small_strategy();
  const std::string no_strategy =
      "The file is not a strategy: its comment does not begin with 'zermelo strategy 1'.";
  EXPECT_EQ(refusal<SyntaxError>(with_lines(s, [](Lines& lines) { lines.clear(); })), no_strategy);
  for (const char* other : {"zermelo strategy 2", "zermelo strategy 1 ", "", "c"})
    EXPECT_EQ(refusal<SyntaxError>(with_line(s, "zermelo", other)), no_strategy);
  EXPECT_EQ(refusal<SyntaxError>(with_line(s, "game", "zermelo strategy 1")),
            "The strategy's comment has a line 'zermelo', which means nothing.");
  EXPECT_EQ(refusal<SyntaxError>("something else"),
            "line 1: an AIGER file begins with 'aag ' or 'aig ', and this one does not.");
  EXPECT_EQ(refusal<SyntaxError>(""),
            "line 1: an AIGER file begins with 'aag ' or 'aig ', and this one does not.");
}

TEST(StrategyFileComment, LinesMustBeThereOnce) {
  const Strategy& s = winning_strategy();
  for (const char* key : {"game", "owner", "claim"}) {
    EXPECT_EQ(refusal<SyntaxError>(without_line(s, key)),
              "The strategy's comment has no line '" + std::string(key) + "'.");
  }
  for (const char* line : {"game notakto", "owner black", "claim wins", "depth 7", "creator x"}) {
    const std::string key(line, std::string(line).find(' '));
    EXPECT_EQ(refusal<SyntaxError>(with_more(s, line)),
              "The strategy's comment has two lines '" + key + "'.");
  }
  for (const char* line : {"", " ", "colour blue", "Owner black", "owner\tblack", "rank 3"}) {
    const std::string key = std::string(line).substr(0, std::string(line).find(' '));
    EXPECT_EQ(refusal<SyntaxError>(with_more(s, line)),
              "The strategy's comment has a line '" + key + "', which means nothing.");
  }
}

TEST(StrategyFileComment, WordsMustMeanSomething) {
  const Strategy& s = winning_strategy();
  for (const char* word : {"red", "Black", "black ", " black", ""}) {
    EXPECT_EQ(refusal<SyntaxError>(with_line(s, "owner", "owner " + std::string(word))),
              "The strategy's owner must be black or white, not '" + std::string(word) + "'.");
  }
  for (const char* word : {"draws", "win", "wins wins", ""}) {
    EXPECT_EQ(
        refusal<SyntaxError>(with_line(s, "claim", "claim " + std::string(word))),
        "The strategy's claim must be wins or does-not-lose, not '" + std::string(word) + "'.");
  }
  for (const char* word : {"-1", "+1", "", "five", "7 ", "7.0", "0x7", "99999999999"}) {
    EXPECT_EQ(refusal<SyntaxError>(with_line(s, "depth", "depth " + std::string(word))),
              "The strategy's depth is not a number: '" + std::string(word) + "'.");
  }
  EXPECT_EQ(refusal<SyntaxError>(with_line(s, "owner", "owner")),
            "The strategy's owner must be black or white, not ''.");
}

TEST(StrategyFileComment, MovesMustBeThoseOfTheGame) {
  const Strategy& s = winning_strategy();
  for (const char* number : {"x", "-1", "", "1.5"}) {
    EXPECT_EQ(refusal<SyntaxError>(with_line(s, "move 4", "move " + std::string(number) + " b2")),
              "The strategy's number of a move is not a number: '" + std::string(number) + "'.");
  }
  EXPECT_EQ(refusal<SyntaxError>(with_more(s, "move 4 b2")), "The strategy names move 4 twice.");
  EXPECT_EQ(refusal<UsageError>(with_more(s, "move 9 d4")),
            "The strategy names a move 9; notakto has only 9.");
  EXPECT_EQ(refusal<UsageError>(with_line(s, "move 4", "move 4 c2")),
            "The strategy calls move 4 'c2'; it is 'b2'.");
  EXPECT_EQ(refusal<UsageError>(with_line(s, "move 4", "move 4 ")),
            "The strategy calls move 4 ''; it is 'b2'.");
  EXPECT_EQ(refusal<UsageError>(with_line(s, "move 4", "move 4")),
            "The strategy calls move 4 ''; it is 'b2'.");
  EXPECT_EQ(refusal<UsageError>(with_line(s, "move 4", "move 4 b2 ")),
            "The strategy calls move 4 'b2 '; it is 'b2'.");
}

// Without their names only this program could follow it.
TEST(StrategyFileComment, EveryMoveHasItsName) {
  const Strategy& s = winning_strategy();
  for (int move = 0; move < 9; ++move) {
    const std::string number = std::to_string(move), name = s.moves[static_cast<std::size_t>(move)];
    EXPECT_EQ(refusal<SyntaxError>(without_line(s, "move " + number + " ")),
              "The strategy's comment does not say how its move " + number +
                  " is written: there is no line 'move " + number + " " + name + "'.");
  }
  const auto names_nothing = [](Lines& lines) {
    std::erase_if(lines, [](const std::string& l) { return l.starts_with("move "); });
  };
  EXPECT_THROW(parse_strategy(with_lines(s, names_nothing)), SyntaxError);
  EXPECT_THROW(parse_strategy(with_lines(small_strategy(), names_nothing)), SyntaxError);
}

TEST(StrategyFileGame, MustBeKnown) {
  const Strategy& s = small_strategy();
  EXPECT_EQ(refusal<UsageError>(with_line(s, "game", "game chess")),
            "There is no Boolean model of chess.");
  EXPECT_EQ(refusal<UsageError>(with_line(s, "game", "game ostle")),
            "There is no Boolean model of ostle.");
  for (const char* line :
       {"game", "game ", "game notakto columns", "game notakto columns=0", "game notakto x=3",
        "game notakto columns=3 columns=3", "game notakto columns=three", "game bddl"}) {
    const std::string bytes = with_line(s, "game", line);
    EXPECT_ANY_THROW(parse_strategy(bytes)) << line;
    try {
      parse_strategy(bytes);
    } catch (const UsageError&) {
    } catch (const SyntaxError&) {
    } catch (...) {
      ADD_FAILURE() << line;
    }
  }
  // Texts of rules belong to BDDL.
  EXPECT_THROW(parse_strategy(with_more(s, "domain #blackactions")), UsageError);
}

TEST(StrategyFileGame, InBddlMustBeWellFormed) {
  EXPECT_EQ(refusal<UsageError>(with_more(bddl_strategy(), "domain % another rule")),
            "The rules do not match their hash.");
  Strategy s = bddl_strategy();
  s.game.parameters.erase("hash");
  EXPECT_THROW(parse_strategy(with_more(s, "domain :action nonsense")), SyntaxError);
  EXPECT_THROW(parse_strategy(with_more(s, "problem black(9,9)")), Error);
  EXPECT_THROW(parse_strategy(with_line(s, "game", "game bddl stuck=maybe")), UsageError);
  EXPECT_THROW(parse_strategy(with_line(s, "game", "game bddl hash=123")), UsageError);
  EXPECT_THROW(parse_strategy(with_lines(s,
                                         [](Lines& lines) {
                                           std::erase_if(lines, [](const std::string& line) {
                                             return line.starts_with("problem");
                                           });
                                         })),
               Error);
}

TEST(StrategyFileInputs, MustBeTheGamesVariables) {
  const Strategy& s = small_strategy();
  const auto named = [&](std::uint32_t input, const std::string& name) {
    return edited(s, [&](AigerFile& file) { file.input_names[input] = name; });
  };
  const auto complaint = [](const std::string& name) {
    return "notakto has no state variable '" + name + "', or the strategy names it twice.";
  };
  for (const char* name : {"piece d1", "piece", "", "PIECE a1", "member", "white_to_move"})
    EXPECT_EQ(refusal<UsageError>(named(3, name)), complaint(name));
  EXPECT_EQ(refusal<UsageError>(named(0, "piece b2")), complaint("piece b2"));
  EXPECT_EQ(refusal<SyntaxError>(edited(s, [](AigerFile& file) { file.input_names.erase(3); })),
            "Input 3 of the strategy has no name.");
  // For a larger board, and for a smaller one.
  const std::string larger =
      with_line(strategy_for(notakto_of(4, 2), symbolic::black), "game", "game notakto rows=2");
  EXPECT_EQ(refusal<UsageError>(larger), "The strategy calls move 3 'd1'; it is 'a2'.");
  const std::string larger_inputs =
      edited(strategy_for(notakto_of(4, 2), symbolic::black), [&](AigerFile& file) {
        file.comments = {
            "zermelo strategy 1", "game notakto rows=2", "owner white", "claim wins", "move 0 a1",
            "move 1 b1",          "move 2 c1",           "move 3 a2",   "move 4 b2",  "move 5 c2"};
      });
  EXPECT_EQ(refusal<UsageError>(larger_inputs), complaint("piece d1"));
  const std::string another = with_line(s, "game", "game connect columns=3 rows=2 line=3");
  EXPECT_EQ(refusal<UsageError>(another), "The strategy calls move 0 'a1'; it is 'a'.");
}

TEST(StrategyFileOutputs, MustHaveTheirNames) {
  const Strategy& s = winning_strategy();
  const auto named = [&](std::uint32_t output, const std::string& name) {
    return edited(s, [&](AigerFile& file) { file.output_names[output] = name; });
  };
  for (const char* name : {"", "speed", "Member", "rank", "rank[]", "rank[", "rank[1", "rank1]",
                           "rank[-1]", "rank[+1]", "rank[ 1]", "rank[1]]", "rank[x]", "rank[64]",
                           "rank[18446744073709551616]", "ranks[1]", "move[64]", "move[1] "}) {
    EXPECT_EQ(refusal<SyntaxError>(named(1, name)),
              "A strategy has no output '" + std::string(name) + "'.");
  }
  for (const char* name : {"member", "rank[1]", "move[0]"}) {
    EXPECT_EQ(refusal<SyntaxError>(named(1, name)),
              "The strategy has two outputs '" + std::string(name) + "'.");
  }
  EXPECT_EQ(refusal<SyntaxError>(edited(s, [](AigerFile& file) { file.output_names.erase(2); })),
            "Output 2 of the strategy has no name.");
  EXPECT_EQ(refusal<SyntaxError>(named(0, "rank[9]")), "The strategy has no output 'member'.");
}

TEST(StrategyFileShape, HasInputsAndOutputsOnly) {
  const std::vector<EditFile> edits = {
      [](AigerFile& file) { file.bad.push_back(0); },
      [](AigerFile& file) { file.constraints.push_back(1); },
      [](AigerFile& file) { file.fairness.push_back(2); },
      [](AigerFile& file) {
        file.justice.push_back({2, 3});
      },
      // (A latch comes before the ANDs, so they all move up by one.)
      [](AigerFile& file) {
        const std::uint32_t inputs = file.inputs;
        const auto moved = [&](std::uint32_t literal) {
          return literal / 2 > inputs ? literal + 2 : literal;
        };
        for (AigerAnd& gate : file.ands) gate = {moved(gate.left), moved(gate.right)};
        for (std::uint32_t& output : file.outputs) output = moved(output);
        file.latches.push_back({});
      }};
  for (const EditFile& edit : edits) {
    EXPECT_EQ(refusal<SyntaxError>(edited(small_strategy(), edit)),
              "A strategy has only inputs and outputs; this file has more.");
  }
}

// A quotation from a file is short enough to be read.
TEST(StrategyFileRefusals, AreShort) {
  const Strategy& s = winning_strategy();
  const std::string lengthy(10'000, 'x');
  std::vector<std::string> all = {with_more(s, lengthy),
                                  with_line(s, "owner", "owner " + lengthy),
                                  with_line(s, "claim", "claim " + lengthy),
                                  with_line(s, "depth", "depth " + lengthy),
                                  with_line(s, "game", "game " + lengthy),
                                  with_line(s, "move 4", "move " + lengthy + " b2"),
                                  with_line(s, "move 4", "move 4 " + lengthy)};
  all.push_back(edited(s, [&](AigerFile& file) { file.input_names[3] = lengthy; }));
  all.push_back(edited(s, [&](AigerFile& file) { file.output_names[1] = lengthy; }));
  for (const std::string& bytes : all) {
    try {
      parse_strategy(bytes);
      ADD_FAILURE() << "nothing is refused";
    } catch (const Error& error) {
      EXPECT_LT(std::string(error.what()).size(), 300u);
    }
  }
}

// --- Files cut short, and damaged ----------------------------------------------------------------

// Whether the first claim implies the other.
bool is_no_stronger(const Claim& claim, const Claim& than) {
  if (claim.kind != than.kind) return claim.kind == Claim::Kind::does_not_lose;
  if (claim.plies == than.plies) return true;
  if (claim.kind == Claim::Kind::wins)
    return !claim.plies || (than.plies && *claim.plies >= *than.plies);
  return claim.plies && (!than.plies || *claim.plies <= *than.plies);
}

// Cut off anywhere, a file is refused, or what is left of it is checked: then it is the same
// strategy, and only its comment says less.
void cut_short(const Strategy& strategy, AigerForm form) {
  const std::string bytes = format_strategy(strategy, form);
  const std::string comment = "c\nzermelo strategy 1\n";
  const std::size_t in_comment = bytes.find(comment) + comment.size();
  ASSERT_GT(in_comment, comment.size());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    SCOPED_TRACE(size);
    std::optional<Strategy> read;
    try {
      read = parse_strategy(std::string_view(bytes).substr(0, size));
    } catch (const SyntaxError&) {
    } catch (const UsageError&) {
    }
    if (!read) continue;
    EXPECT_GT(size, in_comment);
    ASSERT_TRUE(same_functions(*read, strategy));
    if (!check_strategy(*read).ok()) continue;
    ASSERT_EQ(read->owner, strategy.owner);
    ASSERT_EQ(read->start, strategy.start);
    ASSERT_EQ(read->moves, strategy.moves);
    ASSERT_TRUE(is_no_stronger(read->claim, strategy.claim));
  }
}

TEST(StrategyFileCutShort, IsFound) {
  for (const AigerForm form : {AigerForm::ascii, AigerForm::binary}) {
    cut_short(small_strategy(), form);
    cut_short(strategy_for(notakto_of(3, 2), symbolic::black, within(11)), form);
    cut_short(bddl_strategy(), form);
  }
}

// Whatever the file contains, it is read, or refused with a message.
TEST(StrategyFileDamaged, NeverDoesHarm) {
  std::mt19937 random(6);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
  int read = 0;
  Strategy of_rules = bddl_strategy();
  of_rules.game.parameters.erase("hash");  // so that changed rules are read
  for (const Strategy& strategy : {small_strategy(), of_rules}) {
    for (const AigerForm form : {AigerForm::ascii, AigerForm::binary}) {
      const std::string bytes = format_strategy(strategy, form);
      for (int n = 0; n < 700; ++n) {
        std::string damaged = bytes;
        for (std::size_t k = 1 + below(3); k > 0; --k) {
          const std::size_t at = below(damaged.size());
          switch (below(4)) {
            case 0:
              damaged[at] = static_cast<char>(below(256));
              break;
            case 1:
              damaged[at] = static_cast<char>(damaged[at] ^ 1 << below(8));
              break;
            case 2:
              damaged.erase(at, 1 + below(8));
              break;
            default:
              damaged.insert(at, damaged.substr(below(damaged.size()), below(20)));
          }
        }
        try {
          const Strategy found = parse_strategy(damaged);
          ++read;
          check_strategy(found);
        } catch (const SyntaxError&) {
        } catch (const UsageError&) {
        } catch (const IllegalPosition&) {
        }
      }
    }
  }
  EXPECT_GT(read, 100);
}

// --- Opening -------------------------------------------------------------------------------------

TEST(StrategyFileOpened, SaysWhatItIs) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("strategy.aig");
  test::write_whole(path, format_strategy(winning_strategy()));
  const StrategyFile file = StrategyFile::open(path);
  const StrategyInfo& info = file.info();
  EXPECT_EQ(info.game, notakto_of(3, 3));
  EXPECT_EQ(info.start, "");
  EXPECT_FALSE(info.owner_is_white);
  EXPECT_TRUE(info.wins);
  EXPECT_EQ(info.plies, winning_strategy().claim.plies);
  EXPECT_EQ(info.sentence,
            "Black wins within " + std::to_string(*info.plies) + " plies from the start.");
  EXPECT_EQ(info.creator, "a test, by hand");
  EXPECT_EQ(info.gates, parse_aiger(format_strategy(winning_strategy())).ands.size());
  const StrategyAnswer start = file.answer("3/3/3 b");
  EXPECT_TRUE(start.is_member);
  EXPECT_EQ(start.move, "b2");
  EXPECT_LE(start.rank, static_cast<std::uint64_t>(*info.plies));
  EXPECT_EQ(file.answer("3/1b1/3 w").move, "");
  EXPECT_FALSE(file.answer("2b/3/3 w").is_member);
  EXPECT_THROW(file.answer("3/3/3 w"), IllegalPosition);
  EXPECT_THROW(file.answer("bbb/3/3 w"), GameOver);
  EXPECT_THROW(file.answer("3/3 b"), IllegalPosition);
  EXPECT_THROW(file.answer(""), IllegalPosition);
}

TEST(StrategyFileOpened, FailuresNameTheFile) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(test::error_text<FileError>([&] { StrategyFile::open(folder.file("none")); }),
            "Cannot read " + folder.file("none") + ": No such file or directory.");
  EXPECT_EQ(test::error_text<FileError>([&] { StrategyFile::open(folder.file("")); }),
            "Cannot read " + folder.file("") + ": Is a directory.");
  const std::string path = folder.file("other.aig");
  test::write_whole(path, "aag 0 0 0 0 0\n");
  EXPECT_EQ(test::error_text<SyntaxError>([&] { StrategyFile::open(path); }),
            path +
                ": The file is not a strategy: its comment does not begin with 'zermelo strategy "
                "1'.");
}

}  // namespace
}  // namespace zermelo::proof
