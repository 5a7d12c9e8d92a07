// SPDX-License-Identifier: MIT
// Something that takes time to make and that not everybody needs.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace zermelo {

// A T that is made when it is first asked for, once, whichever thread asks. Thread-safe; asking for
// it again costs a load from memory.
template <class T>
class Lazy {
 public:
  // make() returns it. If that throws, the next call makes it again.
  template <class Make>
  const T& get(const Make& make) const {
    if (const T* made = made_.load(std::memory_order_acquire)) return *made;
    // (Not by std::call_once: the thread sanitizer waits forever after an exception in it.)
    const std::lock_guard lock(making_);
    if (!value_) value_.reset(new const T(make()));  // (T need not be movable)
    made_.store(value_.get(), std::memory_order_release);
    return *value_;
  }

  // Null if nobody has asked yet.
  const T* if_made() const { return made_.load(std::memory_order_acquire); }

 private:
  mutable std::mutex making_;
  mutable std::unique_ptr<const T> value_;
  mutable std::atomic<const T*> made_ = nullptr;  // the value once it is there
};

}  // namespace zermelo
