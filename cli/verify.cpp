// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::string path;
  bool json = false;
  int threads = 0;
};

void run(const Options& options) {
  const Table table = Table::open(options.path);
  ProgressLine progress;
  const VerifyReport report =
      table.engine().verify(table.file(), options.threads, progress.work("verifying"));
  progress.clear();
  if (options.json) {
    print_json({{"ok", !report.failure},
                {"positions", report.positions},
                {"failure", report.failure ? Json(*report.failure) : Json(nullptr)}});
  }
  if (report.failure)
    throw DamagedTable(fmt::format("{} is wrong: {}", options.path, *report.failure));
  if (options.json) return;
  fmt::print(
      "{} is right: all checksums hold, and each of its {} values follows from its successors.\n",
      options.path, grouped(report.positions));
}

}  // namespace

void add_verify(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("verify", "Check every checksum and recompute every value");
  verb->add_option("FILE", o->path, "A table file (.ztb)")->required();
  verb->add_option("--threads", o->threads, "Threads (default: all processors)");
  verb->add_flag("--json", o->json, "Print JSON");
  verb->footer("Example: zermelo verify ostle-8.ztb");
  verb->callback([o] { run(*o); });
}

}  // namespace zermelo::cli
