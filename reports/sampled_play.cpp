// SPDX-License-Identifier: MIT
#include "reports/sampled_play.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <random>
#include <string>

#include "gen/parallel.h"
#include "reports/check_stop.h"

namespace zermelo {
namespace {

constexpr std::size_t most_plies = 10'000;
constexpr double z_95 = 1.959964;  // of the normal distribution, two-sided

enum class GameEnd : std::uint8_t { first, draw, second, endless };
struct PlayedGame {
  GameEnd end = GameEnd::endless;
  std::size_t plies = most_plies;
  int score = 0;  // of the player who begins, in tables of scores
};

GameEnd end_of(Outcome for_mover, bool first_moves) {
  if (for_mover == Outcome::draw) return GameEnd::draw;
  return (for_mover == Outcome::win) == first_moves ? GameEnd::first : GameEnd::second;
}

PlayedGame play(const Table& table, const ErrorRates& errors, std::uint64_t number) {
  std::mt19937_64 random(number);
  const Colour first = table.game().to_move(table.start());
  std::string position = table.start();
  for (std::size_t ply = 1; ply <= most_plies; ++ply) {
    const bool first_moves = table.game().to_move(position) == first;
    const std::vector<MoveValue> moves = table.moves(position);
    const double chance = std::ldexp(static_cast<double>(random() >> 11), -53);
    std::size_t choices = moves.size();
    if (chance >= (first_moves ? errors.first : errors.second)) {
      choices = static_cast<std::size_t>(
          std::ranges::count(moves, moves.front().value, &MoveValue::value));
    }
    const MoveValue& move = moves[random() % choices];
    if (move.ending) {
      const int score = table.metric() == Metric::score ? move.value.score() : 0;
      return {end_of(*move.ending, first_moves), ply, first_moves ? score : -score};
    }
    position = move.result;
  }
  return {};
}

struct Interval {
  double low, high;
};
Interval wilson(double share, double games) {
  const double z2 = z_95 * z_95, middle = share + z2 / (2 * games);
  const double half = z_95 * std::sqrt((share * (1 - share) + z2 / (4 * games)) / games);
  return {std::max(0.0, (middle - half) / (1 + z2 / games)),
          std::min(1.0, (middle + half) / (1 + z2 / games))};
}

// The mean of a number of each game, with its interval.
template <class Number>
void set_mean(SampledChances& found, std::optional<double> Chances::*member,
              const std::vector<PlayedGame>& games, const Number& number) {
  double sum = 0, squares = 0;
  for (const PlayedGame& game : games) {
    const double value = number(game);
    sum += value;
    squares += value * value;
  }
  const auto count = static_cast<double>(games.size());
  const double mean = sum / count;
  const double half = z_95 * std::sqrt(std::max(0.0, squares / count - mean * mean) / count);
  found.mean.*member = mean;
  found.low.*member = mean - half;
  found.high.*member = mean + half;
}

SampledChances summed_up(const std::vector<PlayedGame>& games, Metric metric) {
  SampledChances found;
  const auto count = static_cast<double>(games.size());
  const auto set = [&](double Chances::*member, GameEnd end) {
    const double share =
        static_cast<double>(std::ranges::count(games, end, &PlayedGame::end)) / count;
    const Interval interval = wilson(share, count);
    found.mean.*member = share;
    found.low.*member = interval.low;
    found.high.*member = interval.high;
  };
  set(&Chances::first, GameEnd::first);
  set(&Chances::draw, GameEnd::draw);
  set(&Chances::second, GameEnd::second);
  set(&Chances::endless, GameEnd::endless);
  for (const PlayedGame& game : games) {
    if (game.end == GameEnd::endless) continue;
    if (found.lengths.size() <= game.plies) found.lengths.resize(game.plies + 1, 0);
    found.lengths[game.plies] += 1 / count;
  }
  if (found.mean.endless > 0) return found;
  set_mean(found, &Chances::plies, games,
           [](const PlayedGame& game) { return static_cast<double>(game.plies); });
  if (metric == Metric::score) {
    set_mean(found, &Chances::score, games,
             [](const PlayedGame& game) { return static_cast<double>(game.score); });
  }
  return found;
}

}  // namespace

SampledChances sampled_chances(const Table& table, const ErrorRates& errors,
                               const SampleOptions& options) {
  std::vector<PlayedGame> games(options.games);
  parallel_tasks(options.games, thread_count(options.threads), [&] {
    return [&](std::uint64_t number) {
      check_stop(options.stop);
      games[number] = play(table, errors, number);
    };
  });
  return summed_up(games, table.metric());
}

}  // namespace zermelo
