// SPDX-License-Identifier: MIT
// Makes contexts of zstd and xxHash unavailable, as if memory were short.
#pragma once

namespace zermelo::test {

// While an object of this class lives, making such a context fails in this thread.
class ContextsThatFail {
 public:
  ContextsThatFail();
  ~ContextsThatFail();
  ContextsThatFail(const ContextsThatFail&) = delete;
  ContextsThatFail& operator=(const ContextsThatFail&) = delete;
};

}  // namespace zermelo::test
