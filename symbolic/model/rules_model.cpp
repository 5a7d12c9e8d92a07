// SPDX-License-Identifier: MIT
#include "symbolic/model/rules_model.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gen/bddl/ground_pieces.h"
#include "gen/bddl/move_texts.h"
#include "gen/text/counted.h"
#include "symbolic/model/binary_number.h"
#include "symbolic/model/rules_circuits.h"
#include "symbolic/model/rules_moves.h"
#include "symbolic/model/rules_symmetries.h"

namespace zermelo::symbolic {
namespace {

using bddl::GroundEnd;
using bddl::tree::Result;

class RulesModelMaker {
 public:
  RulesModelMaker(const bddl::GroundGame& game, const PiecePosition& start,
                  const bddl::PossibleMaterial& material, const PieceVariables& variables)
      : game_(game),
        material_(material),
        variables_(variables),
        start_(start),
        circuits_(game, variables, model_.aig) {}

  GameModel make(std::shared_ptr<const PieceVariables> variables) {
    for (const std::string& name : variables_.names()) model_.add_variable(name);
    add_boards();
    for (const Side side : both_sides) {
      moves_[side] = make_rules_moves(game_, variables_, model_.aig, model_.current, side == white);
      model_.moves[side] = moves_[side].moves;
    }
    add_layers();
    for (const Side side : both_sides) add_ends(side);
    return {std::move(model_),
            variables->pieces(),
            [variables](const BoardState& board, Side to_move) {
              return variables->position(board, to_move);
            },
            [variables](const PiecePosition& position) { return variables->board(position); },
            rules_symmetries(game_, variables_, moves_),
            [variables, texts = bddl::MoveTexts(game_)](const PieceChange& change) {
              const std::string text = texts.of(change);
              return text.empty() ? format_change(change, variables->pieces()) : text;
            }};
  }

 private:
  Aig& aig() { return model_.aig; }

  void add_boards() {
    model_.first = start_.white_to_move ? white : black;
    model_.is_board = true_literal;
    for (int square = 0; square < game_.grid.squares(); ++square) {
      model_.is_board =
          aig().land(model_.is_board, variables_.is_possible(aig(), model_.current, square));
    }
    for (const bool white : {false, true}) {
      for (std::size_t hand = 0; hand < game_.hands.size(); ++hand) {
        const int most = material_.most_in_hand[white ? 1 : 0][hand];
        const std::vector<Literal> held =
            variables_.in_hand(model_.current, white, static_cast<int>(hand));
        model_.is_board = aig().land(model_.is_board,
                                     !greater_than(aig(), held, static_cast<std::uint64_t>(most)));
      }
    }
    for (const bddl::MaterialBound& bound : material_.bounds)
      model_.is_board = aig().land(model_.is_board, keeps(bound));
    model_.canonical = model_.is_board;
    const BoardState board = variables_.board(start_);
    model_.initial = true_literal;
    for (std::size_t n = 0; n < model_.current.size(); ++n)
      model_.initial =
          aig().land(model_.initial, board[n] ? model_.current[n] : !model_.current[n]);
  }
  Literal keeps(const bddl::MaterialBound& bound) {
    std::vector<Literal> pieces;
    for (int square = 0; square < game_.grid.squares(); ++square)
      pieces.push_back(variables_.holds(aig(), model_.current, square, bound.counted));
    std::vector<Literal> sum = number_of_true(aig(), pieces);
    for (const bool white : {false, true})
      sum = plus(aig(), sum, variables_.in_hand(model_.current, white, bound.hand));
    return !greater_than(aig(), sum, static_cast<std::uint64_t>(bound.most));
  }

  // Numbers of pieces on the board, if every move adds equally many.
  void add_layers() {
    const bool is_same = moves_[black].gain == moves_[white].gain;
    const int added = is_same ? moves_[black].gain.value_or(0) : 0;
    if (added <= 0) {
      model_.layers = {true_literal};
      model_.layer_names = {"all positions"};
      return;
    }
    for (auto& moves : model_.moves)
      for (ModelMove& move : moves) move.least_up = move.most_up = 1;
    std::vector<Literal> pieces;
    for (int square = 0; square < game_.grid.squares(); ++square) {
      pieces.push_back(!variables_.holds(aig(), model_.current, square, bddl::ContentSet::open()));
    }
    for (int n = std::popcount(start_.occupied()); n <= std::popcount(game_.exists); n += added) {
      model_.layers.push_back(aig().exactly(pieces, n));
      model_.layer_names.push_back(counted(n, "piece"));
    }
  }

  // --- Ends, with `side` to move, the other one having moved ---

  void add_ends(Side side) {
    const bool mover_is_white = side == black;
    const bddl::GroundSide& mover = game_.side(mover_is_white);
    Literal earlier = add_lines(mover.ends, other(side), side, true_literal);
    const Literal stuck = aig().land(!earlier, !moves_[side].possible);
    add_lines(game_.side(!mover_is_white).stuck, side, side, stuck);
  }

  // Lines of which the first one that holds counts, if `within` is true; their results are for
  // `seer`. Returns whether one holds.
  Literal add_lines(const std::vector<GroundEnd>& lines, Side seer, Side to_move, Literal within) {
    Literal earlier = false_literal;
    for (std::size_t n = 0; n < lines.size(); ++n) {
      const GroundEnd& line = lines[n];
      // (Lines with the same result may overlap, and are simpler so.)
      const bool is_like_earlier = std::ranges::all_of(
          lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(n),
          [&](const GroundEnd& before) { return before.result == line.result; });
      const Literal free = aig().land(within, is_like_earlier ? true_literal : !earlier);
      std::vector<Literal>& parts = line.result == Result::draw  ? model_.drawn[to_move]
                                    : line.result == Result::win ? model_.won[seer][to_move]
                                                                 : model_.won[other(seer)][to_move];
      for (const bddl::GroundDemand& demand : line.when) {
        const Literal holds = circuits_.holds(demand, model_.current);
        const Literal part = aig().land(free, holds);
        if (part != false_literal) parts.push_back(part);
        earlier = aig().lor(earlier, holds);
      }
    }
    return earlier;
  }

  const bddl::GroundGame& game_;
  const bddl::PossibleMaterial& material_;
  const PieceVariables& variables_;
  const PiecePosition start_;
  Model model_;
  RulesCircuits circuits_;
  BySide<RulesMoves> moves_;
};

}  // namespace

GameModel model_of_rules(const bddl::GroundGame& game, const PiecePosition& start) {
  const bddl::PossibleMaterial material = bddl::possible_material(game);
  const auto variables =
      std::make_shared<const PieceVariables>(material, game.hands, bddl::piece_set_of(game));
  return RulesModelMaker(game, start, material, *variables).make(variables);
}

}  // namespace zermelo::symbolic
