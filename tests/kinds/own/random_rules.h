// SPDX-License-Identifier: MIT
// Random graphs as games of one's own, with extra turns, circles, scores or one player; and their
// values by a brute force that knows nothing of the solver.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/game_spec.h"
#include "probe/split_mix.h"

namespace zermelo::own_test {

enum class GraphKind : std::uint8_t { plies, scores, puzzle };

struct RandomGraph {
  struct Node {
    std::vector<std::uint32_t> nexts;  // none: the game is over
    int mover = 0;
    int score = 0;
  };
  std::vector<Node> nodes;

  RandomGraph(std::uint64_t seed, GraphKind kind) {
    SplitMix random(seed);
    nodes.resize(2 + random.below(29));
    const std::uint64_t ends = 1 + random.below(4), most = 1 + random.below(4);
    for (Node& node : nodes) {
      node.mover = kind == GraphKind::puzzle ? 0 : static_cast<int>(random.below(2));
      if (random.below(8) < ends) {
        const int size = kind == GraphKind::scores ? static_cast<int>(random.below(5)) : 1;
        node.score = (static_cast<int>(random.below(3)) - 1) * size;
        continue;
      }
      const std::uint64_t moves = 1 + random.below(most);
      for (std::uint64_t i = 0; i < moves; ++i)
        node.nexts.push_back(static_cast<std::uint32_t>(random.below(nodes.size())));
    }
    if (nodes.front().nexts.empty()) nodes.front().nexts = {1};
    nodes.front().score = 0;
  }

  // How many nodes can be reached from a node, itself among them.
  std::size_t reached_from(std::uint32_t node) const {
    std::vector<std::uint32_t> reached = {node};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t next : nodes[reached[i]].nexts)
        if (std::ranges::count(reached, next) == 0) reached.push_back(next);
    }
    return reached.size();
  }

  // In how many plies a player can force a win from each node, at most `limit`: 0 for never.
  std::vector<int> plies_to_win(int player, bool is_puzzle) const {
    const int limit = static_cast<int>(nodes.size()) + 1;
    std::vector<int> least(nodes.size());
    std::vector<char> wins(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n)
      wins[n] = nodes[n].nexts.empty() && (player == 0 ? nodes[n].score > 0 : nodes[n].score < 0);
    for (int plies = 1; plies <= limit; ++plies) {
      std::vector<char> now = wins;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        const Node& node = nodes[n];
        if (node.nexts.empty() || wins[n]) continue;
        const auto is_won = [&](std::uint32_t next) { return wins[next] != 0; };
        const bool own = is_puzzle || node.mover == player;
        now[n] =
            own ? std::ranges::any_of(node.nexts, is_won) : std::ranges::all_of(node.nexts, is_won);
        if (now[n]) least[n] = plies;
      }
      wins = now;
    }
    return least;
  }

  // Whether a player can force a result of at least `score` for himself.
  std::vector<char> forces(int player, int score) const {
    std::vector<char> sure(nodes.size());
    for (std::size_t round = 0; round <= nodes.size(); ++round) {
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        const Node& node = nodes[n];
        const auto is_sure = [&](std::uint32_t next) { return sure[next] != 0; };
        if (node.nexts.empty()) {
          sure[n] = (player == 0 ? node.score : -node.score) >= score;
        } else {
          sure[n] = node.mover == player ? std::ranges::any_of(node.nexts, is_sure)
                                         : std::ranges::all_of(node.nexts, is_sure);
        }
      }
    }
    return sure;
  }

  // By node, for player 0: plies (negative: player 1 wins), or scores.
  std::vector<int> values(GraphKind kind) const {
    std::vector<int> values(nodes.size());
    if (kind == GraphKind::scores) {
      for (int score = 1; score <= 8; ++score) {
        const std::vector<char> first = forces(0, score), second = forces(1, score);
        for (std::size_t n = 0; n < nodes.size(); ++n)
          values[n] = first[n] ? score : second[n] ? -score : values[n];
      }
      return values;
    }
    values = plies_to_win(0, kind == GraphKind::puzzle);
    if (kind == GraphKind::puzzle) return values;
    const std::vector<int> second = plies_to_win(1, false);
    for (std::size_t n = 0; n < nodes.size(); ++n) values[n] -= second[n];
    return values;
  }
};

// Which of the functions that a solve can do without the rules have.
enum class GraphHelp : std::uint8_t { none, unmoves, layer, wide_layer, hashes };

// The rules: state n is node n. (With wide_layer, states are longer than sorted lists take; with
// hashes, they have so many different bytes that tables know them by hashes, unless there are few.)
template <GraphKind kind, GraphHelp help = GraphHelp::none>
class GraphRules {
 public:
  static constexpr std::size_t state_size = help == GraphHelp::hashes       ? 32
                                            : help == GraphHelp::wide_layer ? 9
                                                                            : 1;
  struct State {
    std::array<std::uint8_t, state_size> bytes;  // the node, and what follows from it
    std::size_t node() const { return bytes.front(); }
  };
  static constexpr const char* name = "random-graph";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 8;
  static constexpr unsigned players = kind == GraphKind::puzzle ? 1 : 2;
  static constexpr bool scores = kind == GraphKind::scores;

  explicit GraphRules(const ParameterTexts& texts)
      : graph_(std::strtoull(texts.at("seed").c_str(), nullptr, 10), kind) {}

  State start() const { return state(0); }
  std::optional<int> result(const State& s) const {
    const auto& node = graph_.nodes[s.node()];
    return node.nexts.empty() ? std::optional(node.score) : std::nullopt;
  }
  int mover(const State& s) const { return graph_.nodes[s.node()].mover; }
  void moves(const State& s, std::vector<std::uint64_t>& moves) const {
    for (std::size_t i = 0; i < graph_.nodes[s.node()].nexts.size(); ++i) moves.push_back(i);
  }
  State play(const State& s, std::uint64_t move) const {
    return state(graph_.nodes[s.node()].nexts[move]);
  }
  std::string text(const State& s) const { return std::to_string(s.node()); }
  std::optional<State> parse(std::string_view text) const {
    const std::string digits(text);
    char* end = nullptr;
    const unsigned long node = std::strtoul(digits.c_str(), &end, 10);
    if (digits.empty() || *end != '\0' || node >= graph_.nodes.size()) return std::nullopt;
    return state(static_cast<std::uint32_t>(node));
  }
  std::vector<State> unmoves(const State& s) const requires(help == GraphHelp::unmoves) {
    std::vector<State> befores;
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n)
      if (std::ranges::count(graph_.nodes[n].nexts, s.node()) > 0) befores.push_back(state(n));
    return befores;
  }
  // (What can be reached never grows.)
  int layer(const State& s) const
      requires(help == GraphHelp::layer || help == GraphHelp::wide_layer) {
    return static_cast<int>(graph_.nodes.size() -
                            graph_.reached_from(static_cast<std::uint32_t>(s.node()))) /
           2;
  }

 private:
  static State state(std::uint32_t node) {
    State s{};
    s.bytes.front() = static_cast<std::uint8_t>(node);
    if constexpr (help == GraphHelp::hashes) {
      SplitMix random(node);
      for (std::size_t i = 1; i < s.bytes.size(); ++i)
        s.bytes[i] = static_cast<std::uint8_t>(random.below(256));
    }
    return s;
  }
  RandomGraph graph_;
};

}  // namespace zermelo::own_test
