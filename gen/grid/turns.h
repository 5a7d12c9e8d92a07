// SPDX-License-Identifier: MIT
// Games in which the players put one stone each in turn, the first one black stones: what the
// number of stones on the board tells.
#pragma once

namespace zermelo {

constexpr int black_stones(int stones) { return (stones + 1) / 2; }
constexpr bool white_to_move(int stones) { return stones % 2 == 1; }

}  // namespace zermelo
