// SPDX-License-Identifier: MIT
// Counts of whole tables, and reports on play, which take seconds or minutes. One thread makes each
// of them once and keeps it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "json/json.h"
#include "server/served_table.h"

namespace zermelo::server {

// What can be asked of a whole table.
enum class AboutTable { statistics, report };

struct TableStatistics {
  Json json;                         // as in `zermelo stats --json`, or `zermelo report --json`
  std::vector<std::string> longest;  // positions of the longest win (with distances: the farthest)
};

// Any number of threads may call it.
class Statistics {
 public:
  // `threads`: of each count (0: one per processor).
  explicit Statistics(int threads = 1);
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;
  // Ends the work that is going on.
  ~Statistics();

  // A report follows all positions that play leads to: of larger tables none is made, and what
  // would take longer is left out.
  static constexpr std::uint64_t most_positions_of_report = 300'000;
  static constexpr std::uint64_t most_memory_of_report = std::uint64_t{1} << 30;  // bytes
  static constexpr std::chrono::seconds longest_report{120};

  // What is known of the table. If nothing is, has it counted and waits for this time; if that is
  // not enough, throws a Refusal (503). Throws what counting threw, for instance DamagedTable, and
  // a Refusal (400) for a report on a table that is too large, or has none.
  std::shared_ptr<const TableStatistics> of(const ServedTable& table, AboutTable about,
                                            std::chrono::milliseconds patience);

 private:
  struct Entry {
    std::shared_ptr<const TableStatistics> found;
    std::exception_ptr failure;
    bool asked_for = false;  // waiting, being counted or found
  };
  using Question = std::pair<const ServedTable*, AboutTable>;
  void work();
  Entry answer(const Question& question);
  TableStatistics count(const ServedTable& table);
  TableStatistics report_on(const ServedTable& table);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Question, Entry> entries_;
  std::deque<Question> waiting_;
  int waiters_ = 0;
  int threads_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace zermelo::server
