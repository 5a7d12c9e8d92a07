// SPDX-License-Identifier: MIT
#include "proof/qbf/bounded_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/wrong_file.h"

namespace zermelo::proof {
namespace {

using symbolic::black;
using symbolic::Side;
using symbolic::white;

using Condition = BoundedGame::Condition;

// Whether the condition can hold on a board of this size, as far as its fixed columns and rows
// tell.
bool may_hold(const Condition& condition, const bddl::tree::Game& rules) {
  const auto fits = [](const bddl::Coordinate& c, int size) {
    const std::int64_t value = bddl::value_of(c, 1, size);
    return c.base == bddl::Coordinate::Base::anchor || (value >= 1 && value <= size);
  };
  return std::ranges::all_of(condition, [&](const bddl::SquareCondition& c) {
    return fits(c.x, rules.columns) && fits(c.y, rules.rows);
  });
}

void add_actions(const bddl::tree::Game& rules, BoundedGame& game) {
  for (const bddl::tree::Action& action : rules.actions) {
    const Condition before = bddl::said_by(action.precondition);
    if (!may_hold(before, rules)) continue;
    for (const auto& choice : bddl::choices_of(action.effects)) {
      const Condition effect = bddl::said_by(choice);
      const Side side = action.whose == bddl::tree::Whose::white ? white : black;
      if (may_hold(effect, rules)) game.actions[side].push_back({action.name, before, effect});
    }
  }
}

void add_goals(const bddl::tree::Game& rules, BoundedGame& game) {
  for (const bddl::tree::End& end : rules.ends) {
    const Condition goal = bddl::said_by(end.line.condition);
    const Side side = end.whose == bddl::tree::Whose::white ? white : black;
    if (may_hold(goal, rules)) game.goals[side].push_back(goal);
  }
}

void add_start(const bddl::tree::Game& rules, BoundedGame& game) {
  for (const bddl::tree::Piece& piece : rules.start) {
    const bddl::Colour colour = piece.open    ? bddl::Colour::open
                                : piece.white ? bddl::Colour::white
                                              : bddl::Colour::black;
    game.start.push_back({colour, false, piece.square.x, piece.square.y, piece.place});
  }
}

// Sanity condition 1 (Definition 3.9). Throws WrongFile.
void require_undecided(const BoundedGame& game, const std::string& file) {
  std::map<std::pair<int, int>, bddl::Colour> pieces;
  for (const bddl::SquareCondition& c : game.start) {
    const SquarePlace place = *place_of(game, c, {1, 1});
    pieces.emplace(std::pair(place.x, place.y), c.colour);
  }
  const auto holds = [&](const bddl::SquareCondition& c, SquarePlace anchor) {
    const auto place = place_of(game, c, anchor);
    if (!place) return false;
    const auto found = pieces.find({place->x, place->y});
    return c.allows(found == pieces.end() ? bddl::Colour::open : found->second);
  };
  for (const Side side : symbolic::both_sides) {
    for (const Condition& goal : game.goals[side]) {
      for (int square = 0; square < game.columns * game.rows; ++square) {
        const SquarePlace anchor{square % game.columns + 1, square / game.columns + 1};
        if (!std::ranges::all_of(goal, [&](const auto& c) { return holds(c, anchor); })) continue;
        throw WrongFile(fmt::format("{}: the start is won by {} already.", file,
                                    side == black ? "Black" : "White"));
      }
    }
  }
}

}  // namespace

BoundedGame bounded_game(const GameSpec& spec, std::optional<int> depth) {
  if (spec.name != "bddl") {
    throw UsageError(
        "Formulas of this kind can only be made for games in BDDL: --bddl DOMAIN PROBLEM.");
  }
  const bddl::tree::Game rules = bddl::tree_of(spec);
  bddl::check_squares(rules);
  BoundedGame game;
  game.columns = rules.columns;
  game.rows = rules.rows;
  game.white_first = rules.white_first;
  add_start(rules, game);
  add_actions(rules, game);
  add_goals(rules, game);
  game.stuck_loses = bddl::stuck_loses(rules);
  require_undecided(game, rules.files.back());
  if (!depth) depth = rules.depth;
  if (!depth) throw UsageError("The file has no #depth: give the number of steps with --depth N.");
  game.depth = *depth;
  return game;
}

std::optional<SquarePlace> place_of(const BoundedGame& game, const bddl::SquareCondition& condition,
                                    SquarePlace anchor) {
  const std::int64_t x = bddl::value_of(condition.x, anchor.x, game.columns);
  const std::int64_t y = bddl::value_of(condition.y, anchor.y, game.rows);
  if (x < 1 || x > game.columns || y < 1 || y > game.rows) return std::nullopt;
  return SquarePlace{static_cast<int>(x), static_cast<int>(y)};
}

}  // namespace zermelo::proof
