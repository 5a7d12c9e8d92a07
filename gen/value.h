// SPDX-License-Identifier: MIT
// The game-theoretic value of a state: win, loss or draw for the side to move, and the number of
// plies to the end of the game when the winner hastens and the loser delays. In some games play
// that never ends is one side's win, and such a value has no number of plies.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "gen/cxx_standard.h"

namespace zermelo {

enum class Outcome : std::int8_t { loss = -1, draw = 0, win = 1 };
// For the other side.
constexpr Outcome opposite(Outcome outcome) {
  return static_cast<Outcome>(-static_cast<int>(outcome));
}

// A side, by the name of its pieces.
enum class Colour : std::uint8_t { black, white };

constexpr Colour colour_of(bool is_white) { return is_white ? Colour::white : Colour::black; }
constexpr Colour opponent_of(Colour colour) { return colour_of(colour == Colour::black); }
// "Black" or "White".
constexpr const char* colour_name(Colour colour) {
  return colour == Colour::white ? "White" : "Black";
}

// What a value counts: plies to the end of the game; by how much the game is won; only win, loss or
// draw; moves to a puzzle's goal, where what has no solution counts as a draw; or plies to the next
// move from which the n-move rule of a chess variant counts anew (a capture, a pawn's move).
enum class Metric : std::uint8_t { distance, score, outcome, moves, zeroing };

// Whether a table of that metric tells who wins, but not in how many plies or by how much.
constexpr bool tells_only_results(Metric metric) {
  return metric == Metric::outcome || metric == Metric::zeroing;
}

// Who moves after a move: the other side, or the one that has made it, as after an extra turn and
// in a puzzle for one.
enum class NextMover : std::uint8_t { other, same };

// Sixteen bits, as in tables. In a table of distances +n is a win in n plies, -n a loss in n plies,
// 0 a draw; n lies in 1..32766 (a loss "in 0" does not occur: a finished game has no side to move).
// +32767 is a win by endless play, -32767 a loss by it. In tables of scores and outcomes all
// numbers but 0 are what of_score and of_outcome say, and is_endless() and plies() have no meaning.
// In a table of plies to zeroing +n is a win whose next zeroing move comes in n plies at most; and
// +(past_rule + n) a cursed win, which the n-move rule turns into a draw: its zeroing move comes n
// plies later than the rule allows, or in n plies, and a later one comes too late. A loss is the
// same with a minus; a cursed win's other side has a blessed loss.
class Value {
 public:
  static constexpr int max_plies = 32766;

  constexpr Value() = default;
  static constexpr Value draw() { return Value(); }
  static constexpr Value win(int plies) { return Value(static_cast<std::int16_t>(plies)); }
  static constexpr Value loss(int plies) { return Value(static_cast<std::int16_t>(-plies)); }
  static constexpr Value endless(Outcome outcome) {
    return Value(static_cast<std::int16_t>(static_cast<int>(outcome) * (max_plies + 1)));
  }
  // In a table of scores: won by this much, or lost if it is negative.
  static constexpr Value of_score(int score) { return Value(static_cast<std::int16_t>(score)); }
  constexpr int score() const { return raw_; }
  // In a table of outcomes: a win "in 1", a loss "in 1", or a draw.
  static constexpr Value of_outcome(Outcome outcome) {
    return Value(static_cast<std::int16_t>(outcome));
  }
  // In a table of plies to zeroing: how much the plies of cursed wins and blessed losses are raised
  // by, and whether this is one.
  static constexpr int past_rule = 1 << 14;
  constexpr bool is_past_rule() const { return !is_endless() && magnitude() > past_rule; }
  static constexpr Value from_raw(std::int16_t raw) { return Value(raw); }

  constexpr Outcome outcome() const {
    return raw_ > 0 ? Outcome::win : raw_ < 0 ? Outcome::loss : Outcome::draw;
  }
  // What the game ends with: a cursed win, in a table of plies to zeroing, is a draw by the n-move
  // rule, and so is a blessed loss.
  constexpr Outcome result(Metric metric) const {
    return metric == Metric::zeroing && is_past_rule() ? Outcome::draw : outcome();
  }
  constexpr bool is_win() const { return raw_ > 0; }
  constexpr bool is_loss() const { return raw_ < 0; }
  constexpr bool is_draw() const { return raw_ == 0; }
  // Whether it is a win or a loss because play never ends.
  constexpr bool is_endless() const { return magnitude() == max_plies + 1; }
  // Plies to the end; 0 for a draw and for endless play.
  constexpr int plies() const { return is_endless() ? 0 : magnitude(); }
  // The number without its sign: by how much the game is won or lost in a table of scores.
  constexpr int magnitude() const { return raw_ < 0 ? -raw_ : raw_; }
  constexpr std::int16_t raw() const { return raw_; }

  // The number of that metric: plies, or by how much the game is won or lost. (Of cursed wins and
  // blessed losses, the plies past the n-move rule.)
  constexpr int amount(Metric metric) const {
    if (metric == Metric::zeroing) return is_past_rule() ? magnitude() - past_rule : magnitude();
    return metric == Metric::distance ? plies() : magnitude();
  }

  // The same as the other side sees it.
  constexpr Value opposite() const { return Value(static_cast<std::int16_t>(-raw_)); }

  // What a move is worth to its maker if it leads to a state worth this to the opponent.
  constexpr Value before_move() const {
    if (is_draw() || is_endless()) return opposite();
    return is_win() ? loss(plies() + 1) : win(plies() + 1);
  }
  // The same if it is worth this to `next`, who moves there.
  constexpr Value before_move(NextMover next) const {
    return next == NextMover::other ? before_move() : before_move().opposite();
  }

  // The reverse, for a best move that does not end the game: what the state that it leads to is
  // worth to the opponent.
  constexpr Value after_move() const {
    if (is_draw() || is_endless()) return opposite();
    return is_win() ? loss(plies() - 1) : win(plies() - 1);
  }
  // The same, worth to `next`, who moves there.
  constexpr Value after_move(NextMover next) const {
    return next == NextMover::other ? after_move() : after_move().opposite();
  }

  constexpr bool operator==(const Value&) const = default;
  // Ordered by preference of the side to move: slow losses above fast ones, fast wins above slow
  // ones; endless play is the slowest win and the slowest loss.
  constexpr std::strong_ordering operator<=>(const Value& other) const {
    return preference() <=> other.preference();
  }

 private:
  constexpr explicit Value(std::int16_t raw) : raw_(raw) {}
  constexpr int preference() const {
    if (is_draw()) return 0;
    return is_win() ? max_plies + 2 - magnitude() : magnitude() - max_plies - 2;
  }
  std::int16_t raw_ = 0;
};

constexpr const char* outcome_name(Outcome outcome) {
  return outcome == Outcome::win ? "win" : outcome == Outcome::loss ? "loss" : "draw";
}

// "win in 7", "loss in 12", "win by endless play", "draw"; a score is "win by 7", "loss by 12",
// "draw"; an outcome is "win", "loss", "draw"; a puzzle's is "solved in 7 moves", "no solution";
// with plies to zeroing "win, zeroing in 7", "cursed win, 3 past the rule", "draw".
std::string to_string(Value value, Metric metric = Metric::distance);
// Of a value in a table of plies to zeroing: "win", "cursed-win", "draw", "blessed-loss" or "loss".
const char* category_name(Value value);

}  // namespace zermelo
