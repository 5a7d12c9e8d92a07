// SPDX-License-Identifier: MIT
// The lines of a file or of stdin as they come: as many at a time as are available, so that a
// program that writes a line and waits for the answer gets it, and a long list takes no more
// memory than a short one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace zermelo::cli {

struct InputLine {
  std::uint64_t number = 0;  // 1 is the first
  std::string text;          // without the newline
  bool too_long = false;     // more than LineReader::longest bytes; then `text` is empty
};

class LineReader {
 public:
  static constexpr std::size_t longest = std::size_t{1} << 16;

  // "-" is stdin. Throws FileError.
  explicit LineReader(std::string path);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  // Replaces what is in `lines` with the lines that have come, waiting for at least one; returns
  // false if none is left. The last one need not end in a newline. Throws FileError.
  bool next(std::vector<InputLine>& lines);

 private:
  bool read_some();
  bool more_is_there() const;
  void take_lines(std::vector<InputLine>& lines);
  void take(std::string text, std::vector<InputLine>& lines);

  std::string path_;
  int file_;
  std::string rest_;    // the beginning of a line whose end has not come yet
  bool skips_ = false;  // the beginning of that line was too long, and is gone
  bool at_end_ = false;
  std::uint64_t number_ = 0;
};

}  // namespace zermelo::cli
