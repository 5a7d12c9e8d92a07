// SPDX-License-Identifier: MIT
// The symmetries of the board on Ostle's notation alone: for tests that do not rely on any board
// code.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace zermelo::reference {

// A state's image under quarter turns and then perhaps a mirror.
class TextSymmetry {
 public:
  TextSymmetry(int size, int turns, bool mirror) : size_(size), turns_(turns), mirror_(mirror) {}

  // One of the eight, 0 being the identity.
  static TextSymmetry number(int size, int n) { return {size, n % 4, n >= 4}; }

  // The state may have either side to move.
  std::string operator()(const std::string& state) const {
    std::string grid(static_cast<std::size_t>(size_ * size_), '.');  // rank after rank
    int x = 0, y = size_ - 1;                                        // file and rank from 0
    std::size_t i = 0;
    for (; state[i] != ' '; ++i) {
      if (state[i] == '/') {
        x = 0, --y;
      } else if (state[i] >= '1' && state[i] <= '9') {
        x += state[i] - '0';
      } else {
        put(grid, x++, y, state[i]);
      }
    }
    std::string text;
    for (int rank = size_ - 1; rank >= 0; --rank) {
      add_rank(text, grid, rank);
      if (rank > 0) text += '/';
    }
    text += state.substr(i, 2);
    if (state.size() > i + 2) text += " " + move(state.substr(i + 3));
    return text;
  }

  std::string move(const std::string& text) const {
    const std::string clockwise = "URDL";  // x, y -> y, -x turns up into right
    std::size_t direction = (clockwise.find(text[2]) + turns_) % 4;
    if (mirror_ && direction % 2 == 1) direction = 4 - direction;
    const auto [u, v] = square(text[0] - 'a', text[1] - '1');
    return {static_cast<char>('a' + u), static_cast<char>('1' + v), clockwise[direction]};
  }

 private:
  std::pair<int, int> square(int x, int y) const {
    for (int t = 0; t < turns_; ++t) x = std::exchange(y, size_ - 1 - x);
    if (mirror_) x = size_ - 1 - x;
    return {x, y};
  }

  void put(std::string& grid, int x, int y, char cell) const {
    const auto [u, v] = square(x, y);
    grid[static_cast<std::size_t>(v * size_ + u)] = cell;
  }

  void add_rank(std::string& text, const std::string& grid, int rank) const {
    int empty = 0;
    for (int file = 0; file < size_; ++file) {
      const char cell = grid[static_cast<std::size_t>(rank * size_ + file)];
      if (cell != '.' && empty > 0) text += static_cast<char>('0' + std::exchange(empty, 0));
      if (cell == '.') {
        ++empty;
      } else {
        text += cell;
      }
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
  }

  int size_, turns_;
  bool mirror_;
};

// The same state with the colours exchanged.
inline std::string recoloured(std::string text) {
  const auto space = text.find(' ');
  for (std::size_t i = 0; i <= space + 1; ++i) {
    if (text[i] == 'b') {
      text[i] = 'w';
    } else if (text[i] == 'w') {
      text[i] = 'b';
    }
  }
  return text;
}

}  // namespace zermelo::reference
