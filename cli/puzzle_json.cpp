// SPDX-License-Identifier: MIT
#include "cli/puzzle_json.h"

#include <vector>

namespace zermelo::cli {
namespace {

// Solutions are at most as deep as values are long, some hundred plies.
Json nodes_json(const std::vector<SolutionNode>& nodes, Metric metric) {
  Json list = Json::array();
  for (const SolutionNode& node : nodes) {
    Json json{{"move", node.move}};
    if (!node.same.empty()) json["same"] = node.same;
    set_value(json, node.value, metric);
    json["position"] = node.state.empty() ? Json() : Json(node.state);
    if (!node.replies.empty()) json["replies"] = nodes_json(node.replies, metric);
    if (node.cut) json["cut"] = true;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Json puzzle_json(const Puzzle& puzzle, std::uint64_t number) {
  Json json{{"number", number}, {"position", puzzle.position}};
  set_value(json, puzzle.value, puzzle.metric);
  json["pieces"] = {puzzle.pieces.own, puzzle.pieces.opponent};
  json["difficulty"] = puzzle.difficulty;
  json["stipulation"] = puzzle.diagram.caption;
  json["board"] = board_json(puzzle.diagram);
  json["solution"] = nodes_json(puzzle.solution.keys, puzzle.metric);
  if (puzzle.value.is_draw()) json["refuted"] = nodes_json(puzzle.solution.refuted, puzzle.metric);
  json["cut"] = puzzle.solution.cut;
  return json;
}

}  // namespace zermelo::cli
