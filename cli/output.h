// SPDX-License-Identifier: MIT
// Results on stdout: text in aligned columns for people, JSON for programs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "gen/text/grouped.h"
#include "json/json.h"
#include "json/text_table.h"
#include "probe/game.h"

namespace zermelo::cli {

// Appends to stdout, or to stderr once output_for_library has given it away. Failures are kept for
// finish_output.
void print(std::string_view text);
void write_json(const Json& json);
// A line that says how the game has ended, if it is over at its start; otherwise nothing.
void print_if_over_at_start(const Game& game);

// "zermelo: warning: SENTENCE" on stderr, on one line.
void warn(const std::string& sentence);
// From now on this process prints no warnings: of several that read the same files, only one does.
void leave_warnings_to_others();

// A sentence on one line, with nothing in it that a terminal would obey: sentences quote what was
// typed.
std::string on_one_line(const std::string& sentence);

// Throws FileError if anything printed did not arrive (a full disk, a closed stdout).
void finish_output();

// Whether a name for output means stdout: "-", /dev/stdout, or another name of that descriptor.
bool is_stdout(const std::string& path);

// What to call the output of a verb that the library writes: `path`, or if it means stdout,
// stdout's name in the file system. Then stdout is for that output alone, and what is printed from
// now on goes to stderr.
std::string output_for_library(const std::string& path);

// Makes sure that descriptors 0, 1 and 2 are taken, so that no table that is opened becomes stdout.
// Writing to a stdout that was closed still fails.
void reserve_standard_streams();

// Makes faults of files errors that are reported in a sentence, where a signal would end the
// program: tables that somebody truncates (SIGBUS), and files that may not grow any further
// (SIGXFSZ). The latter does not end programs that this one starts, either.
void make_file_faults_errors();

// Throws UsageError if results would be written over the file that they are made from.
void refuse_overwriting(const std::string& output, const std::string& input);

// For work that takes long and writes at its end. Throws FileError if it is already known that
// nothing can be written there, as to a folder, or into one that does not exist. Changes nothing.
void refuse_unwritable(const std::string& path);

// Writes a whole file, or stdout if the path means that. Throws FileError.
void write_file(const std::string& path, std::string_view text);

// Results that come one after another, to a file or to stdout; a reader sees each of them at
// once. What the file held before is lost with the first result, or when the stream is closed.
class ResultStream {
 public:
  // An empty path, or one that means stdout, is stdout. Throws FileError.
  explicit ResultStream(std::string path);
  ResultStream(const ResultStream&) = delete;
  ResultStream& operator=(const ResultStream&) = delete;
  ~ResultStream();

  // Throws FileError as soon as something cannot be written.
  void write(std::string_view text);
  void close();

 private:
  void check(bool good) const;
  void empty_file();
  std::string path_;
  std::FILE* file_;  // nullptr once closed
  bool emptied_ = false;
};

// What a move worth `value` does that leads on to nothing: "ends the game"; in a puzzle for one,
// "solves it" or "ends it unsolved".
const char* end_words(Value value, Metric metric);
// "123 bytes", "84.0 MiB".
std::string bytes_text(std::uint64_t bytes);
// "4.38", or "-" if there are no positions to divide by.
std::string bits_per_position_text(std::uint64_t bytes, std::uint64_t positions);
}  // namespace zermelo::cli
