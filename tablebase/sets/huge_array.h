// SPDX-License-Identifier: MIT
// A fixed-size array of plain values in anonymous memory, zero at first, on huge pages where the
// system provides them: the solver's accesses are random, and with small pages each costs a TLB
// miss.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace zermelo {

// Reserves zeroed memory; throws OutOfMemory. release_pages releases it.
void* reserve_pages(std::size_t bytes);
void release_pages(void* memory, std::size_t bytes) noexcept;
// Gives the whole pages among the first `bytes` back to the system.
void drop_pages(void* memory, std::size_t bytes) noexcept;

template <class T>
class HugeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HugeArray() = default;
  explicit HugeArray(std::size_t size)
      : data_(static_cast<T*>(reserve_pages(size * sizeof(T)))), size_(size) {}
  HugeArray(HugeArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  HugeArray& operator=(HugeArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~HugeArray() {
    if (data_ != nullptr) release_pages(data_, size_ * sizeof(T));
  }

  // The elements before number `end` are not needed any more: they become zero, or stay as they
  // are, and nearly all of their memory goes back to the system.
  void drop_before(std::size_t end) { drop_pages(data_, end * sizeof(T)); }

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  std::span<T> span() { return {data_, size_}; }
  std::span<const T> span() const { return {data_, size_}; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace zermelo
