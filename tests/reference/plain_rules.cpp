// SPDX-License-Identifier: MIT
#include "tests/reference/plain_rules.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace zermelo::bddl {
namespace {

using GroundType = GroundCondition::Type;
using Range = std::pair<int, int>;
using Positions = std::set<PlainPosition>;

Content at(const PlainPosition& p, int square) {
  return p.squares[static_cast<std::size_t>(square)];
}

bool is_first(const GroundAction& action) { return action.part == 0; }

// By a first part of the side that is not `white`, were it its turn.
bool is_attacked(const GroundGame& game, int square, bool white, const PlainPosition& position) {
  PlainPosition p = position;
  p.white_to_move = !white;
  const std::vector<GroundAction>& actions = game.side(!white).actions;
  const auto attacks = [&](const GroundAction& action) {
    if (!fits(game, action, p)) return false;
    const auto after = applied(game, action, p);
    return after && at(*after, square) != at(p, square);
  };
  const bool others = std::ranges::any_of(actions, [&](const GroundAction& action) {
    return is_first(action) && !action.otherwise && fits(game, action, p) &&
           applied(game, action, p);
  });
  return std::ranges::any_of(actions, [&](const GroundAction& action) {
    return is_first(action) && !(action.otherwise && others) && attacks(action);
  });
}

void change_hands(const std::vector<HandChange>& changes, std::vector<HandChange>& all) {
  all.insert(all.end(), changes.begin(), changes.end());
}

// False if a hand does not hold what it loses, or would hold too much.
bool apply_hands(const std::vector<HandChange>& changes, PlainPosition& p) {
  for (const int side : {0, 1}) {
    for (std::size_t hand = 0; hand < tree::most_hands; ++hand) {
      int less = 0, more = 0;
      for (const HandChange& change : changes) {
        if ((change.white ? 1 : 0) == side && change.hand == static_cast<int>(hand))
          (change.change < 0 ? less : more) += std::abs(change.change);
      }
      std::uint8_t& now = p.hands[static_cast<std::size_t>(side)][hand];
      if (less > now || now - less + more > tree::most_in_hand) return false;
      now = static_cast<std::uint8_t>(now - less + more);
    }
  }
  return true;
}

class Turn {
 public:
  explicit Turn(const GroundGame& game, bool white) : game_(game), side_(game.side(white)) {}

  Positions of(const PlainPosition& p) const {
    const auto& actions = side_.actions;
    const auto end = std::ranges::find_if_not(actions, is_first) - actions.begin();
    return part(p, {{0, static_cast<int>(end)}});
  }

 private:
  Positions part(const PlainPosition& p, const std::vector<Range>& ranges) const {
    for (const bool otherwise : {false, true}) {
      Positions all;
      for (const auto& [begin, end] : ranges) {
        for (int i = begin; i < end; ++i) {
          const GroundAction& action = side_.actions[static_cast<std::size_t>(i)];
          if (action.otherwise == otherwise && fits(game_, action, p)) play(action, p, all);
        }
      }
      if (!all.empty()) return all;
    }
    return {};
  }

  void play(const GroundAction& action, const PlainPosition& p, Positions& all) const {
    auto after = applied(game_, action, p);
    if (!after) return;
    if (action.then && holds(game_, action.then->when, *after)) {
      const Positions more = part(*after, action.then->next);
      all.insert(more.begin(), more.end());
      if (!more.empty()) return;
    }
    after->white_to_move = !after->white_to_move;
    if (is_legal(*after)) all.insert(*after);
  }

  bool is_legal(const PlainPosition& p) const {
    return std::ranges::none_of(side_.illegal, [&](const GroundEnd& line) {
      return std::ranges::any_of(
          line.when, [&](const GroundDemand& demand) { return holds(game_, demand, p); });
    });
  }

  const GroundGame& game_;
  const GroundSide& side_;
};

const GroundEnd* first_that_holds(const GroundGame& game, const std::vector<GroundEnd>& ends,
                                  const PlainPosition& p) {
  const auto found = std::ranges::find_if(ends, [&](const GroundEnd& end) {
    return std::ranges::any_of(end.when,
                               [&](const GroundDemand& demand) { return holds(game, demand, p); });
  });
  return found == ends.end() ? nullptr : &*found;
}

}  // namespace

bool holds(const GroundGame& game, const GroundCondition& c, const PlainPosition& p) {
  const auto part_holds = [&](const GroundCondition& part) { return holds(game, part, p); };
  switch (c.type) {
    case GroundType::all:
      return std::ranges::all_of(c.parts, part_holds);
    case GroundType::any:
      return std::ranges::any_of(c.parts, part_holds);
    case GroundType::square:
      return c.set.contains(at(p, c.square));
    case GroundType::compare:
      return compare(c.compared->left.value(p), c.compared->comparison, c.compared->right.value(p));
    case GroundType::attacked:
      return is_attacked(game, c.square, c.white, p) != c.negated;
  }
  return false;
}

bool holds(const GroundGame& game, const GroundDemand& demand, const PlainPosition& p) {
  for (const auto& [square, set] : demand.squares) {
    if (!set.contains(at(p, square))) return false;
  }
  for (const HandDemand& hand : demand.hands) {
    const int now = p.hands[hand.white ? 1 : 0][static_cast<std::size_t>(hand.hand)];
    if (now < hand.least || now > hand.most) return false;
  }
  return holds(game, demand.rest, p);
}

bool fits(const GroundGame& game, const GroundAction& action, const PlainPosition& p) {
  for (const auto& [square, set] : action.before) {
    if (!set.contains(at(p, square))) return false;
  }
  return holds(game, GroundDemand{{}, action.hands_before, {}}, p) && holds(game, action.rest, p);
}

std::optional<PlainPosition> applied(const GroundGame& game, const GroundAction& action,
                                     const PlainPosition& p) {
  PlainPosition next = p;
  std::vector<HandChange> hands;
  const auto change = [&](const auto& after, const auto& copies) {
    for (const auto& [square, content] : after)
      next.squares[static_cast<std::size_t>(square)] = content;
    for (const auto& [square, from] : copies)
      next.squares[static_cast<std::size_t>(square)] = at(p, from);
  };
  change(action.after, action.copies);
  change_hands(action.hands_after, hands);
  for (const Clause& clause : action.clauses) {
    if (!holds(game, clause.when, p)) continue;
    change(clause.change.after, clause.change.copies);
    change_hands(clause.change.hands, hands);
  }
  if (!apply_hands(hands, next)) return std::nullopt;
  return next;
}

std::vector<PlainPosition> successors(const GroundGame& game, const PlainPosition& p) {
  const Positions all = Turn(game, p.white_to_move).of(p);
  return {all.begin(), all.end()};
}

std::optional<tree::Result> result_after_turn(const GroundGame& game, const PlainPosition& p) {
  const bool moved = !p.white_to_move;
  if (const GroundEnd* end = first_that_holds(game, game.side(moved).ends, p)) return end->result;
  if (!successors(game, p).empty()) return std::nullopt;
  const GroundEnd* stuck = first_that_holds(game, game.side(!moved).stuck, p);
  if (stuck == nullptr || stuck->result == tree::Result::draw) return tree::Result::draw;
  return stuck->result == tree::Result::loss ? tree::Result::win : tree::Result::loss;
}

}  // namespace zermelo::bddl
