// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::string path, svg;
  std::vector<std::string> position;
  bool moves = false, line = false, json = false;
};

Json result_json(const Table& table, const std::string& state, const Options& options) {
  const Value value = table.probe(state);
  Json json = {
      {"position", state}, {"value", outcome_name(value.outcome())}, {"plies", plies_json(value)}};
  if (options.moves) {
    json["moves"] = Json::array();
    for (const MoveValue& m : table.moves(state)) {
      json["moves"].push_back({{"move", m.move},
                               {"value", outcome_name(m.value.outcome())},
                               {"plies", plies_json(m.value)},
                               {"position", m.result.empty() ? Json(nullptr) : Json(m.result)}});
    }
  }
  if (options.line) {
    const Line line = table.line(state);
    json["line"] = line.moves;
    json["line_complete"] = line.complete;
  }
  return json;
}

void print_result(const Table& table, const std::string& state, const Options& options) {
  fmt::print("{}", diagram_text(table.diagram(state, false)));
  if (options.moves) {
    fmt::print("\n");
    for (const MoveValue& m : table.moves(state)) {
      fmt::print("{:<5} {:<12} {}\n", m.move, to_string(m.value), m.result);
    }
  }
  if (options.line) {
    const Line line = table.line(state);
    fmt::print("\n{}{}\n", fmt::join(line.moves, " "),
               line.complete ? "" : " ... and so on, a draw");
  }
}

void run(const Options& options) {
  const Table table = Table::open(options.path);
  std::string state = fmt::format("{}", fmt::join(options.position, " "));
  if (state == "start") state = table.start();
  if (!options.svg.empty()) write_text(options.svg, diagram_svg(table.diagram(state)));
  if (options.json) return print_json(result_json(table, state, options));
  if (options.svg != "-") print_result(table, state, options);
}

}  // namespace

void add_probe(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("probe", "Say what a position is worth");
  verb->add_option("FILE", o->path, "A table file (.ztb)")->required();
  verb->add_option("POSITION", o->position, "A position in the game's notation, or start")
      ->required();
  verb->add_flag("--moves", o->moves,
                 "List the moves with their values for the side that makes them");
  verb->add_flag("--line", o->line, "Print best play by both sides");
  verb->add_option("--svg", o->svg,
                   "Draw the position with its moves valued into this file (- for stdout)");
  verb->add_flag("--json", o->json, "Print JSON");
  verb->footer("Example: zermelo probe ostle-8.ztb \"1wwww/5/2o2/5/bbbb1 b\" --moves --line");
  verb->callback([o] { run(*o); });
}

}  // namespace zermelo::cli
