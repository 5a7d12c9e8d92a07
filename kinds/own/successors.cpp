// SPDX-License-Identifier: MIT
#include "kinds/own/successors.h"

#include <algorithm>

namespace zermelo {

std::size_t OwnImages::append_to(std::vector<std::uint64_t>& hashes,
                                 std::vector<OwnState>& states) {
  std::sort(order_.begin(), order_.end(), [&](const Entry& a, const Entry& b) {
    return a.hash != b.hash ? a.hash < b.hash : states_[a.state] < states_[b.state];
  });
  const std::size_t before = hashes.size();
  for (const Entry& entry : order_) {
    const OwnState& state = states_[entry.state];
    if (hashes.size() > before && hashes.back() == entry.hash && states.back() == state) continue;
    hashes.push_back(entry.hash);
    states.push_back(state);
  }
  return hashes.size() - before;
}

}  // namespace zermelo
