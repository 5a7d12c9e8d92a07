// SPDX-License-Identifier: MIT
#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "gen/error.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

bool warnings_wanted = true;

int write_error = 0;                // the first errno of a failed write to stdout
bool stdout_is_for_output = false;  // of a verb, so that nothing else is printed there

std::FILE* print_stream() { return stdout_is_for_output ? stderr : stdout; }

// Whether it is a puzzle for one.
bool is_for_one(const Game& game) {
  return std::ranges::any_of(game.kinds(),
                             [](const auto& kind) { return kind->metric() == "moves"; });
}

void note_failure(bool failed) {
  if (failed && write_error == 0) write_error = errno == 0 ? EIO : errno;
}

}  // namespace

void print(std::string_view text) {
  errno = 0;
  note_failure(std::fwrite(text.data(), 1, text.size(), print_stream()) != text.size());
}

void write_json(const Json& json) { print(indented(json) + "\n"); }

void print_if_over_at_start(const Game& game) {
  const PositionStatus status = game.status(game.start());
  if (status.goes_on()) return;
  if (!is_for_one(game))
    return print(fmt::format("The game is over at its start: {}\n", status.why));
  print(status.winner
            ? "The start is solved; the positions are those to which play leads from there.\n"
            : fmt::format("The puzzle is over at its start: {}\n", status.why));
}

const char* end_words(Value value, Metric metric) {
  if (metric != Metric::moves) return "ends the game";
  return value.is_win() ? "solves it" : "ends it unsolved";
}

std::string on_one_line(const std::string& sentence) {
  std::string line;
  for (const char c : sentence) {
    const bool is_control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    line +=
        is_control ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return line;
}

void warn(const std::string& sentence) {
  if (!warnings_wanted) return;
  std::fflush(stdout);  // so that both are in order where they go to one place
  std::fputs(fmt::format("zermelo: warning: {}\n", on_one_line(sentence)).c_str(), stderr);
}

void leave_warnings_to_others() { warnings_wanted = false; }

void finish_output() {
  errno = 0;
  note_failure(std::fflush(print_stream()) != 0);
  if (write_error == 0) return;
  throw FileError(fmt::format("Cannot write the results: {}.", std::strerror(write_error)));
}

bool is_stdout(const std::string& path) {
  static constexpr std::array names = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  return std::ranges::find(names, path) != names.end();
}

std::string output_for_library(const std::string& path) {
  if (!is_stdout(path)) return path;
  std::fflush(stdout);
  stdout_is_for_output = true;
  return "/dev/stdout";
}

void reserve_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Takes the lowest free descriptor, which is this one. Reading from it, or writing to it, fails
    // as before; only messages to a closed stderr go nowhere.
    [[maybe_unused]] const int opened = ::open("/dev/null", stream == 1 ? O_RDONLY : O_WRONLY);
  }
}

void make_file_faults_errors() {
  survive_truncation();
  std::signal(SIGXFSZ, SIG_IGN);
}

void refuse_overwriting(const std::string& output, const std::string& input) {
  std::error_code error;  // if one of them is not there they are not the same
  if (output.empty() || !std::filesystem::equivalent(output, input, error)) return;
  throw UsageError(fmt::format("{} is the file that is read; write to another one.", output));
}

void refuse_unwritable(const std::string& path) {
  if (path.empty() || is_stdout(path)) return;
  // (Not waiting for somebody to read from a pipe, without whom it cannot be opened yet: ENXIO.)
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
  if (file != -1) {
    ::close(file);
    return;
  }
  int reason = errno;
  if (reason == ENXIO || std::filesystem::is_symlink(path)) return;
  if (reason == ENOENT) {  // there is no such file yet
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    reason = ::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
  }
  if (reason != 0)
    throw FileError(fmt::format("Cannot write {}: {}.", path, std::strerror(reason)));
}

void write_file(const std::string& path, std::string_view text) {
  if (is_stdout(path)) return print(text);
  ResultStream file(path);
  file.write(text);
  file.close();
}

ResultStream::ResultStream(std::string path) : path_(std::move(path)), file_(stdout) {
  if (is_stdout(path_)) path_.clear();
  if (path_.empty()) return;
  file_ = std::fopen(path_.c_str(), "ab");
  check(file_ != nullptr);
}

ResultStream::~ResultStream() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void ResultStream::empty_file() {
  if (std::exchange(emptied_, true) || file_ == stdout) return;
  struct stat status {};
  const bool is_file = ::fstat(::fileno(file_), &status) == 0 && S_ISREG(status.st_mode);
  check(!is_file || ::ftruncate(::fileno(file_), 0) == 0);
}

void ResultStream::write(std::string_view text) {
  errno = 0;
  empty_file();
  check(std::fwrite(text.data(), 1, text.size(), file_) == text.size() && std::fflush(file_) == 0);
}

void ResultStream::close() {
  if (file_ != nullptr) empty_file();
  std::FILE* const file = std::exchange(file_, nullptr);
  if (file == nullptr || file == stdout) return;
  errno = 0;
  check(std::fclose(file) == 0);
}

void ResultStream::check(bool good) const {
  if (good) return;
  const char* const reason = std::strerror(errno == 0 ? EIO : errno);
  throw FileError(
      fmt::format("Cannot write {}: {}.", path_.empty() ? "the results" : path_, reason));
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array units = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return grouped(bytes, "byte", "bytes");
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < units.size(); ++unit) amount /= 1024;
  return fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string bits_per_position_text(std::uint64_t bytes, std::uint64_t positions) {
  const Json bits = bits_per_position_json(bytes, positions);
  return bits.is_null() ? "-" : fmt::format("{:.2f}", bits.get<double>());
}

}  // namespace zermelo::cli
