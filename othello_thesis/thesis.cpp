// SPDX-License-Identifier: MIT
#include "othello_thesis/thesis.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/connect/parameters.h"
#include "gen/error.h"
#include "gen/games.h"
#include "gen/parameters.h"
#include "othello_thesis/othello_thesis.h"
#include "othello_thesis/thesis_work.h"
#include "symbolic/bdd/isolated.h"

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
        "There are no experiments on '{}' in decision diagrams, only on othello and connect.",
        q.game.name));
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
  t.relation =
      word<symbolic::ThesisRelation>("kind of transition relation", q.transitions,
                                     {{"partitioned", symbolic::ThesisRelation::partitioned},
                                      {"complete", symbolic::ThesisRelation::complete}});
  return t;
}

symbolic::ThesisExperiment experiment_of(const ThesisQuestion& q) {
  using Subject = symbolic::ThesisExperiment::Subject;
  const int subjects = (q.algorithm ? 1 : 0) + (q.relation ? 1 : 0) + (q.steps ? 1 : 0) +
                       (q.ends ? 1 : 0) + (q.extrapolate ? 1 : 0);
  symbolic::ThesisExperiment e;
  if (q.game.name == "connect") {
    if (subjects > 0)
      throw UsageError("For connect, only the boards with and without ended games are counted.");
    e.subject = Subject::past_ends;
    e.connect = connect::parse_parameters(q.game.parameters);
  } else {
    if (subjects > 1) throw UsageError("One question about the thesis at a time.");
    e.options = options_of(q);
    e.subject = q.algorithm     ? Subject::algorithm
                : q.steps       ? Subject::steps
                : q.ends        ? Subject::ends
                : q.extrapolate ? Subject::growth
                                : Subject::sizes;
    e.with_relation = q.relation;
  }
  e.options.bdd.memory = q.memory;
  e.options.bdd.threads = q.threads;
  return e;
}

// --- The answer, on its way from the experiment's process ----------------------------------------

template <class T>
std::optional<T> from_null(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<T>());
}

ThesisAnswer::Size thesis_size_from(const Json& json) {
  return {json.at("nodes"), json.at("library_nodes")};
}
std::optional<ThesisAnswer::Size> thesis_size_or_none(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(thesis_size_from(json));
}
ThesisAnswer::Set thesis_set_from(const Json& json) {
  return {thesis_size_from(json), json.at("states")};
}

template <class T>
std::vector<T> thesis_list_from(const Json& json, T (*convert)(const Json&)) {
  std::vector<T> list;
  for (const Json& one : json) list.push_back(convert(one));
  return list;
}

ThesisAnswer::Iteration thesis_iteration_from(const Json& json) {
  return {json.at("iteration"), thesis_set_from(json)};
}
ThesisAnswer::Result result_from(const Json& json) {
  return {thesis_size_from(json.at("peak")), from_null<std::string>(json.at("reachable")),
          thesis_size_or_none(json.at("reachable_size")), from_null<bool>(json.at("start_is_won")),
          thesis_list_from(json.at("iterations"), thesis_iteration_from)};
}

ThesisAnswer::Sizes sizes_from(const Json& json) {
  return {thesis_size_from(json.at("initial")), thesis_size_or_none(json.at("relation")),
          thesis_size_or_none(json.at("partitioned")), thesis_set_from(json.at("won")),
          thesis_set_from(json.at("program_won"))};
}

ThesisAnswer::Step thesis_step_from(const Json& json) {
  return {json.at("square"), thesis_size_from(json), json.at("counted"), json.at("formula")};
}

ThesisAnswer::End thesis_end_from(const Json& json) {
  return {json.at("outcome"), json.at("category"), thesis_set_from(json),
          from_null<std::string>(json.at("formula"))};
}

ThesisAnswer::Growth::Board thesis_board_from(const Json& json) {
  return {json.at("rows"),
          json.at("cols"),
          json.at("states"),
          json.at("all_states"),
          json.at("nodes"),
          json.at("bytes"),
          json.at("bytes_per_state"),
          from_null<double>(json.at("factor"))};
}
ThesisAnswer::Growth thesis_growth_from(const Json& json) {
  return {thesis_list_from(json.at("boards"), thesis_board_from),
          from_null<double>(json.at("mean_factor")),
          from_null<double>(json.at("bytes_per_state_8x8")),
          from_null<double>(json.at("bytes_8x8"))};
}

ThesisAnswer::Layer thesis_layer_from(const Json& json) {
  return {json.at("stones"), thesis_set_from(json.at("stopping")),
          thesis_set_from(json.at("going_on"))};
}

ThesisAnswer answer_from(const std::string& text) {
  const Json json = Json::parse(text);
  ThesisAnswer answer;
  answer.library = json.at("library");
  answer.rows = json.at("rows");
  answer.cols = json.at("cols");
  if (json.contains("result")) answer.result = result_from(json.at("result"));
  if (json.contains("sizes")) answer.sizes = sizes_from(json.at("sizes"));
  if (json.contains("steps")) answer.steps = thesis_list_from(json.at("steps"), thesis_step_from);
  if (json.contains("ends")) answer.ends = thesis_list_from(json.at("ends"), thesis_end_from);
  if (json.contains("growth")) answer.growth = thesis_growth_from(json.at("growth"));
  if (json.contains("layers"))
    answer.layers = thesis_list_from(json.at("layers"), thesis_layer_from);
  answer.processor_seconds = json.at("processor_seconds");
  answer.memory_bytes = json.at("memory_bytes");
  return answer;
}

}  // namespace

ThesisAnswer ask_thesis(const ThesisQuestion& question, const ThesisOptions& options) {
  symbolic::IsolatedOptions isolated;
  isolated.progress = options.progress;
  isolated.stop = options.stop;
  isolated.memory = question.memory;
  if (options.so_far)
    isolated.so_far = [&](const std::string& text) { options.so_far(answer_from(text)); };
  return answer_from(symbolic::run_isolated(symbolic::thesis_work,
                                            symbolic::describe(experiment_of(question)), isolated));
}

}  // namespace zermelo
