// SPDX-License-Identifier: MIT
// Feeds texts to the reader of lists of moves: what is read from a text is read in the same way
// again, and the moves that are played are legal. Input: a byte that chooses the game, and the
// text.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/move_list.h"

namespace {

using namespace zermelo;
using Words = std::vector<std::string>;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

const std::vector<std::shared_ptr<const Game>>& games() {
  static const std::vector<std::shared_ptr<const Game>> all = {
      make_game({"connect", {}}), make_game({"othello", {{"rows", "4"}, {"columns", "5"}}}),
      make_game({"mnk", {{"columns", "4"}, {"rows", "11"}}}), make_game({"ostle", {}}),
      make_game({"breakthrough", {}})};
  return all;
}

// The moves that were played, written plainly, give the same game.
void require_same_game(const Game& game, const std::vector<PlayedMove>& played) {
  std::string position = game.start();
  Words moves;
  for (const PlayedMove& m : played) {
    require(m.position == position && m.legal_moves > 0);
    position = m.move.result;
    moves.push_back(m.move.move);
  }
  require(play_moves(game, moves).size() == moves.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Game& game = *games()[data[0] % games().size()];
  try {
    const Words words = read_moves(text);
    for (const std::string& word : words) require(read_moves(word) == Words{word});
    require_same_game(game, play_moves(game, words));
  } catch (const UsageError&) {
  } catch (const IllegalMove&) {
  }
  return 0;
}
