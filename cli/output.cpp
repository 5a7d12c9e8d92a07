// SPDX-License-Identifier: MIT
#include "cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "gen/error.h"
#include "tablebase/file.h"

namespace zermelo::cli {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

void print_columns(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i == 0 ? fmt::format("{:<{}}", row[i], widths[i])
                     : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    fmt::print("{}\n", line);
  }
}

void print_json(const Json& json) { fmt::print("{}\n", json.dump(2)); }

Json plies_json(Value value) { return value.is_draw() ? Json(nullptr) : Json(value.plies()); }

std::uint64_t parse_size(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const std::string units = "KMGT";
  const auto power = unit.empty() ? std::string::npos : units.find(unit[0]);
  const bool known = unit.empty() || (unit.size() == 1 && power != std::string::npos);
  if (error != std::errc() || !known || number == 0 || number >> 40 != 0) {
    throw UsageError(fmt::format("'{}' is not a size; write for example 512M or 8G.", text));
  }
  return unit.empty() ? number : number << (10 * (power + 1));
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string clock_text(double seconds) {
  const auto s = static_cast<std::int64_t>(seconds);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}
ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const std::string& text) {
  if (!terminal_) return;
  fmt::print(stderr, "\r{:<{}}", text, width_);
  std::fflush(stderr);
  width_ = text.size();
}

void ProgressLine::clear() {
  if (!terminal_ || width_ == 0) return;
  fmt::print(stderr, "\r{:<{}}\r", "", width_);
  width_ = 0;
}

WorkProgress ProgressLine::work(std::string what) {
  if (!terminal_) return {};
  return [this, what = std::move(what), start = now()](std::uint64_t done, std::uint64_t total) {
    const double time = now();
    if (time - last_ < 0.25 || total == 0) return;
    last_ = time;
    const double share = static_cast<double>(done) / static_cast<double>(total);
    const double left = share > 0 ? (time - start) * (1 - share) / share : 0;
    show(fmt::format("{}: {:.1f} %, {} left", what, 100 * share, clock_text(left)));
  };
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    fmt::print("{}", text);
    return;
  }
  OutputFile file(path, OutputFile::Mode::truncate);
  file.write(as_bytes(text));
}

}  // namespace zermelo::cli
