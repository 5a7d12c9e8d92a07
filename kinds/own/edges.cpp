// SPDX-License-Identifier: MIT
#include "kinds/own/edges.h"

#include <algorithm>
#include <span>
#include <utility>

namespace zermelo {

void append_numbers(std::vector<std::byte>& out, std::uint32_t origin,
                    std::span<const std::uint32_t> ascending) {
  append_varint(out, ascending.size());
  if (ascending.empty()) return;
  const std::int64_t first = std::int64_t{ascending.front()} - origin;
  append_varint(out, static_cast<std::uint64_t>(first < 0 ? -2 * first - 1 : 2 * first));
  for (std::size_t i = 1; i < ascending.size(); ++i)
    append_varint(out, ascending[i] - ascending[i - 1] - 1);
}

// (The system limits how many pieces of memory a process may have.)
std::size_t OwnEdges::full() const {
  constexpr std::size_t small = 1 << 20, large = 1 << 24;
  return all_bytes_ < (std::uint64_t{1} << 30) ? small : large;
}

void OwnEdges::append(std::uint32_t states, std::span<const std::byte> lists) {
  const bool fits = !file_ && !blocks_.empty() &&
                    blocks_.back().length + lists.size() <= blocks_.back().lists.size();
  if (!fits) blocks_.push_back({.first = states_});
  Block& block = blocks_.back();
  if (file_) {
    write(block, lists);
  } else {
    if (!fits) block.lists = HugeArray<std::byte>(std::max(full(), lists.size()));
    append_to(block, lists);
  }
  block.states += states;
  states_ += states;
  all_bytes_ += lists.size();
}

void OwnEdges::append_to(Block& block, std::span<const std::byte> lists) {
  std::ranges::copy(lists, block.lists.data() + block.length);
  block.length += lists.size();
  in_memory_ += lists.size();
}

void OwnEdges::write(Block& block, std::span<const std::byte> lists) {
  block.begin = file_->size();
  block.length = lists.size();
  file_->write(lists);
}

void OwnEdges::move_to_file() {
  if (file_) return;
  auto file = std::make_unique<SpillFile>(folder_);
  for (Block& block : blocks_) {
    block.begin = file->size();
    file->write(block.lists.span().first(block.length));
  }
  for (Block& block : blocks_) block.lists = {};
  file_ = std::move(file);
  in_memory_ = 0;
}

std::vector<std::byte> OwnEdges::block_bytes(std::size_t block) const {
  const Block& b = blocks_[block];
  std::vector<std::byte> bytes(b.length);
  if (file_) {
    file_->read(b.begin, bytes);
  } else {
    std::ranges::copy(b.lists.span().first(b.length), bytes.begin());
  }
  return bytes;
}

}  // namespace zermelo
