// SPDX-License-Identifier: MIT
// The moves of a position with their values in a folder of endgame tables, for Chooser
// (kinds/choices.h), and what makes solutions and puzzles of them.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/text/diagram.h"
#include "gen/value.h"
#include "gen/variant/moves.h"
#include "kinds/choices.h"
#include "kinds/endgames/folder.h"
#include "probe/puzzle.h"

namespace zermelo::endgames {

// A move as players see it.
struct MadeMove {
  variant::Position before, after;
  variant::Move move;
  std::optional<Outcome> ending = {};  // for the side that makes it
  std::size_t number = 0;              // in the order of the rules
};

// The legal moves of a position in which the game goes on.
void list_moves(const VariantGame& game, const variant::Position& position,
                std::vector<MadeMove>& moves);

// What a position is worth to its mover, as the folder measures it; what tables do not know of the
// last move is looked at one ply on. Throws NotInTable, DamagedTable.
Value value_of(const EndgameFolder& folder, const variant::Position& position);

// Whether a move has given check; whether it lets the man that has moved be taken.
bool gives_check(const VariantGame& game, const MadeMove& made);
bool lets_be_taken(const VariantGame& game, const MadeMove& made);

// For Chooser. The folder must outlive it.
class EndgameMoves {
 public:
  using State = variant::Position;
  using MadeMove = endgames::MadeMove;
  struct Question {};
  using Scratch = std::vector<MadeMove>;

  explicit EndgameMoves(const EndgameFolder& folder) : folder_(&folder) {}

  Metric metric() const { return folder_->measure().metric; }
  template <class Visit>
  void list(const State& state, Scratch& scratch, Visit&& visit) const {
    list_moves(*folder_->game(), state, scratch);
    for (const MadeMove& made : scratch) visit(made);
  }
  static void ask(const MadeMove&, Question&) {}
  Value answer(const State&, const MadeMove& made, const Question&) const;
  static State next(const State&, const MadeMove& made) { return made.after; }
  static std::optional<Outcome> ending(const MadeMove& made) { return made.ending; }
  static bool zeroes(const MadeMove& made) { return made.after.was_reached_by_zeroing(); }
  static bool same_result(const MadeMove& a, const MadeMove& b) { return a.after == b.after; }
  static bool is_better(Value a, Value b) { return a > b; }
  static bool comes_first(const MadeMove& a, const MadeMove& b) { return a.number < b.number; }
  // Throws DamagedTable if the table says something else of the position.
  void check(const State& state, Value best) const;

 private:
  const EndgameFolder* folder_;
};

// What solutions and puzzles need to know of the rules. Thread-safe.
class EndgamePuzzleRules {
 public:
  using State = variant::Position;
  using Identity = EndgameFolder::Place;

  // `own`: a variant's own conditions, as info_of_game() lists them. The folder must outlive it.
  // Throws UsageError for one that is not known.
  explicit EndgamePuzzleRules(const EndgameFolder& folder, const std::set<std::string>& own = {});

  static bool is_white_to_move(const State& state) { return state.to_move == Colour::white; }
  static PieceCounts pieces(const State& state);
  static bool wants_slice(const PuzzleConditions&, int) { return true; }
  static bool captures(const State& state, const MadeMove& made);
  // A move after which the other side can take the man that has moved.
  bool gives_up(const State& state, const MadeMove& made) const;
  // A check.
  bool threatens(const State& state, const MadeMove& made) const;
  double temptation(const State& state, const MadeMove& made) const;
  // Whether the puzzles are draws, and what the moves have to be that keep the result.
  bool wants_draws() const { return saving_drop_; }
  bool may_be_key(const State& state, const MadeMove& made) const;
  static bool is_reachable(const State&) { return true; }
  Identity identity(const State& state) const { return folder_->find(state); }

  std::string move_text(const MadeMove& made) const;
  std::vector<std::string> move_texts(const std::vector<MadeMove>& all) const;
  std::string state_text(const State& state) const { return folder_->game()->text(state); }
  Diagram diagram(const State& state) const { return folder_->game()->diagram(state); }

 private:
  // After a move that keeps a result: whether its maker would not have kept it if the other side
  // could pass.
  bool leaves_in_zugzwang(const State& state, const MadeMove& made) const;
  // A promotion of a pawn to a kind of fewer moves than another that it could become just there.
  bool promotes_below(const State& state, const MadeMove& made) const;

  const EndgameFolder* folder_;
  bool zugzwang_ = false, underpromotion_ = false, saving_drop_ = false;
  std::vector<int> strength_;  // by kind of the variant
};

}  // namespace zermelo::endgames
