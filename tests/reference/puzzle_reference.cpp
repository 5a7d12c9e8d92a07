// SPDX-License-Identifier: MIT
#include "tests/reference/puzzle_reference.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/reference/text_symmetry.h"

namespace zermelo::reference {
namespace {

// Ranks from the top, '.' for an empty square.
using Grid = std::vector<std::string>;

Grid grid_of(const std::string& state) {
  Grid grid(1);
  for (const char c : state.substr(0, state.find(' '))) {
    if (c == '/') {
      grid.emplace_back();
    } else if (c >= '1' && c <= '9') {
      grid.back() += std::string(static_cast<std::size_t>(c - '0'), '.');
    } else {
      grid.back() += c;
    }
  }
  return grid;
}

std::string joined(const Grid& grid) {
  std::string text;
  for (const std::string& rank : grid) text += rank + "/";
  return text;
}

long count(const Grid& grid, char c) {
  const std::string all = joined(grid);
  return std::count(all.begin(), all.end(), c);
}

// The board after a move that is legal.
Grid played(Grid grid, const std::string& move) {
  const int size = static_cast<int>(grid.size());
  int x = move[0] - 'a', y = size - 1 - (move[1] - '1');
  const int dx = (move[2] == 'R') - (move[2] == 'L'), dy = (move[2] == 'D') - (move[2] == 'U');
  const auto inside = [&] { return x >= 0 && y >= 0 && x < size && y < size; };
  const auto cell = [&]() -> char& {
    return grid[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
  };
  for (char carried = std::exchange(cell(), '.'); carried != '.';) {
    x += dx;
    y += dy;
    if (!inside() || cell() == 'o') break;
    std::swap(carried, cell());
  }
  return grid;
}

// Whether a move of `mover` pushes off a piece of the other side.
bool can_take(const Grid& grid, char mover) {
  const char other = mover == 'b' ? 'w' : 'b';
  for (std::size_t y = 0; y < grid.size(); ++y) {
    for (std::size_t x = 0; x < grid.size(); ++x) {
      if (grid[y][x] != mover) continue;
      for (const char direction : {'U', 'D', 'L', 'R'}) {
        const std::string move = {static_cast<char>('a' + x),
                                  static_cast<char>('1' + grid.size() - 1 - y), direction};
        if (count(played(grid, move), other) < count(grid, other)) return true;
      }
    }
  }
  return false;
}

bool one_result(const std::vector<PuzzleMove>& moves) {
  std::set<std::string> results;
  for (const PuzzleMove& m : moves) results.insert(m.result());
  return results.size() == 1;
}

}  // namespace

PuzzleReference::PuzzleReference(const OstleOptions& options)
    : options_(options), reference_(options) {
  reference_.for_each_state([&](const std::string& text, ReferenceValue value) {
    if (text.back() != 'b' || !is_smallest_image(text)) return;  // or something is forbidden
    positions_.push_back(text);
    values_[text] = value;
  });
}

bool PuzzleReference::is_smallest_image(const std::string& state) const {
  for (int n = 1; n < 8; ++n) {
    if (TextSymmetry::number(options_.size, n)(state) < state) return false;
  }
  return true;
}

std::string PuzzleReference::smallest_image(const std::string& state) const {
  std::string smallest = state;
  for (int n = 1; n < 8; ++n) {
    smallest = std::min(smallest, TextSymmetry::number(options_.size, n)(state));
  }
  return smallest;
}

std::vector<PuzzleMove> PuzzleReference::moves(const std::string& state) const {
  const Grid before = grid_of(state);
  std::vector<PuzzleMove> result;
  for (const ReferenceMove& m : reference_.moves(state)) {
    const Grid after = played(before, m.text);
    PuzzleMove move{m.text, m.next, m.value, joined(after)};
    move.takes = count(after, 'w') < count(before, 'w');
    move.gives_up = count(after, 'b') < count(before, 'b');
    const auto y = before.size() - 1 - static_cast<std::size_t>(m.text[1] - '1');
    move.moves_hole = before[y][static_cast<std::size_t>(m.text[0] - 'a')] == 'o';
    move.threatens = count(after, 'w') == options_.lose + 1 && can_take(after, 'b');
    result.push_back(std::move(move));
  }
  return result;
}

bool PuzzleReference::reachable(const std::string& position) const {
  if (reachable_.empty()) {
    for (const std::string& before : positions_) {
      for (const PuzzleMove& move : moves(before)) {
        if (move.next.back() == 'b') reachable_.insert(smallest_image(move.next));
      }
    }
  }
  return reachable_.contains(position);
}

int PuzzleReference::pieces(const std::string& position, char colour) const {
  return static_cast<int>(count(grid_of(position), colour));
}

std::vector<PuzzleMove> PuzzleReference::winning(const std::string& position) const {
  std::vector<PuzzleMove> result;
  for (PuzzleMove& move : moves(position)) {
    if (move.value.outcome == value(position).outcome) result.push_back(std::move(move));
  }
  return result;
}

bool PuzzleReference::only_move(const std::string& position) const {
  return one_result(winning(position));
}

bool PuzzleReference::only_line(const std::string& position) const {
  const ReferenceValue v = value(position);
  return v.outcome > 0 && only_line(position, v.plies);
}

bool PuzzleReference::only_line(const std::string& state, int plies) const {
  if (const auto known = only_lines_.find(state); known != only_lines_.end()) return known->second;
  std::vector<PuzzleMove> keys;
  for (PuzzleMove& m : moves(state)) {
    if (m.value.outcome > 0 && m.value.plies == plies) keys.push_back(std::move(m));
  }
  bool only = one_result(keys);
  if (only && plies > 1) {
    for (const PuzzleMove& defence : moves(keys.front().next)) {
      const bool longest = defence.value.outcome < 0 && defence.value.plies == plies - 1;
      if (longest && defence.next != "loss") only = only && only_line(defence.next, plies - 2);
    }
  }
  return only_lines_[state] = only;
}

bool PuzzleReference::sacrifice(const std::string& position) const {
  const auto moves = winning(position);
  return value(position).outcome > 0 &&
         std::ranges::all_of(moves, [](const PuzzleMove& m) { return m.gives_up; });
}

bool PuzzleReference::capture_refused(const std::string& position) const {
  bool any = false, all_lose = true;
  for (const PuzzleMove& m : moves(position)) {
    any = any || m.takes;
    all_lose = all_lose && (!m.takes || m.value.outcome < 0);
  }
  return value(position).outcome == 0 && any && all_lose;
}

bool PuzzleReference::quiet_key(const std::string& position) const {
  const auto moves = winning(position);
  return std::ranges::all_of(moves, [&](const PuzzleMove& m) {
    return m.value.plies != value(position).plies || (!m.takes && !m.gives_up && !m.threatens);
  });
}

bool PuzzleReference::hole_key(const std::string& position) const {
  const auto moves = winning(position);
  return std::ranges::all_of(moves, [](const PuzzleMove& m) { return m.moves_hole; });
}

double PuzzleReference::difficulty(const std::string& position,
                                   const std::vector<std::string>& line) const {
  double chance = 1;
  std::string state = position;
  auto [outcome, left] = value(smallest_image(position));
  for (std::size_t ply = 0; ply < line.size(); ++ply, --left) {
    double right = 0, all = 0;
    std::string next;
    for (const PuzzleMove& m : moves(state)) {
      const double weight = m.next == "loss" ? 0 : m.takes ? 4 : m.gives_up ? 0.25 : 1;
      all += weight;
      if (m.value.outcome == outcome && m.value.plies == left) right += weight;
      if (m.text == line[ply]) next = m.next;
    }
    if (ply % 2 == 0 && left != 1) chance *= right / all;
    state = next;
  }
  return -std::log2(chance);
}

}  // namespace zermelo::reference
