// SPDX-License-Identifier: MIT
#include "proof/qbf/qbf_solvers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>
#include <stop_token>
#include <thread>
#include <utility>

#include "gen/error.h"

namespace zermelo::proof {
namespace {

using Clock = std::chrono::steady_clock;

// Says when the limits of time are reached.
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

// A file for one formula, gone when this goes.
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

// A shell command in a process group of its own, whose output is read. Ended when this goes.
class ShellCommand {
 public:
  explicit ShellCommand(const std::string& line) {
    std::array<int, 2> ends = {-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw Error(fmt::format("Cannot make a pipe: {}.", std::strerror(errno)));
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    std::array<std::string, 3> words = {"sh", "-c", line};
    std::array<char*, 4> pointers = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    const int error =
        ::posix_spawn(&id_, "/bin/sh", &actions, &attributes, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    ::close(ends[1]);
    if (error == 0) return;
    ::close(output_);
    throw Error(fmt::format("Cannot start a shell: {}.", std::strerror(error)));
  }
  ShellCommand(const ShellCommand&) = delete;
  ShellCommand& operator=(const ShellCommand&) = delete;
  ~ShellCommand() {
    ::close(output_);
    if (id_ <= 0) return;
    ::kill(-id_, SIGKILL);
    wait();
  }

  // Reads what there is, for at most a moment. False at the end.
  bool read(std::string& to) const {
    pollfd file{output_, POLLIN, 0};
    constexpr int milliseconds = 50;
    if (::poll(&file, 1, milliseconds) <= 0) return true;
    std::array<char, 1 << 14> buffer;
    const ssize_t got = ::read(output_, buffer.data(), buffer.size());
    if (got < 0) return errno == EINTR;
    constexpr std::size_t most = 1 << 24;  // (nobody needs more)
    if (to.size() < most) to.append(buffer.data(), static_cast<std::size_t>(got));
    return got > 0;
  }
  int wait() {
    int status = 0;
    const pid_t id = std::exchange(id_, 0);
    while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

 private:
  pid_t id_ = 0;
  int output_ = -1;
};

// "V 3 0", "v 1 -2 3 0": the literals.
std::vector<int> told_values(const std::string& output) {
  std::vector<int> result;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || (line[0] != 'V' && line[0] != 'v')) continue;
    std::istringstream words(line.substr(1));
    for (int literal = 0; words >> literal && literal != 0;) result.push_back(literal);
  }
  return result;
}

QbfVerdict verdict_of(int status, const std::string& command, const std::string& output,
                      const QbfLimits& limits) {
  constexpr int is_true = 10, is_false = 20, not_found = 127, not_executable = 126;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == is_true || code == is_false) return {code == is_true, "", told_values(output)};
  if (code == not_found || code == not_executable)
    throw Error(fmt::format("Cannot run the solver '{}'.", command));
  if (limits.memory > 0) return {std::nullopt, "memory", {}};  // as far as one can tell
  if (WIFSIGNALED(status)) {
    throw Error(fmt::format("The solver '{}' was ended by signal {} ({}).", command,
                            WTERMSIG(status), ::strsignal(WTERMSIG(status))));
  }
  throw Error(fmt::format("The solver '{}' found no verdict: its exit code was {}, not 10 or 20.",
                          command, code));
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
    const std::jthread watch([&](const std::stop_token& ended) {
      while (!ended.stop_requested() && !stop) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (*deadline.reached() == '\0') continue;
        why = deadline.reached();
        stop = true;
      }
    });
    symbolic::IsolatedOptions options;
    options.stop = &stop;
    const std::string input = fmt::format("{}\n{}", limits.memory, qdimacs);
    found = symbolic::run_isolated({depqbf_work_name, nullptr}, input, options);
  } catch (const Interrupted&) {
    return {std::nullopt, why, {}};
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {
    if (limits.memory > 0) return {std::nullopt, "memory", {}};
    throw Error("DepQBF died before it found a verdict.");
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
  std::string output;
  while (solver.read(output)) {
    if (*deadline.reached() != '\0') return {std::nullopt, deadline.reached(), {}};
  }
  return verdict_of(solver.wait(), command, output, limits);
}

}  // namespace zermelo::proof
