// SPDX-License-Identifier: MIT
// A partition of the states into cases, in each of which given functions become small. A formula
// about a large circuit may take a solver hours; the same formula case by case takes minutes. (As
// in cube and conquer: Heule, Kullmann, Wieringa and Biere, HVC 2011; here the size of the circuit
// decides.)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "symbolic/model/aig.h"

namespace zermelo::proof {

struct InputValue {
  std::size_t input;  // the input's place among the inputs
  bool value;

  bool operator==(const InputValue&) const = default;
};
// The case is that these inputs have these values.
using Case = std::vector<InputValue>;

// The leaves of a binary tree of decisions about the inputs, so that every state is in exactly one
// case. A case is divided as long as the functions have more than `gates` ANDs in it and the value
// of some input makes them smaller. There is one empty case if the functions are small. The
// functions must depend on the inputs alone.
std::vector<Case> cases_of(const symbolic::Aig& aig, std::span<const symbolic::Literal> inputs,
                           std::span<const symbolic::Literal> functions, std::size_t gates);

// Whether these are the leaves of such a tree, in the order in which cases_of returns them; then
// every state is in exactly one.
bool is_partition(std::span<const Case> cases);

}  // namespace zermelo::proof
