// SPDX-License-Identifier: MIT
#include "probe/random_positions.h"

#include <random>
#include <utility>

#include "probe/game.h"
#include "probe/own_game.h"

namespace zermelo {
namespace {

// Games in which every move is as likely as any other.
class RandomPlay {
 public:
  RandomPlay(const Game& game, std::uint64_t seed) : game_(game), random_(seed) {}

  // Positions from the start on, up to a ply that is as likely as any other; if the game ends
  // before it, any other ply of the game.
  std::vector<std::string> play() {
    constexpr std::uint64_t most_plies = 100;
    std::vector<std::string> met;
    std::string here = game_.start();
    // (A puzzle may start at its goal, from which it is played on.)
    if (!game_.status(here).is_over()) met.push_back(here);
    for (std::uint64_t left = below(most_plies + 1); left > 0; --left) {
      const std::vector<LegalMove> moves = game_.moves(here);
      here = moves[below(moves.size())].result;
      if (here.empty()) {
        if (!met.empty()) met.resize(1 + below(met.size()));
        break;
      }
      met.push_back(here);
    }
    return met;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  const Game& game_;
  std::mt19937_64 random_;
};

// (Neighbours in a game are much alike: few are taken of each, from the last one back.)
std::vector<std::string> met_in_random_play(const Game& game, std::uint64_t count,
                                            std::uint64_t seed) {
  constexpr std::uint64_t most_games = 50;
  RandomPlay random(game, seed);
  std::vector<std::string> found;
  for (std::uint64_t games = 0; found.size() < count && games < most_games * (count + 1); ++games) {
    std::vector<std::string> met = random.play();
    for (std::uint64_t i = 0; i <= count / most_games && !met.empty(); ++i) {
      if (found.size() == count) break;
      found.push_back(std::move(met.back()));
      met.pop_back();
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> random_positions(const Table& table, std::uint64_t count,
                                          std::uint64_t seed) {
  try {
    return table.sample(count, seed);
  } catch (const StatesAreHashed&) {
    if (!table.game().has_rules()) throw;
    return met_in_random_play(table.game(), count, seed);
  }
}

}  // namespace zermelo
