// SPDX-License-Identifier: MIT
#include "cli/hybrid_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>
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

// ------------------------------------------------------------------------------------- for people

// Rows as they come, in columns that are as wide as the last layers of large boards need.
class Rows {
 public:
  void print_head() const {
    print(fmt::format("{:>6} {:>18} {:>11} {:>10} {:>10} {:>4} {:>17} {:>17} {:>17} {:>9}\n",
                      "stones", "boards", "nodes", "diagram", "bits", "by", "first wins", "drawn",
                      "second wins", "seconds"));
  }
  void print_row(const HybridLayer& l) const {
    print(fmt::format("{:>6} {:>18} {:>11} {:>10} {:>10} ", l.stones, grouped(l.boards),
                      grouped(l.nodes), short_bytes(l.diagram_bytes), short_bytes(l.vector_bytes)));
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

 private:
  static std::string short_bytes(std::uint64_t bytes) {
    return bytes < 1024 ? fmt::format("{} B", bytes) : bytes_text(bytes);
  }
};

void print_end(const HybridReport& report, const std::vector<std::vector<std::string>>& rows) {
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
  print(fmt::format("\n{:.1f} s, {:.1f} s of processor time, {} of memory; with {}.\n",
                    report.seconds, processor_seconds(everything),
                    bytes_text(peak_memory(everything)), diagram_library()));
}

// ------------------------------------------------------------------------------------------- JSON

Json layer_json(const HybridLayer& l) {
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
  return json;
}

}  // namespace

void add_hybrid_arguments(Arguments& verb, HybridArguments& o) {
  verb.option("GAME", o.game, "connect and its parameters, such as columns=6 rows=5")
      .required()
      .value_name("")
      .game({"connect"});
  verb.option("-o,--output", o.output, "Also write a table of who wins")
      .value_name("FILE")
      .file({"ztb"});
  verb.option("--method", o.method,
              "How to find out who wins (default: hybrid): by sets in diagrams as long as "
              "those fit, then by bits; by only one of these; none only finds the boards")
      .one_of({"hybrid", "bits", "sets", "none"})
      .value_name("hybrid|bits|sets|none");
  verb.option("--memory", o.memory, "Memory to work with (default: 4G)").value_name("SIZE");
  add_long_run_options(verb, o);
  add_json_option(verb, o.json);
}

GameSpec hybrid_game(const HybridArguments& o) {
  const GameSpec game = parse_game_spec(o.game);
  if (game.name != "connect") {
    throw UsageError(
        fmt::format("There is no hybrid solver for '{}', only for connect.", game.name));
  }
  return make_game(game)->spec();
}

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
  if (options.table && options.method == HybridMethod::none)
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
  const Rows rows;
  bool has_head = false;
  if (!o.json) {
    options.layer = [&](const HybridLayer& layer) {
      line.clear();
      if (!std::exchange(has_head, true)) rows.print_head();
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
    print_end(report, rows);
  }
}

void print_hybrid_json(const HybridArguments& o, const HybridReport& report, const Json& own) {
  Json json{{"game", "connect"}, {"parameters", hybrid_game(o).parameters}, {"method", o.method}};
  json["library"] = diagram_library();
  json["was_complete"] = report.was_complete;
  json["layers"] = Json::array();
  for (const HybridLayer& layer : report.layers) json["layers"].push_back(layer_json(layer));
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
