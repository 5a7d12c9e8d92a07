// SPDX-License-Identifier: MIT
#include "tests/support/program_here.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "cli/program.h"

namespace zermelo::test {
namespace {

// A file in memory that takes the place of a standard stream as long as the object lives.
class ReplacedStream {
 public:
  explicit ReplacedStream(int stream)
      : stream_(stream), before_(dup(stream)), file_(memfd_create("stream", MFD_CLOEXEC)) {
    if (before_ < 0 || file_ < 0 || dup2(file_, stream_) < 0)
      throw std::runtime_error("cannot replace a standard stream");
  }
  ReplacedStream(const ReplacedStream&) = delete;
  ReplacedStream& operator=(const ReplacedStream&) = delete;
  ~ReplacedStream() {
    dup2(before_, stream_);
    close(before_);
    close(file_);
  }

  void fill(const std::string& text) const {
    const auto size = static_cast<ssize_t>(text.size());
    if (pwrite(file_, text.data(), text.size(), 0) != size)
      throw std::runtime_error("cannot write a file in memory");
  }
  std::string contents() const {
    std::string text(static_cast<std::size_t>(lseek(file_, 0, SEEK_END)), '\0');
    const auto size = static_cast<ssize_t>(text.size());
    if (pread(file_, text.data(), text.size(), 0) != size)
      throw std::runtime_error("cannot read a file in memory");
    return text;
  }

 private:
  int stream_, before_, file_;
};

// The standard input, for verbs that read the descriptor and for those that read std::cin.
class ReplacedInput {
 public:
  explicit ReplacedInput(const std::string& text)
      : descriptor_(STDIN_FILENO), buffer_(text), before_(std::cin.rdbuf(&buffer_)) {
    descriptor_.fill(text);
    std::cin.clear();
  }
  ReplacedInput(const ReplacedInput&) = delete;
  ReplacedInput& operator=(const ReplacedInput&) = delete;
  ~ReplacedInput() {
    std::cin.rdbuf(before_);
    std::cin.clear();
  }

 private:
  ReplacedStream descriptor_;
  std::stringbuf buffer_;
  std::streambuf* before_;
};

// Verbs that take long catch these; afterwards they end the test again.
class KeptSignals {
 public:
  KeptSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], nullptr, &before_[i]);
  }
  KeptSignals(const KeptSignals&) = delete;
  KeptSignals& operator=(const KeptSignals&) = delete;
  ~KeptSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
  }

 private:
  static constexpr std::array signals = {SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_ = {};
};

}  // namespace

ProcessResult run_program_here(const std::vector<std::string>& arguments,
                               const std::string& input) {
  std::vector<const char*> words = {"zermelo"};
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  std::fflush(stdout);
  const KeptSignals signals;
  const ReplacedInput in(input);
  const ReplacedStream out(STDOUT_FILENO), error(STDERR_FILENO);
  ProcessResult result;
  result.exit_code = cli::run_program(static_cast<int>(words.size()), words.data());
  std::fflush(stdout);
  result.output = out.contents();
  result.error = error.contents();
  return result;
}

}  // namespace zermelo::test
