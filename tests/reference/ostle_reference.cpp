// SPDX-License-Identifier: MIT
//
// The brute-force Ostle solver: see the header for what it is and why it is so plain.

#include "ostle_reference.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>

namespace zermelo::reference {

namespace {

constexpr char kEmpty = '.';
constexpr char kMover = 'b';
constexpr char kOpponent = 'w';
constexpr char kHole = 'o';

// Directions in the order of the paper's program: -row, +row, -column, +column. Row 0 is the top
// rank.
constexpr int kDirections = 4;
constexpr int kRowStep[kDirections] = {-1, +1, 0, 0};
constexpr int kColumnStep[kDirections] = {0, 0, -1, +1};
constexpr char kDirectionName[kDirections] = {'U', 'D', 'L', 'R'};

constexpr int kSymmetries = 8;

// CountedMove::target of the moves that end the game.
constexpr std::uint32_t kWins = 0xFFFFFFFF;
constexpr std::uint32_t kLoses = 0xFFFFFFFE;

bool is_piece(char cell) { return cell == kMover || cell == kOpponent; }

bool ends_game(std::uint32_t target) { return target == kWins || target == kLoses; }

// Symmetry number s: mirror left-right if s & 1, then top-bottom if s & 2, then transpose if s & 4.
// For squares last = size - 1; for steps last = 0.
void apply_symmetry(int symmetry, int last, int& row, int& column) {
  if (symmetry & 1) column = last - column;
  if (symmetry & 2) row = last - row;
  if (symmetry & 4) std::swap(row, column);
}

template <class Cells>
int count_cells(const Cells& cells, char kind) {
  int count = 0;
  for (char cell : cells) count += cell == kind;
  return count;
}

}  // namespace

OstleReference::OstleReference(const OstleOptions& options) : options_(options) {
  if (options.size < 3 || options.size > 6) throw std::invalid_argument("size must be 3 to 6");
  if (options.lose < 0 || options.start <= options.lose)
    throw std::invalid_argument("need 0 <= lose < start");
  make_geometry();
  Board board;
  board.fill(kEmpty);
  enumerate(board, 0, false, 0, 0);
  std::sort(codes_.begin(), codes_.end());
  for (std::uint32_t p = 0; p < codes_.size(); ++p) position_.emplace(codes_[p], p);
  make_symmetries();
  make_edges();
  position_ = {};
  forbid_replies();
  solve();
  check_values();
}

std::size_t OstleReference::position_count() const { return codes_.size(); }

// ---------------------------------------------------------------------------------------- building

void OstleReference::make_geometry() {
  const int size = options_.size;
  for (int square = 0; square < squares(); ++square) {
    for (int d = 0; d < kDirections; ++d) {
      const int row = square / size + kRowStep[d];
      const int column = square % size + kColumnStep[d];
      const bool inside = 0 <= row && row < size && 0 <= column && column < size;
      neighbours_[square][d] = inside ? row * size + column : -1;
    }
  }
  for (int s = 0; s < kSymmetries; ++s) {
    for (int square = 0; square < squares(); ++square) {
      int row = square / size, column = square % size;
      apply_symmetry(s, size - 1, row, column);
      images_[s][square] = row * size + column;
    }
    for (int d = 0; d < kDirections; ++d) {
      int row = kRowStep[d], column = kColumnStep[d];
      apply_symmetry(s, 0, row, column);
      for (int e = 0; e < kDirections; ++e)
        if (kRowStep[e] == row && kColumnStep[e] == column) turns_[s][d] = e;
    }
  }
}

// Fills the squares one by one with every cell that the piece counts still allow.
void OstleReference::enumerate(Board& board, int square, bool hole_placed, int mover,
                               int opponent) {
  if (mover > options_.start || opponent > options_.start || mover + opponent > options_.total)
    return;
  if (square == squares()) {
    if (!hole_placed || mover <= options_.lose || opponent <= options_.lose) return;
    codes_.push_back(encode(board));
    return;
  }
  enumerate(board, square + 1, hole_placed, mover, opponent);
  board[square] = kMover;
  enumerate(board, square + 1, hole_placed, mover + 1, opponent);
  board[square] = kOpponent;
  enumerate(board, square + 1, hole_placed, mover, opponent + 1);
  if (!hole_placed) {
    board[square] = kHole;
    enumerate(board, square + 1, true, mover, opponent);
  }
  board[square] = kEmpty;
}

void OstleReference::make_symmetries() {
  for (const Code code : codes_) {
    const Board board = decode(code);
    Code best = code;
    int best_symmetry = 0;
    for (int s = 1; s < kSymmetries; ++s) {
      const Code other = encode(image(s, board));
      if (other < best) best = other, best_symmetry = s;
    }
    canonical_.push_back(position_.at(best));
    to_canonical_.push_back(static_cast<std::uint8_t>(best_symmetry));
  }
}

// The moves of every position: pieces by ascending square, then the hole.
void OstleReference::make_edges() {
  for (const Code code : codes_) {
    first_edge_.push_back(edges_.size());
    const Board board = decode(code);
    int hole = -1;
    for (int square = 0; square < squares(); ++square) {
      if (board[square] == kHole) hole = square;
      if (board[square] != kMover) continue;
      for (int d = 0; d < kDirections; ++d) add_edge(board, square, d);
    }
    for (int d = 0; d < kDirections; ++d) {
      const int to = neighbours_[hole][d];
      if (to >= 0 && board[to] == kEmpty) add_edge(board, hole, d);
    }
  }
  first_edge_.push_back(edges_.size());
}

void OstleReference::add_edge(const Board& board, int square, int direction) {
  Board next = board;
  const char removed = play(next, square, direction);
  CountedMove edge{};
  edge.move = static_cast<std::uint8_t>(4 * square + direction);
  edge.removes = removed != kEmpty;
  if (removed == kOpponent && count_cells(next, kOpponent) == options_.lose) {
    edge.target = kWins;
  } else if (removed == kMover && count_cells(next, kMover) == options_.lose) {
    edge.target = kLoses;
  } else {
    for (char& cell : next) {  // seen from the other side
      if (cell == kMover)
        cell = kOpponent;
      else if (cell == kOpponent)
        cell = kMover;
    }
    edge.target = position_.at(encode(next));
  }
  edges_.push_back(edge);
}

// Moves a piece (with the row in front of it) or the hole. Returns the piece removed, or kEmpty.
char OstleReference::play(Board& board, int square, int direction) const {
  if (board[square] == kHole) {
    board[neighbours_[square][direction]] = kHole;
    board[square] = kEmpty;
    return kEmpty;
  }
  std::array<int, 6> row;
  int length = 0;
  for (int q = square; q >= 0 && is_piece(board[q]); q = neighbours_[q][direction])
    row[length++] = q;
  char removed = kEmpty;
  for (int i = length - 1; i >= 0; --i) {  // the last piece first: it makes room for the next
    const int to = neighbours_[row[i]][direction];
    if (to < 0 || board[to] == kHole)
      removed = board[row[i]];
    else
      board[to] = board[row[i]];
    board[row[i]] = kEmpty;
  }
  return removed;
}

// ------------------------------------------------------------------------------------------ rule 8

void OstleReference::forbid_replies() {
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    for (std::size_t i = first_edge_[p]; i < first_edge_[p + 1]; ++i) {
      CountedMove& edge = edges_[i];
      if (edge.removes) continue;
      edge.forbidden = options_.symmetric_repetition ? symmetric_forbidden(p, edge.target)
                                                     : exact_forbidden(p, edge.target);
    }
  }
  reached_.assign(edges_.size() + codes_.size(), false);
  for (const CountedMove& edge : edges_)
    if (!ends_game(edge.target)) reached_[state(edge.target, edge.forbidden)] = true;
}

// The one reply that restores the position before.
std::uint8_t OstleReference::exact_forbidden(std::uint32_t before, std::uint32_t after) const {
  std::uint8_t forbidden = 0;
  for (std::size_t i = 0; i < edge_count(after); ++i) {
    if (edges_of(after)[i].target != before) continue;
    if (forbidden != 0) throw std::logic_error("two replies restore a position");
    forbidden = static_cast<std::uint8_t>(i + 1);
  }
  return forbidden;
}

// Looking at the canonical image of after: the first move that leads to an image of before.
std::uint8_t OstleReference::symmetric_forbidden(std::uint32_t before, std::uint32_t after) const {
  const std::uint32_t canonical = canonical_[after];
  for (std::size_t i = 0; i < edge_count(canonical); ++i) {
    const CountedMove& reply = edges_of(canonical)[i];
    if (ends_game(reply.target) || canonical_[reply.target] != canonical_[before]) continue;
    // Back to the orientation of after: its move whose image is that reply.
    for (std::size_t k = 0; k < edge_count(after); ++k)
      if (image_of_move(to_canonical_[after], edges_of(after)[k].move) == reply.move)
        return static_cast<std::uint8_t>(k + 1);
    throw std::logic_error("a move has no image");
  }
  return 0;
}

// ----------------------------------------------------------------------------------------- solving

// Level n finds the states won or lost in exactly n plies. A state's value can change in level n
// only if a successor's was found in level n - 1, so positions without such a successor are skipped
// (check_values looks at all of them in the end), and the first level that finds nothing is the
// last.
void OstleReference::solve() {
  values_.assign(edges_.size() + codes_.size(), 0);
  Progress progress;
  progress.changed.assign(codes_.size(), 1);
  progress.settled.assign(codes_.size(), 0);
  for (int level = 1;; ++level) {
    progress.changing.assign(codes_.size(), 0);
    if (!sweep(level, progress)) return;
    progress.changed.swap(progress.changing);
  }
}

// One level, for all states: reads only values of fewer than `level` plies. Returns whether it
// found any.
bool OstleReference::sweep(int level, Progress& progress) {
  bool found = false;
  std::vector<int> kind;  // of each move, at this level: +1 it wins, -1 it loses, 0 neither so far
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    if (progress.settled[p]) continue;
    const std::size_t count = edge_count(p);
    const CountedMove* edges = edges_of(p);

    bool look = level == 1;
    for (std::size_t i = 0; i < count && !look; ++i)
      look = !ends_game(edges[i].target) && progress.changed[edges[i].target];
    if (!look) continue;

    kind.assign(count, 0);
    std::size_t winning = 0, losing = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const CountedMove& edge = edges[i];
      if (ends_game(edge.target)) {
        kind[i] = edge.target == kWins ? +1 : -1;
      } else {
        const int value = values_[state(edge.target, edge.forbidden)];  // of the opponent
        if (value != 0 && std::abs(value) < level) kind[i] = value < 0 ? +1 : -1;
      }
      winning += kind[i] == +1;
      losing += kind[i] == -1;
    }

    std::size_t open = 0;
    for (std::size_t f = 0; f <= count; ++f) {  // nothing forbidden, or the move number f - 1
      std::int16_t& value = values_[state(p, f)];
      if (value != 0) continue;
      const int taken = f == 0 ? 0 : kind[f - 1];
      const std::size_t allowed = f == 0 ? count : count - 1;
      if (winning - (taken == +1) > 0)
        value = static_cast<std::int16_t>(level);
      else if (losing - (taken == -1) == allowed)
        value = static_cast<std::int16_t>(-level);
      if (value != 0)
        progress.changing[p] = 1, found = true;
      else
        ++open;
    }
    progress.settled[p] = open == 0;
  }
  return found;
}

// What a move is worth to its maker, as outcome * plies counted from before the move.
int OstleReference::value_after(const CountedMove& edge) const {
  if (edge.target == kWins) return +1;
  if (edge.target == kLoses) return -1;
  const int value = values_[state(edge.target, edge.forbidden)];
  return value == 0 ? 0 : value > 0 ? -(value + 1) : -value + 1;
}

// Every state's value is the best of its moves' values: the fastest win, else a draw, else the
// slowest loss.
void OstleReference::check_values() const {
  const auto better = [](int a, int b) {
    const auto rank = [](int v) { return v > 0 ? 100000 - v : v < 0 ? -100000 - v : 0; };
    return rank(a) > rank(b);
  };
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    // The best move, and the best of the others, which counts where the best is forbidden.
    const std::size_t none = edge_count(p);
    std::size_t first = none;
    int best = 0, second = 0;
    bool has_second = false;
    for (std::size_t i = 0; i < edge_count(p); ++i) {
      const int value = value_after(edges_of(p)[i]);
      if (first == none || better(value, best)) {
        if (first != none) second = best, has_second = true;
        best = value, first = i;
      } else if (!has_second || better(value, second)) {
        second = value, has_second = true;
      }
    }
    if (!has_second) throw std::logic_error("a position has no two moves");
    for (std::size_t f = 0; f <= edge_count(p); ++f)
      if (values_[state(p, f)] != (f == first + 1 ? second : best))
        throw std::logic_error("a value does not follow from its successors'");
  }
}

// ------------------------------------------------------------------------------ visiting, counting

void OstleReference::for_each_state(
    const std::function<void(const std::string& text, ReferenceValue value)>& visit,
    std::size_t stride) const {
  std::size_t number = 0;
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    for (std::size_t f = 0; f <= edge_count(p); ++f) {
      if (f > 0 && edges_of(p)[f - 1].removes) continue;
      if (number++ % stride != 0) continue;
      const int value = values_[state(p, f)];
      visit(state_text(p, static_cast<int>(f)), {(value > 0) - (value < 0), std::abs(value)});
    }
  }
}

std::vector<ReferenceMove> OstleReference::moves(const std::string& text) const {
  const Code code = encode(parse_board(text));
  const auto found = std::lower_bound(codes_.begin(), codes_.end(), code);
  if (found == codes_.end() || *found != code)
    throw std::invalid_argument("no such position: " + text);
  const auto p = static_cast<std::uint32_t>(found - codes_.begin());

  bool known = text == state_text(p, 0);
  std::vector<ReferenceMove> result;
  for (std::size_t i = 0; i < edge_count(p); ++i) {
    const CountedMove& edge = edges_of(p)[i];
    if (!edge.removes && text == state_text(p, static_cast<int>(i + 1))) {
      known = true;
      continue;
    }
    const int value = value_after(edge);
    result.push_back({move_text(edge.move),
                      edge.target == kWins    ? "win"
                      : edge.target == kLoses ? "loss"
                                              : state_text(edge.target, edge.forbidden),
                      {(value > 0) - (value < 0), std::abs(value)}});
  }
  if (!known) throw std::invalid_argument("no such state: " + text);
  return result;
}

bool OstleReference::is_checkmate(std::uint32_t p) const {
  for (std::size_t i = 0; i < edge_count(p); ++i)
    if (edges_of(p)[i].target == kWins) return true;
  return false;
}

OstleReference::Unreached OstleReference::count_unreached(
    const std::function<bool(std::uint32_t position)>& is_unreached) const {
  Unreached count;
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    if (canonical_[p] != p || !is_unreached(p)) continue;
    ++(is_checkmate(p) ? count.checkmates : count.others);
  }
  return count;
}

OstleReference::Unreached OstleReference::without_unrestricted() const {
  return count_unreached([this](std::uint32_t p) { return !reached_[state(p, 0)]; });
}

OstleReference::Unreached OstleReference::unreached() const {
  return count_unreached([this](std::uint32_t p) {
    for (std::size_t f = 0; f <= edge_count(p); ++f)
      if (reached_[state(p, f)]) return false;
    return true;
  });
}

std::vector<std::vector<OstleReference::LongestState>> OstleReference::longest_wins() const {
  int longest = 0;
  for_each_nontrivial([&](std::size_t s) { longest = std::max<int>(longest, values_[s]); });
  std::set<std::size_t> longest_states;
  for_each_nontrivial([&](std::size_t s) {
    if (values_[s] == longest) longest_states.insert(s);
  });
  std::vector<std::vector<LongestState>> result;
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    const auto first = longest_states.lower_bound(state(p, 0));
    if (first == longest_states.end() || *first > state(p, edge_count(p))) continue;
    result.emplace_back();
    for (std::size_t f = 0; f <= edge_count(p); ++f) {
      if (f > 0 && edges_of(p)[f - 1].removes) continue;
      const int value = values_[state(p, f)];
      result.back().push_back({state_text(p, static_cast<int>(f)),
                               {(value > 0) - (value < 0), std::abs(value)},
                               reached_[state(p, f)]});
    }
  }
  return result;
}

// The paper's non-trivial states (its Algorithm 6): the position is not a checkmate, and a move of
// some position of the set leads to the state. States that a symmetry maps to each other count
// once: of each class of positions we look at the canonical one, and of each orbit of forbidden
// moves under the symmetries that leave that position as it is, at the one with the smallest
// number.
void OstleReference::for_each_nontrivial(
    const std::function<void(std::size_t state)>& visit) const {
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    if (canonical_[p] != p || is_checkmate(p)) continue;
    if (reached_[state(p, 0)]) visit(state(p, 0));

    const Board board = decode(codes_[p]);
    std::vector<int> stabiliser;
    for (int s = 0; s < kSymmetries; ++s)
      if (image(s, board) == board) stabiliser.push_back(s);

    std::set<int> seen;
    for (std::size_t i = 0; i < edge_count(p); ++i) {
      if (!reached_[state(p, i + 1)]) continue;
      int smallest = edges_of(p)[i].move;
      for (const int s : stabiliser)
        smallest = std::min(smallest, image_of_move(s, edges_of(p)[i].move));
      if (seen.insert(smallest).second) visit(state(p, i + 1));
    }
  }
}

OstleReference::Counts OstleReference::counts() const {
  Counts counts{0, 0, 0};
  for (std::uint32_t p = 0; p < codes_.size(); ++p) {
    if (canonical_[p] != p) continue;
    ++counts.positions;
    counts.checkmates += is_checkmate(p);
  }
  for_each_nontrivial([&](std::size_t) { ++counts.nontrivial_states; });
  return counts;
}

std::map<int, long long> OstleReference::nontrivial_histogram() const {
  std::map<int, long long> histogram;
  for_each_nontrivial([&](std::size_t state) { ++histogram[values_[state]]; });
  return histogram;
}

// --------------------------------------------------------------------- symmetries, codes and texts

OstleReference::Board OstleReference::image(int symmetry, const Board& board) const {
  Board result;
  result.fill(kEmpty);
  for (int square = 0; square < squares(); ++square)
    result[images_[symmetry][square]] = board[square];
  return result;
}

int OstleReference::image_of_move(int symmetry, int move) const {
  return 4 * images_[symmetry][move / 4] + turns_[symmetry][move % 4];
}

OstleReference::Code OstleReference::encode(const Board& board) const {
  Code code = 0;
  for (int square = 0; square < squares(); ++square) {
    if (board[square] == kMover) code |= Code{1} << (42 + square);
    if (board[square] == kOpponent) code |= Code{1} << (6 + square);
    if (board[square] == kHole) code |= static_cast<Code>(square);
  }
  return code;
}

OstleReference::Board OstleReference::decode(Code code) const {
  Board board;
  board.fill(kEmpty);
  for (int square = 0; square < squares(); ++square) {
    if (code >> (42 + square) & 1) board[square] = kMover;
    if (code >> (6 + square) & 1) board[square] = kOpponent;
  }
  board[static_cast<std::size_t>(code & 63)] = kHole;
  return board;
}

std::string OstleReference::board_text(const Board& board) const {
  std::string text;
  for (int row = 0; row < options_.size; ++row) {
    if (row > 0) text += '/';
    int empty = 0;
    for (int column = 0; column < options_.size; ++column) {
      const char cell = board[row * options_.size + column];
      if (cell == kEmpty) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += cell;
    }
    if (empty > 0) text += std::to_string(empty);
  }
  return text;
}

// Reads the board of a state's text, up to the first blank. What does not fit is omitted: the
// caller compares with the text of what was read.
OstleReference::Board OstleReference::parse_board(const std::string& text) const {
  Board board;
  board.fill(kEmpty);
  int square = 0;
  for (const char c : text.substr(0, text.find(' '))) {
    if ('1' <= c && c <= '6')
      square += c - '0';
    else if (c != '/' && square < squares())
      board[square++] = c;
  }
  return board;
}

std::string OstleReference::move_text(int move) const {
  const int row = move / 4 / options_.size, column = move / 4 % options_.size;
  return std::string{static_cast<char>('a' + column), static_cast<char>('0' + options_.size - row),
                     kDirectionName[move % 4]};
}

std::string OstleReference::state_text(std::uint32_t position, int forbidden) const {
  const std::string text = board_text(decode(codes_[position])) + " b";
  if (forbidden == 0) return text;
  return text + ' ' + move_text(edges_of(position)[forbidden - 1].move);
}

}  // namespace zermelo::reference
