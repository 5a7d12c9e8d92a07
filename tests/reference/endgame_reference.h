// SPDX-License-Identifier: MIT
// Chess endings on small boards by brute force, for comparing: all placements of the men, moves by
// coordinates, values by going over all positions until nothing changes. Shares no code with the
// library.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace zermelo::reference {

struct SmallMan {
  char letter;
  int side, x, y;
  auto operator<=>(const SmallMan&) const = default;
};

struct SmallPosition {
  std::vector<SmallMan> men;         // sorted
  int side = 0;                      // to move; 0 is White, which goes up
  int passed_x = -1, passed_y = -1;  // the square that a double step has just passed
  auto operator<=>(const SmallPosition&) const = default;
};

class SmallChess {
 public:
  // `promotions`: the letters of what pawns become.
  SmallChess(int width, int height, const std::string& material, std::string promotions = "QRBN")
      : width_(width), height_(height), promotions_(std::move(promotions)) {
    std::vector<std::pair<char, int>> kinds;
    int side = 0;
    for (const char letter : material) {
      if (letter == 'v') {
        side = 1;
      } else {
        kinds.emplace_back(letter, side);
      }
    }
    own_ = sorted(kinds);
    add_all(kinds);
    find_values();
  }

  // Calls visit(position, value) for the legal positions of the material in which nobody can have
  // just made a double step. Value: 0 a draw, n won in n - 1 plies, -n lost in n - 1.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [position, node] : nodes_) {
      if (position.passed_x < 0 && kinds_of(position) == own_) visit(position, node.value);
    }
  }

 private:
  using Kinds = std::vector<std::pair<char, int>>;
  struct Node {
    int value = 0;
    std::vector<Node*> next;
    bool in_check = false;
  };

  static Kinds sorted(Kinds kinds) {
    std::sort(kinds.begin(), kinds.end());
    return kinds;
  }
  static Kinds kinds_of(const SmallPosition& p) {
    Kinds kinds;
    for (const SmallMan& m : p.men) kinds.emplace_back(m.letter, m.side);
    return sorted(kinds);
  }

  static const SmallMan* at(const SmallPosition& p, int x, int y) {
    for (const SmallMan& m : p.men) {
      if (m.x == x && m.y == y) return &m;
    }
    return nullptr;
  }
  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }

  // The squares that a man attacks.
  std::vector<std::pair<int, int>> attacked(const SmallPosition& p, const SmallMan& m) const {
    std::vector<std::pair<int, int>> found;
    const int up = m.side == 0 ? 1 : -1;
    if (m.letter == 'P') {
      for (const int dx : {-1, 1}) found.emplace_back(m.x + dx, m.y + up);
    }
    for (int dx = -2; dx <= 2; ++dx) {
      for (int dy = -2; dy <= 2; ++dy) {
        if (m.letter == 'N' && std::abs(dx * dy) == 2) found.emplace_back(m.x + dx, m.y + dy);
        if (std::abs(dx) > 1 || std::abs(dy) > 1 || (dx == 0 && dy == 0)) continue;
        const bool straight = dx == 0 || dy == 0;
        if (m.letter == 'K') found.emplace_back(m.x + dx, m.y + dy);
        const bool rides =
            m.letter == 'Q' || (m.letter == 'R' && straight) || (m.letter == 'B' && !straight);
        if (!rides) continue;
        for (int k = 1; inside(m.x + k * dx, m.y + k * dy); ++k) {
          found.emplace_back(m.x + k * dx, m.y + k * dy);
          if (at(p, m.x + k * dx, m.y + k * dy) != nullptr) break;
        }
      }
    }
    std::erase_if(found, [this](const auto& s) { return !inside(s.first, s.second); });
    return found;
  }
  bool in_check(const SmallPosition& p, int side) const {
    for (const SmallMan& king : p.men) {
      if (king.letter != 'K' || king.side != side) continue;
      for (const SmallMan& m : p.men) {
        if (m.side == side) continue;
        for (const auto& [x, y] : attacked(p, m)) {
          if (x == king.x && y == king.y) return true;
        }
      }
    }
    return false;
  }

  std::vector<SmallPosition> moves(const SmallPosition& p) const {
    std::vector<SmallPosition> result;
    const auto play = [&](const SmallMan& m, int x, int y, bool en_passant, bool steps) {
      SmallPosition next;
      next.side = 1 - p.side;
      for (const SmallMan& other : p.men) {
        if (other == m || (other.x == x && other.y == y)) continue;
        if (en_passant && other.x == x && other.y == m.y) continue;
        next.men.push_back(other);
      }
      const int last = m.side == 0 ? height_ - 1 : 0;
      const std::string becomes =
          m.letter == 'P' && y == last ? promotions_ : std::string(1, m.letter);
      for (const char letter : becomes) {
        SmallPosition made = next;
        made.men.push_back({letter, m.side, x, y});
        std::sort(made.men.begin(), made.men.end());
        if (in_check(made, p.side)) continue;
        if (steps) {
          made.passed_x = x;
          made.passed_y = (y + m.y) / 2;
        }
        result.push_back(made);
      }
    };
    for (const SmallMan& m : p.men) {
      if (m.side != p.side) continue;
      for (const auto& [x, y] : attacked(p, m)) {
        const SmallMan* there = at(p, x, y);
        if (there != nullptr && there->side == p.side) continue;
        if (m.letter != 'P' || there != nullptr) play(m, x, y, false, false);
        if (m.letter == 'P' && x == p.passed_x && y == p.passed_y) play(m, x, y, true, false);
      }
      if (m.letter != 'P') continue;
      const int up = m.side == 0 ? 1 : -1;
      if (at(p, m.x, m.y + up) != nullptr) continue;
      play(m, m.x, m.y + up, false, false);
      const int second = m.side == 0 ? 1 : height_ - 2;
      if (height_ >= 8 && m.y == second && at(p, m.x, m.y + 2 * up) == nullptr)
        play(m, m.x, m.y + 2 * up, false, true);
    }
    return result;
  }

  // All positions of the men, and whatever play leads to from them.
  void add_all(const Kinds& kinds) {
    SmallPosition p;
    place(kinds, 0, p);
    while (!waiting_.empty()) {
      const SmallPosition now = waiting_.back();
      waiting_.pop_back();
      Node& node = nodes_.at(now);
      node.in_check = in_check(now, now.side);
      for (const SmallPosition& next : moves(now)) node.next.push_back(&add(next));
    }
  }
  Node& add(const SmallPosition& p) {
    const auto [at, is_new] = nodes_.try_emplace(p);
    if (is_new) waiting_.push_back(p);
    return at->second;
  }
  void place(const Kinds& kinds, std::size_t i, SmallPosition& p) {
    if (i == kinds.size()) {
      SmallPosition q = p;
      std::sort(q.men.begin(), q.men.end());
      for (q.side = 0; q.side < 2; ++q.side) {
        if (!in_check(q, 1 - q.side)) add(q);
      }
      return;
    }
    for (int x = 0; x < width_; ++x) {
      for (int y = 0; y < height_; ++y) {
        if (at(p, x, y) != nullptr) continue;
        if (kinds[i].first == 'P' && (y == 0 || y == height_ - 1)) continue;
        p.men.push_back({kinds[i].first, kinds[i].second, x, y});
        place(kinds, i + 1, p);
        p.men.pop_back();
      }
    }
  }

  void find_values() {
    for (auto& [position, node] : nodes_) {
      if (node.next.empty() && node.in_check) node.value = -1;
    }
    int idle = 0;
    for (int n = 2; idle < 3; ++n) {  // decided in n - 1 plies
      std::vector<std::pair<Node*, int>> found;
      for (auto& [position, node] : nodes_) {
        if (node.value != 0 || node.next.empty()) continue;
        const auto wins = [&](const Node* next) { return next->value == -(n - 1); };
        if (std::any_of(node.next.begin(), node.next.end(), wins)) {
          found.emplace_back(&node, n);
        } else if (std::all_of(node.next.begin(), node.next.end(),
                               [](const Node* next) { return next->value > 0; })) {
          found.emplace_back(&node, -n);
        }
      }
      for (const auto& [node, value] : found) node->value = value;
      idle = found.empty() ? idle + 1 : 0;
    }
  }

  int width_, height_;
  std::string promotions_;
  Kinds own_;
  std::map<SmallPosition, Node> nodes_;
  std::vector<SmallPosition> waiting_;
};

}  // namespace zermelo::reference
