// SPDX-License-Identifier: MIT
// A game as its rules have it: no table is needed for anything here.
//
//     const auto game = zermelo::make_game({"ostle", {{"size", "4"}}});
//     for (const auto& m : game->moves(game->start())) std::cout << m.move << '\n';
//     zermelo::solve(*game, "ostle-4.ztb");
//
// States are written in the game's notation (docs/ for each game). Functions that take a state may
// throw IllegalPosition or GameOver (gen/error.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game_spec.h"
#include "gen/games.h"
#include "gen/position_status.h"
#include "gen/text/diagram.h"
#include "gen/value.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/reports.h"
#include "tablebase/search/depth_options.h"

namespace zermelo {

class Game;
class PieceSet;
class Table;
class TableFile;
class TableReader;

// A move that the rules allow.
struct LegalMove {
  std::string move = {};
  std::string result = {};  // the state that it leads to; empty if it ends the game
  std::optional<Outcome> ending = std::nullopt;  // if it ends the game: for the side that makes it
  std::string after = {};  // as `result`, but also set if the move ends the game: for pictures
  MoveShape shape = {};
  // Other ways to write it: where rules in BDDL say how moves are written, several actions may lead
  // to the same position.
  std::vector<std::string> also = {};
};

// How a game has ended.
struct GameResult {
  std::optional<Colour> winner;  // empty if it is drawn
  std::string sentence;          // "Black has won."
};

// One kind of table that a game has. Immutable and thread-safe, although `solve` writes files.
class TableKind {
 public:
  virtual ~TableKind() = default;

  // The game as such tables name it, with all parameters.
  virtual const GameSpec& game() const = 0;

  // What the numbers in such tables are: "distance" (plies to the end of the game), "score" (the
  // margin of the win), "outcome" (who wins); or "reach", "reach-all-moves": plies from the start,
  // by legal moves or also by those that a repetition rule forbids.
  virtual std::string metric() const = 0;

  // Writes a table. Throws OutOfMemory, Interrupted, FileError, DamagedTable (for a checkpoint),
  // and UsageError if this game is too large for such a table or, for distances from the start, its
  // start is not among its positions. (Not in libzermelo-probe.)
  SolveReport solve(const std::string& path, const SolveOptions& options) const;

  // Opens a table for Table (probe/table_reader.h); returns nothing if the file is not a
  // table of this game and kind. Throws DamagedTable.
  virtual std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const = 0;

 private:
  // The game that it is a kind of, to make such a table.
  virtual std::shared_ptr<const Game> whole_game() const;
};

// Looks for a side's shortest win from the start or from another state, by search. Throws
// IllegalPosition or GameOver for a state from which nothing can be played.
using ShortestWinSearch = std::function<DepthReport(const DepthOptions&)>;

// Finds the values of all positions by sweeps over forward moves: whatever follows from the moves
// of each position is noted, again and again, until nothing changes. Of the rules it asks only what
// every game must have, and it shares no code with what makes tables. Throws IllegalPosition,
// NotInTable for a start to which play does not lead, RulesError, and Interrupted.
struct SweepOptions {
  std::string start = {};        // empty: the start of the game
  const Table* table = nullptr;  // of the same game, to compare every value with
  int threads = 0;               // of what can be shared
  const std::atomic<bool>* stop = nullptr;
};
struct SweepReport {
  std::uint64_t states = 0;          // in which the game goes on
  Value value = {};                  // of the start, for its mover, if the game goes on there
  Metric metric = Metric::distance;  // what values count
  std::optional<std::string> difference = {};  // the first one from the table, in one sentence
};
using SweepCheck = std::function<SweepReport(const SweepOptions&)>;

// One game with its parameters. Immutable; any number of threads may use it. Rules, notation and
// tables to probe are in libzermelo-probe; `count` and `shortest_win` are not.
class Game {
 public:
  virtual ~Game() = default;

  // All parameters, with the defaults filled in.
  virtual const GameSpec& spec() const = 0;
  // Whether its rules are the user's own code (probe/own_game.h): make_game does not make it.
  virtual bool is_own() const { return false; }
  // Whether its rules are here: not if they are the user's own code, and a table of it was opened
  // without them. Its positions are bytes then, and everything that needs rules is a UsageError.
  virtual bool has_rules() const { return true; }
  virtual std::string start() const = 0;

  // The legal moves of a state, in order of the squares that they concern: at least one. (A side
  // that may pass has a move for that.) Each leads to a different state: actions with the same
  // result are one move.
  virtual std::vector<LegalMove> moves(std::string_view state) const = 0;
  // Whether a side is to move in a state, or how the game has ended in it, or why it is not a
  // state. All code that answers, proves and draws asks this, so that it cannot disagree. A text
  // that is not a state of this game at all is impossible, too: nothing is thrown.
  virtual PositionStatus status(std::string_view state) const = 0;
  // How the game has ended in this position; nothing if it goes on. Throws only IllegalPosition.
  std::optional<GameResult> result(std::string_view state) const;
  // Whose move it is; in a position in which the game is over, whose it would be. Throws only
  // IllegalPosition.
  virtual Colour to_move(std::string_view state) const = 0;
  // A picture of a state. Throws IllegalPosition, but also draws positions in which the game is
  // over.
  virtual Diagram diagram(std::string_view state) const = 0;
  // The state that squares set up by hand show, as text, with nothing forbidden: `cells` and
  // `hands` as in Diagram. Does not check whether the game goes on in it, or whether play can lead
  // to it. Throws IllegalPosition.
  virtual std::string state_from(const std::vector<Cell>& cells, Colour to_move,
                                 const std::vector<PiecesInHand>& hands = {}) const = 0;
  // The state as the game itself writes it; `board` is its diagram. Throws IllegalPosition.
  virtual std::string normal_form(std::string_view state, const Diagram& board) const;
  // The kinds of pieces that it distinguishes; nothing if it does not and has no pieces in hand.
  virtual const PieceSet* pieces() const { return nullptr; }
  // Their letters, for read_cells; empty if pictures show none.
  std::string piece_letters() const;
  // The state that represents all states that symmetries of the rules turn into this one.
  virtual std::string canonical(std::string_view state) const = 0;

  // How many positions there are. `quick`: leaves out counts that take long, where there are any.
  CountReport count(const WorkOptions& options = {}, bool quick = false) const;

  // title_of and rule_warnings of this game.
  std::string title() const;
  virtual std::vector<std::string> warnings() const { return {}; }

  // Empty if the game has no such search.
  ShortestWinSearch shortest_win() const;
  // Empty but for games that are own. (Not in libzermelo-probe.)
  SweepCheck sweeps() const;

  // The kinds of tables that it has, at least one; the first is what solve() makes.
  virtual const std::vector<std::unique_ptr<const TableKind>>& kinds() const = 0;
  // The kind with this metric; nothing if there is none.
  const TableKind* kind(std::string_view metric) const;
};

// Throws UsageError for an unknown game or parameter, SyntaxError for rules in BDDL.
std::shared_ptr<const Game> make_game(const GameSpec& spec);

// What a game's rules say that their author may not have meant, one sentence per item; for rules in
// BDDL with its place, "FILE:LINE:COLUMN: ...". Empty for the games that are built into this
// program. A program that reads rules for a user shows these. Throws UsageError or SyntaxError.
// Thread-safe.
std::vector<std::string> rule_warnings(const GameSpec& spec);

// As TableKind::solve, for the game's first kind of table. (Not in libzermelo-probe.)
SolveReport solve(const Game& game, const std::string& path, const SolveOptions& options = {});

// The program's name and version, as written into tables.
std::string creator();

namespace bddl {

// The spec of a game whose rules are in two BDDL files (docs/bddl.md); its parameters hold their
// texts. `stuck` is "draw", "loss" or empty for the default. Throws FileError, SyntaxError or
// UsageError.
// If `problem_path` is empty, all rules are in the first file, in version 2 of the language.
GameSpec read_game(const std::string& domain_path, const std::string& problem_path,
                   const std::string& stuck = "");
// The same for rules in one file, with parameters beside them (docs/bddl.md).
GameSpec read_game(const std::string& path, const ParameterTexts& parameters);

}  // namespace bddl
}  // namespace zermelo
