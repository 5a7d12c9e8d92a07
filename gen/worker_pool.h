// SPDX-License-Identifier: MIT
// What workers work with, such as bins and buffers: lent to one worker at a time, and kept for
// those that come later, since each parallel loop makes its workers anew.
#pragma once

#include <cassert>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace zermelo {

// Any number of threads may take and give back; whoever adds items or goes over all of them must
// see to it that none is lent. Leases must not outlive the pool.
template <class Item>
class WorkerPool {
 public:
  struct GiveBack {
    WorkerPool* pool;
    void operator()(Item* item) const { pool->give_back(item); }
  };
  // An item, until this is destroyed.
  using Lease = std::unique_ptr<Item, GiveBack>;

  WorkerPool() = default;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  template <class... Arguments>
  Item& add(Arguments&&... arguments) {
    Item& item = items_.emplace_back(std::forward<Arguments>(arguments)...);
    free_.push_back(&item);
    return item;
  }
  std::deque<Item>& items() { return items_; }
  const std::deque<Item>& items() const { return items_; }

  // There must be one that is not lent.
  Lease take() {
    const std::lock_guard lock(mutex_);
    assert(!free_.empty());
    return take_free();
  }
  // One more is made of the arguments if there is none.
  template <class... Arguments>
  Lease take_or_make(Arguments&&... arguments) {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) add(std::forward<Arguments>(arguments)...);
    return take_free();
  }

 private:
  Lease take_free() {
    Lease lease(free_.back(), {this});
    free_.pop_back();
    return lease;
  }
  void give_back(Item* item) {
    const std::lock_guard lock(mutex_);
    free_.push_back(item);
  }

  std::mutex mutex_;
  std::deque<Item> items_;
  std::vector<Item*> free_;
};

}  // namespace zermelo
