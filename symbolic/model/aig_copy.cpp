// SPDX-License-Identifier: MIT
#include "symbolic/model/aig_copy.h"

#include <cassert>

namespace zermelo::symbolic {

AigCopier::AigCopier(const Aig& from, Aig& to)
    : from_(from), to_(to), known_(from.size()), copies_(from.size()) {
  known_[0] = true;
}

void AigCopier::set(Literal input, Literal value) {
  assert(from_.is_input(input.node()));
  known_[input.node()] = true;
  copies_[input.node()] = input.negated() ? !value : value;
}

// (Not by recursion: graphs can be deeper than the stack.)
Literal AigCopier::operator()(Literal function) {
  if (known_.size() < from_.size()) {
    known_.resize(from_.size());
    copies_.resize(from_.size());
  }
  waiting_.push_back(function.node());
  while (!waiting_.empty()) {
    const std::uint32_t node = waiting_.back();
    if (known_[node]) {
      waiting_.pop_back();
      continue;
    }
    assert(from_.is_and(node));
    // (If the result is false anyway, the rest need not be copied. The left operand has the smaller
    // number: it is the input, where the node chooses by one.)
    const Literal left = from_.left(node), right = from_.right(node);
    if (!is_known(left)) {
      waiting_.push_back(left.node());
      continue;
    }
    const bool is_false = copy_of(left) == false_literal;
    if (!is_false && !is_known(right)) {
      waiting_.push_back(right.node());
      continue;
    }
    copies_[node] = is_false ? false_literal : to_.land(copy_of(left), copy_of(right));
    known_[node] = true;
    waiting_.pop_back();
  }
  return copy_of(function);
}

}  // namespace zermelo::symbolic
