// SPDX-License-Identifier: MIT
// Long work that rank 0 does alone while the others have nothing to do.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "gen/error.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo {

// Collective. Calls work(stop) on rank 0, in another thread if there is a cluster; the others sleep
// meanwhile. `stop` is this rank's and may be null; the one that work is given becomes true when
// that of any rank does. What work throws is thrown again as by fail_together(), but Interrupted is
// thrown on all ranks.
template <class Work>
void first_alone(Cluster* cluster, const std::atomic<bool>* stop, Work&& work) {
  if (cluster == nullptr) return work(stop);
  std::atomic<bool> is_done = false, all_stop = false;
  std::exception_ptr failure;
  std::string interrupted;
  const auto run = [&] {
    try {
      work(&std::as_const(all_stop));
    } catch (const Interrupted& reason) {
      interrupted = reason.what();
    } catch (...) {
      failure = std::current_exception();
    }
    is_done = true;
  };
  // (It is also told to stop if a rank fails meanwhile, which is seen when all ranks meet.)
  struct Worker {
    std::atomic<bool>& stop;
    std::jthread thread = {};
    ~Worker() { stop = true; }
  } worker{all_stop};
  if (is_first(cluster)) worker.thread = std::jthread(run);

  constexpr std::uint64_t done_bit = 1, stop_bit = 2;
  constexpr std::chrono::milliseconds longest(100);
  for (std::chrono::milliseconds sleep(1);; sleep = std::min(2 * sleep, longest)) {
    std::uint64_t bits = is_done ? done_bit : 0;
    if (stop != nullptr && *stop) bits |= stop_bit;
    bits = reduced(cluster, bits, Cluster::Reduction::either);
    if ((bits & stop_bit) != 0) all_stop = true;
    if ((bits & done_bit) != 0) break;
    std::this_thread::sleep_for(sleep);
  }
  if (worker.thread.joinable()) worker.thread.join();
  fail_together(cluster, [&] {
    if (failure) std::rethrow_exception(failure);
  });
  interrupted = text_of_first(cluster, std::move(interrupted));
  if (!interrupted.empty()) throw Interrupted(interrupted);
}

}  // namespace zermelo
