// SPDX-License-Identifier: MIT
// The program's verbs that need the rules alone: moves, show, count, depth, encode.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "proof/qbf/bounded_game.h"
#include "proof/qbf/prove_qbf.h"
#include "tests/random_games/checks.h"
#include "tests/random_games/verbs.h"
#include "tests/reference/plain_qbf.h"
#include "tests/support/bytes_of_file.h"

namespace zermelo::random_games {
namespace {

// How moves that end the game do so.
void check_endings(const GameUnderTest& g, const State& state, const Json& moves) {
  for (const Json& move : moves) {
    const State to = g.after(state, move.value("move", ""));
    ASSERT_EQ(move.value("after", ""), g.text(to));
    const Json ending = g.goes_on(to) ? Json() : Json(outcome_name(g.value_of_move(to).outcome()));
    ASSERT_EQ(move.value("ending", Json("none")), ending) << g.text(state) << move;
  }
}

void check_moves_verb(GameUnderTest& g, const State& state) {
  const Words words = about_rules(g, {"moves", g.text(state)});
  if (!g.goes_on(state)) return expect_refused(g, state, words);
  const Json json = said_in_json(words);
  ASSERT_EQ(json.value("position", ""), g.text(state));
  ASSERT_EQ(json.value("to_move", ""), GameUnderTest::white_moves(state) ? "white" : "black");
  const Json moves = json.value("moves", Json::array());
  ASSERT_NO_FATAL_FAILURE(expect_moves(g, state, moves, false));
  ASSERT_NO_FATAL_FAILURE(check_endings(g, state, moves));
  const std::string text = said(words);
  ASSERT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), moves.size()) << text;
}

// The ranks from the top.
Json board_of_state(const GameUnderTest& g, const State& state) {
  Json board = Json::array();
  const auto columns = static_cast<std::size_t>(g.written().columns);
  for (std::size_t at = 0; at + 1 < state.size(); at += columns)
    board.push_back(state.substr(at, columns));
  return board;
}

void check_show_verb(GameUnderTest& g, const State& state) {
  const Json json = said_in_json(about_rules(g, {"show", g.text(state)}));
  ASSERT_EQ(json.value("position", ""), g.text(state));
  ASSERT_EQ(json.value("board", Json()), board_of_state(g, state)) << g.text(state);
  const std::string caption = json.value("caption", ""),
                    to_move = side_text(GameUnderTest::white_moves(state)) + " to move";
  ASSERT_EQ(caption == to_move, g.goes_on(state)) << g.text(state) << ": " << caption;
}

void check_formula_file(GameUnderTest& g, const std::string& encoding, int depth,
                        std::optional<int> expected) {
  const std::string path = g.file("formula.qcir");
  said(about_rules(g, {"encode", "--format", "qcir", "--encoding", encoding, "--depth",
                       std::to_string(depth), "-o", path}));
  const int plies = proof::plies_of_depth(proof::bounded_game(g.spec(), depth));
  ASSERT_EQ(test::is_true_qcir(test::read_whole(path)), expected && *expected <= plies)
      << encoding << depth;
}

void check_count_verb(GameUnderTest& g) {
  const Json json = said_in_json(about_rules(g, {"count", "--threads", "1"}));
  ASSERT_EQ(json.value("positions", Json()), g.states().size());
  ASSERT_EQ(json.value("over", Json()), g.reference().finished().size());
}

void check_depth_verb(GameUnderTest& g) {
  const Words words = about_rules(g, {"depth", "--memory", "1M"});
  const auto expected = g.plies_to_win(g.start(), false);
  const Json json = said_in_json(words);
  ASSERT_EQ(json.value("plies", Json()), expected ? Json(*expected) : Json()) << json;
  ASSERT_EQ(json.value("depth", Json()).is_null(), !expected) << json;
  ASSERT_EQ(json.value("certain", Json()), true) << json;
  const std::string text = said(words);
  const std::string verdict =
      expected ? fmt::format("Black wins in {}: the critical depth is", plies_text(*expected))
               : "Black has no winning strategy, however long.";
  ASSERT_NE(text.find(verdict), std::string::npos) << text;
  ASSERT_EQ(text.starts_with("The game is over at its start: "), g.over_at_start()) << text;
}

void check_encode_verb(GameUnderTest& g) {
  const bool white = g.random() % 2 == 0;
  const std::string path = g.file("encoded.aag");
  said(about_rules(g, {"encode", "--owner", white ? "white" : "black", "-o", path}));
  const bool loses = g.plies_to_win(g.start(), !white).has_value();
  const std::string verdict =
      said_in_json({"prove", "--aiger", path}).value("verdict", std::string());
  ASSERT_EQ(verdict, loses ? "unrealizable" : "realizable") << white;
  // (An odd depth may count differently: see check_formulas.)
  const auto expected = g.plies_to_win(g.start(), false);
  ASSERT_NO_FATAL_FAILURE(check_formula_file(g, "lifted", 2, expected));
  ASSERT_NO_FATAL_FAILURE(check_formula_file(g, "grounded", 2, expected));
}

}  // namespace

void check_moves_and_show(GameUnderTest& g) {
  if (!g.one_in(4)) return;
  for (const State& state : g.some_states(3)) {
    ASSERT_NO_FATAL_FAILURE(check_moves_verb(g, state));
    ASSERT_NO_FATAL_FAILURE(check_show_verb(g, state));
  }
}

void check_count_depth_and_encode(GameUnderTest& g) {
  if (g.one_in(5)) check_count_verb(g);
  if (g.one_in(5)) check_depth_verb(g);
  if (g.one_in(20) && g.written().start.size() <= 4) check_encode_verb(g);
}

}  // namespace zermelo::random_games
