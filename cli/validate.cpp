// SPDX-License-Identifier: MIT
// zermelo validate: a table against decision diagrams.
#include "proof/validate.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"

namespace zermelo::cli {
namespace {

struct ValidateArguments {
  std::string table, memory = "4G";
  int threads = 0;
  bool json = false;
};

std::string verdict(const ValidationReport& report) {
  if (report.mistakes > 0) {
    return fmt::format(
        "{} not as in the table; the first is {}.",
        report.mistakes == 1 ? "One position is" : grouped(report.mistakes) + " positions are",
        report.mistaken.front());
  }
  return fmt::format("The table has {} up to symmetry, but play can lead to {}.",
                     grouped(report.in_table, "position", "positions"), grouped(report.canonical));
}

void print_text(const ValidationReport& report) {
  TextTable table("lrrrr");
  table.add({"", "won", "lost", "drawn", "over"});
  const auto add = [&](const ValidationReport::Layer& l) {
    table.add({l.name, grouped(l.won), grouped(l.lost), grouped(l.drawn), grouped(l.ended)});
  };
  for (const auto& layer : report.layers) add(layer);
  add(report.total);
  print(table.text());
  for (const std::string& mistaken : report.mistaken) print(mistaken + "\n");
  if (report.same()) {
    const bool all_stored = report.canonical == report.total.going_on();
    print(fmt::format("\nThe same as in the table: every position, {}{}.\n",
                      grouped(report.canonical), all_stored ? " of them" : " up to symmetry"));
  }
}

void print_json(const ValidationReport& report) {
  const auto of = [](const ValidationReport::Layer& l) {
    return Json{
        {"name", l.name}, {"won", l.won}, {"lost", l.lost}, {"drawn", l.drawn}, {"over", l.ended}};
  };
  Json json{{"same", report.same()}, {"layers", Json::array()}};
  for (const auto& layer : report.layers) json["layers"].push_back(of(layer));
  json["total"] = of(report.total);
  json["canonical"] = report.canonical;
  json["in_table"] = report.in_table;
  json["mistakes"] = report.mistakes;
  json["mistaken"] = report.mistaken;
  write_json(json);
}

ExitCode run_validate(const ValidateArguments& o) {
  const Table table = Table::open(o.table);
  ProgressLine line;
  ValidationOptions options;
  options.memory = parse_size(o.memory);
  options.threads = o.threads;
  options.stop = &catch_interrupts();
  if (line.active()) options.progress = [&](const std::string& what) { line.show(what); };
  const ValidationReport report = validate(table, options);
  line.clear();
  o.json ? print_json(report) : print_text(report);
  if (!report.same()) throw Error(verdict(report));
  return success;
}

}  // namespace

Verb add_validate(CommandLine& program) {
  Arguments verb = program.add_verb(
      "validate", "Solve a table's game again with decision diagrams, and compare");
  const auto o = std::make_shared<ValidateArguments>();
  verb.option("FILE", o->table, "The table").required().value_name("").file({"ztb"});
  verb.option("--memory", o->memory, "Memory for the diagrams (default: 4G)").value_name("SIZE");
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "An independent check: sets of positions, from a model of the rules that only this check "
      "uses,\n"
      "against the table, position by position, as won, lost and drawn (not by plies). It is for "
      "all\n"
      "games but ostle, on boards that are small enough. The exit code is 1 if anything differs.\n"
      "Example: zermelo validate othello.ztb");
  return {verb, [o] { return run_validate(*o); }};
}

}  // namespace zermelo::cli
