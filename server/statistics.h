// SPDX-License-Identifier: MIT
// Counts of whole tables, which take seconds or minutes. One thread makes each of them once and
// keeps it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "json/json.h"
#include "server/served_table.h"

namespace zermelo::server {

struct TableStatistics {
  Json json;                         // as in `zermelo stats --json`
  std::vector<std::string> longest;  // positions of the longest win (with distances: the farthest)
};

// Any number of threads may call it.
class Statistics {
 public:
  Statistics();
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;
  // Ends the work that is going on.
  ~Statistics();

  // What is known of the table. If nothing is, has it counted and waits for this time; if that is
  // not enough, throws a Refusal (503). Throws what counting threw, for instance DamagedTable.
  std::shared_ptr<const TableStatistics> of(const ServedTable& table,
                                            std::chrono::milliseconds patience);

 private:
  struct Entry {
    std::shared_ptr<const TableStatistics> found;
    std::exception_ptr failure;
    bool asked_for = false;  // waiting, being counted or found
  };
  void work();
  Entry count(const ServedTable& table);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<const ServedTable*, Entry> entries_;
  std::deque<const ServedTable*> waiting_;
  int waiters_ = 0;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace zermelo::server
