// SPDX-License-Identifier: MIT
// A std::vector on huge pages where the system provides them, for those that are read at random and
// whose size is not known beforehand or not always large; otherwise see huge_array.h.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Small pieces are taken as by std::allocator. Throws OutOfMemory for large ones.
template <class T>
struct HugeAllocator {
  using value_type = T;

  HugeAllocator() = default;
  template <class U>
  HugeAllocator(const HugeAllocator<U>&) {}

  T* allocate(std::size_t size) {
    return is_large(size) ? static_cast<T*>(reserve_pages(size * sizeof(T)))
                          : std::allocator<T>().allocate(size);
  }
  void deallocate(T* memory, std::size_t size) noexcept {
    if (is_large(size)) return release_pages(memory, size * sizeof(T));
    std::allocator<T>().deallocate(memory, size);
  }
  bool operator==(const HugeAllocator&) const = default;

 private:
  static bool is_large(std::size_t size) {
    constexpr std::size_t huge_page = std::size_t{1} << 21;
    return size * sizeof(T) >= 2 * huge_page;
  }
};

template <class T>
using HugeVector = std::vector<T, HugeAllocator<T>>;

}  // namespace zermelo
