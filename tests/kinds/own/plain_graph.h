// SPDX-License-Identifier: MIT
// Random graphs read plainly: what moves, lines, solutions and puzzles of such games are, with the
// values that a brute force knows for one player, whoever moves; and tables of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "probe/own_game.h"
#include "probe/table.h"
#include "tests/kinds/own/random_rules.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::own_test {

// What a graph says, by sentences about its nodes. Values are player 0's, so nothing here knows of
// signs that change with a move.
class PlainGraph {
 public:
  PlainGraph(std::uint64_t seed, GraphKind kind)
      : kind_(kind), graph_(seed, kind), values_(graph_.values(kind)) {}

  struct Move {
    int node;     // that it leads to
    Value value;  // for its maker
    bool ends;
    bool again;  // the maker moves on
  };

  int size() const { return static_cast<int>(graph_.nodes.size()); }
  bool ends(int node) const { return at(node).nexts.empty(); }
  int mover(int node) const { return at(node).mover; }
  Value value(int node) const { return seen_by(mover(node), values_[index(node)]); }
  // Best first; of those that lead to one node the first.
  std::vector<Move> moves(int node) const {
    std::vector<Move> moves;
    std::set<std::uint32_t> seen;
    for (const std::uint32_t next : at(node).nexts) {
      if (!seen.insert(next).second) continue;
      const int to = static_cast<int>(next);
      const bool over = ends(to);
      moves.push_back({to, seen_by(mover(node), worth(to)), over,
                       !over && (kind_ == GraphKind::puzzle || mover(to) == mover(node))});
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [&](const Move& a, const Move& b) { return rank(a.value) > rank(b.value); });
    return moves;
  }
  std::vector<Move> best(int node) const {
    std::vector<Move> moves = this->moves(node);
    std::erase_if(moves, [first = moves.front().value](const Move& m) { return m.value != first; });
    return moves;
  }
  // All nodes in which play from node 0 goes on, ascending.
  std::set<int> nodes() const {
    std::set<int> found;
    std::vector<int> waiting = {0};
    while (!waiting.empty()) {
      const int node = waiting.back();
      waiting.pop_back();
      if (ends(node) || !found.insert(node).second) continue;
      for (const std::uint32_t next : at(node).nexts) waiting.push_back(static_cast<int>(next));
    }
    return found;
  }
  std::string move_text(int node, int to) const {
    const auto& nexts = at(node).nexts;
    const auto found = std::ranges::find(nexts, static_cast<std::uint32_t>(to));
    return std::to_string(found - nexts.begin());
  }
  bool only_move(int node) const {
    const std::vector<Move> all = moves(node);
    return std::ranges::count_if(all, [](const Move& m) { return m.value.is_win(); }) == 1;
  }
  // Whether `solver` has one best move in every node that best play leads to.
  bool only_line(int node, int solver) const {
    std::set<int> seen;
    return only_line(node, solver, seen);
  }
  // The product of the chances of one who picks any move, along the line of first best moves.
  double difficulty(int node, int solver) const {
    double bits = 0;
    for (std::set<int> seen; seen.insert(node).second;) {
      const std::vector<Move> good = best(node);
      if (good.front().ends) break;
      // (Nobody picks a move that loses the game at once.)
      const std::vector<Move> all = moves(node);
      const auto picked =
          std::ranges::count_if(all, [](const Move& m) { return !(m.ends && m.value.is_loss()); });
      if (mover(node) == solver)
        bits += std::log2(static_cast<double>(picked) / static_cast<double>(good.size()));
      node = good.front().node;
    }
    return bits;
  }
  // The solution from a node as text: of the solver's moves all the best, the first followed; of
  // the other's all the best.
  std::string tree(int node, int solver) const {
    std::string text = "[";
    bool first = true;
    for (const Move& m : best(node)) {
      text += move_text(node, m.node) + "=" + to_string(m.value) + (m.again ? "+" : "");
      if (!m.ends && (first || mover(node) != solver)) text += tree(m.node, solver);
      text += " ";
      first = false;
    }
    return text + "]";
  }

 private:
  static std::size_t index(int node) { return static_cast<std::size_t>(node); }
  const RandomGraph::Node& at(int node) const { return graph_.nodes[index(node)]; }
  bool counts_moves() const { return kind_ != GraphKind::scores; }
  // What reaching a node is worth to player 0.
  int worth(int node) const {
    if (!counts_moves()) return ends(node) ? at(node).score : values_[index(node)];
    if (ends(node)) {
      const int lost = kind_ == GraphKind::puzzle ? 0 : -1;
      return at(node).score > 0 ? 1 : at(node).score < 0 ? lost : 0;
    }
    const int value = values_[index(node)];
    return value > 0 ? value + 1 : value < 0 ? value - 1 : 0;
  }
  static Value seen_by(int player, int value) {
    return Value::of_score(player == 0 ? value : -value);
  }
  double rank(Value value) const {
    if (!counts_moves() || value.is_draw()) return value.score();
    return 1.0 / value.score();
  }
  bool only_line(int node, int solver, std::set<int>& seen) const {
    if (!seen.insert(node).second) return true;
    const std::vector<Move> good = best(node);
    if (mover(node) == solver && good.size() != 1) return false;
    return std::ranges::all_of(
        good, [&](const Move& m) { return m.ends || only_line(m.node, solver, seen); });
  }

  GraphKind kind_;
  RandomGraph graph_;
  std::vector<int> values_;
};

// A table of such a graph.
template <GraphKind kind, GraphHelp help = GraphHelp::none>
class GraphTable {
 public:
  explicit GraphTable(std::uint64_t seed) : plain(seed, kind), table(solved(seed)) {}

  PlainGraph plain;

 private:
  Table solved(std::uint64_t seed) const {
    const auto game = make_own_game(own_game_opener<GraphRules<kind, help>>(),
                                    {{"seed", std::to_string(seed)}}, "random");
    solve(*game, folder_.file("graph.ztb"), {.threads = 1});
    return Table::open(folder_.file("graph.ztb"), game);
  }
  test::TemporaryFolder folder_;

 public:
  Table table;
};

template <GraphKind kind, GraphHelp help = GraphHelp::none, class Check>
void for_graphs(int graphs, const Check& check) {
  for (int seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE("graph " + std::to_string(seed));
    check(GraphTable<kind, help>(static_cast<std::uint64_t>(seed)));
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace zermelo::own_test
