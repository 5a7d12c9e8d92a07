// SPDX-License-Identifier: MIT
#include "server/statistics.h"

#include <fmt/format.h>

#include <exception>

#include "gen/error.h"
#include "json/play_report_json.h"
#include "json/report_json.h"
#include "reports/play_report.h"
#include "server/http.h"

namespace zermelo::server {
namespace {

// Each waiting request holds one of the threads for answers that take long.
constexpr int most_waiters = 2;

Refusal too_large_for_report() {
  return bad_request(
      "This table is too large for a report by this server; `zermelo report` makes one.");
}

void refuse_without_report(const ServedTable& table) {
  const Table& t = table.table();
  if (t.holds_distances() || t.metric() == Metric::moves || !table.covers_start()) {
    throw bad_request(
        "There is no report on this table: it needs values of a game of two players from its "
        "start on.");
  }
  if (t.info().positions > Statistics::most_positions_of_report) throw too_large_for_report();
}

}  // namespace

Statistics::Statistics(int threads) : threads_(threads), thread_([this] { work(); }) {}

Statistics::~Statistics() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::shared_ptr<const TableStatistics> Statistics::of(const ServedTable& table, AboutTable about,
                                                      std::chrono::milliseconds patience) {
  if (about == AboutTable::report) refuse_without_report(table);
  const Question question{&table, about};
  std::unique_lock lock(mutex_);
  Entry& entry = entries_[question];  // (a map's entries stay where they are)
  if (!entry.found && !entry.asked_for) {
    waiting_.push_back(question);  // (first: it may throw)
    entry = {.found = nullptr, .failure = nullptr, .asked_for = true};
    changed_.notify_all();
  }
  const auto known = [&] { return entry.found || entry.failure || stop_; };
  if (!known() && waiters_ < most_waiters) {
    ++waiters_;
    changed_.wait_for(lock, patience, known);
    --waiters_;
  }
  if (entry.found) return entry.found;
  if (entry.failure) std::rethrow_exception(entry.failure);
  throw busy("The table is being counted; ask again in a few seconds.", 5);
}

void Statistics::work() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (waiting_.empty()) {
      changed_.wait(lock, [&] { return stop_ || !waiting_.empty(); });
      continue;
    }
    const Question question = waiting_.front();
    waiting_.pop_front();
    lock.unlock();
    Entry answered = answer(question);
    lock.lock();
    if (!stop_) entries_[question] = std::move(answered);
    changed_.notify_all();
  }
}

Statistics::Entry Statistics::answer(const Question& question) {
  const auto& [table, about] = question;
  try {
    TableStatistics found = about == AboutTable::report ? report_on(*table) : count(*table);
    return {.found = std::make_shared<const TableStatistics>(std::move(found)),
            .failure = nullptr,
            .asked_for = true};
  } catch (const Refusal&) {  // (It would be no other the next time.)
    return {.found = nullptr, .failure = std::current_exception(), .asked_for = true};
  } catch (...) {
    // (The next request makes it try again.)
    return {.found = nullptr, .failure = std::current_exception(), .asked_for = false};
  }
}

TableStatistics Statistics::count(const ServedTable& table) {
  WorkOptions options;
  options.threads = threads_;
  options.progress = [this](std::uint64_t, std::uint64_t) {
    if (stop_) throw Interrupted("The server is shutting down.");
  };
  TableStatistics found;
  if (table.table().holds_distances()) {
    ReachReport report = table.table().distance_stats(options);
    found.json = stats_json(report);
    found.longest = std::move(report.farthest_states);
  } else {
    StatsReport report = table.table().stats(options);
    found.json = stats_json(report);
    found.longest = std::move(report.longest);
  }
  return found;
}

TableStatistics Statistics::report_on(const ServedTable& table) {
  PlayReportOptions options;
  options.threads = threads_;
  options.memory_limit = most_memory_of_report;
  options.stop = &stop_;
  options.seconds = std::chrono::duration<double>(longest_report).count();
  try {
    return {play_report_json(play_report(table.table(), options)), {}};
  } catch (const OutOfMemory&) {
    throw too_large_for_report();
  }
}

}  // namespace zermelo::server
