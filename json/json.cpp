// SPDX-License-Identifier: MIT
#include "json/json.h"

namespace zermelo {

std::string one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string indented(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json bits_per_position_json(std::uint64_t bytes, std::uint64_t positions) {
  if (positions == 0) return {};
  return 8.0 * static_cast<double>(bytes) / static_cast<double>(positions);
}

Json parameters_json(const GameSpec& game) {
  Json json = Json::object();
  for (const auto& [key, value] : game.parameters) json[key] = value;
  return json;
}

const char* side_name(Colour colour) { return colour == Colour::black ? "black" : "white"; }

Json board_json(const Diagram& d) {
  Json ranks = Json::array();
  for (int rank = d.rows - 1; rank >= 0; --rank) {
    std::string text;
    for (int file = 0; file < d.columns; ++file)
      text += cell_letter(d.cells[static_cast<std::size_t>(rank * d.columns + file)]);
    ranks.push_back(text);
  }
  return ranks;
}

void set_value(Json& json, Value value, Metric metric) {
  if (metric == Metric::moves) {
    json["value"] = value.is_draw() ? "unsolvable" : "solvable";
    json["moves_to_goal"] = value.is_draw() ? Json() : Json(value.plies());
    return;
  }
  json["value"] = outcome_name(value.outcome());
  if (metric == Metric::outcome) return;
  if (metric == Metric::score) {
    json["score"] = value.score();
    return;
  }
  if (metric == Metric::zeroing) {
    json["category"] = category_name(value);
    const char* const number = value.is_past_rule() ? "plies_past_rule" : "plies_to_zeroing";
    json[number] = value.is_draw() ? Json() : Json(value.amount(metric));
    return;
  }
  // (A draw has no end, and neither has endless play, which may be a win.)
  json["plies"] = value.plies() == 0 ? Json() : Json(value.plies());
}

}  // namespace zermelo
