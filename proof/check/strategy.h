// SPDX-License-Identifier: MIT
// A strategy: a set of states and, in each in which its owner is to move, the move to make. It is a
// circuit, so that a SAT solver can check it (proof/check/check.h) and a file can hold it
// (proof/check/strategy_file.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "symbolic/model/aig.h"
#include "symbolic/model/model.h"
#include "symbolic/model/side.h"

namespace zermelo::proof {

// What the owner of a strategy brings about, whatever the other side does.
struct Claim {
  enum class Kind {
    wins,          // within `plies` if that is given, or in some bounded time
    does_not_lose  // within `plies` if that is given, or ever
  };
  Kind kind = Kind::wins;
  std::optional<int> plies;

  bool operator==(const Claim&) const = default;
};

// "Black wins within 9 plies from the start."
std::string claim_sentence(symbolic::Side owner, const Claim& claim, const std::string& start);

struct Strategy {
  GameSpec game;
  std::string start;  // the state in which it begins; empty: the start of the game
  symbolic::Side owner = symbolic::black;
  Claim claim;
  std::string creator;  // the program that made it

  // Functions of the state, over these inputs of the graph, in this order: the state variables of
  // the game's model, and whether White is to move.
  symbolic::Aig aig;
  std::vector<symbolic::Literal> inputs;
  symbolic::Literal member;  // the state is in the set
  // For members, a binary number, least bit first. Where the owner wins: a bound on the plies that
  // the game still takes, at least 1. Where they do not lose within a number of plies: for how many
  // more this holds. Where they never lose: empty.
  std::vector<symbolic::Literal> rank;
  // For members in which the owner is to move, likewise a binary number: which of the owner's moves
  // to make, by its number in the model.
  std::vector<symbolic::Literal> move;

  // Names in the file: those of the variables, in the order of `inputs`, and of the owner's moves.
  std::vector<std::string> variables, moves;

  // Whether the graph is sound and its inputs are `inputs`, in their order, each with a name of its
  // own; whether all functions belong to the graph and no number has more than 64 bits. It says
  // nothing about the game.
  bool check() const;
};

// A strategy with the inputs and the names of that model, and nothing in its set yet.
Strategy empty_strategy(const GameSpec& game, const symbolic::Model& model, symbolic::Side owner,
                        const Claim& claim);

}  // namespace zermelo::proof
