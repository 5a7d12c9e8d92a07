// SPDX-License-Identifier: MIT
// The rules of a chess variant as its endgame tables need them: a few men on a board of at most 12
// by 10 squares, without castling and counters. All that men do is in *ways*, which are tested
// against the set of squares that are occupied, so that nothing here knows of sliders or leapers.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "gen/variant/endgame_men.h"

namespace zermelo::endgames {

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
  // Whether each side has a royal man, or that one.
  bool both_have_royal() const { return has_royal(0) && has_royal(1); }
  bool has_royal(int side) const {
    for (const Kind& k : kinds_) {
      if (k.is_royal && k.region[static_cast<std::size_t>(side)] != 0) return true;
    }
    return false;
  }
  // Whether men that are taken go to a hand.
  bool keeps_men() const { return keeps_men_; }
  // Kinds that men can become and come back from are of one class; classes are named by a kind.
  int class_of(int k) const { return class_of_[static_cast<std::size_t>(k)]; }

  // The kind that one looks like: itself nearly always.
  int look_of(int what) const {
    const int look = kind(what).looks_like;
    return look == no_kind ? what : look;
  }

  // Whether a man of that kind and side on `from` attacks `to`.
  bool attacks(int man, int from, int to, const Men& men) const {
    for (const Way& way : in(attacks_, attack_begins_, attack_cell(man, from, to))) {
      if (way.is_open(men.occupied) && !meets_own_kind(men, man, way)) return true;
    }
    return false;
  }
  // Whether two men attack each other, or one the other, whatever else is on the board.
  bool always_attacks(int man, int from, int to) const;
  // Whether a man of that side is attacked that is royal by its kind: rules against giving check,
  // and those that count checks, mean these alone.
  bool king_attacked(const Men& men, int side) const {
    return has_royal_ && royal_attacked(men, side);
  }
  // Whether a royal man of that side is attacked, or one that is royal as the last of its kind.
  bool in_check(const Men& men, int side) const {
    return king_attacked(men, side) || (endings_.pseudo_royal && last_attacked(men, side));
  }

  // Whether the men can stand so with that side to move: nobody has won before.
  bool can_be(const Men& men, int side) const {
    return !in_check(men, other(side)) &&
           (!endings_.counts_checks() || men.checks[static_cast<std::size_t>(side)] > 0) &&
           (endings_.checking || !king_attacked(men, side)) && !facing(men) &&
           (endings_.flag_move || endings_.flag_safe || !has_flag(men, side, false));
  }
  // What the position itself makes of the game for the side to move, before any move is looked for.
  // A side that has no men has no move.
  std::optional<Outcome> ended(const Men& men, int side) const {
    if (!has_early_ends_) return std::nullopt;
    return early_end(men, side);
  }
  // What it is worth for a side that it has no legal move.
  Outcome without_moves(const Men& men, int side) const;
  // What it is worth for the side to move that the last two moves were passes.
  Outcome after_two_passes(const Men& men, int side) const;

  // Calls visit(move, men afterwards) for the legal moves of a side, but for those en passant; if
  // visit returns false, for no further one.
  template <class Visit>
  void for_each_move(const Men& men, int side, Visit&& visit) const {
    const bool captures_only = endings_.must_capture && has_capture(men, side);
    if (!captures_only && has_to_drop(men, side)) {
      visit_drops(men, side, visit);
    } else {
      list_moves(men, side, captures_only, visit);
    }
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
  // Whether the n-move rule counts anew from a legal move.
  bool zeroes(const Men& before, const Move& move) const {
    if (move.index < 0) return move.to != no_square;  // (drops)
    return move.captured >= 0 || zeroes(before.man[static_cast<std::size_t>(move.index)]);
  }
  // ... from those of that man that take nothing.
  bool zeroes(int man) const {
    return kind(kind_of(man)).zeroes[static_cast<std::size_t>(side_of(man))];
  }
  // Whether moves of a type are legal, as far as it depends on others that are compulsory and not
  // en passant.
  bool allows(MoveType type, const Men& men, int side) const {
    if (endings_.must_capture && has_capture(men, side)) return type == MoveType::capture;
    return type == MoveType::drop || !has_to_drop(men, side);
  }
  // The same for a drop that leads from `before` to `after`: men that must be dropped come first.
  bool allows_drop(const Men& before, const Men& after, int side) const {
    return !holds_what_must_drop(before, side) || number_held(after, side, endings_.must_drop) <
                                                      number_held(before, side, endings_.must_drop);
  }
  // The same for captures en passant.
  bool allows_en_passant(const Men& men, int side) const {
    return endings_.must_capture || !has_to_drop(men, side);
  }
  // Whether a side has a move, en passant and a pass included. `takes_en_passant`: whether it can.
  bool has_move(const Men& men, int side, bool takes_en_passant = false) const {
    return takes_en_passant || has_move_of_men(men, side) || may_pass(men, side);
  }
  // Whether a side has a legal move with a man, or a drop, and not en passant.
  bool has_move_of_men(const Men& men, int side) const {
    bool has_one = false;
    for_each_move(men, side, [&](const Move&, const Men&) {
      has_one = true;
      return false;
    });
    return has_one;
  }
  // Whether a side may pass.
  bool may_pass(const Men& men, int side, bool takes_en_passant = false) const {
    const auto s = static_cast<std::size_t>(side);
    return (endings_.pass[s] || endings_.pass_on_stalemate[s]) &&
           is_pass_legal(men, side, takes_en_passant);
  }

  // The legal captures en passant of the man on `stepped`, which has just passed `passed`.
  template <class Visit>
  void for_each_en_passant(const Men& men, int side, Square passed, Square stepped,
                           Visit&& visit) const {
    if (has(men.occupied, passed) || !allows_en_passant(men, side)) return;
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) != side || !kind(kind_of(man)).takes_en_passant) continue;
      const Square from = men.at[static_cast<std::size_t>(i)];
      if (!attacks(man, from, passed, men)) continue;
      const int victim = men.on(stepped);
      Men after = men;
      after.put(i, passed);
      take(after, victim);
      const Move move{i, from, passed, victim, man, no_square};
      if (endings_.blast) blow_up(after, passed);
      if (is_safe(men, move, after, side)) visit_counted(move, after, side, visit);
    }
  }
  bool can_take_en_passant(const Men& men, int side, Square passed, Square stepped) const {
    bool can = false;
    for_each_en_passant(men, side, passed, stepped, [&](const Move&, const Men&) { can = true; });
    return can;
  }
  // Calls visit(way, men before) for the moves without a capture and from the board by which a side
  // may have come here, if its men can come back from what they have become. (Whether what was
  // before can be is left to the caller.)
  template <class Visit>
  void for_each_unmove(const Men& men, int side, Visit&& visit) const {
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) != side) continue;
      const Square at = men.at[static_cast<std::size_t>(i)];
      const SquareBits others = men.occupied & ~bit_of(at);
      for (const Unmove& unmove : in(unmoves_, unmove_begins_, cell(man, at))) {
        const Way& way = unmove.way;
        if (has(men.occupied, way.from) || !way.is_open(others | bit_of(way.from))) continue;
        Men before = men;
        before.put(i, way.from);
        before.man[static_cast<std::size_t>(i)] = unmove.was;
        if (meets_own_kind(before, unmove.was, way)) continue;
        if (unmove.was != man && !may_become(before, side, kind_of(man))) continue;
        if (may_have_moved(before, Move{i, way.from, way.to, -1, man, no_square}, men, side))
          visit(way, before);
      }
    }
  }
  // The same for captures, where the men that are taken go to a hand.
  template <class Visit>
  void for_each_uncapture(const Men& men, int side, Visit&& visit) const {
    for (int h = 0; h < men.in_hand; ++h) {
      const auto held = static_cast<std::size_t>(h);
      if (side_of(men.hand[held]) != side || (h > 0 && men.hand[held] == men.hand[held - 1]))
        continue;
      for (int i = 0; i < men.count; ++i) {
        if (side_of(men.man[static_cast<std::size_t>(i)]) != side) continue;
        for (const int victim : victims_[men.hand[held]])
          for_each_uncapture_of(men, i, men.hand[held], victim, visit);
      }
    }
  }
  // The same for drops: visit(man dropped, its square, men before).
  template <class Visit>
  void for_each_undrop(const Men& men, int side, Visit&& visit) const {
    if (men.count == 0 || men.count + men.in_hand > max_men || !has_room_on_shades(men, side))
      return;
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) != side) continue;
      const Square at = men.at[static_cast<std::size_t>(i)];
      for (const int held : held_as_[static_cast<std::size_t>(man)]) {
        Men before = men;
        before.remove(i);
        before.add_to_hand(held);
        const Move move{-1, no_square, at, -1, man, no_square};
        if (may_drop(before, held, kind_of(man), at) && may_have_moved(before, move, men, side))
          visit(man, at, before);
      }
    }
  }
  // The same for captures en passant: visit(the double step that was answered, men before).
  template <class Visit>
  void for_each_unmove_en_passant(const Men& men, int side, Visit&& visit) const {
    for (int h = 0; h < men.in_hand; ++h) {
      const auto held = static_cast<std::size_t>(h);
      if (side_of(men.hand[held]) != side || (h > 0 && men.hand[held] == men.hand[held - 1]))
        continue;
      for (const int victim : victims_[men.hand[held]]) {
        if (!has_double_steps(victim)) continue;
        for (int i = 0; i < men.count; ++i) {
          const int man = men.man[static_cast<std::size_t>(i)];
          if (side_of(man) == side && kind(kind_of(man)).takes_en_passant)
            for_each_unmove_en_passant_of(men, i, men.hand[held], victim, visit);
        }
      }
    }
  }
  // Whether a move just made, after which men stand so, is an illegal mate by a drop of that man.
  bool is_illegal_drop_mate(const Men& after, int man) const {
    const int mated = other(side_of(man));
    if (kind(kind_of(man)).may_drop_mate || !in_check(after, mated) || ended(after, mated))
      return false;
    return !has_move_of_men(after, mated);
  }
  // The ways of double steps that end on a square.
  template <class Visit>
  void for_each_double_step_to(int man, int square, Visit&& visit) const {
    for (const Unmove& unmove : in(unmoves_, unmove_begins_, cell(man, square))) {
      if (unmove.way.passed != no_square && unmove.was == man) visit(unmove.way);
    }
  }
  bool has_double_steps(int man) const { return double_steps_[static_cast<std::size_t>(man)]; }

 private:
  struct Unmove {
    Way way;
    std::uint8_t was;  // the man before
  };

  std::size_t cell(int man, int square) const {
    return static_cast<std::size_t>(man * squares() + square);
  }
  std::size_t attack_cell(int man, int from, int to) const {
    return cell(man, from) * static_cast<std::size_t>(squares()) + static_cast<std::size_t>(to);
  }
  template <class Entry>
  static std::span<const Entry> in(const std::vector<Entry>& entries,
                                   const std::vector<std::uint32_t>& begins, std::size_t where) {
    return std::span(entries).subspan(begins[where], begins[where + 1] - begins[where]);
  }
  template <class Visit>
  void list_moves(const Men& men, int side, bool captures_only, Visit&& visit) const {
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) != side) continue;
      for (const Way& way : in(ways_, way_begins_, cell(man, men.at[static_cast<std::size_t>(i)])))
        if (!visit_way(men, i, way, captures_only, visit)) return;
    }
    if (men.in_hand > 0 && !captures_only) visit_drops(men, side, visit);
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
    if (!way.is_open(men.occupied) || meets_own_kind(men, man, way)) return true;
    Move move{i, way.from, way.to, captured, man, captured < 0 ? way.passed : no_square};
    if (!is_plain_check_) return visit_move(men, way, move, visit);
    Men after = men;
    if (captured >= 0) take(after, captured);
    const int moved = captured >= 0 && captured < i ? i - 1 : i;
    after.put(moved, way.to);
    if (in_check(after, side) || facing(after)) return true;
    return for_each_form(men, side, kind_of(man), way, captured >= 0, [&](int form) {
      move.becomes = man_of(form, side);
      after.man[static_cast<std::size_t>(moved)] = static_cast<std::uint8_t>(move.becomes);
      return (!endings_.checking && king_attacked(after, other(side))) ||
             visit_counted(move, after, side, visit);
    });
  }
  // visit(move, men afterwards), with the move's check counted.
  template <class Visit>
  auto visit_counted(const Move& move, const Men& after, int side, Visit& visit) const {
    if (!endings_.counts_checks() || !king_attacked(after, other(side))) return visit(move, after);
    Men counted = after;
    --counted.checks[static_cast<std::size_t>(side)];
    return visit(move, counted);
  }
  // The same where captures may remove more, and what may not be left attacked depends on what was
  // before.
  template <class Visit>
  bool visit_move(const Men& men, const Way& way, Move move, Visit& visit) const {
    const auto i = static_cast<std::size_t>(move.index);
    const int side = side_of(men.man[i]);
    const bool takes = move.captured >= 0;
    if (takes && is_immune(men.man[i], men.man[static_cast<std::size_t>(move.captured)]))
      return true;
    if (endings_.makpong && breaks_makpong(men, move.index, move.to)) return true;
    return for_each_form(men, side, kind_of(men.man[i]), way, takes, [&](int form) {
      move.becomes = man_of(form, side);
      Men after = men;
      after.man[i] = static_cast<std::uint8_t>(move.becomes);
      if (takes) take(after, move.captured);
      after.put(takes && move.captured < move.index ? move.index - 1 : move.index, move.to);
      if (takes && endings_.blast) blow_up(after, move.to);
      if (!is_safe(men, move, after, side)) return true;
      return (!endings_.checking && king_attacked(after, other(side))) ||
             visit_counted(move, after, side, visit);
    });
  }
  template <class Visit>
  bool visit_drops(const Men& men, int side, Visit& visit) const {
    const bool puts_off_others = holds_what_must_drop(men, side);
    for (int h = 0; h < men.in_hand; ++h) {
      const auto held = static_cast<std::size_t>(h);
      const int man = men.hand[held];
      if (side_of(man) != side || (h > 0 && man == men.hand[held - 1])) continue;
      if (puts_off_others && !has(endings_.must_drop, kind_of(man))) continue;
      for (int square = 0; square < squares(); ++square) {
        if (has(men.occupied, square)) continue;
        for (const int form : {kind_of(man), kind(kind_of(man)).turned_drop}) {
          if (form == no_kind || !may_drop(men, man, form, square)) continue;
          if (!visit_drop(men, man, man_of(form, side), square, visit)) return false;
        }
      }
    }
    return true;
  }
  template <class Visit>
  bool visit_drop(const Men& men, int held, int man, int square, Visit& visit) const {
    const int side = side_of(man);
    if (!has(kind(kind_of(man)).region[static_cast<std::size_t>(side)], square)) return true;
    Men after = men;
    after.take_from_hand(held);
    after.add(man, square);
    if (!has_room_on_shades(after, side)) return true;
    const Move move{-1, no_square, static_cast<Square>(square), -1, man, no_square};
    if (!is_safe(men, move, after, side)) return true;
    if (!(endings_.checking && endings_.drop_checks) && king_attacked(after, other(side)))
      return true;
    return is_illegal_drop_mate(after, man) || visit_counted(move, after, side, visit);
  }
  // What a man becomes that goes this way: visit(kind); false ends it, and is returned. `men` are
  // those before.
  template <class Visit>
  bool for_each_form(const Men& men, int side, int what, const Way& way, bool takes,
                     Visit&& visit) const {
    const Kind& k = kind(what);
    const auto s = static_cast<std::size_t>(side);
    bool must = false;
    if (!is_plain_[static_cast<std::size_t>(what)]) {
      const bool arrives = has(k.zone[s], way.to);
      if (arrives && !k.promotes_to[s].empty()) {
        must = k.must_promote;
        for (const int next : k.promotes_to[s]) {
          if (may_stand(next, side, way.to) && may_become(men, side, next) && !visit(next))
            return false;
        }
      }
      const bool may_turn =
          (arrives || has(k.zone[s], way.from)) && (takes || !k.turns_only_taking);
      if (k.turns_to != no_kind && may_turn && may_become(men, side, k.turns_to)) {
        must = must || k.must_turn;
        if (may_stand(k.turns_to, side, way.to) && !visit(k.turns_to)) return false;
      }
      if (k.turns_back_to != no_kind && may_turn) {
        must = must || k.must_turn;
        if (may_stand(k.turns_back_to, side, way.to) && !visit(k.turns_back_to)) return false;
      }
    }
    return must || !has(k.region[s] & ~k.barred[s], way.to) || visit(what);
  }
  bool may_stand(int what, int side, int square) const {
    return has(kind(what).region[static_cast<std::size_t>(side)], square);
  }
  // Whether promotion may bring another man of this kind.
  bool may_become(const Men& before, int side, int what) const {
    const int limit = kind(what).limit;
    if (limit < 0) return true;
    int count = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(before.count); ++i)
      count += side_of(before.man[i]) == side && look_alike(kind_of(before.man[i]), what) ? 1 : 0;
    return count < limit;
  }
  bool look_alike(int a, int b) const { return look_of(a) == look_of(b); }
  // Whether a man in hand may be dropped as a man of kind `form`, as far as the men before tell.
  bool may_drop(const Men& before, int man, int form, int square) const {
    const Kind& k = kind(kind_of(man));
    const auto s = static_cast<std::size_t>(side_of(man));
    if (!has(k.drops[s], square)) return false;
    if (form == kind_of(man) && has(k.barred[s], square)) return false;
    if (kind_of(man) == endings_.dropped_on_both_shades &&
        has_on_shade(before, side_of(man), square))
      return false;
    if (k.most_on_file == 0) return true;
    int others = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(before.count); ++i) {
      const int one = before.man[i];
      const bool is_alike = side_of(one) == side_of(man) && look_alike(kind_of(one), kind_of(man));
      others += is_alike && before.at[i] % width_ == square % width_ ? 1 : 0;
    }
    return others < k.most_on_file;
  }
  // Takes a man from the board, to the other side's hand if it goes there.
  void take(Men& men, int captured) const {
    const int man = men.man[static_cast<std::size_t>(captured)];
    men.remove(captured);
    if (keeps_men_ && kind(kind_of(man)).in_hand != no_kind)
      men.add_to_hand(man_of(kind(kind_of(man)).in_hand, other(side_of(man))));
  }
  // Man number i took `victim`, which is held in hand since then.
  template <class Visit>
  void for_each_uncapture_of(const Men& men, int i, int held, int victim, Visit& visit) const {
    const int man = men.man[static_cast<std::size_t>(i)], side = side_of(man);
    const Square at = men.at[static_cast<std::size_t>(i)];
    if (!may_stand(kind_of(victim), other(side), at)) return;
    for (const Unmove& unmove : in(uncaptures_, uncapture_begins_, cell(man, at))) {
      const Way& way = unmove.way;
      if (has(men.occupied, way.from) || !way.is_open(men.occupied | bit_of(way.from))) continue;
      Men before = men;
      before.put(i, way.from);
      before.man[static_cast<std::size_t>(i)] = unmove.was;
      before.take_from_hand(held);
      before.add(victim, at);
      if (meets_own_kind(before, unmove.was, way)) continue;
      if (unmove.was != man && !may_become(before, side, kind_of(man))) continue;
      const Move move{i, way.from, way.to, before.count - 1, man, no_square};
      if (may_have_moved(before, move, men, side)) visit(before);
    }
  }
  template <class Visit>
  void for_each_unmove_en_passant_of(const Men& men, int i, int held, int victim,
                                     Visit& visit) const {
    const int man = men.man[static_cast<std::size_t>(i)];
    const Square at = men.at[static_cast<std::size_t>(i)];
    for (int stepped = 0; stepped < squares(); ++stepped) {
      if (has(men.occupied, stepped)) continue;
      for_each_double_step_to(victim, stepped, [&](const Way& step) {
        if (step.passed != at) return;
        for (int from = 0; from < squares(); ++from) {
          if (from == stepped || has(men.occupied, from)) continue;
          Men before = men;
          before.put(i, from);
          before.take_from_hand(held);
          before.add(victim, stepped);
          if (attacks(man, from, at, before)) visit(step, before);
        }
      });
    }
  }
  // Whether a man that shuns others of its kind would meet one of them on this way.
  bool meets_own_kind(const Men& men, int man, const Way& way) const {
    return has_shunning_ && kind(kind_of(man)).shuns_own_kind &&
           has_alike_on(men, kind_of(man), way.mask | bit_of(way.to));
  }
  bool has_alike_on(const Men& men, int what, SquareBits squares) const;
  static int men_on_board(const Men& men, int side);
  bool is_pass_legal(const Men& men, int side, bool takes_en_passant) const;
  // Whether only drops are legal, unless captures are compulsory.
  bool has_to_drop(const Men& men, int side) const {
    if (!holds_what_must_drop(men, side)) return false;
    bool has_drop = false;
    const auto visit = [&](const Move&, const Men&) {
      has_drop = true;
      return false;
    };
    visit_drops(men, side, visit);
    return has_drop;
  }
  // Then other men are not dropped.
  bool holds_what_must_drop(const Men& men, int side) const {
    return endings_.must_drop != 0 && number_held(men, side, endings_.must_drop) > 0;
  }
  static int number_held(const Men& men, int side, SquareBits kinds);
  // Of the men that a side drops on both shades: whether one is on that of a square, and whether
  // those in hand still find squares.
  bool has_on_shade(const Men& men, int side, int square) const;
  bool has_room_on_shades(const Men& after, int side) const {
    return endings_.dropped_on_both_shades == no_kind || find_room_on_shades(after, side);
  }
  bool find_room_on_shades(const Men& after, int side) const;
  SquareBits shade_of(int square) const;

  // Whether royal men see each other where they may not.
  bool facing(const Men& men) const { return !endings_.royals_may_face && face_each_other(men); }
  bool face_each_other(const Men& men) const;
  // Whether a move leaves safe what may not be left attacked.
  bool is_safe(const Men& before, const Move& move, const Men& after, int side) const {
    if (king_attacked(after, side) || facing(after)) return false;
    return !endings_.pseudo_royal || leaves_last_men_safe(before, move, after, side);
  }

  // Whether a move that leads to men which can stand so was legal as far as that needs to be known
  // of the men before.
  bool may_have_moved(const Men& before, const Move& move, const Men& after, int side) const {
    if (is_plain_check_) return true;
    if (endings_.makpong && move.index >= 0 && breaks_makpong(before, move.index, move.to))
      return false;
    if (move.captured >= 0 && is_immune(before.man[static_cast<std::size_t>(move.index)],
                                        before.man[static_cast<std::size_t>(move.captured)]))
      return false;
    return !endings_.pseudo_royal || leaves_last_men_safe(before, move, after, side);
  }

  // endgame_ends.cpp
  bool is_attacked(const Men& men, int square, int by) const;
  bool royal_attacked(const Men& men, int side) const;
  SquareBits squares_like(const Men& men, int side, int look) const;
  SquareBits last_men(const Men& men, int side) const;
  bool last_man_attacked(const Men& men, int square, int side, SquareBits theirs) const;
  bool all_attacked(const Men& men, int side, SquareBits theirs) const;
  bool last_attacked(const Men& men, int side) const;
  bool leaves_last_men_safe(const Men& before, const Move& move, const Men& after, int side) const;
  SquareBits last_men_after(const Men& before, const Move& move, int side) const;
  void blow_up(Men& men, Square centre) const;
  bool has_flag(const Men& men, int side, bool safe) const;
  std::optional<Outcome> ended_by_flag(const Men& men, int side) const;
  bool both_flags_draw(int side) const;
  bool king_can_follow(const Men& men, int side) const;
  bool is_extinct(const Men& men, int side, int to_move) const;
  static bool has_no_men(const Men& men, int side);
  bool is_connected(const Men& men, int side) const;
  std::optional<Outcome> early_end(const Men& men, int side) const;
  Outcome counted(const Men& men, int side) const;
  Outcome stalemated(const Men& men, int side) const;
  bool breaks_makpong(const Men& before, int i, Square to) const;
  bool is_immune(int taker, int victim) const;
  // The looks of the kinds whose men decide when they are extinct; ends, and returns true, when
  // visit(look) does.
  template <class Visit>
  bool for_each_deciding_look(Visit&& visit) const {
    for (int k = 0; k < static_cast<int>(kinds_.size()); ++k) {
      if (has(endings_.extinct_kinds, k) && look_of(k) == k && visit(k)) return true;
    }
    return false;
  }

  void check() const;
  void find_classes();
  void list_ways();
  void list_way(int k, std::size_t side, const Way& way,
                std::vector<std::pair<int, Unmove>>& unmoves,
                std::vector<std::pair<int, Unmove>>& uncaptures);
  void list_hands();

  int width_, height_;
  std::vector<Kind> kinds_;
  Endings endings_;
  bool has_royal_, has_early_ends_, is_plain_check_, keeps_men_, has_shunning_;
  std::vector<SquareBits> near_;  // by square: those next to it
  std::vector<bool> is_plain_;    // by kind
  std::vector<int> class_of_;     // by kind
  // All ways by (man, from); those that can be taken back, without and with a capture, by (man
  // afterwards, to); captures by (man, from, to). The begins say where in the list each cell's are.
  std::vector<Way> ways_, attacks_;
  std::vector<Unmove> unmoves_, uncaptures_;
  std::vector<std::uint32_t> way_begins_, unmove_begins_, uncapture_begins_, attack_begins_;
  std::vector<bool> double_steps_;  // by man
  // By man in hand, what it may have been on the board before it was taken; by man on the board,
  // what it may have been in hand before it was dropped.
  std::vector<std::vector<std::uint8_t>> victims_, held_as_;
};

// Chess on a board of that size: kings, queens, rooks, bishops, knights and pawns, which promote on
// the last rank, and from the second one may go two squares if the board has at least eight ranks.
Rules chess_rules(int width = 8, int height = 8);

}  // namespace zermelo::endgames
