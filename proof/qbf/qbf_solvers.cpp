// SPDX-License-Identifier: MIT
#include "proof/qbf/qbf_solvers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>
#include <utility>

#include "gen/error.h"
#include "gen/text/ascii.h"
#include "gen/watch_thread.h"
#include "proof/qbf/certificate.h"

namespace zermelo::proof {
namespace {

using Clock = std::chrono::steady_clock;

// Tells when the limits of time are reached.
class Deadline {
 public:
  explicit Deadline(const QbfLimits& limits) : limits_(limits), begin_(Clock::now()) {}

  // "time", "stop", or empty.
  const char* reached() const {
    if (limits_.stop != nullptr && *limits_.stop) return "stop";
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return limits_.seconds > 0 && seconds > limits_.seconds ? "time" : "";
  }

 private:
  const QbfLimits& limits_;
  const Clock::time_point begin_;
};

// A file for one formula, which the destructor removes.
class FormulaFile {
 public:
  explicit FormulaFile(const std::string& text) {
    const char* folder = std::getenv("TMPDIR");
    path_ = fmt::format("{}/zermelo-qbf-XXXXXX", folder == nullptr ? "/tmp" : folder);
    const int file = ::mkstemp(path_.data());
    if (file < 0) throw FileError(fmt::format("Cannot write {}: {}.", path_, std::strerror(errno)));
    ::close(file);
    std::ofstream out(path_, std::ios::binary);
    out << text;
    out.close();
    if (out) return;
    ::unlink(path_.c_str());
    throw FileError(fmt::format("Cannot write {}: the disk may be full.", path_));
  }
  FormulaFile(const FormulaFile&) = delete;
  FormulaFile& operator=(const FormulaFile&) = delete;
  ~FormulaFile() { ::unlink(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The output of a process in a pipe.
class PipeText {
 public:
  PipeText() {
    std::array<int, 2> ends = {-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw Error(fmt::format("Cannot make a pipe: {}.", std::strerror(errno)));
    reading_ = ends[0];
    writing_ = ends[1];
  }
  PipeText(const PipeText&) = delete;
  PipeText& operator=(const PipeText&) = delete;
  ~PipeText() {
    close_writing();
    ::close(reading_);
  }
  int writing() const { return writing_; }
  void close_writing() {
    if (writing_ >= 0) ::close(std::exchange(writing_, -1));
  }
  // The descriptor to wait for; nothing once all writers have closed the pipe.
  pollfd waited() const { return {at_end_ ? -1 : reading_, POLLIN, 0}; }
  bool at_end() const { return at_end_; }
  // Reads once, without waiting if there is something or the end has come.
  void read_some() {
    std::array<char, 1 << 14> buffer;
    const ssize_t got = ::read(reading_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) return;
    at_end_ = got <= 0;
    constexpr std::size_t most = 1 << 29;  // (what comes after that is not kept)
    if (got > 0 && text_.size() < most) text_.append(buffer.data(), static_cast<std::size_t>(got));
  }
  const std::string& text() const { return text_; }

 private:
  int reading_ = -1, writing_ = -1;
  bool at_end_ = false;
  std::string text_;
};

// How a process has ended.
struct ProcessEnd {
  int status = 0;
  std::uint64_t peak_memory = 0;  // bytes that were resident
};

// A shell command in a process group of its own. The destructor ends the whole group.
class ShellCommand {
 public:
  explicit ShellCommand(const std::string& line) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, output_.writing(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors_.writing(), STDERR_FILENO);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    std::array<std::string, 3> words = {"sh", "-c", line};
    std::array<char*, 4> pointers = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    const int error =
        ::posix_spawn(&id_, "/bin/sh", &actions, &attributes, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    output_.close_writing();
    errors_.close_writing();
    if (error != 0) throw Error(fmt::format("Cannot start a shell: {}.", std::strerror(error)));
  }
  ShellCommand(const ShellCommand&) = delete;
  ShellCommand& operator=(const ShellCommand&) = delete;
  ~ShellCommand() {
    if (id_ > 0) end();
  }

  // Whether it still runs. (It keeps its status. Neither what it wrote nor the end of its output
  // tells that.)
  bool runs() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  }
  // Reads what is available, waiting for it for at most a moment.
  void read() {
    constexpr int milliseconds = 50, milliseconds_until_gone = 2;
    read_within(output_.at_end() ? milliseconds_until_gone : milliseconds);
  }
  // Reads the remaining output of a command that does not run any more, and ends what it has left
  // running.
  ProcessEnd finish() {
    while (read_within(0)) {
    }
    return end();
  }
  const std::string& output() const { return output_.text(); }
  const std::string& errors() const { return errors_.text(); }

 private:
  // Returns false if there was nothing.
  bool read_within(int milliseconds) {
    std::array<pollfd, 2> files = {output_.waited(), errors_.waited()};
    if (::poll(files.data(), files.size(), milliseconds) <= 0) return false;
    if (files[0].revents != 0) output_.read_some();
    if (files[1].revents != 0) errors_.read_some();
    return true;
  }
  // (The leader has not been reaped, so the group's number has not been reused.)
  ProcessEnd end() {
    ::kill(-id_, SIGKILL);
    const pid_t id = std::exchange(id_, 0);
    int status = 0;
    rusage usage{};
    while (::wait4(id, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    constexpr std::uint64_t kibibyte = 1024;
    return {status, static_cast<std::uint64_t>(usage.ru_maxrss) * kibibyte};
  }

  pid_t id_ = 0;
  PipeText output_, errors_;
};

// "V 3 0", "v 1 -2 3 0": the literals.
std::vector<int> reported_values(const std::string& output) {
  std::vector<int> result;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || (line[0] != 'V' && line[0] != 'v')) continue;
    std::istringstream words(line.substr(1));
    for (int literal = 0; words >> literal && literal != 0;) result.push_back(literal);
  }
  return result;
}

// --- Describing failures -----------------------------------------------------------------------

// Whether a message about a failure mentions memory: "out of memory", "std::bad_alloc", and what
// dash says.
bool speaks_of_memory(const std::string& words) {
  const std::string text = to_lower(words);
  return std::ranges::any_of(
      std::array{"memory", "memout", "bad_alloc", "malloc", "out of space"},
      [&](const char* word) { return text.find(word) != std::string::npos; });
}

// The last line that is not empty, made fit to be shown.
std::string last_line(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  std::ranges::replace_if(
      last, [](char c) { return c < ' ' || c > '~'; }, '?');
  constexpr std::size_t most = 200;
  return last.size() <= most ? last : last.substr(0, most) + "...";
}

std::string end_text(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
  }
  return fmt::format("found no verdict: its exit code was {}, not 10 or 20", WEXITSTATUS(status));
}

// All that is known about a failure. Memory is known to have been short if the solver says so, or
// if it had taken most of what it was allowed, which is address space, of which some is never
// resident.
[[noreturn]] void explain_failure(const std::string& command, const ProcessEnd& end,
                                  const std::string& errors, const QbfLimits& limits) {
  const std::string said = last_line(errors);
  throw Error(fmt::format(
      "The solver '{}' {}.{}{}", command, end_text(end.status),
      said.empty() ? "" : fmt::format(" Its last message was: '{}'.", said),
      limits.memory == 0 ? "" : fmt::format(" It was allowed {} MiB.", limits.memory >> 20)));
}
bool ran_out_of_memory(const ProcessEnd& end, const std::string& errors, const QbfLimits& limits) {
  if (limits.memory == 0) return false;
  return speaks_of_memory(last_line(errors)) || end.peak_memory > limits.memory / 2;
}

QbfVerdict verdict_of(const ProcessEnd& end, const std::string& command, const ShellCommand& solver,
                      const QbfLimits& limits) {
  constexpr int is_true = 10, is_false = 20, not_found = 127, not_executable = 126;
  const int code = WIFEXITED(end.status) ? WEXITSTATUS(end.status) : -1;
  if (code == is_true || code == is_false) {
    if (is_qrp(solver.output())) return {code == is_true, "", {}, solver.output()};
    return {code == is_true, "", reported_values(solver.output())};
  }
  if (code == not_found || code == not_executable)
    throw Error(fmt::format("Cannot run the solver '{}'.", command));
  if (ran_out_of_memory(end, solver.errors(), limits)) return {std::nullopt, "memory", {}};
  explain_failure(command, end, solver.errors(), limits);
}

}  // namespace

bool has_depqbf() {
#ifdef ZERMELO_HAS_DEPQBF
  return true;
#else
  return false;
#endif
}

QbfVerdict solve_by_depqbf(const std::string& qdimacs, const QbfLimits& limits) {
  if (!has_depqbf())
    throw UsageError("This program was built without DepQBF; name a solver with --solver COMMAND.");
  const Deadline deadline(limits);
  std::atomic<bool> stop = false;
  std::string why;
  std::string found;
  try {
    const WatchThread watch(std::chrono::milliseconds(20), [&] {
      why = deadline.reached();
      stop = !why.empty();
      return why.empty();
    });
    symbolic::IsolatedOptions options;
    options.stop = &stop;
    options.what = "DepQBF";
    const std::string input = fmt::format("{}\n{}", limits.memory, qdimacs);
    found = symbolic::run_isolated({depqbf_work_name, nullptr}, input, options);
  } catch (const Interrupted&) {
    return {std::nullopt, why, {}};
  } catch (const UsageError&) {
    throw;
  } catch (const Error& error) {
    if (limits.memory > 0 && speaks_of_memory(error.what())) return {std::nullopt, "memory", {}};
    throw Error(fmt::format("DepQBF found no verdict. {}", error.what()));
  }
  std::istringstream words(found);
  std::string word;
  words >> word;
  QbfVerdict verdict{word == "true", "", {}};
  for (int literal = 0; words >> literal;) verdict.outer.push_back(literal);
  return verdict;
}

QbfVerdict solve_by_command(const std::string& command, const std::string& formula,
                            const QbfLimits& limits) {
  const Deadline deadline(limits);
  const FormulaFile file(formula);
  constexpr std::uint64_t kibibyte = 1024;
  const std::string limit =
      limits.memory > 0 ? fmt::format("ulimit -v {} && ", limits.memory / kibibyte) : "";
  ShellCommand solver(fmt::format("{}exec {} '{}'", limit, command, file.path()));
  while (solver.runs()) {
    if (*deadline.reached() != '\0') return {std::nullopt, deadline.reached(), {}};
    solver.read();
  }
  const ProcessEnd end = solver.finish();
  return verdict_of(end, command, solver, limits);
}

}  // namespace zermelo::proof
