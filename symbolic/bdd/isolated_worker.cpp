// SPDX-License-Identifier: MIT
#include "symbolic/bdd/isolated_worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

#include "gen/error.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/isolated.h"

namespace zermelo::symbolic {
namespace {

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

std::string read_input() {
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// Ends when the parent ends, but not just because the parent is interrupted, which may handle that
// in its own way.
void belong_to(std::string_view parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (fmt::format("{}", ::getppid()) != parent) ::_exit(1);
  ::signal(SIGINT, SIG_IGN);
}

// Where messages go: what used to be standard output. From now on standard output is standard
// error, so that whatever a library prints is not taken for a message. Nothing else that the parent
// has left open stays open.
int take_messages_file() {
  constexpr unsigned first_other = STDERR_FILENO + 1;
  ::close_range(first_other, ~0u, 0);
  const int file = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, static_cast<int>(first_other));
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return file;
}

void work_and_tell(int file, std::string_view name, std::string_view listens,
                   std::span<const IsolatedWork> works) {
  const auto teller = [&](Message kind) -> std::function<void(const std::string&)> {
    if (listens.find(static_cast<char>(kind)) == listens.npos) return {};
    return [file, kind](const std::string& text) { say(file, kind, text); };
  };
  try {
    const auto work = std::ranges::find(works, name, &IsolatedWork::name);
    if (work == works.end())
      throw Error(fmt::format("This zermelo-worker does not know the work '{}'.", name));
    const IsolatedTalk talk{teller(Message::progress), teller(Message::so_far)};
    say(file, Message::result, work->run(read_input(), talk));
  } catch (const OutOfNodes& e) {
    say(file, Message::nodes, e.what());
  } catch (const UsageError& e) {
    say(file, Message::usage, e.what());
  } catch (const FileError& e) {
    say(file, Message::file, e.what());
  } catch (const std::exception& e) {
    say(file, Message::error, e.what());
  }
}

}  // namespace

int run_worker(int count, char** arguments, std::span<const IsolatedWork> works) {
  if (count != WorkerArguments::count ||
      std::string_view(arguments[WorkerArguments::protocol]) != worker_protocol) {
    constexpr std::string_view sentence =
        "zermelo-worker is a part of Zermelo, which starts it itself; this one cannot work for "
        "the program that has started it.\n";
    write_all(STDERR_FILENO, sentence.data(), sentence.size());
    return 2;
  }
  belong_to(arguments[WorkerArguments::parent]);
  const int file = take_messages_file();
  work_and_tell(file, arguments[WorkerArguments::work], arguments[WorkerArguments::listens], works);
  ::_exit(0);  // at once: the diagrams' memory need not be released piece by piece
}

}  // namespace zermelo::symbolic
