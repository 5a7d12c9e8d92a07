// SPDX-License-Identifier: MIT
// The puzzles on a small board, found by plain brute force: every condition is a sentence about the
// moves of a position, looked up one by one in the reference solver. Shares no code with the solver
// or the miner.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/reference/ostle_reference.h"

namespace zermelo::reference {

// A move of a state, as text; the state has Black as the mover.
struct PuzzleMove {
  std::string text, next;  // as in ReferenceMove
  ReferenceValue value;
  std::string board;  // after the move, by ranks; distinguishes results that end the game
  bool takes = false, gives_up = false, moves_hole = false;
  bool threatens = false;  // if its maker could move again, that side could end the game at once

  // Moves with the same result are one move to a solver.
  std::string result() const { return board + ">" + next; }
};

class PuzzleReference {
 public:
  explicit PuzzleReference(const OstleOptions& options);

  // One position of each class of symmetric ones, nothing forbidden: the smallest text.
  const std::vector<std::string>& positions() const { return positions_; }
  ReferenceValue value(const std::string& position) const { return values_.at(position); }
  std::vector<PuzzleMove> moves(const std::string& state) const;
  // The smallest text of a state's eight images.
  std::string smallest_image(const std::string& state) const;

  // The conditions, for one of positions(). In a drawn position, a move that holds the draw "wins".
  bool only_move(const std::string& position) const;
  bool only_line(const std::string& position) const;
  bool sacrifice(const std::string& position) const;
  bool capture_refused(const std::string& position) const;
  bool quiet_key(const std::string& position) const;
  bool hole_key(const std::string& position) const;
  bool reachable(const std::string& position) const;
  int pieces(const std::string& position, char colour) const;

  // In bits, along a line of moves from a position in any orientation.
  double difficulty(const std::string& position, const std::vector<std::string>& line) const;

 private:
  bool is_smallest_image(const std::string& state) const;
  std::vector<PuzzleMove> winning(const std::string& position) const;
  bool only_line(const std::string& state, int plies) const;

  OstleOptions options_;
  OstleReference reference_;
  std::vector<std::string> positions_;
  std::map<std::string, ReferenceValue> values_;
  mutable std::set<std::string> reachable_;         // once asked for
  mutable std::map<std::string, bool> only_lines_;  // by state
};

}  // namespace zermelo::reference
