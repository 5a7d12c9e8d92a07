// SPDX-License-Identifier: MIT
#include "json/report_json.h"

#include <string>

namespace zermelo {

std::map<int, DecidedCount> decided_by_plies(const StatsReport& report) {
  std::map<int, DecidedCount> histogram;
  for (const auto& [value, count] : report.histogram) {
    if (report.metric == Metric::zeroing && value.is_past_rule()) continue;
    const int amount = value.amount(report.metric);
    if (amount == 0 || count == 0) continue;
    DecidedCount& entry = histogram[amount];
    (value.is_win() ? entry.wins : entry.losses) += count;
  }
  return histogram;
}

DecidedCount decided_by_endless_play(const StatsReport& report) {
  if (report.metric != Metric::distance) return {};
  const auto count = [&](Outcome outcome) {
    const auto found = report.histogram.find(Value::endless(outcome));
    return found == report.histogram.end() ? 0 : found->second;
  };
  return {.wins = count(Outcome::win), .losses = count(Outcome::loss)};
}

DecidedCount decided_past_rule(const StatsReport& report) {
  DecidedCount all;
  if (report.metric != Metric::zeroing) return all;
  for (const auto& [value, count] : report.histogram) {
    if (value.is_past_rule()) (value.is_win() ? all.wins : all.losses) += count;
  }
  return all;
}

namespace {

// Of a puzzle.
Json solutions_json(const StatsReport& report) {
  Json json;
  json["positions"] = report.positions;
  json["solvable"] = report.wins;
  json["unsolvable"] = report.draws;
  json["longest_solution"] = report.longest_win;
  json["moves"] = Json::object();
  for (const auto& [n, decided] : decided_by_plies(report))
    json["moves"][std::to_string(n)] = decided.wins;
  json["longest_count"] = report.longest_count;
  json["longest"] = report.longest;
  return json;
}

Json count_json(const FoldedCount& count) {
  return {{"folded", count.folded}, {"both_movers", count.both_movers}, {"apart", count.apart}};
}

Json folding_json(const FoldingReport& folding) {
  Json json{{"mover", folding.folds_mover},
            {"symmetries", folding.symmetries},
            {"reached", folding.reached},
            {"listed", count_json(folding.listed)},
            {"materials", Json::array()}};
  for (const FoldingReport::Material& material : folding.materials) {
    Json entry{{"name", material.name}};
    entry.update(count_json(material.listed));
    json["materials"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace

Json endgame_json(const EndgameStats& table, Metric metric) {
  Json json{{"material", table.material}, {"mutual_zugzwangs", table.mutual_zugzwangs}};
  json["mutual_zugzwang"] = table.mutual_zugzwangs > 0 ? Json(table.mutual_zugzwang) : Json();
  const char* names[] = {"white", "black"};
  for (std::size_t s = 0; s < 2; ++s) {
    const EndgameStats::Side& side = table.sides[s];
    json[names[s]] = {{"positions", side.positions},
                      {"without_symmetries", side.unfolded},
                      {"wins", side.wins},
                      {"losses", side.losses},
                      {"draws", side.draws},
                      {"longest_win", side.longest_win},
                      {"longest", side.longest_win > 0 ? Json(side.longest) : Json()}};
    if (metric != Metric::zeroing) continue;
    json[names[s]]["cursed_wins"] = side.cursed_wins;
    json[names[s]]["blessed_losses"] = side.blessed_losses;
  }
  return json;
}

Json stats_json(const StatsReport& report) {
  if (report.metric == Metric::moves) return solutions_json(report);
  const bool scores = report.metric == Metric::score;
  const std::string greatest = scores ? "highest" : "longest", number = scores ? "scores" : "plies";
  Json json;
  json["positions"] = report.positions;
  json["wins"] = report.wins;
  json["losses"] = report.losses;
  json["draws"] = report.draws;
  if (report.folding) json["folding"] = folding_json(*report.folding);
  for (const EndgameStats& table : report.endgames)
    json["endgames"].push_back(endgame_json(table, report.metric));
  if (report.metric == Metric::outcome) return json;
  json[greatest + "_win"] = report.longest_win;
  json[greatest + "_loss"] = report.longest_loss;
  json[number] = Json::object();
  for (const auto& [n, decided] : decided_by_plies(report))
    json[number][std::to_string(n)] = decided.wins + decided.losses;
  if (const DecidedCount endless = decided_by_endless_play(report); endless.any())
    json["endless"] = endless.wins + endless.losses;
  if (report.metric == Metric::zeroing) {
    const DecidedCount past = decided_past_rule(report);
    json["cursed_wins"] = past.wins;
    json["blessed_losses"] = past.losses;
  }
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
  if (report.folding) json["folding"] = folding_json(*report.folding);
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
