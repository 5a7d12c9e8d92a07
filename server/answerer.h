// SPDX-License-Identifier: MIT
// What lies behind a transport: it takes requests and returns answers.
#pragma once

#include <atomic>

#include "server/http.h"
#include "server/metrics.h"
#include "server/routes.h"

namespace zermelo::server {

// Any number of threads may call it.
class Answerer {
 public:
  virtual ~Answerer() = default;

  // Answers every request; an error is an answer, too. Waits for work that takes long (cost),
  // but leaves a stream to be run by the caller, which sends the answer.
  virtual Response answer(const Request& request) = 0;
  // For a transport that answers without calling answer(), for instance a request that is too
  // large.
  virtual Response refused(const Refusal& refusal) const = 0;

  // How long the answer can take.
  virtual Cost cost(const Request& request) const = 0;

  // From now on work that takes long is refused, and work that has begun ends soon. Any thread may
  // call it.
  void end() { ending_ = true; }

  Metrics& metrics() { return metrics_; }

 protected:
  const std::atomic<bool>& ending() const { return ending_; }

 private:
  Metrics metrics_;
  std::atomic<bool> ending_ = false;
};

}  // namespace zermelo::server
