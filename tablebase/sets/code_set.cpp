// SPDX-License-Identifier: MIT
#include "tablebase/sets/code_set.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace zermelo {
namespace {

// In front of the bytes of a set.
constexpr std::uint64_t sparse_mark = 0, dense_mark = 1;

}  // namespace

namespace {

bool would_be_dense(std::uint64_t size, std::uint64_t first, std::uint64_t last) {
  return size > 0 && (last - first) / size < dense_below;
}

}  // namespace

std::uint64_t CodeSet::bytes_needed(std::uint64_t size, std::uint64_t first, std::uint64_t last) {
  if (size == 0) return 0;
  const std::uint64_t range = last - first;
  if (would_be_dense(size, first, last)) return range / 8 + RankedBits::bytes_needed(range);
  const auto bits = static_cast<std::uint64_t>(2 + std::bit_width(range / size));
  return size / 8 * bits + size % 8 * bits / 8 + 1;
}

CodeSet::Builder::Builder(std::uint64_t size, std::uint64_t first, std::uint64_t last)
    : first_(first) {
  if (would_be_dense(size, first, last)) {
    words_.resize((last - first) / 64 + 1);
  } else {
    sparse_.emplace(size, first, last);
  }
}

CodeSet::CodeSet(Builder&& builder) : is_dense_(!builder.sparse_) {
  if (is_dense_) {
    dense_ = RankedBits(builder.words_, builder.first_);
  } else {
    sparse_ = SparseSet(std::move(*builder.sparse_));
  }
}

CodeSet::CodeSet(std::span<const std::uint64_t> codes)
    : CodeSet([&] {
        Builder builder(codes.size(), codes.empty() ? 0 : codes.front(),
                        codes.empty() ? 0 : codes.back());
        for (const std::uint64_t code : codes) builder.add(code);
        return builder;
      }()) {}

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
