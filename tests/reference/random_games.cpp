// SPDX-License-Identifier: MIT
#include "tests/reference/random_games.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

namespace zermelo::test {
namespace {

// Some permutation of the bits and its powers, without the identity.
std::vector<std::vector<int>> powers_of_some_order(int bits, std::mt19937& random) {
  std::vector<int> identity(static_cast<std::size_t>(bits));
  std::iota(identity.begin(), identity.end(), 0);
  std::vector<int> order = identity;
  std::shuffle(order.begin(), order.end(), random);
  std::vector<std::vector<int>> result;
  for (std::vector<int> power = order; power != identity;) {
    result.push_back(power);
    for (int& bit : power) bit = order[static_cast<std::size_t>(bit)];
  }
  return result;
}

class RandomGameMaker {
 public:
  RandomGameMaker(std::mt19937& random, const RandomGameShape& shape)
      : random_(random), shape_(shape) {}

  ExplicitGame make() {
    // How often games are over, and how many moves there are, differs from game to game.
    percent_won_ = between(4, 25);
    percent_other_ends_ = between(2, 25);
    most_moves_ = between(2, 3);
    for (;;) {
      game_ = {};
      game_.bits = shape_.bits;
      if (shape_.symmetric) game_.symmetries = powers_of_some_order(shape_.bits - 1, random_);
      game_.moves.resize(game_.states());
      game_.won.resize(game_.states());
      for (unsigned s = 0; s < game_.states(); ++s)
        if (smallest_image(s) == s) add_state(s);
      if (choose_start()) return std::move(game_);
    }
  }

 private:
  int between(int least, int most) {
    return least + static_cast<int>(random_() % (most - least + 1));
  }

  unsigned smallest_image(unsigned state) const {
    unsigned smallest = state;
    for (const auto& symmetry : game_.symmetries)
      smallest = std::min(smallest, image(symmetry, state));
    return smallest;
  }

  // Gives the state its moves and outcome, and its images likewise.
  void add_state(unsigned state) {
    const int kind = between(0, 99);
    if (kind < percent_won_) {
      game_.won[state] = true;
      for (const auto& symmetry : game_.symmetries) game_.won[image(symmetry, state)] = true;
    } else if (kind >= percent_won_ + percent_other_ends_) {
      for (int n = between(1, most_moves_); n > 0; --n) {
        const unsigned next =
            random_() % game_.bob() + (game_.bob_to_move(state) ? 0 : game_.bob());
        add_move(state, next);
        for (const auto& symmetry : game_.symmetries)
          add_move(image(symmetry, state), image(symmetry, next));
      }
    }
  }
  void add_move(unsigned state, unsigned next) {
    auto& moves = game_.moves[state];
    if (std::ranges::find(moves, next) == moves.end()) moves.push_back(next);
  }

  // Returns false if no state is suitable.
  bool choose_start() {
    std::vector<unsigned> possible;
    for (unsigned s = 0; s < game_.states(); ++s)
      if (!game_.is_over(s) && game_.bob_to_move(s) == shape_.bob_begins) possible.push_back(s);
    if (possible.empty()) return false;
    game_.start = possible[random_() % possible.size()];
    return true;
  }

  std::mt19937& random_;
  RandomGameShape shape_;
  int percent_won_ = 0, percent_other_ends_ = 0, most_moves_ = 0;
  ExplicitGame game_;
};

}  // namespace

bool ExplicitGame::check() const {
  if (moves.size() != states() || won.size() != states()) return false;
  if (start >= states() || is_over(start)) return false;
  for (unsigned s = 0; s < states(); ++s) {
    if (won[s] && !is_over(s)) return false;
    for (const unsigned next : moves[s])
      if (next >= states() || bob_to_move(next) == bob_to_move(s)) return false;
    if (std::set<unsigned>(moves[s].begin(), moves[s].end()).size() != moves[s].size())
      return false;
  }
  for (const auto& symmetry : symmetries) {
    for (unsigned s = 0; s < states(); ++s) {
      const unsigned turned = image(symmetry, s);
      if (bob_to_move(turned) != bob_to_move(s) || won[turned] != won[s]) return false;
      std::set<unsigned> expected;
      for (const unsigned next : moves[s]) expected.insert(image(symmetry, next));
      if (std::set<unsigned>(moves[turned].begin(), moves[turned].end()) != expected) return false;
    }
  }
  return true;
}

unsigned image(const std::vector<int>& symmetry, unsigned state) {
  unsigned result = state >> symmetry.size() << symmetry.size();
  for (std::size_t k = 0; k < symmetry.size(); ++k) result |= (state >> k & 1) << symmetry[k];
  return result;
}

ExplicitGame random_game(std::mt19937& random, const RandomGameShape& shape) {
  return RandomGameMaker(random, shape).make();
}

std::vector<std::optional<int>> plies_to_win(const ExplicitGame& game) {
  std::vector<std::optional<int>> result(game.states());
  for (unsigned s = 0; s < game.states(); ++s)
    if (game.won[s]) result[s] = 0;
  for (int plies = 1;; ++plies) {
    bool found = false;
    const auto before = result;
    for (unsigned s = 0; s < game.states(); ++s) {
      if (before[s] || game.is_over(s)) continue;
      const auto wins = [&](unsigned next) { return before[next].has_value(); };
      if (!(game.bob_to_move(s) ? std::ranges::all_of(game.moves[s], wins)
                                : std::ranges::any_of(game.moves[s], wins)))
        continue;
      result[s] = plies;
      found = true;
    }
    if (!found) return result;
  }
}

std::vector<bool> reachable(const ExplicitGame& game) {
  std::vector<bool> result(game.states());
  std::vector<unsigned> waiting = {game.start};
  result[game.start] = true;
  while (!waiting.empty()) {
    const unsigned state = waiting.back();
    waiting.pop_back();
    for (const unsigned next : game.moves[state]) {
      if (result[next]) continue;
      result[next] = true;
      waiting.push_back(next);
    }
  }
  return result;
}

std::string to_text(const ExplicitGame& game) {
  std::string result =
      std::to_string(game.bits) + " bits, from " + std::to_string(game.start) + ":";
  for (unsigned s = 0; s < game.states(); ++s) {
    result += ' ' + std::to_string(s);
    if (game.is_over(s)) result += game.won[s] ? '+' : '.';
    for (std::size_t n = 0; n < game.moves[s].size(); ++n)
      result += (n == 0 ? ">" : ",") + std::to_string(game.moves[s][n]);
  }
  return result;
}

}  // namespace zermelo::test
