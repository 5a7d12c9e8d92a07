// SPDX-License-Identifier: MIT
#include "symbolic/othello/thesis_work.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"

namespace zermelo::symbolic {
namespace {

using Json = nlohmann::ordered_json;  // keys stay in the order in which they were set
using Encoding = OthelloModelOptions::Encoding;
using Order = OthelloModelOptions::Order;
using Turn = OthelloModelOptions::Turn;

// --- What is asked -------------------------------------------------------------------------------

template <class Choice, std::size_t n>
using Words = std::array<std::pair<Choice, std::string_view>, n>;

constexpr Words<Encoding, 2> encodings = {
    {{Encoding::standard, "standard"}, {Encoding::three_terms, "3t"}}};
constexpr Words<Order, 4> orders = {{{Order::rows, "rows"},
                                     {Order::columns, "columns"},
                                     {Order::corners_first, "corners-first"},
                                     {Order::corners_last, "corners-last"}}};
constexpr Words<Turn, 3> turns = {
    {{Turn::first, "first"}, {Turn::last, "last"}, {Turn::none, "none"}}};
constexpr Words<bool, 2> winners = {{{true, "white"}, {false, "black"}}};

template <class Choice, std::size_t n>
std::string_view word_for(const Words<Choice, n>& words, Choice choice) {
  for (const auto& [value, word] : words) {
    if (value == choice) return word;
  }
  throw Error("An experiment with an unknown choice.");
}
template <class Choice, std::size_t n>
Choice choice_for(const Words<Choice, n>& words, const std::string& text) {
  for (const auto& [value, word] : words) {
    if (word == text) return value;
  }
  throw Error(fmt::format("An experiment with an unknown choice, '{}'.", text));
}

Json to_json(const ThesisExperiment& e) {
  const ThesisOptions& o = e.options;
  Json json{{"rows", o.model.rows},
            {"cols", o.model.cols},
            {"encoding", word_for(encodings, o.model.encoding)},
            {"order", word_for(orders, o.model.order)},
            {"turn", word_for(turns, o.model.turn)},
            {"wins", word_for(winners, o.white_wins)}};
  json["algorithm"] = e.runs_algorithm ? Json(static_cast<int>(o.algorithm)) : Json();
  return json;
}

ThesisExperiment experiment_of(const std::string& text) {
  const Json json = Json::parse(text);
  ThesisExperiment e;
  ThesisOptions& o = e.options;
  o.model.rows = json.at("rows");
  o.model.cols = json.at("cols");
  o.model.start_row = json.at("start_row");
  o.model.start_col = json.at("start_col");
  o.model.encoding = choice_for(encodings, json.at("encoding"));
  o.model.order = choice_for(orders, json.at("order"));
  o.model.turn = choice_for(turns, json.at("turn"));
  o.white_wins = choice_for(winners, json.at("wins"));
  o.bdd.memory = json.at("memory");
  o.bdd.threads = json.at("threads");
  e.runs_algorithm = !json.at("algorithm").is_null();
  if (e.runs_algorithm) o.algorithm = static_cast<ThesisAlgorithm>(json.at("algorithm").get<int>());
  e.counts_steps = json.at("counts_steps");
  e.with_relation = json.at("with_relation");
  return e;
}

// --- What is found -------------------------------------------------------------------------------

// Counts may be too large for JSON's numbers, so they are texts.
Json sizes_json(const ThesisSizes& sizes, bool with_relation) {
  Json json{{"initial_nodes", sizes.initial_nodes}};
  json["relation_nodes"] = with_relation ? Json(sizes.relation_nodes) : Json();
  json["won_nodes"] = sizes.won_nodes;
  json["won_states_nodes"] = sizes.won_states_nodes;
  json["won_states"] = to_string(sizes.won_states);
  return json;
}

Json result_json(const ThesisResult& result) {
  Json json{{"peak_nodes", result.peak_nodes}};
  json["reachable"] = result.reachable ? Json(to_string(*result.reachable)) : Json();
  json["reachable_nodes"] = result.reachable_nodes ? Json(*result.reachable_nodes) : Json();
  json["start_is_won"] = result.start_is_won ? Json(*result.start_is_won) : Json();
  json["iterations"] = Json::array();
  for (const auto& it : result.iterations) {
    json["iterations"].push_back(
        {{"iteration", it.number}, {"states", to_string(it.states)}, {"nodes", it.nodes}});
  }
  return json;
}

Json steps_json(const std::vector<StepCount>& steps, const OthelloModelOptions& m) {
  Json json = Json::array();
  for (const auto& step : steps) {
    const std::string square = fmt::format("{}{}", static_cast<char>('a' + step.square % m.cols),
                                           m.rows - step.square / m.cols);
    json.push_back({{"square", square},
                    {"nodes", step.nodes},
                    {"counted", to_string(step.counted)},
                    {"formula", to_string(step.formula)}});
  }
  return json;
}

// What this process has used.
void add_costs(Json& json) {
  rusage used = {};
  ::getrusage(RUSAGE_SELF, &used);
  double seconds = 0;
  for (const timeval& time : {used.ru_utime, used.ru_stime})
    seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  json["processor_seconds"] = seconds;
  json["memory_bytes"] = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
}

// Iterations are reported as they finish, so that they are not lost when the diagrams no longer
// fit.
std::string find_out(const std::string& input, const IsolatedTalk& talk) {
  const ThesisExperiment e = experiment_of(input);
  Json json{{"library", bdd_library()}};
  json.update(to_json(e));
  if (e.runs_algorithm) {
    const auto so_far = [&](const ThesisResult& result) {
      if (!talk.so_far) return;
      Json part = json;
      part["complete"] = false;
      part["result"] = result_json(result);
      add_costs(part);
      talk.so_far(part.dump());
    };
    json["complete"] = true;
    json["result"] = result_json(run_thesis(e.options, talk.progress, so_far));
  } else if (e.counts_steps) {
    json["steps"] = steps_json(count_thesis_steps(e.options, talk.progress), e.options.model);
  } else {
    json["sizes"] = sizes_json(thesis_sizes(e.options, e.with_relation), e.with_relation);
  }
  add_costs(json);
  return json.dump();
}

}  // namespace

std::string describe(const ThesisExperiment& experiment) {
  Json json = to_json(experiment);
  const ThesisOptions& o = experiment.options;
  json["start_row"] = o.model.start_row;
  json["start_col"] = o.model.start_col;
  json["memory"] = o.bdd.memory;
  json["threads"] = o.bdd.threads;
  json["counts_steps"] = experiment.counts_steps;
  json["with_relation"] = experiment.with_relation;
  return json.dump();
}

const IsolatedWork thesis_work{"othello-thesis", find_out};

}  // namespace zermelo::symbolic
