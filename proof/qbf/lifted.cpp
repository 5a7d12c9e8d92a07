// SPDX-License-Identifier: MIT
#include "proof/qbf/lifted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "proof/check/binary_number.h"
#include "proof/qbf/never_stuck.h"
#include "proof/qbf/possible_goals.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using Action = BoundedGame::Action;
using Condition = BoundedGame::Condition;
using bddl::Colour;
using bddl::Coordinate;
using bddl::SquareCondition;
using symbolic::Aig;
using symbolic::black;
using symbolic::false_literal;
using symbolic::Literal;
using symbolic::Side;
using symbolic::true_literal;
using symbolic::white;

using Number = std::vector<Literal>;

// Bits for the numbers below `count`.
std::size_t bits_below(int count) {
  std::size_t bits = 0;
  while ((std::size_t{1} << bits) < static_cast<std::size_t>(count)) ++bits;
  return bits;
}

// A place on the board, from 0.
struct Anchor {
  Number x, y;
};

// A move, or a goal: which of several, and where.
struct Choice {
  Number which;
  Anchor at;
  Literal stop;  // for moves: the game ends with it
};

// The state of the symbolic square.
struct SquareState {
  Literal open, white;  // a piece is white or black
};

// --- Conditions of the symbolic square -----------------------------------------------------------

// For each condition that a square may have to meet: when the symbolic square has to meet it.
using Demands = std::map<std::pair<Colour, bool>, Literal>;

class Encoder {
 public:
  explicit Encoder(const BoundedGame& game) : game_(game) {}

  Qbf formula() {
    shorten();
    if (last_ < first_) {
      result_.matrix = false_literal;
      return std::move(result_);
    }
    add_variables();
    result_.matrix = aig().land(initial(), step(first_));
    return compact();
  }

 private:
  Aig& aig() { return result_.aig; }
  static bool is_blacks(int step) { return step % 2 != 0; }
  bool has_goals(Side side) const { return !game_.goals[side].empty(); }

  // --- Which steps matter ---

  // Leaves out steps at the end that cannot make Black win: Black's own if it has no goal; White's
  // if it is not a win when White cannot move.
  void shorten() {
    first_ = game_.white_first ? 2 : 1;
    last_ = game_.depth;
    while (last_ >= first_ && (is_blacks(last_) ? !has_goals(black) : !game_.stuck_loses)) --last_;
  }

  // --- Variables ---

  std::size_t x_bits() const { return bits_below(game_.columns); }
  std::size_t y_bits() const { return bits_below(game_.rows); }
  Anchor add_place(bool universal, const std::string& name) {
    Number x = result_.add(universal, name + " x", x_bits());
    return {std::move(x), result_.add(universal, name + " y", y_bits())};
  }
  Choice add_choice(bool universal, const std::string& name, const char* which, std::size_t count) {
    Choice choice;
    choice.which = result_.add(universal, name + " " + which, bits_below(static_cast<int>(count)));
    choice.at = add_place(universal, name);
    return choice;
  }

  void add_variables() {
    for (int step = 1; step <= last_; ++step) {
      moves_.emplace_back();
      witnesses_.emplace_back();
      holds_.emplace_back();
      if (step >= first_) is_blacks(step) ? add_black_move(step) : add_white_move(step);
    }
    if (has_goals(black)) black_goal_ = add_choice(false, "Black's goal", "number", goals(black));
    if (has_goals(white) && !white_goals_are_squares()) {
      white_goal_ = add_choice(true, "White's goal", "number", goals(white));
      std::size_t most = 1;
      for (const Condition& goal : game_.goals[white]) most = std::max(most, goal.size());
      missing_ = result_.add(false, "White's goal missing", bits_below(static_cast<int>(most)));
    }
    symbolic_ = add_place(true, "square");
    for (int step = first_; step <= last_ + 1; ++step) states_.push_back(add_state(step));
  }
  // Each of White's goals is one square: the symbolic square itself can be it.
  bool white_goals_are_squares() const {
    return std::ranges::all_of(game_.goals[white],
                               [](const Condition& goal) { return goal.size() == 1; });
  }
  std::size_t goals(Side side) const { return game_.goals[side].size(); }
  SquareState add_state(int step) {
    const auto bit = [&](const char* what) {
      return result_.add(false, fmt::format("step {} {}", step, what), 1).front();
    };
    const Literal open = bit("open");
    return {open, bit("white")};
  }
  void add_black_move(int step) {
    const std::string name = fmt::format("move {}", step);
    Choice move = add_choice(false, name, "action", game_.actions[black].size());
    if (step < last_ && has_goals(black)) move.stop = result_.add(false, name + " ends", 1).front();
    moves_.back() = std::move(move);
  }
  void add_white_move(int step) {
    const std::string name = fmt::format("move {}", step);
    const auto& actions = game_.actions[white];
    if (!game_.stuck_loses && !cannot_be_stuck(game_, step)) {
      witnesses_.back() =
          add_choice(false, fmt::format("White can move {}", step), "action", actions.size());
    }
    Choice move = add_choice(true, name, "action", actions.size());
    if (step < last_ && has_goals(white)) move.stop = result_.add(true, name + " ends", 1).front();
    moves_.back() = std::move(move);
    std::size_t most = 0;
    for (const Action& action : actions) most = std::max(most, action.precondition.size());
    for (std::size_t k = 0; k < most; ++k) {
      holds_.back().push_back(
          result_.add(false, fmt::format("{} condition {}", name, k + 1), 1).front());
    }
  }

  Choice& move(int step) { return moves_[static_cast<std::size_t>(step - 1)]; }
  SquareState state(int step) const { return states_[static_cast<std::size_t>(step - first_)]; }
  // The board on which goals are looked at.
  SquareState last_state() const { return states_.back(); }

  // --- Arithmetic ---

  // The symbolic square's coordinate minus a number, modulo a power of two.
  const Number& shifted(bool is_y, int offset) {
    Number& result = shifted_[{is_y, offset}];
    const Number& number = is_y ? symbolic_.y : symbolic_.x;
    if (!result.empty() || number.empty()) return result;
    const auto subtrahend = static_cast<unsigned>(offset);
    Literal borrow = false_literal;
    for (std::size_t bit = 0; bit < number.size(); ++bit) {
      const Literal a = number[bit];
      const bool one = (subtrahend >> bit & 1) != 0;
      result.push_back(aig().lxor(one ? !a : a, borrow));
      borrow = one ? aig().lor(!a, borrow) : aig().land(!a, borrow);
    }
    return result;
  }
  Literal same(const Number& a, const Number& b) {
    Literal result = true_literal;
    for (std::size_t bit = 0; bit < a.size(); ++bit)
      result = aig().land(result, aig().equal(a[bit], b[bit]));
    return result;
  }
  Literal is(const Number& number, std::int64_t value) {
    return value < 0 ? false_literal : equals(aig(), number, static_cast<std::uint64_t>(value));
  }
  Literal below(const Number& number, std::int64_t bound) {
    if (bound <= 0) return false_literal;
    if (static_cast<std::uint64_t>(bound) >= std::uint64_t{1} << number.size()) return true_literal;
    return less(aig(), number, constant_number(static_cast<std::uint64_t>(bound)));
  }

  static bool is_relative(const Coordinate& c) { return c.base == Coordinate::Base::anchor; }
  // For a coordinate that is not relative, counted from 0.
  static std::int64_t fixed(const Coordinate& c, int size) {
    const std::int64_t offset = c.offset;
    if (c.base == Coordinate::Base::minimum) return offset;
    return c.base == Coordinate::Base::maximum ? size - 1 + offset : offset - 1;
  }

  // The symbolic square has this coordinate.
  Literal is_here(const Coordinate& c, bool is_y, const Anchor& at) {
    if (is_relative(c)) return same(is_y ? at.y : at.x, shifted(is_y, c.offset));
    return is(is_y ? symbolic_.y : symbolic_.x, fixed(c, is_y ? game_.rows : game_.columns));
  }
  // The condition is about the symbolic square.
  Literal is_here(const SquareCondition& c, const Anchor& at) {
    return aig().land(is_here(c.x, false, at), is_here(c.y, true, at));
  }

  // --- Bounds ---

  // All squares of the conditions are on the board.
  Literal on_board(std::span<const Condition* const> conditions, const Anchor& at) {
    const std::array<int, 2> sizes = {game_.columns, game_.rows};
    Literal result = true_literal;
    for (const bool is_y : {false, true}) {
      const int size = sizes[is_y ? 1 : 0];
      std::int64_t least = 0, greatest = size - 1;
      for (const Condition* condition : conditions) {
        for (const SquareCondition& c : *condition) {
          const Coordinate& coordinate = is_y ? c.y : c.x;
          if (!is_relative(coordinate)) continue;
          least = std::max(least, -std::int64_t{coordinate.offset});
          greatest = std::min(greatest, size - 1 - std::int64_t{coordinate.offset});
        }
      }
      const Number& number = is_y ? at.y : at.x;
      const Literal within = aig().land(!below(number, least), below(number, greatest + 1));
      result = aig().land(result, greatest < least ? false_literal : within);
    }
    return result;
  }
  // Two coordinates are the same.
  Literal coincide(const Coordinate& a, const Coordinate& b, const Number& at, int size) {
    if (is_relative(a) && is_relative(b))
      return a.offset == b.offset ? true_literal : false_literal;
    if (!is_relative(a) && !is_relative(b))
      return fixed(a, size) == fixed(b, size) ? true_literal : false_literal;
    const Coordinate& relative = is_relative(a) ? a : b;
    return is(at, fixed(is_relative(a) ? b : a, size) - relative.offset);
  }
  // The effect does not make a square two things at once.
  Literal is_consistent(const Condition& effect, const Anchor& at) {
    Literal result = true_literal;
    for (std::size_t k = 0; k < effect.size(); ++k) {
      for (std::size_t n = 0; n < k; ++n) {
        if (effect[k].colour == effect[n].colour) continue;
        const Literal meet = aig().land(coincide(effect[k].x, effect[n].x, at.x, game_.columns),
                                        coincide(effect[k].y, effect[n].y, at.y, game_.rows));
        result = aig().land(result, !meet);
      }
    }
    return result;
  }
  // The move is an action at a place where it fits on the board.
  Literal fits(const std::vector<Action>& actions, const Choice& move, bool check_effects) {
    Literal result = below(move.which, static_cast<std::int64_t>(actions.size()));
    for (std::size_t j = 0; j < actions.size(); ++j) {
      const std::array<const Condition*, 2> all = {&actions[j].precondition, &actions[j].effect};
      Literal bounds = on_board(all, move.at);
      if (check_effects) bounds = aig().land(bounds, is_consistent(actions[j].effect, move.at));
      result = aig().land(result, implies(is(move.which, static_cast<std::int64_t>(j)), bounds));
    }
    return result;
  }

  // --- Demands on the symbolic square ---

  Literal implies(Literal a, Literal b) { return aig().lor(!a, b); }
  void demand(Demands& demands, const SquareCondition& c, Literal when) {
    Literal& all = demands.emplace(std::pair(c.colour, c.negated), false_literal).first->second;
    all = aig().lor(all, when);
  }
  Literal meets(const std::pair<Colour, bool>& condition, SquareState s) {
    Literal result = s.open;
    if (condition.first == Colour::black) result = aig().land(!s.open, !s.white);
    if (condition.first == Colour::white) result = aig().land(!s.open, s.white);
    return condition.second ? !result : result;
  }
  Literal met(const Demands& demands, SquareState s) {
    Literal result = true_literal;
    for (const auto& [condition, when] : demands)
      result = aig().land(result, implies(when, meets(condition, s)));
    return result;
  }
  Literal same(SquareState a, SquareState b) {
    return aig().land(aig().equal(a.open, b.open), aig().equal(a.white, b.white));
  }
  // What the move's action says about the symbolic square: `part` is its precondition or its
  // effect.
  Demands demands_of(const std::vector<Action>& actions, const Choice& move,
                     Condition Action::*part) {
    Demands result;
    for (std::size_t j = 0; j < actions.size(); ++j) {
      const Literal chosen = is(move.which, static_cast<std::int64_t>(j));
      for (const SquareCondition& c : actions[j].*part)
        demand(result, c, aig().land(chosen, is_here(c, move.at)));
    }
    return result;
  }
  // The state after the step is the result of the move.
  Literal changed(const std::vector<Action>& actions, const Choice& move, int step) {
    const Demands demands = demands_of(actions, move, &Action::effect);
    Literal touched = false_literal;
    for (const auto& [condition, when] : demands) touched = aig().lor(touched, when);
    return aig().land(met(demands, state(step + 1)),
                      implies(!touched, same(state(step), state(step + 1))));
  }

  // --- The matrix ---

  // What must hold from this step on.
  Literal step(int number) { return is_blacks(number) ? black_step(number) : white_step(number); }

  // `when_stopped` if the move ends the game, otherwise what comes after it.
  Literal after(int number, const Choice& move, Literal when_stopped) {
    const bool may_stop = has_goals(is_blacks(number) ? black : white);
    if (number == last_) return is_blacks(number) ? when_stopped : false_literal;
    const Literal goes_on = step(number + 1);
    return may_stop ? aig().choose(move.stop, when_stopped, goes_on) : goes_on;
  }
  // The goal is checked on the last board, which is this one.
  Literal looked_at(int step, Literal goal) {
    if (step == last_ + 1) return goal;
    return aig().land(same(state(step), last_state()), goal);
  }

  Literal black_step(int number) {
    const Choice& made = move(number);
    const auto& actions = game_.actions[black];
    const Literal legal =
        aig().land(fits(actions, made, false),
                   met(demands_of(actions, made, &Action::precondition), state(number)));
    const Literal end = has_goals(black) ? looked_at(number + 1, black_goal()) : false_literal;
    return aig().land(aig().land(legal, changed(actions, made, number)), after(number, made, end));
  }

  Literal white_step(int number) {
    const Choice& made = move(number);
    const auto& actions = game_.actions[white];
    const std::vector<Literal>& holds = holds_[static_cast<std::size_t>(number - 1)];
    // Whether the conditions hold is determined where the symbolic square is theirs.
    Literal found = true_literal;
    Literal legal = fits(actions, made, true);
    for (std::size_t k = 0; k < holds.size(); ++k) {
      Demands demands;
      Literal asked = false_literal;
      for (std::size_t j = 0; j < actions.size(); ++j) {
        if (k >= actions[j].precondition.size()) continue;
        const Literal chosen = is(made.which, static_cast<std::int64_t>(j));
        const SquareCondition& c = actions[j].precondition[k];
        demand(demands, c, aig().land(chosen, is_here(c, made.at)));
        asked = aig().lor(asked, chosen);
      }
      for (const auto& [condition, when] : demands) {
        found = aig().land(found,
                           implies(when, aig().equal(holds[k], meets(condition, state(number)))));
      }
      legal = aig().land(legal, all_have(k) ? holds[k] : implies(asked, holds[k]));
    }
    const Literal end = has_goals(white) ? looked_at(number + 1, no_white_goal()) : true_literal;
    const Literal played =
        number == last_ ? false_literal
                        : aig().land(changed(actions, made, number), after(number, made, end));
    return aig().land(aig().land(found, witness(number)), implies(legal, played));
  }
  // Every action of White's has a condition of this number.
  bool all_have(std::size_t k) const {
    return std::ranges::all_of(game_.actions[white],
                               [&](const Action& a) { return k < a.precondition.size(); });
  }
  // The move that White is claimed to have is legal.
  Literal witness(int number) {
    const auto& shown = witnesses_[static_cast<std::size_t>(number - 1)];
    if (!shown) return true_literal;
    const auto& actions = game_.actions[white];
    return aig().land(fits(actions, *shown, true),
                      met(demands_of(actions, *shown, &Action::precondition), state(number)));
  }

  Literal black_goal() {
    Demands demands;
    Literal result = below(black_goal_.which, static_cast<std::int64_t>(goals(black)));
    for (std::size_t j = 0; j < goals(black); ++j) {
      const Condition& goal = game_.goals[black][j];
      const Literal chosen = is(black_goal_.which, static_cast<std::int64_t>(j));
      const std::array<const Condition*, 1> all = {&goal};
      result = aig().land(result, implies(chosen, on_board(all, black_goal_.at)));
      for (const SquareCondition& c : goal)
        demand(demands, c, aig().land(chosen, is_here(c, black_goal_.at)));
    }
    return aig().land(result, met(demands, last_state()));
  }

  // The symbolic square is one that the coordinate can name, wherever the anchor is.
  Literal can_name(const Coordinate& c, bool is_y) {
    const Number& here = is_y ? symbolic_.y : symbolic_.x;
    const int size = is_y ? game_.rows : game_.columns;
    if (!is_relative(c)) return is(here, fixed(c, size));
    return aig().land(!below(here, c.offset), below(here, std::int64_t{size} + c.offset));
  }
  Literal no_white_goal_square() {
    Demands demands;
    for (const Condition& goal : game_.goals[white]) {
      const SquareCondition& c = goal.front();
      demand(demands, c, aig().land(can_name(c.x, false), can_name(c.y, true)));
    }
    Literal result = true_literal;
    for (const auto& [condition, when] : demands)
      result = aig().land(result, implies(when, !meets(condition, last_state())));
    return result;
  }
  Literal no_white_goal() {
    if (white_goals_are_squares()) return no_white_goal_square();
    Demands demands;
    Literal fits_board = false_literal, enough = true_literal;
    for (std::size_t j = 0; j < goals(white); ++j) {
      const Condition& goal = game_.goals[white][j];
      const Literal chosen = is(white_goal_.which, static_cast<std::int64_t>(j));
      const std::array<const Condition*, 1> all = {&goal};
      fits_board = aig().lor(fits_board, aig().land(chosen, on_board(all, white_goal_.at)));
      enough = aig().land(enough,
                          implies(chosen, below(missing_, static_cast<std::int64_t>(goal.size()))));
      for (std::size_t k = 0; k < goal.size(); ++k) {
        const Literal this_one = is(missing_, static_cast<std::int64_t>(k));
        demand(demands, goal[k],
               aig().land(aig().land(chosen, this_one), is_here(goal[k], white_goal_.at)));
      }
    }
    Literal violated = enough;
    for (const auto& [condition, when] : demands)
      violated = aig().land(violated, implies(when, !meets(condition, last_state())));
    return implies(fits_board, violated);
  }

  // --- The start ---

  // What the symbolic square must be at the start. Squares off the board may be anything.
  Literal initial() {
    std::vector<std::vector<Colour>> board(
        static_cast<std::size_t>(game_.rows),
        std::vector<Colour>(static_cast<std::size_t>(game_.columns), Colour::open));
    for (const SquareCondition& c : game_.start) {
      const SquarePlace place = *place_of(game_, c, {1, 1});
      board[static_cast<std::size_t>(place.y - 1)][static_cast<std::size_t>(place.x - 1)] =
          c.colour;
    }
    const SquareState start = state(first_);
    Literal open = where(board, Colour::open, y_bits(), x_bits(), 0, 0);
    const Literal is_white = where(board, Colour::white, y_bits(), x_bits(), 0, 0);
    if (is_white == false_literal)
      return aig().land(aig().equal(start.open, open), implies(!open, !start.white));
    return aig().land(aig().equal(start.open, open),
                      implies(!open, aig().equal(start.white, is_white)));
  }
  // Whether the symbolic square is one of that colour: the highest bits first, equal halves once.
  Literal where(const std::vector<std::vector<Colour>>& board, Colour colour, std::size_t y_bit,
                std::size_t x_bit, std::size_t y, std::size_t x) {
    if (y >= board.size() || x >= board.front().size()) return true_literal;  // (any would do)
    if (y_bit > 0) {
      const std::size_t half = std::size_t{1} << (y_bit - 1);
      const Literal low = where(board, colour, y_bit - 1, x_bit, y, x);
      if (y + half >= board.size()) return low;
      return either(symbolic_.y[y_bit - 1], where(board, colour, y_bit - 1, x_bit, y + half, x),
                    low);
    }
    if (x_bit > 0) {
      const std::size_t half = std::size_t{1} << (x_bit - 1);
      const Literal low = where(board, colour, 0, x_bit - 1, y, x);
      if (x + half >= board.front().size()) return low;
      return either(symbolic_.x[x_bit - 1], where(board, colour, 0, x_bit - 1, y, x + half), low);
    }
    return board[y][x] == colour ? true_literal : false_literal;
  }

  Literal either(Literal bit, Literal high, Literal low) {
    return high == low ? low : aig().choose(bit, high, low);
  }

  // The same formula without unused gates.
  Qbf compact() {
    Qbf result;
    symbolic::AigCopier copy(result_.aig, result.aig);
    for (const QbfBlock& block : result_.prefix) {
      for (const QbfVariables& v : block.variables) {
        const Number bits = result.add(block.universal, v.name, v.bits.size());
        for (std::size_t k = 0; k < bits.size(); ++k) copy.set(v.bits[k], bits[k]);
      }
    }
    result.matrix = copy(result_.matrix);
    return result;
  }

  const BoundedGame& game_;
  Qbf result_;
  int first_ = 1, last_ = 1;
  std::vector<Choice> moves_;
  std::vector<std::optional<Choice>> witnesses_;
  std::vector<std::vector<Literal>> holds_;  // for White's moves: each condition
  Choice black_goal_, white_goal_;
  Number missing_;
  Anchor symbolic_;
  std::vector<SquareState> states_;
  std::map<std::pair<bool, int>, Number> shifted_;
};

}  // namespace

Qbf lifted_formula(const BoundedGame& game) {
  const BoundedGame possible = with_possible_goals(game);
  return Encoder(possible).formula();
}

}  // namespace zermelo::proof
