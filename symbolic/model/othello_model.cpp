// SPDX-License-Identifier: MIT
#include "symbolic/model/othello_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

#include "gen/error.h"
#include "gen/text/counted.h"

namespace zermelo::symbolic {
namespace {

// Rings from the outside inwards: the corners of each, then its top, bottom, left and right side.
std::vector<int> corners_first(int rows, int cols) {
  std::vector<int> order;
  const auto add = [&](int row, int col) {
    const int square = row * cols + col;
    if (std::ranges::find(order, square) == order.end()) order.push_back(square);
  };
  for (int ring = 0; 2 * ring < std::min(rows, cols); ++ring) {
    const int top = ring, bottom = rows - 1 - ring, left = ring, right = cols - 1 - ring;
    for (const int row : {top, bottom}) {
      for (const int col : {left, right}) add(row, col);
    }
    for (const int row : {top, bottom}) {
      for (int col = left + 1; col < right; ++col) add(row, col);
    }
    for (const int col : {left, right}) {
      for (int row = top + 1; row < bottom; ++row) add(row, col);
    }
  }
  return order;
}

}  // namespace

std::vector<int> square_order(const OthelloModelOptions& o) {
  std::vector<int> order;
  if (o.order == OthelloModelOptions::Order::rows) {
    for (int s = 0; s < o.squares(); ++s) order.push_back(s);
    return order;
  }
  if (o.order == OthelloModelOptions::Order::columns) {
    for (int col = 0; col < o.cols; ++col) {
      for (int row = 0; row < o.rows; ++row) order.push_back(row * o.cols + col);
    }
    return order;
  }
  order = corners_first(o.rows, o.cols);
  if (o.order == OthelloModelOptions::Order::corners_last) std::ranges::reverse(order);
  return order;
}

OthelloModel::OthelloModel(const OthelloModelOptions& options) : options_(options) {
  if (options.rows < 2 || options.cols < 2)
    throw UsageError("Othello needs at least two rows and two columns.");
  add_variables();
  add_counts();
  add_moves();
  add_end();
  assert(model_.aig.check());
}

// --- States --------------------------------------------------------------------------------------

void OthelloModel::add_variables() {
  if (options_.turn == OthelloModelOptions::Turn::first) model_.turn = model_.add_variable("turn");
  squares_.resize(static_cast<std::size_t>(options_.squares()));
  for (const int s : square_order(options_)) {
    Square& square = squares_[static_cast<std::size_t>(s)];
    square.row = s / options_.cols;
    square.col = s % options_.cols;
    const std::string name =
        fmt::format("{}{}", static_cast<char>('a' + square.col), options_.rows - square.row);
    square.disc = model_.add_variable(name);
    square.is_black = model_.add_variable(name + "b");
  }
  if (options_.turn == OthelloModelOptions::Turn::last) model_.turn = model_.add_variable("turn");

  Aig& aig = model_.aig;
  if (has_turn()) turn_changes_ = aig.lxor(turn_of(black, Time::now), turn_of(black, Time::then));
  model_.is_board = model_.canonical = board_unchanged_ = true_literal;
  for (int s = 0; s < options_.squares(); ++s) {
    const Literal means_something = aig.lor(
        empty(s, Time::now), aig.lor(holds(s, black, Time::now), holds(s, white, Time::now)));
    model_.is_board = aig.land(model_.is_board, means_something);
    const Square& square = squares_[static_cast<std::size_t>(s)];
    model_.canonical = aig.land(model_.canonical, !aig.land(!variable(square.disc, Time::now),
                                                            variable(square.is_black, Time::now)));
    board_unchanged_ = aig.land(board_unchanged_, same(s));
  }
}

Literal OthelloModel::variable(int number, Time time) const {
  return (time == Time::now ? model_.current : model_.next)[static_cast<std::size_t>(number)];
}

Literal OthelloModel::turn_of(Side side, Time time) const {
  const Literal is_white = variable(model_.turn, time);
  return side == white ? is_white : !is_white;
}

Literal OthelloModel::empty(int square, Time time) {
  const Square& s = squares_[static_cast<std::size_t>(square)];
  const Literal no_disc = !variable(s.disc, time);
  if (options_.encoding == OthelloModelOptions::Encoding::three_terms) return no_disc;
  return model_.aig.land(no_disc, !variable(s.is_black, time));
}

Literal OthelloModel::holds(int square, Side colour, Time time) {
  const Square& s = squares_[static_cast<std::size_t>(square)];
  const Literal is_black = variable(s.is_black, time);
  return model_.aig.land(variable(s.disc, time), colour == black ? is_black : !is_black);
}

Literal OthelloModel::same(int square) {
  Aig& aig = model_.aig;
  const Literal both_empty = aig.land(empty(square, Time::now), empty(square, Time::then));
  const auto both = [&](Side colour) {
    return aig.land(holds(square, colour, Time::now), holds(square, colour, Time::then));
  };
  return aig.lor(both_empty, aig.lor(both(black), both(white)));
}

void OthelloModel::add_counts() {
  Aig& aig = model_.aig;
  std::vector<Literal> discs, blacks, whites;
  for (int s = 0; s < options_.squares(); ++s) {
    blacks.push_back(holds(s, black, Time::now));
    whites.push_back(holds(s, white, Time::now));
    discs.push_back(!empty(s, Time::now));
  }
  std::vector<Literal> not_black, not_white;
  for (std::size_t s = 0; s < discs.size(); ++s) {
    not_black.push_back(aig.land(discs[s], !blacks[s]));
    not_white.push_back(aig.land(discs[s], !whites[s]));
  }
  more_black_ = more(blacks, whites);
  more_white_ = more(whites, blacks);
  not_black_outnumber_ = more(not_black, blacks);
  not_white_outnumber_ = more(not_white, whites);
  for (int n = 0; n <= options_.squares(); ++n) discs_.push_back(aig.exactly(discs, n));
  if (has_turn()) {
    const int half = options_.squares() / 2;
    const bool odd = options_.squares() % 2 != 0;
    for (const Side side : both_sides) {
      const auto& [own, others] =
          side == black ? std::tie(blacks, whites) : std::tie(whites, blacks);
      has_none_[side] = !aig.any(own);
      missed_wins_[side] = odd ? aig.land(discs_.back(), aig.exactly(others, half)) : false_literal;
    }
  }

  model_.layers.assign(discs_.begin() + 4, discs_.end());
  for (int n = 4; n <= options_.squares(); ++n) {
    model_.layer_names.push_back(counted(n, "disc"));
  }
}

Literal OthelloModel::more(const std::vector<Literal>& first, const std::vector<Literal>& second) {
  Aig& aig = model_.aig;
  const std::size_t all = first.size();
  // lead[n]: n - all more of the first than of the second, among those seen so far.
  std::vector<Literal> lead(2 * all + 1, false_literal);
  lead[all] = true_literal;
  for (std::size_t s = 0; s < all; ++s) {
    std::vector<Literal> after = lead;
    for (std::size_t n = 0; n < after.size(); ++n) {
      const Literal gains = n > 0 ? lead[n - 1] : false_literal;
      const Literal loses = n + 1 < after.size() ? lead[n + 1] : false_literal;
      after[n] = aig.choose(first[s], gains, aig.choose(second[s], loses, lead[n]));
    }
    lead = std::move(after);
  }
  return aig.any(std::span(lead).subspan(all + 1));
}

// --- Moves ---------------------------------------------------------------------------------------

std::vector<std::vector<int>> OthelloModel::rays(int square) const {
  const Square& s = squares_[static_cast<std::size_t>(square)];
  std::vector<std::vector<int>> result;
  for (int dr = -1; dr <= 1; ++dr) {
    for (int dc = -1; dc <= 1; ++dc) {
      std::vector<int> ray;
      for (int row = s.row + dr, col = s.col + dc;
           (dr != 0 || dc != 0) && row >= 0 && row < options_.rows && col >= 0 &&
           col < options_.cols;
           row += dr, col += dc) {
        ray.push_back(row * options_.cols + col);
      }
      if (!ray.empty()) result.push_back(std::move(ray));
    }
  }
  return result;
}

Literal OthelloModel::encloses(const std::vector<int>& ray, std::size_t run, Side mover) {
  Literal result = holds(ray[run], mover, Time::now);
  for (std::size_t n = run; n-- > 0;) {
    result = model_.aig.land(holds(ray[n], other(mover), Time::now), result);
  }
  return result;
}

Literal OthelloModel::encloses(const std::vector<int>& ray, Side mover) {
  Literal result = false_literal;
  for (std::size_t run = 1; run < ray.size(); ++run) {
    result = model_.aig.lor(result, encloses(ray, run, mover));
  }
  return result;
}

// Regardless of whose turn it is.
Literal OthelloModel::legal(int square, Side mover) {
  Literal some = false_literal;
  for (const auto& ray : rays(square)) some = model_.aig.lor(some, encloses(ray, mover));
  return model_.aig.land(empty(square, Time::now), some);
}

Literal OthelloModel::can_move(Side mover) {
  Literal result = false_literal;
  for (int s = 0; s < options_.squares(); ++s) result = model_.aig.lor(result, legal(s, mover));
  return result;
}

// Whether the mover's disc before the ray turns the disc on the ray's square `at`.
Literal OthelloModel::turned(const std::vector<int>& ray, std::size_t at, Side mover) {
  Literal result = false_literal;
  for (std::size_t run = at + 1; run < ray.size(); ++run) {
    result = model_.aig.lor(result, encloses(ray, run, mover));
  }
  return result;
}

ModelMove OthelloModel::move(int square, Side mover) {
  const Square& s = squares_[static_cast<std::size_t>(square)];
  ModelMove result;
  result.name = model_.names[static_cast<std::size_t>(s.disc)];
  result.guard = legal(square, mover);
  result.changes = {{s.disc, true_literal},
                    {s.is_black, mover == black ? true_literal : false_literal}};
  for (const auto& ray : rays(square)) {
    // The last disc of a ray is never turned.
    for (std::size_t at = 0; at + 1 < ray.size(); ++at) {
      const int is_black = squares_[static_cast<std::size_t>(ray[at])].is_black;
      result.changes.push_back(
          {is_black, model_.aig.lxor(turned(ray, at, mover), variable(is_black, Time::now))});
    }
  }
  return result;
}

ModelMove OthelloModel::pass(Side mover) {
  return {"pass", model_.aig.land(!can_move(mover), can_move(other(mover))), {}, 0, 0};
}

void OthelloModel::add_moves() {
  for (int s = 0; s < options_.squares(); ++s) {
    for (const Side side : both_sides) model_.moves[side].push_back(move(s, side));
    if (has_turn()) steps_.push_back(model_.aig.lor(thesis_step(s, white), thesis_step(s, black)));
  }
  for (const Side side : both_sides) model_.moves[side].push_back(pass(side));
}

void OthelloModel::add_end() {
  Aig& aig = model_.aig;
  const Literal over = aig.land(!can_move(black), !can_move(white));
  model_.won[black].fill({aig.land(over, more_black_)});
  model_.won[white].fill({aig.land(over, more_white_)});
  model_.drawn.fill({aig.land(over, aig.land(!more_black_, !more_white_))});

  model_.initial = true_literal;
  const int row = options_.start_row, col = options_.start_col, cols = options_.cols;
  for (int s = 0; s < options_.squares(); ++s) {
    const bool is_black = s == row * cols + col || s == (row + 1) * cols + col + 1;
    const bool is_white = s == row * cols + col + 1 || s == (row + 1) * cols + col;
    const Literal here = is_black   ? holds(s, black, Time::now)
                         : is_white ? holds(s, white, Time::now)
                                    : empty(s, Time::now);
    model_.initial = aig.land(model_.initial, here);
  }
}

// --- The thesis's relations ----------------------------------------------------------------------

// Equation 4.9: the ray turns as the rules demand, and is unchanged beyond; in `unchanged`, that no
// disc on it is enclosed and that it stays as it is.
Literal OthelloModel::thesis_ray(const std::vector<int>& ray, Side mover, Literal& unchanged) {
  Aig& aig = model_.aig;
  Literal some = false_literal;
  for (std::size_t run = 1; run < ray.size(); ++run) {
    Literal one = aig.land(encloses(ray, run, mover), holds(ray[run], mover, Time::then));
    for (std::size_t n = 0; n < run; ++n) one = aig.land(one, holds(ray[n], mover, Time::then));
    for (std::size_t n = run + 1; n < ray.size(); ++n) one = aig.land(one, same(ray[n]));
    some = aig.lor(some, one);
  }
  unchanged = !encloses(ray, mover);
  for (const int s : ray) unchanged = aig.land(unchanged, same(s));
  return aig.lor(some, unchanged);
}

// T_ij of one side, with the squares that it does not touch unchanged (equation 4.11).
Literal OthelloModel::thesis_step(int square, Side mover) {
  Aig& aig = model_.aig;
  Literal result = aig.land(turn_of(mover, Time::now), !turn_of(mover, Time::then));
  result = aig.land(result, empty(square, Time::now));
  result = aig.land(result, holds(square, mover, Time::then));
  Literal nothing_turns = true_literal;
  std::vector<bool> touched(static_cast<std::size_t>(options_.squares()));
  touched[static_cast<std::size_t>(square)] = true;
  for (const auto& ray : rays(square)) {
    Literal unchanged;
    result = aig.land(result, thesis_ray(ray, mover, unchanged));
    nothing_turns = aig.land(nothing_turns, unchanged);
    for (const int s : ray) touched[static_cast<std::size_t>(s)] = true;
  }
  result = aig.land(result, !nothing_turns);
  for (int s = 0; s < options_.squares(); ++s) {
    if (!touched[static_cast<std::size_t>(s)]) result = aig.land(result, same(s));
  }
  return result;
}

}  // namespace zermelo::symbolic
