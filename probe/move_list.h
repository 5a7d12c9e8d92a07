// SPDX-License-Identifier: MIT
// Reads games as people write them down: "1. b2L c3D! {a good reply} 2.a1L 1-0", "F5D6C3", and
// "4453" for the columns of Connect Four.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "probe/game.h"

namespace zermelo {

// The words of a list of moves. Whatever says nothing about the game is left out: the numbers of
// moves ("1." "2..." "3)"), also where a move follows at once ("1.b2L"); marks (! and ?, "$1");
// comments, in braces (but not moves that are written by their results, "{a1=.,b1=w}"), or from a
// semicolon to the end of its line; variations in parentheses; tags
// in brackets; results ("1-0", "1/2-1/2", "*", "34-30"); commas. A word may be several moves.
// Throws UsageError if a comment, a variation or a tag has no end. Thread-safe, as all here.
std::vector<std::string> read_moves(std::string_view text);

// Which of these moves a word is, by its number: written exactly, or else with different
// capitalization; the column of a disc also by its number, from 1, where all moves are columns; a
// pass also as "--", "pa" or "ps". Nothing if it is none of these moves.
std::optional<std::size_t> find_move(std::span<const std::string> legal, std::string_view word);
// The same for legal moves; also by the other ways to write one.
std::optional<std::size_t> find_move(std::span<const LegalMove> legal, std::string_view word);

// One move of a game that is being played through.
struct PlayedMove {
  std::string position;         // before it
  LegalMove move;               // as the rules write it
  std::size_t legal_moves = 0;  // how many there were
};

// Plays the words of a list of moves from a position (empty: the start of the game). A word may be
// a move or several without spaces, or several words may be a move that is written with spaces; a
// pass that is forced may be left out, as in the transcripts of Othello. Throws IllegalMove, with
// the move's number, for a move that the rules do not allow or that comes after the end of the
// game; IllegalPosition or GameOver for `start`.
std::vector<PlayedMove> play_moves(const Game& game, std::span<const std::string> words,
                                   std::string_view start = {});

}  // namespace zermelo
