// SPDX-License-Identifier: MIT
// zermelo verify: proves a table right, or says where it is not.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
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
  std::int64_t sample = 0;  // 0: all
  std::int64_t seed = not_given;
  bool json = false;
  int threads = 0;

  static constexpr std::int64_t not_given = -1;
};

// That a file is damaged is an answer, too; that it cannot be read is not.
VerifyReport verify(const VerifyArguments& o) {
  ProgressLine line;
  const WorkOptions options{o.threads, work_progress(line, "verifying")};
  try {
    const Table table = o.table.open();
    if (o.sample == 0) return table.verify(options);
    return table.verify_sample(static_cast<std::uint64_t>(o.sample),
                               o.seed == o.not_given ? 1 : static_cast<std::uint64_t>(o.seed),
                               options);
  } catch (const DamagedTable& error) {
    return {.positions = 0, .failure = error.what()};
  }
}

void print_right(const VerifyArguments& o, const VerifyReport& report) {
  const char* what = read_table_info(o.table.path).holds_distances() ? "distances" : "values";
  const std::string positions = grouped(report.positions, "position", "positions");
  if (o.sample == 0) {
    print(
        fmt::format("{} is right: every checksum, and the {} of {}, each of which follows "
                    "from its moves.\n",
                    o.table.path, what, positions));
    return;
  }
  print(
      fmt::format("{} shows no fault: every checksum is right, and the {} of {} drawn at random "
                  "follow from their moves.\n",
                  o.table.path, what, positions));
  // (The rule of three: a fault of that share would have been met with a probability of 0.95.)
  if (report.positions > 0)
    print(fmt::format("With 95 % confidence, this holds for all but {:.2g} % of its positions.\n",
                      std::min(100.0, 300.0 / static_cast<double>(report.positions))));
}

ExitCode run_verify(const VerifyArguments& o) {
  if (o.seed != o.not_given && o.sample == 0) throw UsageError("--seed needs --sample.");
  const VerifyReport report = verify(o);
  if (o.json) {
    Json json;
    json["ok"] = !report.failure;
    json["positions"] = report.positions;
    json["is_sample"] = o.sample > 0;
    json["left_out"] = report.left_out;
    json["failure"] = report.failure ? Json(*report.failure) : Json();
    write_json(json);
  }
  if (report.failure) throw Error(*report.failure);
  if (!o.json) {
    print_right(o, report);
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
  verb.option("--sample", o->sample,
              "Compare only so many positions, drawn at random (default: all): for tables of which "
              "all would take too long, or too much memory")
      .between(std::int64_t{1}, std::int64_t{1'000'000'000'000}, InHelp::name_only)
      .value_name("N");
  verb.option("--seed", o->seed, "With --sample: other positions for another number (default: 1)")
      .between(std::int64_t{0}, std::int64_t{1'000'000'000}, InHelp::name_only)
      .value_name("N");
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "Every value is computed again from those of the position's successors; in a table of "
      "distances,\n"
      "every move is checked to arrive no earlier than stated, and some move exactly then. The "
      "first\n"
      "fault is reported on stderr, and the exit code is 1.\n"
      "A sample says how large a share of wrong positions it would hardly have missed.\n"
      "Example: zermelo verify ostle-8.ztb");
  return {verb, [o] { return run_verify(*o); }};
}

}  // namespace zermelo::cli
