// SPDX-License-Identifier: MIT
// A game whose rules are the user's own code, behind the Game interface; with its rules, or as a
// table knows it without them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kinds/own/rules.h"
#include "probe/game.h"
#include "probe/games.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// "hex:0a1b", which every table of such a game reads.
std::string own_state_hex(const OwnState& state, std::size_t state_bytes);
// Texts of states: what the game writes, if it can read it back; bytes otherwise ("hex:0a1b"), and
// where there are no rules.
std::string own_state_text(OwnRules& rules, const OwnState& state);
std::string own_state_text(const OwnProgram* program, const OwnState& state,
                           std::size_t state_bytes);
// Throws IllegalPosition for anything else. Without rules only bytes can be read.
OwnState read_own_state(OwnRules* rules, std::string_view text, std::size_t state_bytes);

// A move as players see it: of several that lead to the same state, the first.
struct OwnLegalMove {
  std::uint64_t move = 0;
  OwnState next;
  OwnResult result;  // of `next`
  int mover = 0;     // in `next`, if it goes on
};
std::vector<OwnLegalMove> own_legal_moves(OwnRules& rules, const OwnState& state);

// What a move by `mover` that leads to `after` does to the board, as far as it shows there; nothing
// of a game without boards. Squares on which a piece of the mover (of a puzzle: any) appears or
// changes are `to`, those that such pieces leave `from`, other changes `taken`.
MoveShape own_shape(OwnRules& rules, const OwnState& before, std::uint64_t move,
                    const OwnState& after, int mover);
// The same of two boards of one size; `mover` is -1 in a puzzle.
MoveShape own_shape(const OwnBoard& before, const OwnBoard& after, int mover);
// Where a square, counted from the bottom as in a Diagram, is in OwnBoard::cells.
std::size_t own_board_index(const OwnBoard& board, int square);

// How a state is over, or that it goes on; a picture of it.
PositionStatus own_status(OwnRules& rules, const OwnState& state);
Diagram own_diagram(OwnRules& rules, const OwnState& state);
// Whether a state is a start of a puzzle, and solved: it is played on from.
bool is_solved_start(OwnRules& rules, const OwnState& state);
// The rules, or a UsageError if they are not here. `hint` says where they may be.
OwnProgram::Lease own_rules(const OwnProgram* program, const std::string& hint);

class OwnGame final : public Game {
 public:
  // With rules. Throws UsageError for parameters that a spec cannot hold.
  explicit OwnGame(std::shared_ptr<const OwnProgram> program);
  // As a table knows it without them.
  OwnGame(GameSpec spec, OwnHeader known);

  const OwnProgram* program() const { return program_.get(); }
  std::shared_ptr<const OwnProgram> shared_program() const { return program_; }
  const OwnHeader& header() const { return header_; }
  bool is_puzzle() const { return header_.players == 1; }

  const GameSpec& spec() const override { return spec_; }
  bool is_own() const override { return true; }
  bool has_rules() const override { return program_ != nullptr; }
  std::string start() const override;
  std::vector<LegalMove> moves(std::string_view state) const override;
  PositionStatus status(std::string_view state) const override;
  Colour to_move(std::string_view state) const override;
  Diagram diagram(std::string_view state) const override;
  std::string state_from(const std::vector<Cell>& cells, Colour to_move,
                         const std::vector<PiecesInHand>& hands) const override;
  std::string normal_form(std::string_view state, const Diagram& board) const override;
  std::string canonical(std::string_view state) const override;
  const std::vector<std::unique_ptr<const TableKind>>& kinds() const override { return kinds_; }

 private:
  OwnProgram::Lease rules() const { return own_rules(program_.get(), header_.hint); }

  std::shared_ptr<const OwnProgram> program_;
  GameSpec spec_;
  OwnHeader header_;
  std::vector<std::unique_ptr<const TableKind>> kinds_;
};

// What makes tables of such a game, and goes over whole ones.
GameWork own_work_of(const Game& game);
// A maker of tables of one kind that have this spec and header; `program` is null where the rules
// are not there.
std::unique_ptr<const TableMaker> own_maker(std::shared_ptr<const OwnProgram> program,
                                            GameSpec spec, OwnHeader header, Metric metric);
// States up to symmetry, and how many of them are over. Throws RulesError.
CountReport count_own(const OwnProgram& program, const WorkOptions& options);

}  // namespace zermelo
