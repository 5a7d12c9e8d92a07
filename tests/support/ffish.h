// SPDX-License-Identifier: MIT
// Asks other programs (not part of this project) about positions of variants: Fairy-Stockfish, as
// the npm package ffish and as Debian's program, and the npm package chessops, which knows those of
// Lichess. ZERMELO_FFISH and ZERMELO_CHESSOPS are the packages' folders (.../node_modules/ffish);
// otherwise ffish is looked for where node finds packages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zermelo::test {

inline constexpr const char* no_chessops =
    "There is no node, or no npm package chessops 0.14 (ZERMELO_CHESSOPS is its folder).";
inline constexpr const char* no_ffish =
    "There is no node, or no npm package ffish 0.7.10 (ZERMELO_FFISH is its folder).";

// What an environment variable says.
std::string setting_of(const char* name, const std::string& otherwise);

struct NodeAnswers {
  std::uint64_t leaves = 0;        // of the tree of moves from the start, `depth` deep
  std::vector<std::string> lines;  // by position
};
// Nothing if node or the package is missing; fails if it does not work. `ini`: the file with the
// variant; empty for one that is built into Fairy-Stockfish.
// Lines are "RESULT|UCI=FEN|...", as of tests/support/ffish.js; "crashed" where the package ends
// its process, as it does for some positions of odd variants.
inline constexpr const char* ffish_crashed = "crashed";
std::optional<NodeAnswers> ask_ffish(const std::string& variant, const std::string& ini, int depth,
                                     const std::vector<std::string>& fens);
// The same for chessops; `variant` is Lichess's word ("kingOfTheHill"). Lines are "UCI|UCI|...", or
// "refused" for a position that cannot be.
std::optional<NodeAnswers> ask_chessops(const std::string& variant, int depth,
                                        const std::vector<std::string>& fens);

inline constexpr const char* no_fairy_stockfish =
    "There is no fairy-stockfish (Debian's package; ZERMELO_FAIRY_STOCKFISH is its path).";
// The variants that Debian's fairy-stockfish knows; it takes others for chess. Nothing if it is
// missing.
std::optional<std::vector<std::string>> fairy_stockfish_variants();
// Its moves in each position, "UCI|UCI|...", sorted.
std::vector<std::string> ask_fairy_stockfish(const std::string& variant,
                                             const std::vector<std::string>& fens);

}  // namespace zermelo::test
