// SPDX-License-Identifier: MIT
// IC3 for games as J. Zandvliet's thesis has it (Leiden 2020), for comparison with ours, and games
// of Alice and Bob in its form (docs/proofs.md, "The thesis on IC3 for games").
//
//     const auto game = zermelo::TurnGameFile::open("minigame.txt");
//     std::cout << game.prove_as_in_thesis({}).obligations << '\n';
//
// Errors are exceptions (gen/error.h). All functions are thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/game_spec.h"
#include "proof/strategy.h"

namespace zermelo {

struct Ic3ThesisOptions {
  // Generalises what it finds where Alice is to move (the starred rows of Table 5.1). The verdict
  // "win" can then be wrong.
  bool generalise = false;
  double seconds = 0;        // the time limit; 0: no limit
  std::uint64_t memory = 0;  // bytes of the process; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const ProofProgress&)> progress;  // `depth` is the frontier k
  // One line for everything that happens in the thesis's section 3.2.
  std::function<void(const std::string&)> trace;
};

// Whether White or Black can force a win, by Algorithms 2, 3 and 4 of the thesis. In the result
// `method` is "ic3-thesis", `cubes` counts the clauses of all frames, and there are no plies.
// `start` as in ProofOptions. Throws UsageError (no Boolean model), IllegalPosition, GameOver.
ProofReport prove_as_in_thesis(const GameSpec& game, bool white, const std::string& start,
                               const Ic3ThesisOptions& options = {});

// An open game in which Alice is to win. Cheap to copy.
class TurnGameFile {
 public:
  // Reads a transition system, or an AIGER file with an output won_A; the file's beginning tells
  // which. "-" is standard input. Throws FileError, SyntaxError, WrongFile.
  static TurnGameFile open(const std::string& path);
  // A board game in that form; `white`: Alice is White. Throws UsageError (no Boolean model).
  static TurnGameFile of_board_game(const GameSpec& game, bool white);

  // |V| of the thesis's Table 5.1, the size of the syntactic state space, if it is known.
  std::optional<std::uint64_t> states() const;
  // Whether Alice can force a win, by our own IC3; only the options generalise, depth, stepwise,
  // seconds, memory, stop and progress are used. If the turn does not change with every move,
  // plies count passes too, and so there are none in the result, and a depth is a UsageError.
  // Throws WrongFile.
  ProofReport prove(const ProofOptions& options = {}) const;
  ProofReport prove_as_in_thesis(const Ic3ThesisOptions& options = {}) const;
  // Writes it as an AIGER file, in ASCII if the path ends in .aag. Throws FileError.
  EncodingReport write(const std::string& path) const;

  class Contents;
  explicit TurnGameFile(std::shared_ptr<const Contents> contents)
      : contents_(std::move(contents)) {}

 private:
  std::shared_ptr<const Contents> contents_;
};

// A model of the thesis's chapter 5: a row of Table 5.1.
struct ThesisModelFile {
  std::string name;  // "notakto (2 x 3)"; sizes are rows x columns
  TurnGameFile game;
};
std::vector<ThesisModelFile> thesis_models();

}  // namespace zermelo
