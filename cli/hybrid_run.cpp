// SPDX-License-Identifier: MIT
#include "cli/hybrid_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/resources.h"
#include "gen/error.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

// Diagrams are made in a separate process.
constexpr Whose everything = Whose::with_children;

const std::map<std::string, HybridMethod>& methods() {
  static const std::map<std::string, HybridMethod> all = {{"hybrid", HybridMethod::hybrid},
                                                          {"bits", HybridMethod::bits},
                                                          {"sets", HybridMethod::sets},
                                                          {"none", HybridMethod::none}};
  return all;
}

const std::map<std::string, GoalTest>& goal_tests() {
  static const std::map<std::string, GoalTest> all = {{"direct", GoalTest::direct},
                                                      {"diagram", GoalTest::diagram},
                                                      {"successors", GoalTest::successors}};
  return all;
}

// ------------------------------------------------------------------------------------- for people

std::string short_bytes(std::uint64_t bytes) {
  return bytes < 1024 ? fmt::format("{} B", bytes) : bytes_text(bytes);
}

// Rows as they come, in columns that are as wide as the last layers of large boards need.
class Rows {
 public:
  // `going_on`: leave out ended games, as in the paper's Table 2.
  Rows(std::string layer_title, bool going_on)
      : layer_title_(std::move(layer_title)), going_on_(going_on) {}

  // Prints a layer, after the head if it is the first one.
  void print_row(const HybridLayer& layer) {
    if (!std::exchange(has_head_, true)) print_head();
    going_on_ ? print_going_on(layer) : print_all(layer);
  }

 private:
  void print_head() const {
    if (going_on_) {
      print(fmt::format("{:>6} {:>18} {:>17} {:>11} {:>17} {:>11} {:>17} {:>11} {:>17} {:>9}\n",
                        layer_title_, "boards", "ended", "nodes", "first wins", "nodes", "drawn",
                        "nodes", "second wins", "seconds"));
      return;
    }
    print(fmt::format("{:>6} {:>18} {:>11} {:>10} {:>10} {:>10} {:>4} {:>17} {:>17} {:>17} {:>9}\n",
                      layer_title_, "boards", "nodes", "diagram", "bits", "memory", "by",
                      "first wins", "drawn", "second wins", "seconds"));
  }
  void print_all(const HybridLayer& l) {
    // (Rows of layers that are solved come from the last layer on, others from the first.)
    const std::uint64_t own = l.diagram_bytes + l.vector_bytes;
    const std::uint64_t above = last_stones_ == l.stones + 1 ? last_bytes_ : 0;
    last_stones_ = l.stones;
    last_bytes_ = own;
    const std::string memory = l.solved ? short_bytes(own + above) : "";
    print(fmt::format("{:>6} {:>18} {:>11} {:>10} {:>10} {:>10} ", l.stones, grouped(l.boards),
                      grouped(l.nodes), short_bytes(l.diagram_bytes), short_bytes(l.vector_bytes),
                      memory));
    if (!l.solved) {
      print(
          fmt::format("{:>4} {:>17} {:>17} {:>17} {:>9.1f}\n", "", "", "", "", l.forward_seconds));
      return;
    }
    print(fmt::format("{:>4} {:>17} {:>17} {:>17} {:>9.1f}\n",
                      l.outcome_nodes > 0 ? "sets" : "bits", grouped(l.counts.first_wins),
                      grouped(l.counts.draws), grouped(l.counts.second_wins),
                      l.forward_seconds + l.backward_seconds));
  }
  static void print_going_on(const HybridLayer& l) {
    print(fmt::format("{:>6} {:>18} ", l.stones, grouped(l.boards)));
    if (l.solved) {
      const OutcomeCounts counts = l.going_on();
      const auto nodes = [&](std::uint64_t n) {
        return l.outcome_nodes > 0 ? grouped(n) : std::string();
      };
      print(fmt::format("{:>17} {:>11} {:>17} {:>11} {:>17} {:>11} {:>17} ",
                        grouped(l.boards - counts.boards()), nodes(l.going_on_nodes.first_wins),
                        grouped(counts.first_wins), nodes(l.going_on_nodes.draws),
                        grouped(counts.draws), nodes(l.going_on_nodes.second_wins),
                        grouped(counts.second_wins)));
    }
    print(fmt::format("{:>9.1f}\n", l.forward_seconds + l.backward_seconds));
  }

  std::string layer_title_;
  bool going_on_, has_head_ = false;
  int last_stones_ = -1;
  std::uint64_t last_bytes_ = 0;
};

// The library that made the diagrams; empty for Connect Four, whose sets are made without one.
std::string library_for(const GameSpec& game) {
  return game.name == "connect" ? "" : diagram_library();
}

void print_end(const HybridReport& report, const std::string& library,
               const std::vector<std::vector<std::string>>& rows) {
  const OutcomeCounts total = report.total();
  TextTable text("lr");
  text.add({"boards", grouped(report.boards())});
  if (total.boards() > 0) {
    text.add({"the first player wins", grouped(total.first_wins)});
    text.add({"drawn", grouped(total.draws)});
    text.add({"the second player wins", grouped(total.second_wins)});
  }
  print("\n" + text.text());
  if (!rows.empty()) {
    TextTable more("ll");
    for (const auto& row : rows) more.add(row);
    print("\n" + more.text());
  }
  print(fmt::format("\n{:.1f} s, {:.1f} s of processor time, {} of memory{}.\n", report.seconds,
                    processor_seconds(everything), bytes_text(peak_memory(everything)),
                    library.empty() ? "" : "; with " + library));
}

// ------------------------------------------------------------------------------------------- JSON

// `is_connect`: lines are those of the player who has just moved, so ended games can be told apart.
Json layer_json(const HybridLayer& l, bool is_connect) {
  Json json{{"stones", l.stones},
            {"boards", l.boards},
            {"nodes", l.nodes},
            {"diagram_bytes", l.diagram_bytes},
            {"vector_bytes", l.vector_bytes},
            {"forward_seconds", l.forward_seconds}};
  if (!l.solved) return json;
  json["by"] = l.outcome_nodes > 0 ? "sets" : "bits";
  if (l.outcome_nodes > 0) json["outcome_nodes"] = l.outcome_nodes;
  json["first_wins"] = l.counts.first_wins;
  json["draws"] = l.counts.draws;
  json["second_wins"] = l.counts.second_wins;
  json["over"] = l.counts.lines;
  json["backward_seconds"] = l.backward_seconds;
  if (!is_connect) return json;
  const OutcomeCounts going_on = l.going_on();
  json["going_on"] = {{"first_wins", going_on.first_wins},
                      {"draws", going_on.draws},
                      {"second_wins", going_on.second_wins}};
  if (l.outcome_nodes > 0) {
    json["going_on_nodes"] = {{"first_wins", l.going_on_nodes.first_wins},
                              {"draws", l.going_on_nodes.draws},
                              {"second_wins", l.going_on_nodes.second_wins}};
  }
  return json;
}

}  // namespace

void add_hybrid_arguments(Arguments& verb, HybridArguments& o) {
  add_game_argument(verb, o.game);
  verb.option("-o,--output", o.output, "Also write a table of who wins")
      .value_name("FILE")
      .file({"ztb"});
  verb.option("--method", o.method,
              "How to find out who wins (default: hybrid): by sets in diagrams as long as "
              "those fit, then by bits; by only one of these; none only finds the boards")
      .one_of({"hybrid", "bits", "sets", "none"})
      .value_name("hybrid|bits|sets|none");
  verb.option("--layers", o.layers,
              "Only the layers of A to B stones of Connect Four; they stay in FILE.layers")
      .value_name("A..B");
  verb.option("--goal-test", o.goal_test,
              "How bits see that a game of Connect Four has ended (default: direct): by a line on "
              "the board, by the diagram of ended games, or by the absence of successors")
      .one_of({"direct", "diagram", "successors"})
      .value_name("direct|diagram|successors");
  verb.flag("--going-on", o.going_on,
            "Leave ended games out of the outcomes, and show the nodes of their sets");
  verb.option("--memory", o.memory, "Memory to work with (default: 4G)").value_name("SIZE");
  add_long_run_options(verb, o);
  add_json_option(verb, o.json);
}

GameSpec hybrid_game(const HybridArguments& o) { return o.game.game()->spec(); }

namespace {

// "36..42", "36..", "..5" or "36"; what is left out is 0 or the number of squares.
LayerRange range_in(const std::string& text, const GameSpec& game) {
  const auto number = [&](const std::string& part, int otherwise) {
    if (part.empty()) return otherwise;
    if (part.size() > 3 || part.find_first_not_of("0123456789") != std::string::npos)
      throw UsageError(fmt::format("'{}' is not a range of layers such as 36..42.", text));
    return std::stoi(part);
  };
  const int squares =
      number(game.parameters.at("columns"), 0) * number(game.parameters.at("rows"), 0);
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    const int only = number(text, squares);
    return {only, only};
  }
  return {number(text.substr(0, dots), 0), number(text.substr(dots + 2), squares)};
}

}  // namespace

HybridOptions hybrid_options(const HybridArguments& o) {
  HybridOptions options;
  options.method = methods().at(o.method);
  options.memory = parse_size(o.memory);
  options.threads = o.threads;
  options.resume = o.resume;
  options.force = o.force;
  options.checkpoint_seconds = o.checkpoint_seconds;
  options.stop = &catch_interrupts();
  options.creator = creator();
  if (!o.output.empty()) options.table = o.output;
  require_file_for_table(o.output);
  options.goal_test = goal_tests().at(o.goal_test);
  const GameSpec game = hybrid_game(o);
  if (game.name != "connect" && (!o.layers.empty() || o.going_on || o.goal_test != "direct"))
    throw UsageError("--layers, --goal-test and --going-on are for Connect Four only.");
  if (!o.layers.empty()) options.layers = range_in(o.layers, game);
  if (options.table && !options.layers && options.method == HybridMethod::none)
    throw UsageError("With --method none nothing is solved, so there is no table to write.");
  if (o.resume && !options.table) throw UsageError("--resume needs --output.");
  if (o.force && !options.table) throw UsageError("--force needs --output.");
  return options;
}

HybridReport run_hybrid(const HybridArguments& o,
                        const std::function<HybridReport(const HybridOptions&)>& work) {
  HybridOptions options = hybrid_options(o);
  ProgressLine line(o.log_kind());
  if (line.active()) options.progress = [&](const std::string& what) { line.show(what); };
  Rows rows(hybrid_game(o).name == "connect" ? "stones" : "layer", o.going_on);
  if (!o.json) {
    options.layer = [&](const HybridLayer& layer) {
      line.clear();
      rows.print_row(layer);
      std::fflush(stdout);  // the next one may take an hour
    };
  }
  HybridReport report = work(options);
  line.clear();
  return report;
}

void print_hybrid(const HybridArguments& o, const HybridReport& report,
                  const std::vector<std::vector<std::string>>& rows) {
  if (report.was_complete) {
    print(fmt::format("{} is complete; nothing was done.\n", o.output));
  } else {
    print_end(report, library_for(hybrid_game(o)), rows);
  }
}

void print_hybrid_json(const HybridArguments& o, const HybridReport& report, const Json& own) {
  const GameSpec game = hybrid_game(o);
  Json json{{"game", game.name}, {"parameters", game.parameters}, {"method", o.method}};
  const std::string library = library_for(game);
  json["library"] = library.empty() ? Json() : Json(library);
  json["was_complete"] = report.was_complete;
  json["layers"] = Json::array();
  for (const HybridLayer& layer : report.layers)
    json["layers"].push_back(layer_json(layer, game.name == "connect"));
  json["boards"] = report.boards();
  const OutcomeCounts total = report.total();
  if (total.boards() > 0) {
    json["first_wins"] = total.first_wins;
    json["draws"] = total.draws;
    json["second_wins"] = total.second_wins;
  }
  json["file"] = o.output.empty() ? Json() : Json(o.output);
  json.update(own);
  json["seconds"] = report.seconds;
  json["processor_seconds"] = processor_seconds(everything);
  json["peak_memory_bytes"] = peak_memory(everything);
  write_json(json);
}

}  // namespace zermelo::cli
