// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_variant.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/variant/fen.h"

namespace zermelo::endgames {
namespace {

constexpr std::array<Colour, 2> colours{Colour::white, Colour::black};  // by side

SquareBits bits_of(const variant::SquareSet& set) {
  return static_cast<SquareBits>(set.high()) << 64 | set.low();
}

class Conversion {
 public:
  explicit Conversion(const variant::Rules& rules) : rules_(rules), v_(rules.variant()) {}

  VariantRules run() {
    refuse_what_is_missing();
    find_standing();
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
    if (v_.flying_general) refuse("its generals may not see each other");
    if (v_.immobility_illegal) refuse("men may not come to where they could never move again");
    if (v_.demotion || v_.promotion_on_capture || v_.mandatory_piece_promotion)
      refuse("men other than pawns promote");
    for (const variant::Kind& kind : v_.kinds) {
      if (kind.promotes_to != variant::no_kind) refuse("men other than pawns promote");
    }
    for (const int limit : v_.promotion_limit) {
      if (limit >= 0) refuse("promotion is limited by the men on the board");
    }
    if (!v_.endless_rule.empty()) refuse(v_.endless_rule);
    refuse_kings_of_one_side();
    if (v_.drops.allowed) refuse("men are dropped from the hand");
    if (v_.blast) refuse("captures explode");
    if (v_.pseudo_royal) refuse("the last men of a kind may not be left under attack");
    if (!v_.mutually_immune.empty()) refuse("some men take no men of their own kind");
    if (v_.makpong) refuse("a king in check may not go");
    if (v_.pass.white || v_.pass.black) refuse("a side may pass");
    if (v_.pass_on_stalemate.white || v_.pass_on_stalemate.black)
      refuse("a side without moves passes");
    if (v_.flag_move) refuse("who reaches the region has not won before the next move");
    if (v_.flag_safe) refuse("men in the region may not be under attack");
    if (v_.flag_blocked) refuse("men that stand in the way in the region count");
    const variant::Connection& c = v_.connection;
    if (c.row + c.square + c.collinear > 0 || !c.from.white.empty() || !c.from.black.empty())
      refuse("connected men end the game");
    if (v_.counting != variant::MaterialCounting::none || v_.full_board_ends)
      refuse("men are counted at the end");
    for (const variant::Kind& kind : v_.kinds) {
      if (kind.shuns_own_kind) refuse("its cannons do not hop over cannons");
    }
  }

  void refuse_kings_of_one_side() const {
    std::array<bool, 2> has_king{};
    const variant::Position start = variant::parse_fen(v_.start, v_);
    for (const variant::Square square : start.occupied()) {
      const variant::Man man = start.men[square];
      if (v_.kinds[static_cast<std::size_t>(variant::kind_of_man(man))].royal)
        has_king[variant::colour_of_man(man) == Colour::white ? 0 : 1] = true;
    }
    if (has_king[0] != has_king[1]) refuse("only one side has a king");
  }

  // Kinds of the variant as a set of their numbers in `rules`.
  SquareBits kinds_of(const variant::KindSet& kinds) const {
    SquareBits set = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (kinds.contains(static_cast<variant::Square>(order_[i])))
        set |= bit_of(static_cast<int>(i));
    }
    return set;
  }
  Endings endings() const {
    Endings e;
    e.stalemate = v_.stalemate;
    e.checkmate = v_.checkmate;
    e.stalemate_by_count = v_.stalemate_by_count;
    e.must_capture = v_.must_capture;
    e.checking = v_.checking;
    for (const std::size_t side : {0u, 1u}) {
      const Colour colour = colours[side];
      e.flag[side] = {bits_of(v_.flag_region[colour]), kinds_of(v_.flag_kinds[colour])};
    }
    e.flag_count = v_.flag_count;
    e.extinction = v_.extinction;
    e.extinct_kinds = kinds_of(v_.extinction_kinds);
    e.extinct_all = v_.extinction_of_all;
    e.extinct_claim = v_.extinction_claim;
    e.extinct_count = v_.extinction_count;
    e.extinct_opponent_count = v_.extinction_opponent_count;
    return e;
  }

  bool promotes(int k, Colour colour) const {
    return v_.promotion_pawns[colour].contains(static_cast<variant::Square>(k)) &&
           !v_.promotion_kinds[colour].empty();
  }

  // Where each kind can come to stand.
  void find_standing() {
    const variant::Position start = variant::parse_fen(v_.start, v_);
    standing_.resize(v_.kinds.size());
    for (int square = 0; square < v_.board.size(); ++square) {
      const variant::Man man = start.men[static_cast<std::size_t>(square)];
      if (man == variant::no_man) continue;
      standing_[static_cast<std::size_t>(variant::kind_of_man(man))]
               [variant::colour_of_man(man) == Colour::white ? 0 : 1] |= bit_of(square);
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t k = 0; k < v_.kinds.size(); ++k) {
        for (const std::size_t side : {0u, 1u}) grows = spread(k, side) || grows;
      }
    }
  }
  // Returns whether anything has come to stand somewhere.
  bool spread(std::size_t k, std::size_t side) {
    const Colour colour = colours[side];
    const int kind = static_cast<int>(k);
    const SquareBits zone = promotes(kind, colour) ? bits_of(v_.promotion_region[colour]) : 0;
    SquareBits arrived = 0;
    for (int from = 0; from < v_.board.size(); ++from) {
      if (!has(standing_[k][side], from)) continue;
      for (const variant::Way& way :
           rules_.ways().from(colour, kind, static_cast<variant::Square>(from)))
        arrived |= bit_of(way.to);
    }
    bool grows = false;
    const auto add = [&](SquareBits& set, SquareBits more) {
      grows = grows || (more & ~set) != 0;
      set |= more;
    };
    add(standing_[k][side], v_.mandatory_pawn_promotion ? arrived & ~zone : arrived);
    if ((arrived & zone) != 0) {
      for (const variant::Square next : v_.promotion_kinds[colour])
        add(standing_[next][side], arrived & zone);
    }
    return grows;
  }

  void order_kinds() {
    for (const bool royal : {true, false}) {
      for (int k = static_cast<int>(v_.kinds.size()); k-- > 0;) {
        const auto at = static_cast<std::size_t>(k);
        if (v_.kinds[at].royal == royal && (standing_[at][0] | standing_[at][1]) != 0)
          order_.push_back(k);
      }
    }
  }

  Kind converted(int k) const {
    const variant::Kind& from = v_.kinds[static_cast<std::size_t>(k)];
    Kind kind;
    kind.letter = from.symbol;
    kind.is_royal = from.royal;
    kind.must_promote = v_.mandatory_pawn_promotion;
    for (const std::size_t side : {0u, 1u}) {
      const Colour colour = colours[side];
      kind.region[side] = standing_[static_cast<std::size_t>(k)][side];
      if (promotes(k, colour)) {
        kind.zone[side] = bits_of(v_.promotion_region[colour]);
        for (std::size_t i = 0; i < order_.size(); ++i) {
          if (v_.promotion_kinds[colour].contains(static_cast<variant::Square>(order_[i])))
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
  std::vector<std::array<SquareBits, 2>> standing_;
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
  position.to_move = colour_of(side == first_side);
  return position;
}

}  // namespace zermelo::endgames
