// SPDX-License-Identifier: MIT
#include "gen/bddl/version1.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <set>
#include <tuple>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/ground_board.h"

namespace zermelo::bddl {
namespace {

using Says = tree::Condition::Type;
using Does = tree::Effect::Type;

tree::Square square_of(const SquareCondition& c) {
  tree::Square square;
  square.x = c.x;
  square.y = c.y;
  square.place = c.place;
  return square;
}

tree::Contents contents_of(Colour colour) {
  tree::Contents contents;
  contents.open = colour == Colour::open;
  contents.side.who = colour == Colour::white ? tree::Side::Who::white : tree::Side::Who::black;
  return contents;
}

Colour colour_in_version_1(const tree::Contents& contents) {
  if (contents.open) return Colour::open;
  return contents.side.who == tree::Side::Who::white ? Colour::white : Colour::black;
}

tree::Condition stands(const SquareCondition& c) {
  tree::Condition result;
  result.type = Says::stands;
  result.contents = contents_of(c.colour);
  result.squares = {square_of(c)};
  result.place = c.place;
  return result;
}

tree::Condition on_board(const SquareCondition& c) {
  tree::Condition result;
  result.type = Says::on;
  result.squares = {square_of(c)};
  result.place = c.place;
  return result;
}

tree::PlaceOnBoard place_of(const tree::Square& square) {
  return {square.x, square.y, square.place};
}

void check_squares(const tree::Condition& condition, const tree::Game& game) {
  for (const SquareCondition& c : said_by(condition)) check_on_board({c.x, c.y, c.place}, game);
}

void check_start(const tree::Game& game) {
  std::set<std::pair<std::int64_t, std::int64_t>> pieces;
  for (const tree::Piece& piece : game.start) {
    const tree::PlaceOnBoard& at = piece.square;
    require_on_board({at.x, at.y, piece.place}, game);
    const std::pair square{value_of(at.x, 1, game.columns), value_of(at.y, 1, game.rows)};
    if (pieces.contains(square))
      wrong_at(game, piece.place, "this square of the start is given twice");
    if (!piece.open) pieces.insert(square);
  }
}

}  // namespace

tree::Condition condition_of(const SquareConditions& said) {
  tree::Condition all;
  for (const SquareCondition& c : said) {
    if (!c.negated) {
      all.parts.push_back(stands(c));
      continue;
    }
    tree::Condition none;
    none.type = Says::none;
    none.parts = {stands(c)};
    none.place = c.place;
    all.parts.push_back(on_board(c));
    all.parts.push_back(std::move(none));
  }
  if (!said.empty()) all.place = said.front().place;
  return all;
}

std::vector<tree::Effect> effects_of(const SquareConditions& said) {
  std::vector<tree::Effect> effects;
  for (const SquareCondition& c : said) {
    tree::Effect& effect = effects.emplace_back();
    effect.type = c.negated ? Does::avoid : Does::put;
    effect.contents = contents_of(c.colour);
    effect.to = square_of(c);
    effect.place = c.place;
  }
  return effects;
}

SquareConditions said_by(const tree::Condition& condition) {
  SquareConditions said;
  for (const tree::Condition& part : condition.parts) {
    if (part.type == Says::on) continue;
    const bool negated = part.type == Says::none;
    const tree::Condition& stands = negated ? part.parts.front() : part;
    assert(stands.type == Says::stands);
    const tree::Square& square = stands.squares.front();
    said.push_back({colour_in_version_1(stands.contents), negated, square.x, square.y, part.place});
  }
  return said;
}

SquareConditions said_by(const std::vector<tree::Effect>& effects) {
  SquareConditions said;
  for (const tree::Effect& e : effects) {
    assert(e.type == Does::put || e.type == Does::avoid);
    said.push_back(
        {colour_in_version_1(e.contents), e.type == Does::avoid, e.to.x, e.to.y, e.place});
  }
  return said;
}

std::vector<std::vector<tree::Effect>> choices_of(const std::vector<tree::Effect>& effects) {
  const auto is_choice = [](const tree::Effect& effect) { return effect.type == Does::avoid; };
  if (std::ranges::none_of(effects, is_choice)) return {effects};
  std::vector<std::vector<tree::Effect>> choices = {{}};
  for (const tree::Effect& effect : effects) {
    std::vector<tree::Effect> plain;
    if (effect.type != Does::avoid) plain.push_back(effect);
    for (const Colour colour : {Colour::open, Colour::black, Colour::white}) {
      if (effect.type != Does::avoid || colour == colour_in_version_1(effect.contents)) continue;
      plain.push_back(effect);
      plain.back().type = Does::put;
      plain.back().contents = contents_of(colour);
    }
    std::vector<std::vector<tree::Effect>> longer;
    for (const tree::Effect& last : plain) {
      for (std::vector<tree::Effect> choice : choices) {
        choice.push_back(last);
        longer.push_back(std::move(choice));
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

SquareAsWritten as_written(const SquareCondition& condition) {
  const auto plain = [](Coordinate c) {
    constexpr int most = 1 << 30;  // (no board is this wide, and a sum must fit)
    if (c.base != Coordinate::Base::minimum || c.offset > most) return c;
    return Coordinate{Coordinate::Base::zero, c.offset + 1};
  };
  return {plain(condition.x), plain(condition.y)};
}

void check_squares(const tree::Game& game) {
  check_start(game);
  for (const tree::Action& action : game.actions) {
    check_squares(action.precondition, game);
    for (const tree::Effect& effect : action.effects) check_on_board(place_of(effect.to), game);
  }
  for (const tree::End& end : game.ends) check_squares(end.line.condition, game);
}

bool stuck_loses(const tree::Game& game) {
  if (game.stuck.empty()) return game.ends.empty();
  return game.stuck.front().result == tree::Result::loss;
}

}  // namespace zermelo::bddl
