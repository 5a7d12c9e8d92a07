// SPDX-License-Identifier: MIT
// When a search for the shortest win ends without a verdict, and what it reports meanwhile.
#pragma once

#include <cstdint>

#include "gen/stopwatch.h"
#include "tablebase/search/depth_options.h"

namespace zermelo {

// Its clock runs from its construction. Not thread-safe, except that any thread may set
// options.stop.
class SearchPace {
 public:
  // The options must outlive it.
  explicit SearchPace(const DepthOptions& options) : options_(options) {}

  // Counts a position that is looked at, within a search of this many plies. Returns whether to go
  // on.
  bool look(int plies) {
    if ((++nodes_ & 0xfff) != 0 || stopped_) return !stopped_;
    const bool asked = options_.stop != nullptr && *options_.stop;
    stopped_ = asked || (options_.seconds > 0 && watch_.seconds() > options_.seconds);
    if (options_.progress && (nodes_ & 0xfffff) == 0) options_.progress(plies, nodes_);
    return !stopped_;
  }
  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  const DepthOptions& options_;
  const Stopwatch watch_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace zermelo
