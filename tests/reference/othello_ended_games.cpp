// SPDX-License-Identifier: MIT
#include "tests/reference/othello_ended_games.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

namespace zermelo::test {
namespace {

enum Content : int { empty, black, white };

// --- One by one ----------------------------------------------------------------------------------

class PlainBoard {
 public:
  PlainBoard(int rows, int cols)
      : rows_(rows), cols_(cols), squares_(static_cast<std::size_t>(rows * cols), empty) {}

  // The next board, counting in base three. False after the last one.
  bool advance() {
    for (int& square : squares_) {
      if (++square <= white) return true;
      square = empty;
    }
    return false;
  }
  bool either_side_can_move() const {
    for (int row = 0; row < rows_; ++row) {
      for (int col = 0; col < cols_; ++col) {
        if (at(row, col) == empty && some_disc_fits(row, col)) return true;
      }
    }
    return false;
  }
  int lead() const {
    return static_cast<int>(std::ranges::count(squares_, white) -
                            std::ranges::count(squares_, black));
  }

 private:
  int at(int row, int col) const { return squares_[static_cast<std::size_t>(row * cols_ + col)]; }
  bool on_board(int row, int col) const {
    return row >= 0 && row < rows_ && col >= 0 && col < cols_;
  }
  // Whether a disc of one colour or the other may be put on this empty square.
  bool some_disc_fits(int row, int col) const {
    for (int dr = -1; dr <= 1; ++dr) {
      for (int dc = -1; dc <= 1; ++dc) {
        if ((dr != 0 || dc != 0) && encloses(row, col, dr, dc)) return true;
      }
    }
    return false;
  }
  // Whether there is a run of discs of one colour in that direction, and a disc of the other colour
  // behind it.
  bool encloses(int row, int col, int dr, int dc) const {
    int r = row + dr, c = col + dc;
    if (!on_board(r, c) || at(r, c) == empty) return false;
    const int turned = at(r, c);
    while (on_board(r, c) && at(r, c) == turned) r += dr, c += dc;
    return on_board(r, c) && at(r, c) != empty;
  }

  int rows_, cols_;
  std::vector<int> squares_;
};

// --- Square by square ----------------------------------------------------------------------------

// What matters about the squares of a line that are filled.
enum LineState : unsigned {
  untouched,     // none is, or all of them
  all_black,     // no empty square so far
  all_white,     //
  mixed,         // both colours: from now on, no square may be empty
  after_empty,   // the last square is empty
  broken_black,  // some square is empty; the last one is black
  broken_white,
};
constexpr int state_bits = 3;

// Returns false if the line cannot go on in this way.
bool extend(unsigned& state, Content next) {
  switch (state) {
    case untouched:
      state = next == empty ? after_empty : next == black ? all_black : all_white;
      return true;
    case mixed:
      return next != empty;
    case all_black:
    case all_white:
      if (next == empty) {
        state = after_empty;
      } else if ((next == black) != (state == all_black)) {
        state = mixed;
      }
      return true;
    case broken_black:
    case broken_white:
      if (next != empty && (next == black) != (state == broken_black)) return false;
      [[fallthrough]];
    default:
      state = next == empty ? after_empty : next == black ? broken_black : broken_white;
      return true;
  }
}

// A line through the square that is filled next: where its state is kept, and whether it ends here.
struct Line {
  int slot;
  bool ends;
};

// The states of all lines that have been begun and not ended.
using LineStates = std::uint64_t;
// Ways to fill the squares so far, by White's lead; a lead of 0 is in the middle.
using Leads = std::vector<std::uint64_t>;
using Parts = std::unordered_map<LineStates, Leads>;

// Returns false if a side could then move.
bool fill(LineStates& states, const std::vector<Line>& lines, Content content) {
  constexpr LineStates mask = (1u << state_bits) - 1;
  for (const Line& line : lines) {
    const int shift = state_bits * line.slot;
    auto state = static_cast<unsigned>(states >> shift & mask);
    if (!extend(state, content)) return false;
    if (line.ends) state = untouched;
    states = (states & ~(mask << shift)) | LineStates{state} << shift;
  }
  return true;
}

void add_shifted(Leads& to, const Leads& from, Content content) {
  to.resize(from.size());
  for (std::size_t n = 0; n < from.size(); ++n) {
    if (from[n] > 0) to[content == white ? n + 1 : content == black ? n - 1 : n] += from[n];
  }
}

// The row, the column and the diagonals of a square. As squares are filled row by row, a diagonal
// has ended when the one that is `cols` further begins, so they share a slot.
std::vector<Line> lines_through(int row, int col, int rows, int cols) {
  const bool bottom = row == rows - 1, left = col == 0, right = col == cols - 1;
  const int down_right = (col - row + rows * cols) % cols, down_left = (col + row) % cols;
  return {{0, right},
          {1 + col, bottom},
          {1 + cols + down_right, bottom || right},
          {1 + 2 * cols + down_left, bottom || left}};
}

}  // namespace

BoardsByLead ended_othello_boards_one_by_one(int rows, int cols) {
  BoardsByLead result;
  PlainBoard board(rows, cols);
  do {
    if (!board.either_side_can_move()) ++result[board.lead()];
  } while (board.advance());
  return result;
}

BoardsByLead ended_othello_boards(int rows, int cols) {
  if (cols > rows) std::swap(rows, cols);
  if (state_bits * (1 + 3 * cols) > 64) throw std::invalid_argument("The board is too wide.");
  const auto squares = static_cast<std::size_t>(rows * cols);
  Leads start(2 * squares + 1);
  start[squares] = 1;
  Parts parts = {{0, start}};
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const std::vector<Line> lines = lines_through(row, col, rows, cols);
      Parts after;
      for (const auto& [states, leads] : parts) {
        for (const Content content : {empty, black, white}) {
          LineStates next = states;
          if (fill(next, lines, content)) add_shifted(after[next], leads, content);
        }
      }
      parts = std::move(after);
    }
  }
  // All lines have ended.
  BoardsByLead result;
  const Leads& leads = parts.at(0);
  for (std::size_t n = 0; n < leads.size(); ++n) {
    if (leads[n] > 0) result[static_cast<int>(n) - rows * cols] = leads[n];
  }
  return result;
}

std::uint64_t ended_games_won_by_white(const BoardsByLead& boards) {
  std::uint64_t won = 0;
  for (const auto& [lead, number] : boards) won += lead > 0 ? number : 0;
  return 2 * won;
}

}  // namespace zermelo::test
