// SPDX-License-Identifier: MIT
#include "tests/reference/plain_dobutsu.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace zermelo::test {

namespace {

bool is_white_piece(char c) { return c >= 'A' && c <= 'Z'; }
bool is_black_piece(char c) { return c >= 'a' && c <= 'z'; }
std::size_t index_of(int square) { return static_cast<std::size_t>(square); }

}  // namespace

bool PlainDobutsu::owns(const std::string& p, bool white, int square) const {
  return white ? is_white_piece(p[index_of(square)]) : is_black_piece(p[index_of(square)]);
}

bool PlainDobutsu::can_step(const std::string& p, int from, int to) const {
  const char piece = p[index_of(from)];
  const int right = to % columns_ - from % columns_;
  // (Ranks are counted from the top, so Black goes down in number.)
  const int down = to / columns_ - from / columns_;
  const int forward = is_white_piece(piece) ? down : -down;
  if (from == to || std::abs(right) > 1 || std::abs(forward) > 1) return false;
  switch (std::tolower(piece)) {
    case 'l':
      return true;
    case 'g':
      return right == 0 || forward == 0;
    case 'e':
      return right != 0 && forward != 0;
    case 'c':
      return right == 0 && forward == 1;
    case 'h':
      return forward == 1 || (right == 0) != (forward == 0);
    default:
      return false;
  }
}

PlainDobutsu::End PlainDobutsu::end_after(const std::string& p) const {
  const bool white_to_move = p.back() == 'w';
  const char own_lion = white_to_move ? 'l' : 'L', other_lion = white_to_move ? 'L' : 'l';
  const std::string board = p.substr(0, p.size() - 1);
  if (board.find(other_lion) == board.npos) return End::won;
  const int lion = static_cast<int>(board.find(own_lion));
  const bool tries = lion / columns_ == (white_to_move ? 0 : rows_ - 1);
  bool attacked = false, can_move = false;
  for (int from = 0; from < squares(); ++from) {
    if (!owns(p, white_to_move, from)) continue;
    attacked = attacked || can_step(p, from, lion);
    for (int to = 0; to < squares(); ++to)
      can_move = can_move || (!owns(p, white_to_move, to) && can_step(p, from, to));
  }
  if (tries && !attacked) return End::won;
  return can_move ? End::none : End::drawn;
}

std::vector<PlainDobutsu::Move> PlainDobutsu::moves(const std::string& p) const {
  const bool white = p.back() == 'w';
  std::vector<Move> result;
  for (int from = 0; from < squares(); ++from) {
    if (!owns(p, white, from)) continue;
    for (int to = 0; to < squares(); ++to) {
      if (owns(p, white, to) || !can_step(p, from, to)) continue;
      std::string next = p;
      next[index_of(to)] = p[index_of(from)];
      next[index_of(from)] = '.';
      if (p[index_of(from)] == 'c' && to / columns_ == 0) next[index_of(to)] = 'h';
      if (p[index_of(from)] == 'C' && to / columns_ == rows_ - 1) next[index_of(to)] = 'H';
      next.back() = white ? 'b' : 'w';
      result.push_back({next, end_after(next)});
    }
  }
  return result;
}

std::map<std::string, int> PlainDobutsu::solve(const std::string& start) const {
  std::map<std::string, std::vector<Move>> graph;
  std::vector<std::string> waiting = {start};
  while (!waiting.empty()) {
    const std::string p = waiting.back();
    waiting.pop_back();
    if (graph.contains(p)) continue;
    graph[p] = moves(p);
    for (const Move& move : graph[p])
      if (move.end == End::none) waiting.push_back(move.next);
  }
  // Values in up to n plies, for n = 1, 2, ..
  std::map<std::string, int> values;
  std::size_t quiet = 0;
  for (int plies = 1; quiet < 2; ++plies) {
    std::map<std::string, int> found;
    for (const auto& [p, moves] : graph) {
      if (values.contains(p)) continue;
      bool wins = false, all_lose = true;
      for (const Move& move : moves) {
        const auto reply = values.find(move.next);
        const bool known = move.end == End::none && reply != values.end();
        wins = wins || move.end == End::won || (known && reply->second < 0);
        all_lose = all_lose && known && reply->second > 0;
      }
      if (wins) found[p] = plies;
      if (!wins && all_lose) found[p] = -plies;
    }
    quiet = found.empty() ? quiet + 1 : 0;
    values.insert(found.begin(), found.end());
  }
  for (const auto& [p, moves] : graph) values.emplace(p, 0);
  return values;
}

std::string PlainDobutsu::text(const std::string& p) const {
  std::string text;
  for (int rank = 0; rank < rows_; ++rank) {
    int open = 0;
    for (int file = 0; file < columns_; ++file) {
      const char c = p[index_of(rank * columns_ + file)];
      if (c == '.') {
        ++open;
        continue;
      }
      if (open > 0) text += std::to_string(open);
      open = 0;
      text += c;
    }
    if (open > 0) text += std::to_string(open);
    text += rank + 1 < rows_ ? '/' : ' ';
  }
  return text + p.back();
}

}  // namespace zermelo::test
