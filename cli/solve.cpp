// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/engine.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::vector<std::string> game;
  std::string path, memory;
  bool resume = false, json = false;
  int threads = 0;
  double checkpoint_seconds = 300;
};

std::atomic<bool> stop_requested = false;

// The first signal asks the solver to save and stop, the second ends the program.
extern "C" void on_signal(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

const char* phase_name(SolveProgress::Phase phase) {
  switch (phase) {
    case SolveProgress::Phase::enumerating:
      return "enumerating";
    case SolveProgress::Phase::initialising:
      return "looking at all moves";
    case SolveProgress::Phase::propagating:
      return "level";
    case SolveProgress::Phase::writing:
      return "writing";
    case SolveProgress::Phase::saving:
      return "saving a checkpoint";
  }
  return "";
}

// Shows where a solve is, and extrapolates the time left in its phase from the rate so far.
class SolveDisplay {
 public:
  void operator()(const SolveProgress& p) {
    std::string text = fmt::format("{}: {}", p.group, phase_name(p.phase));
    if (p.phase == SolveProgress::Phase::propagating) text += fmt::format(" {}", p.level);
    const bool counts = p.phase == SolveProgress::Phase::propagating ||
                        p.phase == SolveProgress::Phase::initialising;
    if (counts && p.total > 0) {
      if (p.phase != phase_) {
        phase_ = p.phase;
        phase_start_ = p;
      }
      text += fmt::format(", {} of {} decided ({:.1f} %)", grouped(p.done), grouped(p.total),
                          100 * static_cast<double>(p.done) / static_cast<double>(p.total));
      const double seconds = p.seconds - phase_start_.seconds;
      if (seconds > 1 && p.done > phase_start_.done) {
        const double rate = static_cast<double>(p.done - phase_start_.done) / seconds;
        text += fmt::format(", {}/s, {} left", grouped(static_cast<std::uint64_t>(rate)),
                            clock_text(static_cast<double>(p.total - p.done) / rate));
      }
    }
    line_.show(text + fmt::format(" [{}]", clock_text(p.seconds)));
  }
  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
  SolveProgress::Phase phase_ = SolveProgress::Phase::enumerating;
  SolveProgress phase_start_ = {};
};

std::uint64_t peak_memory() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void print_report(const Options& options, const SolveReport& report) {
  if (options.json) {
    return print_json({{"file", options.path},
                       {"complete_before", report.was_complete},
                       {"positions", report.positions},
                       {"stored", report.members},
                       {"longest", report.levels},
                       {"bytes", report.table_bytes},
                       {"planned_memory", report.planned_memory},
                       {"peak_memory", peak_memory()},
                       {"seconds", report.seconds}});
  }
  if (report.was_complete) {
    fmt::print("{} is complete already.\n", options.path);
    return;
  }
  fmt::print(
      "{}: {} positions in {} bytes ({:.2f} bits each), {} values stored, the longest {} plies.\n",
      options.path, grouped(report.positions), grouped(report.table_bytes),
      8 * static_cast<double>(report.table_bytes) / static_cast<double>(report.positions),
      grouped(report.members), report.levels);
  fmt::print("{:.1f} seconds, {} MiB of memory at most.\n", report.seconds, peak_memory() >> 20);
}

void run(const Options& options) {
  const auto engine = make_engine(parse_game_spec(options.game));
  auto display = std::make_shared<SolveDisplay>();
  SolveOptions solve;
  solve.threads = options.threads;
  solve.memory_limit = options.memory.empty() ? 0 : parse_size(options.memory);
  solve.resume = options.resume;
  solve.checkpoint_seconds = options.checkpoint_seconds;
  solve.stop = &stop_requested;
  solve.progress = [display](const SolveProgress& p) { (*display)(p); };
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  const SolveReport report = engine->solve(options.path, solve);
  display->clear();
  print_report(options, report);
}

}  // namespace

void add_solve(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("solve", "Solve a game and write its table");
  verb->add_option("GAME", o->game, "A game and its parameters, key=value")->required();
  verb->add_option("-o,--output", o->path, "The table file to write (.ztb)")->required();
  verb->add_option("--threads", o->threads, "Threads (default: all processors)");
  verb->add_option("--memory", o->memory,
                   "Refuse to start if more memory is needed, for example 8G");
  verb->add_flag("--resume", o->resume, "Go on from the last checkpoint, if there is one");
  verb->add_option("--checkpoint-every", o->checkpoint_seconds,
                   "Seconds between checkpoints (default: 300)");
  verb->add_flag("--json", o->json, "Print JSON");
  verb->footer(
      "Ctrl-C saves a checkpoint and stops; a second Ctrl-C stops at once.\n"
      "Example: zermelo solve ostle total=8 -o ostle-8.ztb");
  verb->callback([o] { run(*o); });
}

}  // namespace zermelo::cli
