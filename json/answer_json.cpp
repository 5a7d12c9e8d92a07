// SPDX-License-Identifier: MIT
#include "json/answer_json.h"

#include <optional>

#include "probe/endgames.h"

namespace zermelo {

void add_line(Json& json, const Line& line) {
  json["line"] = line.moves;
  json["line_complete"] = line.complete;
}

Json risk_json(const ErrorRisk& risk) { return {{"errs", risk.errs}, {"slips", risk.slips}}; }

Json move_json(const MoveValue& move, Metric metric) {
  Json json{{"move", move.move}};
  set_value(json, move.value, metric);
  json["position"] = text_or_null(move.result);
  return json;
}

namespace {

std::optional<CountingLimit> counting_of(const Table& table, const std::string& position,
                                         Value value) {
  if (table.info().game.name != variant_game_name) return std::nullopt;
  return counting_limit(table.game(), position, value.outcome());
}

std::string text_of(const CountingLimit& limit, const Table& table, const std::string& position,
                    Value value) {
  if (table.metric() != Metric::distance) return counting_sentence(limit);
  return counting_sentence(limit, value.outcome(), value.plies(), table.game().to_move(position));
}

}  // namespace

void add_counting(Json& json, const Table& table, const std::string& position, Value value) {
  const std::optional<CountingLimit> limit = counting_of(table, position, value);
  if (!limit) return;
  Json counted_out;
  if (table.metric() == Metric::distance)
    counted_out =
        limit->is_counted_out(value.outcome(), value.plies(), table.game().to_move(position));
  json["counting"] = {{"side", limit->counts == Colour::white ? "white" : "black"},
                      {"honour", limit->of_pieces ? "pieces" : "board"},
                      {"first", limit->first},
                      {"limit", limit->limit},
                      {"moves", limit->moves()},
                      {"counted_out", counted_out},
                      {"text", text_of(*limit, table, position, value)}};
}

std::string counting_text(const Table& table, const std::string& position, Value value) {
  const std::optional<CountingLimit> limit = counting_of(table, position, value);
  return limit ? text_of(*limit, table, position, value) : std::string();
}

}  // namespace zermelo
