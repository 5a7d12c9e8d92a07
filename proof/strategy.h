// SPDX-License-Identifier: MIT
// Strategies: files that say what to play in every position that can come up, and that anyone can
// check (docs/proofs.md). This header makes them, checks whether they do what they claim, and looks
// up moves in them.
//
//     const zermelo::ProofReport proof = zermelo::prove({"notakto", {}}, "notakto.aig");
//     std::cout << zermelo::check_strategy("notakto.aig").sentence << '\n';
//
// Errors are exceptions (gen/error.h). All functions are thread-safe.
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
#include "gen/text/diagram.h"
#include "probe/table.h"
#include "proof/verdict.h"
#include "tablebase/lists/export_options.h"

namespace zermelo {

struct StrategyInfo {
  GameSpec game;
  std::string start;  // where it begins; empty: the start of the game
  bool owner_is_white = false;
  bool wins = false;         // the owner wins; otherwise they do not lose
  std::optional<int> plies;  // within this many; absent: however long it takes
  std::string sentence;      // "Black wins within 9 plies from the start."
  std::string creator;       // the program that made it
  std::uint64_t gates = 0;   // two-input ANDs
};

// What a strategy says about a position.
struct StrategyAnswer {
  bool is_member = false;  // it has the position; otherwise the rest means nothing
  std::uint64_t rank = 0;  // within this many plies the claim comes true, or for this many it holds
  std::string move;        // the owner's, if they are to move, as Game::moves writes it
};

// An open strategy. Cheap to copy; any number of threads may use it.
class StrategyFile {
 public:
  // `path`: "-" is standard input. Throws FileError, SyntaxError (not a strategy), WrongFile, which
  // is a UsageError (the game is unknown, or has no Boolean model, or has other moves than the
  // strategy).
  static StrategyFile open(const std::string& path);

  const StrategyInfo& info() const;
  // Throws IllegalPosition or GameOver, as Game::moves.
  StrategyAnswer answer(std::string_view position) const;

 private:
  class Contents;
  std::shared_ptr<const Contents> contents_;
};

// --- Checking ------------------------------------------------------------------------------------

struct StrategyCheckOptions {
  // A folder for every formula and its proof (proof/check/check.h); empty: none are written.
  // None are left behind for a claim that is not true.
  std::string proofs;
  int threads = 0;  // 0: one per processor
  const std::atomic<bool>* stop = nullptr;
  // Called by several threads, one at a time.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;
};

// A position and a move that show that a strategy does not fulfil its claim.
struct StrategyFault {
  std::string position;
  Diagram board;
  std::string move;  // empty if no move is to blame
  std::string sentence;
};

struct StrategyCheckReport {
  std::string sentence;           // the claim
  std::uint64_t obligations = 0;  // formulas that were shown unsatisfiable
  std::optional<StrategyFault> fault;
  double seconds = 0;
};

// Checks the claim against the rules alone, by SAT. Throws as StrategyFile::open does, FileError if
// the proofs cannot be written, Interrupted.
StrategyCheckReport check_strategy(const std::string& path,
                                   const StrategyCheckOptions& options = {});

// --- Lists ---------------------------------------------------------------------------------------

// Writes a list of all positions that play against a strategy can meet from where it begins, if its
// owner plays the strategy's moves, each with its rank (docs/export-format.md). Of a claim not to
// lose within some plies: up to those whose rank is 0, as far as the strategy has these. Throws as
// StrategyFile::open does, WrongFile if the strategy lacks a position or a move that is needed, and
// as export_table does.
ExportReport export_strategy(const std::string& path, const std::string& output,
                             const ExportOptions& options = {});

// --- Proving -------------------------------------------------------------------------------------

// How the method qbf works: docs/qbf.md.
struct QbfChoice {
  enum class Solver { expansion, depqbf, command };
  enum class Encoding { grounded, lifted };
  enum class Format { qdimacs, qcir };
  Solver solver = Solver::expansion;
  Encoding encoding = Encoding::grounded;  // what the other solvers are given
  Format format = Format::qdimacs;         // what a command-line solver reads
  // The command of a solver, to which the name of a file is appended: it exits with 10 if the
  // formula is true, otherwise with 20.
  std::string command;
};

struct ProofOptions {
  // For safety games ic3, sets or `automatic`, which is both side by side; for board games any
  // except sets, of which `automatic` chooses one according to the game. `table` solves the whole
  // game by retrograde analysis; `search` finds only the verdict, for Black from the start.
  enum class Method { automatic, ic3, qbf, table, search, sets };
  Generalise generalise = Generalise::both;  // docs/proofs.md
  Method method = Method::ic3;
  QbfChoice qbf;             // for the method qbf
  bool white = false;        // whether White can force a win, instead of Black
  std::string start;         // a position; empty: the start of the game
  std::optional<int> depth;  // only wins within this many plies count
  bool stepwise = false;     // looks for the shortest win
  double seconds = 0;        // the time limit; 0: no limit
  std::uint64_t memory = 0;  // bytes of the process; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const struct ProofProgress&)> progress;  // only called by IC3
};

struct ProofProgress {
  int depth = 0;  // that is being looked at; 0: any
  std::uint64_t obligations = 0, sat_calls = 0, cubes = 0;
};

struct ProofReport {
  Verdict verdict = Verdict::unknown;
  // For a win: the number of plies that it takes at most. Absent if the table has values other than
  // distances.
  std::optional<int> plies;
  int refuted = 0;        // there is no win within this many plies
  bool complete = false;  // there is no win at all
  // With sets the first counts iterations, with table or search positions; the others are 0.
  std::uint64_t obligations = 0, sat_calls = 0, cubes = 0;
  std::uint64_t gates = 0, bytes = 0;  // of the strategy
  double seconds = 0;
  std::string stopped_by;     // of an unknown verdict: "time", "memory" or "stop"
  std::string method;         // "ic3", "qbf", "table", "search" or "sets"
  std::string reason;         // why that method, if it was chosen automatically
  std::string over_at_start;  // how the game has ended, if it is over before the first move
  // With qbf: the attacker's first move, if there is a win and the solver reports it; and whether
  // the strategy has passed check_strategy. (With ic3 every strategy proves its verdict.)
  std::string first_move;
  bool certified = false;
  // With qbf: how many steps of the proof that the solver has written were followed, and how many
  // functions were taken from it and checked by SAT; 0 if the solver has not written one.
  std::uint64_t certificate_steps = 0, certificate_functions = 0;
};

// Finds whether a side can force a win, and writes a strategy for either verdict, unless `path` is
// empty: by IC3 or by options.method. Throws UsageError (no Boolean model; no depth for qbf; what
// the method cannot do), IllegalPosition, GameOver and NotInTable (for a start that a table does
// not cover), FileError, Error (a solver failed, or its verdict is wrong).
ProofReport prove(const GameSpec& game, const std::string& path, const ProofOptions& options = {});

// --- Quantified Boolean formulas -----------------------------------------------------------------

// Writes "Black wins within this many steps" for a game in BDDL as a formula (docs/qbf.md). `depth`
// counts steps as the BDDL paper does, or plies if the game is in version 2 of BDDL, of which there
// are grounded formulas only; if absent, the #depth of the problem. Throws UsageError, SyntaxError,
// FileError.
struct QbfEncodingReport {
  bool in_version_2 = false;  // then nothing is said about goals and sanity
  // Goals that the formula is about, and those that were left out because they cannot come about
  // within the depth, or are part of others.
  std::uint64_t goals = 0, goals_left_out = 0;
  // Whether no move can fulfil a goal of the other side: what the paper's Definition 3.9 demands
  // and the formula, as everything else here, does not need. Absent if the board has more than 64
  // squares, where it is not looked at.
  std::optional<bool> sane;
  std::uint64_t gates = 0;                   // in QCIR
  std::uint64_t variables = 0, clauses = 0;  // in QDIMACS
  std::uint64_t blocks = 0, universals = 0, bytes = 0;
};
QbfEncodingReport write_qbf(const GameSpec& game, std::optional<int> depth,
                            QbfChoice::Encoding encoding, QbfChoice::Format format,
                            const std::string& path);

// --- Games in AIGER ------------------------------------------------------------------------------

// Writes "the owner does not lose" as a safety game in AIGER, by the conventions of the synthesis
// competition (docs/proofs.md); in ASCII if the path ends in .aag. Throws UsageError if the game
// has no Boolean model, FileError.
struct EncodingReport {
  std::uint32_t inputs = 0, controllable = 0, latches = 0, gates = 0;
  std::uint64_t bytes = 0;
};
EncodingReport write_safety_game(const GameSpec& game, bool white_owns, const std::string& path);

// Whether the controller of such a game (`file`; "-" is standard input) can keep errors from ever
// occurring: the verdict no_win means that it can, win that the environment forces an error. What
// counts as an error: docs/proofs.md, "Games in AIGER". Writes the winner's circuit to `path`,
// unless that is empty. Only the options method, generalise, seconds, memory, stop and progress are
// used. Throws FileError, SyntaxError, WrongFile (not a safety game), UsageError.
ProofReport solve_safety_game(const std::string& file, const std::string& path,
                              const ProofOptions& options = {});

// --- Strategies from tables ----------------------------------------------------------------------

struct TableStrategyOptions {
  enum class Owner { winner, black, white };
  // The owner; by default the winner, or, if the position is drawn, the side to move.
  Owner owner = Owner::winner;
  enum class Form {
    positions,  // the positions that can come up, and no others; made quickly
    cubes       // sets of positions, made larger by SAT: far quicker to check where there are many
  };
  Form form = Form::positions;
  // More positions than this are OutOfMemory; at most 4 billion. (For the form `positions`.)
  std::uint64_t most_positions = 50'000'000;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::uint64_t positions)> progress;  // the number that has been looked at
};

struct TableStrategyReport {
  std::string sentence;                // the claim
  std::uint64_t positions = 0;         // that can come up, or, for cubes, that had to be looked at
  std::uint64_t cubes = 0;             // in the form `cubes`
  std::uint64_t gates = 0, bytes = 0;  // of the file
  double seconds = 0;
};

// Writes a strategy from a position (empty: the start) into a file: the owner plays the best moves
// of the table, or those that do not lose. Throws UsageError if the game has no Boolean model, the
// owner would lose, or the table has no values; IllegalPosition, GameOver, NotInTable,
// DamagedTable, OutOfMemory, FileError, Interrupted.
TableStrategyReport write_table_strategy(const Table& table, const std::string& position,
                                         const std::string& path,
                                         const TableStrategyOptions& options = {});

}  // namespace zermelo
