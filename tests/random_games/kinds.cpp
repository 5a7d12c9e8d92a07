// SPDX-License-Identifier: MIT
#include "tests/random_games/kinds.h"

#include <iostream>

namespace zermelo::random_games {

void count_kinds(const test::CornerGame& game, const test::CornerReference& reference,
                 Kinds& kinds) {
  const auto count = [&](const char* kind, bool is_one) { kinds[kind] += is_one ? 1 : 0; };
  const bool over = reference.status(reference.start()) != test::CornerReference::Kind::to_move;
  count("White begins", game.white_first);
  count("the start has no move", over);
  count("a move fulfils the opponent's goal", reference.has_opponents_goal());
  count("two actions do the same", reference.has_twin_moves());
  count("a side without a move loses", game.stuck_loses);
  count("a side without actions", game.actions[0].empty() || game.actions[1].empty());
  count("one row or column", game.columns == 1 || game.rows == 1);
  count("nobody has a goal", game.goals[0].empty() && game.goals[1].empty());
  count("play can go round", reference.goes_round());
  const int value = over ? 0 : reference.values().at(reference.start());
  count("won by the side that begins", value > 0);
  count("lost by the side that begins", value < 0);
  count("drawn", !over && value == 0);
}

void print_kinds(const Kinds& kinds) {
  for (const auto& [kind, games] : kinds) std::cout << "  " << games << ": " << kind << '\n';
}

}  // namespace zermelo::random_games
