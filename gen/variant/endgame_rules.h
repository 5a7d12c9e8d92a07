// SPDX-License-Identifier: MIT
// The rules of a chess variant as its endgame tables need them: a few men on a board of at most 12
// by 10 squares, without castling and counters. All that men do is in *ways*, which are tested
// against the set of squares that are occupied, so that nothing here knows of sliders or leapers.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

// A kind of man. Arrays are by side.
struct Kind {
  std::string letter;     // as in signatures, upper case: "K", "+P"
  bool is_royal = false;  // may not be left under attack
  bool takes_en_passant = false;
  bool must_promote = true;                     // when it comes to a square of the zone
  std::array<SquareBits, 2> region{};           // where it may stand
  std::array<SquareBits, 2> zone{};             // where it promotes on arrival
  std::array<std::vector<int>, 2> promotes_to;  // kinds
  std::array<std::vector<Way>, 2> ways;
};

// A kind and the side that it belongs to, as one number.
constexpr int man_of(int kind, int side) { return 2 * kind + side; }
constexpr int kind_of(int man) { return man / 2; }
constexpr int side_of(int man) { return man & 1; }

// Men on the board, in any order.
struct Men {
  int count = 0;
  std::array<std::uint8_t, max_men> man{};
  std::array<Square, max_men> at{};
  SquareBits occupied = 0;

  void add(int which, int square) {
    assert(count < max_men && !has(occupied, square));
    man[static_cast<std::size_t>(count)] = static_cast<std::uint8_t>(which);
    at[static_cast<std::size_t>(count++)] = static_cast<Square>(square);
    occupied |= bit_of(square);
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
  int index;  // of the man that moves, before
  Square from, to;
  int captured;   // the index of the man that is taken, or -1
  int becomes;    // what the man is afterwards
  Square passed;  // of a double step, otherwise no_square

  // Whether men of the same kinds are on the board afterwards.
  bool is_quiet(const Men& before) const {
    return captured < 0 && before.man[static_cast<std::size_t>(index)] == becomes;
  }
};

// How games end, and what moves are compulsory or illegal because of it.
struct Endings {
  // For a side that has no legal move: if it is not in check, and if it is.
  Outcome stalemate = Outcome::draw, checkmate = Outcome::loss;
  bool stalemate_by_count = false;  // instead: a loss for the side with fewer men

  // A side that has come to have so many men of these kinds (a set of their numbers) in its region
  // has won.
  struct Flag {
    SquareBits region = 0, kinds = 0;
  };
  std::array<Flag, 2> flag{};
  int flag_count = 1;

  // What it is worth for a side that so few of its men of one of these kinds are left (or of all
  // its men), while the other side has at least so many of them; one more if the poor side is to
  // move and the end must be claimed.
  std::optional<Outcome> extinction = {};
  SquareBits extinct_kinds = 0;
  bool extinct_all = false, extinct_claim = false;
  int extinct_count = 0, extinct_opponent_count = 0;

  bool must_capture = false;  // if there is a legal capture, only captures are legal
  bool checking = true;       // false: giving check is illegal

  // Whether a position can be over although there are moves.
  bool has_early_ends() const {
    return extinction.has_value() || (flag[0].region | flag[1].region) != 0;
  }
};

// Immutable and thread-safe after construction.
class Rules {
 public:
  // Kinds in the order in which signatures name them. Throws UsageError if the board is too large,
  // or if a way or a region is not on it.
  Rules(int width, int height, std::vector<Kind> kinds, Endings endings = {});

  int width() const { return width_; }
  int height() const { return height_; }
  int squares() const { return width_ * height_; }
  const std::vector<Kind>& kinds() const { return kinds_; }
  const Kind& kind(int k) const { return kinds_[static_cast<std::size_t>(k)]; }
  const Endings& endings() const { return endings_; }
  bool has_royal() const { return has_royal_; }

  // Whether a man of that kind and side on `from` attacks `to`.
  bool attacks(int man, int from, int to, SquareBits occupied) const {
    for (const Way& way : in(attacks_, attack_begins_, attack_cell(man, from, to))) {
      if (way.is_open(occupied)) return true;
    }
    return false;
  }
  // Whether two men attack each other, or one the other, whatever else is on the board.
  bool always_attacks(int man, int from, int to) const;
  // Whether a royal man of that side is attacked.
  bool in_check(const Men& men, int side) const;

  // Whether the men can stand so with that side to move: nobody has won before.
  bool can_be(const Men& men, int side) const {
    return !in_check(men, other(side)) && (endings_.checking || !in_check(men, side)) &&
           !has_flag(men, side);
  }
  // What the position itself makes of the game for the side to move, before any move is looked for.
  // A side that has no men has no move.
  std::optional<Outcome> ended(const Men& men, int side) const {
    if (!has_early_ends_) return std::nullopt;
    return early_end(men, side);
  }
  // What it is worth for a side that it has no legal move.
  Outcome without_moves(const Men& men, int side) const;

  // Calls visit(move, men afterwards) for the legal moves of a side, but for those en passant; if
  // visit returns false, for no further one.
  template <class Visit>
  void for_each_move(const Men& men, int side, Visit&& visit) const {
    list_moves(men, side, endings_.must_capture && has_capture(men, side), visit);
  }
  // The legal captures alone.
  template <class Visit>
  void for_each_capture(const Men& men, int side, Visit&& visit) const {
    list_moves(men, side, true, visit);
  }
  bool has_capture(const Men& men, int side) const {
    bool has_one = false;
    for_each_capture(men, side, [&](const Move&, const Men&) {
      has_one = true;
      return false;
    });
    return has_one;
  }
  // Whether quiet moves are legal, as far as captures that are not en passant are concerned.
  bool may_be_quiet(const Men& men, int side) const {
    return !endings_.must_capture || !has_capture(men, side);
  }

  // The legal captures en passant of the man on `stepped`, which has just passed `passed`.
  template <class Visit>
  void for_each_en_passant(const Men& men, int side, Square passed, Square stepped,
                           Visit&& visit) const {
    if (has(men.occupied, passed)) return;
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) != side || !kind(kind_of(man)).takes_en_passant) continue;
      const Square from = men.at[static_cast<std::size_t>(i)];
      if (!attacks(man, from, passed, men.occupied)) continue;
      const int victim = men.on(stepped);
      Men after = men;
      after.put(i, passed);
      after.remove(victim);
      if (!in_check(after, side)) visit(Move{i, from, passed, victim, man, no_square}, after);
    }
  }
  bool can_take_en_passant(const Men& men, int side, Square passed, Square stepped) const {
    bool can = false;
    for_each_en_passant(men, side, passed, stepped, [&](const Move&, const Men&) { can = true; });
    return can;
  }
  // Calls visit(way, men before) for the quiet moves by which a side may have come here. (Whether
  // what was before can be is left to the caller.)
  template <class Visit>
  void for_each_unmove(const Men& men, int side, Visit&& visit) const {
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) != side) continue;
      const Square at = men.at[static_cast<std::size_t>(i)];
      const SquareBits others = men.occupied & ~bit_of(at);
      for (const Way& way : in(unmoves_, unmove_begins_, cell(man, at))) {
        if (has(men.occupied, way.from) || !way.is_open(others | bit_of(way.from))) continue;
        Men before = men;
        before.put(i, way.from);
        visit(i, way, before);
      }
    }
  }
  // The ways of double steps that end on a square.
  template <class Visit>
  void for_each_double_step_to(int man, int square, Visit&& visit) const {
    for (const Way& way : in(unmoves_, unmove_begins_, cell(man, square))) {
      if (way.passed != no_square) visit(way);
    }
  }
  bool has_double_steps(int man) const { return double_steps_[static_cast<std::size_t>(man)]; }

 private:
  std::size_t cell(int man, int square) const {
    return static_cast<std::size_t>(man * squares() + square);
  }
  std::size_t attack_cell(int man, int from, int to) const {
    return cell(man, from) * static_cast<std::size_t>(squares()) + static_cast<std::size_t>(to);
  }
  static std::span<const Way> in(const std::vector<Way>& ways,
                                 const std::vector<std::uint32_t>& begins, std::size_t where) {
    return std::span(ways).subspan(begins[where], begins[where + 1] - begins[where]);
  }
  template <class Visit>
  void list_moves(const Men& men, int side, bool captures_only, Visit&& visit) const {
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) != side) continue;
      for (const Way& way : in(ways_, way_begins_, cell(man, men.at[static_cast<std::size_t>(i)])))
        if (!visit_way(men, i, way, captures_only, visit)) return;
    }
  }
  // Returns whether to go on.
  template <class Visit>
  bool visit_way(const Men& men, int i, const Way& way, bool captures_only, Visit& visit) const {
    const int man = men.man[static_cast<std::size_t>(i)];
    const int side = side_of(man);
    int captured = -1;
    if (has(men.occupied, way.to)) {
      if (!way.capture) return true;
      captured = men.on(way.to);
      if (side_of(men.man[static_cast<std::size_t>(captured)]) == side) return true;
    } else if (!way.quiet || captures_only) {
      return true;
    }
    if (!way.is_open(men.occupied)) return true;
    Men after = men;
    if (captured >= 0) after.remove(captured);
    const int moved = captured >= 0 && captured < i ? i - 1 : i;
    after.put(moved, way.to);
    if (in_check(after, side)) return true;
    if (!endings_.checking && in_check(after, other(side))) return true;
    const Move move{i, way.from, way.to, captured, man, captured < 0 ? way.passed : no_square};
    const Kind& k = kind(kind_of(man));
    const auto s = static_cast<std::size_t>(side);
    const bool promotes = has(k.zone[s], way.to) && !k.promotes_to[s].empty();
    if (!promotes || !k.must_promote) {
      if (!has(k.region[s], way.to)) return true;
      if (!visit(move, after)) return false;
    }
    if (!promotes) return true;
    for (const int next : k.promotes_to[s]) {
      Move promoting = move;
      promoting.becomes = man_of(next, side);
      Men promoted = after;
      promoted.man[static_cast<std::size_t>(moved)] = static_cast<std::uint8_t>(promoting.becomes);
      if (!visit(promoting, promoted)) return false;
    }
    return true;
  }
  bool has_flag(const Men& men, int side) const;
  static bool has_no_men(const Men& men, int side);
  std::optional<Outcome> early_end(const Men& men, int side) const;
  bool is_extinct(const Men& men, int side, int to_move) const;
  void check() const;
  void list_ways();

  int width_, height_;
  std::vector<Kind> kinds_;
  Endings endings_;
  bool has_royal_, has_early_ends_;
  // All ways by (man, from); quiet ones that do not promote by (man, to); captures by (man, from,
  // to). The begins say where in the list each cell's ways are.
  std::vector<Way> ways_, unmoves_, attacks_;
  std::vector<std::uint32_t> way_begins_, unmove_begins_, attack_begins_;
  std::vector<bool> double_steps_;  // by man
};

// Chess on a board of that size: kings, queens, rooks, bishops, knights and pawns, which promote on
// the last rank, and from the second one may go two squares if the board has at least eight ranks.
Rules chess_rules(int width = 8, int height = 8);

}  // namespace zermelo::endgames
