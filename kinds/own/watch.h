// SPDX-License-Identifier: MIT
// Notes what rules that are the user's own code are doing, so that another process can say where
// they crashed or hang (probe/own_calls.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "probe/own_calls.h"
#include "probe/own_game.h"

namespace zermelo {

// Thread-safe.
class OwnWatch {
 public:
  explicit OwnWatch(OwnCalls& calls) : calls_(calls) {}

  // The instance that `open` gives, with every function noted, and `open` itself. A structure that
  // makes no sense is given on as it is. Throws what `open` throws.
  zermelo_own_game opened(const std::function<zermelo_own_game()>& open);

 private:
  OwnCalls& calls_;
  std::atomic<std::size_t> instances_ = 0;
};

// An interpreter whose instances are noted so.
std::shared_ptr<OwnInterpreter> watched(std::shared_ptr<OwnInterpreter> interpreter,
                                        OwnCalls& calls);

}  // namespace zermelo
