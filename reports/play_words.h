// SPDX-License-Identifier: MIT
// The report on play (reports/play_report.h) in sentences: what people read first, on a terminal
// and on a page. Each is a whole sentence without a newline, or empty if there is nothing to say.
// Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/play_report.h"

namespace zermelo::play_words {

// 0.5263 as "52.6 %".
std::string percent(double share);
std::string percent(std::uint64_t part, std::uint64_t whole);

// What to call the game of a table: by its title or, if rules in BDDL have none, by its file.
std::string title(const Table& table);

// Who wins, in how many plies, with how many first moves.
std::string value(const PlayReport& report);
// What a swap rule does to it.
std::string swap(const PlayReport& report);
// Play between players who move at random.
std::string random_play(const PlayReport& report);
// How large the game is: positions, bytes, trees.
std::string size(const PlayReport& report);
// The task of a puzzle: "Black to move: win in 5."; its condition as a phrase; its first move, or
// moves that are as good.
std::string puzzle_task(const KindOfPuzzle& puzzle);
std::string puzzle_kind(const KindOfPuzzle& puzzle);
std::string puzzle_key(const KindOfPuzzle& puzzle);
// How many positions play leads to, and for whom they are won.
std::string positions(const PlayReport& report);
std::string longest_win(const PlayReport& report);
// How many plies random games take.
std::string random_lengths(const PlayReport& report);
std::string settled(const PlayReport& report);
// What the uses of actions or pieces show: those that no best move needs.
std::string needless(const std::vector<PlayReport::Use>& uses, std::string_view what);
// What the game without an action is like.
std::string without(const PlayReport::Without& without, const PlayReport& report);

// That, and how far, numbers are estimates from a sample.
std::string sample(const PlayReport& report);
// What there was no time for.
std::string left_out(const PlayReport& report);

// What the tables say that follow.
inline constexpr const char* errors =
    "Each plays a best move (any of several, all as likely), but with the chance given, a legal "
    "move at random. (What goes on does so for ever, or for very many plies.)";
inline constexpr const char* by_ply =
    "Positions by their distance from the start; the moves that are legal, that keep the outcome, "
    "and that are best, on average; how many positions have one move that keeps the outcome among "
    "several, a single legal move, a trap (not lost, and at most a quarter of the moves keep the "
    "outcome); and how often a random move keeps the outcome.";
inline constexpr const char* actions =
    "In how many positions some legal move needs each action of the rules, some best move does, "
    "and "
    "no move without it keeps the outcome.";
inline constexpr const char* pieces =
    "In how many positions some legal move moves each kind of piece, some best move does, and no "
    "other move keeps the outcome.";
inline constexpr const char* puzzles =
    "Of each kind the most difficult one among the positions of the table, or among 20,000 of them "
    "drawn at random.";
inline constexpr const char* squares =
    "In how many of a hundred positions some best move goes to each square:";

}  // namespace zermelo::play_words
