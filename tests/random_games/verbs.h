// SPDX-License-Identifier: MIT
// The program's verbs, asked about a random game; and what they must say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json/json.h"
#include "tests/random_games/game_under_test.h"
#include "tests/support/program_here.h"

namespace zermelo::random_games {

using Words = std::vector<std::string>;

// These expect that the verb succeeds and says nothing on stderr but warnings about the rules.
std::string said(const Words& words, const std::string& input = "");
Json said_in_json(Words words);  // adds --json
std::vector<Json> said_in_lines(const Words& words, const std::string& input = "");
// Expects that a verb about a state in which the game is over is refused with exit code 1, with the
// sentence that says how it has ended.
void expect_refused(const GameUnderTest& g, const State& over, const Words& words);

// The verb's words and those that name the rules.
Words about_rules(GameUnderTest& g, Words words);

void expect_value(const Json& json, Value value);
// "7 plies", "1 ply".
std::string plies_text(int plies);
std::string side_text(bool white);  // "White"
// The last line of a text, without its end.
std::string last_line(const std::string& text);

// Expects what `moves` and `probe` say about a state's moves: each once, where it leads to, how it
// ends the game; and if the verb knows values, those.
void expect_moves(const GameUnderTest& g, const State& state, const Json& moves, bool with_values);

}  // namespace zermelo::random_games
