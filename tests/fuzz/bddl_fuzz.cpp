// SPDX-License-Identifier: MIT
// Fuzzes the reader of games in BDDL: any text gives a game or one of our errors, and a game can be
// examined. Input: a domain, a line with nothing but "----", and a problem.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/bddl/game.h"
#include "gen/bddl/spec.h"
#include "gen/bddl/version1_parser.h"
#include "gen/bddl/warnings.h"
#include "gen/error.h"

namespace {

using namespace zermelo;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

// All moves from the start and from the positions that they lead to, forwards and back.
void look_at(const bddl::BddlGame& game) {
  game.for_each_successor(game.start(), [&](const GridPosition& next, Ending) {
    if (game.has_codes()) {
      const GridPosition p = canonical(game, next);
      require(game.codes().decode(game.codes().encode(p)) == p);
    }
    bool comes_back = false;
    game.for_each_predecessor(
        next, [&](const GridPosition& p) { comes_back = comes_back || p == game.start(); });
    require(comes_back);
    game.for_each_successor(next, [&](const GridPosition& later, Ending) {
      if (game.layer(later) < game.layer(next)) __builtin_trap();
    });
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view cut = "----\n";
  const std::size_t at = text.find(cut);
  if (at == std::string_view::npos) return 0;
  try {
    const bddl::tree::Game game = bddl::parse_version_1(text.substr(0, at), "domain",
                                                        text.substr(at + cut.size()), "problem");
    bddl::warnings_of(game);
    const std::string readable = bddl::in_utf8(std::string(text));
    require(bddl::in_utf8(readable) == readable);
    require(game.name.size() <= bddl::longest_name);
    look_at(bddl::BddlGame(bddl::GridRules(bddl::ground(game))));
  } catch (const Error&) {
  }
  return 0;
}
