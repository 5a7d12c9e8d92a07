// SPDX-License-Identifier: MIT
// Games of Alice and Bob for tests: random ones as drawings, and who wins them, found by looking at
// every state again and again. Shares no code with what it checks, except the evaluation of graphs
// where a game is given as one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "proof/ic3/turn_game.h"
#include "tests/reference/random_games.h"

namespace zermelo::test {

inline std::string digits_of(unsigned state, int bits) {
  std::string text;
  for (int k = bits - 1; k >= 0; --k) text += (state >> k & 1) != 0 ? '1' : '0';
  return text;
}

// The first digit is the turn. The start comes first.
inline std::string drawing_of(const ExplicitGame& game) {
  std::string text;
  const auto add = [&](unsigned s) {
    text += (game.bob_to_move(s) ? "bob " : "alice ") + digits_of(s, game.bits);
    if (game.won[s]) text += " won_A";
    if (!game.moves[s].empty()) text += " ->";
    for (const unsigned next : game.moves[s]) text += ' ' + digits_of(next, game.bits);
    text += '\n';
  };
  add(game.start);
  for (unsigned s = 0; s < game.states(); ++s)
    if (s != game.start) add(s);
  return text;
}

// A game in which the turn is any function of the state, and moves lead anywhere.
struct AnyTurnGame {
  int bits = 0;
  std::vector<std::vector<unsigned>> moves;
  std::vector<bool> bob, won_a, won_b;

  unsigned states() const { return 1u << bits; }
};

inline AnyTurnGame any_turn_game(std::mt19937& random, int bits) {
  AnyTurnGame game;
  game.bits = bits;
  game.moves.resize(game.states());
  for (unsigned s = 0; s < game.states(); ++s) {
    const unsigned kind = random() % 12;
    game.bob.push_back(random() % 2 == 0);
    game.won_a.push_back(s != 0 && kind == 0);
    game.won_b.push_back(s != 0 && kind == 1);
    if (kind < 3 && s != 0) continue;
    for (unsigned n = 1 + random() % 3; n > 0; --n)
      game.moves[s].push_back(random() % game.states());
  }
  return game;
}

// Play begins in state 0.
inline std::string drawing_of(const AnyTurnGame& game) {
  std::string text;
  for (unsigned s = 0; s < game.states(); ++s) {
    text += (game.bob[s] ? "bob " : "alice ") + digits_of(s, game.bits);
    if (game.won_a[s]) text += " won_A";
    if (game.won_b[s]) text += " won_B";
    if (!game.moves[s].empty()) text += " ->";
    for (const unsigned next : game.moves[s]) text += ' ' + digits_of(next, game.bits);
    text += '\n';
  }
  return text;
}

// Whether Alice can force a win in state 0.
inline bool alice_wins(const AnyTurnGame& game) {
  std::vector<bool> wins = game.won_a;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned s = 0; s < game.states(); ++s) {
      if (wins[s] || game.moves[s].empty()) continue;
      const auto is_won = [&](unsigned next) { return bool{wins[next]}; };
      wins[s] = game.bob[s] ? std::ranges::all_of(game.moves[s], is_won)
                            : std::ranges::any_of(game.moves[s], is_won);
      changed = changed || wins[s];
    }
  }
  return wins[0];
}

// The same for a game given as a graph, by trying every choice in every state that play can lead
// to. There must be few.
inline bool alice_wins(const proof::TurnGame& game) {
  using State = std::vector<bool>;
  struct Node {
    bool bob = false, won = false;
    std::set<State> moves;
  };
  std::map<State, Node> nodes;
  std::vector<State> waiting = {game.start};
  while (!waiting.empty()) {
    const State state = waiting.back();
    waiting.pop_back();
    if (nodes.contains(state)) continue;
    Node node;
    bool over = false;
    for (unsigned choice = 0; choice < 1u << game.choice.size(); ++choice) {
      State inputs = state;
      for (std::size_t k = 0; k < game.choice.size(); ++k) inputs.push_back((choice >> k & 1) != 0);
      const std::vector<bool> values = symbolic::evaluate(game.aig, inputs);
      node.bob = value_of(values, game.turn);
      node.won = value_of(values, game.won_a);
      over = node.won || value_of(values, game.won_b);
      if (over || !value_of(values, game.possible)) continue;
      State next;
      for (const proof::Literal literal : game.next) next.push_back(value_of(values, literal));
      node.moves.insert(next);
      waiting.push_back(next);
    }
    nodes.emplace(state, std::move(node));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [state, node] : nodes) {
      if (node.won || node.moves.empty()) continue;
      const auto is_won = [&](const State& next) { return nodes.at(next).won; };
      node.won = node.bob ? std::ranges::all_of(node.moves, is_won)
                          : std::ranges::any_of(node.moves, is_won);
      changed = changed || node.won;
    }
  }
  return nodes.at(game.start).won;
}

}  // namespace zermelo::test
