// SPDX-License-Identifier: MIT
// What turns change of the material, as far as that is known without the position: so that unmoves
// which lead to other materials than those wanted need not be tried.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gen/bddl/contents.h"
#include "gen/bddl/ground.h"
#include "gen/grid/material.h"

namespace zermelo::bddl {

// How many more pieces there are afterwards, by content - 1: on the board, and in the hand of the
// side that the content names.
struct MaterialDifference {
  std::array<std::int8_t, 2 * PieceSet::most_kinds> board{}, in_hand{};

  MaterialDifference& operator+=(const MaterialDifference& other);
  auto operator<=>(const MaterialDifference&) const = default;
};

// What was before such a turn, with the other side to move; nothing if that cannot be.
std::optional<Material> before_turn(const Material& after, const MaterialDifference& difference);

// Contents of squares.
using SquareContents = std::vector<std::pair<int, Content>>;

// Whether an action changes nothing but constants.
bool is_plain(const GroundAction& action);
// What an action allows on a square before it.
ContentSet allowed_on(const GroundAction& action, int square, ContentSet everything);
// What a plain action may have found on the squares that it changes: each possibility; nothing if
// there are more than 64, or if the action is not plain.
std::vector<SquareContents> causes_of(const GroundAction& action, ContentSet everything);
// What a plain action does to the material beside taking away what was on its squares.
MaterialDifference gain_of(const GroundAction& action, std::span<const tree::Hand> hands);

// Of one side's actions. Immutable.
class TurnMaterial {
 public:
  // Both must outlive this object.
  TurnMaterial(const std::vector<GroundAction>& actions, std::span<const tree::Hand> hands,
               ContentSet everything);

  // What the turns change that end with this action, if it found this on its squares: ascending;
  // nothing if it is not known.
  using Differences = std::optional<std::vector<MaterialDifference>>;
  Differences ending_with(std::size_t action, const SquareContents& found) const;

 private:
  static constexpr std::size_t most_differences = 64;

  MaterialDifference of_action(std::size_t action, const SquareContents& found) const;
  // Of a turn up to this action.
  Differences up_to(std::size_t action) const;
  static void add(Differences& to, const Differences& more);

  const std::vector<GroundAction>& actions_;
  std::span<const tree::Hand> hands_;
  ContentSet everything_;
  std::vector<Differences> earlier_;  // what the parts before each action change
};

}  // namespace zermelo::bddl
