// SPDX-License-Identifier: MIT
#include "gen/bddl/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <set>
#include <utility>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/effects.h"
#include "gen/error.h"
#include "gen/sorted.h"
#include "gen/wrong_file.h"

namespace zermelo::bddl {
namespace {

[[noreturn]] void wrong(const std::string& file, Place place, const std::string& sentence) {
  throw SyntaxError(fmt::format("{}:{}:{}: {}.", file, place.line, place.column, sentence));
}

// ?y counts downwards.
int square_at(Grid grid, int x, int y) { return grid.square(x - 1, grid.rows - y); }

bool is_relative(const SquareCondition& c) {
  return c.x.base == Coordinate::Base::anchor && c.y.base == Coordinate::Base::anchor;
}

// The square that a condition is about; none if that is not on the board with this anchor.
std::optional<int> square_of(const SquareCondition& c, Grid grid, int x, int y) {
  const std::int64_t cx = value_of(c.x, x, grid.columns), cy = value_of(c.y, y, grid.rows);
  if (cx < 1 || cx > grid.columns || cy < 1 || cy > grid.rows) return std::nullopt;
  return square_at(grid, static_cast<int>(cx), static_cast<int>(cy));
}

Demand demand_of(const SquareCondition& c, int square) {
  const Squares bit = bit_of(square);
  const auto forbids = [&](Colour colour) {
    return (c.colour == colour) == c.negated ? bit : Squares{0};
  };
  return {forbids(Colour::black), forbids(Colour::white), forbids(Colour::open)};
}

// A piece of that side on the squares.
Demand piece_of(bool white, Squares squares) {
  return white ? Demand{squares, 0, squares} : Demand{0, squares, squares};
}

Demand both(const Demand& a, const Demand& b) {
  return {a.no_black | b.no_black, a.no_white | b.no_white, a.no_open | b.no_open};
}

// Calls body(x, y, square) for every anchor.
template <class Body>
void for_each_anchor(Grid grid, Body&& body) {
  for (int y = 1; y <= grid.rows; ++y) {
    for (int x = 1; x <= grid.columns; ++x) body(x, y, square_at(grid, x, y));
  }
}

Demand image(const GridSymmetry& g, const Demand& d) {
  return {g(d.no_black), g(d.no_white), g(d.no_open)};
}
Effect image(const GridSymmetry& g, const Effect& e) { return {g(e.black), g(e.white), g(e.open)}; }

// A move in a form that can be compared: its effect without what is already so before it.
using Instance = std::pair<Demand, Effect>;

Instance instance_of(const Rule& rule, int anchor) {
  const Demand& before = rule.before(anchor);
  Effect effect = rule.effect(anchor);
  effect.black &= ~(before.no_white & before.no_open);
  effect.white &= ~(before.no_black & before.no_open);
  effect.open &= ~(before.no_black & before.no_white);
  return {before, effect};
}

std::vector<Instance> instances_of(std::span<const Rule> rules) {
  std::vector<Instance> instances;
  for (const Rule& rule : rules)
    for_each_square(rule.anchors(),
                    [&](int anchor) { instances.push_back(instance_of(rule, anchor)); });
  return instances;
}

template <class T>
std::vector<T> sorted(std::vector<T> items) {
  sort_unique(items);
  return items;
}

}  // namespace

// --- Patterns ------------------------------------------------------------------------------------

Pattern::Pattern(const Condition& condition, Grid grid, const std::string& file) {
  for (const SquareCondition& c : condition) {
    check_on_board(c, grid.columns, grid.rows, file);
    shifted_ = shifted_ && is_relative(c);
  }
  for_each_anchor(grid, [&](int x, int y, int anchor) {
    Demand demand;
    for (const SquareCondition& c : condition) {
      const std::optional<int> square = square_of(c, grid, x, y);
      if (!square) return;
      demand = both(demand, demand_of(c, *square));
    }
    if (demand.contradictory()) return;
    anchors_ |= bit_of(anchor);
    demands_[static_cast<std::size_t>(anchor)] = demand;
  });
  if (!shifted_ || anchors_ == 0) return;
  const int anchor = std::countr_zero(anchors_);
  const Demand& demand = at(anchor);
  for_each_square(demand.no_black | demand.no_white | demand.no_open, [&](int square) {
    const Squares bit = bit_of(square);
    terms_.push_back({square - anchor, (demand.no_black & bit) != 0, (demand.no_white & bit) != 0,
                      (demand.no_open & bit) != 0});
  });
}

Squares Pattern::where_shifted(const GridPosition& p, Squares candidates) const {
  for (const Term& term : terms_) {
    const Squares wrong = (term.no_black ? p.black : 0) | (term.no_white ? p.white : 0) |
                          (term.no_open ? ~p.occupied() : 0);
    candidates &= ~(term.shift >= 0 ? wrong >> term.shift : wrong << -term.shift);
  }
  return candidates & anchors_;
}

Squares Pattern::where_listed(const GridPosition& p, Squares candidates) const {
  Squares result = 0;
  for_each_square(candidates & anchors_, [&](int anchor) {
    if (at(anchor).holds(p)) result |= bit_of(anchor);
  });
  return result;
}

// --- Rules ---------------------------------------------------------------------------------------

Rule::Rule(const Action& action, const Condition& effect, Grid grid, const std::string& file)
    : name_(action.name), before_(action.precondition, grid, file) {
  const Pattern after(effect, grid, file);  // an effect is what the squares must be like afterwards
  anchors_ = before_.anchors() & after.anchors();
  for_each_square(anchors_, [&](int anchor) {
    const Demand& d = after.at(anchor);
    const Effect e{d.no_white & d.no_open, d.no_black & d.no_open, d.no_black & d.no_white};
    assert((e.black & e.white) == 0 && ((e.black | e.white) & e.open) == 0);
    assert(e.squares() == (d.no_black | d.no_white | d.no_open));  // it says what each becomes
    effects_[static_cast<std::size_t>(anchor)] = e;
  });
}

// --- The model -----------------------------------------------------------------------------------

Model::Model(const Domain& domain, const Problem& problem, std::optional<Stuck> stuck)
    : grid_(compile_grid(problem)),
      start_(compile_start(problem)),
      rules_{compile_rules(domain.black, grid_, domain.file),
             compile_rules(domain.white, grid_, domain.file)},
      goals_{compile_goals(problem.black_goals, grid_, false, problem.file),
             compile_goals(problem.white_goals, grid_, true, problem.file)} {
  stuck_ = stuck.value_or(stuck_by_default(problem));
  for (const bool white : {false, true}) {
    if (!has_won(start_, white)) continue;
    throw WrongFile(fmt::format("{}: the start is won by {} already.", problem.file,
                                white ? "White" : "Black"));
  }
  find_symmetries();
  find_goal_squares();
}

Grid Model::compile_grid(const Problem& problem) {
  if (problem.columns * problem.rows > max_squares) {
    wrong(problem.file, problem.size_place,
          fmt::format("the board has {} by {} squares; it must have 1 to {} in all",
                      problem.columns, problem.rows, max_squares));
  }
  return {problem.columns, problem.rows};
}

GridPosition Model::compile_start(const Problem& problem) const {
  GridPosition start;
  start.white_to_move = problem.white_first;
  for (const SquareCondition& c : problem.start) {
    require_on_board(c, grid_.columns, grid_.rows, problem.file);
    const Squares bit = bit_of(*square_of(c, grid_, 1, 1));
    if (start.occupied() & bit)
      wrong(problem.file, c.place, "this square of the start is given twice");
    if (c.colour == Colour::black) start.black |= bit;
    if (c.colour == Colour::white) start.white |= bit;
  }
  return start;
}

std::vector<Rule> Model::compile_rules(const std::vector<Action>& actions, Grid grid,
                                       const std::string& file) {
  std::vector<Rule> rules;
  std::set<Instance> seen;
  for (const Action& action : actions) {
    for (const Condition& effect : without_negation(action.effect)) {
      Rule rule(action, effect, grid, file);
      Squares repeated = 0;
      for_each_square(rule.anchors(), [&](int anchor) {
        if (!seen.insert(instance_of(rule, anchor)).second) repeated |= bit_of(anchor);
      });
      rule.leave_out(repeated);
      if (rule.anchors() != 0) rules.push_back(std::move(rule));
    }
  }
  return rules;
}

Model::Goals Model::compile_goals(const std::vector<Condition>& goals, Grid grid, bool white,
                                  const std::string& file) {
  Goals result;
  for (const Condition& goal : goals) {
    Pattern pattern(goal, grid, file);
    Squares anchors = 0;
    for_each_square(pattern.anchors(), [&](int anchor) {
      const Demand& d = pattern.at(anchor);
      if (std::ranges::count(result.all, d) > 0) return;
      result.all.push_back(d);
      const Squares piece = (white ? d.no_black : d.no_white) & d.no_open;
      if (std::has_single_bit(piece) && d == piece_of(white, piece)) {
        result.any_of |= piece;
      } else if (!pattern.is_shifted()) {
        result.listed.push_back(d);
      } else {
        anchors |= bit_of(anchor);
      }
    });
    if (anchors != 0) result.patterns.push_back({std::move(pattern), anchors});
  }
  result.all = sorted(std::move(result.all));
  return result;
}

bool Model::has_won(const GridPosition& p, bool white) const {
  const Goals& goals = goals_[white ? 1 : 0];
  if ((goals.any_of & (white ? p.white : p.black)) != 0) return true;
  if (std::ranges::any_of(goals.listed, [&](const Demand& d) { return d.holds(p); })) return true;
  return std::ranges::any_of(goals.patterns, [&](const Goals::Somewhere& goal) {
    return goal.pattern.where(p, goal.anchors) != 0;
  });
}

bool Model::can_move(const GridPosition& p) const {
  return std::ranges::any_of(rules(p.white_to_move),
                             [&](const Rule& rule) { return rule.applicable(p) != 0; });
}

void Model::find_goal_squares() {
  for (const Demand& d : goals_[0].all) goal_squares_.push_back(d.no_open & d.no_white);
  for (const bool white : {false, true}) {
    int made_black = 0;
    for (const auto& [before, effect] : instances_of(rules(white))) {
      made_black = std::max(made_black, std::popcount(effect.black));
      const Squares may_be_white = ~before.no_white;
      if (((effect.black | effect.open) & may_be_white) != 0) white_stays_ = false;
    }
    made_black_ += made_black;
  }
}

bool Model::may_reach_goal(const GridPosition& p, int moves) const {
  if (stuck_ == Stuck::loses) return true;
  return std::ranges::any_of(goal_squares_, [&](Squares squares) {
    if (white_stays_ && (squares & p.white) != 0) return false;
    return std::popcount(squares & ~p.black) <= moves * made_black_;
  });
}

void Model::find_symmetries() {
  std::array<std::vector<Instance>, 2> moves;
  for (const std::size_t side : {0u, 1u}) moves[side] = sorted(instances_of(rules_[side]));
  for (const GridSymmetry& g : grid_symmetries(grid_)) {
    bool same = g(start_.black) == start_.black && g(start_.white) == start_.white;
    for (const std::size_t side : {0u, 1u}) {
      if (!same) break;
      std::vector<Instance> images;
      for (const auto& [before, effect] : moves[side])
        images.emplace_back(image(g, before), image(g, effect));
      std::vector<Demand> goals;
      for (const Demand& d : goals_[side].all) goals.push_back(image(g, d));
      same =
          sorted(std::move(images)) == moves[side] && sorted(std::move(goals)) == goals_[side].all;
    }
    if (same) symmetries_.push_back(g);
  }
  assert(!symmetries_.empty() && symmetries_.front()(grid_.all()) == grid_.all());
}

}  // namespace zermelo::bddl
