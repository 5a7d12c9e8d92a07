// SPDX-License-Identifier: MIT
#include "kinds/own/trial.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "kinds/own/game.h"
#include "kinds/own/trial_checks.h"

namespace zermelo {
namespace {

using nlohmann::json;

json to_json(const OwnTrialReport& r) {
  json text = {{"games", r.games},
               {"states", r.states},
               {"in_time", r.in_time},
               {"perft", r.perft},
               {"checked", r.checked}};
  if (r.failure) text["failure"] = *r.failure;
  return text;
}

OwnTrialReport from_json(const std::string& text) {
  const json all = json::parse(text);
  OwnTrialReport r;
  all.at("games").get_to(r.games);
  all.at("states").get_to(r.states);
  all.at("in_time").get_to(r.in_time);
  all.at("perft").get_to(r.perft);
  all.at("checked").get_to(r.checked);
  if (all.contains("failure")) r.failure = all.at("failure").get<std::string>();
  return r;
}

// Memory that a process shares with its children.
class SharedNow {
 public:
  SharedNow()
      : memory_(mmap(nullptr, sizeof(TrialNow), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                     -1, 0)) {
    if (memory_ == MAP_FAILED) throw OutOfMemory("There is no memory to try out rules with.");
    new (memory_) TrialNow;
  }
  SharedNow(const SharedNow&) = delete;
  SharedNow& operator=(const SharedNow&) = delete;
  ~SharedNow() { munmap(memory_, sizeof(TrialNow)); }
  TrialNow& operator*() const { return *static_cast<TrialNow*>(memory_); }

 private:
  void* memory_;
};

[[noreturn]] void be_child(const OwnProgram& program, const OwnTrialOptions& options, TrialNow& now,
                           int out) {
  std::string text;
  try {
    text = to_json(run_trial(program, options, now))
               .dump(-1, ' ', false, json::error_handler_t::replace);
  } catch (const std::exception& failure) {
    OwnTrialReport report;
    report.failure = failure.what();
    text = to_json(report).dump(-1, ' ', false, json::error_handler_t::replace);
  }
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t put = ::write(out, text.data() + at, text.size() - at);
    if (put <= 0) break;
    at += static_cast<std::size_t>(put);
  }
  _exit(0);
}

bool trial_is_stopped(const OwnTrialOptions& options) {
  return options.stop != nullptr && *options.stop;
}

// What a child writes until it ends; nothing if it is to stop, or if one call takes too long, or
// everything much longer than it should (the child itself looks at the time between calls): then
// `limit` is set to the seconds that were exceeded.
std::optional<std::string> read_all(int from, const OwnTrialOptions& options, const TrialNow& now,
                                    double& limit) {
  constexpr int step = 50;  // milliseconds
  const Stopwatch watch;
  Stopwatch since_call;
  std::uint64_t calls = 0;
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    if (now.calls != calls) since_call = {};
    calls = now.calls;
    const bool is_call_too_long = since_call.seconds() > options.call_seconds;
    limit = is_call_too_long ? options.call_seconds : 2 * options.seconds + options.call_seconds;
    if (is_call_too_long || watch.seconds() > limit || trial_is_stopped(options))
      return std::nullopt;
    pollfd waiting{from, POLLIN, 0};
    const int ready = poll(&waiting, 1, step);
    if (ready < 0 && errno != EINTR) return text;
    if (ready <= 0) continue;
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string where_it_was(const OwnProgram& program, const TrialNow& now) {
  const std::string at = now.state.front() == '\0' ? "" : fmt::format(" at {}", now.state.data());
  return fmt::format("{}: {}{}", program.where(), now.function.data(), at);
}

}  // namespace

OwnTrialReport try_own_program(const OwnProgram& program, const OwnTrialOptions& options) {
  if (program.is_interpreted()) {
    const auto now = std::make_unique<TrialNow>();
    return run_trial(program, options, *now);
  }
  const SharedNow now;
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw Error("There is no pipe to try out rules with.");
  const pid_t child = fork();
  if (child < 0) {
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    throw Error("There is no process to try out rules with.");
  }
  if (child == 0) {
    close(pipe_ends[0]);
    be_child(program, options, *now, pipe_ends[1]);
  }
  close(pipe_ends[1]);
  double limit = 0;
  const std::optional<std::string> text = read_all(pipe_ends[0], options, *now, limit);
  close(pipe_ends[0]);
  if (!text) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (trial_is_stopped(options)) throw Interrupted("The trial was stopped.");
  OwnTrialReport report;
  if (!text) {
    report.failure = fmt::format("{}: it does not come to an end within {} seconds.",
                                 where_it_was(program, *now), limit);
  } else if (WIFSIGNALED(status)) {
    report.failure = fmt::format("{}: it crashes ({}).", where_it_was(program, *now),
                                 strsignal(WTERMSIG(status)));
  } else if (text->empty()) {
    report.failure = fmt::format("{}: it ends the process.", where_it_was(program, *now));
  } else {
    return from_json(*text);
  }
  return report;
}

OwnTrialReport try_own_game(const Game& game, const OwnTrialOptions& options) {
  const auto* const own = dynamic_cast<const OwnGame*>(&game);
  if (own == nullptr || own->program() == nullptr)
    throw UsageError("Only rules that are code are tried out.");
  return try_own_program(*own->program(), options);
}

}  // namespace zermelo
