// SPDX-License-Identifier: MIT
// What endgame tables of a chess variant are about: squares, men, ways to go, kinds of men, moves,
// and how games end. The rules (endgame_rules.h) put them to work.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/value.h"

namespace zermelo::endgames {

// A set of squares. Square number y * width + x is in file x and rank y, both from 0, as White
// sees them.
__extension__ using SquareBits = unsigned __int128;
using Square = std::uint8_t;

inline constexpr int max_squares = 120;
inline constexpr int max_men = 8;
inline constexpr Square no_square = 0xff;

constexpr SquareBits bit_of(int square) { return SquareBits{1} << square; }
constexpr bool has(SquareBits set, int square) { return (set >> square & 1) != 0; }
constexpr int count_of(SquareBits set) {
  return std::popcount(static_cast<std::uint64_t>(set)) +
         std::popcount(static_cast<std::uint64_t>(set >> 64));
}

enum Side : std::uint8_t { first_side, second_side };  // White and Black in chess
constexpr int other(int side) { return side ^ 1; }

// One way in which a man may go from a square to another. It is open if exactly `needed` of the
// squares in `mask` are occupied, and all of those in `must`.
struct Way {
  Square from = 0, to = 0;
  SquareBits mask = 0, must = 0;
  std::uint8_t needed = 0;
  bool quiet = true, capture = true;  // to a square that is empty; that an enemy stands on
  Square passed = no_square;  // of a quiet double step: where the man can be taken en passant

  bool is_open(SquareBits occupied) const {
    const SquareBits met = occupied & mask;
    if (needed == 0 ? met != 0 : count_of(met) != needed) return false;
    return (occupied & must) == must;
  }
  bool operator==(const Way&) const = default;
};

// A kind of man. Arrays are by side; kinds that there are none of are no_kind.
inline constexpr int no_kind = -1;
struct Kind {
  std::string letter;     // as in signatures, upper case: "K", "+P"
  bool is_royal = false;  // may not be left under attack
  bool takes_en_passant = false;
  std::array<bool, 2> zeroes{};        // whether the n-move rule counts anew from its moves
  std::array<SquareBits, 2> region{};  // where it may stand
  std::array<SquareBits, 2> barred{};  // where it may not come unless another man becomes it there
  std::array<std::vector<Way>, 2> ways;

  bool shuns_own_kind = false;  // it goes over no man of its kind, of either side, and takes none

  // What it may become. As pawns of chess do: when it arrives in the zone.
  std::array<SquareBits, 2> zone{};
  std::array<std::vector<int>, 2> promotes_to;  // kinds
  bool must_promote = true;
  // As men of shogi do: when it moves within the zone, into it or out of it; and what it becomes
  // there when it steps back.
  int turns_to = no_kind, turns_back_to = no_kind;
  bool must_turn = false, turns_only_taking = false;
  // How many that look like this one (whose kind that is; no_kind: this one) its side may have for
  // another man to become it; -1: any number.
  int limit = -1, looks_like = no_kind;

  // How many of it each side has at most, as play brings no others; -1: any number.
  std::array<int, 2> most{-1, -1};

  // Men in hand.
  int in_hand = no_kind;              // what it is in the hand of the side that takes it
  std::array<SquareBits, 2> drops{};  // where it may be dropped
  int turned_drop = no_kind;          // what else it may be dropped as
  int most_on_file = 0;  // it may not be dropped where a file has so many like it; 0: it may
  bool may_drop_mate = true;

  bool is_plain() const {
    return promotes_to[0].empty() && promotes_to[1].empty() && turns_to == no_kind &&
           turns_back_to == no_kind;
  }
};

// A kind and the side that it belongs to, as one number.
constexpr int man_of(int kind, int side) { return 2 * kind + side; }
constexpr int kind_of(int man) { return man / 2; }
constexpr int side_of(int man) { return man & 1; }

// Men on the board, in any order, and in hand, ascending; and what is counted besides.
struct Men {
  int count = 0, in_hand = 0;
  std::array<std::uint8_t, max_men> man{}, hand{};
  std::array<Square, max_men> at{};
  SquareBits occupied = 0;
  std::array<std::uint8_t, 2> checks{};  // that a side still has to give, where they are counted

  void add(int which, int square) {
    assert(count < max_men && !has(occupied, square));
    man[static_cast<std::size_t>(count)] = static_cast<std::uint8_t>(which);
    at[static_cast<std::size_t>(count++)] = static_cast<Square>(square);
    occupied |= bit_of(square);
  }
  void add_to_hand(int which) {
    assert(in_hand < max_men);
    auto k = static_cast<std::size_t>(in_hand++);
    for (; k > 0 && hand[k - 1] > which; --k) hand[k] = hand[k - 1];
    hand[k] = static_cast<std::uint8_t>(which);
  }
  void take_from_hand(int which) {
    std::size_t k = 0;
    while (hand[k] != which) ++k;
    assert(k < static_cast<std::size_t>(in_hand));
    for (--in_hand; k < static_cast<std::size_t>(in_hand); ++k) hand[k] = hand[k + 1];
  }
  void remove(int i) {
    occupied &= ~bit_of(at[static_cast<std::size_t>(i)]);
    for (auto k = static_cast<std::size_t>(i); k + 1 < static_cast<std::size_t>(count); ++k) {
      man[k] = man[k + 1];
      at[k] = at[k + 1];
    }
    --count;
  }
  void put(int i, int square) {
    occupied = (occupied & ~bit_of(at[static_cast<std::size_t>(i)])) | bit_of(square);
    at[static_cast<std::size_t>(i)] = static_cast<Square>(square);
  }
  // The number of the man on a square, or -1.
  int on(int square) const {
    for (int i = 0; i < count; ++i) {
      if (at[static_cast<std::size_t>(i)] == square) return i;
    }
    return -1;
  }
};

// A legal move.
struct Move {
  int index;  // of the man that moves, before; -1 if it is dropped from the hand
  Square from, to;
  int captured;   // the index of the man that is taken, or -1
  int becomes;    // what the man is afterwards
  Square passed;  // of a double step, otherwise no_square

  // Whether men of the same kinds are on the board afterwards.
  bool is_quiet(const Men& before) const {
    return index >= 0 && captured < 0 && before.man[static_cast<std::size_t>(index)] == becomes;
  }
};

// What a move does to the men, as far as it matters for which moves are compulsory.
enum class MoveType : std::uint8_t { quiet, capture, drop };

// How games end, and what moves are compulsory or illegal because of it.
struct Endings {
  // For a side that has no legal move: if it is not in check, and if it is.
  Outcome stalemate = Outcome::draw, checkmate = Outcome::loss;
  bool stalemate_by_count = false;  // `stalemate` is for the side with fewer men

  // A side that has come to have so many men of these kinds (a set of their numbers) in its region
  // has won.
  struct Flag {
    SquareBits region = 0, kinds = 0;
    bool royal_alone = false;  // the kinds are the royal ones
  };
  std::array<Flag, 2> flag{};
  int flag_count = 1;
  bool flag_move = false;     // the other side has a reply, if it is the first side that has come
  bool flag_safe = false;     // only men that are not attacked count
  bool flag_blocked = false;  // one such man is enough if the region has no free square

  // What it is worth for a side that so few of its men of one of these kinds are left (or of all
  // its men), while the other side has at least so many of them; one more if the poor side is to
  // move and the end must be claimed.
  std::optional<Outcome> extinction = {};
  SquareBits extinct_kinds = 0;
  bool extinct_all = false, extinct_claim = false;
  int extinct_count = 0, extinct_opponent_count = 0;
  // The last men of these kinds, no more of them than `extinct_count` and one, may not be left
  // attacked; with `duple_check`, nor all men of these kinds at once.
  bool pseudo_royal = false, duple_check = false;

  // A capture removes the taker, and all men next to it but such as it spares; immune men stay
  // wherever they are. (Sets of kinds.)
  bool blast = false;
  SquareBits blast_spares = 0, blast_immune = 0;

  // A side's men in a row, in a square of so many files and ranks, on a line with anything between,
  // or in a chain from one region to the other. It is looked for after that side's move.
  struct Connection {
    int row = 0, square = 0, collinear = 0;  // how many; 0 for no such end
    std::vector<std::pair<int, int>> directions;
    SquareBits kinds = 0;
    std::array<SquareBits, 2> from{}, to{};
    Outcome value = Outcome::win;  // of the side whose men they are

    bool is_there() const { return row + square + collinear > 0 || (from[0] | from[1]) != 0; }
  };
  Connection connection;

  // Where men are counted: what each kind is worth (empty: nothing), and what the first side is
  // ahead before. That is done at stalemate, and when all squares are occupied, if that ends games.
  std::vector<int> points;
  int points_ahead = 0;
  bool full_board_ends = false;

  // Who has given so many checks to a royal man has won; 0 if they are not counted.
  std::array<int, 2> checks{};

  // What play without end is worth: to the first side, unless who from some move on gives check
  // with each move loses by that; both: a draw.
  Outcome endless = Outcome::draw;
  bool perpetual_check_loses = false;

  SquareBits mutually_immune = 0;  // kinds that take no men of their own kind
  bool makpong = false;            // a royal man in check may only take the only man that gives it
  bool must_capture = false;       // if there is a legal capture, only captures are legal
  bool checking = true;            // false: giving check is illegal
  bool drop_checks = true;         // false: giving check by a drop is
  bool royals_may_face = true;     // false: not along a file or a rank with nothing between them
  // Kinds: a side with one of these in hand drops no others, and plays no other move while it can
  // drop one.
  SquareBits must_drop = 0;
  int dropped_on_both_shades = no_kind;  // of these men, a side drops one on squares of each shade
  // By side: whether it may pass instead of a move, and whether that is so only without other
  // moves. The second pass in a row ends the game.
  std::array<bool, 2> pass{}, pass_on_stalemate{};

  // Whether a position can be over although there are moves.
  bool has_early_ends() const {
    return extinction.has_value() || (flag[0].region | flag[1].region) != 0 ||
           connection.is_there() || full_board_ends || counts_checks();
  }
  // Whether play without end may be more than a draw.
  bool has_endless_rule() const { return endless != Outcome::draw || perpetual_check_loses; }
  bool counts_checks() const { return checks[0] > 0; }
  // Whether a side may ever pass.
  bool passes(int side) const {
    return pass[static_cast<std::size_t>(side)] ||
           pass_on_stalemate[static_cast<std::size_t>(side)];
  }
  bool has_passes() const { return passes(first_side) || passes(second_side); }
  // Whether men are left safe if nothing attacks the royal ones, and captures take one man.
  bool is_plain_check() const {
    return !pseudo_royal && !blast && !makpong && mutually_immune == 0;
  }
};

}  // namespace zermelo::endgames
