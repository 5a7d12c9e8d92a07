// SPDX-License-Identifier: MIT
#include "proof/check/arena.h"

#include <algorithm>
#include <cassert>

#include "gen/grid/piece_position.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::AigCopier;
using symbolic::black;
using symbolic::both_sides;
using symbolic::Model;
using symbolic::white;

class ArenaMaker {
 public:
  explicit ArenaMaker(const Model& model) : model_(model), copy_(model.aig, arena_.aig) {}

  Arena make() {
    assert(model_.turn < 0);  // the side to move is not a variable of the board
    arena_.names = model_.names;
    for (const Literal variable : model_.current) {
      arena_.board.push_back(arena_.aig.input());
      copy_.set(variable, arena_.board.back());
    }
    arena_.white_to_move = arena_.aig.input();
    arena_.is_board = aig().land(copy_(model_.is_board), copy_(model_.canonical));
    arena_.start = aig().land(aig().land(copy_(model_.initial), arena_.is_board),
                              arena_.to_move(model_.first));
    add_end();
    for (const Side side : both_sides) add_moves(side);
    assert(arena_.check());
    return std::move(arena_);
  }

 private:
  Aig& aig() { return arena_.aig; }

  // Where parts overlap, the earlier one counts: Black's wins, White's wins, draws.
  void add_end() {
    arena_.over = false_literal();
    for (const Side winner : both_sides) {
      Literal won = false_literal();
      for (const Side side : both_sides) {
        won = aig().lor(won, aig().land(arena_.to_move(side), any(model_.won[winner][side])));
      }
      arena_.won[winner] = aig().land(won, !arena_.over);
      arena_.over = aig().lor(arena_.over, won);
    }
    Literal drawn = false_literal();
    for (const Side side : both_sides)
      drawn = aig().lor(drawn, aig().land(arena_.to_move(side), any(model_.drawn[side])));
    arena_.drawn = aig().land(drawn, !arena_.over);
    arena_.over = aig().lor(arena_.over, drawn);
  }
  static constexpr Literal false_literal() { return symbolic::false_literal; }
  Literal any(const std::vector<Literal>& parts) {
    Literal result = false_literal();
    for (const Literal part : parts) result = aig().lor(result, copy_(part));
    return result;
  }

  void add_moves(Side side) {
    arena_.can_move[side] = false_literal();
    for (const symbolic::ModelMove& move : model_.moves[side]) {
      ArenaMove added{move.name, copy_(move.guard), arena_.board};
      for (const symbolic::Assignment& change : move.changes)
        added.next[static_cast<std::size_t>(change.variable)] = copy_(change.value);
      arena_.can_move[side] = aig().lor(arena_.can_move[side], added.guard);
      arena_.moves[side].push_back(std::move(added));
    }
  }

  const Model& model_;
  Arena arena_;
  AigCopier copy_;
};

}  // namespace

bool Arena::check() const {
  const auto is_input = [&](Literal literal, std::size_t number) {
    return !literal.negated() && literal.node() < aig.size() && aig.is_input(literal.node()) &&
           aig.input_number(literal.node()) == number;
  };
  const auto in_graph = [&](Literal literal) { return literal.node() < aig.size(); };
  if (!aig.check() || names.size() != board.size() || !is_input(white_to_move, board.size()))
    return false;
  for (std::size_t k = 0; k < board.size(); ++k)
    if (!is_input(board[k], k)) return false;
  for (const Side side : both_sides) {
    for (const ArenaMove& move : moves[side]) {
      if (!in_graph(move.guard) || move.next.size() != board.size()) return false;
      if (!std::ranges::all_of(move.next, in_graph)) return false;
    }
    if (!in_graph(won[side]) || !in_graph(can_move[side])) return false;
  }
  return in_graph(is_board) && in_graph(start) && in_graph(drawn) && in_graph(over);
}

Arena make_arena(const Model& model) { return ArenaMaker(model).make(); }

Arena make_arena(const symbolic::GameModel& model, std::string_view start) {
  Arena arena = make_arena(model.model);
  if (start.empty()) return arena;
  const PiecePosition position = parse_position(start, model.pieces);
  const BoardState board = board_of(model, position);
  arena.start = arena.to_move(position.white_to_move ? white : black);
  for (std::size_t k = 0; k < arena.board.size(); ++k) {
    arena.start = arena.aig.land(arena.start, board[k] ? arena.board[k] : !arena.board[k]);
  }
  return arena;
}

}  // namespace zermelo::proof
