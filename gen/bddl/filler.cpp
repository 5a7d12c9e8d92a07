// SPDX-License-Identifier: MIT
#include "gen/bddl/filler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/ground.h"
#include "gen/grid/position.h"

namespace zermelo::bddl {
namespace {

using ConditionType = tree::Condition::Type;
using tree::Sort;

int kinds_of(const tree::Game& game) { return static_cast<int>(game.kinds.size()); }

// --- The variables that a condition has ----------------------------------------------------------

class Slots {
 public:
  void add(const tree::Condition& c) {
    add(c.contents);
    add(c.kind);
    add(c.left);
    add(c.right);
    add(c.variable);
    for (const tree::Square& square : c.squares) add(square);
    for (const tree::Argument& argument : c.arguments) {
      if (argument.sort == Sort::square) add(argument.square);
      if (argument.sort == Sort::side) add(argument.side);
      if (argument.sort == Sort::kind) add(argument.kind);
      if (argument.sort == Sort::number) add(argument.number);
      if (argument.sort == Sort::step) all_.insert(argument.step);
    }
    for (const tree::Condition& part : c.parts) add(part);
  }
  bool has(int slot) const { return all_.contains(slot); }

 private:
  void add(const tree::Number& n) {
    if (n.variable) all_.insert(*n.variable);
  }
  void add(const tree::Side& s) {
    if (s.who == tree::Side::Who::variable) all_.insert(s.variable);
  }
  void add(const tree::KindName& k) {
    if (k.which == tree::KindName::Which::variable) all_.insert(k.number);
  }
  void add(const tree::Contents& c) {
    add(c.side);
    add(c.kind);
  }
  void add(const tree::Quantity& q) {
    add(q.number);
    add(q.contents);
    add(q.side);
    add(q.kind);
  }
  void add(const tree::Variable& v) {
    if (v.from) add(*v.from);
    if (v.to) add(*v.to);
  }
  void add(const tree::Square& s) {
    if (s.variable) {
      all_.insert(*s.variable);
    } else {
      if (s.x.base == Coordinate::Base::anchor) all_.insert(tree::anchor_column);
      if (s.y.base == Coordinate::Base::anchor) all_.insert(tree::anchor_row);
    }
    for (const tree::Shift& shift : s.shifts) {
      add(shift.times);
      all_.insert(shift.step);
    }
  }

  std::set<int> all_;
};

}  // namespace

// --- Budget --------------------------------------------------------------------------------------

void Budget::spend(Place place, std::size_t size) {
  if (is_free()) return;
  left_ -= static_cast<std::int64_t>(sides_ * size);
  if (left_ < 0) {
    wrong_at(game_, place,
             "the rules stand for too much: their variables have too many values together");
  }
}

void Budget::keep(Place place, const std::string& what, std::size_t size) {
  constexpr std::size_t largest = 500'000;
  size_ += sides_ * size;
  kept_ += sides_;
  if (is_free() || (kept_ <= most_ground_actions && size_ <= largest)) return;
  wrong_at(game_, place,
           fmt::format("with {} the rules stand for more than {} single moves and "
                       "conditions; use fewer variables",
                       what, most_ground_actions));
}

// --- Values --------------------------------------------------------------------------------------

int Filler::number(const tree::Number& number, const Values& values) const {
  const int base = number.variable ? values[static_cast<std::size_t>(*number.variable)] : 0;
  return base + number.offset;
}

int Filler::kind(const tree::KindName& kind, const Values& values) const {
  return kind.which == tree::KindName::Which::variable
             ? values[static_cast<std::size_t>(kind.number)]
             : kind.number;
}

bool Filler::side_value(const tree::Side& side, const Values& values) const {
  switch (side.who) {
    case tree::Side::Who::own:
      return view_.own_white;
    case tree::Side::Who::other:
      return !view_.own_white;
    case tree::Side::Who::black:
      return false;
    case tree::Side::Who::white:
      return true;
    case tree::Side::Who::variable:
      break;
  }
  return values[static_cast<std::size_t>(side.variable)] != 0;
}

bool Filler::is_white(const tree::Side& side, const Values& values) const {
  return side_value(side, values) != view_.image;
}

ContentSet Filler::contents(const tree::Contents& contents, const Values& values) const {
  if (contents.open) return ContentSet::open();
  const bool white = is_white(contents.side, values);
  if (contents.kind.which == tree::KindName::Which::any)
    return ContentSet::of_side(white, kinds_of(game_));
  return ContentSet::of(content_of(kind(contents.kind, values), white));
}

int Filler::hand_of(int kind) const {
  const auto found = std::ranges::find(game_.hands, kind, &tree::Hand::kind);
  return found == game_.hands.end() ? -1 : static_cast<int>(found - game_.hands.begin());
}

std::vector<int> Filler::range(const tree::Variable& variable, const Values& values) const {
  std::vector<int> all;
  switch (variable.sort) {
    case Sort::square: {
      Squares squares = variable.among.empty() ? board_.exists() : 0;
      for (const int region : variable.among) squares |= board_.region(region);
      for_each_square(squares, [&](int square) { all.push_back(square); });
      return all;
    }
    case Sort::side:
      return {view_.own_white ? 1 : 0, view_.own_white ? 0 : 1};
    case Sort::kind:
      if (!variable.among.empty()) return variable.among;
      all.resize(game_.kinds.size());
      std::iota(all.begin(), all.end(), 0);
      return all;
    case Sort::step:
      for (const int set : variable.among)
        all.insert(all.end(), board_.steps(set).begin(), board_.steps(set).end());
      return all;
    case Sort::column:
      for (int x = 1; x <= board_.grid().columns; ++x) all.push_back(x);
      return all;
    case Sort::row:  // (from below, as squares are numbered: moves in proofs have this order)
      for (int y = board_.grid().rows; y >= 1; --y) all.push_back(y);
      return all;
    case Sort::number:
      break;
  }
  const int from = variable.from ? number(*variable.from, values) : 1;
  const int to = variable.to ? number(*variable.to, values)
                             : std::max(board_.grid().columns, board_.grid().rows);
  for (int n = from; n <= to; ++n) all.push_back(n);
  return all;
}

std::string Filler::text_of(const tree::Variable& variable, const Values& values) const {
  const int value = values[static_cast<std::size_t>(variable.slot)];
  switch (variable.sort) {
    case Sort::square:
      return format_square(image(value), board_.grid());
    case Sort::side:
      return (value != 0) != view_.image ? "white" : "black";
    case Sort::kind:
      return game_.kinds[static_cast<std::size_t>(value)].name;
    case Sort::step: {
      const LongStep& step = board_.step(value);
      return fmt::format("({},{})", step.times * step.dx, step.times * step.dy);
    }
    case Sort::number:
    case Sort::column:
    case Sort::row:
      break;
  }
  return std::to_string(value);
}

// --- Squares -------------------------------------------------------------------------------------

int Filler::image(int square) const {
  return view_.image ? board_.mirror()[static_cast<std::size_t>(square)] : square;
}

Spot Filler::spot(const tree::Square& square, const Values& values) const {
  Spot spot;
  std::int64_t x = 0, y = 0;
  if (square.variable) {
    const int base = values[static_cast<std::size_t>(*square.variable)];
    if (base < 0) return spot;  // (a define was given a square off the board)
    x = board_.x_of(base);
    y = board_.y_of(base);
  } else {
    const auto value = [&](const Coordinate& c, int slot, int size) {
      const bool from_anchor = c.base == Coordinate::Base::anchor;
      return value_of(c, from_anchor ? values[static_cast<std::size_t>(slot)] : 1, size);
    };
    x = value(square.x, tree::anchor_column, board_.grid().columns);
    y = value(square.y, tree::anchor_row, board_.grid().rows);
    if (board_.square(x, y) < 0) return spot;
  }
  bool blocked = false;
  for (const tree::Shift& shift : square.shifts) {
    const LongStep& step = board_.step(values[static_cast<std::size_t>(shift.step)]);
    go(x, y, step, shift.sign * number(shift.times, values), spot, blocked);
  }
  if (!blocked) spot.square = board_.square(x, y);
  return spot;
}

void Filler::go(std::int64_t& x, std::int64_t& y, const LongStep& step, int times, Spot& spot,
                bool& blocked) const {
  const std::int64_t total = std::int64_t{times} * step.times;
  const int direction = total < 0 ? -1 : 1;
  for (std::int64_t i = 1; step.rides && !blocked && i < std::abs(total); ++i) {
    const int between = board_.square(x + direction * i * step.dx, y + direction * i * step.dy);
    if (between < 0) {
      blocked = true;
    } else {
      spot.way |= bit_of(between);
    }
  }
  x += total * step.dx;
  y += total * step.dy;
}

GroundCondition Filler::on_square(int square, ContentSet set) const {
  return GroundCondition::on_square(image(square), set);
}

GroundCondition Filler::open_way(Squares way) const {
  std::vector<GroundCondition> parts;
  for_each_square(way, [&](int square) { parts.push_back(on_square(square, ContentSet::open())); });
  return all_of(std::move(parts), everything_);
}

// --- Conditions ----------------------------------------------------------------------------------

GroundCondition Filler::fill(const tree::Condition& condition, Values& values) {
  GroundCondition filled = filled_in(condition, values);
  budget_.spend(condition.place, size_of(filled));
  return filled;
}

GroundCondition Filler::filled_in(const tree::Condition& condition, Values& values) {
  switch (condition.type) {
    case ConditionType::all:
      return all(condition.parts, values);
    case ConditionType::none:
      return negation(all(condition.parts, values), everything_);
    case ConditionType::any:
    case ConditionType::each:
      return quantified(condition, values);
    case ConditionType::call:
      return call(condition, values);
    case ConditionType::compare:
      return comparison(condition, values);
    default:
      return of_squares(condition, values);
  }
}

GroundCondition Filler::all(const std::vector<tree::Condition>& parts, Values& values) {
  std::vector<GroundCondition> filled;
  for (const tree::Condition& part : parts) {
    filled.push_back(fill(part, values));
    if (filled.back().is_never()) return GroundCondition::never();
  }
  return all_of(std::move(filled), everything_);
}

GroundCondition Filler::quantified(const tree::Condition& condition, Values& values) {
  std::vector<GroundCondition> filled;
  for (const int value : range(condition.variable, values)) {
    values[static_cast<std::size_t>(condition.variable.slot)] = value;
    budget_.spend(condition.place);
    filled.push_back(all(condition.parts, values));
  }
  return condition.type == ConditionType::any ? any_of(std::move(filled), everything_)
                                              : all_of(std::move(filled), everything_);
}

GroundCondition Filler::call(const tree::Condition& condition, Values& values) {
  Values arguments;
  Squares way = 0;
  for (const tree::Argument& argument : condition.arguments) {
    if (argument.sort == Sort::square) {
      const Spot spot = this->spot(argument.square, values);
      arguments.push_back(spot.square);
      way |= spot.way;
    }
    if (argument.sort == Sort::side) arguments.push_back(side_value(argument.side, values) ? 1 : 0);
    if (argument.sort == Sort::kind) arguments.push_back(kind(argument.kind, values));
    if (argument.sort == Sort::number) arguments.push_back(number(argument.number, values));
    if (argument.sort == Sort::step)
      arguments.push_back(values[static_cast<std::size_t>(argument.step)]);
  }
  const GroundCondition reached = open_way(way);
  const GroundCondition result =
      all_of({reached, lines_of(condition.number, arguments)}, everything_);
  if (reached.is_always()) return result;
  // Where something is in the way, the squares are as if they were off the board.
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const tree::Argument& argument = condition.arguments[i];
    if (argument.sort == Sort::square && spot(argument.square, values).way != 0) arguments[i] = -1;
  }
  return any_of(
      {result, all_of({negation(reached, everything_), lines_of(condition.number, arguments)},
                      everything_)},
      everything_);
}

GroundCondition Filler::lines_of(int define, const Values& arguments) {
  const std::pair key{define, arguments};
  if (const auto known = calls_.find(key); known != calls_.end()) return known->second;
  std::vector<GroundCondition> lines;
  for (const tree::Line& line : game_.defines[static_cast<std::size_t>(define)].lines) {
    Values own = arguments;
    own.resize(static_cast<std::size_t>(line.slots));
    for_each_values(line.variables, line.condition.parts, own,
                    [&](const std::vector<GroundCondition>& parts) {
                      lines.push_back(all_of(parts, everything_));
                    });
  }
  GroundCondition result = any_of(std::move(lines), everything_);
  const std::size_t size = size_of(result);
  if (kept_of_calls_ + size <= most_kept_of_calls) {
    kept_of_calls_ += size;
    calls_.emplace(key, result);
  }
  return result;
}

GroundCondition Filler::of_squares(const tree::Condition& c, const Values& values) const {
  std::vector<Spot> spots;
  Squares way = 0;
  bool everywhere = true;
  for (const tree::Square& square : c.squares) {
    spots.push_back(spot(square, values));
    way |= spots.back().way;
    everywhere = everywhere && spots.back().square >= 0;
  }
  if (c.type == ConditionType::off) {
    return everywhere ? negation(open_way(way), everything_) : GroundCondition::always();
  }
  if (!everywhere) return GroundCondition::never();
  const int first = spots[0].square;
  GroundCondition found;
  if (c.type == ConditionType::stands) found = on_square(first, contents(c.contents, values));
  if (c.type == ConditionType::attacked) found = attacked(spots[0]);
  if (c.type == ConditionType::reaches) found = reaches(kind(c.kind, values), spots[0], spots[1]);
  const bool false_here =
      (c.type == ConditionType::region && (board_.region(c.number) & bit_of(first)) == 0) ||
      (c.type == ConditionType::next && (board_.next(first) & bit_of(spots[1].square)) == 0) ||
      (c.type == ConditionType::line &&
       (board_.after(first, spots[1].square) & bit_of(spots[2].square)) == 0);
  if (false_here) return GroundCondition::never();
  return all_of({open_way(way), std::move(found)}, everything_);
}

GroundCondition Filler::attacked(const Spot& spot) const {
  const bool white = view_.own_white != view_.image;
  GroundCondition attacked;
  attacked.type = GroundCondition::Type::attacked;
  attacked.white = white;
  attacked.square = image(spot.square);
  return all_of({on_square(spot.square, ContentSet::of_side(white, kinds_of(game_))), attacked},
                everything_);
}

GroundCondition Filler::reaches(int kind, const Spot& from, const Spot& to) const {
  std::vector<GroundCondition> ways;
  for (const int number : board_.steps_of_kind(kind)) {
    std::int64_t x = board_.x_of(from.square), y = board_.y_of(from.square);
    Spot there;
    bool blocked = false;
    go(x, y, board_.step(number), 1, there, blocked);
    if (!blocked && board_.square(x, y) == to.square) ways.push_back(open_way(there.way));
  }
  return any_of(std::move(ways), everything_);
}

GroundQuantity Filler::quantity(const tree::Quantity& quantity, const Values& values) const {
  GroundQuantity q;
  if (quantity.of == tree::Quantity::Of::number) {
    q.number = number(quantity.number, values);
  } else if (quantity.of == tree::Quantity::Of::count) {
    q.of = quantity.of;
    q.counted = contents(quantity.contents, values);
    q.squares = board_.exists();
  } else if (const int hand = hand_of(kind(quantity.kind, values)); hand >= 0) {
    q.of = quantity.of;
    q.white = is_white(quantity.side, values);
    q.hand = hand;
  }  // (what cannot be in hand is there 0 times)
  return q;
}

GroundCondition Filler::comparison(const tree::Condition& condition, const Values& values) const {
  const GroundComparison compared{quantity(condition.left, values), condition.comparison,
                                  quantity(condition.right, values)};
  const auto& [left, comparison, right] = compared;
  const bool known =
      left.of == tree::Quantity::Of::number && right.of == tree::Quantity::Of::number;
  if (!known) return GroundCondition::comparison(compared);
  return compare(left.number, comparison, right.number) ? GroundCondition::always()
                                                        : GroundCondition::never();
}

// --- All values ----------------------------------------------------------------------------------

const Filler::Plan& Filler::plan(const std::vector<tree::Variable>& variables,
                                 const std::vector<tree::Condition>& parts) {
  const auto [found, is_new] = plans_.try_emplace(&parts);
  if (!is_new) return found->second;
  for (const tree::Condition& part : parts) {
    Slots slots;
    slots.add(part);
    std::size_t after = 0;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (slots.has(variables[i].slot)) after = i + 1;
    }
    found->second.push_back(after);
  }
  return found->second;
}

void Filler::for_each_values(const std::vector<tree::Variable>& variables,
                             const std::vector<tree::Condition>& parts, Values& values,
                             const Visit& visit) {
  std::vector<GroundCondition> filled;
  bind(0, variables, parts, plan(variables, parts), values, filled, visit);
}

void Filler::bind(std::size_t depth, const std::vector<tree::Variable>& variables,
                  const std::vector<tree::Condition>& parts, const Plan& plan, Values& values,
                  std::vector<GroundCondition>& filled, const Visit& visit) {
  const std::size_t before = filled.size();
  bool possible = true;
  for (std::size_t i = 0; i < parts.size() && possible; ++i) {
    if (plan[i] != depth) continue;
    GroundCondition part = fill(parts[i], values);
    possible = !part.is_never();
    filled.push_back(std::move(part));
  }
  if (possible && depth == variables.size()) visit(filled);
  if (possible && depth < variables.size()) {
    const tree::Variable& variable = variables[depth];
    for (const int value : range(variable, values)) {
      budget_.spend(variable.place);
      values[static_cast<std::size_t>(variable.slot)] = value;
      bind(depth + 1, variables, parts, plan, values, filled, visit);
    }
  }
  filled.resize(before);
}

}  // namespace zermelo::bddl
