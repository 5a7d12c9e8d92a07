// SPDX-License-Identifier: MIT
#include "symbolic/model/rules_symmetries.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "gen/bddl/rule_symmetries.h"

namespace zermelo::symbolic {
namespace {

using bddl::GroundAction;
using Pairs = std::vector<std::pair<int, std::uint32_t>>;

// What an action asks of squares, and makes of them. Where two actions have the same, their other
// conditions differ, and it is not known which of the two an image is.
struct ActionShape {
  int part = 0;
  bool otherwise = false, goes_on = false;
  std::size_t clauses = 0;
  Pairs before, after, copies;
  std::vector<std::vector<int>> hands;

  auto operator<=>(const ActionShape&) const = default;
};

ActionShape image_of(const GridSymmetry& g, const GroundAction& action) {
  ActionShape shape{action.part,
                    action.otherwise,
                    static_cast<bool>(action.then),
                    action.clauses.size(),
                    {},
                    {},
                    {},
                    {}};
  for (const auto& [square, set] : action.before)
    shape.before.emplace_back(g.image(square), set.bits());
  for (const auto& [square, content] : action.after)
    shape.after.emplace_back(g.image(square), content);
  for (const auto& [to, from] : action.copies)
    shape.copies.emplace_back(g.image(to), static_cast<std::uint32_t>(g.image(from)));
  for (Pairs* pairs : {&shape.before, &shape.after, &shape.copies}) std::ranges::sort(*pairs);
  for (const bddl::HandDemand& hand : action.hands_before)
    shape.hands.push_back({hand.white, hand.hand, hand.least, hand.most});
  for (const bddl::HandChange& hand : action.hands_after)
    shape.hands.push_back({hand.white, hand.hand, hand.change});
  return shape;
}

// The image of each action; nothing if it is not known.
std::optional<std::vector<int>> images_of(const GridSymmetry& g, const GridSymmetry& identity,
                                          const std::vector<GroundAction>& actions) {
  std::map<ActionShape, std::vector<int>> by_shape;
  for (std::size_t n = 0; n < actions.size(); ++n)
    by_shape[image_of(identity, actions[n])].push_back(static_cast<int>(n));
  std::vector<int> images;
  for (const GroundAction& action : actions) {
    const auto found = by_shape.find(image_of(g, action));
    if (found == by_shape.end() || found->second.size() != 1) return std::nullopt;
    images.push_back(found->second.front());
  }
  return images;
}

// The image of each move: that of one way to play it.
std::optional<std::vector<std::size_t>> images_of(const std::vector<int>& actions,
                                                  const RulesMoves& moves) {
  std::map<std::vector<int>, std::size_t> by_way;
  for (std::size_t n = 0; n < moves.ways.size(); ++n)
    for (const std::vector<int>& way : moves.ways[n]) by_way.emplace(way, n);
  std::vector<std::size_t> images;
  std::vector<bool> seen(moves.ways.size());
  for (const auto& ways : moves.ways) {
    std::vector<int> image;
    for (const int action : ways.front())
      image.push_back(actions[static_cast<std::size_t>(action)]);
    const auto found = by_way.find(image);
    if (found == by_way.end() || seen[found->second]) return std::nullopt;
    seen[found->second] = true;
    images.push_back(found->second);
  }
  return images;
}

// What is in hand stays there.
std::optional<std::vector<std::size_t>> variable_images(const GridSymmetry& g, Grid grid,
                                                        const PieceVariables& variables) {
  std::vector<std::size_t> images;
  for (std::size_t n = 0; n < variables.names().size(); ++n) images.push_back(n);
  for (int square = 0; square < grid.squares(); ++square) {
    const int image = g.image(square);
    if (variables.possible(square) != variables.possible(image)) return std::nullopt;
    const auto [first, count] = variables.of_square(square);
    for (int n = 0; n < count; ++n) {
      images[static_cast<std::size_t>(first + n)] =
          static_cast<std::size_t>(variables.of_square(image).first + n);
    }
  }
  return images;
}

}  // namespace

std::vector<ModelSymmetry> rules_symmetries(const bddl::GroundGame& game,
                                            const PieceVariables& variables,
                                            const BySide<RulesMoves>& moves) {
  if (moves[black].leaves_out || moves[white].leaves_out) return {};
  const std::vector<GridSymmetry> of_rules = symmetries_of(game, bddl::LineOrder::any);
  const GridSymmetry& identity = of_rules.front();
  std::vector<ModelSymmetry> symmetries;
  for (const GridSymmetry& g : std::span(of_rules).subspan(1)) {
    const auto image = variable_images(g, game.grid, variables);
    if (!image) continue;
    ModelSymmetry symmetry{*image, {}};
    bool is_known = true;
    for (const Side side : both_sides) {
      const auto actions = images_of(g, identity, game.side(side == white).actions);
      const auto of_moves = actions ? images_of(*actions, moves[side]) : std::nullopt;
      is_known = is_known && of_moves.has_value();
      if (of_moves) symmetry.move[side] = *of_moves;
    }
    if (is_known) symmetries.push_back(std::move(symmetry));
  }
  return symmetries;
}

}  // namespace zermelo::symbolic
