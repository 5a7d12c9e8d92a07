// SPDX-License-Identifier: MIT
#include "tests/reference/version2_values.h"

#include <cctype>
#include <cstdlib>
#include <utility>

namespace zermelo::reference {

Version2Values::Version2Values(const tree::Game& game, std::size_t most)
    : game_(game), rules_(game), start_(rules_.start()), at_start_(rules_.result(start_)) {
  if (at_start_) return;
  explore(most);
  if (complete_) solve();
}

void Version2Values::explore(std::size_t most) {
  constexpr std::size_t moves_of_each = 10;  // more than most have
  std::size_t moves = 0;
  std::vector<Position> waiting = {start_};
  moves_[start_];
  while (!waiting.empty()) {
    const Position p = waiting.back();
    waiting.pop_back();
    std::set<Position> next = rules_.moves(p);
    for (const Position& q : next) {
      if (moves_.contains(q) || over_.contains(q)) continue;
      if (const auto result = rules_.result(q)) {
        over_.emplace(q, *result);
      } else {
        moves_[q];
        waiting.push_back(q);
      }
    }
    moves += next.size();
    moves_[p] = std::move(next);
    complete_ = moves_.size() + over_.size() <= most && moves <= moves_of_each * most;
    if (!complete_) return;
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
  for (const auto& [p, unused] : moves_) values_.emplace(p, 0);
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
