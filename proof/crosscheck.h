// SPDX-License-Identifier: MIT
// Asks every engine one question: can a side force a win from a position, and in how many plies?
// The engines share the rules, and some of them their model, but use them in different ways.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "probe/game.h"
#include "proof/verdict.h"

namespace zermelo {

// What one engine found.
struct CrosscheckRow {
  std::string engine;  // "table", "search", "sweeps", "sets", "ic3", "qbf"
  Verdict verdict = Verdict::unknown;
  std::optional<int> plies;  // of the shortest win, if the engine tells it
  int refuted = 0;           // there is no win within this many plies
  bool complete = false;     // with no_win: there is no win of any length
  double seconds = 0;
  std::uint64_t memory = 0;  // bytes by which the process and its workers grew at most
  std::string note;          // why there is no verdict; what else was compared
};

struct CrosscheckReport {
  std::vector<CrosscheckRow> rows;
  // A sentence about the first two that disagree, or about a value of the table that is not what
  // sweeps find; empty if all agree.
  std::string disagreement;

  bool agrees() const { return disagreement.empty(); }
};

struct CrosscheckOptions {
  std::string start;                              // a state; empty: the start of the game
  bool white = false;                             // whether White can force a win, not Black
  double seconds = 60;                            // for each engine
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes, for each engine
  std::optional<int> depth;                       // plies for qbf; if absent, see crosscheck
  int threads = 0;                                // of the table
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string& engine)> progress;
};

// Engines that do not know the game are left out. QBF looks for the shortest win within
// options.depth plies; if that is not given, within the number of plies that others found, that
// play can take at most, or that the #depth of a game in BDDL says; without any of these it is left
// out. Throws UsageError, SyntaxError, Interrupted; for options.start IllegalPosition and GameOver.
//
// For a game whose rules are the user's own code, the engines are the table and sweeps over forward
// moves (SweepCheck), which are compared in every position to which play leads. Throws RulesError,
// too.
CrosscheckReport crosscheck(std::shared_ptr<const Game> game,
                            const CrosscheckOptions& options = {});
CrosscheckReport crosscheck(const GameSpec& game, const CrosscheckOptions& options = {});

// A sentence about two rows that cannot both be right; empty if there are no such rows. `white`: as
// in the options that the rows were made with.
std::string disagreement_of(const std::vector<CrosscheckRow>& rows, bool white = false);

}  // namespace zermelo
