// SPDX-License-Identifier: MIT
#include "symbolic/isolated.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>

#include "gen/error.h"
#include "symbolic/bdd.h"

namespace zermelo::symbolic {
namespace {

// What a child says: a letter, the length of a text, the text.
enum class Message : char {
  progress = 'P',
  so_far = 'S',
  result = 'R',
  usage = 'U',
  nodes = 'N',
  error = 'E'
};

struct MessageHead {
  Message kind;
  std::uint64_t length;
};

[[noreturn]] void fail(const char* what) {
  throw Error(fmt::format("Cannot {}: {}.", what, std::strerror(errno)));
}

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) fail("make a pipe");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_reading();
    close_writing();
  }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_reading() { close(ends_[0]); }
  void close_writing() { close(ends_[1]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  std::array<int, 2> ends_ = {-1, -1};
};

// --- In the child --------------------------------------------------------------------------------

void write_all(int file, const void* data, std::size_t size) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(file, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) ::_exit(1);  // nobody listens
    from += written;
    size -= static_cast<std::size_t>(written);
  }
}

void say(int file, Message kind, const std::string& text) {
  const MessageHead head{kind, text.size()};
  write_all(file, &head, sizeof head);
  write_all(file, text.data(), text.size());
}

[[noreturn]] void be_child(const IsolatedWork& work, const IsolatedOptions& options, int file,
                           int errors, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
  ::dup2(errors, STDERR_FILENO);
  try {
    const auto teller = [file](Message kind) {
      return [file, kind](const std::string& text) { say(file, kind, text); };
    };
    IsolatedTalk talk;
    if (options.progress) talk.progress = teller(Message::progress);
    if (options.so_far) talk.so_far = teller(Message::so_far);
    say(file, Message::result, work(talk));
  } catch (const OutOfNodes& e) {
    say(file, Message::nodes, e.what());
  } catch (const UsageError& e) {
    say(file, Message::usage, e.what());
  } catch (const std::exception& e) {
    say(file, Message::error, e.what());
  }
  ::_exit(0);
}

// --- In the parent -------------------------------------------------------------------------------

// A child that is killed and waited for when this goes.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    wait();
  }
  void kill() const { ::kill(id_, SIGKILL); }
  int wait() {
    int status = 0;
    while (::waitpid(std::exchange(id_, 0), &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

 private:
  pid_t id_;
};

// Appends what there is to read. False at the end.
bool read_some(int file, std::string& to) {
  std::array<char, 1 << 16> buffer;
  const ssize_t got = ::read(file, buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  to.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

struct Heard {
  bool has_result = false;
  std::string result;
};

// Takes whole messages off the front of `bytes`.
void take_messages(std::string& bytes, const IsolatedOptions& options, Heard& heard) {
  MessageHead head;
  while (bytes.size() >= sizeof head) {
    std::memcpy(&head, bytes.data(), sizeof head);
    if (bytes.size() - sizeof head < head.length) return;
    std::string text = bytes.substr(sizeof head, head.length);
    bytes.erase(0, sizeof head + head.length);
    switch (head.kind) {
      case Message::progress:
        options.progress(text);
        break;
      case Message::so_far:
        options.so_far(text);
        break;
      case Message::result:
        heard = {true, std::move(text)};
        break;
      case Message::usage:
        throw UsageError(text);
      case Message::nodes:
        throw OutOfNodes(options.memory);
      case Message::error:
        throw Error(text);
    }
  }
}

[[noreturn]] void explain_death(int status, const std::string& errors, std::uint64_t memory) {
  // Sylvan's last words.
  if (errors.find("table full") != std::string::npos) throw OutOfNodes(memory);
  if (WIFSIGNALED(status)) {
    throw Error(fmt::format("The process for decision diagrams was ended by signal {} ({}).",
                            WTERMSIG(status), ::strsignal(WTERMSIG(status))));
  }
  throw Error(fmt::format("The process for decision diagrams ended: {}",
                          errors.empty() ? "it did not say why." : errors));
}

}  // namespace

std::string run_isolated(const IsolatedWork& work, const IsolatedOptions& options) {
  Pipe messages, errors;
  const pid_t parent = ::getpid();
  const pid_t id = ::fork();
  if (id < 0) fail("start a process");
  if (id == 0) be_child(work, options, messages.writing(), errors.writing(), parent);
  Child child(id);
  messages.close_writing();
  errors.close_writing();

  Heard heard;
  std::string bytes, complaints;
  std::array<pollfd, 2> files = {pollfd{messages.reading(), POLLIN, 0},
                                 pollfd{errors.reading(), POLLIN, 0}};
  while (files[0].fd >= 0 || files[1].fd >= 0) {
    constexpr int milliseconds = 100;
    ::poll(files.data(), files.size(), milliseconds);
    if (options.stop != nullptr && *options.stop) throw Interrupted("Stopped; nothing is saved.");
    if (files[0].revents != 0 && !read_some(files[0].fd, bytes)) files[0].fd = -1;
    if (files[1].revents != 0 && !read_some(files[1].fd, complaints)) files[1].fd = -1;
    for (pollfd& file : files) file.revents = 0;
    take_messages(bytes, options, heard);
  }
  const int status = child.wait();
  if (!heard.has_result) explain_death(status, complaints, options.memory);
  return std::move(heard.result);
}

}  // namespace zermelo::symbolic
