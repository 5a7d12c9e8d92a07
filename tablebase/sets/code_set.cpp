// SPDX-License-Identifier: MIT
#include "tablebase/sets/code_set.h"

#include <cassert>
#include <cstring>

namespace zermelo {
namespace {

RankedBits bits_of(std::span<const std::uint64_t> codes) {
  const std::uint64_t first = codes.front();
  std::vector<std::uint64_t> words((codes.back() - first) / 64 + 1);
  for (const std::uint64_t code : codes)
    words[(code - first) / 64] |= std::uint64_t{1} << (code - first) % 64;
  return RankedBits(words, first);
}

// In front of the bytes of a set.
constexpr std::uint64_t sparse_mark = 0, dense_mark = 1;

}  // namespace

CodeSet::CodeSet(std::span<const std::uint64_t> codes) {
  is_dense_ = !codes.empty() && (codes.back() - codes.front()) / codes.size() < dense_below;
  if (is_dense_) {
    dense_ = bits_of(codes);
  } else {
    sparse_ = SparseSet(codes);
  }
}

std::vector<std::byte> CodeSet::to_bytes() const {
  std::vector<std::byte> bytes;
  const auto append = [&](const void* from, std::size_t count) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes.insert(bytes.end(), begin, begin + count);
  };
  const std::uint64_t mark = is_dense_ ? dense_mark : sparse_mark;
  append(&mark, sizeof mark);
  if (!is_dense_) {
    const std::vector<std::byte> sparse = sparse_.to_bytes();
    append(sparse.data(), sparse.size());
    return bytes;
  }
  const std::uint64_t first = dense_.first();
  append(&first, sizeof first);
  bytes.reserve(bytes.size() + dense_.universe() / 8);
  for (std::uint64_t i = 0; i < dense_.universe() / 64; ++i) {
    const std::uint64_t word = dense_.word(i);
    append(&word, sizeof word);
  }
  return bytes;
}

CodeSet CodeSet::from_bytes(std::span<const std::byte> bytes) {
  const auto number_at = [&](std::size_t at) {
    std::uint64_t number = 0;
    assert(at + sizeof number <= bytes.size());
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
  };
  if (number_at(0) == sparse_mark)
    return CodeSet(SparseSet::from_bytes(bytes.subspan(sizeof sparse_mark)));
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t) - 2);
  std::memcpy(words.data(), bytes.data() + 2 * sizeof(std::uint64_t),
              words.size() * sizeof(std::uint64_t));
  return CodeSet(RankedBits(words, number_at(sizeof dense_mark)));
}

}  // namespace zermelo
