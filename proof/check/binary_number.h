// SPDX-License-Identifier: MIT
// Binary numbers in a strategy's circuits.
#pragma once

#include "symbolic/model/binary_number.h"

namespace zermelo::proof {

using symbolic::at_least;
using symbolic::BinaryNumber;
using symbolic::bit_of_number;
using symbolic::bits_for;
using symbolic::constant_number;
using symbolic::equals;
using symbolic::greater_than;
using symbolic::less;
using symbolic::plus_one;

}  // namespace zermelo::proof
