// SPDX-License-Identifier: MIT
#include "probe/othello_thesis.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/error.h"
#include "gen/games.h"
#include "gen/parameters.h"
#include "symbolic/bdd/isolated.h"
#include "symbolic/othello/othello_thesis.h"
#include "symbolic/othello/thesis_work.h"

namespace zermelo {
namespace {

using Json = nlohmann::json;
using symbolic::OthelloModelOptions;

// --- The question --------------------------------------------------------------------------------

template <class Choice>
Choice word(const std::string& name, const std::string& text,
            const std::map<std::string, Choice>& words) {
  if (const auto found = words.find(text); found != words.end()) return found->second;
  throw UsageError(fmt::format("'{}' is not a valid {}.", text, name));
}

// (Boards larger than tables can have.)
const GameInfo& boards() {
  static const GameInfo othello = {"othello",
                                   "",
                                   "",
                                   {{"rows", "2..8", "4", ""},
                                    {"columns", "2..8", "4", "", "cols"},
                                    {"start_file", "1..columns-1", "columns/2", ""},
                                    {"start_rank", "1..rows-1", "rows/2", ""}},
                                   {}};
  return othello;
}

OthelloModelOptions model_of(const ThesisQuestion& q) {
  using Options = OthelloModelOptions;
  if (q.game.name != "othello") {
    throw UsageError(fmt::format(
        "There are no experiments on '{}' in decision diagrams, only on othello.", q.game.name));
  }
  const ParameterValues values = read_parameters(boards(), q.game.parameters);
  Options m;
  m.rows = values.at("rows");
  m.cols = values.at("columns");
  m.start_at(values.at("start_file") - 1, values.at("start_rank") - 1);
  m.encoding = word<Options::Encoding>(
      "encoding", q.encoding,
      {{"3t", Options::Encoding::three_terms}, {"standard", Options::Encoding::standard}});
  m.order = word<Options::Order>("order of squares", q.order,
                                 {{"rows", Options::Order::rows},
                                  {"columns", Options::Order::columns},
                                  {"corners-first", Options::Order::corners_first},
                                  {"corners-last", Options::Order::corners_last}});
  m.turn = word<Options::Turn>("place of the turn", q.turn,
                               {{"first", Options::Turn::first}, {"last", Options::Turn::last}});
  return m;
}

symbolic::ThesisOptions options_of(const ThesisQuestion& q) {
  symbolic::ThesisOptions t;
  t.model = model_of(q);
  if (q.algorithm) {
    if (*q.algorithm < 1 || *q.algorithm > 5)
      throw UsageError("The thesis's algorithms are numbered from 1 to 5.");
    t.algorithm = static_cast<symbolic::ThesisAlgorithm>(*q.algorithm);
  }
  t.white_wins = q.white_wins;
  t.bdd.memory = q.memory;
  t.bdd.threads = q.threads;
  return t;
}

// --- The answer, on its way from the experiment's process ----------------------------------------

template <class T>
std::optional<T> from_null(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<T>());
}

ThesisAnswer::Result result_from(const Json& json) {
  ThesisAnswer::Result result{json.at("peak_nodes"),
                              from_null<std::string>(json.at("reachable")),
                              from_null<std::uint64_t>(json.at("reachable_nodes")),
                              from_null<bool>(json.at("start_is_won")),
                              {}};
  for (const Json& it : json.at("iterations"))
    result.iterations.push_back({it.at("iteration"), it.at("states"), it.at("nodes")});
  return result;
}

ThesisAnswer::Sizes sizes_from(const Json& json) {
  return {json.at("initial_nodes"), from_null<std::uint64_t>(json.at("relation_nodes")),
          json.at("won_nodes"), json.at("won_states_nodes"), json.at("won_states")};
}

std::vector<ThesisAnswer::Step> steps_from(const Json& json) {
  std::vector<ThesisAnswer::Step> steps;
  for (const Json& step : json) {
    steps.push_back({step.at("square"), step.at("nodes"), step.at("counted"), step.at("formula")});
  }
  return steps;
}

ThesisAnswer answer_from(const std::string& text) {
  const Json json = Json::parse(text);
  ThesisAnswer answer;
  answer.library = json.at("library");
  answer.rows = json.at("rows");
  answer.cols = json.at("cols");
  if (json.contains("result")) answer.result = result_from(json.at("result"));
  if (json.contains("sizes")) answer.sizes = sizes_from(json.at("sizes"));
  if (json.contains("steps")) answer.steps = steps_from(json.at("steps"));
  answer.processor_seconds = json.at("processor_seconds");
  answer.memory_bytes = json.at("memory_bytes");
  return answer;
}

}  // namespace

ThesisAnswer ask_thesis(const ThesisQuestion& question, const ThesisOptions& options) {
  symbolic::ThesisExperiment experiment;
  experiment.options = options_of(question);
  experiment.runs_algorithm = question.algorithm.has_value();
  experiment.counts_steps = question.steps;
  experiment.with_relation = question.relation;
  symbolic::IsolatedOptions isolated;
  isolated.progress = options.progress;
  isolated.stop = options.stop;
  isolated.memory = question.memory;
  if (options.so_far)
    isolated.so_far = [&](const std::string& text) { options.so_far(answer_from(text)); };
  return answer_from(
      symbolic::run_isolated(symbolic::thesis_work, symbolic::describe(experiment), isolated));
}

}  // namespace zermelo
