// SPDX-License-Identifier: MIT
// Everything that the retrograde solver knows about one position while it works, in one machine
// word, and the two rules by which an propagated successor changes it (docs/architecture.md, "One
// word"). For games whose repetition rule forbids a move; plain_word.h is for all others.
//
//   first    value with nothing forbidden, as far as known (0: not yet)
//   second   value with the move `slot` forbidden (0: not yet), or, while `floor` is set, the
//            number of plies that a loss cannot fall below because of losing exits
//   open     inner moves not decided yet, plus one if some exit draws
//   mixed    XOR of the open moves' slots (an exit that draws counts as no_slot); when open is 1
//            it names the move that is left
//   slot     the move that `first` is due to, or the last one open: the one whose being forbidden
//            makes a difference
//
// A value may be *scheduled*: a win by an exit is in `first` before its level has come, and a
// faster inner win replaces it.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "gen/value.h"

namespace zermelo {

// Storage is the word; Traits say how wide the fields are and how a value is written.
template <class StorageType, class Traits>
class StateWord {
 public:
  using Storage = StorageType;
  using Code = std::uint32_t;            // a value in this word's encoding; 0 is "not known"
  static constexpr bool forbids = true;  // a position may be met with a move forbidden
  static constexpr bool is_widest = Traits::is_widest;
  static constexpr unsigned no_slot = (1u << Traits::slot_bits) - 1;
  static constexpr unsigned max_moves = (1u << Traits::open_bits) - 1;  // that are inner
  // Values have fewer plies than this; a level this high means that some value does not fit.
  static constexpr int max_plies = Traits::max_plies;
  static constexpr std::size_t value_kinds = std::size_t{1} << Traits::value_bits;  // at most
  static constexpr Code max_code = (Code{1} << Traits::value_bits) - 1;
  // The word of an index that is not a member: it matches no level and nothing is propagated to it.
  static constexpr Storage unused = Storage{max_code};

  // Whether the encoding can write this value (see Traits).
  static constexpr bool can_hold(Value v) { return v.is_draw() || Traits::can_hold(v); }
  static constexpr Code win(int plies) { return Traits::encode(true, plies); }
  static constexpr Code loss(int plies) { return Traits::encode(false, plies); }
  // A draw is a value that never becomes known.
  static constexpr Code code_of(Value v) {
    if (v.is_draw()) return 0;
    return v.is_win() ? win(v.plies()) : loss(v.plies());
  }
  static constexpr bool is_win(Code code) { return Traits::is_win(code); }
  static constexpr int plies(Code code) { return Traits::plies(code); }
  static constexpr Value value(Code code) {
    if (code == 0) return Value::draw();
    return is_win(code) ? Value::win(plies(code)) : Value::loss(plies(code));
  }

  constexpr explicit StateWord(Storage bits) : bits_(bits) {}

  // What a position's moves amount to as long as no inner one is decided.
  class Moves {
   public:
    // `slot` is the move's number, or that of its twins up to symmetry, which count once.
    void add_inner(unsigned slot) {
      ++open_;
      mixed_ ^= slot;
    }
    // A move that ends the game or leaves what is solved together; what it is worth to its maker.
    void add_known(Value value) {
      if (value.is_draw()) draws_ = true;
      if (value.is_win() && (!exit_win_.is_win() || value > exit_win_)) exit_win_ = value;
      if (value.is_loss() && value.plies() > floor_.plies()) floor_ = value;
      if (value.is_loss() && value.plies() >= 2) ++slow_losses_;
    }
    // An inner move after which the other side wins at once.
    void add_loss_in_2(unsigned slot) {
      slow_slot_ = slot;
      add_known(Value::loss(2));
    }

   private:
    friend StateWord;
    unsigned open_ = 0, mixed_ = 0;
    unsigned slow_losses_ = 0, slow_slot_ = no_slot;  // losing moves that do not end the game
    Value exit_win_, floor_;
    bool draws_ = false;
  };

  // Nothing if some value or the number of moves does not fit.
  static constexpr std::optional<StateWord> initial(Moves moves) {
    if (moves.draws_) {
      ++moves.open_;
      moves.mixed_ ^= no_slot;
    }
    // With two moves open, a floor of one ply says no more than the least inner loss, 2, does;
    // written as 2, it does not require words that can hold a loss in 1.
    if (moves.open_ >= 2 && moves.floor_ == Value::loss(1)) moves.floor_ = Value::loss(2);
    if (!can_hold(moves.exit_win_) || !can_hold(moves.floor_) || moves.open_ > max_moves)
      return std::nullopt;
    StateWord word =
        initial(moves.open_, moves.mixed_, code_of(moves.exit_win_), code_of(moves.floor_));
    const bool lost = moves.open_ == 0 && !moves.exit_win_.is_win();
    if (lost && moves.slow_losses_ == 1 && moves.slow_slot_ != no_slot)
      word.set_loss_in_1_without(moves.slow_slot_);
    return word;
  }
  // The word before any successor is known. `exit_win` is the fastest win by an exit, `floor` the
  // longest losing exit (both as codes seen from this position, 0: none).
  static constexpr StateWord initial(unsigned open, unsigned mixed, Code exit_win, Code floor) {
    StateWord w{0};
    w.set_open(open);
    w.set_mixed(mixed);
    w.set_slot(no_slot);
    if (exit_win != 0) {
      w.set_first(exit_win);
      return w;
    }
    if (open == 0) {
      w.set_first(floor);
    } else if (open == 1 && mixed != no_slot && floor != 0) {
      w.set_second(floor);
      w.set_slot(mixed);
    } else if (floor != 0) {
      w.set_second(floor);
      w.set_floor(true);
    }
    return w;
  }

  // For a position lost from the start, whose one move that does not end the game at once is
  // `slot`: with it forbidden, the loss comes in 1.
  constexpr void set_loss_in_1_without(unsigned slot) {
    set_second(loss(1));
    set_slot(slot);
  }

  constexpr Storage bits() const { return bits_; }
  constexpr Code first() const { return field(0, Traits::value_bits); }
  // The value with `slot` forbidden, 0 if not known (or equal to the first).
  constexpr Code second() const { return floor() ? 0 : second_or_floor(); }
  constexpr unsigned slot() const { return field(slot_shift, Traits::slot_bits); }
  constexpr unsigned open() const { return field(open_shift, Traits::open_bits); }
  // Whether the word `bits` may hold a value of `plies` plies; a floor of as many also gives true.
  static constexpr bool may_have_level(Storage bits, int plies) {
    const auto low = static_cast<std::uint32_t>(bits) & max_code;
    const auto high = static_cast<std::uint32_t>(bits >> Traits::value_bits) & max_code;
    const bool is_first = Traits::has_plies(low, plies), is_second = Traits::has_plies(high, plies);
    return is_first | is_second;  // without a branch
  }

  constexpr bool floor() const { return (bits_ >> floor_shift & 1) != 0; }

  // Whether its contents are possible. (For a member's word.)
  // - A position that is lost has no move open; one not known has no win even with a move
  // forbidden.
  // - A second value is with some move forbidden; it is not better than the first: not a faster
  // win,
  //   not a slower loss.
  // - A floor belongs to a loss.
  constexpr bool check() const {
    const Code one = first(), two = second_or_floor();
    if (floor()) return two != 0 && !is_win(two) && (one == 0 || is_win(one) || open() == 0);
    if (one != 0 && !is_win(one) && open() > 0) return false;
    if (two == 0) return true;
    if (slot() == no_slot) return false;
    if (one == 0) return !is_win(two);
    if (is_win(one)) return !is_win(two) || plies(one) <= plies(two);
    return !is_win(two) && plies(two) <= plies(one);
  }

  // A successor by the move `slot` has been found to be a win for its mover; `level_loss` is the
  // loss one ply after it.
  [[gnu::always_inline]] constexpr void losing_move(unsigned slot, Code level_loss) {
    assert(open() > 0);
    set_open(open() - 1);
    set_mixed(mixed() ^ slot);
    if (open() == 1) {
      const bool names_it = first() == 0 || mixed() == this->slot();
      if (names_it && mixed() != no_slot && second() == 0) {
        set_second(longer(level_loss));
        set_slot(mixed());
      }
    } else if (open() == 0 && first() == 0) {
      set_first(longer(level_loss));
    }
  }

  // ... to be a loss; `level_win` is the win one ply after it.
  [[gnu::always_inline]] constexpr void winning_move(unsigned slot, Code level_win) {
    if (first() == 0) {
      set_first(level_win);
      set_slot(slot);
    } else if (is_win(first()) && slot != this->slot()) {
      second_win(slot, level_win);
    }
  }

 private:
  constexpr void second_win(unsigned slot, Code level_win) {
    if (plies(first()) > plies(level_win)) {  // a scheduled exit is overtaken
      set_second(first());
      set_first(level_win);
      set_slot(slot);
      return;
    }
    if (this->slot() == no_slot) return;  // the best move is an exit, which is never forbidden
    const Code known = second();
    if (known == 0 || (is_win(known) && plies(known) > plies(level_win))) set_second(level_win);
  }

  static constexpr int open_shift = 2 * Traits::value_bits;
  static constexpr int mixed_shift = open_shift + Traits::open_bits;
  static constexpr int slot_shift = mixed_shift + Traits::slot_bits;
  static constexpr int floor_shift = slot_shift + Traits::slot_bits;
  static_assert(floor_shift < static_cast<int>(8 * sizeof(Storage)));

  constexpr std::uint32_t field(int shift, int width) const {
    return static_cast<std::uint32_t>(bits_ >> shift & ((Storage{1} << width) - 1));
  }
  constexpr void set_field(int shift, int width, std::uint32_t value) {
    const Storage mask = ((Storage{1} << width) - 1) << shift;
    bits_ = (bits_ & ~mask) | (Storage{value} << shift);
  }
  constexpr Code second_or_floor() const { return field(Traits::value_bits, Traits::value_bits); }
  constexpr unsigned mixed() const { return field(mixed_shift, Traits::slot_bits); }
  constexpr void set_first(Code code) { set_field(0, Traits::value_bits, code); }
  constexpr void set_second(Code code) {
    set_field(Traits::value_bits, Traits::value_bits, code);
    set_floor(false);
  }
  constexpr void set_open(unsigned n) { set_field(open_shift, Traits::open_bits, n); }
  constexpr void set_mixed(unsigned slots) { set_field(mixed_shift, Traits::slot_bits, slots); }
  constexpr void set_slot(unsigned slot) { set_field(slot_shift, Traits::slot_bits, slot); }
  constexpr void set_floor(bool on) { set_field(floor_shift, 1, on ? 1 : 0); }

  // A loss lasts at least as long as the longest losing exit, and as a second value that was a
  // loss.
  constexpr Code longer(Code level_loss) const {
    const Code known = second_or_floor();
    const bool is_loss = known != 0 && !is_win(known);
    return is_loss && plies(known) > plies(level_loss) ? known : level_loss;
  }

  Storage bits_;
};

// 32 bits per position, for games whose wins take an odd and losses an even number of plies, 254 at
// most, with slots below 31. Ostle on a 5x5 board is one of them. There is room for one exception
// to the parity: members are never won in 1, so that 1 means a loss in 1, by a move that ends the
// game.
struct NarrowTraits {
  static constexpr int value_bits = 8, open_bits = 5, slot_bits = 5, max_plies = 254;
  static constexpr bool is_widest = false;
  static constexpr bool can_hold(Value v) {
    if (v.plies() == 1) return v.is_loss();
    return v.plies() <= max_plies && (v.plies() & 1) == (v.is_win() ? 1 : 0);
  }
  static constexpr std::uint32_t encode(bool, int plies) {
    return static_cast<std::uint32_t>(plies);
  }
  static constexpr bool is_win(std::uint32_t code) { return (code & 1) != 0 && code != 1; }
  static constexpr int plies(std::uint32_t code) { return static_cast<int>(code); }
  static constexpr bool has_plies(std::uint32_t code, int n) { return static_cast<int>(code) == n; }
};
using NarrowWord = StateWord<std::uint32_t, NarrowTraits>;

// 64 bits per position, for everything else.
struct WideTraits {
  static constexpr int value_bits = 16, open_bits = 8, slot_bits = 8, max_plies = Value::max_plies;
  static constexpr bool is_widest = true;
  static constexpr bool can_hold(Value v) { return v.plies() <= max_plies; }
  static constexpr std::uint32_t encode(bool win, int plies) {
    return static_cast<std::uint32_t>(plies) << 1 | (win ? 1 : 0);
  }
  static constexpr bool is_win(std::uint32_t code) { return (code & 1) != 0; }
  static constexpr int plies(std::uint32_t code) { return static_cast<int>(code >> 1); }
  static constexpr bool has_plies(std::uint32_t code, int n) {
    return static_cast<int>(code >> 1) == n;
  }
};
using WideWord = StateWord<std::uint64_t, WideTraits>;

}  // namespace zermelo
