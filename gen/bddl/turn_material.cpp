// SPDX-License-Identifier: MIT
#include "gen/bddl/turn_material.h"

#include <algorithm>

namespace zermelo::bddl {
namespace {

void add_piece(MaterialDifference& difference, Content content, int number) {
  if (content == open_square) return;
  std::int8_t& pieces = difference.board[static_cast<std::size_t>(content - 1)];
  pieces = static_cast<std::int8_t>(pieces + number);
}

// Keeps them in order, each once. (There are few.)
void insert(std::vector<MaterialDifference>& all, const MaterialDifference& difference) {
  const auto place = std::ranges::lower_bound(all, difference);
  if (place == all.end() || *place != difference) all.insert(place, difference);
}

}  // namespace

MaterialDifference& MaterialDifference::operator+=(const MaterialDifference& other) {
  for (std::size_t i = 0; i < board.size(); ++i) {
    board[i] = static_cast<std::int8_t>(board[i] + other.board[i]);
    in_hand[i] = static_cast<std::int8_t>(in_hand[i] + other.in_hand[i]);
  }
  return *this;
}

std::optional<Material> before_turn(const Material& after, const MaterialDifference& difference) {
  Material before = after;
  before.white_to_move = !after.white_to_move;
  for (Content piece = 1; piece <= 2 * PieceSet::most_kinds; ++piece) {
    const auto at = static_cast<std::size_t>(piece - 1);
    const int on_board = after.board[at] - difference.board[at];
    if (on_board < 0) return std::nullopt;
    before.board[at] = static_cast<std::uint8_t>(on_board);
    if (difference.in_hand[at] == 0) continue;
    const int in_hand = after.in_hand(is_white(piece), kind_of(piece)) - difference.in_hand[at];
    if (in_hand < 0 || in_hand > PieceSet::most_in_hand) return std::nullopt;
    before.set_in_hand(is_white(piece), kind_of(piece), in_hand);
  }
  return before;
}

bool is_plain(const GroundAction& action) {
  return action.copies.empty() && action.clauses.empty();
}

ContentSet allowed_on(const GroundAction& action, int square, ContentSet everything) {
  const auto found = std::ranges::find(action.before, square, &std::pair<int, ContentSet>::first);
  return found == action.before.end() ? everything : found->second;
}

std::vector<SquareContents> causes_of(const GroundAction& action, ContentSet everything) {
  constexpr std::size_t most = 64;
  if (!is_plain(action)) return {};
  std::vector<SquareContents> causes{{}};
  for (const auto& [square, after] : action.after) {
    const ContentSet set = allowed_on(action, square, everything);
    std::vector<SquareContents> longer;
    for (const SquareContents& cause : causes) {
      for (Content content = 0; everything.contains(content); ++content) {
        if (!set.contains(content)) continue;
        longer.push_back(cause);
        longer.back().emplace_back(square, content);
      }
    }
    causes = std::move(longer);
    if (causes.size() > most) return {};
  }
  return causes;
}

MaterialDifference gain_of(const GroundAction& action, std::span<const tree::Hand> hands) {
  MaterialDifference gain;
  for (const auto& [square, content] : action.after) add_piece(gain, content, 1);
  for (const HandChange& hand : action.hands_after) {
    const Content piece = content_of(hands[static_cast<std::size_t>(hand.hand)].kind, hand.white);
    std::int8_t& pieces = gain.in_hand[static_cast<std::size_t>(piece - 1)];
    pieces = static_cast<std::int8_t>(pieces + hand.change);
  }
  return gain;
}

TurnMaterial::TurnMaterial(const std::vector<GroundAction>& actions,
                           std::span<const tree::Hand> hands, ContentSet everything)
    : actions_(actions), hands_(hands), everything_(everything), earlier_(actions.size()) {
  // (Actions of later parts have higher numbers.)
  for (std::size_t i = 0; i < actions.size(); ++i) {
    earlier_[i].emplace();
    if (actions[i].part == 0) earlier_[i]->emplace_back();
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!actions[i].then) continue;
    const Differences differences = up_to(i);
    for (const auto& [begin, end] : actions[i].then->next)
      for (int next = begin; next < end; ++next)
        add(earlier_[static_cast<std::size_t>(next)], differences);
  }
}

TurnMaterial::Differences TurnMaterial::ending_with(std::size_t action,
                                                    const SquareContents& found) const {
  if (!earlier_[action]) return std::nullopt;
  Differences result(std::in_place);
  for (MaterialDifference difference : *earlier_[action]) {
    difference += of_action(action, found);
    insert(*result, difference);
  }
  return result;
}

MaterialDifference TurnMaterial::of_action(std::size_t action, const SquareContents& found) const {
  MaterialDifference difference = gain_of(actions_[action], hands_);
  for (const auto& [square, content] : found) add_piece(difference, content, -1);
  return difference;
}

TurnMaterial::Differences TurnMaterial::up_to(std::size_t action) const {
  const std::vector<SquareContents> causes = causes_of(actions_[action], everything_);
  if (causes.empty()) return std::nullopt;
  Differences result(std::in_place);
  for (const SquareContents& cause : causes) add(result, ending_with(action, cause));
  return result;
}

void TurnMaterial::add(Differences& to, const Differences& more) {
  if (!to) return;
  if (!more) return to.reset();
  for (const MaterialDifference& difference : *more) insert(*to, difference);
  if (to->size() > most_differences) to.reset();
}

}  // namespace zermelo::bddl
