// SPDX-License-Identifier: MIT
#include "server/statistics.h"

#include <fmt/format.h>

#include <exception>

#include "gen/error.h"
#include "json/report_json.h"
#include "server/http.h"

namespace zermelo::server {
namespace {

// Each waiting request holds one of the threads for answers that take long.
constexpr int most_waiters = 2;

}  // namespace

Statistics::Statistics() : thread_([this] { work(); }) {}

Statistics::~Statistics() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::shared_ptr<const TableStatistics> Statistics::of(const ServedTable& table,
                                                      std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  Entry& entry = entries_[&table];  // (a map's entries stay where they are)
  if (!entry.found && !entry.asked_for) {
    waiting_.push_back(&table);  // (first: it may throw)
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
    const ServedTable& table = *waiting_.front();
    waiting_.pop_front();
    lock.unlock();
    Entry counted = count(table);
    lock.lock();
    if (!stop_) entries_[&table] = std::move(counted);
    changed_.notify_all();
  }
}

Statistics::Entry Statistics::count(const ServedTable& table) {
  WorkOptions options;
  options.threads = 1;
  options.progress = [this](std::uint64_t, std::uint64_t) {
    if (stop_) throw Interrupted("The server is shutting down.");
  };
  try {
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
    return {.found = std::make_shared<const TableStatistics>(std::move(found)),
            .failure = nullptr,
            .asked_for = true};
  } catch (...) {
    // (The next request makes it try again.)
    return {.found = nullptr, .failure = std::current_exception(), .asked_for = false};
  }
}

}  // namespace zermelo::server
