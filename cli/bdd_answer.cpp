// SPDX-License-Identifier: MIT
#include "cli/bdd_answer.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace zermelo::cli {
namespace {

// ---------------------------------------------------------------------------------------- as JSON

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}
Json diagram_json(const ThesisAnswer::Size& size) {
  return {{"nodes", size.nodes}, {"library_nodes", size.library_nodes}};
}
Json diagram_or_null(const std::optional<ThesisAnswer::Size>& size) {
  return size ? diagram_json(*size) : Json();
}
Json set_json(const ThesisAnswer::Set& set) {
  Json json = diagram_json(set.size);
  json["states"] = set.states;
  return json;
}

Json sizes_json(const ThesisAnswer::Sizes& sizes) {
  return {{"initial", diagram_json(sizes.initial)},
          {"relation", diagram_or_null(sizes.relation)},
          {"partitioned", diagram_or_null(sizes.partitioned)},
          {"won", set_json(sizes.won)},
          {"program_won", set_json(sizes.program_won)}};
}

Json result_json(const ThesisAnswer::Result& result) {
  Json json{{"peak", diagram_json(result.peak)},
            {"reachable", or_null(result.reachable)},
            {"reachable_size", diagram_or_null(result.reachable_size)},
            {"start_is_won", or_null(result.start_is_won)}};
  json["iterations"] = Json::array();
  for (const auto& it : result.iterations) {
    Json one{{"iteration", it.number}};
    one.update(set_json(it.set));
    json["iterations"].push_back(std::move(one));
  }
  return json;
}

Json steps_json(const std::vector<ThesisAnswer::Step>& steps) {
  Json json = Json::array();
  for (const auto& step : steps) {
    Json one{{"square", step.square}, {"counted", step.counted}, {"formula", step.formula}};
    one.update(diagram_json(step.size));
    json.push_back(std::move(one));
  }
  return json;
}

Json ends_json(const std::vector<ThesisAnswer::End>& ends) {
  Json json = Json::array();
  for (const auto& end : ends) {
    Json one{
        {"outcome", end.outcome}, {"category", end.category}, {"formula", or_null(end.formula)}};
    one.update(set_json(end.set));
    json.push_back(std::move(one));
  }
  return json;
}

Json growth_json(const ThesisAnswer::Growth& growth) {
  Json json{{"mean_factor", or_null(growth.mean_factor)},
            {"bytes_per_state_8x8", or_null(growth.bytes_per_state_8x8)},
            {"bytes_8x8", or_null(growth.bytes_8x8)}};
  json["boards"] = Json::array();
  for (const auto& board : growth.boards) {
    json["boards"].push_back({{"rows", board.rows},
                              {"cols", board.cols},
                              {"states", board.states},
                              {"all_states", board.all_states},
                              {"nodes", board.nodes},
                              {"bytes", board.bytes},
                              {"bytes_per_state", board.bytes_per_state},
                              {"factor", or_null(board.factor)}});
  }
  return json;
}

Json layers_json(const std::vector<ThesisAnswer::Layer>& layers) {
  Json json = Json::array();
  for (const auto& layer : layers) {
    json.push_back({{"stones", layer.stones},
                    {"stopping", set_json(layer.stopping)},
                    {"going_on", set_json(layer.going_on)}});
  }
  return json;
}

Json question_json(const ThesisQuestion& q, const ThesisAnswer& answer) {
  Json json{{"game", q.game.name},
            {"library", answer.library},
            {"rows", answer.rows},
            {"cols", answer.cols}};
  if (answer.layers) return json;
  json["encoding"] = q.encoding;
  json["order"] = q.order;
  json["turn"] = q.turn;
  json["wins"] = q.white_wins ? "white" : "black";
  json["transitions"] = q.transitions;
  json["algorithm"] = or_null(q.algorithm);
  return json;
}

// -------------------------------------------------------------------------------------- for people

std::string number_text(const Json& json) {
  if (json.is_null()) return "";
  return json.is_string() ? grouped_digits(json.get<std::string>())
                          : grouped(json.get<std::uint64_t>());
}
std::string nodes_text(const Json& size) { return number_text(size.at("nodes")); }
std::string library_text(const Json& size) { return number_text(size.at("library_nodes")); }
std::string states_text(const Json& set) { return number_text(set.at("states")); }

// The column with the nodes that the library has.
std::string in_library(const Json& found) {
  return fmt::format("in {}", found.at("library").get<std::string>());
}

void print_sizes(const Json& found, const std::string& winner) {
  const Json& sizes = found.at("sizes");
  TextTable table("lrrr");
  table.add({"", "nodes", in_library(found), "states"});
  const auto add = [&](const std::string& name, const Json& size, const std::string& states) {
    if (!size.is_null()) table.add({name, nodes_text(size), library_text(size), states});
  };
  add("the start", sizes.at("initial"), "1");
  add("complete relation", sizes.at("relation"), "");
  add("partitioned relations", sizes.at("partitioned"), "");
  add(winner + " has won", sizes.at("won"), states_text(sizes.at("won")));
  if (sizes.at("won") != sizes.at("program_won"))
    add("  in the thesis's program", sizes.at("program_won"), states_text(sizes.at("program_won")));
  print(table.text());
}

std::string agreement_text(const Json& counted, const Json& formula) {
  if (formula.is_null()) return "";
  return counted == formula ? "same" : "DIFFERENT";
}

void print_steps(const Json& found) {
  TextTable table("lrrrrl");
  table.add({"square", "nodes", in_library(found), "counted", "equation 5.3", ""});
  for (const Json& step : found.at("steps")) {
    table.add({step.at("square"), nodes_text(step), library_text(step),
               number_text(step.at("counted")), number_text(step.at("formula")),
               agreement_text(step.at("counted"), step.at("formula"))});
  }
  print(table.text());
}

std::string end_name(const std::string& outcome, const std::string& category) {
  if (category == "full") return "    no empty square";
  if (category == "one_colour") return "    one side without discs";
  if (category == "other") return "    neither";
  if (outcome == "deadlocks") return "deadlocks";
  if (outcome == "ended") return "games that have ended";
  if (outcome == "white") return "  White has won";
  return outcome == "black" ? "  Black has won" : "  drawn";
}

void print_ends(const Json& found) {
  TextTable table("lrrrrl");
  table.add({"", "nodes", in_library(found), "states", "by formula", ""});
  for (const Json& end : found.at("ends")) {
    table.add({end_name(end.at("outcome"), end.at("category")), nodes_text(end), library_text(end),
               states_text(end), number_text(end.at("formula")),
               agreement_text(end.at("states"), end.at("formula"))});
  }
  print(table.text());
}

std::string missed_states(const Json& board) {
  const auto digits = [&](const char* key) { return board.at(key).get<std::string>(); };
  return fmt::format(
      "The thesis's program finds {} of the {} states that are won on {}x{}: it leaves out full "
      "boards that are won by one disc.\n",
      grouped_digits(digits("states")), grouped_digits(digits("all_states")),
      board.at("rows").dump(), board.at("cols").dump());
}

void print_growth(const Json& found) {
  const Json& growth = found.at("growth");
  TextTable table("lrrrrr");
  table.add({"board", "states", "nodes", "bytes", "bytes per state", "factor"});
  std::string missed;
  for (const Json& board : growth.at("boards")) {
    const Json& factor = board.at("factor");
    table.add({fmt::format("{}x{}", board.at("rows").dump(), board.at("cols").dump()),
               states_text(board), nodes_text(board), number_text(board.at("bytes")),
               fmt::format("{:.6f}", board.at("bytes_per_state").get<double>()),
               factor.is_null() ? "" : fmt::format("{:.4f}", factor.get<double>())});
    if (board.at("states") != board.at("all_states")) missed += missed_states(board);
  }
  print(table.text());
  print(missed.empty() ? "" : "\n" + missed);
  if (growth.at("mean_factor").is_null()) return;
  print(fmt::format(
      "\nWith the mean factor, {:.4f}, for every further size: {:.2e} bytes per state "
      "on 8x8, {:.2e} bytes for 10^22 states.\n",
      growth.at("mean_factor").get<double>(), growth.at("bytes_per_state_8x8").get<double>(),
      growth.at("bytes_8x8").get<double>()));
}

// How many nodes the reachable states have, and of what: algorithm 5 never unites them.
void print_reachable(const Json& found) {
  const Json& result = found.at("result");
  if (result.at("reachable").is_null()) return;
  const Json& size = result.at("reachable_size");
  print(fmt::format("Play can lead to {} states. ", number_text(result.at("reachable"))));
  if (found.at("algorithm") != 5) {
    print(fmt::format("Their union is one diagram with {} nodes.\n", nodes_text(size)));
    return;
  }
  const int layers = found.at("rows").get<int>() * found.at("cols").get<int>() - 3;
  print(
      fmt::format("They are {} diagrams, one for each number of discs, with {} nodes altogether.\n",
                  layers, nodes_text(size)));
}

void print_result(const Json& found, const std::string& winner) {
  const Json& result = found.at("result");
  TextTable table("rrrr");
  table.add({"iteration", "states", "nodes", in_library(found)});
  for (const Json& it : result.at("iterations"))
    table.add({it.at("iteration").dump(), states_text(it), nodes_text(it), library_text(it)});
  print(table.text());
  print(fmt::format("\nPeak: {} nodes.\n", nodes_text(result.at("peak"))));
  print_reachable(found);
  if (!result.at("start_is_won").is_null()) {
    print(fmt::format(
        "{} {} from the start.\n", winner,
        result.at("start_is_won").get<bool>() ? "can force a win" : "cannot force a win"));
  }
}

void print_layers(const Json& found) {
  TextTable table("rrrrrr");
  table.add({"", "stopping at", "ended games", "", "going on", "past them"});
  table.add({"stones", "states", "nodes", "", "states", "nodes"});
  for (const Json& layer : found.at("layers")) {
    const Json &stopping = layer.at("stopping"), &going_on = layer.at("going_on");
    table.add({layer.at("stones").dump(), states_text(stopping), nodes_text(stopping), "",
               states_text(going_on), nodes_text(going_on)});
  }
  print(table.text());
}

}  // namespace

Json thesis_json(const ThesisQuestion& question, const ThesisAnswer& answer, bool complete) {
  Json json = question_json(question, answer);
  if (answer.result) {
    json["complete"] = complete;
    json["result"] = result_json(*answer.result);
  }
  if (answer.steps) json["steps"] = steps_json(*answer.steps);
  if (answer.sizes) json["sizes"] = sizes_json(*answer.sizes);
  if (answer.ends) json["ends"] = ends_json(*answer.ends);
  if (answer.growth) json["growth"] = growth_json(*answer.growth);
  if (answer.layers) json["layers"] = layers_json(*answer.layers);
  json["processor_seconds"] = answer.processor_seconds;
  json["memory_bytes"] = answer.memory_bytes;
  return json;
}

void print_thesis(const Json& found) {
  const bool is_othello = found.at("game") == "othello";
  print(fmt::format("{}, {} rows and {} columns, with {}\n\n",
                    is_othello ? "Othello" : "Connect Four", found.at("rows").dump(),
                    found.at("cols").dump(), found.at("library").get<std::string>()));
  const std::string winner = found.value("wins", "white") == "white" ? "White" : "Black";
  if (found.contains("sizes")) print_sizes(found, winner);
  if (found.contains("steps")) print_steps(found);
  if (found.contains("ends")) print_ends(found);
  if (found.contains("growth")) print_growth(found);
  if (found.contains("layers")) print_layers(found);
  if (found.contains("result")) print_result(found, winner);
  print(fmt::format("{:.1f} s of processor time, {}.\n",
                    found.at("processor_seconds").get<double>(),
                    bytes_text(found.at("memory_bytes"))));
}

void print_thesis_csv(const Json& found) {
  const auto set = [](const Json& s) {
    return fmt::format("{},{}", s.at("states").get<std::string>(), s.at("nodes").dump());
  };
  if (found.contains("layers")) {
    print("stones,states,nodes,states_going_on,nodes_going_on\n");
    for (const Json& layer : found.at("layers")) {
      print(fmt::format("{},{},{}\n", layer.at("stones").dump(), set(layer.at("stopping")),
                        set(layer.at("going_on"))));
    }
    return;
  }
  print("iteration,states,nodes\n");
  for (const Json& it : found.at("result").at("iterations"))
    print(fmt::format("{},{}\n", it.at("iteration").dump(), set(it)));
}

}  // namespace zermelo::cli
