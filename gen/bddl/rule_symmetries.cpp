// SPDX-License-Identifier: MIT
#include "gen/bddl/rule_symmetries.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "gen/sorted.h"

namespace zermelo::bddl {
namespace {

using Type = GroundCondition::Type;

GroundQuantity image(const GridSymmetry& g, GroundQuantity quantity) {
  quantity.squares = g(quantity.squares);
  return quantity;
}

GroundCondition image(const GridSymmetry& g, const GroundCondition& condition) {
  GroundCondition result = condition;
  if (condition.type == Type::square || condition.type == Type::attacked)
    result.square = g.image(condition.square);
  result.left = image(g, condition.left);
  result.right = image(g, condition.right);
  for (GroundCondition& part : result.parts) part = image(g, part);
  return result;
}

// A text that two conditions have in common if they are the same but for the order of their parts.
std::string key_of(const GroundCondition& condition) {
  GroundCondition bare = condition;
  bare.parts.clear();
  std::string key;
  append_key(bare, key);
  std::vector<std::string> parts;
  for (const GroundCondition& part : condition.parts) parts.push_back(key_of(part));
  std::ranges::sort(parts);
  for (const std::string& part : parts) key += '(' + part + ')';
  return key;
}

template <class Second>
std::vector<std::pair<int, Second>> image(const GridSymmetry& g,
                                          std::vector<std::pair<int, Second>> pairs) {
  for (auto& [square, second] : pairs) square = g.image(square);
  std::ranges::sort(pairs, {}, &std::pair<int, Second>::first);
  return pairs;
}

std::string key_of(const GridSymmetry& g, const GroundDemand& demand) {
  std::string key;
  for (const auto& [square, set] : image(g, demand.squares))
    key += std::to_string(square) + ':' + std::to_string(set.bits()) + ' ';
  for (const HandDemand& hand : demand.hands) {
    key += (hand.white ? 'W' : 'B') + std::to_string(hand.hand) + ':' + std::to_string(hand.least) +
           '-' + std::to_string(hand.most) + ' ';
  }
  return key + key_of(image(g, demand.rest));
}

std::string key_of(const GridSymmetry& g, const std::vector<std::pair<int, Content>>& after,
                   std::vector<std::pair<int, int>> copies, const std::vector<HandChange>& hands) {
  std::string key = " >";
  for (const auto& [square, content] : image(g, after))
    key += std::to_string(square) + '=' + std::to_string(content) + ' ';
  for (auto& [to, from] : copies) {
    to = g.image(to);
    from = g.image(from);
  }
  std::ranges::sort(copies);
  for (const auto& [to, from] : copies)
    key += std::to_string(to) + '<' + std::to_string(from) + ' ';
  for (const HandChange& hand : hands) {
    key += (hand.white ? 'W' : 'B') + std::to_string(hand.hand) + ':' +
           std::to_string(hand.change) + ' ';
  }
  return key;
}

std::string key_of(const GridSymmetry& g, const GroundAction& action) {
  std::string key = std::to_string(action.part) + (action.otherwise ? "o " : " ");
  key += key_of(g, GroundDemand{action.before, action.hands_before, action.rest});
  key += key_of(g, action.after, action.copies, action.hands_after);
  std::vector<std::string> clauses;
  for (const Clause& clause : action.clauses) {
    const Change& change = clause.change;
    clauses.push_back(key_of(image(g, clause.when)) +
                      key_of(g, change.after, change.copies, change.hands));
  }
  std::ranges::sort(clauses);
  for (const std::string& clause : clauses) key += '[' + clause + ']';
  if (!action.then) return key;
  for (const auto& [begin, end] : action.then->next)
    key += " then " + std::to_string(begin) + '-' + std::to_string(end);
  return key + key_of(image(g, action.then->when));
}

std::vector<std::string> keys_of(const GridSymmetry& g, const std::vector<GroundAction>& actions) {
  std::vector<std::string> keys;
  for (const GroundAction& action : actions) keys.push_back(key_of(g, action));
  sort_unique(keys);
  return keys;
}

// Of lines whose order matters.
std::vector<std::string> keys_of(const GridSymmetry& g, const std::vector<GroundEnd>& ends) {
  std::vector<std::string> keys;
  for (const GroundEnd& end : ends) {
    std::vector<std::string> demands;
    for (const GroundDemand& demand : end.when) demands.push_back(key_of(g, demand));
    sort_unique(demands);
    std::string key = std::to_string(static_cast<int>(end.result));
    for (const std::string& demand : demands) key += '|' + demand;
    keys.push_back(std::move(key));
  }
  return keys;
}

bool same_rules(const GridSymmetry& g, const GridSymmetry& identity, const GroundSide& side) {
  return keys_of(g, side.ends) == keys_of(identity, side.ends) &&
         keys_of(g, side.stuck) == keys_of(identity, side.stuck) &&
         keys_of(g, side.illegal) == keys_of(identity, side.illegal) &&
         keys_of(g, side.actions) == keys_of(identity, side.actions);
}

}  // namespace

std::vector<GridSymmetry> symmetries_of(const GroundGame& game) {
  const std::vector<GridSymmetry> all = grid_symmetries(game.grid);
  std::vector<GridSymmetry> result;
  for (const GridSymmetry& g : all) {
    const bool keeps = g(game.exists) == game.exists &&
                       same_rules(g, all.front(), game.side(false)) &&
                       same_rules(g, all.front(), game.side(true));
    if (keeps) result.push_back(g);
  }
  assert(!result.empty());
  return result;
}

}  // namespace zermelo::bddl
