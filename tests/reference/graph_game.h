// SPDX-License-Identifier: MIT
// A game as a bare graph of positions and moves, some of which forbid a reply, and its values,
// found by going over all states again and again. Shares no code with what it checks.
#pragma once

#include <cstdint>
#include <vector>

namespace zermelo::test {

struct GraphMove {
  enum class Kind {
    inner,       // to `target`
    reply_wins,  // to a position in which the other side wins at once, which is not in the graph
    exit,        // to a position that is not in the graph either
    end          // the game is over
  };
  Kind kind = Kind::inner;
  int target = -1;
  int forbids = -1;  // the number of the reply, in the target's list of moves, that it forbids
  int worth = 0;     // if not inner: +n a win in n plies for its maker, -n a loss, 0 a draw
};

struct GraphGame {
  // The moves of each position; every state has a move: whatever is forbidden, another one is left.
  std::vector<std::vector<GraphMove>> moves;

  // Whether `move` may be forbidden in `position`: it leads on, and another one is left.
  bool may_be_forbidden(std::size_t position, std::size_t move) const;
};

// The values of a graph: [position][0] with nothing forbidden, [position][1 + move] without that
// move where it may be forbidden (otherwise 0). +n a win in n plies, -n a loss, 0 a draw.
std::vector<std::vector<int>> values_of(const GraphGame& game);

}  // namespace zermelo::test
