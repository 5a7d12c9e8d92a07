// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include "cli/output.h"

namespace zermelo::cli {
namespace {

using Phase = SolveProgress::Phase;

std::size_t terminal_width() {
  winsize size = {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

const char* phase_name(Phase phase) {
  switch (phase) {
    case Phase::enumerating:
      return "enumerating";
    case Phase::initialising:
      return "initialising";
    case Phase::propagating:
      return "propagating";
    case Phase::writing:
      return "writing";
    case Phase::saving:
      return "saving a checkpoint of";
  }
  return "";
}

}  // namespace

ProgressLine::ProgressLine(Log log)
    : terminal_(::isatty(STDERR_FILENO) == 1), active_(terminal_ || log == Log::line_a_minute) {}

bool ProgressLine::due() const {
  const auto pause = terminal_ ? std::chrono::milliseconds(200) : std::chrono::minutes(1);
  return active_ && (!shown_ || Clock::now() - last_ >= pause);
}

void ProgressLine::show(std::string text) {
  if (!active_) return;
  shown_ = true;
  last_ = Clock::now();
  if (!terminal_) {
    std::fputs((text + "\n").c_str(), stderr);
    return;
  }
  // A line that wrapped could not be rewritten.
  text.resize(std::min(text.size(), terminal_width() - 1));
  std::fputs(fmt::format("\r{}\033[K", text).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressLine::say(const std::string& text) {
  if (!active_) return;
  clear();
  std::fputs((text + "\n").c_str(), stderr);
}

void ProgressLine::clear() {
  if (std::exchange(shown_, false) && terminal_) {
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
  }
}

double Pace::rate(double done, double seconds) const {
  const double elapsed = seconds - begin_.seconds;
  if (elapsed < 0.5 || done <= begin_.done) return 0;
  return (done - begin_.done) / elapsed;
}

std::string Pace::left(double done, double total, double seconds) const {
  const double per_second = rate(done, seconds);
  if (per_second == 0 || done > total) return "";
  // A hundredth of the way, or two seconds of it, say too little.
  const bool early =
      seconds - begin_.seconds < 2 || (done - begin_.done) * 100 < total - begin_.done;
  if (early) return "";
  return fmt::format(", {} left", duration_text((total - done) / per_second));
}

void SolveProgressLine::operator()(const SolveProgress& p, bool stopping) {
  const bool news = !begun_ || p.phase != phase_ || p.group != group_;
  if (!begun_ || phase_ == Phase::enumerating) pace_.begin(p.fraction, p.seconds);
  if (news) {
    begun_ = true;
    phase_ = p.phase;
    group_ = p.group;
    phase_pace_.begin(static_cast<double>(p.done), p.seconds);
  }
  if (!line_.due() && !news) return;
  std::string text = fmt::format("{} {}", phase_name(p.phase), p.group);
  if (p.phase == Phase::propagating) text += fmt::format(", level {}", p.level);
  if (p.phase == Phase::enumerating && p.done > 0) {
    text += fmt::format(": {} positions", grouped(p.done));
    if (p.share > 0) text += fmt::format(" ({:.0f} %)", std::floor(100 * p.share));
  }
  if (p.phase == Phase::initialising || p.phase == Phase::propagating) {
    text += fmt::format(": {} {} ({})", grouped(p.done),
                        p.phase == Phase::propagating ? "decided" : "positions",
                        percent_text(p.done, p.total));
    if (const double rate = phase_pace_.rate(static_cast<double>(p.done), p.seconds); rate > 0) {
      text += fmt::format(", {}/s", grouped(static_cast<std::uint64_t>(rate)));
    }
  }
  if (stopping) {
    text += ", stopping";
  } else {
    text += pace_.left(p.fraction, 1, p.seconds);
  }
  line_.show(text + fmt::format(", {} elapsed", duration_text(p.seconds)));
}

void SolveProgressLine::begin(const SolveEstimate& estimate) { line_.say(estimate_text(estimate)); }

std::string estimate_text(const SolveEstimate& estimate) {
  std::string text;
  if (estimate.index > 0)
    text = fmt::format("The index has {} positions. ", grouped(estimate.index));
  text += fmt::format("The solve will need about {} of memory", bytes_text(estimate.memory));
  if (estimate.seconds > 0)
    text += fmt::format(" and take about {}", duration_text(std::ceil(estimate.seconds)));
  return text + ".";
}

WorkProgress work_progress(ProgressLine& line, std::string what) {
  if (!line.active()) return {};
  line.show(what);
  const auto begin = std::chrono::steady_clock::now();
  return [&line, what = std::move(what), begin](std::uint64_t done, std::uint64_t total) {
    if (!line.due()) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    line.show(fmt::format(
        "{}: {}{}", what, percent_text(done, total),
        Pace().left(static_cast<double>(done), static_cast<double>(total), elapsed.count())));
  };
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::lround(seconds));
  const std::uint64_t hours = whole / 3600, minutes = whole / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
  return fmt::format("{}:{:02}", minutes, whole % 60);
}

}  // namespace zermelo::cli
