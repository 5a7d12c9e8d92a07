// SPDX-License-Identifier: MIT
// What stands behind a transport: takes requests, gives answers.
#pragma once

#include <atomic>

#include "server/http.h"
#include "server/metrics.h"

namespace zermelo::server {

// Any number of threads may ask.
class Answerer {
 public:
  virtual ~Answerer() = default;

  // Whatever is asked: what is wrong is an answer, too. Waits for what takes long (cost_of), but a
  // stream is left to be run by whoever sends the answer.
  virtual Response answer(const Request& request) = 0;
  // For those who answer without asking: a request that was too large.
  virtual Response refused(const Refusal& refusal) const = 0;

  // From now on what takes long is refused, also what has begun: it ends soon. Any thread may say
  // so.
  void end() { ending_ = true; }

  Metrics& metrics() { return metrics_; }

 protected:
  const std::atomic<bool>& ending() const { return ending_; }

 private:
  Metrics metrics_;
  std::atomic<bool> ending_ = false;
};

}  // namespace zermelo::server
