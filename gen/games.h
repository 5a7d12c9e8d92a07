// SPDX-License-Identifier: MIT
// What a game says about itself: its name, how its notation is read, and its table of parameters,
// from which they are read (gen/parameters.h), listed and tried. Beside the rules in gen/NAME/; the
// games of this program are those of the registry, gen/games.cmake.
#pragma once

#include <string>
#include <vector>

#include "gen/cxx_standard.h"
#include "gen/game_spec.h"

namespace zermelo {

// What can be chosen about a game. `range` and `default_value` are read by people and by
// gen/parameters.h alike; LOW, HIGH and VALUE consist of whole numbers, the names of parameters
// that precede this one in the table, + - * / and parentheses.
struct GameParameter {
  std::string name;
  // "LOW..HIGH", or "LOW..HIGH, or HIGH if that is less"; or words: "exact|symmetric"; or "text",
  // which is not checked.
  std::string range;
  // "VALUE", "VALUE, or VALUE if that is less", or one of the words. (Where the range is text, or
  // words of which this is not one, it only says what happens.)
  std::string default_value;
  std::string meaning;
  // What earlier versions called it, if that was something else. It can still be read, and it is
  // written in specs and hence in tables, whose bytes stay what they were.
  std::string old_name = {};

  const std::string& name_in_spec() const { return old_name.empty() ? name : old_name; }
};

// A condition on puzzles that only this game has.
struct GameCondition {
  std::string name, meaning;
};

// How a page shows a game. No rule depends on it.
struct GameLook {
  bool tiles = false;  // its pieces are square, not round
  bool drops = false;  // pieces fall into place from above, so that any square of a column means it
};

struct GameInfo {
  std::string name, summary;
  std::string notation;  // how to read its moves and diagrams, a sentence or two
  std::vector<GameParameter> parameters;
  std::vector<GameCondition> conditions = {};
  GameLook look = {};
  // What people call the game with these parameters, if that is not its name with a capital; may
  // return "" if nobody has named it. Throws UsageError or SyntaxError.
  std::string (*title)(const ParameterTexts& parameters) = nullptr;
};

// The games that this program knows, in the order of the registry. Thread-safe.
const std::vector<GameInfo>& known_games();
// One of them; of a game that this program does not know, its name and nothing else. Thread-safe.
GameInfo info_of_game(const std::string& name);

// The conditions on puzzles that only one game has, in the order of the registry; at last those of
// chess variants. Thread-safe.
struct ConditionOfGame {
  std::string game;
  GameCondition condition;
};
std::vector<ConditionOfGame> conditions_of_games();

// What people call the game: "Connect Four", "Ostle"; rules in BDDL may give it as their #name, and
// are called "bddl" if they do not. Throws UsageError or SyntaxError. Thread-safe.
std::string title_of(const GameSpec& spec);

}  // namespace zermelo
