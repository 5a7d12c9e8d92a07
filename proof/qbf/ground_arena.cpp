// SPDX-License-Identifier: MIT
#include "proof/qbf/ground_arena.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gen/error.h"

namespace zermelo::proof {
namespace {

using Action = BoundedGame::Action;
using Condition = BoundedGame::Condition;
using bddl::Colour;
using bddl::SquareCondition;
using symbolic::black;
using symbolic::both_sides;
using symbolic::false_literal;
using symbolic::other;
using symbolic::true_literal;
using symbolic::white;

constexpr std::uint32_t most_gates = 50'000'000;

class GroundMaker {
 public:
  explicit GroundMaker(const BoundedGame& game) : game_(game) {}

  Arena make(BySide<Literal>* goal) {
    add_variables();
    add_start();
    for (const Side side : both_sides) add_moves(side);
    add_end(goal);
    return std::move(arena_);
  }

 private:
  Aig& aig() { return arena_.aig; }
  std::size_t number_of(SquarePlace place) const {
    return static_cast<std::size_t>((place.y - 1) * game_.columns + place.x - 1);
  }
  Literal piece(std::size_t square) const { return arena_.board[2 * square]; }
  Literal is_black(std::size_t square) const { return arena_.board[2 * square + 1]; }

  void add_variables() {
    arena_.is_board = true_literal;
    for (int y = 1; y <= game_.rows; ++y) {
      for (int x = 1; x <= game_.columns; ++x) {
        for (const char* what : {"piece", "black"}) {
          arena_.names.push_back(fmt::format("{} {} {}", what, x, y));
          arena_.board.push_back(aig().input());
        }
        const std::size_t square = number_of({x, y});
        arena_.is_board = aig().land(arena_.is_board, aig().lor(piece(square), !is_black(square)));
      }
    }
    arena_.white_to_move = aig().input();
  }

  void add_start() {
    std::map<std::size_t, Colour> pieces;
    for (const SquareCondition& c : game_.start)
      pieces.emplace(number_of(*place_of(game_, c, {1, 1})), c.colour);
    arena_.start = arena_.to_move(game_.white_first ? white : black);
    for (std::size_t square = 0; 2 * square < arena_.board.size(); ++square) {
      const auto found = pieces.find(square);
      const Colour colour = found == pieces.end() ? Colour::open : found->second;
      arena_.start = aig().land(arena_.start, is_colour(square, colour));
    }
  }

  Literal is_colour(std::size_t square, Colour colour) {
    if (colour == Colour::open) return aig().land(!piece(square), !is_black(square));
    return aig().land(piece(square),
                      colour == Colour::black ? is_black(square) : !is_black(square));
  }
  // Valid on boards, where a square that is open is not black.
  Literal holds(const SquareCondition& c, std::size_t square) {
    Literal result = !piece(square);
    if (c.colour == Colour::black) result = is_black(square);
    if (c.colour == Colour::white) result = aig().land(piece(square), !is_black(square));
    return c.negated ? !result : result;
  }
  // Returns nothing if a square is not on the board.
  std::optional<Literal> holds(const Condition& condition, SquarePlace anchor) {
    Literal result = true_literal;
    for (const SquareCondition& c : condition) {
      const auto place = place_of(game_, c, anchor);
      if (!place) return std::nullopt;
      result = aig().land(result, holds(c, number_of(*place)));
    }
    return result;
  }

  using Effect = std::map<std::size_t, Colour>;
  // Returns nothing if a square is not on the board, or would become two things at once.
  std::optional<Effect> effect_of(const Action& action, SquarePlace anchor) const {
    Effect result;
    for (const SquareCondition& c : action.effect) {
      const auto place = place_of(game_, c, anchor);
      if (!place) return std::nullopt;
      const auto [found, is_new] = result.emplace(number_of(*place), c.colour);
      if (!is_new && found->second != c.colour) return std::nullopt;
    }
    return result;
  }

  void add_moves(Side side) {
    arena_.can_move[side] = false_literal;
    std::set<std::pair<Literal, Effect>> seen;
    for (const Action& action : game_.actions[side]) {
      for (int y = 1; y <= game_.rows; ++y) {
        for (int x = 1; x <= game_.columns; ++x) {
          const auto guard = holds(action.precondition, {x, y});
          const auto effect = effect_of(action, {x, y});
          if (!guard || !effect || *guard == false_literal) continue;
          if (seen.emplace(*guard, *effect).second)
            add_move(side, fmt::format("{} {} {}", action.name, x, y), *guard, *effect);
        }
      }
      if (aig().size() > most_gates)
        throw OutOfMemory("The circuit of the game's moves would be too large.");
    }
  }
  void add_move(Side side, std::string name, Literal guard, const Effect& effect) {
    ArenaMove move{std::move(name), guard, arena_.board};
    for (const auto& [square, colour] : effect) {
      move.next[2 * square] = colour == Colour::open ? false_literal : true_literal;
      move.next[2 * square + 1] = colour == Colour::black ? true_literal : false_literal;
    }
    arena_.can_move[side] = aig().lor(arena_.can_move[side], guard);
    arena_.moves[side].push_back(std::move(move));
  }

  Literal has_goal(Side side) {
    Literal result = false_literal;
    for (const Condition& goal : game_.goals[side]) {
      for (int y = 1; y <= game_.rows; ++y) {
        for (int x = 1; x <= game_.columns; ++x) {
          if (const auto here = holds(goal, {x, y})) result = aig().lor(result, *here);
        }
      }
    }
    return result;
  }

  // A goal counts only after its side's move.
  void add_end(BySide<Literal>* goal) {
    arena_.drawn = false_literal;
    BySide<Literal> ended{};
    for (const Side side : both_sides) {
      const Literal mover_next = arena_.to_move(other(side));
      arena_.won[side] = aig().land(mover_next, has_goal(side));
      if (goal != nullptr) (*goal)[side] = arena_.won[side];
    }
    for (const Side side : both_sides) {
      const Literal stuck = aig().land(aig().land(arena_.to_move(other(side)), !arena_.won[side]),
                                       !arena_.can_move[other(side)]);
      ended[side] = stuck;
    }
    for (const Side side : both_sides) {
      if (game_.stuck_loses)
        arena_.won[side] = aig().lor(arena_.won[side], ended[side]);
      else
        arena_.drawn = aig().lor(arena_.drawn, ended[side]);
    }
    arena_.over = aig().lor(arena_.drawn, aig().lor(arena_.won[black], arena_.won[white]));
  }

  const BoundedGame& game_;
  Arena arena_;
};

}  // namespace

Arena ground_arena(const BoundedGame& game, BySide<Literal>* goal) {
  return GroundMaker(game).make(goal);
}

}  // namespace zermelo::proof
