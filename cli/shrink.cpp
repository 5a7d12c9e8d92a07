// SPDX-License-Identifier: MIT
// zermelo shrink: the same answers from a smaller table.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct ShrinkArguments {
  TableArgument table;
  std::string output;
  double lookups = ShrinkOptions{}.lookups;
  bool force = false, json = false;
};

ExitCode run_shrink(const ShrinkArguments& o) {
  require_file_for_table(o.output);
  ProgressLine line;
  const ShrinkReport report = o.table.open().shrink(
      o.output,
      {.lookups = o.lookups, .force = o.force, .progress = work_progress(line, "shrinking")});
  line.clear();
  if (o.json) {
    write_json(Json{{"file", o.output},
                    {"bytes_before", report.bytes_before},
                    {"bytes", report.bytes},
                    {"slices", report.slices},
                    {"left_out", report.left_out},
                    {"lookups", report.lookups}});
    return success;
  }
  TextTable text("ll");
  text.add({"table", o.output});
  text.add({"size",
            fmt::format("{} bytes, from {}", grouped(report.bytes), grouped(report.bytes_before))});
  text.add({"left out", report.leaves_out_loss_plies
                            ? "by how many plies positions are lost"
                            : fmt::format("{} of {}", report.left_out,
                                          grouped(report.slices, "slice", "slices"))});
  if (report.lookups > 0) text.add({"look-ups of a probe", fmt::format("{:.1f}", report.lookups)});
  print(text.text());
  if (report.left_out == 0 && !report.leaves_out_loss_plies)
    print("Nothing could be left out: this is the same table, byte for byte.\n");
  return success;
}

}  // namespace

Verb add_shrink(CommandLine& program) {
  Arguments verb =
      program.add_verb("shrink", "Make a smaller table with the same values, which answers slower");
  const auto o = std::make_shared<ShrinkArguments>();
  add_table_argument(verb, o->table);
  verb.option("-o,--output", o->output, "The smaller table; a folder, if FILE is one")
      .required()
      .value_name("PATH")
      .file();
  verb.option("--lookups", o->lookups,
              "How many positions a probe may look up on average: more is smaller and slower "
              "(default 4)")
      .value_name("N")
      .between(1.0, most_shrunk_lookups);
  verb.flag("--force", o->force, "Replace PATH if it is there already");
  add_json_option(verb, o->json);
  verb.footer(
      "Slices are left out whose values follow from those of their moves. Everything that takes a "
      "table\n"
      "takes a shrunk one.\n"
      "Example: zermelo shrink connect-4x4.ztb -o small.ztb");
  return {verb, [o] { return run_shrink(*o); }};
}

}  // namespace zermelo::cli
