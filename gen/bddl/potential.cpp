// SPDX-License-Identifier: MIT
#include "gen/bddl/potential.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <tuple>

namespace zermelo::bddl {
namespace {

int weight_at(const auto& weights, int square) {
  for (const auto& level : weights) {
    if (level.squares & bit_of(square)) return level.weight;
  }
  return 0;
}

// Whether a symmetry leaves the weights as they are: otherwise a position and its image, of which
// only one is kept, would be in different layers.
bool are_kept_by(const auto& weights, std::span<const GridSymmetry> symmetries, Grid grid) {
  return std::ranges::all_of(symmetries, [&](const GridSymmetry& symmetry) {
    for (int square = 0; square < grid.squares(); ++square) {
      if (weight_at(weights, symmetry.image(square)) != weight_at(weights, square)) return false;
    }
    return true;
  });
}

}  // namespace

// What moves raise in known games: the number of pieces, or of pieces taken, or how far pieces have
// come in one of the four directions (counted from their goal, so that taking one raises it too).
std::vector<Potential::Weights> Potential::candidates(Grid grid) {
  const auto weights_of = [&](auto weight_of) {
    std::map<int, Squares> levels;
    for (int s = 0; s < grid.squares(); ++s) {
      const int weight = weight_of(grid.file_of(s), grid.rank_of(s));
      if (weight != 0) levels[weight] |= bit_of(s);
    }
    Weights weights;
    for (const auto& [weight, squares] : levels) weights.push_back({squares, weight});
    return weights;
  };
  return {
      weights_of([](int, int) { return 1; }),
      weights_of([](int, int) { return -1; }),
      {},
      weights_of([&](int, int rank) { return rank - grid.rows; }),
      weights_of([](int, int rank) { return -1 - rank; }),
      weights_of([&](int file, int) { return file - grid.columns; }),
      weights_of([](int file, int) { return -1 - file; }),
      weights_of([&](int file, int rank) { return file + rank - grid.columns - grid.rows; }),
      weights_of([](int file, int rank) { return -1 - file - rank; }),
  };
}

Potential::Raise Potential::raise_of(const GridRules& rules, const Weights& black,
                                     const Weights& white) {
  Raise raise{std::numeric_limits<int>::max(), 0, 0, 0};
  for (const bool side : {false, true}) {
    for (const ShiftedAction& action : rules.actions(side)) {
      for_each_square(action.places(), [&](int place) {
        const Demand before = action.before(place);
        const Effect effect = action.effect(place);
        int least = 0, greatest = 0, unit = 0;
        for_each_square(effect.squares(), [&](int square) {
          const Squares bit = bit_of(square);
          const int b = weight_at(black, square), w = weight_at(white, square);
          const int after = effect.black & bit ? b : effect.white & bit ? w : 0;
          int lost = std::numeric_limits<int>::min(), kept = std::numeric_limits<int>::max();
          const auto may_be = [&](int weight) {
            lost = std::max(lost, weight);
            kept = std::min(kept, weight);
          };
          if (!(before.no_open & bit)) may_be(0);
          if (!(before.no_black & bit)) may_be(b);
          if (!(before.no_white & bit)) may_be(w);
          least += after - lost;
          greatest += after - kept;
          // (What a square loses may be anything between only if it may be three things.)
          unit = std::gcd(unit, lost - kept);
          for (const int weight : {0, b, w}) {
            if (weight > kept && weight < lost) unit = std::gcd(unit, lost - weight);
          }
        });
        raise.unit = std::gcd(raise.unit, std::gcd(unit, least));
        raise.least = std::min(raise.least, least);
        raise.greatest = std::max(raise.greatest, greatest);
        if (least > 0) ++raise.raising;
      });
    }
  }
  return raise;
}

Potential::Potential(const GridRules& rules) {
  auto all = candidates(rules.grid());
  std::erase_if(all, [&](const Weights& weights) {
    return !are_kept_by(weights, rules.symmetries(), rules.grid());
  });
  // Best is a potential that every move raises; next, one that no move lowers and as many as
  // possible raise; among equally good ones, that with the smallest steps, which makes the fewest
  // layers.
  std::tuple<bool, int, int> best{false, -1, 0};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      const Raise raise = raise_of(rules, all[i], all[j]);
      if (raise.least < 0) continue;
      const std::tuple quality{raise.least > 0, raise.raising, -raise.greatest};
      if (quality <= best) continue;
      best = quality;
      black_ = all[i];
      white_ = all[j];
      least_ = raise.least;
      greatest_ = raise.greatest;
      counts_ = i == 0 && j == 0;
      unit_ = std::max(1, raise.unit);
    }
  }
  start_ = sum(black_, rules.start().black) + sum(white_, rules.start().white);
}

}  // namespace zermelo::bddl
