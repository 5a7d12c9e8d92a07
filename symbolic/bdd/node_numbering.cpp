// SPDX-License-Identifier: MIT
#include "symbolic/bdd/node_numbering.h"

#include <utility>

namespace zermelo::symbolic {

void NodeNumbering::add(NodeRef root) {
  // A node stays on the stack until both nodes that it leads to have numbers.
  std::vector<NodeRef> open = {key(root)};
  while (!open.empty()) {
    const NodeRef node = open.back();
    if (has(node)) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    if (!is_constant(node)) {
      const Node n = node_at(node);
      for (const NodeRef child : {key(n.high), key(n.low)}) {
        if (!has(child)) open.push_back(child);
      }
    }
    if (open.size() > before) continue;
    append(node);
    open.pop_back();
  }
}

std::size_t NodeNumbering::slot(NodeRef node) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>((node * 0x9E3779B97F4A7C15) >> 20) & mask;
  while (slots_[at] != no_number && nodes_[slots_[at]] != node) at = (at + 1) & mask;
  return at;
}

void NodeNumbering::append(NodeRef node) {
  if (2 * nodes_.size() >= slots_.size()) grow();
  slots_[slot(node)] = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
}

void NodeNumbering::grow() {
  constexpr std::size_t many = 1 << 17;
  if (slots_.size() >= many && !asleep_) asleep_.emplace();
  const std::size_t size = 2 * slots_.size();
  slots_ = {};  // so that both do not exist at the same time
  slots_.resize(size, no_number);
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    slots_[slot(nodes_[n])] = static_cast<std::uint32_t>(n);
}

}  // namespace zermelo::symbolic
