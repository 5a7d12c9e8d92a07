// SPDX-License-Identifier: MIT
// What readers keep of each slice of a table, read when it is first needed.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace zermelo {

// Thread-safe.
template <class T>
class LazySlices {
 public:
  // For a table with this many slices.
  explicit LazySlices(std::size_t slices) : slots_(slices) {}

  std::size_t size() const { return slots_.size(); }

  // What load(), which returns a T, makes of the slice; it is called once per slice, unless it
  // throws.
  template <class Load>
  const T& get(std::size_t slice, Load&& load) const {
    assert(slice < slots_.size());
    Slot& slot = slots_[slice];
    if (const T* loaded = slot.loaded.load(std::memory_order_acquire)) return *loaded;
    // (Not by std::call_once: the thread sanitizer waits forever after an exception in it.)
    const std::lock_guard lock(slot.loading);
    if (!slot.value) slot.value = std::make_unique<const T>(load());
    slot.loaded.store(slot.value.get(), std::memory_order_release);
    return *slot.value;
  }

 private:
  struct Slot {
    std::mutex loading;
    std::unique_ptr<const T> value;
    std::atomic<const T*> loaded = nullptr;  // the value once it is there
  };
  mutable std::vector<Slot> slots_;
};

}  // namespace zermelo
