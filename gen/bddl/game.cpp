// SPDX-License-Identifier: MIT
#include "gen/bddl/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gen/error.h"
#include "gen/text/counted.h"

namespace zermelo::bddl {
namespace {

// Everything that the squares of an effect may have been if the demand was met.
std::vector<Effect> causes(const Demand& demand, const Effect& effect) {
  std::vector<Effect> all = {{}};
  for_each_square(effect.squares(), [&](int square) {
    const Squares bit = bit_of(square);
    std::vector<Effect> longer;
    for (const Effect& e : all) {
      if (!(demand.no_black & bit)) longer.push_back({e.black | bit, e.white, e.open});
      if (!(demand.no_white & bit)) longer.push_back({e.black, e.white | bit, e.open});
      if (!(demand.no_open & bit)) longer.push_back({e.black, e.white, e.open | bit});
    }
    all = std::move(longer);
  });
  return all;
}

// What the board is like after the action.
Demand after(const Demand& demand, const Effect& effect) {
  const Squares rest = ~effect.squares();
  return {(demand.no_black & rest) | effect.white | effect.open,
          (demand.no_white & rest) | effect.black | effect.open,
          (demand.no_open & rest) | effect.black | effect.white};
}

// How many ways back may be listed, for all actions together: each takes a few bytes, and there are
// three for one square that changes whatever was on it, nine for two, ...
constexpr std::uint64_t most_causes = std::uint64_t{1} << 20;

// How many effects causes(demand, effect) lists, or some number above most_causes if there are
// more.
std::uint64_t number_of_causes(const Demand& demand, const Effect& effect) {
  std::uint64_t number = 1;
  for_each_square(effect.squares(), [&](int square) {
    const Squares bit = bit_of(square);
    const int possible = (demand.no_black & bit ? 0 : 1) + (demand.no_white & bit ? 0 : 1) +
                         (demand.no_open & bit ? 0 : 1);
    if (number <= most_causes) number *= static_cast<std::uint64_t>(possible);
  });
  return number;
}

// By how many pieces an effect may change the number on the board.
std::pair<int, int> change_of(const Demand& demand, const Effect& effect) {
  int least = 0, greatest = 0;
  for_each_square(effect.squares(), [&](int square) {
    const Squares bit = bit_of(square);
    const int after = effect.open & bit ? 0 : 1;
    const bool may_be_open = !(demand.no_open & bit);
    const bool may_be_piece = !(demand.no_black & bit) || !(demand.no_white & bit);
    least += after - (may_be_piece ? 1 : 0);
    greatest += after - (may_be_open ? 0 : 1);
  });
  return {least, greatest};
}

}  // namespace

BddlGame::BddlGame(GridRules rules)
    : rules_(std::move(rules)),
      potential_(rules_),
      codes_(codes_of(rules_)),
      unmoves_{unmoves_of(rules_.actions(false)), unmoves_of(rules_.actions(true))} {}

// From the start no move leads to fewer pieces than some number, nor to more than another one.
GridCodesIfAny BddlGame::codes_of(const GridRules& rules) {
  int least = 0, greatest = 0;
  for (const bool side : {false, true}) {
    for (const ShiftedAction& action : rules.actions(side)) {
      const auto [down, up] = change_of(action.before(0), action.effect(0));
      least = std::min(least, down);
      greatest = std::max(greatest, up);
    }
  }
  const int pieces = std::popcount(rules.start().occupied());
  return GridCodesIfAny(rules.grid(), least < 0 ? 0 : pieces,
                        greatest > 0 ? rules.grid().squares() : pieces);
}

std::vector<BddlGame::Unmove> BddlGame::unmoves_of(std::span<const ShiftedAction> actions) {
  std::vector<Unmove> unmoves;
  std::uint64_t listed = 0;
  for (const ShiftedAction& action : actions) {
    const Demand before = action.before(0);
    const Effect effect = action.effect(0);
    listed += number_of_causes(before, effect);
    if (listed > most_causes) {
      throw UsageError(fmt::format(
          "The action '{}' changes so many squares, whatever is on them, that the ways back from "
          "where it leads cannot be listed.",
          action.name()));
    }
    unmoves.push_back({&action, ShiftedDemand(after(before, effect)), causes(before, effect)});
    unmoves.back().after.add_all(action.places());
  }
  return unmoves;
}

PositionStatus BddlGame::status(const GridPosition& p) const {
  const int pieces = std::popcount(p.occupied());
  if (!codes_.covers(pieces)) {
    return PositionStatus::impossible(
        fmt::format("No position of this game has {}.", counted(pieces, "piece")));
  }
  const zermelo::Colour side = colour_of(p.white_to_move), last = opponent_of(side);
  if (rules_.has_won(p, !p.white_to_move))
    return PositionStatus::over(last, side, fmt::format("{} has won.", colour_name(last)));
  if (rules_.can_move(p)) return {};
  if (rules_.stuck_loses()) {
    return PositionStatus::over(last, side,
                                fmt::format("{} cannot move and has lost.", colour_name(side)));
  }
  return PositionStatus::drawn(
      fmt::format("{} cannot move: the game is drawn.", colour_name(side)));
}

std::string BddlGame::layer_name(int layer) const {
  const std::optional<int> more = potential_.pieces(layer);
  if (!more) return fmt::format("layer {}", layer);
  const int pieces = *more + std::popcount(start().occupied());
  return counted(pieces, "piece");
}

}  // namespace zermelo::bddl
