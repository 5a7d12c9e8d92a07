// SPDX-License-Identifier: MIT
// All that play leads to from some positions of a chess variant, as a graph of FENs, for brute
// forces: it knows of no index, no symmetry and no table. Moves and ends are those of the plain
// generator.
#pragma once

#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/value.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"
#include "gen/variant/moves.h"

namespace zermelo::reference {

class VariantGraph {
 public:
  struct Next {
    std::size_t position;
    bool zeroes;  // whether the n-move rule counts anew from the move
  };

  // `rules` are a variants.ini.
  VariantGraph(const std::string& rules, const std::string& name)
      : rules_(variant::VariantFile(rules, "rules.ini").variant(name)) {}

  // All positions with these men on the board and in hand, given as in a FEN, and all that follow
  // from them once it is explored.
  void add(const std::string& men, const std::string& held = {}) {
    variant::Position position;
    for (const char letter : held)
      ++position.hands[colour_of(is_white(letter))][static_cast<std::size_t>(kind_of(letter))];
    place(men, 0, position);
  }
  // To be called once.
  void explore() {
    for (std::size_t i = 0; i < positions_.size(); ++i) expand(i);
  }

  const variant::Rules& rules() const { return rules_; }
  std::size_t size() const { return positions_.size(); }
  const variant::Position& position(std::size_t i) const { return positions_[i]; }
  std::string fen(std::size_t i) const {
    return variant::format_fen(positions_[i], rules_.variant());
  }
  // For the side to move, if the game is over. Otherwise there are moves.
  const std::optional<Outcome>& end(std::size_t i) const { return ends_[i]; }
  const std::vector<Next>& next(std::size_t i) const { return next_[i]; }

 private:
  static bool is_white(char letter) {
    return std::isupper(static_cast<unsigned char>(letter)) != 0;
  }
  int kind_of(char letter) const {
    const int upper = std::toupper(static_cast<unsigned char>(letter));
    return rules_.variant().kind_of(std::string(1, static_cast<char>(upper)));
  }
  void place(const std::string& men, std::size_t which, variant::Position& position) {
    if (which == men.size()) return add_all_of(position);
    for (int square = 0; square < rules_.board().size(); ++square) {
      if (position.men[static_cast<std::size_t>(square)] != variant::no_man) continue;
      position.put(static_cast<variant::Square>(square),
                   variant::man_of(kind_of(men[which]), colour_of(is_white(men[which]))));
      place(men, which + 1, position);
      position.clear(static_cast<variant::Square>(square));
    }
  }
  // With either side to move, and all counters of checks.
  void add_all_of(variant::Position& position) {
    const variant::Variant& v = rules_.variant();
    const int first = v.counts_checks ? 1 : 0;
    const variant::Both<int> most = v.counts_checks ? v.checks : variant::Both<int>{};
    for (int white = first; white <= most.white; ++white) {
      for (int black = first; black <= most.black; ++black) {
        position.checks = {black, white};
        for (const Colour side : {Colour::white, Colour::black}) {
          position.to_move = side;
          if (rules_.possible(position)) number_of(position);
        }
      }
    }
  }
  std::size_t number_of(variant::Position position) {
    position.quiet_plies = 0;
    position.move_number = 1;
    const auto [entry, is_new] =
        numbers_.emplace(variant::format_fen(position, rules_.variant()), positions_.size());
    if (is_new) positions_.push_back(position);
    return entry->second;
  }
  void expand(std::size_t i) {
    const variant::Position position = positions_[i];
    std::vector<variant::Move> moves;
    std::optional<Outcome> end = rules_.ended(position);
    if (!end) {
      rules_.legal_moves(position, moves);
      if (moves.empty()) end = rules_.without_moves(position);
    }
    ends_.push_back(end);
    next_.emplace_back();
    for (const variant::Move& move : moves) {
      variant::Position after = position;
      rules_.apply(after, move);
      const bool zeroes = after.quiet_plies == 0;
      const std::size_t number = number_of(after);
      next_[i].push_back({number, zeroes});
    }
  }

  variant::Rules rules_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<variant::Position> positions_;
  std::vector<std::vector<Next>> next_;
  std::vector<std::optional<Outcome>> ends_;
};

}  // namespace zermelo::reference
