// SPDX-License-Identifier: MIT
// Fuzzes the reader of games in version 2 of BDDL: any text gives a game or one of our errors,
// soon, and a game can be played. Input: a file; or two, with a line "----" between them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/tree_in_words.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "gen/grid/piece_position.h"

namespace {

using namespace zermelo;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

// What must hold of any position: its text and its number stand for it.
void look_at(const bddl::PieceGame& game, const PiecePosition& p) {
  require(parse_position(format_position(p, game.pieces()), game.pieces()) == p);
  const PiecePosition seen = game.canonical(p);
  require(game.canonical(seen) == seen);
  if (game.has_codes() && game.codes().covers(p))
    require(game.codes().encode(seen) == game.codes().encode(p));
}

// Some moves from the start, and ways back.
void play(const bddl::PieceGame& game) {
  look_at(game, game.start());
  std::vector<PiecePosition> next;
  game.for_each_successor(game.start(), [&](const PiecePosition& p, Ending ending) {
    require(p.white_to_move != game.start().white_to_move);
    if (ending == Ending::none) next.push_back(p);
  });
  constexpr std::size_t enough = 8;
  next.resize(std::min(next.size(), enough));
  for (const PiecePosition& p : next) {
    look_at(game, p);
    if (!game.has_codes()) continue;  // (Then the ways back may be too many to list.)
    bool comes_back = false;
    game.for_each_predecessor(
        p, [&](const PiecePosition& q) { comes_back = comes_back || q == game.start(); });
    require(comes_back);
    require(game.layer(p) >= game.layer(game.start()));
  }
}

bddl::tree::Game game_of(std::string_view text) {
  constexpr std::string_view cut = "----\n";
  const std::size_t at = text.find(cut);
  if (at == text.npos) return bddl::parse_version_2(text, "game");
  return bddl::parse_version_2(text.substr(0, at), "domain", text.substr(at + cut.size()),
                               "problem");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (!bddl::is_version_2(text, "game")) return 0;
    const bddl::tree::Game tree = game_of(text);
    bddl::tree_in_words(tree);
    play(bddl::PieceGame(bddl::ground(tree)));
  } catch (const Error&) {
  }
  return 0;
}
