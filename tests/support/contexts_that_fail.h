// SPDX-License-Identifier: MIT
// Contexts of zstd and xxHash that cannot be had, as if memory were short.
#pragma once

namespace zermelo::test {

// While one lives, making such a context fails in this thread.
class ContextsThatFail {
 public:
  ContextsThatFail();
  ~ContextsThatFail();
  ContextsThatFail(const ContextsThatFail&) = delete;
  ContextsThatFail& operator=(const ContextsThatFail&) = delete;
};

}  // namespace zermelo::test
