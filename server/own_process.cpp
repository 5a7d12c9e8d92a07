// SPDX-License-Identifier: MIT
#include "server/own_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "gen/error.h"

namespace zermelo::server {
namespace {

using Clock = std::chrono::steady_clock;

// --- Messages: their length, and their bytes -----------------------------------------------------

bool send_bytes(int to, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(to, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool send_message(int to, std::string_view message) {
  const std::uint64_t size = message.size();
  return send_bytes(to, reinterpret_cast<const char*>(&size), sizeof size) &&
         send_bytes(to, message.data(), message.size());
}

enum class Received { all, ended, late };

Received receive_bytes(int from, char* data, std::size_t size,
                       std::optional<Clock::time_point> until) {
  while (size > 0) {
    int wait = -1;
    if (until) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(*until - Clock::now());
      wait = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
    }
    pollfd waiting{from, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, wait);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Received::late;
    const ssize_t got = ready < 0 ? 0 : ::recv(from, data, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Received::ended;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return Received::all;
}

Received receive_message(int from, std::string& message,
                         std::optional<Clock::time_point> until = std::nullopt) {
  std::uint64_t size = 0;
  const Received head = receive_bytes(from, reinterpret_cast<char*>(&size), sizeof size, until);
  if (head != Received::all) return head;
  message.resize(size);
  return receive_bytes(from, message.data(), message.size(), until);
}

// Messages to the server begin with one of these; those of the process that answers do, too.
constexpr char answered = 'A', failed = 'F';

// --- Processes -----------------------------------------------------------------------------------

// Keeps no file but one open: a socket of another process that stays open would hide its end.
void close_others(int kept) {
  const auto keep = static_cast<unsigned>(kept);
  if (keep > 3) ::close_range(3, keep - 1, 0);
  ::close_range(keep + 1, ~0u, 0);
}

// Signals from the terminal are for the server: when it has ended, its sockets are closed.
void leave_signals_to_server() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
}

// Rules that do not come to an end would not notice that.
void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);
}

// The process that answers.
[[noreturn]] void answer_questions(int socket, const OwnProcess::Begin& begin, OwnCalls& calls) {
  for (const int signal : {SIGSEGV, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);       // (Any client may make it crash.)
  ::dup2(STDERR_FILENO, STDOUT_FILENO);  // (What rules print is not the server's.)
  OwnProcess::Answer answer;
  try {
    answer = begin(calls);
  } catch (const std::exception& error) {
    send_message(socket, failed + std::string(error.what()));
    ::_exit(0);
  }
  if (!send_message(socket, std::string(1, answered))) ::_exit(0);
  std::string question;
  while (receive_message(socket, question) == Received::all) {
    if (!send_message(socket, answered + answer(question))) break;
  }
  ::_exit(0);
}

// To begin may take so many times as long as an answer: tables may be on a slow disk.
constexpr int beginning = 10;

// The process in between.
class Between {
 public:
  Between(int server, const OwnProcess::Begin& begin, std::string where,
          std::chrono::milliseconds limit)
      : server_(server), begin_(begin), where_(std::move(where)), limit_(limit) {
    void* const memory = ::mmap(nullptr, sizeof(OwnCalls), PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) ::_exit(1);
    calls_ = new (memory) OwnCalls;
  }

  [[noreturn]] void run() {
    std::string question;
    while (receive_message(server_, question) == Received::all) {
      if (!send_message(server_, answer_to(question))) break;
    }
    stop();
    ::_exit(0);
  }

 private:
  std::string answer_to(const std::string& question) {
    std::string message;
    if (child_ < 0) {
      if (!start()) return failed + where_ + ": there is no process for it.";
      const Received begun = receive_message(socket_, message, Clock::now() + beginning * limit_);
      if (begun != Received::all) return failed + ended(begun);
      if (message.front() == failed) {
        stop();
        return message;
      }
    }
    if (!send_message(socket_, question)) return failed + ended(Received::ended);
    const Received got = receive_message(socket_, message, Clock::now() + limit_);
    return got == Received::all ? message : failed + ended(got);
  }

  bool start() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
    new (calls_) OwnCalls;
    const pid_t self = ::getpid();
    child_ = ::fork();
    if (child_ == 0) {
      close_others(ends[1]);
      end_with(self);
      answer_questions(ends[1], begin_, *calls_);
    }
    ::close(ends[1]);
    socket_ = ends[0];
    if (child_ < 0) ::close(socket_);
    return child_ >= 0;
  }

  // Ends the process; says how it was gone, or that it was too slow.
  std::string ended(Received how) {
    const std::string call = open_call(*calls_);
    const int status = stop(how == Received::late);
    const std::string where = call.empty() ? where_ : where_ + ": " + call;
    if (how == Received::late) {
      return fmt::format("{}: it does not come to an end within {} seconds.", where,
                         std::chrono::duration<double>(limit_).count());
    }
    if (WIFSIGNALED(status))
      return fmt::format("{}: it crashes ({}).", where, ::strsignal(WTERMSIG(status)));
    return fmt::format("{}: it ends the process.", where);
  }

  int stop(bool by_force = true) {
    if (child_ < 0) return 0;
    if (by_force) ::kill(child_, SIGKILL);
    ::close(socket_);
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = socket_ = -1;
    return status;
  }

  const int server_;
  const OwnProcess::Begin& begin_;
  const std::string where_;
  const std::chrono::milliseconds limit_;
  OwnCalls* calls_ = nullptr;
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace

OwnProcess::OwnProcess(const Begin& begin, const std::string& where,
                       std::chrono::milliseconds limit)
    : where_(where) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error(fmt::format("{}: there is no socket for a process of its own.", where));
  std::fflush(nullptr);  // (Or other processes might write the same once more.)
  between_ = ::fork();
  if (between_ == 0) {
    close_others(ends[1]);
    leave_signals_to_server();
    Between(ends[1], begin, where, limit).run();
  }
  ::close(ends[1]);
  socket_ = ends[0];
  if (between_ >= 0) return;
  ::close(socket_);
  throw Error(fmt::format("{}: there is no process of its own for it.", where));
}

OwnProcess::~OwnProcess() {
  ::close(socket_);
  while (::waitpid(between_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string OwnProcess::ask(std::string_view question) {
  std::string message;
  if (!send_message(socket_, question) || receive_message(socket_, message) != Received::all ||
      message.empty()) {
    throw RulesError(fmt::format(
        "{}: the process that it ran in is gone; only a new start of the server helps.", where_));
  }
  const char kind = message.front();
  message.erase(0, 1);
  if (kind == failed) throw RulesError(message);
  return message;
}

}  // namespace zermelo::server
