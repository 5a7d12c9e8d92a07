// SPDX-License-Identifier: MIT
// What the verbs share: how results are printed, and how progress is shown.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/value.h"
#include "tablebase/reports.h"

namespace zermelo::cli {

using Json = nlohmann::ordered_json;

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);

// Prints rows of cells in columns; the first row is the heading; all but the first column are
// aligned to the right.
void print_columns(const std::vector<std::vector<std::string>>& rows);

void print_json(const Json& json);

// "win" and plies as the JSON results have them: a draw's plies are null.
Json plies_json(Value value);

// "8G", "512M", "1000000" -> bytes. Throws UsageError.
std::uint64_t parse_size(const std::string& text);

// A line on stderr that is rewritten, if stderr is a terminal; otherwise nothing.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  void show(const std::string& text);
  void clear();
  // For work that counts what is done; `what` names it.
  WorkProgress work(std::string what);

 private:
  bool terminal_;
  std::size_t width_ = 0;
  double last_ = 0;
};

// "1:02:03" or "2:03".
std::string clock_text(double seconds);
// Seconds of a steady clock.
double now();

// Writes text to a file, or to stdout if the name is "-". Throws FileError.
void write_text(const std::string& path, const std::string& text);

}  // namespace zermelo::cli
