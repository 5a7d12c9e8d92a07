// SPDX-License-Identifier: MIT
// Edges of a graph of numbered states, in the order of the states that they leave, each list packed
// as gaps of seven bits a byte: in memory, or in a file without a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tablebase/format/file.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Seven bits a byte, lowest first; the highest bit says that more follow.
inline void append_varint(std::vector<std::byte>& out, std::uint64_t value) {
  for (; value >= 128; value >>= 7) out.push_back(static_cast<std::byte>((value & 127) | 128));
  out.push_back(static_cast<std::byte>(value));
}
inline std::uint64_t read_varint(const std::byte*& from) {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint64_t>(*from++);
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
}

// Ascending numbers, each once, near `origin`.
void append_numbers(std::vector<std::byte>& out, std::uint32_t origin,
                    std::span<const std::uint32_t> ascending);
// Calls visit(number) for those of the next list.
template <class Visit>
void for_each_number(const std::byte*& from, std::uint32_t origin, Visit&& visit) {
  std::uint64_t left = read_varint(from);
  if (left == 0) return;
  const std::uint64_t first = read_varint(from);
  const auto half = static_cast<std::int64_t>(first >> 1);
  std::int64_t at = std::int64_t{origin} + ((first & 1) != 0 ? -half - 1 : half);
  visit(static_cast<std::uint32_t>(at));
  while (--left > 0) {
    at += static_cast<std::int64_t>(read_varint(from)) + 1;
    visit(static_cast<std::uint32_t>(at));
  }
}

class OwnEdges {
 public:
  // Where edges go that do not fit into memory; the folder must exist.
  explicit OwnEdges(std::string folder) : folder_(std::move(folder)) {}

  // Lists of the states from number states() on, each written by append_numbers.
  void append(std::uint32_t states, std::span<const std::byte> lists);
  std::uint32_t states() const { return states_; }

  // Everything goes to a file from now on. Throws FileError; then everything is where it was.
  void move_to_file();
  bool in_file() const { return file_ != nullptr; }
  std::uint64_t bytes() const { return in_memory_; }  // of memory
  std::uint64_t all_bytes() const { return all_bytes_; }

  // Blocks of neighbouring states, of a megabyte or some, or of what was appended at once.
  std::size_t blocks() const { return blocks_.size(); }
  // Calls visit(state, targets) for the states of a block, in order. Different threads may read at
  // once, as long as nothing is added. (From a file they read into memory of their own: a map of it
  // would take as much memory as the edges did.)
  template <class Visit>
  void for_each(std::size_t block, Visit&& visit) const {
    const Block& b = blocks_[block];
    const std::vector<std::byte> read = file_ ? block_bytes(block) : std::vector<std::byte>();
    const std::byte* from = file_ ? read.data() : b.lists.data();
    std::vector<std::uint32_t> targets;
    for (std::uint32_t state = b.first; state < b.first + b.states; ++state) {
      targets.clear();
      for_each_number(from, state, [&](std::uint32_t target) { targets.push_back(target); });
      visit(state, targets);
    }
  }

  // For checkpoints: array `block` of blocks(), and how many states each has.
  std::vector<std::byte> block_bytes(std::size_t block) const;
  std::uint32_t block_states(std::size_t block) const { return blocks_[block].states; }

  // Releases memory or the file.
  void clear() { *this = OwnEdges(folder_); }

 private:
  struct Block {
    std::uint32_t first = 0, states = 0;
    HugeArray<std::byte> lists = {};  // room for them, if the block is in memory
    std::uint64_t begin = 0;          // in the file
    std::uint64_t length = 0;
  };
  std::size_t full() const;
  void append_to(Block& block, std::span<const std::byte> lists);
  void write(Block& block, std::span<const std::byte> lists);

  std::string folder_;
  std::vector<Block> blocks_;
  std::uint32_t states_ = 0;
  std::uint64_t in_memory_ = 0, all_bytes_ = 0;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace zermelo
