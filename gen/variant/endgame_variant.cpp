// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_variant.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/variant/kinds_in_play.h"

namespace zermelo::endgames {
namespace {

constexpr std::array<Colour, 2> colours{Colour::white, Colour::black};  // by side

SquareBits bits_of(const variant::SquareSet& set) {
  return static_cast<SquareBits>(set.high()) << 64 | set.low();
}

class Conversion {
 public:
  explicit Conversion(const variant::Rules& rules)
      : rules_(rules), v_(rules.variant()), in_play_(rules) {}

  VariantRules run() {
    refuse_what_is_missing();
    order_kinds();
    std::vector<Kind> kinds;
    for (const int k : order_) kinds.push_back(converted(k));
    return {Rules(v_.board.files, v_.board.ranks, std::move(kinds), endings()), order_};
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw UsageError("There are no endgame tables of " + v_.name + " yet: " + what + ".");
  }
  void refuse_what_is_missing() const {
    if (!v_.endless_rule.empty()) refuse(v_.endless_rule);
    if (v_.blast && v_.drops.allowed) refuse("captures explode, and men are dropped");
    if (v_.blast && may_go_on_alone()) refuse("captures may blow up all men of one side alone");
  }

  // Whether the game may go on where a side that has moved has no men left: no table has such
  // positions.
  bool may_go_on_alone() const {
    const int needed = v_.extinction_opponent_count + (v_.extinction_claim ? 1 : 0);
    return !v_.extinction || needed > (v_.extinction_of_all ? 1 : 0);
  }

  // The numbers in `rules` of kinds for which that holds: wants(kind of the variant that one looks
  // like).
  template <class Wants>
  SquareBits kinds_where(Wants&& wants) const {
    SquareBits set = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (wants(v_.kinds[static_cast<std::size_t>(order_[i])].looks_like))
        set |= bit_of(static_cast<int>(i));
    }
    return set;
  }
  SquareBits kinds_of(const variant::KindSet& kinds) const {
    return kinds_where([&](int k) { return kinds.contains(static_cast<variant::Square>(k)); });
  }
  Endings endings() const {
    Endings e;
    e.stalemate = v_.stalemate;
    e.checkmate = v_.checkmate;
    e.stalemate_by_count = v_.stalemate_by_count;
    e.must_capture = v_.must_capture;
    e.checking = v_.checking;
    e.royals_may_face = !v_.flying_general;
    e.drop_checks = v_.drops.checks;
    e.endless = v_.endless;
    e.perpetual_check_loses = v_.perpetual_check_loses;
    if (v_.drops.mandatory) e.must_drop = kinds_of(v_.drops.mandatory_kinds);
    if (v_.drops.bishops_on_both_shades)
      e.dropped_on_both_shades = number_of(v_.kind_named("bishop"));
    for (const std::size_t side : {0u, 1u}) {
      if (v_.counts_checks) e.checks[side] = v_.checks[colours[side]];
      e.pass[side] = v_.pass[colours[side]];
      e.pass_on_stalemate[side] = v_.pass_on_stalemate[colours[side]];
    }
    e.mutually_immune = kinds_of(v_.mutually_immune);
    e.makpong = v_.makpong;
    e.extinction = v_.extinction;
    e.extinct_kinds = kinds_of(v_.extinction_kinds);
    e.extinct_all = v_.extinction_of_all;
    e.extinct_claim = v_.extinction_claim;
    e.extinct_count = v_.extinction_count;
    e.extinct_opponent_count = v_.extinction_opponent_count;
    e.pseudo_royal = v_.pseudo_royal;
    e.duple_check = v_.duple_check;
    e.blast = v_.blast;
    e.blast_immune = kinds_of(v_.blast_immune);
    e.blast_spares = kinds_where([pawn = v_.kind_named("pawn")](int k) { return k == pawn; });
    set_flags(e);
    set_connection(e.connection);
    set_points(e);
    return e;
  }
  void set_flags(Endings& e) const {
    const SquareBits royal =
        kinds_where([&](int k) { return v_.kinds[static_cast<std::size_t>(k)].royal; });
    for (const std::size_t side : {0u, 1u}) {
      const Colour colour = colours[side];
      e.flag[side] = {bits_of(v_.flag_region[colour]), kinds_of(v_.flag_kinds[colour])};
      e.flag[side].royal_alone = royal != 0 && e.flag[side].kinds == royal;
    }
    e.flag_count = v_.flag_count;
    e.flag_move = v_.flag_move;
    e.flag_safe = v_.flag_safe;
    e.flag_blocked = v_.flag_blocked;
  }
  void set_connection(Endings::Connection& c) const {
    const variant::Connection& from = v_.connection;
    c.row = from.row;
    c.square = from.square;
    c.collinear = from.collinear;
    if (from.horizontal) c.directions.emplace_back(1, 0);
    if (from.vertical) c.directions.emplace_back(0, 1);
    if (from.diagonal) c.directions.insert(c.directions.end(), {{1, 1}, {1, -1}});
    c.kinds = kinds_of(from.kinds);
    for (const std::size_t side : {0u, 1u}) {
      c.from[side] = bits_of(from.from[colours[side]]);
      c.to[side] = bits_of(from.to[colours[side]]);
    }
    c.value = from.value;
  }
  void set_points(Endings& e) const {
    e.full_board_ends = v_.full_board_ends;
    switch (v_.counting) {
      case variant::MaterialCounting::none:
        return;
      case variant::MaterialCounting::white_wins:
        e.points_ahead = 1;
        return;
      case variant::MaterialCounting::black_wins:
        e.points_ahead = -1;
        return;
      case variant::MaterialCounting::unweighted:
        e.points.assign(order_.size(), 1);
        return;
      case variant::MaterialCounting::janggi:
        for (const int k : order_) e.points.push_back(rules_.janggi_points(k));
        e.points_ahead = -variant::janggi_odds;
        return;
    }
  }

  bool promotes(int k, Colour colour) const {
    return v_.promotion_pawns[colour].contains(static_cast<variant::Square>(k)) &&
           !v_.promotion_kinds[colour].empty();
  }

  SquareBits drops(int kind, std::size_t side) const {
    return bits_of(rules_.drop_squares(kind, colours[side]));
  }
  int turned_drop(int kind) const {
    return v_.drops.promoted ? v_.kinds[static_cast<std::size_t>(kind)].promotes_to
                             : variant::no_kind;
  }
  bool turns_back(int kind) const { return v_.demotion && rules_.is_promoted(kind); }
  // Where a man of a kind could never move again, if men may not come there.
  SquareBits immobile(int kind, std::size_t side) const {
    SquareBits squares = 0;
    if (!v_.immobility_illegal) return squares;
    for (int square = 0; square < v_.board.size(); ++square) {
      if (rules_.ways().from(colours[side], kind, static_cast<variant::Square>(square)).empty())
        squares |= bit_of(square);
    }
    return squares;
  }

  void order_kinds() {
    const auto is_met = [&](int k) {
      return std::ranges::any_of(
          colours, [&](Colour c) { return in_play_.on_board(k, c) || in_play_.in_hand(k, c); });
    };
    for (const bool royal : {true, false}) {
      for (int k = static_cast<int>(v_.kinds.size()); k-- > 0;) {
        if (v_.kinds[static_cast<std::size_t>(k)].royal == royal && is_met(k)) order_.push_back(k);
      }
    }
  }

  // A kind's number in `rules`, or no_kind for such as no play brings to the board.
  int number_of(int k) const {
    const auto found = std::ranges::find(order_, k);
    return k == variant::no_kind || found == order_.end()
               ? no_kind
               : static_cast<int>(found - order_.begin());
  }

  // Where the rules allow a man to be.
  SquareBits allowed(int k, Colour colour) const {
    SquareBits squares = 0;
    for (int square = 0; square < v_.board.size(); ++square) {
      if (rules_.may_stand(k, colour, static_cast<variant::Square>(square)))
        squares |= bit_of(square);
    }
    return squares;
  }
  int count_at_start(int k, Colour colour) const {
    const variant::Position& start = in_play_.start();
    int count = 0;
    for (const variant::Square square : start.of[colour])
      count += variant::kind_of_man(start.men[square]) == k ? 1 : 0;
    return count;
  }

  // Whether play can bring men of a kind besides those that are there at the start.
  bool comes_by_play(int k) const {
    if (v_.drops.allowed) return true;
    for (const variant::Kind& other : v_.kinds) {
      if (other.promotes_to == k || (v_.demotion && other.demotes_to == k)) return true;
    }
    for (const Colour colour : colours) {
      for (const variant::Square next : v_.promotion_kinds[colour]) {
        if (rules_.promoted_pawn(next) == k) return true;
      }
    }
    return false;
  }

  Kind converted(int k) const {
    const variant::Kind& from = v_.kinds[static_cast<std::size_t>(k)];
    Kind kind;
    kind.letter = from.symbol;
    kind.is_royal = from.royal;
    kind.shuns_own_kind = from.shuns_own_kind;
    kind.must_promote = v_.mandatory_pawn_promotion;
    kind.limit = v_.promotion_limit[static_cast<std::size_t>(from.looks_like)];
    kind.looks_like = number_of(from.looks_like);
    kind.turns_to = number_of(from.promotes_to);
    if (turns_back(k)) kind.turns_back_to = number_of(from.demotes_to);
    kind.must_turn = v_.mandatory_piece_promotion;
    kind.turns_only_taking = v_.promotion_on_capture;
    if (v_.drops.captures_to_hand && !from.royal) kind.in_hand = number_of(rules_.kind_in_hand(k));
    if (v_.drops.allowed) kind.turned_drop = number_of(turned_drop(k));
    if (v_.drops.not_doubled.contains(static_cast<variant::Square>(k)))
      kind.most_on_file = v_.drops.most_on_file;
    kind.may_drop_mate = !v_.drops.no_pawn_mate || from.name != "shogiPawn";
    if (!comes_by_play(k))
      kind.most = {count_at_start(k, Colour::white), count_at_start(k, Colour::black)};
    for (const std::size_t side : {0u, 1u}) {
      const Colour colour = colours[side];
      kind.zeroes[side] = v_.n_move_kinds[colour].contains(static_cast<variant::Square>(k));
      if (in_play_.on_board(k, colour)) kind.region[side] = allowed(k, colour);
      kind.barred[side] = immobile(k, side);
      if (in_play_.in_hand(k, colour)) kind.drops[side] = drops(k, side);
      const bool promotes_here = promotes(k, colour);
      if (promotes_here || kind.turns_to != no_kind || kind.turns_back_to != no_kind)
        kind.zone[side] = bits_of(v_.promotion_region[colour]);
      for (std::size_t i = 0; promotes_here && i < order_.size(); ++i) {
        for (const variant::Square next : v_.promotion_kinds[colour]) {
          if (rules_.promoted_pawn(next) == order_[i])
            kind.promotes_to[side].push_back(static_cast<int>(i));
        }
      }
      add_ways(k, side, kind);
    }
    return kind;
  }
  void add_ways(int k, std::size_t side, Kind& kind) const {
    const Colour colour = colours[side];
    std::vector<std::pair<Square, Square>> en_passant, captures;
    for (int from = 0; from < v_.board.size(); ++from) {
      for (const variant::Way& way :
           rules_.ways().from(colour, k, static_cast<variant::Square>(from))) {
        if (way.en_passant) en_passant.emplace_back(way.from, way.to);
        if (way.capture) captures.emplace_back(way.from, way.to);
        if (!way.quiet && !way.capture) continue;
        Way made{.from = way.from,
                 .to = way.to,
                 .mask = bits_of(way.mask),
                 .needed = way.men,
                 .quiet = way.quiet,
                 .capture = way.capture,
                 .passed = passed(way, colour, k)};
        if (way.required != variant::no_square) made.must = bit_of(way.required);
        kind.ways[side].push_back(made);
      }
    }
    if (!v_.en_passant_kinds[colour].contains(static_cast<variant::Square>(k))) return;
    std::ranges::sort(en_passant);
    std::ranges::sort(captures);
    if (en_passant.empty()) return;
    if (en_passant != captures) refuse("men take en passant otherwise than they take");
    kind.takes_en_passant = true;
  }
  Square passed(const variant::Way& way, Colour colour, int k) const {
    const variant::KindSet& takers = v_.en_passant_kinds[opponent_of(colour)];
    if (!way.initial || !way.quiet || !takers.contains(static_cast<variant::Square>(k)))
      return no_square;
    const variant::SquareSet squares =
        rules_.ways().between(way.from, way.to) & v_.en_passant_region[opponent_of(colour)];
    if (squares.empty()) return no_square;
    if (squares.count() > 1) refuse("a first step passes several squares");
    return squares.first();
  }

  const variant::Rules& rules_;
  const variant::Variant& v_;
  const variant::KindsInPlay in_play_;
  std::vector<int> order_;
};

}  // namespace

VariantRules endgame_rules(const variant::Rules& rules) { return Conversion(rules).run(); }

variant::Position position_of(const VariantRules& rules, const Men& men, int side) {
  variant::Position position;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    const int kind = rules.kinds[static_cast<std::size_t>(kind_of(men.man[i]))];
    position.put(men.at[i], variant::man_of(kind, colour_of(side_of(men.man[i]) == first_side)));
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.in_hand); ++i) {
    const int kind = rules.kinds[static_cast<std::size_t>(kind_of(men.hand[i]))];
    ++position.hands[colour_of(side_of(men.hand[i]) == first_side)][static_cast<std::size_t>(kind)];
  }
  position.checks = {men.checks[second_side], men.checks[first_side]};
  position.to_move = colour_of(side == first_side);
  return position;
}

}  // namespace zermelo::endgames
