// SPDX-License-Identifier: MIT
// Orders of a graph's inputs under which decision diagrams of its functions are small.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "symbolic/model/aig.h"

namespace zermelo::proof {

// Two orders of all inputs' nodes, of which sometimes the first is better and sometimes the second:
// the order in which a depth-first search from the functions meets them; and that order with every
// node moved to the centre of its neighbours as long as gates get shorter (F. Aloul, I. Markov, K.
// Sakallah, "FORCE: a Fast and Easy-To-Implement Variable-Ordering Heuristic", GLSVLSI 2003).
std::array<std::vector<std::uint32_t>, 2> variable_orders(
    const symbolic::Aig& aig, const std::vector<symbolic::Literal>& functions);

}  // namespace zermelo::proof
