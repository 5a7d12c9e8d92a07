// SPDX-License-Identifier: MIT
#include "tablebase/sets/sparse_set.h"

#include <bit>
#include <cassert>
#include <sdsl/sd_vector.hpp>
#include <sstream>
#include <string>
#include <utility>

namespace zermelo {

// A code minus first_ is stored as `width` lower bits in an array, and the rest in a bit vector:
// one 1 per member, with as many 0s before it as the upper part says.
struct SparseSet::Support {
  sdsl::sd_vector<> codes;
  std::uint64_t universe = 0;
};

struct SparseSet::Builder::State {
  sdsl::sd_vector_builder codes;
  std::uint64_t size, first, universe;
};

SparseSet::Builder::Builder(std::uint64_t size, std::uint64_t first, std::uint64_t last)
    : state_(std::make_unique<State>(State{
          size > 0 ? sdsl::sd_vector_builder(last - first + 1, size) : sdsl::sd_vector_builder(),
          size, first, last - first + 1})) {}
SparseSet::Builder::Builder(Builder&&) noexcept = default;
SparseSet::Builder::~Builder() = default;

void SparseSet::Builder::add(std::uint64_t code) { state_->codes.set(code - state_->first); }

SparseSet::SparseSet() = default;
SparseSet::SparseSet(SparseSet&&) noexcept = default;
SparseSet& SparseSet::operator=(SparseSet&&) noexcept = default;
SparseSet::~SparseSet() = default;

SparseSet::SparseSet(Builder&& builder)
    : size_(builder.state_->size), first_(builder.state_->first) {
  if (size_ == 0) return;
  support_ = std::make_unique<Support>();
  support_->codes = sdsl::sd_vector<>(builder.state_->codes);
  support_->universe = builder.state_->universe;
  assert(check());
}

bool SparseSet::check() const {
  if (size_ == 0) return true;
  if (support_->codes.size() != support_->universe) return false;
  std::uint64_t last = 0;
  bool holds = true;
  for_each(0, size_, [&](std::uint64_t number, std::uint64_t code) {
    holds = holds && (number == 0 ? code == first_ : code > last) && find(code) == number;
    last = code;
  });
  return holds && last - first_ < support_->universe;
}

SparseSet::SparseSet(std::span<const std::uint64_t> codes)
    : SparseSet([&] {
        Builder builder(codes.size(), codes.empty() ? 0 : codes.front(),
                        codes.empty() ? 0 : codes.back());
        for (const std::uint64_t code : codes) builder.add(code);
        return builder;
      }()) {}

// The members with this upper part are neighbours, their lower parts ascend: go through them from
// the last one down.
std::uint64_t SparseSet::rank(std::uint64_t code) const {
  if (size_ == 0 || code <= first_) return 0;
  const auto& codes = support_->codes;
  const std::uint64_t x = code - first_;
  if (x >= support_->universe) return size_;
  const std::uint64_t upper = x >> codes.wl, lower = x & sdsl::bits::lo_set[codes.wl];
  std::uint64_t at = codes.high_0_select(upper + 1);
  std::uint64_t number = at - upper;
  while (number > 0 && codes.high[at - 1] && codes.low[number - 1] >= lower) {
    --at;
    --number;
  }
  return number;
}

std::optional<std::uint64_t> SparseSet::find(std::uint64_t code) const {
  if (size_ == 0 || code < first_ || code - first_ >= support_->universe) return std::nullopt;
  const auto& codes = support_->codes;
  const std::uint64_t x = code - first_;
  const std::uint64_t upper = x >> codes.wl, lower = x & sdsl::bits::lo_set[codes.wl];
  std::uint64_t at = codes.high_0_select(upper + 1);
  std::uint64_t number = at - upper;
  while (number > 0 && codes.high[at - 1]) {
    const std::uint64_t other = codes.low[number - 1];
    if (other == lower) return number - 1;
    if (other < lower) break;
    --at;
    --number;
  }
  return std::nullopt;
}

std::uint64_t SparseSet::select(std::uint64_t number) const {
  const auto& codes = support_->codes;
  const std::uint64_t upper = codes.high_1_select(number + 1) - number;
  return first_ + (upper << codes.wl | codes.low[number]);
}

SparseSet::Walk SparseSet::walk_from(std::uint64_t number) const {
  const auto& codes = support_->codes;
  const std::uint64_t at = codes.high_1_select(number + 1);
  const std::uint64_t word = codes.high.data()[at / 64];
  return {at / 64, word & ~std::uint64_t{0} << (at % 64)};
}

std::uint64_t SparseSet::next(Walk& walk, std::uint64_t number) const {
  const auto& codes = support_->codes;
  while (walk.bits == 0) walk.bits = codes.high.data()[++walk.word];
  const auto at = 64 * walk.word + static_cast<unsigned>(std::countr_zero(walk.bits));
  walk.bits &= walk.bits - 1;
  return first_ + ((at - number) << codes.wl | codes.low[number]);
}

namespace {

// Streams into and out of memory, without an intermediate copy.
class Sink : public std::streambuf {
 public:
  std::vector<std::byte> bytes;

 private:
  std::streamsize xsputn(const char* from, std::streamsize count) override {
    const auto* begin = reinterpret_cast<const std::byte*>(from);
    bytes.insert(bytes.end(), begin, begin + count);
    return count;
  }
  int_type overflow(int_type letter) override {
    bytes.push_back(static_cast<std::byte>(letter));
    return letter;
  }
};
class Source : public std::streambuf {
 public:
  explicit Source(std::span<const std::byte> bytes) {
    // (It only reads.)
    char* begin = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }
};

}  // namespace

std::vector<std::byte> SparseSet::to_bytes() const {
  Sink sink;
  sink.bytes.reserve(bytes() + 4096);
  std::ostream out(&sink);
  const std::uint64_t universe = support_ ? support_->universe : 0;
  for (const std::uint64_t number : {size_, first_, universe})
    out.write(reinterpret_cast<const char*>(&number), sizeof number);
  if (support_) support_->codes.serialize(out);
  return std::move(sink.bytes);
}

SparseSet SparseSet::from_bytes(std::span<const std::byte> bytes) {
  Source source(bytes);
  std::istream in(&source);
  SparseSet set;
  std::uint64_t universe = 0;
  for (std::uint64_t* number : {&set.size_, &set.first_, &universe})
    in.read(reinterpret_cast<char*>(number), sizeof *number);
  if (set.size_ == 0) return set;
  set.support_ = std::make_unique<Support>();
  set.support_->universe = universe;
  set.support_->codes.load(in);
  assert(set.check());
  return set;
}

std::uint64_t SparseSet::bytes() const {
  return size_ == 0 ? 0 : sdsl::size_in_bytes(support_->codes);
}

}  // namespace zermelo
