// SPDX-License-Identifier: MIT
// zermelo strategy: a table's best moves as a circuit.
#include "proof/strategy.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"

namespace zermelo::cli {
namespace {

using Owner = TableStrategyOptions::Owner;
using Form = TableStrategyOptions::Form;

struct StrategyArguments {
  std::string path, output;
  Words position;
  Owner owner = Owner::winner;
  Form form = Form::positions;
  bool json = false;
};

void print_text(const StrategyArguments& o, const TableStrategyReport& r) {
  print(r.sentence + "\n");
  TextTable text("ll");
  text.add({"positions", grouped(r.positions)});
  if (o.form == Form::cubes) text.add({"cubes", grouped(r.cubes)});
  text.add({"gates", grouped(r.gates)});
  text.add({"size", fmt::format("{} ({})", o.output, bytes_text(r.bytes))});
  text.add({"time", fmt::format("{:.1f} s", r.seconds)});
  print(text.text());
}

void print_json(const StrategyArguments& o, const TableStrategyReport& r) {
  Json json;
  json["claim"] = r.sentence;
  json["strategy"] = o.output;
  json["positions"] = r.positions;
  json["cubes"] = o.form == Form::cubes ? Json(r.cubes) : Json();
  json["gates"] = r.gates;
  json["bytes"] = r.bytes;
  json["seconds"] = r.seconds;
  write_json(json);
}

ExitCode run_strategy(const StrategyArguments& o) {
  refuse_overwriting(o.output, o.path);
  const Table table = Table::open(o.path);
  const std::string position = o.position.empty() ? "" : join_position(o.position, table.game());
  ProgressLine line;
  TableStrategyOptions options;
  options.owner = o.owner;
  options.form = o.form;
  options.stop = &catch_interrupts();
  if (line.active()) {
    options.progress = [&](std::uint64_t positions) {
      if (line.due()) line.show(grouped(positions, "position", "positions"));
    };
  }
  const TableStrategyReport report =
      write_table_strategy(table, position, output_for_library(o.output), options);
  line.clear();
  o.json ? print_json(o, report) : print_text(o, report);
  return success;
}

}  // namespace

Verb add_strategy(CommandLine& program) {
  Arguments verb = program.add_verb("strategy", "Write a table's best moves as a strategy");
  const auto o = std::make_shared<StrategyArguments>();
  add_table_argument(verb, o->path);
  verb.option("POSITION", o->position, "Where it begins (default: the start of the game)")
      .value_name("")
      .suggests({"start"});
  verb.option("-o,--output", o->output,
              "Where the strategy goes; in ASCII if it ends in .aag; `-` is stdout")
      .required()
      .value_name("FILE")
      .file({"aag", "aig"});
  verb.choice<Owner>("--owner", o->owner,
                     {{"winner", Owner::winner}, {"black", Owner::black}, {"white", Owner::white}},
                     "Whose strategy (default: the winner's; for a draw, that of the side to move)")
      .value_name("winner|black|white");
  verb.choice<Form>("--form", o->form, {{"positions", Form::positions}, {"cubes", Form::cubes}},
                    "Positions one by one, or sets of them (default: positions)")
      .value_name("positions|cubes");
  add_json_option(verb, o->json);
  verb.footer(
      "The strategy has every position that can come up if its owner plays the table's best moves "
      "and\n"
      "the other side anything. `zermelo check` proves it from the rules alone, without the "
      "table.\n"
      "Sets of positions (cubes) take longer to make; where there are many positions they are "
      "smaller\n"
      "and far quicker to check.\n"
      "Example: zermelo strategy connect-5x4.ztb -o connect-5x4.aig");
  return {verb, [o] { return run_strategy(*o); }};
}

}  // namespace zermelo::cli
