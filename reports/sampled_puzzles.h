// SPDX-License-Identifier: MIT
// Puzzles among positions that are drawn at random: for large tables, of which only a part is
// looked at, and for puzzles that are not all alike, since neighbours in a table are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "probe/puzzle.h"
#include "probe/table.h"

namespace zermelo {

// The miner's conditions that are met or not, by their names; those that single games have besides
// are in known_games().
std::span<const char* const> puzzle_flags();
// Sets one of them, or one of the game's own.
void set_flag(PuzzleConditions& conditions, const std::string& name);

// Looks at positions drawn from all over the table, 500 for each round, and gives each puzzle once.
// The same seed gives the same puzzles. Throws as Table::mine.
MineReport mine_some(const Table& table, const PuzzleConditions& conditions,
                     const MineOptions& options, std::uint64_t seed, const PuzzleSink& sink,
                     std::uint64_t rounds = 40);

// Enough rounds to draw most positions of a small table, and no more than of a large one.
std::uint64_t puzzle_rounds(std::uint64_t positions);

// What a puzzle is asked for beside a condition: what ends the game at once is none.
PuzzleConditions proper_puzzles(const Table& table, const std::string& condition);

// A puzzle, and which of the conditions it was looked for by.
struct KindOfPuzzle {
  std::string condition;
  Puzzle puzzle;
};
// For each of the conditions that can be met or not, the most difficult puzzle among those that
// meet it: in a table with no more than 20,000 positions of all, else of so many drawn at random. A
// position is given once, and what cannot be asked of a table is left out. Solutions have some
// twenty moves at most. The same seed gives the same puzzles. Throws Interrupted, and as
// Table::mine.
std::vector<KindOfPuzzle> best_puzzles(const Table& table, std::uint64_t seed,
                                       const MineOptions& options);

}  // namespace zermelo
