// SPDX-License-Identifier: MIT
// A chess variant with its n-move rule by brute force, for comparing: positions as FENs, each with
// every count of plies since the last zeroing move, values by going over all of them until nothing
// changes. It knows of no index, no symmetry and no table.
#pragma once

#include <algorithm>
#include <array>
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

class NMoveReference {
 public:
  // `plies`: how many without a zeroing move make a draw; 0: any number may be made.
  NMoveReference(const std::string& rules, const std::string& name, int plies)
      : rules_(variant::VariantFile(rules, "rules.ini").variant(name)), plies_(plies) {}

  // All positions with these men on the board and in hand, given as in a FEN, and all that follow
  // from them.
  void add(const std::string& men, const std::string& held = {}) {
    variant::Position position;
    for (const char letter : held)
      ++position.hands[colour_of(is_white(letter))][static_cast<std::size_t>(kind_of(letter))];
    place(men, 0, position);
  }
  void solve() {
    for (std::size_t i = 0; i < positions_.size(); ++i) expand(i);
    without_rule_ = outcomes(0);
    if (plies_ > 0) with_rule_ = outcomes(plies_);
    find_zeroing();
  }

  struct Answer {
    Outcome without_rule;  // of the side to move
    Outcome with_rule;     // with the count at 0
    // For a position that is decided with the rule: the highest count with which it still is, taken
    // from the rule's plies; -1 if it is none, or if there is no rule.
    int plies_by_counts;
    // Plies to the next zeroing move, where those to positions that only the rule draws come after
    // as many plies as the rule allows; 0 if the game is drawn without it.
    int plies;
  };
  // Of positions in which the game goes on: visit(FEN, answer).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (ends_[i]) continue;
      visit(variant::format_fen(positions_[i], rules_.variant()),
            Answer{without_rule_[i].front(), at(i, 0), by_counts(i), zeroing_[i]});
    }
  }

 private:
  struct Next {
    std::size_t position;
    bool zeroes;
  };
  using Outcomes = std::vector<std::vector<Outcome>>;  // by position and count

  static bool is_white(char letter) {
    return std::isupper(static_cast<unsigned char>(letter)) != 0;
  }
  int kind_of(char letter) const {
    const int upper = std::toupper(static_cast<unsigned char>(letter));
    return rules_.variant().kind_of(std::string(1, static_cast<char>(upper)));
  }
  void place(const std::string& men, std::size_t which, variant::Position& position) {
    if (which == men.size()) {
      for (const Colour side : {Colour::white, Colour::black}) {
        position.to_move = side;
        if (rules_.possible(position)) number_of(position);
      }
      return;
    }
    for (int square = 0; square < rules_.board().size(); ++square) {
      if (position.men[static_cast<std::size_t>(square)] != variant::no_man) continue;
      position.put(static_cast<variant::Square>(square),
                   variant::man_of(kind_of(men[which]), colour_of(is_white(men[which]))));
      place(men, which + 1, position);
      position.clear(static_cast<variant::Square>(square));
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
    if (end) return;
    for (const variant::Move& move : moves) {
      variant::Position after = position;
      rules_.apply(after, move);
      const bool zeroes = after.quiet_plies == 0;
      const std::size_t number = number_of(after);
      next_[i].push_back({number, zeroes});
    }
  }

  // With counts up to `limit`, which draws unless the game is over; 0: without the rule.
  Outcomes outcomes(int limit) const {
    const auto counts = static_cast<std::size_t>(limit) + 1;
    Outcomes all(positions_.size(), std::vector<Outcome>(counts, Outcome::draw));
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (ends_[i]) std::fill(all[i].begin(), all[i].end(), *ends_[i]);
    }
    for (bool changes = true; changes;) {
      changes = false;
      for (std::size_t i = 0; i < positions_.size(); ++i) {
        for (std::size_t c = 0; c < counts; ++c) changes = decide(all, i, c, limit) || changes;
      }
    }
    return all;
  }
  bool decide(Outcomes& all, std::size_t i, std::size_t count, int limit) const {
    if (ends_[i] || all[i][count] != Outcome::draw) return false;
    if (limit > 0 && static_cast<int>(count) == limit) return false;
    Outcome best = Outcome::loss;
    for (const Next& next : next_[i]) {
      const std::size_t then = next.zeroes || limit == 0 ? 0 : count + 1;
      best = std::max(best, opposite(all[next.position][then]));
    }
    all[i][count] = best;
    return best != Outcome::draw;
  }
  Outcome at(std::size_t i, std::size_t count) const {
    return plies_ > 0 ? with_rule_[i][count] : without_rule_[i].front();
  }
  int by_counts(std::size_t i) const {
    if (plies_ == 0 || at(i, 0) == Outcome::draw) return -1;
    int count = 0;
    while (count < plies_ && with_rule_[i][static_cast<std::size_t>(count) + 1] == at(i, 0))
      ++count;
    return plies_ - count;
  }

  // By plies, from the shortest on.
  void find_zeroing() {
    zeroing_.assign(positions_.size(), 0);
    const int most = 4 * plies_ + 120;
    for (int plies = 1; plies <= most; ++plies) {
      std::vector<std::size_t> found;
      for (std::size_t i = 0; i < positions_.size(); ++i) {
        if (zeroing_[i] == 0 && !ends_[i] && comes_in(i, plies)) found.push_back(i);
      }
      for (const std::size_t i : found) zeroing_[i] = plies;
    }
  }
  // Whether the best move of a position that is decided without the rule is worth so many plies.
  bool comes_in(std::size_t i, int plies) const {
    const Outcome outcome = without_rule_[i].front();
    if (outcome == Outcome::draw) return false;
    int best = 0;
    for (const Next& next : next_[i]) {
      const Outcome after = without_rule_[next.position].front();
      if (outcome == Outcome::win && after != Outcome::loss) continue;
      const int cost = cost_of(next);
      if (outcome == Outcome::win && cost == plies) return true;
      if (cost == 0) {  // (Not yet known.)
        if (outcome == Outcome::loss) return false;
        continue;
      }
      best = std::max(best, cost);
    }
    return outcome == Outcome::loss && best == plies;
  }
  int cost_of(const Next& next) const {
    if (ends_[next.position]) return 1;
    if (next.zeroes) return at(next.position, 0) == Outcome::draw ? plies_ + 1 : 1;
    const int then = zeroing_[next.position];
    return then == 0 ? 0 : then + 1;
  }

  variant::Rules rules_;
  int plies_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<variant::Position> positions_;
  std::vector<std::vector<Next>> next_;
  std::vector<std::optional<Outcome>> ends_;
  Outcomes without_rule_, with_rule_;
  std::vector<int> zeroing_;
};

}  // namespace zermelo::reference
