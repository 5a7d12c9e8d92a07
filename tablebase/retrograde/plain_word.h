// SPDX-License-Identifier: MIT
// Everything that the retrograde solver knows about one position while it works, in one machine
// word, for games in which no move is ever forbidden (state_word.h is for those with a repetition
// rule).
//
//   value   as far as known (0: not yet), or, while `floor` is set, the number of plies that a loss
//           cannot fall below because of losing exits
//   open    inner moves not decided yet, plus one if some exit draws
//
// A value may be *scheduled*: a win by an exit is entered before its level has come, and a faster
// inner win replaces it.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

#include "gen/value.h"

namespace zermelo {

class PlainWord {
 public:
  using Storage = std::uint32_t;
  using Code = std::uint32_t;  // a value: twice its plies, plus one for a win; 0 is "not known"
  static constexpr bool forbids = false;
  static constexpr bool is_widest = true;
  static constexpr unsigned max_moves = (1u << 14) - 1;  // that are inner
  // One more than a value can have. A level this high means that some value does not fit.
  static constexpr int max_plies = Value::max_plies + 1;
  // The word of a place that is not a member: it matches no level and nothing is propagated to it.
  static constexpr Storage unused = (Storage{1} << 17) - 1;

  static constexpr bool can_hold(Value) { return true; }
  static constexpr Code win(int plies) { return static_cast<Code>(plies) << 1 | 1; }
  static constexpr Code loss(int plies) { return static_cast<Code>(plies) << 1; }
  static constexpr bool is_win(Code code) { return (code & 1) != 0; }
  static constexpr int plies(Code code) { return static_cast<int>(code >> 1); }
  // For a code below max_plies.
  static constexpr Value value(Code code) {
    if (code == 0) return Value::draw();
    return is_win(code) ? Value::win(plies(code)) : Value::loss(plies(code));
  }

  // What a position's moves amount to as long as no inner one is decided.
  class Moves {
   public:
    // Moves to the same place count once.
    void add_inner() { ++open_; }
    // A move that ends the game or leaves what is solved together; what it is worth to its maker.
    void add_known(Value value) {
      if (value.is_draw()) draws_ = true;
      if (value.is_win() && (!exit_win_.is_win() || value > exit_win_)) exit_win_ = value;
      if (value.is_loss() && value.plies() > floor_.plies()) floor_ = value;
    }

   private:
    friend PlainWord;
    unsigned open_ = 0;
    Value exit_win_, floor_;
    bool draws_ = false;
  };

  // Nothing if there are too many moves.
  static constexpr std::optional<PlainWord> initial(const Moves& moves) {
    const unsigned open = moves.open_ + (moves.draws_ ? 1 : 0);
    if (open > max_moves) return std::nullopt;
    PlainWord word(open << open_shift);
    if (moves.exit_win_.is_win()) {
      word.set_first(win(moves.exit_win_.plies()));
    } else if (moves.floor_.is_loss()) {
      word.set_first(loss(moves.floor_.plies()));
      if (open > 0) word.bits_ |= floor_bit;
    }
    return word;
  }

  constexpr explicit PlainWord(Storage bits) : bits_(bits) {}
  constexpr Storage bits() const { return bits_; }
  constexpr Code first() const { return has_floor() ? 0 : value_or_floor(); }
  constexpr unsigned open() const { return bits_ >> open_shift; }
  // Whether the word `bits` may hold a value of `plies` plies; a floor of as many also gives true.
  static constexpr bool may_have_level(Storage bits, int plies) {
    return PlainWord::plies(bits & value_mask) == plies;
  }

  // Whether its contents are possible: a value or floor has plies; a loss leaves no move open; a
  // floor belongs to a loss, and some move is open. (For a member's word.)
  constexpr bool check() const {
    const Code code = value_or_floor();
    if (code == 0) return !has_floor();
    if (plies(code) == 0) return false;
    if (has_floor()) return !is_win(code) && open() > 0;
    return is_win(code) || open() == 0;
  }

  // A successor has been found to be a win for its mover; `level_loss` is the loss one ply after
  // it. (Moves have no numbers: the first argument is for words that have them.)
  constexpr void losing_move(unsigned, Code level_loss) {
    assert(open() > 0);
    bits_ -= Storage{1} << open_shift;
    if (open() > 0 || first() != 0) return;
    set_first(value_or_floor() > level_loss ? value_or_floor() : level_loss);
  }
  // ... to be a loss; `level_win` is the win one ply after it.
  constexpr void winning_move(unsigned, Code level_win) {
    if (first() == 0 || (is_win(first()) && first() > level_win)) set_first(level_win);
  }

 private:
  static constexpr Storage value_mask = (Storage{1} << 17) - 1, floor_bit = Storage{1} << 17;
  static constexpr int open_shift = 18;

  constexpr bool has_floor() const { return (bits_ & floor_bit) != 0; }
  constexpr Code value_or_floor() const { return bits_ & value_mask; }
  constexpr void set_first(Code code) { bits_ = (bits_ & ~(value_mask | floor_bit)) | code; }

  Storage bits_;
};

}  // namespace zermelo
