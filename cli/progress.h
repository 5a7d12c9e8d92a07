// SPDX-License-Identifier: MIT
// One line on stderr, rewritten a few times a second while work goes on; if stderr is not a
// terminal nothing at all, or, for a log, one line per minute.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "tablebase/job/solve_options.h"
#include "tablebase/reports.h"

namespace zermelo::cli {

class ProgressLine {
 public:
  enum class Log { none, line_a_minute };
  explicit ProgressLine(Log log = Log::none);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  bool active() const { return active_; }
  // Whether the line is old enough to be shown again.
  bool due() const;
  void show(std::string text);
  // A line that stays.
  void say(const std::string& text);
  // Erases the line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_, active_, shown_ = false;
  Clock::time_point last_ = {};
};

// The rate of something that grows, and when it will be finished if it goes on at that rate.
class Pace {
 public:
  void begin(double done, double seconds) { begin_ = {done, seconds}; }
  // Per second since begin; 0 while that means little.
  double rate(double done, double seconds) const;
  // ", 0:42 left"; empty while that is unknown.
  std::string left(double done, double total, double seconds) const;

 private:
  struct {
    double done = 0;
    double seconds = 0;
  } begin_;
};

// The progress of a solve, as a line. The time left is that of the whole work, estimated from
// what has been done of it in this run.
class SolveProgressLine {
 public:
  explicit SolveProgressLine(ProgressLine::Log log) : line_(log) {}
  bool active() const { return line_.active(); }
  void operator()(const SolveProgress& progress, bool stopping);
  // Says what to expect, in a line that stays.
  void begin(const SolveEstimate& estimate);
  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
  Pace phase_pace_, pace_;
  bool begun_ = false;
  SolveProgress::Phase phase_ = SolveProgress::Phase::enumerating;
  std::string group_;
};

// For counting, statistics and verification: "verifying: 34.5 %, 0:12 left". Empty if the line is
// not active. The line must outlive what is returned.
WorkProgress work_progress(ProgressLine& line, std::string what);

// "The index has 1,234 positions. The solve will need about 65 MiB of memory and take about 0:05."
std::string estimate_text(const SolveEstimate& estimate);

// "0:42", "1:02:03"
std::string duration_text(double seconds);

}  // namespace zermelo::cli
