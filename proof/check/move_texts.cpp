// SPDX-License-Identifier: MIT
#include "proof/check/move_texts.h"

#include <cassert>
#include <utility>

namespace zermelo::proof {

std::map<std::size_t, std::string> move_texts(const symbolic::GameModel& model, const Arena& arena,
                                              const std::vector<bool>& inputs) {
  assert(inputs.size() == arena.board.size() + 1);
  const std::vector<bool> values = evaluate(arena.aig, inputs);
  const Side side = inputs.back() ? symbolic::white : symbolic::black;
  const auto position = [&](const std::vector<Literal>& board, Side to_move) {
    BoardState state;
    for (std::size_t k = 0; k < board.size(); ++k) state[k] = value_of(values, board[k]);
    return model.position(state, to_move);
  };
  const PiecePosition before = position(arena.board, side);
  std::vector<std::size_t> numbers;
  std::vector<std::string> texts;
  std::vector<PieceChange> changes;
  const std::vector<ArenaMove>& moves = arena.moves[side];
  for (std::size_t n = 0; n < moves.size(); ++n) {
    if (!value_of(values, moves[n].guard)) continue;
    numbers.push_back(n);
    changes.push_back({before, position(moves[n].next, other(side))});
    texts.push_back(model.move_text ? model.move_text(changes.back()) : moves[n].name);
  }
  if (model.move_text) tell_apart(texts, changes, model.pieces);
  std::map<std::size_t, std::string> result;
  for (std::size_t n = 0; n < numbers.size(); ++n) result.emplace(numbers[n], std::move(texts[n]));
  return result;
}

}  // namespace zermelo::proof
