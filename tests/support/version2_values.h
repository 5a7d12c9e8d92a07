// SPDX-License-Identifier: MIT
// The values of all positions of a small game in version 2 of BDDL, by a brute force over the
// reference that plays from the syntax tree (tests/reference/version2_reference.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/bddl/ground.h"
#include "gen/bddl/ground_pieces.h"
#include "gen/bddl/version2_parser.h"
#include "gen/game_spec.h"
#include "tests/reference/version2_reference.h"

namespace zermelo::test {

inline GameSpec version_2_spec(const std::string& text) {
  return {"bddl", {{"domain", text}, {"domain-file", "g.bddl"}}};
}

class Version2Values {
 public:
  explicit Version2Values(const std::string& text)
      : tree_(bddl::parse_version_2(text, "g.bddl")), ground_(bddl::ground(tree_)), rules_(tree_) {
    find(rules_.start());
    for (std::size_t n = 0; n < positions_.size(); ++n) expand(n);
    solve();
  }

  // Of positions in which the game goes on: n for a win of the side to move in n plies, -n for a
  // loss, 0 for a draw.
  std::map<std::string, int> by_text() const {
    std::map<std::string, int> values;
    for (std::size_t n = 0; n < positions_.size(); ++n)
      if (!over_[n]) values[text_of(positions_[n])] = values_[n];
    return values;
  }
  std::string start() const { return text_of(positions_.front()); }
  std::size_t positions() const { return positions_.size(); }

 private:
  using Position = reference::Version2Position;
  static constexpr int unknown = 9999, already = 5000;

  std::size_t find(const Position& p) {
    const auto [found, is_new] = numbers_.try_emplace(p, positions_.size());
    if (is_new) positions_.push_back(p);
    return found->second;
  }
  void expand(std::size_t n) {
    const Position p = positions_[n];
    const auto result = n == 0 ? std::nullopt : rules_.result(p);
    over_.push_back(result.has_value());
    values_.push_back(!result                               ? unknown
                      : *result == bddl::tree::Result::draw ? 0
                      : *result == bddl::tree::Result::win  ? -already
                                                            : already);
    next_.emplace_back();
    if (result) return;
    for (const Position& next : rules_.moves(p)) {
      const std::size_t number = find(next);
      next_[n].push_back(number);
    }
  }
  // One ply more in each round.
  void solve() {
    bool changed = true;
    for (int plies = 1; changed; ++plies) {
      changed = false;
      const std::vector<int> before = values_;
      for (std::size_t n = 0; n < next_.size(); ++n) {
        if (before[n] != unknown) continue;
        const auto lost = [&](std::size_t next) { return before[next] < 0; };
        const auto won = [&](std::size_t next) {
          return before[next] > 0 && before[next] != unknown;
        };
        if (std::ranges::any_of(next_[n], lost))
          values_[n] = plies;
        else if (std::ranges::all_of(next_[n], won))
          values_[n] = -plies;
        changed = changed || values_[n] != unknown;
      }
    }
    std::ranges::replace(values_, unknown, 0);
  }

  std::string text_of(const Position& p) const {
    PiecePosition q;
    q.white_to_move = p.white_to_move;
    for (const auto& [at, piece] : p.pieces)
      q.set(ground_.grid.square(at.first - 1, ground_.grid.rows - at.second),
            content_of(piece.kind, piece.white));
    for (const auto& [whose, number] : p.hands) q.set_in_hand(whose.first, whose.second, number);
    return format_position(q, piece_set_of(ground_));
  }

  bddl::tree::Game tree_;
  bddl::GroundGame ground_;
  reference::Version2Reference rules_;
  std::map<Position, std::size_t> numbers_;
  std::vector<Position> positions_;
  std::vector<std::vector<std::size_t>> next_;
  std::vector<bool> over_;
  std::vector<int> values_;
};

}  // namespace zermelo::test
