// SPDX-License-Identifier: MIT
#include "json/sweep_json.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "json/play_report_json.h"
#include "reports/sweep_page.h"

namespace zermelo {
namespace {

using State = SweepResult::State;

constexpr std::array states = {std::pair(State::solved, "solved"), std::pair(State::over, "over"),
                               std::pair(State::no_game, "no_game"),
                               std::pair(State::too_large, "too_large")};

const char* state_word(State state) {
  for (const auto& [known, word] : states)
    if (known == state) return word;
  return "";
}

State state_of(const std::string& word) {
  for (const auto& [state, known] : states)
    if (known == word) return state;
  throw Json::other_error::create(501, "an unknown state", nullptr);
}

template <class Number>
Json known(Number number) {
  return number > 0 ? Json(number) : Json();
}
template <class Number>
Number or_zero(const Json& json) {
  return json.is_null() ? Number{} : json.get<Number>();
}
std::string or_empty(const Json& json) {
  return json.is_null() ? std::string() : json.get<std::string>();
}

Chances chances_from(const Json& json) {
  Chances c;
  json.at("first").get_to(c.first);
  json.at("draw").get_to(c.draw);
  json.at("second").get_to(c.second);
  json.at("endless").get_to(c.endless);
  if (!json.at("plies").is_null()) c.plies = json.at("plies").get<double>();
  return c;
}

SweepResult read_result(const Json& json) {
  SweepResult r;
  r.state = state_of(json.at("state"));
  r.sentence = or_empty(json.at("sentence"));
  r.metric = or_empty(json.at("metric"));
  if (!json.at("value").is_null()) {
    const int outcome = json.at("value").get<int>();
    r.best = {static_cast<Outcome>(outcome > 0 ? 1 : outcome < 0 ? -1 : 0), std::nullopt};
    if (!json.at("amount").is_null()) r.best->amount = json.at("amount").get<int>();
  }
  r.positions = or_zero<std::uint64_t>(json.at("positions"));
  r.fairest = or_empty(json.at("fairest"));
  r.fairest_value = or_empty(json.at("fairest_value"));
  if (!json.at("random").is_null()) r.random = chances_from(json.at("random"));
  r.seconds = json.at("seconds").get<double>();
  r.solve_seconds = json.value("solve_seconds", r.seconds);  // (older versions did not say)
  r.needs_memory = or_zero<std::uint64_t>(json.at("needs_memory"));
  r.needs_seconds = or_zero<double>(json.at("needs_seconds"));
  r.needs_positions = or_zero<double>(json.at("needs_positions"));
  r.memory_limit = or_zero<std::uint64_t>(json.at("memory_limit"));
  r.seconds_limit = or_zero<double>(json.at("seconds_limit"));
  return r;
}

}  // namespace

Json sweep_result_json(const SweepResult& r) {
  Json json;
  json["state"] = state_word(r.state);
  json["best_play"] = outcome_words(r);
  json["sentence"] = text_or_null(r.sentence);
  json["metric"] = text_or_null(r.metric);
  json["value"] = r.best ? Json(static_cast<int>(r.best->outcome)) : Json();
  json["amount"] = r.best && r.best->amount ? Json(*r.best->amount) : Json();
  json["positions"] = known(r.positions);
  json["fairest"] = text_or_null(r.fairest);
  json["fairest_value"] = text_or_null(r.fairest_value);
  json["random"] = r.random ? chances_json(*r.random) : Json();
  json["seconds"] = r.seconds;
  json["solve_seconds"] = r.solve_seconds;
  json["needs_memory"] = known(r.needs_memory);
  json["needs_seconds"] = known(r.needs_seconds);
  json["needs_positions"] = known(r.needs_positions);
  json["memory_limit"] = known(r.memory_limit);
  json["seconds_limit"] = known(r.seconds_limit);
  return json;
}

std::optional<SweepResult> sweep_result_from(const Json& json) {
  try {
    return read_result(json);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

Json sweep_json(const Sweep& sweep, std::span<const SweepResult> results) {
  Json json;
  json["axes"] = Json::array();
  for (const SweepAxis& axis : sweep.axes)
    json["axes"].push_back({{"name", axis.name}, {"values", axis.values}});
  json["fairest"] = Json();
  json["cells"] = Json::array();
  for (std::size_t i = 0; i < results.size(); ++i) {
    Json cell;
    for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis)
      cell["values"][sweep.axes[axis].name] = sweep.cells[i].values[axis];
    cell["name"] = sweep.cells[i].name;
    cell.update(sweep_result_json(results[i]));
    json["cells"].push_back(std::move(cell));
  }
  if (const auto fairest = fairest_cell(results)) json["fairest"] = sweep.cells[*fairest].name;
  json["sentence"] = text_or_null(fairest_sentence(sweep, results));
  return json;
}

}  // namespace zermelo
