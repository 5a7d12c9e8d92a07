// SPDX-License-Identifier: MIT
// What the server has done, for Prometheus. Any number of threads may count.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "server/routes.h"

namespace zermelo::server {

class Metrics {
 public:
  void count_answer(Endpoint endpoint, int status, double seconds, std::uint64_t bytes);

  std::atomic<std::uint64_t> connections_accepted = 0;
  std::atomic<std::uint64_t> connections_refused = 0;  // too many in all or from one address
  std::atomic<std::uint64_t> connections_timed_out = 0;
  std::atomic<std::int64_t> connections_open = 0;
  std::atomic<std::int64_t> mining_jobs = 0;   // running
  std::atomic<std::int64_t> slow_answers = 0;  // waiting or being computed

  // In the text format of Prometheus, version 0.0.4.
  std::string text() const;

 private:
  static constexpr std::array bounds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                        0.025,  0.05,    0.1,    0.25,  0.5,    1.0,   5.0};
  struct Histogram {
    std::array<std::atomic<std::uint64_t>, bounds.size() + 1> counts = {};
    std::atomic<std::uint64_t> nanoseconds = 0;
  };
  static constexpr std::array statuses = {200, 204, 304, 400, 404, 405, 413, 414, 431, 500, 503};

  std::array<std::array<std::atomic<std::uint64_t>, statuses.size() + 1>, endpoint_count> answers_ =
      {};
  Histogram seconds_;
  std::atomic<std::uint64_t> bytes_ = 0;
};

}  // namespace zermelo::server
