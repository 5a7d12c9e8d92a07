// SPDX-License-Identifier: MIT
#include "probe/variations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>

namespace zermelo {
namespace {

using Nodes = std::vector<SolutionNode>;

std::string with_same(const SolutionNode& node) {
  if (node.same.empty()) return node.move;
  return fmt::format("{} (= {})", node.move, fmt::join(node.same, ", "));
}

// The first of several equally good moves, and the others in brackets.
std::string with_others(const Nodes& nodes) {
  if (nodes.size() < 2) return with_same(nodes.front());
  std::vector<std::string> others;
  for (std::size_t i = 1; i < nodes.size(); ++i) others.push_back(with_same(nodes[i]));
  return fmt::format("{} (or {})", with_same(nodes.front()), fmt::join(others, ", "));
}

class LineWriter {
 public:
  // The solver makes every other move, starting with ply `solver`, which is 0 or 1.
  explicit LineWriter(int solver) : solver_(solver) {}

  // The line that begins with `node`, whose siblings are written elsewhere.
  Variation line(const SolutionNode& node, int ply) const {
    return line(node, ply, with_same(node));
  }
  // The line that begins with the first of the solver's moves, the others in brackets.
  Variation line(const Nodes& keys) const { return line(keys.front(), 0, with_others(keys)); }

 private:
  Variation line(const SolutionNode& first, int ply, const std::string& first_move) const {
    Variation result{number(ply, true) + first_move};
    std::vector<std::pair<const SolutionNode*, int>> passed_by;
    const SolutionNode* node = &first;
    while (!node->replies.empty()) {
      const Nodes& replies = node->replies;
      const bool solver_moves = ++ply % 2 == solver_;
      result.text += number(ply, false);
      result.text += solver_moves ? with_others(replies) : with_same(replies.front());
      for (std::size_t i = 1; i < replies.size() && !solver_moves; ++i) {
        passed_by.emplace_back(&replies[i], ply);
      }
      if (node->cut) result.text += " (...)";
      node = &replies.front();
    }
    if (node->cut) result.text += " ...";
    for (const auto& [branch, at] : passed_by) result.branches.push_back(line(*branch, at));
    return result;
  }

  static std::string number(int ply, bool begins) {
    if (ply % 2 == 0) return fmt::format("{}{}. ", begins ? "" : "  ", ply / 2 + 1);
    return begins ? fmt::format("{}... ", ply / 2 + 1) : " ";
  }

  int solver_;
};

}  // namespace

Variations variations(const Solution& solution) {
  Variations result;
  if (solution.keys.empty()) return result;
  if (solution.value.is_loss()) {
    const LineWriter writer(1);
    for (const SolutionNode& node : solution.keys) result.lines.push_back(writer.line(node, 0));
    return result;
  }
  result.lines.push_back(LineWriter(0).line(solution.keys));
  for (const SolutionNode& node : solution.refuted) {
    result.refuted.push_back(LineWriter(1).line(node, 0));
  }
  return result;
}

}  // namespace zermelo
