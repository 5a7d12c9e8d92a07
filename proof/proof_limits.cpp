// SPDX-License-Identifier: MIT
#include "proof/proof_limits.h"

#include <unistd.h>

#include <fstream>

namespace zermelo {
namespace {

std::uint64_t resident_memory() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::string ProofLimits::stopped_by() const {
  switch (reason_.load()) {
    case Reason::user:
      return "stop";
    case Reason::time:
      return "time";
    case Reason::memory:
      return "memory";
    case Reason::none:
      break;
  }
  return {};
}

bool ProofLimits::stop() {
  if (is_stopped()) return true;
  look_at_user();
  const std::uint64_t calls = calls_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (calls % 256 == 0) look_at_clock();
  if (calls % 65536 == 0) look_at_memory();
  return is_stopped();
}

bool ProofLimits::stop_now() {
  look_at_clock();
  return stop();
}

void ProofLimits::look_at_memory() {
  if (memory_ > 0 && resident_memory() > memory_) stop_by(Reason::memory);
}

}  // namespace zermelo
