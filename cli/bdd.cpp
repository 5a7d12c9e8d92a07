// SPDX-License-Identifier: MIT
// zermelo bdd: games as sets of states in decision diagrams.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/resources.h"
#include "cli/verbs.h"
#include "gen/game_spec.h"
#include "gen/parameter_reader.h"
#include "symbolic/isolated.h"
#include "symbolic/othello_thesis.h"

namespace zermelo::cli {
namespace {

using symbolic::OthelloModelOptions;
using symbolic::ProgressText;
using symbolic::ThesisOptions;

struct Options {
  Words game;
  int algorithm = 0;
  std::string encoding = "3t", order = "rows", turn = "first", wins = "white", memory = "4G";
  bool relation = false, steps = false, json = false, csv = false;
  int threads = 1;
};

// ------------------------------------------------------------------------------------- what is
// asked

OthelloModelOptions model_options(const Options& o) {
  const GameSpec game = parse_game_spec(o.game);
  if (game.name != "othello") {
    throw UsageError(fmt::format(
        "There are no experiments on '{}' in decision diagrams, only on othello.", game.name));
  }
  const ParameterReader reader("othello", game.parameters,
                               {"rows", "cols", "start_file", "start_rank"});
  OthelloModelOptions m;
  m.rows = reader.number("rows", 2, 8, 4);
  m.cols = reader.number("cols", 2, 8, 4);
  const int file = reader.number("start_file", 1, m.cols - 1, m.cols / 2);
  const int rank = reader.number("start_rank", 1, m.rows - 1, m.rows / 2);
  m.start_at(file - 1, rank - 1);
  m.encoding = o.encoding == "3t" ? OthelloModelOptions::Encoding::three_terms
                                  : OthelloModelOptions::Encoding::standard;
  static const std::map<std::string, OthelloModelOptions::Order> orders = {
      {"rows", OthelloModelOptions::Order::rows},
      {"columns", OthelloModelOptions::Order::columns},
      {"corners-first", OthelloModelOptions::Order::corners_first},
      {"corners-last", OthelloModelOptions::Order::corners_last}};
  m.order = orders.at(o.order);
  m.turn = o.turn == "first" ? OthelloModelOptions::Turn::first : OthelloModelOptions::Turn::last;
  return m;
}

ThesisOptions thesis_options(const Options& o) {
  ThesisOptions t;
  t.model = model_options(o);
  if (o.algorithm > 0) t.algorithm = static_cast<symbolic::ThesisAlgorithm>(o.algorithm);
  t.white_wins = o.wins == "white";
  t.bdd.memory = parse_size(o.memory);
  t.bdd.threads = o.threads;
  return t;
}

// ------------------------------------------------------------------------- what is found, as JSON

// Counts may be too large for JSON's numbers, so they are texts.
Json sizes_json(const symbolic::ThesisSizes& sizes, bool with_relation) {
  Json json{{"initial_nodes", sizes.initial_nodes}};
  json["relation_nodes"] = with_relation ? Json(sizes.relation_nodes) : Json();
  json["won_nodes"] = sizes.won_nodes;
  json["won_states_nodes"] = sizes.won_states_nodes;
  json["won_states"] = symbolic::to_string(sizes.won_states);
  return json;
}

Json result_json(const symbolic::ThesisResult& result) {
  Json json{{"peak_nodes", result.peak_nodes}};
  json["reachable"] = result.reachable ? Json(symbolic::to_string(*result.reachable)) : Json();
  json["reachable_nodes"] = result.reachable_nodes ? Json(*result.reachable_nodes) : Json();
  json["start_is_won"] = result.start_is_won ? Json(*result.start_is_won) : Json();
  json["iterations"] = Json::array();
  for (const auto& it : result.iterations) {
    json["iterations"].push_back({{"iteration", it.number},
                                  {"states", symbolic::to_string(it.states)},
                                  {"nodes", it.nodes}});
  }
  return json;
}

Json steps_json(const std::vector<symbolic::StepCount>& steps, const OthelloModelOptions& m) {
  Json json = Json::array();
  for (const auto& step : steps) {
    const std::string square = fmt::format("{}{}", static_cast<char>('a' + step.square % m.cols),
                                           m.rows - step.square / m.cols);
    json.push_back({{"square", square},
                    {"nodes", step.nodes},
                    {"counted", symbolic::to_string(step.counted)},
                    {"formula", symbolic::to_string(step.formula)}});
  }
  return json;
}

void add_costs(Json& json) {
  json["processor_seconds"] = processor_seconds();
  json["memory_bytes"] = peak_memory();
}

// Done in a process of its own, whose time and memory it tells. Iterations are told as they come,
// so that those before the diagrams do not fit any more are not lost.
std::string experiment(const Options& o, const ThesisOptions& t,
                       const symbolic::IsolatedTalk& talk) {
  Json json{{"library", symbolic::bdd_library()},
            {"rows", t.model.rows},
            {"cols", t.model.cols},
            {"encoding", o.encoding},
            {"order", o.order},
            {"turn", o.turn},
            {"wins", o.wins}};
  json["algorithm"] = o.algorithm > 0 ? Json(o.algorithm) : Json();
  if (o.algorithm > 0) {
    const auto so_far = [&](const symbolic::ThesisResult& result) {
      if (!talk.so_far) return;
      Json part = json;
      part["complete"] = false;
      part["result"] = result_json(result);
      add_costs(part);
      talk.so_far(part.dump());
    };
    json["complete"] = true;
    json["result"] = result_json(symbolic::run_thesis(t, talk.progress, so_far));
  } else if (o.steps) {
    json["steps"] = steps_json(symbolic::count_thesis_steps(t, talk.progress), t.model);
  } else {
    json["sizes"] = sizes_json(symbolic::thesis_sizes(t, o.relation), o.relation);
  }
  add_costs(json);
  return json.dump();
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

void print_found(const Options& o, const Json& json) {
  o.json ? write_json(json) : o.csv ? print_csv(json) : print_text(json);
}

ExitCode run(const Options& o) {
  const ThesisOptions thesis = thesis_options(o);
  if (o.csv && o.algorithm == 0) throw UsageError("--csv needs --algorithm.");
  ProgressLine line;
  symbolic::IsolatedOptions isolated;
  isolated.memory = thesis.bdd.memory;
  isolated.stop = &catch_interrupts();
  if (line.active()) isolated.progress = [&](const std::string& what) { line.show(what); };
  std::string found;
  isolated.so_far = [&](const std::string& text) { found = text; };
  try {
    found = symbolic::run_isolated(
        [&](const symbolic::IsolatedTalk& talk) { return experiment(o, thesis, talk); }, isolated);
  } catch (const Error&) {
    line.clear();
    if (!found.empty()) print_found(o, Json::parse(found));
    throw;
  }
  line.clear();
  const Json json = Json::parse(found);
  print_found(o, json);
  if (o.steps) {
    for (const Json& step : json.at("steps")) {
      if (step.at("counted") != step.at("formula"))
        throw Error("A count is not that of equation 5.3.");
    }
  }
  return success;
}

}  // namespace

Verb add_bdd(CLI::App& program) {
  CLI::App* verb =
      program.add_subcommand("bdd", "Solve Othello with decision diagrams, and tell their sizes");
  const auto o = std::make_shared<Options>();
  verb->add_option("GAME", o->game, "othello and its parameters, as rows=4 cols=5 start_file=2")
      ->required()
      ->type_name("");
  auto* algorithm =
      verb->add_option(
              "--algorithm", o->algorithm,
              "1 reachable states; 2 retrograde analysis; 3 of reachable states; 4 by number "
              "of discs; 5 both")
          ->check(CLI::Range(1, 5))
          ->type_name("N");
  auto* relation =
      verb->add_flag("--relation", o->relation, "Also tell the size of the relation of all moves");
  auto* steps = verb->add_flag(
      "--steps", o->steps, "Count each square's moves in its diagram and by the thesis's formula");
  relation->excludes(algorithm);
  steps->excludes(algorithm)->excludes(relation);
  verb->add_option("--encoding", o->encoding, "Of a square (default: 3t)")
      ->check(CLI::IsMember({"standard", "3t"}))
      ->type_name("standard|3t");
  verb->add_option("--order", o->order, "Of the squares (default: rows)")
      ->check(CLI::IsMember({"rows", "columns", "corners-first", "corners-last"}))
      ->type_name("ORDER");
  verb->add_option("--turn", o->turn, "Where the variable of the turn is (default: first)")
      ->check(CLI::IsMember({"first", "last"}))
      ->type_name("first|last");
  verb->add_option("--wins", o->wins, "Whose wins are looked for (default: white)")
      ->check(CLI::IsMember({"white", "black"}))
      ->type_name("white|black");
  verb->add_option("--memory", o->memory, "For the diagrams (default: 4G)")->type_name("SIZE");
  verb->add_option("--threads", o->threads, "With Sylvan (default: 1)")
      ->check(CLI::Range(1, 64))
      ->type_name("N");
  auto* json = verb->add_flag("--json", o->json, "Print JSON, for programs");
  verb->add_flag("--csv", o->csv, "Print the iterations only, as comma-separated values")
      ->excludes(json);
  verb->footer(
      "The algorithms are those of S. van Dijk's thesis \"Solving Othello using BDDs\". Without "
      "one, "
      "the\n"
      "sizes of what they begin with are told. ORDER is rows, columns, corners-first or "
      "corners-last.\n"
      "Example: zermelo bdd othello rows=4 cols=4 --algorithm 5\n"
      "Example: zermelo bdd othello rows=4 cols=4 --relation --encoding standard");
  return {verb, [o] { return run(*o); }};
}

}  // namespace zermelo::cli
