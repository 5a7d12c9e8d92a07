// SPDX-License-Identifier: MIT
#include "json/play_report_json.h"

#include <optional>
#include <utility>

#include "json/puzzle_json.h"

namespace zermelo {
namespace {

Json ply_json(const PlayReport::Ply& p) {
  return {{"positions", p.positions}, {"first_wins", p.first_wins},
          {"draws", p.draws},         {"second_wins", p.second_wins},
          {"legal", p.legal},         {"keeping", p.keeping},
          {"best", p.best},           {"only_moves", p.only_moves},
          {"forced", p.forced},       {"traps", p.traps},
          {"keeps", p.mean(p.keeps)}};
}

Json uses_json(const std::vector<PlayReport::Use>& uses) {
  Json json = Json::array();
  for (const auto& use : uses)
    json.push_back(
        {{"name", use.name}, {"legal", use.legal}, {"best", use.best}, {"only", use.only}});
  return json;
}

Json without_json(const PlayReport& r) {
  Json json = Json::array();
  for (const auto& w : r.without) {
    Json entry = {{"name", w.name},
                  {"start", Json()},
                  {"compared", w.compared},
                  {"different", w.different},
                  {"other_outcome", w.other_outcome},
                  {"first", Json()}};
    if (w.start) set_value(entry["start"], *w.start, r.metric);
    if (!w.first.empty()) {
      Json& first = entry["first"] = {{"position", w.first}, {"ply", w.first_ply}};
      set_value(first["with"], w.first_value, r.metric);
      set_value(first["without"], w.first_without, r.metric);
    }
    json.push_back(std::move(entry));
  }
  return json;
}

// What was not measured is null.
void remove_unmeasured(Json& json, const PlayReport& r) {
  for (const std::string& measure : play_measures()) {
    if (r.has(measure)) continue;
    json[measure] = Json();
    if (measure == "plies") json["all"] = Json();
    if (measure == "longest") json["longest_win"] = Json();
  }
}

Json tree_json(const std::optional<PlayReport::Size::Tree>& tree) {
  if (!tree) return {};
  return {{"branching", tree->branching}, {"log10_leaves", tree->log10_leaves}};
}
Json size_json(const PlayReport& r) {
  const PlayReport::Size& size = r.size;
  return {{"positions", r.all.positions},
          {"folded", size.folded ? Json(*size.folded) : Json()},
          {"stored", size.stored},
          {"bytes", size.bytes},
          {"bits", size.bits()},
          {"random_tree", tree_json(size.random_tree)},
          {"best_tree", tree_json(size.best_tree)}};
}

Json puzzles_json(const PlayReport& r) {
  Json json = Json::array();
  for (const KindOfPuzzle& one : r.puzzles) {
    Json entry = puzzle_json(one.puzzle, json.size() + 1);
    entry["condition"] = one.condition;
    json.push_back(std::move(entry));
  }
  return json;
}

Json sample_json(const SampledChances& sampled) {
  return {{"mean", chances_json(sampled.mean)},
          {"low", chances_json(sampled.low)},
          {"high", chances_json(sampled.high)}};
}

}  // namespace

Json chances_json(const Chances& c) {
  return {{"first", c.first},
          {"draw", c.draw},
          {"second", c.second},
          {"endless", c.endless},
          {"plies", c.plies ? Json(*c.plies) : Json()},
          {"score", c.score ? Json(*c.score) : Json()}};
}

Json play_report_json(const PlayReport& r) {
  Json json;
  json["players"] = r.is_for_one() ? 1 : 2;
  json["first"] = side_name(r.first);
  set_value(json["start"], r.start, r.metric);
  json["first_moves"] = Json::array();
  for (const auto& move : r.first_moves) {
    Json entry = {{"move", move.move}};
    set_value(entry, move.value, r.metric);
    json["first_moves"].push_back(std::move(entry));
  }
  json["swap"] = Json();
  if (r.swap) {
    Json swap = {{"second", outcome_name(r.swap->second)}, {"fairest", r.swap->fairest}};
    set_value(swap, r.swap->value, r.metric);
    json["swap"] = std::move(swap);
  }
  json["random"] = chances_json(r.random);
  json["errors"] = Json::array();
  for (const auto& errors : r.errors) {
    Json entry = chances_json(errors.chances);
    entry["rate"] = errors.rate;
    json["errors"].push_back(std::move(entry));
  }
  json["perfect_first"] = chances_json(r.perfect_first);
  json["perfect_second"] = chances_json(r.perfect_second);
  json["random_lengths"] = r.random_lengths ? Json(*r.random_lengths) : Json();
  json["longest_win"] = r.longest_win;
  json["longest"] = text_or_null(r.longest);
  json["plies"] = Json::array();
  for (const auto& ply : r.plies) json["plies"].push_back(ply_json(ply));
  json["all"] = ply_json(r.all);
  json["settled"] = r.settled ? Json(*r.settled) : Json();
  json["worst_traps"] = Json::array();
  for (const auto& trap : r.worst_traps) {
    Json entry = {{"position", trap.position},
                  {"ply", trap.ply},
                  {"legal", trap.legal},
                  {"keeping", trap.keeping}};
    set_value(entry, trap.value, r.metric);
    json["worst_traps"].push_back(std::move(entry));
  }
  json["squares"] = r.squares;
  json["actions"] = uses_json(r.actions);
  json["pieces"] = uses_json(r.pieces);
  json["without"] = without_json(r);
  json["size"] = size_json(r);
  json["puzzles"] = puzzles_json(r);
  json["measured"] = r.measured;
  json["left_out"] = r.left_out;
  json["sample"] = Json();
  if (r.sample) {
    json["sample"] = {{"games", r.sample->games},
                      {"random", sample_json(r.sample->random)},
                      {"perfect_first", sample_json(r.sample->perfect_first)},
                      {"perfect_second", sample_json(r.sample->perfect_second)}};
  }
  remove_unmeasured(json, r);
  return json;
}

}  // namespace zermelo
