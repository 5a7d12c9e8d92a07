// SPDX-License-Identifier: MIT
#include "json/answer_json.h"

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

}  // namespace zermelo
