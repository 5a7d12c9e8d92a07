// SPDX-License-Identifier: MIT
#include "gen/bddl/effects.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/statement.h"
#include "gen/error.h"

namespace zermelo::bddl {
namespace {

// A limit on what a short text may stand for: a rule takes a few thousand bytes.
constexpr std::size_t most_rules = 4096;

// How many conditions without_negation makes of an effect, or some number above most_rules if there
// are more than that.
std::size_t choices(const Condition& effect) {
  std::size_t number = 1;
  for (const SquareCondition& c : effect) {
    if (c.negated && number <= most_rules) number *= 2;
  }
  return number;
}

void refuse_contradiction(const Condition& effect, const std::string& file) {
  Statement<SquareAsWritten> said;
  for (const SquareCondition& c : effect) {
    if (!said.add(as_written(c), Colours::of(c)).empty()) continue;
    throw SyntaxError(
        fmt::format("{}:{}:{}: the effect already says that this square becomes something else.",
                    file, c.place.line, c.place.column));
  }
}

}  // namespace

std::vector<Condition> without_negation(const Condition& effect) {
  std::vector<Condition> results = {{}};
  for (const SquareCondition& c : effect) {
    std::vector<Condition> longer;
    for (const Colour colour : {Colour::open, Colour::black, Colour::white}) {
      if ((c.colour == colour) == c.negated) continue;
      SquareCondition plain = c;
      plain.colour = colour;
      plain.negated = false;
      for (Condition result : results) {
        result.push_back(plain);
        longer.push_back(std::move(result));
      }
    }
    results = std::move(longer);
  }
  return results;
}

void check_effects(const std::vector<Action>& actions, const std::string& file) {
  std::size_t moves = 0;
  for (const Action& action : actions) {
    refuse_contradiction(action.effect, file);
    moves += choices(action.effect);
    if (moves <= most_rules) continue;
    throw SyntaxError(fmt::format(
        "{}:{}:{}: the actions of a side stand for more than {} moves: every NOT in an effect "
        "doubles them.",
        file, action.place.line, action.place.column, most_rules));
  }
}

}  // namespace zermelo::bddl
