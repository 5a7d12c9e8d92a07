// SPDX-License-Identifier: MIT
// zermelo export: every position of a table with its value, or of a strategy with its rank.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/play_strategy.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "kinds/export_table.h"
#include "probe/table.h"
#include "proof/strategy.h"

namespace zermelo::cli {
namespace {

struct ExportArguments {
  std::string path, list;
  std::string output;  // empty: stdout, for nothing but the list
  ExportFormat format = ExportFormat::text;
  Words layers;
  int threads = 0;
  bool force = false, json = false;
};

// Where the list goes.
std::string place(const ExportArguments& o) {
  return output_for_library(o.output.empty() ? "-" : o.output);
}

void print_report(const ExportArguments& o, const ExportReport& r) {
  if (o.json) {
    write_json(Json{{"file", o.output.empty() ? "-" : o.output},
                    {"positions", r.positions},
                    {"bytes", r.bytes},
                    {"seconds", r.seconds}});
    return;
  }
  TextTable text("ll");
  text.add({"positions", grouped(r.positions)});
  text.add({"size", fmt::format("{} ({})", o.output, bytes_text(r.bytes))});
  text.add({"time", fmt::format("{:.1f} s", r.seconds)});
  print(text.text());
}

ExportOptions options_of(const ExportArguments& o) {
  ExportOptions options{
      .format = o.format, .layers = o.layers, .threads = o.threads, .force = o.force};
  options.stop = &catch_interrupts();
  return options;
}

ExportReport list_table(const ExportArguments& o, ProgressLine& line) {
  const Table table = Table::open(o.path);
  ExportOptions options = options_of(o);
  options.progress = work_progress(line, "exporting");
  return export_table(table, place(o), options);
}

ExportReport list_strategy(const ExportArguments& o, ProgressLine& line) {
  ExportOptions options = options_of(o);
  options.progress = [&](std::uint64_t positions, std::uint64_t) {
    if (line.due()) line.show(grouped(positions, "position", "positions"));
  };
  return export_strategy(o.path, place(o), options);
}

ExitCode run_export(const ExportArguments& o) {
  refuse_overwriting(o.output, o.path);
  ProgressLine line;
  const ExportReport report =
      is_strategy_file(o.path) ? list_strategy(o, line) : list_table(o, line);
  line.clear();
  if (o.json || !o.output.empty()) print_report(o, report);
  return success;
}

ExitCode run_compare(const ExportArguments& o) {
  const Table table = Table::open(o.path);
  ProgressLine line;
  const CompareReport report = compare_with_list(table, o.list,
                                                 {.threads = o.threads,
                                                  .stop = &catch_interrupts(),
                                                  .progress = work_progress(line, "comparing")});
  line.clear();
  if (o.json) {
    write_json(Json{{"positions", report.positions},
                    {"difference", report.difference ? Json(*report.difference) : Json()},
                    {"seconds", report.seconds}});
  } else {
    print(report.difference ? *report.difference + "\n"
                            : fmt::format("The list says what the table says, about {}.\n",
                                          grouped(report.positions, "position", "positions")));
  }
  return report.difference ? failure : success;
}

}  // namespace

Verb add_export(CommandLine& program) {
  Arguments verb =
      program.add_verb("export", "Write every position of a table with its value as a list");
  const auto o = std::make_shared<ExportArguments>();
  verb.option("FILE", o->path, "The table, or a strategy")
      .required()
      .value_name("")
      .file({"ztb", "aag", "aig"});
  verb.option("-o,--output", o->output, "Write the list to a file instead of stdout, which is `-`")
      .value_name("FILE")
      .file();
  verb.choice<ExportFormat>("--format", o->format,
                            {{"text", ExportFormat::text},
                             {"binary", ExportFormat::binary},
                             {"csv", ExportFormat::csv}},
                            "text (default), binary or csv")
      .value_name("text|binary|csv");
  verb.option("--layer", o->layers, "Only this slice of the table; may be given again")
      .value_name("NAME")
      .one_value();
  verb.option("--compare", o->list,
              "Write nothing: look every position of this list up in the table, and say what is "
              "different")
      .value_name("LIST")
      .file();
  add_threads_option(verb, o->threads);
  verb.flag("--force", o->force, "Replace FILE if it is there already");
  add_json_option(verb, o->json);
  verb.footer(
      "A table: every position once up to symmetry with its value, by slices, in the order of the "
      "table.\n"
      "A strategy: every position that play against it can meet, with its rank.\n"
      "Example: zermelo export connect-4x4.ztb --format binary -o connect-4x4.zpl\n"
      "Example: zermelo export connect-4x4.ztb --compare connect-4x4.zpl");
  return {verb, [o] { return o->list.empty() ? run_export(*o) : run_compare(*o); }};
}

}  // namespace zermelo::cli
