// SPDX-License-Identifier: MIT
#include "gen/bddl/rule_symmetries.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "gen/bddl/board_automorphisms.h"
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
  if (condition.type == Type::compare) {
    const auto& [left, comparison, right] = *condition.compared;
    result = GroundCondition::comparison({image(g, left), comparison, image(g, right)});
  }
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

// Of lines, or of groups of them.
std::vector<std::string> keys_of(const GridSymmetry& g, const std::vector<GroundEnd>& ends,
                                 LineOrder order) {
  std::vector<std::string> keys;
  for (std::size_t begin = 0, end = 0; begin < ends.size(); begin = end) {
    std::vector<std::string> demands;
    do {
      for (const GroundDemand& demand : ends[end].when) demands.push_back(key_of(g, demand));
      ++end;
    } while (order == LineOrder::any && end < ends.size() &&
             ends[end].result == ends[begin].result);
    sort_unique(demands);
    std::string key = std::to_string(static_cast<int>(ends[begin].result));
    for (const std::string& demand : demands) key += '|' + demand;
    keys.push_back(std::move(key));
  }
  return keys;
}

// What tells whether rules are the same.
class RuleKeys {
 public:
  RuleKeys(const GroundSide& side, const GridSymmetry& identity, LineOrder order)
      : side_(side),
        order_(order),
        ends_(ends(identity)),
        actions_(keys_of(identity, side.actions)) {}

  // Whether the symmetry maps the rules onto themselves. (It maps different actions to different
  // ones, so that they are mapped onto themselves if each is mapped to one of them.)
  bool are_kept_by(const GridSymmetry& g) const {
    return ends(g) == ends_ && std::ranges::all_of(side_.actions, [&](const GroundAction& action) {
             return std::ranges::binary_search(actions_, key_of(g, action));
           });
  }

 private:
  using Ends = std::array<std::vector<std::string>, 3>;
  Ends ends(const GridSymmetry& g) const {
    return {keys_of(g, side_.ends, order_), keys_of(g, side_.stuck, order_),
            keys_of(g, side_.illegal, order_)};
  }

  const GroundSide& side_;
  LineOrder order_;
  Ends ends_;
  std::vector<std::string> actions_;
};

// Those of a group that are `kept`, which are a group: one that is not is asked for once for all
// that differ from it by ones that are.
template <class Kept>
std::vector<GridSymmetry> subgroup(const std::vector<GridSymmetry>& group, const Kept& kept) {
  enum class Known : std::uint8_t { nothing, is_kept, is_not };
  std::vector<Known> known(group.size());
  std::vector<std::size_t> found = {0};  // (the identity)
  known[0] = Known::is_kept;
  const auto number_of = [&](const GridSymmetry& g) {
    return static_cast<std::size_t>(std::ranges::find(group, g) - group.begin());
  };
  std::vector<std::size_t> generators;
  // Also whatever comes of it and of what is found.
  const auto add = [&](std::size_t generator) {
    generators.push_back(generator);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const std::size_t g : generators) {
        const std::size_t product = number_of(group[found[i]].then(group[g]));
        if (known[product] == Known::is_kept) continue;
        known[product] = Known::is_kept;
        found.push_back(product);
      }
    }
  };
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (known[i] != Known::nothing) continue;
    if (kept(group[i])) {
      add(i);
    } else {
      for (const std::size_t g : found) known[number_of(group[i].then(group[g]))] = Known::is_not;
    }
  }
  std::vector<GridSymmetry> result;
  for (std::size_t i = 0; i < group.size(); ++i)
    if (known[i] == Known::is_kept) result.push_back(group[i]);
  return result;
}

// Those of a group that map the rules of both sides onto themselves.
std::vector<GridSymmetry> those_that_keep_rules(const GroundGame& game,
                                                const std::vector<GridSymmetry>& group,
                                                LineOrder order) {
  const RuleKeys black(game.side(false), group.front(), order),
      white(game.side(true), group.front(), order);
  return subgroup(group, [&](const GridSymmetry& g) {
    return g(game.exists) == game.exists && black.are_kept_by(g) && white.are_kept_by(g);
  });
}

// Those whose conjugates by the mirror are among them, too; a group again, since the mirror is its
// own inverse.
std::vector<GridSymmetry> those_closed_under(const GridSymmetry& mirror,
                                             const std::vector<GridSymmetry>& group) {
  std::vector<GridSymmetry> result;
  for (const GridSymmetry& g : group) {
    if (std::ranges::count(group, mirror.then(g).then(mirror)) > 0) result.push_back(g);
  }
  return result;
}

}  // namespace

std::vector<GridSymmetry> symmetries_of(const GroundGame& game, LineOrder order) {
  const GridSymmetry mirror(game.mirror);
  const auto of_rules = [&](const std::vector<GridSymmetry>& group) {
    return those_closed_under(mirror, those_that_keep_rules(game, group, order));
  };
  std::vector<GridSymmetry> result = of_rules(grid_symmetries(game.grid));
  constexpr std::size_t most_keys = std::size_t{1} << 22;
  const std::vector<GridSymmetry> more = board_automorphisms(game);
  const std::size_t actions = game.side(false).actions.size() + game.side(true).actions.size();
  if (more.size() <= result.size() || more.size() * actions > most_keys) return result;
  std::vector<GridSymmetry> of_board = of_rules(more);
  return of_board.size() > result.size() ? of_board : result;
}

bool keeps_names(const GridSymmetry& symmetry, const GroundGame& game) {
  const GridSymmetry identity = grid_symmetries(game.grid).front();
  return std::ranges::all_of(game.sides, [&](const GroundSide& side) {
    const auto keys_by = [&](const GridSymmetry& g) {
      std::vector<std::string> keys;
      for (const GroundAction& action : side.actions)
        keys.push_back(action.name + ' ' + key_of(g, action));
      sort_unique(keys);
      return keys;
    };
    return keys_by(symmetry) == keys_by(identity);
  });
}

}  // namespace zermelo::bddl
