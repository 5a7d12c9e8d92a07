// SPDX-License-Identifier: MIT
#include "cli/line_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "gen/error.h"

namespace zermelo::cli {
namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 20;  // bytes

FileError cannot_read(const std::string& path) {
  return FileError(
      fmt::format("Cannot read {}: {}.", path == "-" ? "stdin" : path, std::strerror(errno)));
}

}  // namespace

LineReader::LineReader(std::string path)
    : path_(std::move(path)),
      file_(path_ == "-" ? STDIN_FILENO : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) throw cannot_read(path_);
}

LineReader::~LineReader() {
  if (file_ != STDIN_FILENO) ::close(file_);
}

bool LineReader::next(std::vector<InputLine>& lines) {
  lines.clear();
  while (lines.empty() && !at_end_) {
    while (read_some() && rest_.size() < most_at_once && more_is_there()) {
    }
    take_lines(lines);
  }
  return !lines.empty();
}

// Waits for some bytes. False at the end.
bool LineReader::read_some() {
  const std::size_t before = rest_.size();
  constexpr std::size_t chunk = std::size_t{1} << 16;
  rest_.resize(before + chunk);
  ssize_t count = 0;
  do count = ::read(file_, rest_.data() + before, chunk);
  while (count < 0 && errno == EINTR);
  if (count < 0) throw cannot_read(path_);
  rest_.resize(before + static_cast<std::size_t>(count));
  at_end_ = count == 0;
  return !at_end_;
}

// Whether reading would return at once.
bool LineReader::more_is_there() const {
  pollfd waiting{file_, POLLIN, 0};
  return ::poll(&waiting, 1, 0) > 0;
}

void LineReader::take_lines(std::vector<InputLine>& lines) {
  std::size_t begin = 0;
  for (std::size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
    take(rest_.substr(begin, end - begin), lines);
  rest_.erase(0, begin);
  if (at_end_ && (!rest_.empty() || skips_)) return take(std::exchange(rest_, ""), lines);
  if (rest_.size() <= longest) return;
  skips_ = true;
  rest_.clear();
}

void LineReader::take(std::string text, std::vector<InputLine>& lines) {
  const bool too_long = std::exchange(skips_, false) || text.size() > longest;
  lines.push_back({++number_, too_long ? "" : std::move(text), too_long});
}

}  // namespace zermelo::cli
