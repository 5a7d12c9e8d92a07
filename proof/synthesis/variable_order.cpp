// SPDX-License-Identifier: MIT
#include "proof/synthesis/variable_order.h"

#include <algorithm>
#include <array>
#include <utility>

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::Literal;

// Inputs and gates, in the order in which a depth-first search from the functions leaves them, and
// then the others.
std::vector<std::uint32_t> depth_first(const Aig& aig, const std::vector<Literal>& functions) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(aig.size());
  std::vector<std::uint32_t> waiting;
  const auto visit = [&](std::uint32_t from) {
    waiting.push_back(from);
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      if (node == 0 || seen[node]) continue;
      seen[node] = true;
      order.push_back(node);
      if (aig.is_input(node)) continue;
      waiting.push_back(aig.right(node).node());
      waiting.push_back(aig.left(node).node());
    }
  };
  for (const Literal function : functions) visit(function.node());
  for (std::uint32_t node = 1; node < aig.size(); ++node) visit(node);
  return order;
}

class Force {
 public:
  Force(const Aig& aig, std::vector<std::uint32_t> order)
      : aig_(aig), order_(std::move(order)), place_(aig.size()) {}

  std::vector<std::uint32_t> run() {
    std::vector<std::uint32_t> best = order_;
    double least = settle();
    for (int idle = 0; idle < patience;) {
      move();
      const double length = settle();
      idle = length < least ? 0 : idle + 1;
      if (length >= least) continue;
      least = length;
      best = order_;
    }
    return best;
  }

 private:
  static constexpr int patience = 10;  // steps without improvement

  std::array<std::uint32_t, 3> pins(std::uint32_t gate) const {
    return {gate, aig_.left(gate).node(), aig_.right(gate).node()};
  }
  // Assigns places to the nodes, and returns the total length of all gates.
  double settle() {
    for (std::size_t k = 0; k < order_.size(); ++k) place_[order_[k]] = static_cast<double>(k);
    double length = 0;
    for (const std::uint32_t gate : order_) {
      if (aig_.is_input(gate)) continue;
      const auto [a, b, c] = pins(gate);
      length +=
          std::max({place_[a], place_[b], place_[c]}) - std::min({place_[a], place_[b], place_[c]});
    }
    return length;
  }
  void move() {
    std::vector<double> sum(aig_.size());
    std::vector<int> gates(aig_.size());
    for (const std::uint32_t gate : order_) {
      if (aig_.is_input(gate)) continue;
      const auto [a, b, c] = pins(gate);
      const double centre = (place_[a] + place_[b] + place_[c]) / 3;
      for (const std::uint32_t pin : {a, b, c}) {
        sum[pin] += centre;
        ++gates[pin];
      }
    }
    for (const std::uint32_t node : order_)
      if (gates[node] > 0) place_[node] = sum[node] / gates[node];
    std::ranges::stable_sort(order_, {}, [&](std::uint32_t node) { return place_[node]; });
  }

  const Aig& aig_;
  std::vector<std::uint32_t> order_;
  std::vector<double> place_;
};

}  // namespace

std::array<std::vector<std::uint32_t>, 2> variable_orders(const Aig& aig,
                                                          const std::vector<Literal>& functions) {
  const std::vector<std::uint32_t> found = depth_first(aig, functions);
  std::array result = {found, Force(aig, found).run()};
  for (auto& order : result)
    std::erase_if(order, [&](std::uint32_t node) { return !aig.is_input(node); });
  return result;
}

}  // namespace zermelo::proof
