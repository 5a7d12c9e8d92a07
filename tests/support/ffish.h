// SPDX-License-Identifier: MIT
// Asks Fairy-Stockfish, as the npm package ffish (not part of this project), about positions of
// variants. ZERMELO_FFISH is the package's folder (.../node_modules/ffish); otherwise it is looked
// for where node finds packages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zermelo::test {

inline constexpr const char* no_ffish =
    "There is no node, or no npm package ffish 0.7.10 (ZERMELO_FFISH is its folder).";

// What an environment variable says.
std::string setting_of(const char* name, const std::string& otherwise);

struct FfishAnswers {
  std::uint64_t leaves = 0;        // of the tree of moves from the start, `depth` deep
  std::vector<std::string> lines;  // by position: "RESULT|UCI=FEN|...", as tests/support/ffish.js
};
// Nothing if node or the package is missing; fails if it does not work. `ini`: the file with the
// variant; empty for one that is built into Fairy-Stockfish.
std::optional<FfishAnswers> ask_ffish(const std::string& variant, const std::string& ini, int depth,
                                      const std::vector<std::string>& fens);

}  // namespace zermelo::test
