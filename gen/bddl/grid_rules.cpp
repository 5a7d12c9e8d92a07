// SPDX-License-Identifier: MIT
#include "gen/bddl/grid_rules.h"

#include <algorithm>
#include <map>
#include <set>

#include "gen/bddl/rule_symmetries.h"

namespace zermelo::bddl {
namespace {

constexpr Content black_piece = content_of(0, false), white_piece = content_of(0, true);

Demand demand_of(const std::vector<std::pair<int, ContentSet>>& squares) {
  Demand demand;
  for (const auto& [square, set] : squares) {
    const auto forbids = [&, bit = bit_of(square)](const ContentSet& s, Content content) {
      return s.contains(content) ? Squares{0} : bit;
    };
    demand.no_black |= forbids(set, black_piece);
    demand.no_white |= forbids(set, white_piece);
    demand.no_open |= forbids(set, open_square);
  }
  return demand;
}

Effect effect_of(const std::vector<std::pair<int, Content>>& after) {
  Effect effect;
  for (const auto& [square, content] : after) {
    (content == open_square   ? effect.open
     : content == black_piece ? effect.black
                              : effect.white) |= bit_of(square);
  }
  return effect;
}

// By how much the lowest square has to be shifted down to be square 0.
int place_of(Squares squares) { return squares == 0 ? 0 : std::countr_zero(squares); }

Demand at_place_0(const Demand& d, int place) {
  return {d.no_black >> place, d.no_white >> place, d.no_open >> place};
}
Effect at_place_0(const Effect& e, int place) {
  return {e.black >> place, e.white >> place, e.open >> place};
}

// A piece of that side on the squares, and nothing else.
Demand piece_on(bool white, Squares squares) {
  return white ? Demand{squares, 0, squares} : Demand{0, squares, squares};
}

GridPosition position_of(const PlainPosition& plain, Grid grid) {
  GridPosition p;
  p.white_to_move = plain.white_to_move;
  for (int square = 0; square < grid.squares(); ++square) {
    const Content content = plain.squares[static_cast<std::size_t>(square)];
    if (content == black_piece) p.black |= bit_of(square);
    if (content == white_piece) p.white |= bit_of(square);
  }
  return p;
}

bool keeps(const GridSymmetry& g, const GridPosition& p) {
  return g(p.black) == p.black && g(p.white) == p.white;
}

}  // namespace

// --- Shifts --------------------------------------------------------------------------------------

ShiftedDemand::ShiftedDemand(const Demand& demand) : demand_(demand) {
  for_each_square(demand.squares(), [&](int square) {
    const auto all_if = [bit = bit_of(square)](Squares set) {
      return (set & bit) != 0 ? ~Squares{0} : Squares{0};
    };
    squares_.push_back(
        {square, all_if(demand.no_black), all_if(demand.no_white), all_if(demand.no_open)});
  });
}

// --- The rules -----------------------------------------------------------------------------------

GridRules::GridRules(const GroundGame& game)
    : grid_(game.grid),
      start_(position_of(game.start.value(), grid_)),
      stuck_loses_(game.side(false).stuck.front().result == tree::Result::loss),
      actions_{compile_actions(game.side(false).actions), compile_actions(game.side(true).actions)},
      goals_{compile_goals(game.side(false).ends, false),
             compile_goals(game.side(true).ends, true)} {
  symmetries_ = symmetries_of(game, LineOrder::any);
  std::erase_if(symmetries_, [&](const GridSymmetry& g) { return !keeps(g, start_); });
  find_goal_squares();
}

std::vector<ShiftedAction> GridRules::compile_actions(const std::vector<GroundAction>& actions) {
  std::vector<ShiftedAction> result;
  std::map<std::pair<Demand, Effect>, std::size_t> seen;
  for (const GroundAction& action : actions) {
    assert(action.part == 0 && !action.otherwise && !action.then && action.clauses.empty());
    assert(action.rest.is_always() && action.copies.empty() && action.hands_after.empty());
    const Demand before = demand_of(action.before);
    const Effect effect = effect_of(action.after);
    const int place = place_of(before.squares() | effect.squares());
    const std::pair alike{at_place_0(before, place), at_place_0(effect, place)};
    const auto [found, is_new] = seen.emplace(alike, result.size());
    if (is_new) result.emplace_back(action.name, alike.first, alike.second);
    result[found->second].add(place);
  }
  return result;
}

GridRules::Goals GridRules::compile_goals(const std::vector<GroundEnd>& ends, bool white) {
  Goals result;
  std::set<Demand> seen;
  std::map<Demand, Squares> places;  // by what is the same but for a shift
  for (const GroundEnd& end : ends) {
    assert(end.result == tree::Result::win);
    for (const GroundDemand& ground : end.when) {
      const Demand demand = demand_of(ground.squares);
      if (!seen.insert(demand).second) continue;
      result.all.push_back(demand);
      const int place = place_of(demand.squares());
      places[at_place_0(demand, place)] |= bit_of(place);
    }
  }
  for (const Demand& demand : result.all) {
    const Squares squares = demand.squares();
    const int place = place_of(squares);
    const Squares where = places.at(at_place_0(demand, place));
    // (A shift tests one square for all places; a demand is tested at once.)
    const bool is_worth_shifting = std::popcount(where) > std::popcount(squares);
    const bool is_first = place == std::countr_zero(where);
    if (std::has_single_bit(squares) && demand == piece_on(white, squares)) {
      result.any_of |= squares;
    } else if (!is_worth_shifting) {
      result.listed.push_back(demand);
    } else if (is_first) {
      result.shifted.emplace_back(at_place_0(demand, place)).add_all(where);
    }
  }
  return result;
}

bool GridRules::has_won(const GridPosition& p, bool white) const {
  const Goals& goals = goals_[white ? 1 : 0];
  if ((goals.any_of & (white ? p.white : p.black)) != 0) return true;
  if (std::ranges::any_of(goals.listed, [&](const Demand& d) { return d.holds(p); })) return true;
  return std::ranges::any_of(goals.shifted,
                             [&](const ShiftedDemand& goal) { return goal.where(p) != 0; });
}

bool GridRules::can_move(const GridPosition& p) const {
  return std::ranges::any_of(actions(p.white_to_move), [&](const ShiftedAction& action) {
    return action.applicable(p) != 0;
  });
}

void GridRules::find_goal_squares() {
  for (const Demand& d : goals_[0].all) goal_squares_.push_back(d.no_open & d.no_white);
  for (const bool white : {false, true}) {
    int made_black = 0;
    for (const ShiftedAction& action : actions(white)) {
      const Effect effect = action.effect(0);
      made_black = std::max(made_black, std::popcount(effect.black));
      const Squares may_be_white = ~action.before(0).no_white;
      if (((effect.black | effect.open) & may_be_white) != 0) white_stays_ = false;
    }
    made_black_ += made_black;
  }
}

bool GridRules::may_reach_goal(const GridPosition& p, int moves) const {
  if (stuck_loses_) return true;
  return std::ranges::any_of(goal_squares_, [&](Squares squares) {
    if (white_stays_ && (squares & p.white) != 0) return false;
    return std::popcount(squares & ~p.black) <= moves * made_black_;
  });
}

}  // namespace zermelo::bddl
