// SPDX-License-Identifier: MIT
#include "server/own_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
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

// Asked again and again while a message is awaited; false ends the waiting.
using MayWait = std::function<bool()>;
constexpr std::chrono::milliseconds look_every{20};
// While nothing is asked.
constexpr std::chrono::milliseconds look_idly_every{200};

Received receive_bytes(int from, char* data, std::size_t size, const MayWait& may_wait,
                       std::chrono::milliseconds every) {
  while (size > 0) {
    if (may_wait && !may_wait()) return Received::late;
    pollfd waiting{from, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, may_wait ? static_cast<int>(every.count()) : -1);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ready < 0 ? 0 : ::recv(from, data, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Received::ended;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return Received::all;
}

Received receive_message(int from, std::string& message, const MayWait& may_wait = {},
                         std::chrono::milliseconds every = look_every) {
  std::uint64_t size = 0;
  const Received head =
      receive_bytes(from, reinterpret_cast<char*>(&size), sizeof size, may_wait, every);
  if (head != Received::all) return head;
  message.resize(size);
  return receive_bytes(from, message.data(), message.size(), may_wait, every);
}

// What a message begins with.
enum class Says : char {
  // From the server:
  question = 'Q',          // a text follows, which is to be answered
  question_of_work = 'W',  // the same, and it is about work that goes on between questions
  go_on = 'G',             // the parts of the last answer are wanted
  // To the server:
  answer = 'A',             // the answer follows
  answer_with_parts = 'B',  // the same, and there are parts
  part = 'P',               // one of them follows
  end = 'E',                // there are no more
  failure = 'F',            // the reason follows, instead of an answer or the next part
};

std::string message_of(Says what, std::string_view text = {}) {
  return std::string(1, static_cast<char>(what)).append(text);
}
Says what_says(std::string_view message) {
  assert(!message.empty());
  return static_cast<Says>(message.front());
}

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
class Answering {
 public:
  Answering(int socket, const SharedOwnCalls& shared) : socket_(socket), shared_(shared) {}

  [[noreturn]] void run(const OwnProcess::Begin& begin) {
    try {
      answer_ = begin(shared_.calls());
    } catch (const std::exception& error) {
      send(Says::failure, error.what());
      ::_exit(0);
    }
    bool going_on = send(Says::answer, "");
    std::string message;
    while (going_on && receive_message(socket_, message) == Received::all)
      going_on = what_says(message) == Says::go_on ? pass_parts()
                                                   : answer(std::string_view(message).substr(1));
    ::_exit(0);
  }

 private:
  bool send(Says what, std::string_view text) {
    return send_message(socket_, message_of(what, text));
  }
  bool answer(std::string_view asked) {
    OwnProcess::Answered made = answer_(asked);
    parts_ = std::move(made.parts);
    return send(parts_ ? Says::answer_with_parts : Says::answer, made.text);
  }
  bool pass_parts() {
    const Stream parts = std::exchange(parts_, nullptr);
    bool going_on = true;
    try {
      const auto sink = [&](std::string_view text) {
        going_on = going_on && send(Says::part, text);
        return going_on && !shared_.stop();
      };
      if (parts) parts(sink, shared_.stop());
    } catch (const std::exception& error) {
      return going_on && send(Says::failure, error.what());
    }
    return going_on && send(Says::end, "");
  }

  const int socket_;
  const SharedOwnCalls& shared_;
  OwnProcess::Answer answer_;
  Stream parts_;  // of the last answer
};

[[noreturn]] void answer_questions(int socket, const OwnProcess::Begin& begin,
                                   const SharedOwnCalls& shared) {
  for (const int signal : {SIGSEGV, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);       // (Any client may make it crash.)
  ::dup2(STDERR_FILENO, STDOUT_FILENO);  // (What rules print is not the server's.)
  Answering(socket, shared).run(begin);
}

// To begin may take so many times as long as an answer: tables may be on a slow disk.
constexpr int beginning = 10;

// How long the process in between waits for the one that answers.
class Patience {
 public:
  // `call`: for a call of the rules. There is no end to all of them, unless it is set. To be made
  // before anything is asked: calls that are open now belong to work that goes on between
  // questions.
  Patience(OwnCallClock& clock, const OwnCalls& calls, std::chrono::milliseconds call)
      : clock_(clock), calls_(calls), call_(call) {
    clock_.look(calls_);
    begun_ = Clock::now();
  }

  void end_all_in(std::chrono::milliseconds limit) {
    if (end_) return;
    end_ = Clock::now() + limit;
    all_ = limit;
  }
  bool lasts() {
    const std::chrono::duration<double> open = clock_.look(calls_);
    if (end_ && Clock::now() >= *end_) late_ = all_;
    if (open >= call_) late_ = call_;
    // (Calls are older than the looks at them tell.)
    is_call_late_ = late_.count() > 0 && open + 2 * look_every >= late_;
    is_call_of_work_ = is_call_late_ && clock_.oldest_since() <= begun_;
    return late_.count() == 0;
  }

  // How long was not enough.
  std::chrono::duration<double> late() const { return late_; }
  // The call that has taken so long; empty if it was many calls, or something else.
  std::string late_call() const { return is_call_late_ ? clock_.oldest(calls_) : std::string(); }
  // Whether that call was open before anything was asked.
  bool is_call_of_work() const { return is_call_of_work_; }

 private:
  OwnCallClock& clock_;
  const OwnCalls& calls_;
  Clock::time_point begun_;
  const std::chrono::milliseconds call_;
  std::chrono::milliseconds all_{};
  std::optional<Clock::time_point> end_;
  std::chrono::duration<double> late_{};
  bool is_call_late_ = false, is_call_of_work_ = false;
};

// The process in between.
class Between {
 public:
  Between(int server, const OwnProcess::Begin& begin, std::string where, const RulesLimits& limits,
          const SharedOwnCalls& shared)
      : server_(server),
        begin_(begin),
        where_(std::move(where)),
        limits_(limits),
        shared_(shared) {}

  [[noreturn]] void run() {
    std::string message;
    const auto look_at_work = [this] {
      end_work_that_hangs();
      return true;
    };
    while (receive_message(server_, message, look_at_work, look_idly_every) == Received::all) {
      const bool sent = what_says(message) == Says::go_on
                            ? pass_parts()
                            : send_message(server_, answer_to(message));
      if (!sent) break;
    }
    stop();
    ::_exit(0);
  }

 private:
  std::string answer_to(const std::string& asked) {
    if (what_says(asked) == Says::question_of_work && !end_of_work_.empty())
      return message_of(Says::failure, std::exchange(end_of_work_, {}));
    std::string message;
    if (!begin(message)) return message;
    if (ask(asked, message) == Asked::ended_with_work && begin(message)) ask(asked, message);
    return message;
  }

  // Starts the child if there is none. False if it has to be said why it cannot be.
  bool begin(std::string& message) {
    if (child_ >= 0) return true;
    if (!start()) {
      message = message_of(Says::failure, where_ + ": there is no process for it.");
      return false;
    }
    Patience patience(clock_, shared_.calls(), limits_.call);
    if (receive_within(beginning * limits_.answer, patience, message) != Asked::answered)
      return false;
    if (what_says(message) != Says::failure) return true;
    stop();
    return false;
  }

  // What becomes of a question. Work that goes on between questions may have hung, so that the
  // child had to be ended: the question may be asked again.
  enum class Asked { answered, failed, ended_with_work };
  // The answer, or why there is none.
  Asked ask(const std::string& asked, std::string& message) {
    Patience patience(clock_, shared_.calls(), limits_.call);
    if (!send_message(socket_, asked)) {
      message = message_of(Says::failure, ended());
      return Asked::failed;
    }
    return receive_within(limits_.answer, patience, message);
  }
  Asked receive_within(std::chrono::milliseconds limit, Patience& patience, std::string& message) {
    patience.end_all_in(limit);
    const Received got = receive_message(socket_, message, [&] { return patience.lasts(); });
    if (got == Received::all) return Asked::answered;
    message = why_not(got, patience);
    if (got != Received::late || !patience.is_call_of_work()) return Asked::failed;
    end_of_work_ = message.substr(1);
    return Asked::ended_with_work;
  }

  // Work that goes on between questions has the time of a call for each of its calls, too. Whoever
  // asks about it next is told.
  void end_work_that_hangs() {
    if (child_ < 0 || clock_.look(shared_.calls()) < limits_.call) return;
    const std::string call = clock_.oldest(shared_.calls());
    end_of_work_ = end_of_rules(where_, call, {.status = stop(), .late = limits_.call});
  }

  // Whether the server is still there. The parts come no faster than it takes them.
  bool pass_parts() {
    Patience patience(clock_, shared_.calls(), limits_.call);
    if (child_ < 0 || !send_message(socket_, message_of(Says::go_on)))
      return send_message(server_, message_of(Says::failure, ended()));
    bool is_server_there = true;
    const auto may_wait = [&] {
      if (shared_.stop()) patience.end_all_in(limits_.end);
      is_server_there = !has_hung_up(server_);
      return is_server_there && patience.lasts();
    };
    std::string message;
    for (bool going_on = true; going_on;) {
      const Received got = receive_message(socket_, message, may_wait);
      if (!is_server_there) return false;
      if (got != Received::all) message = why_not(got, patience);
      if (!send_message(server_, message)) return false;
      going_on = what_says(message) == Says::part;
    }
    return true;
  }
  static bool has_hung_up(int socket) {
    pollfd looked_at{socket, POLLRDHUP, 0};
    return ::poll(&looked_at, 1, 0) > 0 &&
           (looked_at.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
  }

  bool start() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
    shared_.forget_calls();
    clock_ = {};
    const pid_t self = ::getpid();
    child_ = ::fork();
    if (child_ == 0) {
      close_others(ends[1]);
      end_with(self);
      answer_questions(ends[1], begin_, shared_);
    }
    ::close(ends[1]);
    socket_ = ends[0];
    if (child_ < 0) ::close(socket_);
    return child_ >= 0;
  }

  std::string why_not(Received got, const Patience& patience) {
    return message_of(Says::failure, got == Received::late ? ended_by_force(patience) : ended());
  }
  // How the process was gone.
  std::string ended() {
    const OwnProcessEnd end{.status = stop(false)};
    return end_of_rules(where_, open_call(shared_.calls()), end);
  }
  // Ends it; says that it was too slow.
  std::string ended_by_force(const Patience& patience) {
    const OwnProcessEnd end{.status = stop(), .late = patience.late()};
    return end_of_rules(where_, patience.late_call(), end);
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
  const RulesLimits limits_;
  const SharedOwnCalls& shared_;
  OwnCallClock clock_;       // of the child's calls
  std::string end_of_work_;  // a sentence for whoever asks about it; empty if there is none
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace

OwnProcess::OwnProcess(const Begin& begin, const std::string& where, const RulesLimits& limits)
    : where_(where) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error(fmt::format("{}: there is no socket for a process of its own.", where));
  std::fflush(nullptr);  // (Or other processes might write the same once more.)
  between_ = ::fork();
  if (between_ == 0) {
    close_others(ends[1]);
    leave_signals_to_server();
    Between(ends[1], begin, where, limits, shared_).run();
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

std::string OwnProcess::received(const std::function<bool()>& may_wait) {
  std::string message;
  if (receive_message(socket_, message, may_wait) != Received::all || message.empty()) throw gone();
  if (what_says(message) == Says::failure) throw RulesError(message.substr(1));
  return message;
}

RulesError OwnProcess::gone() const {
  return RulesError(fmt::format(
      "{}: the process that it ran in is gone; only a new start of the server helps.", where_));
}

OwnProcess::Answered OwnProcess::ask(std::string_view question, About about) {
  const Says what = about == About::work ? Says::question_of_work : Says::question;
  if (!send_message(socket_, message_of(what, question))) throw gone();
  const std::string message = received();
  Answered made{.text = message.substr(1)};
  if (what_says(message) == Says::answer_with_parts)
    made.parts = [this](const StreamSink& sink, const std::atomic<bool>& stop) {
      pass_parts(sink, stop);
    };
  return made;
}

void OwnProcess::pass_parts(const StreamSink& sink, const std::atomic<bool>& stop) {
  shared_.stop() = false;
  if (!send_message(socket_, message_of(Says::go_on))) throw gone();
  bool wanted = true;
  std::exception_ptr thrown;
  const auto may_wait = [&] {
    if (stop || !wanted) shared_.stop() = true;
    return true;
  };
  // (Whatever the sink does, all is read to the end: the next answer comes after it.)
  for (;;) {
    const std::string message = received(may_wait);
    if (what_says(message) != Says::part) break;
    try {
      wanted = wanted && sink(std::string_view(message).substr(1));
    } catch (...) {
      wanted = false;
      thrown = std::current_exception();
    }
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace zermelo::server
