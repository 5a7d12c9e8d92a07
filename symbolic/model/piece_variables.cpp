// SPDX-License-Identifier: MIT
#include "symbolic/model/piece_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "symbolic/model/binary_number.h"

namespace zermelo::symbolic {
namespace {

using bddl::ContentSet;

// What a function must be for each value of some variables; nothing where it does not matter.
using Table = std::vector<std::optional<bool>>;

std::optional<bool> constant_of(const Table& table) {
  std::optional<bool> constant;
  for (const std::optional<bool> value : table) {
    if (value && constant && *value != *constant) return std::nullopt;
    if (value) constant = value;
  }
  return constant.value_or(false);
}

// Shannon's expansion, the last variable first; it is left out where it does not matter.
Literal function(Aig& aig, std::span<const Literal> variables, const Table& table) {
  assert(table.size() == std::size_t{1} << variables.size());
  if (const std::optional<bool> constant = constant_of(table))
    return *constant ? true_literal : false_literal;
  const std::size_t half = table.size() / 2;
  Table either(half);
  bool is_same = true;
  for (std::size_t i = 0; i < half; ++i) {
    is_same = is_same && (!table[i] || !table[half + i] || *table[i] == *table[half + i]);
    either[i] = table[i] ? table[i] : table[half + i];
  }
  const std::span<const Literal> others = variables.first(variables.size() - 1);
  if (is_same) return function(aig, others, either);
  const auto middle = table.begin() + static_cast<std::ptrdiff_t>(half);
  const Literal if_false = function(aig, others, Table(table.begin(), middle));
  const Literal if_true = function(aig, others, Table(middle, table.end()));
  return aig.choose(variables.back(), if_true, if_false);
}

}  // namespace

PieceVariables::PieceVariables(const bddl::PossibleMaterial& material,
                               std::span<const bddl::tree::Hand> hands, PieceSet pieces)
    : pieces_(std::move(pieces)) {
  for (std::size_t square = 0; square < material.squares.size(); ++square)
    add_square(static_cast<int>(square), material.squares[square]);
  for (const bool white : {false, true}) {
    for (std::size_t hand = 0; hand < hands.size(); ++hand)
      add_hand(white, hands[hand], material.most_in_hand[white ? 1 : 0][hand]);
  }
  assert(names_.size() <= most_variables);
}

void PieceVariables::add_square(int square, ContentSet possible) {
  SquareVariables added;
  added.possible = possible;
  added.first = static_cast<int>(names_.size());
  std::uint8_t kinds = 0;
  bool any_black = false, any_white = false;
  for (int kind = 0; kind < pieces_.size(); ++kind) {
    const bool is_black = possible.contains(content_of(kind, false)),
               is_white = possible.contains(content_of(kind, true));
    any_black = any_black || is_black;
    any_white = any_white || is_white;
    if (is_black || is_white) added.number_of_kind[static_cast<std::size_t>(kind)] = ++kinds;
  }
  const std::string name = format_square(square, grid_of(pieces_));
  // (A square that is never open needs no number if it has one kind.)
  const bool always_one = kinds == 1 && !possible.contains(open_square);
  added.bits = kinds == 0 || always_one ? 0 : static_cast<int>(bits_for(kinds));
  for (int bit = 0; bit < added.bits; ++bit) {
    names_.push_back(pieces_.size() == 1 ? "piece " + name : fmt::format("kind[{}] {}", bit, name));
  }
  added.has_colour = any_black && any_white;
  if (added.has_colour) names_.push_back("black " + name);
  added.contents.resize(std::size_t{1} << added.variables());
  for (Content content = 0; content <= 2 * pieces_.size(); ++content)
    if (possible.contains(content)) added.contents[code_of(added, content)] = content;
  squares_.push_back(std::move(added));
}

void PieceVariables::add_hand(bool white, const bddl::tree::Hand& hand, int most) {
  HandVariables added{hand.kind, static_cast<int>(names_.size()), 0};
  added.bits = most == 0 ? 0 : static_cast<int>(bits_for(static_cast<std::uint64_t>(most)));
  for (int bit = 0; bit < added.bits; ++bit) {
    names_.push_back(
        fmt::format("{} {}[{}] in hand", white ? "white" : "black", pieces_[hand.kind].name, bit));
  }
  hands_[white ? 1 : 0].push_back(added);
}

// --- What values stand for -----------------------------------------------------------------------

unsigned PieceVariables::code_of(const SquareVariables& square, Content content) {
  if (content == open_square) return 0;
  const unsigned number = square.number_of_kind[static_cast<std::size_t>(kind_of(content))];
  const unsigned colour = square.has_colour && !is_white(content) ? 1u << square.bits : 0u;
  return (square.bits == 0 ? 0u : number) | colour;
}

BoardState PieceVariables::board(const PiecePosition& p) const {
  BoardState board;
  const auto set = [&](int first, int bits, unsigned value) {
    for (int bit = 0; bit < bits; ++bit)
      board[static_cast<std::size_t>(first + bit)] = (value >> bit & 1) != 0;
  };
  for (std::size_t n = 0; n < squares_.size(); ++n) {
    const SquareVariables& square = squares_[n];
    set(square.first, square.variables(), code_of(square, p.at(static_cast<int>(n))));
  }
  for (const bool white : {false, true}) {
    for (const HandVariables& hand : hands_[white ? 1 : 0])
      set(hand.first, hand.bits, static_cast<unsigned>(p.in_hand(white, hand.kind)));
  }
  return board;
}

PiecePosition PieceVariables::position(const BoardState& board, Side to_move) const {
  PiecePosition p;
  p.white_to_move = to_move == symbolic::white;
  const auto value = [&](int first, int bits) {
    unsigned result = 0;
    for (int bit = 0; bit < bits; ++bit)
      result |= (board[static_cast<std::size_t>(first + bit)] ? 1u : 0u) << bit;
    return result;
  };
  for (std::size_t n = 0; n < squares_.size(); ++n) {
    const SquareVariables& square = squares_[n];
    const unsigned code = value(square.first, square.variables());
    p.set(static_cast<int>(n), square.contents[code].value_or(open_square));
  }
  for (const bool white : {false, true}) {
    for (const HandVariables& hand : hands_[white ? 1 : 0])
      p.set_in_hand(white, hand.kind, static_cast<int>(value(hand.first, hand.bits)));
  }
  return p;
}

// --- In circuits ---------------------------------------------------------------------------------

std::span<const Literal> PieceVariables::of(const SquareVariables& square,
                                            const PieceValues& values) {
  return std::span(values).subspan(static_cast<std::size_t>(square.first),
                                   static_cast<std::size_t>(square.variables()));
}

Literal PieceVariables::is_possible(Aig& aig, const PieceValues& values, int square) const {
  Table table;
  for (const std::optional<Content> content : at(square).contents)
    table.emplace_back(content.has_value());
  return function(aig, of(at(square), values), table);
}

Literal PieceVariables::holds(Aig& aig, const PieceValues& values, int square,
                              ContentSet set) const {
  Table table;
  for (const std::optional<Content> content : at(square).contents)
    table.push_back(content ? std::optional(set.contains(*content)) : std::nullopt);
  return function(aig, of(at(square), values), table);
}

Literal PieceVariables::same(Aig& aig, const PieceValues& a, const PieceValues& b,
                             int square) const {
  Literal result = true_literal;
  for (std::size_t bit = 0; bit < of(at(square), a).size(); ++bit)
    result = aig.land(result, aig.equal(of(at(square), a)[bit], of(at(square), b)[bit]));
  return result;
}

std::vector<Literal> PieceVariables::in_hand(const PieceValues& values, bool white,
                                             int hand) const {
  const HandVariables& variables = hand_of(white, hand);
  const auto begin = values.begin() + variables.first;
  return {begin, begin + variables.bits};
}

void PieceVariables::put(PieceValues& values, int square, Content content) const {
  const SquareVariables& to = at(square);
  const unsigned code = code_of(to, content);
  for (std::size_t bit = 0; bit < of(to, values).size(); ++bit)
    values[static_cast<std::size_t>(to.first) + bit] =
        (code >> bit & 1) != 0 ? true_literal : false_literal;
}

void PieceVariables::copy(Aig& aig, const PieceValues& before, int from, PieceValues& values,
                          int to) const {
  const SquareVariables &source = at(from), &target = at(to);
  for (std::size_t bit = 0; bit < of(target, values).size(); ++bit) {
    Table table;
    for (const std::optional<Content> content : source.contents) {
      const bool matters = content && target.possible.contains(*content);
      table.push_back(matters ? std::optional((code_of(target, *content) >> bit & 1) != 0)
                              : std::nullopt);
    }
    values[static_cast<std::size_t>(target.first) + bit] = function(aig, of(source, before), table);
  }
}

void PieceVariables::set_in_hand(PieceValues& values, bool white, int hand,
                                 std::span<const Literal> number) const {
  const HandVariables& variables = hand_of(white, hand);
  for (int bit = 0; bit < variables.bits; ++bit)
    values[static_cast<std::size_t>(variables.first + bit)] =
        bit_of_number(number, static_cast<std::size_t>(bit));
}

}  // namespace zermelo::symbolic
