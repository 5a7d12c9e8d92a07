// SPDX-License-Identifier: MIT
// How a piece moves, in Betza's notation, of which the subset that variants.ini uses is read
// (docs/variants.md). The notation is that of R. Betza, as H. G. Muller describes it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace zermelo::variant {

// One direction in which a piece may go, seen by White.
struct Step {
  enum class Mode : std::uint8_t { quiet, capture, en_passant };
  enum class Manner : std::uint8_t {
    leap,
    lame,       // the squares passed must be empty
    hop,        // over exactly one man, to anywhere behind it
    hop_behind  // over the first man, to the square right behind it
  };

  int files = 0, ranks = 0;  // right and forward; not both 0
  int limit = 1;             // how often it is repeated at most; 0 for no limit
  Mode mode = Mode::quiet;
  Manner manner = Manner::leap;
  bool initial = false;  // only from the region of double steps
  bool en_passant =
      false;  // takes a man that has passed the square as well, or, by its mode, alone

  bool operator==(const Step&) const = default;
};

// Throws SyntaxError with a sentence that has no full stop, for a caller who adds the place.
std::vector<Step> parse_betza(std::string_view text);

}  // namespace zermelo::variant
