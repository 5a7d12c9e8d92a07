// SPDX-License-Identifier: MIT
// The C interface to solutions of positions.
#include <string>
#include <utility>
#include <vector>

#include "probe/c_interface.h"
#include "probe/c_solution.h"
#include "probe/puzzle_page.h"
#include "probe/table.h"
#include "probe/zermelo.h"

namespace zermelo {

CSolution::CSolution(Solution solution, Metric metric)
    : zermelo_solution{},
      solution_(std::move(solution)),
      metric_(metric),
      text_(solution_text(solution_, metric)) {
  value = c_value(solution_.value, metric);
  keys = moves_of(solution_.keys);
  key_count = solution_.keys.size();
  refuted = moves_of(solution_.refuted);
  refuted_count = solution_.refuted.size();
  cut = solution_.cut ? 1 : 0;
  text = text_.c_str();
}

const zermelo_solution_move* CSolution::moves_of(const std::vector<SolutionNode>& nodes) {
  std::vector<zermelo_solution_move>& moves = moves_.emplace_back();
  moves.reserve(nodes.size());
  for (const SolutionNode& node : nodes) {
    const std::vector<const char*>& others = same_.emplace_back(c_texts(node.same));
    moves.push_back({node.move.c_str(), others.data(), others.size(), c_value(node.value, metric_),
                     c_text_or_null(node.state), moves_of(node.replies), node.replies.size(),
                     node.cut ? 1 : 0, node.moves_again ? 1 : 0});
  }
  return moves.data();
}

SolutionOptions solution_options(std::int32_t defences, std::int32_t max_nodes) {
  if (defences != ZERMELO_BEST_DEFENCES && defences != ZERMELO_ALL_DEFENCES)
    refuse_choice("defences", "zermelo_defences");
  SolutionOptions options;
  if (defences == ZERMELO_ALL_DEFENCES) options.defences = Defences::all;
  options.max_nodes = number_or(max_nodes, options.max_nodes, "max_nodes");
  return options;
}

}  // namespace zermelo

extern "C" {

zermelo_status zermelo_find_solution(const zermelo_table* table, const char* state,
                                     const zermelo_solution_options* options,
                                     zermelo_solution** solution) {
  return zermelo::hand_out(solution, "solution", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    const zermelo_solution_options c = zermelo::given_or_default(options);
    return new zermelo::CSolution(
        table->table.solution(state, zermelo::solution_options(c.defences, c.max_nodes)),
        table->table.metric());
  });
}

void zermelo_free_solution(zermelo_solution* solution) {
  delete static_cast<zermelo::CSolution*>(solution);
}

}  // extern "C"
