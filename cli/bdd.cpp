// SPDX-License-Identifier: MIT
// zermelo bdd: games as sets of states in decision diagrams.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "gen/game_spec.h"
#include "probe/othello_thesis.h"

namespace zermelo::cli {
namespace {

struct BddArguments {
  Words game;
  int algorithm = 0;
  std::string encoding = "3t", order = "rows", turn = "first", wins = "white", memory = "4G";
  bool relation = false, steps = false, json = false, csv = false;
  int threads = 1;
};

ThesisQuestion question_of(const BddArguments& o) {
  ThesisQuestion q;
  q.game = parse_game_spec(o.game);
  if (o.algorithm > 0) q.algorithm = o.algorithm;
  q.relation = o.relation;
  q.steps = o.steps;
  q.encoding = o.encoding;
  q.order = o.order;
  q.turn = o.turn;
  q.white_wins = o.wins == "white";
  q.memory = parse_size(o.memory);
  q.threads = o.threads;
  return q;
}

// ------------------------------------------------------------------------- what is found, as JSON

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json sizes_json(const ThesisAnswer::Sizes& sizes) {
  return {{"initial_nodes", sizes.initial_nodes},
          {"relation_nodes", or_null(sizes.relation_nodes)},
          {"won_nodes", sizes.won_nodes},
          {"won_states_nodes", sizes.won_states_nodes},
          {"won_states", sizes.won_states}};
}

Json result_json(const ThesisAnswer::Result& result) {
  Json json{{"peak_nodes", result.peak_nodes},
            {"reachable", or_null(result.reachable)},
            {"reachable_nodes", or_null(result.reachable_nodes)},
            {"start_is_won", or_null(result.start_is_won)}};
  json["iterations"] = Json::array();
  for (const auto& it : result.iterations) {
    json["iterations"].push_back(
        {{"iteration", it.number}, {"states", it.states}, {"nodes", it.nodes}});
  }
  return json;
}

Json steps_json(const std::vector<ThesisAnswer::Step>& steps) {
  Json json = Json::array();
  for (const auto& step : steps) {
    json.push_back({{"square", step.square},
                    {"nodes", step.nodes},
                    {"counted", step.counted},
                    {"formula", step.formula}});
  }
  return json;
}

Json answer_json(const BddArguments& o, const ThesisAnswer& answer, bool complete) {
  Json json{{"library", answer.library},
            {"rows", answer.rows},
            {"cols", answer.cols},
            {"encoding", o.encoding},
            {"order", o.order},
            {"turn", o.turn},
            {"wins", o.wins}};
  json["algorithm"] = o.algorithm > 0 ? Json(o.algorithm) : Json();
  if (answer.result) {
    json["complete"] = complete;
    json["result"] = result_json(*answer.result);
  }
  if (answer.steps) json["steps"] = steps_json(*answer.steps);
  if (answer.sizes) json["sizes"] = sizes_json(*answer.sizes);
  json["processor_seconds"] = answer.processor_seconds;
  json["memory_bytes"] = answer.memory_bytes;
  return json;
}

// ------------------------------------------------------------------------------------- for people

std::string number_text(const Json& json) {
  return json.is_string() ? grouped_digits(json.get<std::string>())
                          : grouped(json.get<std::uint64_t>());
}

void print_sizes(const Json& sizes, const std::string& winner) {
  TextTable table("lrr");
  table.add({"", "nodes", "states"});
  table.add({"the start", number_text(sizes.at("initial_nodes")), "1"});
  if (!sizes.at("relation_nodes").is_null())
    table.add({"all moves", number_text(sizes.at("relation_nodes")), ""});
  table.add({winner + " has won", number_text(sizes.at("won_states_nodes")),
             number_text(sizes.at("won_states"))});
  if (sizes.at("won_nodes") != sizes.at("won_states_nodes")) {
    table.add({"  with codes that mean nothing", number_text(sizes.at("won_nodes")), ""});
  }
  print(table.text());
}

void print_steps(const Json& steps) {
  TextTable table("lrrrl");
  table.add({"square", "nodes", "counted", "equation 5.3", ""});
  for (const Json& step : steps) {
    table.add({step.at("square"), number_text(step.at("nodes")), number_text(step.at("counted")),
               number_text(step.at("formula")),
               step.at("counted") == step.at("formula") ? "same" : "DIFFERENT"});
  }
  print(table.text());
}

void print_result(const Json& result, const std::string& winner) {
  TextTable table("rrr");
  table.add({"iteration", "states", "nodes"});
  for (const Json& it : result.at("iterations")) {
    table.add(
        {it.at("iteration").dump(), number_text(it.at("states")), number_text(it.at("nodes"))});
  }
  print(table.text());
  print(fmt::format("\nPeak: {} nodes.\n", number_text(result.at("peak_nodes"))));
  if (!result.at("reachable").is_null()) {
    print(fmt::format("Play can lead to {} states ({} nodes).\n",
                      number_text(result.at("reachable")),
                      number_text(result.at("reachable_nodes"))));
  }
  if (!result.at("start_is_won").is_null()) {
    print(fmt::format(
        "{} {} from the start.\n", winner,
        result.at("start_is_won").get<bool>() ? "can force a win" : "cannot force a win"));
  }
}

void print_text(const Json& json) {
  const std::string winner = json.at("wins") == "white" ? "White" : "Black";
  print(fmt::format("Othello, {} rows and {} columns, with {}\n\n", json.at("rows").dump(),
                    json.at("cols").dump(), json.at("library").get<std::string>()));
  if (json.contains("sizes")) print_sizes(json.at("sizes"), winner);
  if (json.contains("steps")) print_steps(json.at("steps"));
  if (json.contains("result")) print_result(json.at("result"), winner);
  print(fmt::format("{:.1f} s of processor time, {}.\n", json.at("processor_seconds").get<double>(),
                    bytes_text(json.at("memory_bytes"))));
}

void print_csv(const Json& json) {
  print("iteration,states,nodes\n");
  for (const Json& it : json.at("result").at("iterations")) {
    print(fmt::format("{},{},{}\n", it.at("iteration").dump(), it.at("states").get<std::string>(),
                      it.at("nodes").dump()));
  }
}

void print_found(const BddArguments& o, const Json& json) {
  o.json ? write_json(json) : o.csv ? print_csv(json) : print_text(json);
}

ExitCode run_bdd(const BddArguments& o) {
  const ThesisQuestion question = question_of(o);
  if (o.csv && o.algorithm == 0) throw UsageError("--csv needs --algorithm.");
  ProgressLine line;
  ThesisOptions options;
  options.stop = &catch_interrupts();
  if (line.active()) options.progress = [&](const std::string& what) { line.show(what); };
  // Iterations are reported as they come, so that those before the diagrams stop fitting are not
  // lost.
  Json found;
  options.so_far = [&](const ThesisAnswer& answer) { found = answer_json(o, answer, false); };
  try {
    found = answer_json(o, ask_thesis(question, options), true);
  } catch (const Error&) {
    line.clear();
    if (!found.is_null()) print_found(o, found);
    throw;
  }
  line.clear();
  print_found(o, found);
  if (o.steps) {
    for (const Json& step : found.at("steps")) {
      if (step.at("counted") != step.at("formula"))
        throw Error("A count differs from equation 5.3.");
    }
  }
  return success;
}

}  // namespace

Verb add_bdd(CommandLine& program) {
  Arguments verb =
      program.add_verb("bdd", "Solve Othello with decision diagrams, and report their sizes");
  const auto o = std::make_shared<BddArguments>();
  verb.option("GAME", o->game, "othello and its parameters, such as rows=4 columns=5")
      .required()
      .value_name("")
      .game({"othello"});
  Option algorithm =
      verb.option("--algorithm", o->algorithm,
                  "1 reachable states; 2 retrograde analysis; 3 of reachable states; 4 by number "
                  "of discs; 5 both")
          .between(1, 5)
          .value_name("N");
  Option relation =
      verb.flag("--relation", o->relation, "Also report the size of the relation of all moves");
  Option steps = verb.flag("--steps", o->steps,
                           "Count each square's moves in its diagram and by the thesis's formula");
  relation.excludes(algorithm);
  steps.excludes(algorithm).excludes(relation);
  verb.option("--encoding", o->encoding, "The encoding of a square (default: 3t)")
      .one_of({"standard", "3t"})
      .value_name("standard|3t");
  verb.option("--order", o->order, "The order of the squares (default: rows)")
      .one_of({"rows", "columns", "corners-first", "corners-last"})
      .value_name("ORDER");
  verb.option("--turn", o->turn, "The place of the turn variable (default: first)")
      .one_of({"first", "last"})
      .value_name("first|last");
  verb.option("--wins", o->wins, "The side whose wins are sought (default: white)")
      .one_of({"white", "black"})
      .value_name("white|black");
  verb.option("--memory", o->memory, "Memory for the diagrams (default: 4G)").value_name("SIZE");
  verb.option("--threads", o->threads, "Number of threads, with Sylvan (default: 1)")
      .between(1, 64)
      .value_name("N");
  const Option json = verb.flag("--json", o->json, "Print JSON, for programs");
  verb.flag("--csv", o->csv, "Print the iterations only, as comma-separated values").excludes(json);
  verb.footer(
      "The algorithms are those of S. van Dijk's thesis \"Solving Othello using BDDs\". Without "
      "one, the\n"
      "sizes of what they begin with are printed. ORDER is rows, columns, corners-first or "
      "corners-last.\n"
      "Example: zermelo bdd othello rows=4 columns=4 --algorithm 5\n"
      "Example: zermelo bdd othello rows=4 columns=4 --relation --encoding standard");
  return {verb, [o] { return run_bdd(*o); }};
}

}  // namespace zermelo::cli
