// SPDX-License-Identifier: MIT
//
// A brute-force solver of Ostle on small boards, to check the real one against.
//
// It shares no code with the solver under test, on purpose: boards are arrays of cells, every
// placement is a position of its own (no symmetry reduction), every state of a position (nothing
// forbidden, or any one move forbidden) has a value of its own, forbidden moves are found by trying
// all replies, and values come from plain sweeps, level by level. Slow and large, but easy to
// believe.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace zermelo::reference {

// Which game: every placement of the hole, of a mover's and b opponent's pieces with
// lose < a, b <= start and a + b <= total, on a board of size x size squares.
struct OstleOptions {
  int size = 5;   // side of the board, 3..6
  int start = 5;  // a side has at most this many pieces
  int lose = 3;   // a side down to this many pieces has lost
  int total = 99;
  // Rule 8. false: a reply is forbidden if it restores the position of two plies before. true: the
  // first reply (in the order of the paper's program) whose result is a mirror image of it.
  bool symmetric_repetition = false;
};

struct ReferenceValue {
  int outcome;  // +1 win, 0 draw, -1 loss, for the mover
  int plies;    // 0 for a draw
};

struct ReferenceState {
  std::string text;
  ReferenceValue value;
};

// An allowed move, and what it leads to: a state (as text, seen from the side that moves next), or
// "win" or "loss" if the game ends, for the side that made the move. The value is the move's to
// the side that makes it.
struct ReferenceMove {
  std::string text;
  std::string next;
  ReferenceValue value;
};

class OstleReference {
 public:
  // Enumerates and solves. Throws std::invalid_argument for options that do not make a game.
  explicit OstleReference(const OstleOptions& options);

  // Positions without symmetry reduction.
  std::size_t position_count() const;

  // Calls visit for every state, in a fixed order: (p, none) and (p, r) for every move r of p that
  // removes nothing, whether or not play can produce it. Or only for one in `stride` of them.
  //
  // text: ranks from the top joined by '/', 'b' the mover's pieces, 'w' the opponent's, 'o' the
  // hole, digits for runs of empty squares, then " b", then " <move>" if a move is forbidden, e.g.
  // "wwwww/5/2o2/5/bbbbb b c3U". Files a.. from the left, ranks 1.. from the bottom; a move is its
  // source square and U (rank + 1), D (rank - 1), L (file - 1) or R (file + 1).
  void for_each_state(
      const std::function<void(const std::string& text, ReferenceValue value)>& visit,
      std::size_t stride = 1) const;

  // The allowed moves of a state, from the very table the values were computed from.
  // Throws std::invalid_argument if there is no such state.
  std::vector<ReferenceMove> moves(const std::string& text) const;

  struct Counts {
    long long positions;          // classes of positions up to the board's symmetries
    long long checkmates;         // of those, the mover can win at once
    long long nontrivial_states;  // as in the paper (Algorithm 6), up to symmetry: see the .cpp
  };
  Counts counts() const;

  // Classes of positions that no move leads to without forbidding a reply, and those that no move
  // leads to at all; except checkmates.
  struct Unreached {
    long long checkmates = 0, others = 0;
  };
  Unreached without_unrestricted() const;
  Unreached unreached() const;

  // For each class of positions with a non-trivial state of the longest win: all its states, (p,
  // none) and (p, r) for every r that removes nothing, with their values, and whether a move leads
  // to them.
  struct LongestState {
    std::string text;
    ReferenceValue value;
    bool reached;
  };
  std::vector<std::vector<LongestState>> longest_wins() const;

  // The same non-trivial states by value: key outcome * plies, 0 for draws.
  std::map<int, long long> nontrivial_histogram() const;

 private:
  using Board = std::array<char, 36>;  // cells row by row from the top rank; 'b', 'w', 'o' or '.'
  // mover's bits << 42 | opponent's bits << 6 | hole square
  __extension__ using Code = unsigned __int128;
  struct CodeHash {
    std::size_t operator()(Code code) const {
      return static_cast<std::size_t>(code >> 42) * 0x9e3779b97f4a7c15u ^
             static_cast<std::size_t>(code);
    }
  };

  // A move of a position. move = 4 * source square + direction. target is the position it leads to,
  // seen from the opponent, or one of the two ends of the game. forbidden says which state of the
  // target: 0 = nothing forbidden, i + 1 = its i-th move is.
  struct CountedMove {
    std::uint32_t target;
    std::uint8_t move;
    std::uint8_t forbidden;
    bool removes;
  };

  // What the sweeps know of each position.
  struct Progress {
    std::vector<char> changed;   // the last level gave one of its states a value
    std::vector<char> changing;  // this level did
    std::vector<char> settled;   // all its states have a value
  };

  // Building, in this order.
  void make_geometry();
  void enumerate(Board& board, int square, bool hole_placed, int mover, int opponent);
  void make_symmetries();
  void make_edges();
  void add_edge(const Board& board, int square, int direction);
  void forbid_replies();
  void solve();
  bool sweep(int level, Progress& progress);
  void check_values() const;

  // Rules of the game on an array of cells.
  char play(Board& board, int square, int direction) const;
  int squares() const { return options_.size * options_.size; }

  // Symmetries, 0..7.
  Board image(int symmetry, const Board& board) const;
  int image_of_move(int symmetry, int move) const;

  // Rule 8: the forbidden reply at position after, reached from before, as CountedMove::forbidden.
  std::uint8_t exact_forbidden(std::uint32_t before, std::uint32_t after) const;
  std::uint8_t symmetric_forbidden(std::uint32_t before, std::uint32_t after) const;

  // Codes and texts.
  Code encode(const Board& board) const;
  Board decode(Code code) const;
  std::string board_text(const Board& board) const;
  Board parse_board(const std::string& text) const;
  std::string move_text(int move) const;
  std::string state_text(std::uint32_t position, int forbidden) const;

  // Tables. The edges of position p are edges_[first_edge_[p] .. first_edge_[p + 1]). Its states
  // are numbered from state(p, 0): nothing forbidden, then its i-th move forbidden for state(p, i +
  // 1).
  std::size_t edge_count(std::uint32_t p) const { return first_edge_[p + 1] - first_edge_[p]; }
  const CountedMove* edges_of(std::uint32_t p) const { return edges_.data() + first_edge_[p]; }
  std::size_t state(std::uint32_t p, std::size_t forbidden) const {
    return first_edge_[p] + p + forbidden;
  }
  bool is_checkmate(std::uint32_t p) const;
  int value_after(const CountedMove& edge) const;
  Unreached count_unreached(const std::function<bool(std::uint32_t position)>& is_unreached) const;
  void for_each_nontrivial(const std::function<void(std::size_t state)>& visit) const;

  OstleOptions options_;
  std::array<std::array<int, 4>, 36> neighbours_{};  // -1 = outside the board
  std::array<std::array<int, 36>, 8> images_{};      // of squares, by symmetry
  std::array<std::array<int, 4>, 8> turns_{};        // of directions, by symmetry

  std::vector<Code> codes_;  // of each position, ascending
  // Its inverse; empty once the edges are made.
  std::unordered_map<Code, std::uint32_t, CodeHash> position_;
  std::vector<std::uint32_t> canonical_;    // the image with the smallest code
  std::vector<std::uint8_t> to_canonical_;  // a symmetry that leads to it
  std::vector<std::size_t> first_edge_;
  std::vector<CountedMove> edges_;
  std::vector<bool> reached_;         // of each state: some move leads to it
  std::vector<std::int16_t> values_;  // of each state: outcome * plies
};

}  // namespace zermelo::reference
