// SPDX-License-Identifier: MIT
#include "json/puzzle_json.h"

#include <vector>

namespace zermelo {
namespace {

// Solutions are at most as deep as values are long, some hundred plies.
Json nodes_json(const std::vector<SolutionNode>& nodes, Metric metric) {
  Json list = Json::array();
  for (const SolutionNode& node : nodes) {
    Json json{{"move", node.move}};
    if (!node.same.empty()) json["same"] = node.same;
    set_value(json, node.value, metric);
    json["position"] = text_or_null(node.state);
    if (!node.replies.empty()) json["replies"] = nodes_json(node.replies, metric);
    if (node.cut) json["cut"] = true;
    if (node.moves_again) json["moves_again"] = true;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

void add_solution(Json& json, const Solution& solution, Metric metric) {
  json["solution"] = nodes_json(solution.keys, metric);
  if (solution.value.is_draw()) json["refuted"] = nodes_json(solution.refuted, metric);
  json["cut"] = solution.cut;
}

Json task_json(const Puzzle& puzzle, std::uint64_t number) {
  Json json{{"number", number}, {"position", puzzle.position}};
  set_value(json, puzzle.value, puzzle.metric);
  json["pieces"] = {puzzle.pieces.own, puzzle.pieces.opponent};
  json["difficulty"] = puzzle.difficulty;
  json["stipulation"] = puzzle.diagram.caption;
  json["board"] = board_json(puzzle.diagram);
  if (!puzzle.diagram.hands.empty()) json["hands"] = hands_text(puzzle.diagram.hands);
  return json;
}

Json puzzle_json(const Puzzle& puzzle, std::uint64_t number) {
  Json json = task_json(puzzle, number);
  add_solution(json, puzzle.solution, puzzle.metric);
  return json;
}

}  // namespace zermelo
