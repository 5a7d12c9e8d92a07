// SPDX-License-Identifier: MIT
#include "tests/reference/version2_values.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace zermelo::reference {

Version2Values::Version2Values(const tree::Game& game, std::size_t most)
    : game_(game), rules_(game) {
  game_.material.empty() ? void(starts_.insert(rules_.start())) : place_material(0, {});
  std::erase_if(starts_, [&](const Position& p) { return !rules_.is_legal(p, !p.white_to_move); });
  can_begin_ = std::ranges::any_of(starts_, [&](const Position& p) { return !rules_.result(p); });
  if (!can_begin_) return;
  explore(most);
  if (complete_) solve();
}

// Puts the pieces of #material from this one on where there is room, with either side to move.
void Version2Values::place_material(std::size_t piece, const Position& p) {
  if (piece == game_.material.size()) {
    starts_.insert(p);
    starts_.insert(Position{p.pieces, p.hands, true});
    return;
  }
  for (const Position::Square& square : rules_.squares()) {
    if (p.pieces.contains(square)) continue;
    Position more = p;
    more.pieces[square] = {game_.material[piece].white, game_.material[piece].kind};
    place_material(piece + 1, more);
  }
}

void Version2Values::explore(std::size_t most) {
  constexpr std::size_t moves_of_each = 10;  // more than most have
  std::size_t moves = 0;
  std::vector<Position> waiting;
  const auto find = [&](const Position& p) {
    if (moves_.contains(p) || over_.contains(p)) return;
    if (const auto result = rules_.result(p)) {
      over_.emplace(p, *result);
    } else {
      moves_[p];
      waiting.push_back(p);
    }
  };
  std::ranges::for_each(starts_, find);
  while (!waiting.empty() && complete_) {
    const Position p = waiting.back();
    waiting.pop_back();
    std::set<Position> next = rules_.moves(p);
    std::ranges::for_each(next, find);
    moves += next.size();
    moves_[p] = std::move(next);
    complete_ = moves_.size() + over_.size() <= most && moves <= moves_of_each * most;
  }
}

std::optional<int> Version2Values::value_by_moves(const Position& p) const {
  int win = 0, loss = 0;  // in plies; 0: none
  bool all_lose = true;
  for (const Position& q : moves_.at(p)) {
    const auto ended = over_.find(q);
    const auto known = values_.find(q);
    const bool wins = ended != over_.end() ? ended->second == tree::Result::win
                                           : known != values_.end() && known->second < 0;
    const bool loses = ended != over_.end() ? ended->second == tree::Result::loss
                                            : known != values_.end() && known->second > 0;
    const int plies = ended != over_.end()     ? 1
                      : known != values_.end() ? 1 + std::abs(known->second)
                                               : 0;
    if (wins && (win == 0 || plies < win)) win = plies;
    if (loses) loss = std::max(loss, plies);
    all_lose = all_lose && loses;
  }
  if (win > 0) return win;
  return all_lose ? std::optional(-loss) : std::nullopt;
}

// One ply more in each round, so that the first value that is found is the right one.
void Version2Values::solve() {
  bool changed = true;
  for (int plies = 1; changed || plies <= 2; ++plies) {
    std::map<Position, int> found;
    for (const auto& [p, unused] : moves_) {
      if (values_.contains(p)) continue;
      const std::optional<int> value = value_by_moves(p);
      if (value && std::abs(*value) == plies) found.emplace(p, *value);
    }
    changed = !found.empty();
    values_.merge(found);
  }
  if (game_.endless != tree::Endless::draw) solve_endless();
  for (const auto& [p, unused] : moves_) values_.emplace(p, 0);
}

// Of the positions without a value, those whose draw the side can force that does not win by
// endless play; more in each round. The others are won by the other side.
void Version2Values::solve_endless() {
  std::set<Position> drawn;
  for (std::size_t before = drawn.size() + 1; before != drawn.size();) {
    before = drawn.size();
    for (const auto& [p, unused] : moves_)
      if (!values_.contains(p) && draws_by_moves(p, drawn)) drawn.insert(p);
  }
  for (const auto& [p, unused] : moves_) {
    if (values_.contains(p) || drawn.contains(p)) continue;
    const bool wins = p.white_to_move == (game_.endless == tree::Endless::white);
    values_.emplace(p, wins ? endless : -endless);
  }
}

bool Version2Values::draws_by_moves(const Position& p, const std::set<Position>& drawn) const {
  const bool goes_on_for_ever = p.white_to_move == (game_.endless == tree::Endless::white);
  const auto draws = [&](const Position& q) {
    const auto ended = over_.find(q);
    return ended != over_.end() ? ended->second == tree::Result::draw : drawn.contains(q);
  };
  const auto loses = [&](const Position& q) {
    const auto ended = over_.find(q);
    if (ended != over_.end()) return ended->second == tree::Result::loss;
    const auto known = values_.find(q);
    return known != values_.end() && known->second > 0;
  };
  const std::set<Position>& next = moves_.at(p);
  if (!goes_on_for_ever) return std::ranges::any_of(next, draws);
  return std::ranges::all_of(next, [&](const Position& q) { return draws(q) || loses(q); });
}

std::string Version2Values::text_of(const Position& p) const {
  const auto letter = [&](const Position::Piece& piece) {
    if (game_.kinds.size() == 1) return piece.white ? 'w' : 'b';
    const char upper = game_.kinds[static_cast<std::size_t>(piece.kind)].letter;
    return piece.white ? upper : static_cast<char>(std::tolower(static_cast<unsigned char>(upper)));
  };
  std::string text;
  for (int y = 1; y <= game_.rows; ++y) {
    if (y > 1) text += '/';
    int open = 0;
    const auto end_run = [&] {
      if (open > 0) text += std::to_string(open);
      open = 0;
    };
    for (int x = 1; x <= game_.columns; ++x) {
      if (!rules_.squares().contains({x, y})) continue;
      const auto piece = p.pieces.find({x, y});
      if (piece == p.pieces.end()) {
        ++open;
      } else {
        end_run();
        text += letter(piece->second);
      }
    }
    end_run();
  }
  if (!game_.hands.empty()) {
    text += '[';
    for (const auto& [whose, number] : p.hands) {
      if (number > 1) text += std::to_string(number);
      text += letter({whose.first, whose.second});
    }
    text += ']';
  }
  return text + (p.white_to_move ? " w" : " b");
}

}  // namespace zermelo::reference
