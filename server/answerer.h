// SPDX-License-Identifier: MIT
// What stands behind a transport: takes requests, gives answers.
#pragma once

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

  Metrics& metrics() { return metrics_; }

 private:
  Metrics metrics_;
};

}  // namespace zermelo::server
