// SPDX-License-Identifier: MIT
#include "probe/variations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "probe/move_numbers.h"

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
  // Whether the side that makes the first move is the solver.
  LineWriter(Metric metric, bool solver_first) : metric_(metric), solver_first_(solver_first) {}

  // The line that begins with `node`, whose siblings are written elsewhere.
  Variation line(const SolutionNode& node) const {
    return line(node, MoveNumbers(metric_), with_same(node));
  }
  // The line that begins with the first of the solver's moves, the others in brackets.
  Variation line(const Nodes& keys) const {
    return line(keys.front(), MoveNumbers(metric_), with_others(keys));
  }

 private:
  // `numbers`: before the first move.
  Variation line(const SolutionNode& first, MoveNumbers numbers,
                 const std::string& first_move) const {
    Variation result{numbers.begin() + first_move};
    std::vector<std::pair<const SolutionNode*, MoveNumbers>> passed_by;
    const SolutionNode* node = &first;
    while (!node->replies.empty()) {
      const Nodes& replies = node->replies;
      numbers.made(node->moves_again);
      const bool solver_moves = numbers.first_side_is_next() == solver_first_;
      result.text += numbers.next();
      result.text += solver_moves ? with_others(replies) : with_same(replies.front());
      for (std::size_t i = 1; i < replies.size() && !solver_moves; ++i) {
        passed_by.emplace_back(&replies[i], numbers);
      }
      if (node->cut) result.text += " (...)";
      node = &replies.front();
    }
    if (node->cut) result.text += " ...";
    for (const auto& [branch, at] : passed_by)
      result.branches.push_back(line(*branch, at, with_same(*branch)));
    return result;
  }

  Metric metric_;
  bool solver_first_;
};

}  // namespace

Variations variations(const Solution& solution, Metric metric) {
  Variations result;
  if (solution.keys.empty()) return result;
  if (solution.value.is_loss()) {
    const LineWriter writer(metric, false);
    for (const SolutionNode& node : solution.keys) result.lines.push_back(writer.line(node));
    return result;
  }
  result.lines.push_back(LineWriter(metric, true).line(solution.keys));
  for (const SolutionNode& node : solution.refuted) {
    result.refuted.push_back(LineWriter(metric, false).line(node));
  }
  return result;
}

}  // namespace zermelo
