// SPDX-License-Identifier: MIT
// Whether a side can force a win within this many plies, by quantified Boolean formulas; with a
// strategy for either verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gen/game_spec.h"
#include "proof/check/strategy.h"
#include "proof/qbf/bounded_game.h"
#include "proof/qbf/expansion.h"
#include "proof/qbf/qbf_solvers.h"
#include "symbolic/model/side.h"

namespace zermelo::proof {

struct QbfOptions {
  enum class Solver { expansion, depqbf, command };
  enum class Encoding { grounded, lifted };
  enum class Format { qdimacs, qcir };
  Solver solver = Solver::expansion;
  Encoding encoding = Encoding::grounded;  // what the other solvers are given
  Format format = Format::qdimacs;         // in which a command reads it
  std::string command;
  symbolic::Side attacker = symbolic::black;
  std::string start;         // a position; empty: the start of the game
  std::optional<int> plies;  // absent: as many as the #depth of a game in BDDL allows
  bool stepwise = false;     // looks for the shortest win within this many plies
  bool certify = false;      // makes a strategy
  QbfLimits limits;
  std::function<bool()> stop;  // the same, for what runs in this process; called often
  std::function<void(int plies, const ExpansionStatistics&)> progress;
};

// What is known of the functions that a solver's proof contains (proof/qbf/certificate.h).
struct CertificateSize {
  std::uint64_t steps = 0, functions = 0;
};

struct QbfProof {
  std::optional<bool> wins;
  // For a win: the number of plies that it takes at most, 0 if the start is won; otherwise there is
  // no win within this many.
  int plies = 0;
  int refuted = 0;        // there is no win within this many plies
  bool complete = false;  // there is no win at all
  std::string stopped_by;
  ExpansionStatistics statistics;
  std::string first_move;                      // of a win, if the solver reports it
  std::optional<CertificateSize> certificate;  // if the solver wrote a proof: it has been checked
  std::optional<Strategy> strategy;            // if it was asked for and could be made
};

// The number of plies for a depth as the paper counts it (bounded_game.h): the formulas of that
// depth are true if Black wins within this many plies.
int plies_of_depth(const BoundedGame& game);
// The depth whose lifted formula is true exactly if Black wins within this many plies.
int depth_of_plies(const BoundedGame& game, int plies);

// For games in version 2 of BDDL, whose #depth counts plies: that, if the file has one. Nothing for
// other games. And: says that there is no lifted formula of such a game; throws UsageError.
std::optional<int> depth_of_version_2(const GameSpec& spec);
[[noreturn]] void throw_no_lifted_formula();

// Boards of games in BDDL may have up to 1,024 squares; strategies are made on up to 64. Throws
// UsageError (no Boolean model, no number of plies, a lifted formula for a game that has none),
// Error (the solver's process failed, its proof does not hold, or the strategy shows that the
// verdict is wrong), IllegalPosition.
QbfProof prove_by_qbf(const GameSpec& game, const QbfOptions& options);

}  // namespace zermelo::proof
