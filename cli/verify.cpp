// SPDX-License-Identifier: MIT
// zermelo verify: proves a table right, or says where it is not.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct VerifyArguments {
  TableArgument table;
  bool json = false;
  int threads = 0;
};

// That a file is damaged is an answer, too; that it cannot be read is not.
VerifyReport verify(const VerifyArguments& o) {
  ProgressLine line;
  const WorkOptions options{o.threads, work_progress(line, "verifying")};
  try {
    return o.table.open().verify(options);
  } catch (const DamagedTable& error) {
    return {.positions = 0, .failure = error.what()};
  }
}

ExitCode run_verify(const VerifyArguments& o) {
  const VerifyReport report = verify(o);
  if (o.json) {
    Json json;
    json["ok"] = !report.failure;
    json["positions"] = report.positions;
    json["left_out"] = report.left_out;
    json["failure"] = report.failure ? Json(*report.failure) : Json();
    write_json(json);
  }
  if (report.failure) throw Error(*report.failure);
  if (!o.json) {
    print(fmt::format(
        "{} is right: every checksum, and the {} of {}, each of which follows "
        "from its moves.\n",
        o.table.path, read_table_info(o.table.path).holds_distances() ? "distances" : "values",
        grouped(report.positions, "position", "positions")));
    if (report.left_out > 0)
      print(fmt::format("Of these values {} are not stored, but follow from those of moves.\n",
                        grouped(report.left_out)));
  }
  return success;
}

}  // namespace

Verb add_verify(CommandLine& program) {
  Arguments verb = program.add_verb("verify", "Check a table: its checksums and every value");
  const auto o = std::make_shared<VerifyArguments>();
  add_table_argument(verb, o->table);
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "Every value is computed again from those of the position's successors; in a table of "
      "distances,\n"
      "every move is checked to arrive no earlier than stated, and some move exactly then. The "
      "first\n"
      "fault is reported on stderr, and the exit code is 1.\n"
      "Example: zermelo verify ostle-8.ztb");
  return {verb, [o] { return run_verify(*o); }};
}

}  // namespace zermelo::cli
