// SPDX-License-Identifier: MIT
// How much memory ranks take for what they exchange in rounds.
#pragma once

#include <algorithm>
#include <cstdint>

namespace zermelo {

class RoundBuffers {
 public:
  // Bins, what is sent, what is received, and what waits for answers; later what is written.
  static constexpr std::uint64_t count = 5;

  // `bytes` that wait for a round, for all destinations; 0: chosen automatically.
  explicit RoundBuffers(std::uint64_t bytes) : bytes_(bytes) {}

  // From now on they take what is left of a rank's memory, but no less than makes sense.
  void fit(std::uint64_t rest) { largest_ = std::clamp(rest / count + least, least, most); }

  // Bytes that may wait for a round where a rank has this many places: about a twelfth of what all
  // of their updates would take, no more than it takes to keep a network busy, and no more than
  // there is room for.
  std::uint64_t bytes(std::uint64_t places) const {
    return bytes_ != 0 ? bytes_ : std::clamp(6 * places, least, largest_);
  }
  std::uint64_t all_bytes(std::uint64_t places) const { return count * bytes(places); }

 private:
  static constexpr std::uint64_t least = std::uint64_t{1} << 20;
  static constexpr std::uint64_t most = std::uint64_t{64} << 20;

  std::uint64_t bytes_, largest_ = least;
};

}  // namespace zermelo
