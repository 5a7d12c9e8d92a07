// SPDX-License-Identifier: MIT
#include "symbolic/model/rules_circuits.h"

#include <algorithm>
#include <cstdlib>

#include "symbolic/model/binary_number.h"

namespace zermelo::symbolic {

using bddl::GroundAction;
using bddl::GroundComparison;
using bddl::GroundCondition;
using bddl::GroundDemand;
using bddl::GroundQuantity;
using bddl::HandDemand;
using bddl::tree::Comparison;
using Of = bddl::tree::Quantity::Of;

// --- Conditions ----------------------------------------------------------------------------------

Literal RulesCircuits::holds(const GroundCondition& c, const PieceValues& values) {
  switch (c.type) {
    case GroundCondition::Type::all: {
      Literal result = true_literal;
      for (const GroundCondition& part : c.parts) {
        if (result == false_literal) break;
        result = aig_.land(result, holds(part, values));
      }
      return result;
    }
    case GroundCondition::Type::any: {
      Literal result = false_literal;
      for (const GroundCondition& part : c.parts) {
        if (result == true_literal) break;
        result = aig_.lor(result, holds(part, values));
      }
      return result;
    }
    case GroundCondition::Type::square:
      return variables_.holds(aig_, values, c.square, c.set);
    case GroundCondition::Type::compare:
      return compare(*c.compared, values);
    case GroundCondition::Type::attacked:
      break;
  }
  const Literal attack = attacked(c.square, c.white, values);
  return c.negated ? !attack : attack;
}

Literal RulesCircuits::holds(const GroundDemand& demand, const PieceValues& values) {
  Literal result = true_literal;
  for (const auto& [square, set] : demand.squares)
    result = aig_.land(result, variables_.holds(aig_, values, square, set));
  for (const HandDemand& hand : demand.hands) {
    const Number held = variables_.in_hand(values, hand.white, hand.hand);
    result = aig_.land(result, at_least(aig_, held, static_cast<std::uint64_t>(hand.least)));
    if (hand.most < bddl::tree::most_in_hand)
      result = aig_.land(result, !greater_than(aig_, held, static_cast<std::uint64_t>(hand.most)));
  }
  return result == false_literal ? result : aig_.land(result, holds(demand.rest, values));
}

Literal RulesCircuits::holds(const std::vector<GroundDemand>& demands, const PieceValues& values) {
  Literal result = false_literal;
  for (const GroundDemand& demand : demands) result = aig_.lor(result, holds(demand, values));
  return result;
}

// By a first part of a turn of the other side.
Literal RulesCircuits::attacked(int square, bool white, const PieceValues& values) {
  Literal attack = false_literal, by_otherwise = false_literal, possible = false_literal;
  for (const GroundAction& action : game_.side(!white).actions) {
    if (action.part > 0) continue;
    const auto changes = [&](const auto& change) {
      return std::ranges::count(change.after, square, &std::pair<int, Content>::first) +
                 std::ranges::count(change.copies, square, &std::pair<int, int>::first) >
             0;
    };
    const bool in_clause = std::ranges::any_of(
        action.clauses, [&](const bddl::Clause& clause) { return changes(clause.change); });
    if (!changes(action) && !in_clause) continue;
    const Result result = play(action, values);
    if (result.possible == false_literal) continue;
    const Literal hit =
        aig_.land(result.possible, !variables_.same(aig_, values, result.values, square));
    Literal& all = action.otherwise ? by_otherwise : attack;
    all = aig_.lor(all, hit);
  }
  if (by_otherwise == false_literal) return attack;
  for (const GroundAction& action : game_.side(!white).actions) {
    if (action.part == 0 && !action.otherwise)
      possible = aig_.lor(possible, play(action, values).possible);
  }
  return aig_.lor(attack, aig_.land(by_otherwise, !possible));
}

// --- Numbers -------------------------------------------------------------------------------------

std::vector<Literal> RulesCircuits::counted(const GroundQuantity& quantity,
                                            const PieceValues& values) {
  std::vector<Literal> literals;
  for_each_square(quantity.squares, [&](int square) {
    const Literal here = variables_.holds(aig_, values, square, quantity.counted);
    if (here != false_literal) literals.push_back(here);
  });
  return literals;
}

RulesCircuits::Number RulesCircuits::number(const GroundQuantity& quantity,
                                            const PieceValues& values) {
  if (quantity.of == Of::number)
    return constant_number(static_cast<std::uint64_t>(std::max(quantity.number, 0)));
  if (quantity.of == Of::hand) return variables_.in_hand(values, quantity.white, quantity.hand);
  return number_of_true(aig_, counted(quantity, values));
}

Literal RulesCircuits::has_at_least(const GroundQuantity& quantity, int least,
                                    const PieceValues& values) {
  if (least <= 0) return true_literal;
  if (quantity.of == Of::count) return at_least_true(aig_, counted(quantity, values), least);
  return at_least(aig_, number(quantity, values), static_cast<std::uint64_t>(least));
}

Literal RulesCircuits::compare(const GroundComparison& c, const PieceValues& values) {
  if (c.right.of == Of::number) {
    const int n = c.right.number;
    const auto least = [&](int k) { return has_at_least(c.left, k, values); };
    switch (c.comparison) {
      case Comparison::less:
        return !least(n);
      case Comparison::at_most:
        return !least(n + 1);
      case Comparison::equal:
        return n < 0 ? false_literal : aig_.land(least(n), !least(n + 1));
      case Comparison::at_least:
        return least(n);
      case Comparison::greater:
        return least(n + 1);
    }
  }
  const Number left = number(c.left, values), right = number(c.right, values);
  const Literal is_less = less(aig_, left, right), is_greater = less(aig_, right, left);
  switch (c.comparison) {
    case Comparison::less:
      return is_less;
    case Comparison::at_most:
      return !is_greater;
    case Comparison::equal:
      return aig_.land(!is_less, !is_greater);
    case Comparison::at_least:
      return !is_less;
    case Comparison::greater:
      break;
  }
  return is_greater;
}

// --- Actions -------------------------------------------------------------------------------------

Literal RulesCircuits::fits(const GroundAction& action, const PieceValues& values) {
  Literal result = true_literal;
  for (const auto& [square, set] : action.before)
    result = aig_.land(result, variables_.holds(aig_, values, square, set));
  if (result == false_literal) return result;
  return aig_.land(result, holds(GroundDemand{{}, action.hands_before, action.rest}, values));
}

RulesCircuits::Result RulesCircuits::play(const GroundAction& action, const PieceValues& values) {
  Result result{fits(action, values), values};
  if (result.possible == false_literal) return result;
  change(action.after, action.copies, true_literal, values, result.values);
  std::vector<Literal> clauses;
  for (const bddl::Clause& clause : action.clauses) {
    clauses.push_back(holds(clause.when, values));
    change(clause.change.after, clause.change.copies, clauses.back(), values, result.values);
  }
  result.possible = aig_.land(result.possible, change_hands(action, clauses, result.values));
  return result;
}

void RulesCircuits::change(const std::vector<std::pair<int, Content>>& after,
                           const std::vector<std::pair<int, int>>& copies, Literal when,
                           const PieceValues& before, PieceValues& values) {
  PieceValues changed = values;
  for (const auto& [square, content] : after) variables_.put(changed, square, content);
  for (const auto& [to, from] : copies) variables_.copy(aig_, before, from, changed, to);
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (changed[n] != values[n]) values[n] = aig_.choose(when, changed[n], values[n]);
  }
}

// All that leaves a hand must be in it before anything comes.
Literal RulesCircuits::change_hands(const GroundAction& action, const std::vector<Literal>& clauses,
                                    PieceValues& values) {
  Literal allowed = true_literal;
  for (const bool white : {false, true}) {
    for (std::size_t hand = 0; hand < game_.hands.size(); ++hand) {
      Number less, more;
      const auto add = [&](const std::vector<bddl::HandChange>& changes, Literal when) {
        for (const bddl::HandChange& change : changes) {
          if (change.white != white || change.hand != static_cast<int>(hand)) continue;
          Number number = constant_number(static_cast<std::uint64_t>(std::abs(change.change)));
          for (Literal& bit : number) bit = aig_.land(bit, when);
          Number& sum = change.change < 0 ? less : more;
          sum = plus(aig_, sum, number);
        }
      };
      add(action.hands_after, true_literal);
      for (std::size_t n = 0; n < clauses.size(); ++n)
        add(action.clauses[n].change.hands, clauses[n]);
      if (less.empty() && more.empty()) continue;
      allowed = aig_.land(allowed, change_hand(white, static_cast<int>(hand), less, more, values));
    }
  }
  return allowed;
}

Literal RulesCircuits::change_hand(bool white, int hand, const Number& less, const Number& more,
                                   PieceValues& values) {
  const Number held = variables_.in_hand(values, white, hand);
  const Number after = plus(aig_, minus(aig_, held, less), more);
  variables_.set_in_hand(values, white, hand, after);
  return aig_.land(!symbolic::less(aig_, held, less),
                   !greater_than(aig_, after, bddl::tree::most_in_hand));
}

}  // namespace zermelo::symbolic
