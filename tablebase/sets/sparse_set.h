// SPDX-License-Identifier: MIT
// A state set of codes that are few among many: Elias-Fano (sdsl-lite: sd_vector), about 2 +
// log2(universe / size) bits per member. It numbers its members 0, 1, 2, ... in order of code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace zermelo {

// Immutable after construction and then safe to share between threads.
class SparseSet {
 public:
  // Takes the members in ascending order.
  class Builder {
   public:
    // Of `size` members from `first` to `last`.
    Builder(std::uint64_t size, std::uint64_t first, std::uint64_t last);
    Builder(Builder&&) noexcept;
    ~Builder();
    // `code` is larger than the one before.
    void add(std::uint64_t code);

   private:
    friend SparseSet;
    struct State;
    std::unique_ptr<State> state_;
  };

  SparseSet();  // empty
  // To be called after all members were added.
  explicit SparseSet(Builder&& builder);
  // From members in ascending order, each once.
  explicit SparseSet(std::span<const std::uint64_t> codes);
  SparseSet(SparseSet&&) noexcept;
  SparseSet& operator=(SparseSet&&) noexcept;
  ~SparseSet();

  std::uint64_t size() const { return size_; }
  // The number of a member; nothing if the code is not a member.
  std::optional<std::uint64_t> find(std::uint64_t code) const;
  bool contains(std::uint64_t code) const { return find(code).has_value(); }
  // How many members are below `code`.
  std::uint64_t rank(std::uint64_t code) const;
  // The member with a number below size().
  std::uint64_t select(std::uint64_t number) const;
  // Calls body(number, code) for the members numbered begin..end-1, which is much faster than
  // select for each.
  template <class Body>
  void for_each(std::uint64_t begin, std::uint64_t end, Body&& body) const {
    if (begin >= end) return;
    Walk walk = walk_from(begin);
    for (std::uint64_t number = begin; number < end; ++number) body(number, next(walk, number));
  }

  // Memory held.
  std::uint64_t bytes() const;

  // For checkpoints: the whole set as bytes, and back.
  std::vector<std::byte> to_bytes() const;
  static SparseSet from_bytes(std::span<const std::byte> bytes);

 private:
  struct Support;
  // A place among the upper parts of the codes.
  struct Walk {
    std::uint64_t word, bits;  // number of the word, and what is left of it
  };
  // Whether members ascend, and each is found under its number.
  bool check() const;
  Walk walk_from(std::uint64_t number) const;
  std::uint64_t next(Walk& walk, std::uint64_t number) const;

  std::unique_ptr<Support> support_;
  std::uint64_t size_ = 0, first_ = 0;
};

}  // namespace zermelo
