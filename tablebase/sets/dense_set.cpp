// SPDX-License-Identifier: MIT
#include "tablebase/sets/dense_set.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <sdsl/bit_vectors.hpp>
#include <sdsl/rank_support_v5.hpp>
#include <sdsl/select_support_mcl.hpp>

#include "gen/lazy.h"

namespace zermelo {

struct DenseSet::Support {
  sdsl::bit_vector bits;
  sdsl::rank_support_v5<1> rank;
  Lazy<sdsl::select_support_mcl<1>> select;
};

DenseSet::DenseSet() : DenseSet({}, 0) {}

DenseSet::DenseSet(const std::vector<std::uint64_t>& words, std::uint64_t universe)
    : support_(std::make_unique<Support>()), universe_(universe) {
  assert(words.size() <= (universe + 63) / 64);
  support_->bits = sdsl::bit_vector(universe, 0);
  std::copy(words.begin(), words.end(), support_->bits.data());
  support_->rank = sdsl::rank_support_v5<1>(&support_->bits);
  words_ = support_->bits.data();
  size_ = rank(universe);
  assert(check());
}

bool DenseSet::check() const {
  const std::uint64_t words = (universe_ + 63) / 64;
  if (support_->bits.size() != universe_ || words_ != support_->bits.data()) return false;
  std::uint64_t members = 0;
  for (std::uint64_t i = 0; i < words; ++i)
    members += static_cast<std::uint64_t>(std::popcount(words_[i]));
  const bool ends = universe_ % 64 == 0 || words_[words - 1] >> universe_ % 64 == 0;
  return ends && members == size_;
}

DenseSet::DenseSet(DenseSet&&) noexcept = default;
DenseSet& DenseSet::operator=(DenseSet&&) noexcept = default;
DenseSet::~DenseSet() = default;

std::uint64_t DenseSet::rank(std::uint64_t index) const { return support_->rank(index); }

std::uint64_t DenseSet::select(std::uint64_t number) const {
  const auto& select =
      support_->select.get([this] { return sdsl::select_support_mcl<1>(&support_->bits); });
  return select(number + 1);
}

std::uint64_t DenseSet::bytes() const {
  return sdsl::size_in_bytes(support_->bits) + sdsl::size_in_bytes(support_->rank);
}

}  // namespace zermelo
