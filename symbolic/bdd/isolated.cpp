// SPDX-License-Identifier: MIT
#include "symbolic/bdd/isolated.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "symbolic/bdd/bdd.h"

namespace zermelo::symbolic {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

// The folders of the running program, and of the library if that is a separate file.
std::vector<fs::path> own_folders() {
  std::vector<fs::path> folders;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(program.parent_path());
  Dl_info info = {};
  if (::dladdr(reinterpret_cast<void*>(&worker_path), &info) != 0 && info.dli_fname != nullptr) {
    const fs::path library = fs::canonical(info.dli_fname, error);
    if (!error) folders.push_back(library.parent_path());
  }
  return folders;
}

}  // namespace

std::string worker_path() {
  if (const char* named = std::getenv("ZERMELO_WORKER"); named != nullptr && *named != '\0') {
    if (is_program(named)) return named;
    throw Error(fmt::format("ZERMELO_WORKER is '{}', which is not a program.", named));
  }
  // (Paths of ZERMELO_WORKER_PLACES end with ':', and are absolute or relative to a folder.)
  std::vector<fs::path> places = {"zermelo-worker"};
  for (std::string_view rest = ZERMELO_WORKER_PLACES; !rest.empty();) {
    const std::size_t end = rest.find(':');
    places.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  for (const fs::path& folder : own_folders()) {
    for (const fs::path& place : places) {
      if (place.is_relative() && is_program(folder / place)) return folder / place;
    }
  }
  for (const fs::path& place : places) {
    if (place.is_absolute() && is_program(place)) return place;
  }
  throw Error(
      "Sets of states are handled by a separate program, zermelo-worker, which cannot be "
      "found; the environment variable ZERMELO_WORKER can say where it is.");
}

namespace {

[[noreturn]] void fail(const std::string& what, int error = errno) {
  throw Error(fmt::format("Cannot {}: {}.", what, std::strerror(error)));
}

// --- Files ---------------------------------------------------------------------------------------

// An open file that no other program inherits. Its number is above those of standard input and
// output, so that the child's files can be put there in any order.
class File {
 public:
  explicit File(int number) : number_(number) {
    if (number_ < 0 || number_ > STDERR_FILENO) return;
    number_ = ::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(number);
  }
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&&) = delete;
  ~File() { close(); }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (is_open()) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

struct Pipe {
  File reading, writing;
};

Pipe make_pipe() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("make a pipe");
  Pipe pipe{File(ends[0]), File(ends[1])};
  if (!pipe.reading.is_open() || !pipe.writing.is_open()) fail("make a pipe");
  return pipe;
}

// A file in memory that is read from its beginning.
File file_with(const std::string& text) {
  File file(::memfd_create("zermelo-work", MFD_CLOEXEC));
  if (!file.is_open()) fail("make a file in memory");
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written =
        ::pwrite(file.number(), text.data() + at, text.size() - at, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write a file in memory");
    at += static_cast<std::size_t>(written);
  }
  return file;
}

// --- The child -----------------------------------------------------------------------------------

// Ended and waited for when this object is destroyed.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (id_ <= 0) return;
    ::kill(id_, SIGTERM);
    if (ends_soon()) return;
    ::kill(id_, SIGKILL);
    wait();
  }
  // Its status. (0 if the host has taken it: the host may wait for all children, or want no
  // status.)
  int wait() {
    const pid_t id = std::exchange(id_, 0);
    int status = 0;
    for (;;) {
      const pid_t got = ::waitpid(id, &status, 0);
      if (got == id) return status;
      if (got < 0 && errno != EINTR) return 0;
    }
  }
  // Whether it is still running; it keeps its status. (If the host has taken that, it is not
  // running.)
  bool runs() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  }

 private:
  bool ends_soon() const {
    for (int n = 0; n < 100; ++n) {
      const pid_t got = ::waitpid(id_, nullptr, WNOHANG);
      if (got == id_ || (got < 0 && errno != EINTR)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  pid_t id_;
};

// Starts a program with these files as its standard input, output and error. It starts with no
// signal blocked; signals that end it or that it may get for writing have their default effect.
pid_t spawn(const std::string& program, std::vector<std::string> arguments,
            const std::array<int, 3>& files) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&actions) != 0 || ::posix_spawnattr_init(&attributes) != 0)
    fail("start a process", ENOMEM);
  int error = 0;
  for (int n = 0; n < 3 && error == 0; ++n)
    error = ::posix_spawn_file_actions_adddup2(&actions, files[static_cast<std::size_t>(n)], n);
  sigset_t none, defaults;
  ::sigemptyset(&none);
  ::sigemptyset(&defaults);
  for (const int signal : {SIGTERM, SIGPIPE}) ::sigaddset(&defaults, signal);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t id = 0;
  if (error == 0)
    error = ::posix_spawn(&id, program.c_str(), &actions, &attributes, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) fail(fmt::format("start {}", program), error);
  return id;
}

std::string listens_to(const IsolatedOptions& options) {
  std::string letters;
  if (options.progress) letters += static_cast<char>(Message::progress);
  if (options.so_far) letters += static_cast<char>(Message::so_far);
  return letters;
}

// --- What it says --------------------------------------------------------------------------------

// Appends what there is to read. Returns false at the end.
bool read_some(int file, std::string& to) {
  std::array<char, 1 << 16> buffer;
  const ssize_t got = ::read(file, buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  to.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

struct Findings {
  bool has_result = false;
  std::string result;
};

// Takes whole messages off the front of `bytes`.
void take_messages(std::string& bytes, const IsolatedOptions& options, Findings& found) {
  MessageHead head;
  while (bytes.size() >= sizeof head) {
    std::memcpy(&head, bytes.data(), sizeof head);
    if (bytes.size() - sizeof head < head.length) return;
    std::string text = bytes.substr(sizeof head, head.length);
    bytes.erase(0, sizeof head + head.length);
    switch (head.kind) {
      case Message::progress:
        if (options.progress) options.progress(text);
        break;
      case Message::so_far:
        if (options.so_far) options.so_far(text);
        break;
      case Message::result:
        found = {true, std::move(text)};
        break;
      case Message::file:
        throw FileError(text);
      case Message::usage:
        throw UsageError(text);
      case Message::nodes:
        throw OutOfNodes(options.memory);
      case Message::error:
        throw Error(text);
    }
  }
}

[[noreturn]] void explain_death(int status, const std::string& errors,
                                const IsolatedOptions& options) {
  // Sylvan's last words.
  if (errors.find("table full") != std::string::npos) throw OutOfNodes(options.memory);
  if (WIFSIGNALED(status)) {
    throw Error(fmt::format("The process for {} was ended by signal {} ({}).", options.what,
                            WTERMSIG(status), ::strsignal(WTERMSIG(status))));
  }
  throw Error(fmt::format("The process for {} ended: {}", options.what,
                          errors.empty() ? "it did not say why." : errors));
}

bool stopped(const IsolatedOptions& options) { return options.stop != nullptr && *options.stop; }

[[noreturn]] void interrupt() { throw Interrupted("Stopped; nothing is saved."); }

}  // namespace

std::string run_isolated(const IsolatedWork& work, const std::string& input,
                         const IsolatedOptions& options) {
  // Step 1. Start it.
  const std::string program = options.worker.empty() ? worker_path() : options.worker;
  Pipe messages = make_pipe(), errors = make_pipe();
  File text = file_with(input);
  Child child(spawn(program,
                    {program, worker_protocol, std::string(work.name), std::to_string(::getpid()),
                     listens_to(options)},
                    {text.number(), messages.writing.number(), errors.writing.number()}));
  for (File* file : {&text, &messages.writing, &errors.writing}) file->close();

  // Step 2. Listen until it has nothing more to say.
  Findings found;
  std::string bytes, complaints;
  std::array<pollfd, 2> files = {pollfd{messages.reading.number(), POLLIN, 0},
                                 pollfd{errors.reading.number(), POLLIN, 0}};
  while (files[0].fd >= 0 || files[1].fd >= 0) {
    constexpr int milliseconds = 100;
    ::poll(files.data(), files.size(), milliseconds);
    if (stopped(options)) interrupt();
    if (files[0].revents != 0 && !read_some(files[0].fd, bytes)) files[0].fd = -1;
    if (files[1].revents != 0 && !read_some(files[1].fd, complaints)) files[1].fd = -1;
    for (pollfd& file : files) file.revents = 0;
    take_messages(bytes, options, found);
  }

  // Step 3. See how it ended. (A process that has closed its output need not have ended.)
  while (child.runs()) {
    if (stopped(options)) interrupt();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const int status = child.wait();
  if (found.has_result) return std::move(found.result);
  if (stopped(options)) interrupt();
  explain_death(status, complaints, options);
}

}  // namespace zermelo::symbolic
