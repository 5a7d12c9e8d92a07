// SPDX-License-Identifier: MIT
#include "kinds/own/trial.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "kinds/own/game.h"
#include "kinds/own/trial_checks.h"
#include "probe/own_calls.h"

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

[[noreturn]] void be_child(const OwnProgram& program, const OwnTrialOptions& options,
                           OwnCalls::Call& now, int out) {
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
// `late` is set to what was exceeded.
std::optional<std::string> read_all(int from, const OwnTrialOptions& options, const OwnCalls& calls,
                                    std::chrono::duration<double>& late) {
  using Seconds = std::chrono::duration<double>;
  constexpr int step = 50;  // milliseconds
  const Stopwatch watch;
  OwnCallClock clock;
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const bool is_call_too_long = clock.look(calls) > Seconds(options.call_seconds);
    late = Seconds(is_call_too_long ? options.call_seconds
                                    : 2 * options.seconds + options.call_seconds);
    if (is_call_too_long || watch.seconds() > late.count() || trial_is_stopped(options))
      return std::nullopt;
    pollfd waiting{from, POLLIN, 0};
    const int ready = poll(&waiting, 1, step);
    if (ready < 0 && errno != EINTR) break;
    if (ready <= 0) continue;
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  late = {};
  return text;
}

}  // namespace

OwnTrialReport try_own_program(const OwnProgram& program, const OwnTrialOptions& options) {
  if (program.is_interpreted()) {
    OwnCalls::Call now;
    return run_trial(program, options, now);
  }
  const SharedOwnCalls shared;
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
    be_child(program, options, shared.calls().calls.front(), pipe_ends[1]);
  }
  close(pipe_ends[1]);
  OwnProcessEnd end;
  const std::optional<std::string> text = read_all(pipe_ends[0], options, shared.calls(), end.late);
  close(pipe_ends[0]);
  if (!text) kill(child, SIGKILL);
  while (waitpid(child, &end.status, 0) < 0 && errno == EINTR) {
  }
  if (trial_is_stopped(options)) throw Interrupted("The trial was stopped.");
  if (text && !text->empty() && !WIFSIGNALED(end.status)) return from_json(*text);
  OwnTrialReport report;
  report.failure = end_of_rules(program.where(), open_call(shared.calls()), end);
  return report;
}

OwnTrialReport try_own_game(const Game& game, const OwnTrialOptions& options) {
  const auto* const own = dynamic_cast<const OwnGame*>(&game);
  if (own == nullptr || own->program() == nullptr)
    throw UsageError("Only rules that are code are tried out.");
  return try_own_program(*own->program(), options);
}

}  // namespace zermelo
