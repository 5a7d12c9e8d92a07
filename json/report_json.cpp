// SPDX-License-Identifier: MIT
#include "json/report_json.h"

#include <string>

namespace zermelo {

std::map<int, DecidedCount> decided_by_plies(const StatsReport& report) {
  std::map<int, DecidedCount> histogram;
  for (const auto& [value, count] : report.histogram) {
    if (value.is_draw() || count == 0) continue;
    DecidedCount& entry = histogram[value.plies()];
    (value.is_win() ? entry.wins : entry.losses) += count;
  }
  return histogram;
}

Json stats_json(const StatsReport& report) {
  const bool scores = report.metric == Metric::score;
  const std::string greatest = scores ? "highest" : "longest", number = scores ? "scores" : "plies";
  Json json;
  json["positions"] = report.positions;
  json["wins"] = report.wins;
  json["losses"] = report.losses;
  json["draws"] = report.draws;
  if (report.metric == Metric::outcome) return json;
  json[greatest + "_win"] = report.longest_win;
  json[greatest + "_loss"] = report.longest_loss;
  json[number] = Json::object();
  for (const auto& [n, decided] : decided_by_plies(report))
    json[number][std::to_string(n)] = decided.wins + decided.losses;
  json[greatest + "_count"] = report.longest_count;
  json[greatest] = report.longest;
  return json;
}

Json stats_json(const ReachReport& report) {
  Json json;
  json["states"] = report.states;
  json["unreached"] = report.unreached;
  json["positions"] = report.positions;
  json["unreached_positions"] = report.unreached_positions;
  json["farthest"] = report.farthest;
  json["plies"] = Json::object();
  for (const auto& [n, count] : report.histogram) json["plies"][std::to_string(n)] = count;
  json["farthest_count"] = report.histogram.at(report.farthest);
  json["farthest_states"] = report.farthest_states;
  return json;
}

Json slices_json(const TableInfo& table) {
  Json slices = Json::array();
  for (const TableSlice& slice : table.slices) {
    slices.push_back({{"name", slice.name},
                      {"positions", slice.positions},
                      {"values", slice.values},
                      {"bytes", slice.bytes}});
  }
  return slices;
}

}  // namespace zermelo
