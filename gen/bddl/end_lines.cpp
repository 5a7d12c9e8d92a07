// SPDX-License-Identifier: MIT
#include "gen/bddl/end_lines.h"

#include <algorithm>

namespace zermelo::bddl {
namespace {

using Type = GroundCondition::Type;

// Squares of which a condition says something; all, if it speaks of numbers or attacks.
Squares squares_of(const GroundCondition& c) {
  switch (c.type) {
    case Type::square:
      return bit_of(c.square);
    case Type::compare:
    case Type::attacked:
      return ~Squares{0};
    default:
      break;
  }
  Squares result = 0;
  for (const GroundCondition& part : c.parts) result |= squares_of(part);
  return result;
}

Squares squares_of(const std::vector<std::pair<int, Content>>& after,
                   const std::vector<std::pair<int, int>>& copies) {
  Squares result = 0;
  for (const auto& [square, content] : after) result |= bit_of(square);
  for (const auto& [to, from] : copies) result |= bit_of(to) | bit_of(from);
  return result;
}

}  // namespace

EndLines::EndLines(const std::vector<GroundEnd>& ends, std::span<const tree::Hand> hands,
                   bool white, int kinds) {
  for (const GroundEnd& end : ends) {
    const int line = static_cast<int>(results_.size());
    results_.push_back(end.result);
    for (const GroundDemand& demand : end.when) {
      const bool is_found =
          index_.add(static_cast<std::uint32_t>(demands_.size()), demand.squares, white, kinds);
      demands_.push_back({line, PieceDemand(demand.squares, demand.hands, hands, kinds),
                          PieceCondition(demand.rest, hands, kinds),
                          is_found && demand.hands.empty()});
    }
  }
}

// What an action may change.
struct TouchedEnds::Changes {
  Squares squares = 0;
  // Squares that hold the same afterwards in any case.
  std::vector<std::pair<int, Content>> after;
  const GroundAction* action;
  bool has_copies = false;  // or clauses, or the turn may go on
  std::vector<HandChange> hands;
};

TouchedEnds::TouchedEnds(const GroundGame& game, bool white) : game_(game), white_(white) {}

std::vector<std::uint32_t> TouchedEnds::touched_by(const GroundAction& action) const {
  Changes changes;
  changes.action = &action;
  changes.after = action.after;
  changes.squares = squares_of(action.after, action.copies);
  changes.hands = action.hands_after;
  changes.has_copies = !action.copies.empty() || !action.clauses.empty();
  for (const Clause& clause : action.clauses) {
    changes.squares |= squares_of(clause.change.after, clause.change.copies);
    changes.hands.insert(changes.hands.end(), clause.change.hands.begin(),
                         clause.change.hands.end());
  }
  std::vector<std::uint32_t> result;
  std::uint32_t number = 0;
  for (const GroundEnd& end : game_.side(white_).ends) {
    for (const GroundDemand& demand : end.when) {
      if (may_bring_about(demand, changes)) result.push_back(number);
      ++number;
    }
  }
  return result;
}

bool TouchedEnds::may_bring_about(const GroundDemand& demand, const Changes& changes) const {
  bool touched = touches(demand.rest, changes);
  for (const auto& [square, set] : demand.squares) {
    touched = touched || (changes.squares >> square & 1) != 0;
    for (const auto& [changed, content] : changes.after)
      if (changed == square && !set.contains(content)) return false;
  }
  for (const HandDemand& hand : demand.hands) {
    touched = touched || std::ranges::any_of(changes.hands, [&](const HandChange& change) {
                return change.hand == hand.hand && change.white == hand.white;
              });
  }
  return touched;
}

bool TouchedEnds::touches(const GroundCondition& c, const Changes& changes) const {
  switch (c.type) {
    case Type::square:
      return (changes.squares >> c.square & 1) != 0;
    case Type::compare:
      return touches(c.compared->left, changes) || touches(c.compared->right, changes);
    case Type::attacked:
      return may_change_attack(c.square, c.white, changes);
    default:
      return std::ranges::any_of(
          c.parts, [&](const GroundCondition& part) { return touches(part, changes); });
  }
}

bool TouchedEnds::touches(const GroundQuantity& quantity, const Changes& changes) const {
  using Of = tree::Quantity::Of;
  if (quantity.of == Of::number) return false;
  if (quantity.of == Of::hand) {
    return std::ranges::any_of(changes.hands, [&](const HandChange& change) {
      return change.hand == quantity.hand && change.white == quantity.white;
    });
  }
  if ((quantity.squares & changes.squares) == 0) return false;
  if (changes.has_copies) return true;
  return std::ranges::any_of(changes.after, [&](const auto& changed) {
    if ((quantity.squares >> changed.first & 1) == 0) return false;
    const bool counts = quantity.counted.contains(changed.second);
    const auto& before = changes.action->before;
    const auto found = std::ranges::find(before, changed.first, &std::pair<int, ContentSet>::first);
    const ContentSet set = found == before.end() ? game_.everything() : found->second;
    return counts ? !quantity.counted.includes(set) : !(quantity.counted & set).empty();
  });
}

bool TouchedEnds::may_change_attack(int square, bool of_white, const Changes& changes) const {
  const Squares squares = zone(square, of_white);
  return squares == ~Squares{0} || (squares & changes.squares) != 0;
}

Squares TouchedEnds::zone(int square, bool of_white) const {
  Squares result = bit_of(square);
  for (const GroundAction& action : game_.side(!of_white).actions) {
    Squares changed = squares_of(action.after, action.copies);
    for (const Clause& clause : action.clauses)
      changed |= squares_of(clause.change.after, clause.change.copies);
    if (action.part > 0 || (changed >> square & 1) == 0) continue;
    // (What is played only if nothing else is possible depends on all actions.)
    if (!action.hands_before.empty() || action.otherwise) return ~Squares{0};
    result |= changed | squares_of(action.rest);
    for (const auto& [before, set] : action.before) result |= bit_of(before);
    for (const Clause& clause : action.clauses) result |= squares_of(clause.when);
  }
  return result;
}

}  // namespace zermelo::bddl
