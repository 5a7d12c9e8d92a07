// SPDX-License-Identifier: MIT
// Fuzzes the reader of variants.ini: any text gives variants or one of our errors, soon, and a
// variant can be played. Input: a file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"

namespace {

using namespace zermelo;
using namespace zermelo::variant;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

// The first moves from the start, and how they are written.
void play(const Rules& rules) {
  std::vector<Move> moves, scratch;
  Position position = parse_fen(rules.variant().start, rules.variant());
  for (int ply = 0; ply < 4; ++ply) {
    rules.legal_moves(position, moves);
    if (moves.empty()) return;
    const Move move = moves[moves.size() / 2];
    require(std::find(moves.begin(), moves.end(), move) != moves.end());
    require(!format_san(move, position, rules, scratch).empty());
    rules.apply(position, move);
    const std::string fen = format_fen(position, rules.variant());
    require(format_fen(parse_fen(fen, rules.variant()), rules.variant()) == fen);
  }
}

void look_at(const VariantFile& file, const std::string& name) {
  try {
    play(Rules(file.variant(name)));
  } catch (const Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const VariantFile file(std::string_view(reinterpret_cast<const char*>(data), size), "x.ini");
    constexpr std::size_t enough = 4;
    const std::vector<std::string> names = file.names();
    for (std::size_t i = 0; i < std::min(names.size(), enough); ++i) look_at(file, names[i]);
  } catch (const Error&) {
  }
  return 0;
}
