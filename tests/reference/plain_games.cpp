// SPDX-License-Identifier: MIT
#include "tests/reference/plain_games.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

namespace zermelo::test {

std::string PlainGame::text_of(const State& s) const {
  std::string text;
  for (int y = rows_ - 1; y >= 0; --y) {
    int empty = 0;
    for (int x = 0; x < columns_; ++x) {
      if (at(s, x, y) == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += at(s, x, y);
    }
    if (empty > 0) text += std::to_string(empty);
    text += y > 0 ? '/' : ' ';
  }
  return text + s.back();
}

std::map<PlainGame::State, int> PlainGame::values() const {
  std::map<State, int> values;
  const std::function<int(const State&)> value_of = [&](const State& s) {
    if (const auto known = values.find(s); known != values.end()) return known->second;
    int fastest_win = 0, slowest_loss = 0;
    bool draws = false;
    for (const Move& move : moves(s)) {
      int value = 0;  // for the side that makes the move
      if (move.end == End::won) value = 1;
      if (move.end == End::lost) value = -1;
      if (move.end == End::none) {
        const int reply = value_of(move.next);
        value = reply > 0 ? -(reply + 1) : reply < 0 ? -reply + 1 : 0;
      }
      if (value > 0 && (fastest_win == 0 || value < fastest_win)) fastest_win = value;
      if (value < 0) slowest_loss = std::min(slowest_loss, value);
      draws = draws || value == 0;
    }
    return values[s] = fastest_win > 0 ? fastest_win : draws ? 0 : slowest_loss;
  };
  value_of(start());
  return values;
}

std::map<PlainGame::State, int> PlainGame::scores() const {
  std::map<State, int> scores;
  const std::function<int(const State&)> score_of = [&](const State& s) {
    if (const auto known = scores.find(s); known != scores.end()) return known->second;
    int best = std::numeric_limits<int>::min();
    for (const Move& move : moves(s)) {
      const auto pieces = [&](char side) {
        return static_cast<int>(std::count(move.next.begin(), move.next.end() - 1, side));
      };
      const int score =
          move.end == End::none ? -score_of(move.next) : pieces(s.back()) - pieces(other(s.back()));
      best = std::max(best, score);
    }
    return scores[s] = best;
  };
  score_of(start());
  return scores;
}

std::size_t PlainGame::going_on() const {
  std::set<State> different;
  for (const auto& [state, plies] : values()) different.insert(essence(state));
  return different.size();
}

std::size_t PlainGame::reachable() const {
  std::set<State> seen = {start()};
  std::vector<State> waiting = {start()};
  while (!waiting.empty()) {
    const State s = waiting.back();
    waiting.pop_back();
    for (const Move& move : moves(s)) {
      if (seen.insert(move.next).second && move.end == End::none) waiting.push_back(move.next);
    }
  }
  std::set<State> different;
  for (const State& s : seen) different.insert(essence(s));
  return different.size();
}

bool PlainGame::has_line(const State& s, char colour, int length) const {
  const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int x = 0; x < columns_; ++x) {
    for (int y = 0; y < rows_; ++y) {
      for (const auto& way : ways) {
        int n = 0;
        while (n < length && on_board(x + n * way[0], y + n * way[1]) &&
               at(s, x + n * way[0], y + n * way[1]) == colour)
          ++n;
        if (n == length) return true;
      }
    }
  }
  return false;
}

namespace {

// Stones on empty squares; the first line of one's own colour wins.
class PlainLines : public PlainGame {
 public:
  PlainLines(int columns, int rows, int line, bool stones_fall)
      : PlainGame(columns, rows), line_(line), stones_fall_(stones_fall) {}
  State start() const override { return empty(); }
  std::vector<Move> moves(const State& s) const override {
    std::vector<Move> result;
    for (int x = 0; x < columns(); ++x) {
      for (int y = 0; y < rows(); ++y) {
        const bool hangs = stones_fall_ && y > 0 && at(s, x, y - 1) == '.';
        if (at(s, x, y) != '.' || hangs) continue;
        State next = s;
        at(next, x, y) = s.back();
        next.back() = other(s.back());
        result.push_back({next, has_line(next, s.back(), line_) ? End::won
                                : is_full(next)                 ? End::drawn
                                                                : End::none});
      }
    }
    return result;
  }

 private:
  int line_;
  bool stones_fall_;
};

class PlainNotakto : public PlainGame {
 public:
  using PlainGame::PlainGame;
  State start() const override { return empty(); }
  std::vector<Move> moves(const State& s) const override {
    std::vector<Move> result;
    for (int x = 0; x < columns(); ++x) {
      for (int y = 0; y < rows(); ++y) {
        if (at(s, x, y) != '.') continue;
        State next = s;
        at(next, x, y) = 'b';
        next.back() = other(s.back());
        result.push_back({next, has_line(next, 'b', 3) ? End::lost
                                : is_full(next)        ? End::drawn
                                                       : End::none});
      }
    }
    return result;
  }
};

class PlainOthello : public PlainGame {
 public:
  PlainOthello(int rows, int columns, int file, int rank)
      : PlainGame(columns, rows), file_(file - 1), rank_(rank - 1) {}
  State start() const override {
    State s = empty();
    at(s, file_, rank_) = at(s, file_ + 1, rank_ + 1) = 'w';
    at(s, file_ + 1, rank_) = at(s, file_, rank_ + 1) = 'b';
    return s;
  }
  std::vector<Move> moves(const State& s) const override {
    std::vector<Move> result;
    for (const State& next : placements(s, s.back()))
      result.push_back({next, end_of(next, s.back())});
    if (!result.empty()) return result;
    State passed = s;
    passed.back() = other(s.back());
    return {{passed, End::none}};
  }

 private:
  std::vector<State> placements(const State& s, char side) const {
    std::vector<State> result;
    for (int x = 0; x < columns(); ++x) {
      for (int y = 0; y < rows(); ++y) {
        if (at(s, x, y) != '.') continue;
        State next = s;
        bool turns = false;
        for (int dx = -1; dx <= 1; ++dx) {
          for (int dy = -1; dy <= 1; ++dy) {
            int n = 1;
            while (on_board(x + n * dx, y + n * dy) &&
                   at(s, x + n * dx, y + n * dy) == other(side) && (dx != 0 || dy != 0))
              ++n;
            const bool closed = (dx != 0 || dy != 0) && n > 1 && on_board(x + n * dx, y + n * dy) &&
                                at(s, x + n * dx, y + n * dy) == side;
            for (int i = 1; closed && i < n; ++i) at(next, x + i * dx, y + i * dy) = side;
            turns = turns || closed;
          }
        }
        if (!turns) continue;
        at(next, x, y) = side;
        next.back() = other(side);
        result.push_back(next);
      }
    }
    return result;
  }
  End end_of(const State& s, char mover) const {
    if (!placements(s, 'b').empty() || !placements(s, 'w').empty()) return End::none;
    const State board = s.substr(0, s.size() - 1);
    const auto own = std::count(board.begin(), board.end(), mover);
    const auto their = std::count(board.begin(), board.end(), other(mover));
    return own > their ? End::won : own < their ? End::lost : End::drawn;
  }

  int file_, rank_;
};

class PlainBreakthrough : public PlainGame {
 public:
  using PlainGame::PlainGame;
  State start() const override {
    State s = empty();
    for (int i = 0; i < (rows() > 3 ? 2 : 1); ++i) {
      for (int x = 0; x < columns(); ++x) {
        at(s, x, i) = 'b';
        at(s, x, rows() - 1 - i) = 'w';
      }
    }
    return s;
  }
  std::vector<Move> moves(const State& s) const override {
    std::vector<Move> result;
    const char side = s.back();
    const int ahead = side == 'b' ? 1 : -1, goal = side == 'b' ? rows() - 1 : 0;
    for (int x = 0; x < columns(); ++x) {
      for (int y = 0; y < rows(); ++y) {
        for (int dx = -1; dx <= 1 && at(s, x, y) == side; ++dx) {
          if (!on_board(x + dx, y + ahead)) continue;
          const char there = at(s, x + dx, y + ahead);
          if (there == side || (dx == 0 && there != '.')) continue;
          State next = s;
          at(next, x, y) = '.';
          at(next, x + dx, y + ahead) = side;
          next.back() = other(side);
          const bool all_taken = next.substr(0, next.size() - 1).find(other(side)) == State::npos;
          result.push_back({next, y + ahead == goal || all_taken ? End::won : End::none});
        }
      }
    }
    return result;
  }
};

class PlainDomineering : public PlainGame {
 public:
  using PlainGame::PlainGame;
  State start() const override { return empty(); }
  std::vector<Move> moves(const State& s) const override {
    std::vector<Move> result;
    for (const State& next : placements(s))
      result.push_back({next, placements(next).empty() ? End::won : End::none});
    return result;
  }
  // Which squares are covered, and by turns.
  State essence(const State& s) const override {
    State covered = s;
    std::replace(covered.begin(), covered.end() - 1, 'w', 'b');
    return covered;
  }

 private:
  std::vector<State> placements(const State& s) const {
    std::vector<State> result;
    const int dx = s.back() == 'w' ? 1 : 0, dy = 1 - dx;
    for (int x = 0; x + dx < columns(); ++x) {
      for (int y = 0; y + dy < rows(); ++y) {
        if (at(s, x, y) != '.' || at(s, x + dx, y + dy) != '.') continue;
        State next = s;
        at(next, x, y) = at(next, x + dx, y + dy) = s.back();
        next.back() = other(s.back());
        result.push_back(next);
      }
    }
    return result;
  }
};

class PlainClobber : public PlainGame {
 public:
  using PlainGame::PlainGame;
  State start() const override {
    State s = empty();
    for (int x = 0; x < columns(); ++x) {
      for (int y = 0; y < rows(); ++y) at(s, x, y) = (x + y) % 2 == 0 ? 'b' : 'w';
    }
    return s;
  }
  std::vector<Move> moves(const State& s) const override {
    std::vector<Move> result;
    for (const State& next : captures(s))
      result.push_back({next, captures(next).empty() ? End::won : End::none});
    return result;
  }

 private:
  std::vector<State> captures(const State& s) const {
    constexpr int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    std::vector<State> result;
    const char side = s.back();
    for (int x = 0; x < columns(); ++x) {
      for (int y = 0; y < rows(); ++y) {
        if (at(s, x, y) != side) continue;
        for (const auto& [dx, dy] : ways) {
          if (!on_board(x + dx, y + dy) || at(s, x + dx, y + dy) != other(side)) continue;
          State next = s;
          at(next, x, y) = '.';
          at(next, x + dx, y + dy) = side;
          next.back() = other(side);
          result.push_back(next);
        }
      }
    }
    return result;
  }
};

}  // namespace

std::unique_ptr<PlainGame> plain_connect(int columns, int rows, int line) {
  return std::make_unique<PlainLines>(columns, rows, line, true);
}
std::unique_ptr<PlainGame> plain_mnk(int m, int n, int k) {
  return std::make_unique<PlainLines>(m, n, k, false);
}
std::unique_ptr<PlainGame> plain_notakto(int rows, int columns) {
  return std::make_unique<PlainNotakto>(columns, rows);
}
std::unique_ptr<PlainGame> plain_othello(int rows, int columns, int start_file, int start_rank) {
  return std::make_unique<PlainOthello>(rows, columns, start_file, start_rank);
}
std::unique_ptr<PlainGame> plain_breakthrough(int columns, int rows) {
  return std::make_unique<PlainBreakthrough>(columns, rows);
}
std::unique_ptr<PlainGame> plain_domineering(int columns, int rows) {
  return std::make_unique<PlainDomineering>(columns, rows);
}
std::unique_ptr<PlainGame> plain_clobber(int columns, int rows) {
  return std::make_unique<PlainClobber>(columns, rows);
}

}  // namespace zermelo::test
