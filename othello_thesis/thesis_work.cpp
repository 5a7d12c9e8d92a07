// SPDX-License-Identifier: MIT
#include "othello_thesis/thesis_work.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "othello_thesis/thesis_ends.h"

namespace zermelo::symbolic {
namespace {

using Json = nlohmann::ordered_json;  // keys stay in the order in which they were set
using Encoding = OthelloModelOptions::Encoding;
using Order = OthelloModelOptions::Order;
using Turn = OthelloModelOptions::Turn;
using Subject = ThesisExperiment::Subject;

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
constexpr Words<ThesisRelation, 2> relations = {
    {{ThesisRelation::partitioned, "partitioned"}, {ThesisRelation::complete, "complete"}}};
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
  if (e.subject == Subject::past_ends)
    return {{"rows", e.connect.rows}, {"cols", e.connect.columns}};
  const ThesisOptions& o = e.options;
  Json json{{"rows", o.model.rows},
            {"cols", o.model.cols},
            {"encoding", word_for(encodings, o.model.encoding)},
            {"order", word_for(orders, o.model.order)},
            {"turn", word_for(turns, o.model.turn)},
            {"wins", word_for(winners, o.white_wins)},
            {"transitions", word_for(relations, o.relation)}};
  json["algorithm"] =
      e.subject == Subject::algorithm ? Json(static_cast<int>(o.algorithm)) : Json();
  return json;
}

ThesisExperiment experiment_of(const std::string& text) {
  const Json json = Json::parse(text);
  ThesisExperiment e;
  e.subject = static_cast<Subject>(json.at("subject").get<int>());
  ThesisOptions& o = e.options;
  o.bdd.memory = json.at("memory");
  o.bdd.threads = json.at("threads");
  if (e.subject == Subject::past_ends) {
    e.connect.rows = json.at("rows");
    e.connect.columns = json.at("cols");
    e.connect.line = json.at("line");
    return e;
  }
  o.model.rows = json.at("rows");
  o.model.cols = json.at("cols");
  o.model.start_row = json.at("start_row");
  o.model.start_col = json.at("start_col");
  o.model.encoding = choice_for(encodings, json.at("encoding"));
  o.model.order = choice_for(orders, json.at("order"));
  o.model.turn = choice_for(turns, json.at("turn"));
  o.white_wins = choice_for(winners, json.at("wins"));
  o.relation = choice_for(relations, json.at("transitions"));
  if (e.subject == Subject::algorithm)
    o.algorithm = static_cast<ThesisAlgorithm>(json.at("algorithm").get<int>());
  e.with_relation = json.at("with_relation");
  return e;
}

// --- What is found -------------------------------------------------------------------------------

// `nodes` as the thesis counts them, `library_nodes` as the library has them.
Json size_json(const DiagramSize& size) {
  return {{"nodes", size.nodes}, {"library_nodes", size.in_library}};
}
template <class T>
Json or_null(const std::optional<T>& value, Json (*convert)(const T&)) {
  return value ? convert(*value) : Json();
}
// Counts may be too large for JSON's numbers, so they are texts.
Json count_json(const BigCount& count) { return to_string(count); }

Json set_json(const DiagramSize& size, BigCount states) {
  Json json = size_json(size);
  json["states"] = count_json(states);
  return json;
}

Json sizes_json(const ThesisSizes& sizes) {
  Json json{{"initial", size_json(sizes.initial)}};
  json["relation"] = or_null(sizes.relation, size_json);
  json["partitioned"] = or_null(sizes.partitioned, size_json);
  json["won"] = set_json(sizes.won, sizes.won_states);
  json["program_won"] = set_json(sizes.program_won, sizes.program_won_states);
  return json;
}

Json result_json(const ThesisResult& result) {
  Json json{{"peak", size_json(result.peak)}};
  json["reachable"] = or_null(result.reachable, count_json);
  json["reachable_size"] = or_null(result.reachable_size, size_json);
  json["start_is_won"] = result.start_is_won ? Json(*result.start_is_won) : Json();
  json["iterations"] = Json::array();
  for (const auto& it : result.iterations) {
    Json one{{"iteration", it.number}};
    one.update(set_json(it.size, it.states));
    json["iterations"].push_back(std::move(one));
  }
  return json;
}

Json steps_json(const std::vector<StepCount>& steps, const OthelloModelOptions& m) {
  Json json = Json::array();
  for (const auto& step : steps) {
    Json one{{"square", fmt::format("{}{}", static_cast<char>('a' + step.square % m.cols),
                                    m.rows - step.square / m.cols)}};
    one.update(size_json(step.size));
    one["counted"] = count_json(step.counted);
    one["formula"] = count_json(step.formula);
    json.push_back(std::move(one));
  }
  return json;
}

Json ends_json(const ThesisEnds& ends) {
  Json json = Json::array();
  const auto add = [&](const char* outcome, const char* category, const ThesisSet& set) {
    Json one{{"outcome", outcome}, {"category", category}};
    one.update(set_json(set.size, set.states));
    one["formula"] = or_null(set.formula, count_json);
    json.push_back(std::move(one));
  };
  const auto add_outcome = [&](const char* name, const ThesisOutcome& outcome) {
    add(name, "all", outcome.all);
    add(name, "full", outcome.full);
    add(name, "one_colour", outcome.one_colour);
    add(name, "other", outcome.other);
  };
  add("deadlocks", "all", ends.deadlocks);
  add("ended", "all", ends.ended);
  add_outcome("white", ends.won_by_white);
  add_outcome("black", ends.won_by_black);
  add_outcome("drawn", ends.drawn);
  return json;
}

Json growth_json(const ThesisGrowth& growth) {
  const auto number = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json();
  };
  Json boards = Json::array();
  for (const auto& board : growth.boards) {
    Json one{{"rows", board.rows}, {"cols", board.cols}};
    one["states"] = count_json(board.states);
    one["all_states"] = count_json(board.all_states);
    one["nodes"] = board.nodes;
    one["bytes"] = board.bytes;
    one["bytes_per_state"] = board.bytes_per_state;
    one["factor"] = number(board.factor);
    boards.push_back(std::move(one));
  }
  return {{"boards", boards},
          {"mean_factor", number(growth.mean_factor)},
          {"bytes_per_state_8x8", number(growth.bytes_per_state_8x8)},
          {"bytes_8x8", number(growth.bytes_8x8)}};
}

Json layers_json(const std::vector<PastEndsLayer>& layers) {
  Json json = Json::array();
  for (const auto& layer : layers) {
    json.push_back({{"stones", layer.stones},
                    {"stopping", set_json(layer.stopping.size, layer.stopping.states)},
                    {"going_on", set_json(layer.going_on.size, layer.going_on.states)}});
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
  switch (e.subject) {
    case Subject::sizes:
      json["sizes"] = sizes_json(thesis_sizes(e.options, e.with_relation));
      break;
    case Subject::algorithm: {
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
      break;
    }
    case Subject::steps:
      json["steps"] = steps_json(count_thesis_steps(e.options, talk.progress), e.options.model);
      break;
    case Subject::ends:
      json["ends"] = ends_json(thesis_ends(e.options, talk.progress));
      break;
    case Subject::growth:
      json["growth"] = growth_json(thesis_growth(e.options, talk.progress));
      break;
    case Subject::past_ends:
      json["layers"] = layers_json(layers_past_ends(e.connect, e.options.bdd, talk.progress));
      break;
  }
  add_costs(json);
  return json.dump();
}

}  // namespace

std::string describe(const ThesisExperiment& experiment) {
  Json json = to_json(experiment);
  const ThesisOptions& o = experiment.options;
  json["subject"] = static_cast<int>(experiment.subject);
  json["line"] = experiment.connect.line;
  json["start_row"] = o.model.start_row;
  json["start_col"] = o.model.start_col;
  json["memory"] = o.bdd.memory;
  json["threads"] = o.bdd.threads;
  json["with_relation"] = experiment.with_relation;
  return json.dump();
}

const IsolatedWork thesis_work{"othello-thesis", find_out};

}  // namespace zermelo::symbolic
