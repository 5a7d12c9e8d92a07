// SPDX-License-Identifier: MIT
// What readers keep of each slice of a table, read when it is first needed.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

#include "gen/lazy.h"

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
  const T& get(std::size_t slice, const Load& load) const {
    assert(slice < slots_.size());
    return slots_[slice].get(load);
  }

 private:
  std::vector<Lazy<T>> slots_;
};

}  // namespace zermelo
