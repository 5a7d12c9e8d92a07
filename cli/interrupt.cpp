// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <csignal>

namespace zermelo::cli {
namespace {

// Only a lock-free atomic may be touched by a signal handler.
static_assert(std::atomic<bool>::is_always_lock_free);
std::atomic<bool> interrupted = false;

extern "C" void on_interrupt(int signal) {
  if (!interrupted.exchange(true)) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace zermelo::cli
