// SPDX-License-Identifier: MIT
#include "symbolic/bdd/frozen_bdd.h"

#include <cassert>

#include "gen/error.h"

namespace zermelo::symbolic {
namespace {

// Numbers as bytes, seven bits each, the lowest first; the highest bit says that more follow.
void put(std::string& to, std::uint64_t number) {
  for (; number >= 128; number >>= 7) to += static_cast<char>((number & 127) | 128);
  to += static_cast<char>(number);
}

[[noreturn]] void damaged() { throw DamagedTable("the bytes of a diagram make no sense"); }

std::uint64_t take(std::string_view& from) {
  std::uint64_t number = 0;
  for (int shift = 0; !from.empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(from.front());
    from.remove_prefix(1);
    number |= std::uint64_t{byte & 127u} << shift;
    // (There is one way to write a number.)
    if ((byte == 0 && shift > 0) || (shift == 63 && byte > 1)) break;
    if (byte < 128) return number;
  }
  damaged();
}

}  // namespace

bool FrozenBdd::check() const {
  if (nodes_.empty() || nodes_[empty_set].child[0] != empty_set ||
      nodes_[empty_set].child[1] != empty_set)
    return false;
  if (size_ == 0) return root_ == empty_set && member_ == empty_set;
  const auto variables = static_cast<std::size_t>(variables_);
  if (firsts_.size() != variables + 1 || root_ != 1 || firsts_.front() != 1 ||
      firsts_.back() != member_ || member_ + std::uint64_t{1} != nodes_.size())
    return false;
  std::vector<std::uint64_t> below(nodes_.size());
  below[member_] = 1;
  for (std::size_t variable = variables; variable-- > 0;) {
    const std::uint32_t next = firsts_[variable + 1],
                        end = variable + 1 < variables ? firsts_[variable + 2] : member_ + 1;
    for (std::uint32_t n = firsts_[variable]; n < next; ++n) {
      for (const std::uint32_t child : nodes_[n].child) {
        if (child != empty_set && (child < next || child >= end)) return false;
        below[n] += below[child];
      }
      if (nodes_[n].false_count != below[nodes_[n].child[0]] || below[n] == 0) return false;
    }
  }
  return below[root_] == size_;
}

bool FrozenBdd::count() {
  std::vector<std::uint64_t> below(nodes_.size());
  if (member_ != empty_set) below[member_] = 1;
  for (std::uint64_t n = nodes_.size(); n-- > 1;) {
    if (n == member_) continue;
    Node& node = nodes_[n];
    node.false_count = below[node.child[0]];
    below[n] = node.false_count + below[node.child[1]];
    if (below[n] < node.false_count || below[n] == 0) return false;
  }
  size_ = below[root_];
  return true;
}

bool FrozenBdd::contains(StateBits state) const {
  std::uint32_t at = root_;
  for (int k = 0; k < variables_; ++k, state <<= 1) at = nodes_[at].child[state >> 63];
  return at != empty_set;
}

std::uint64_t FrozenBdd::rank(StateBits state) const {
  std::uint64_t result = 0;
  std::uint32_t at = root_;
  for (int k = 0; k < variables_; ++k, state <<= 1) {
    const Node& node = nodes_[at];
    const std::uint64_t bit = state >> 63;
    result += node.false_count & -bit;
    at = node.child[bit];
  }
  assert(at == member_ && result < size_);
  return result;
}

StateBits FrozenBdd::unrank(std::uint64_t rank) const {
  assert(rank < size_);
  StateBits state = 0;
  std::uint32_t at = root_;
  for (int k = 0; k < variables_; ++k) {
    const Node& node = nodes_[at];
    const bool bit = rank >= node.false_count;
    if (bit) {
      rank -= node.false_count;
      state |= bit_for(k);
    }
    at = node.child[bit ? 1 : 0];
  }
  assert(at == member_ && rank == 0);
  return state;
}

// The number of variables; whether there is a member; if so, the children of every node, in order:
// 0 is the empty set, 1 the next node to which none before has led, and n + 2 the n-th before that
// one. Everything else follows from them.
std::string FrozenBdd::bytes() const {
  std::string result;
  put(result, static_cast<std::uint64_t>(variables_));
  put(result, size_ == 0 ? 0 : 1);
  if (size_ == 0) return result;
  std::uint32_t fresh = 2;
  for (std::uint32_t node = 1; node < member_; ++node) {
    for (const std::uint32_t child : nodes_[node].child) {
      put(result, child == empty_set ? 0 : child == fresh ? 1 : fresh - child + 1);
      if (child == fresh) ++fresh;
    }
  }
  return result;
}

FrozenBdd::FrozenBdd(std::string_view bytes) : nodes_(1) {
  const std::uint64_t variables = take(bytes);
  if (variables > most_variables) damaged();
  variables_ = static_cast<int>(variables);
  const std::uint64_t has_member = take(bytes);
  if (has_member > 1) damaged();
  if (has_member == 0) {
    if (!bytes.empty()) damaged();
    if (variables_ > 0) firsts_.assign(variables + 1, 1);
    return;
  }
  root_ = 1;
  std::uint32_t first = 1, fresh = 2;
  for (int variable = 0; variable < variables_; ++variable) {
    firsts_.push_back(first);
    const std::uint32_t end = fresh;
    for (; first < end; ++first) {
      Node& node = nodes_.emplace_back();
      for (std::uint32_t& child : node.child) {
        const std::uint64_t code = take(bytes);
        if (code == 0) continue;
        // Every node leads to the variable after its own.
        if (code > 1 && code - 1 > fresh - end) damaged();
        if (code == 1 && fresh == UINT32_MAX) damaged();
        child = code == 1 ? fresh++ : fresh - static_cast<std::uint32_t>(code - 1);
      }
    }
  }
  firsts_.push_back(first);
  if (fresh != first + 1 || !bytes.empty()) damaged();
  member_ = first;
  nodes_.emplace_back();
  if (!count()) damaged();
  assert(check());
}

}  // namespace zermelo::symbolic
