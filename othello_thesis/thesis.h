// SPDX-License-Identifier: MIT
// The experiments of S. van Dijk's thesis "Solving Othello using BDDs" (Leiden, 2019): its five
// algorithms, the sizes of the decision diagrams on the way, and the sets that it begins with.
// docs/othello.md says which section and table is which question. Each experiment runs in a process
// of its own, because diagrams that grow too large may end the process.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"

namespace zermelo {

struct ThesisQuestion {
  // othello: rows and cols (2..8), start_file and start_rank. Or connect, which is about Figure 3.1
  // and nothing else: of the rest, `memory` and `threads` matter.
  GameSpec game;
  // 1 reachable states; 2 retrograde analysis; 3 of reachable states; 4 by number of discs; 5 both;
  // absent: the sizes of what they begin with.
  std::optional<int> algorithm = std::nullopt;
  // Without an algorithm, and at most one of these.
  bool relation = false;     // also the size of the relation of all moves
  bool steps = false;        // instead: each square's moves, in its diagram and by equation 5.3
  bool ends = false;         // instead: deadlocks and ended games, by the categories of section 5.3
  bool extrapolate = false;  // instead: Table 7.3 up to this board, and what follows for 8x8
  std::string encoding = "3t";  // of a square; or "standard"
  std::string order = "rows";   // of squares; or "columns", "corners-first", "corners-last"
  std::string turn = "first";   // the place of its variable; or "last"
  // The relation that the algorithms use: "partitioned", one for each square and the pass, or
  // "complete", their union. Both find the same.
  std::string transitions = "partitioned";
  bool white_wins = true;                         // whose wins are looked for: White's or Black's
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes, for the diagrams
  int threads = 1;                                // with Sylvan
};

// Numbers of states may exceed 64 bits, so they are texts, in decimal.
struct ThesisAnswer {
  // Of a diagram, terminals included. The thesis's library counts a function and its negation as
  // one; `nodes` are counted so with any library, and `library_nodes` as `library` has them.
  struct Size {
    std::uint64_t nodes = 0, library_nodes = 0;
  };
  struct Set {
    Size size;
    std::string states;
  };
  struct Iteration {
    int number = 0;
    Set set;
  };
  struct Result {
    Size peak;
    // Algorithm 5 keeps these by number of discs: all nodes of these diagrams, shared ones once.
    std::optional<std::string> reachable;
    std::optional<Size> reachable_size;
    std::optional<bool> start_is_won;
    std::vector<Iteration> iterations;
  };
  struct Sizes {
    Size initial;
    std::optional<Size> relation,
        partitioned;  // complete; the relations of the squares and passes
    Set won;
    Set program_won;  // as the thesis's program builds it
  };
  struct Step {
    std::string square;
    Size size;
    std::string counted, formula;
  };
  struct End {
    std::string outcome;   // "deadlocks", "ended", "white", "black" (has won), "drawn"
    std::string category;  // "all"; of ended games also "full", "one_colour", "other"
    Set set;
    std::optional<std::string> formula;  // how many states there must be, if that is easily said
  };
  struct Growth {
    struct Board {
      int rows = 0, cols = 0;
      std::string states, all_states;  // as the thesis's program finds them; all that are won
      std::uint64_t nodes = 0, bytes = 0;
      double bytes_per_state = 0;
      std::optional<double> factor;
    };
    std::vector<Board> boards;
    std::optional<double> mean_factor, bytes_per_state_8x8, bytes_8x8;
  };
  struct Layer {
    int stones = 0;
    Set stopping, going_on;  // at games that have ended; past them
  };

  std::string library;  // that makes the diagrams
  int rows = 0, cols = 0;
  // One of these, as asked.
  std::optional<Result> result;
  std::optional<Sizes> sizes;
  std::optional<std::vector<Step>> steps;
  std::optional<std::vector<End>> ends;
  std::optional<Growth> growth;
  std::optional<std::vector<Layer>> layers;
  // What the experiment's process has used.
  double processor_seconds = 0;
  std::uint64_t memory_bytes = 0;
};

// All may be empty. Functions are called on the caller's thread.
struct ThesisOptions {
  std::function<void(const std::string& what)> progress = {};
  // What an algorithm has found after an iteration, so that it is not lost if the next ones fail.
  std::function<void(const ThesisAnswer& so_far)> so_far = {};
  const std::atomic<bool>* stop = nullptr;
};

// Throws UsageError, Interrupted, and Error if the diagrams do not fit into the memory.
ThesisAnswer ask_thesis(const ThesisQuestion& question, const ThesisOptions& options = {});

}  // namespace zermelo
