// SPDX-License-Identifier: MIT
// What the chances of an unforced position's value depend on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zermelo {

// The chances of a value depend on a hint that the game provides, and on the value before it in the
// run. A value is a symbol: its place in the slice's palette.
class ValueContexts {
 public:
  explicit ValueContexts(std::size_t symbols) : group_(symbols + 1) {}

  std::size_t group() const { return group_; }
  // `before` is none() for the first value of a run.
  std::uint32_t context(unsigned hint, std::size_t before) const {
    return static_cast<std::uint32_t>(hint * group_ + before);
  }
  std::size_t none() const { return group_ - 1; }

 private:
  std::size_t group_;
};

}  // namespace zermelo
