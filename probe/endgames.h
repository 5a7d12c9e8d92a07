// SPDX-License-Identifier: MIT
// Endgame tables of chess variants: a folder with a file for each material. How variants are
// described is in docs/variants.md.
//
//     const auto game = zermelo::make_game({"variant", {{"name", "makruk"}}});
//     zermelo::make_endgames(*game, "makruk", {.men = 3});
//     const auto table = zermelo::open_endgames("makruk");
//     std::cout << to_string(table.probe("8/8/8/8/3k4/8/8/KR6 w")) << '\n';
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/game.h"
#include "probe/table.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// A variant that is built in ("makruk"), or a section of a file that players have
// ("variants.ini:mine"), for make_game. `endless_draw`: without its rules about play that never
// ends, such as that of perpetual check in shogi, so that it is a draw. Throws FileError,
// SyntaxError and UsageError.
GameSpec variant_spec(const std::string& variant, bool endless_draw = false);
// The names of those that are built in.
std::vector<std::string> built_in_variant_names();

// Which tables to make: all materials of up to so many men, or those that are named, such as
// "KRvK". What these convert to is made with them.
struct EndgameChoice {
  int men = 3;
  std::vector<std::string> materials = {};  // if there are any, `men` says nothing
  // distance: plies to the end of the game; outcome: who wins; zeroing: plies to the next move from
  // which the n-move rule counts anew, with that rule. A folder has tables of one metric.
  Metric metric = Metric::distance;
};
// "distance", "outcomes" and "dtz": what the program, C and Python call them. Throws UsageError.
Metric endgame_metric(std::string_view name);

struct EndgameTable {
  std::string material;         // "KRvK"; where men that are taken go to a hand, "KK[R]"
  std::uint64_t numbers = 0;    // of the index
  std::uint64_t positions = 0;  // up to symmetry, and to exchanging the sides where that is one
  std::uint64_t bytes = 0;      // of the file
  // The longest win, in plies (or the latest zeroing move of a win that is not cursed), and a
  // position of it; -1 if nobody can win, and in tables of outcomes. Where the sides can be
  // exchanged, the stronger one is White.
  int longest_win = -1;
  std::string longest = {};
  bool was_there = false;  // it had been made before
};

struct EndgameEstimate {
  std::uint64_t tables = 0;   // that are still to be made
  std::uint64_t numbers = 0;  // of those
  std::uint64_t memory = 0;   // bytes, for the largest of them
  std::uint64_t disk = 0;     // bytes, at most
  double seconds = 0;         // of processor time; elapsed with one thread
  std::string largest = {};   // the material that needs most memory
};

struct EndgameProgress {
  std::string material;                 // that is being solved
  std::uint64_t table = 0, tables = 0;  // which one it is, from 1; how many there are
  std::uint64_t done = 0, total = 0;    // numbers of all tables
};

struct EndgameOptions {
  int threads = 0;  // 0: one per processor
  // As SolveOptions::memory_limit.
  std::uint64_t memory_limit = free_memory_limit;
  const std::atomic<bool>* stop = nullptr;  // set it to stop: tables that are complete stay
  // Called from one thread at a time, when a table is begun. May be empty.
  std::function<void(const EndgameProgress&)> progress = {};
};

struct EndgameReport {
  std::vector<EndgameTable> tables;  // in the order in which they are made
  std::uint64_t planned_memory = 0;
  double seconds = 0;
};

// What is still to be done in a folder, which need not exist. Throws as make_endgames.
EndgameEstimate estimate_endgames(const Game& game, const std::string& folder,
                                  const EndgameChoice& choice);

// Makes the tables that the folder lacks, those of fewer men first. Tables that are there are kept
// as they are, so that a run that was stopped or killed goes on when it is called again. Throws
// UsageError for a variant that cannot have tables, a material that it does not have, and a folder
// with tables of other rules; OutOfMemory before anything is solved; Interrupted, FileError,
// DamagedTable. (Not in libzermelo-probe.)
EndgameReport make_endgames(const Game& game, const std::string& folder,
                            const EndgameChoice& choice, const EndgameOptions& options = {});

// A kind of man of a chess variant.
struct VariantMan {
  std::string name;      // "knight", "promoted pawn"
  char letter = '?';     // upper case: as pictures show it, no other kind's; '?' if none was free
  std::string symbol;    // as positions have it, for White: "N", "+P", "Q~"
  bool in_hand = false;  // whether players can have it in hand

  bool operator==(const VariantMan&) const = default;
};

// The kinds of men of a chess variant (of any number, on boards of any size: Game::pieces has small
// sets alone). Where a symbol is more than a letter, the letter is the first in the alphabet that
// is left. Throws UsageError for another game.
std::vector<VariantMan> variant_men(const Game& game);

// Whether its sides have royal men, so that they win by mate. Throws UsageError for another game.
bool has_royal_men(const Game& game);

// How a position of a chess variant is over, if it is: for the side that would be to move.
struct VariantEnd {
  bool is_over = false;
  Outcome outcome = Outcome::draw;
  bool checkmate = false, stalemate = false;
  bool variant_end = false;            // by a rule of the variant's, before any move is looked for
  bool insufficient_material = false;  // the tables know that nobody can win; it may go on
};
// A draw by the n-move rule comes after so many plies without a zeroing move; 0 if the variant has
// no such rule. Throws UsageError for another game.
int plies_of_n_move_rule(const Game& game);

// What a rule of counting makes of a position: in makruk, ouk chaktrang and ASEAN chess
// (`countingRule`) the weaker side counts its moves, and draws when the count has passed a limit
// that depends on the men. Tables do not know of that, since counts are histories: here the count
// begins with the position.
struct CountingLimit {
  Colour counts = Colour::white;  // the side that counts
  bool of_pieces = false;  // pieces' honour: that side has its king alone; otherwise the board's
  int first = 1;           // the number of its first move
  int limit = 0;           // the last number; with the next one it draws

  // How many moves the other side has to mate in; 0 or less: none.
  int moves() const { return limit - first + 1; }
  // Whether the other side wins without the rule, in so many plies of both, and too late with it.
  // The outcome is that of the side to move.
  bool is_counted_out(Outcome outcome, int plies, Colour to_move) const;
};
// Nothing if nobody may count, or the variant has no such rule. Where both sides have men besides
// the king the weaker one counts: the loser, if the outcome for the side to move tells one,
// otherwise the side with fewer men. Throws UsageError for another game and IllegalPosition.
std::optional<CountingLimit> counting_limit(const Game& game, std::string_view position,
                                            std::optional<Outcome> outcome = {});
// "Black counts from 4 to 16 (pieces' honour), so White has 13 moves to win."
std::string counting_sentence(const CountingLimit& limit);
// The same, and before it "Won in 16 moves, counted out after 13: " if that is so.
std::string counting_sentence(const CountingLimit& limit, Outcome outcome, int plies,
                              Colour to_move);

// `table`: a folder of the variant's tables. Throws IllegalPosition and DamagedTable.
VariantEnd variant_end(const Table& table, std::string_view position);

// As Table::open for such a folder. A program that only probes (libzermelo-probe) reads folders if
// it calls this.
Table open_endgames(const std::string& folder);

}  // namespace zermelo
