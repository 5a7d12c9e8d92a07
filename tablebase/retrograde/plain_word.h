// SPDX-License-Identifier: MIT
// Everything that the retrograde solver knows about one position while it works, in one machine
// word, for games in which no move is ever forbidden (state_word.h is for those with a repetition
// rule).
//
//   value   as far as known (0: not yet), or, while it is not, the number of plies that a loss
//           cannot fall below because of losing exits, the *floor*
//   open    inner moves not decided yet, plus one if some exit draws or leads to endless play
//
// A value may be *scheduled*: a win by an exit is entered before its level has come, and a faster
// inner win replaces it.
//
// PlainWord has 32 bits, and room for all of it. NarrowPlainWord has 16, and either a value or a
// floor and the number of open moves, since nobody asks for these once there is a value.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

#include "gen/value.h"

namespace zermelo {

// What both words have in common.
class PlainCodes {
 public:
  using Code = std::uint32_t;  // a value: twice its plies, plus one for a win; 0 is "not known"
  static constexpr bool forbids = false;

  static constexpr Code win(int plies) { return static_cast<Code>(plies) << 1 | 1; }
  static constexpr Code loss(int plies) { return static_cast<Code>(plies) << 1; }
  static constexpr bool is_win(Code code) { return (code & 1) != 0; }
  static constexpr int plies(Code code) { return static_cast<int>(code >> 1); }
  // For a code whose plies a value can have.
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
      // (Who wins by endless play is found out later, among what is not decided.)
      if (value.is_draw() || value.is_endless()) {
        draws_ = true;
        return;
      }
      if (value.is_win() && (!exit_win_.is_win() || value > exit_win_)) exit_win_ = value;
      if (value.is_loss() && value.plies() > floor_.plies()) floor_ = value;
    }

    constexpr unsigned open() const { return open_ + (draws_ ? 1 : 0); }
    // The fastest win that is known, and the slowest loss; their plies, 0 if there is none.
    constexpr int win_plies() const { return exit_win_.plies(); }
    constexpr int floor_plies() const { return floor_.plies(); }

   private:
    unsigned open_ = 0;
    Value exit_win_, floor_;
    bool draws_ = false;
  };
};

class PlainWord : public PlainCodes {
 public:
  using Storage = std::uint32_t;
  static constexpr bool is_widest = true;
  static constexpr unsigned max_moves = (1u << 14) - 1;  // that are inner
  // One more than a value can have. A level this high means that some value does not fit.
  static constexpr int max_plies = Value::max_plies + 1;
  // The word of a place that is not a member: it matches no level and nothing is propagated to it.
  static constexpr Storage unused = (Storage{1} << 17) - 1;

  static constexpr bool can_hold(Value) { return true; }
  // Nothing if there are too many moves.
  static constexpr std::optional<PlainWord> initial(const Moves& moves) {
    const unsigned open = moves.open();
    if (open > max_moves) return std::nullopt;
    PlainWord word(open << open_shift);
    if (moves.win_plies() > 0) {
      word.set_first(win(moves.win_plies()));
    } else if (moves.floor_plies() > 0) {
      word.set_first(loss(moves.floor_plies()));
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

// The same for positions with few moves whose values are not long: half of the memory.
class NarrowPlainWord : public PlainCodes {
 public:
  using Storage = std::uint16_t;
  static constexpr bool is_widest = false;
  static constexpr unsigned max_moves = 126;  // that are inner
  static constexpr int max_floor = 255;       // in plies
  // As in PlainWord.
  static constexpr int max_plies = (1 << 14) - 1;
  static constexpr Storage unused = 0xffff;

  static constexpr bool can_hold(Value) { return true; }

  // Nothing if there are too many moves, or known values of too many plies.
  static constexpr std::optional<NarrowPlainWord> initial(const Moves& moves) {
    if (moves.open() > max_moves || moves.win_plies() >= max_plies) return std::nullopt;
    if (moves.win_plies() > 0) return NarrowPlainWord(win(moves.win_plies()));
    if (moves.open() == 0 && moves.floor_plies() > 0) {
      if (moves.floor_plies() >= max_plies) return std::nullopt;
      return NarrowPlainWord(loss(moves.floor_plies()));
    }
    if (moves.floor_plies() > max_floor) return std::nullopt;
    return NarrowPlainWord(undecided | moves.open() << open_shift |
                           static_cast<unsigned>(moves.floor_plies()));
  }

  constexpr explicit NarrowPlainWord(std::uint32_t bits) : bits_(static_cast<Storage>(bits)) {
    assert(bits <= unused);
  }
  constexpr Storage bits() const { return bits_; }
  constexpr Code first() const { return is_decided() ? bits_ : 0; }
  // (Not known of a position that has a value.)
  constexpr unsigned open() const { return is_decided() ? 0 : (bits_ & ~undecided) >> open_shift; }
  static constexpr bool may_have_level(Storage bits, int plies) { return bits >> 1 == plies; }

  // Whether its contents are possible: a value has plies, and so has the floor of moves that are
  // open. (For a member's word.)
  constexpr bool check() const {
    return is_decided() ? plies(bits_) > 0 : open() > 0 || floor() == 0;
  }

  constexpr void losing_move(unsigned, Code level_loss) {
    if (is_decided()) return;
    assert(open() > 0);
    bits_ = static_cast<Storage>(bits_ - (1u << open_shift));
    if (open() > 0) return;
    set_first(plies(level_loss) > floor() ? level_loss : loss(floor()));
  }
  constexpr void winning_move(unsigned, Code level_win) {
    if (first() == 0 || (is_win(first()) && first() > level_win)) set_first(level_win);
  }

 private:
  // A value's code; or `undecided`, seven bits of open moves, and eight of the floor.
  static constexpr std::uint32_t undecided = 1u << 15, floor_mask = 0xff;
  static constexpr int open_shift = 8;

  constexpr bool is_decided() const { return (bits_ & undecided) == 0; }
  constexpr int floor() const { return bits_ & floor_mask; }
  constexpr void set_first(Code code) {
    assert(code < undecided);
    bits_ = static_cast<Storage>(code);
  }

  Storage bits_;
};

}  // namespace zermelo
