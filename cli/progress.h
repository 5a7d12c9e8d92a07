// SPDX-License-Identifier: MIT
// One line on stderr, rewritten a few times a second while work goes on; if stderr is not a
// terminal nothing at all, or, for a log, a line a minute.
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
  // Whether the line is old enough to be shown anew.
  bool due() const;
  void show(std::string text);
  // Takes the line away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_, active_, shown_ = false;
  Clock::time_point last_ = {};
};

// The rate of something that grows, and when it will be finished if it goes on so.
class Pace {
 public:
  void begin(double done, double seconds) { begin_ = {done, seconds}; }
  // Per second since begin; 0 as long as that means little.
  double rate(double done, double seconds) const;
  // ", 0:42 left"; empty as long as nobody knows.
  std::string left(double done, double total, double seconds) const;

 private:
  struct {
    double done = 0;
    double seconds = 0;
  } begin_;
};

// What a solve tells, as a line. Time left is that of the whole work, by what has been done of it
// in this run.
class SolveProgressLine {
 public:
  explicit SolveProgressLine(ProgressLine::Log log) : line_(log) {}
  bool active() const { return line_.active(); }
  void operator()(const SolveProgress& progress, bool stopping);
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

// "0:42", "1:02:03"
std::string duration_text(double seconds);

}  // namespace zermelo::cli
