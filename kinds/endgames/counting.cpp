// SPDX-License-Identifier: MIT
// The rules of counting of makruk (Thailand), ouk chaktrang (Cambodia) and ASEAN chess. Makruk's
// are those of the Thai federation, ASEAN chess's its laws of 2011; in ouk chaktrang the last
// number of makruk draws already, and a side with three men may count although there are pawns.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gen/error.h"
#include "gen/text/counted.h"
#include "kinds/endgames/variant_game.h"
#include "probe/endgames.h"

namespace zermelo {
namespace {

using variant::CountingRule;

constexpr int board_limit = 64;  // as many as there are squares

class Counting {
 public:
  Counting(const variant::Variant& variant, const variant::Position& position)
      : variant_(variant), position_(position) {}

  std::optional<CountingLimit> limit(std::optional<Outcome> outcome) const {
    if (variant_.counting_rule == CountingRule::none) return std::nullopt;
    const int white = men(Colour::white), black = men(Colour::black);
    if (white == 1 && black == 1) return std::nullopt;
    if (white == 1) return of_pieces(Colour::white);
    if (black == 1) return of_pieces(Colour::black);
    const std::optional<Colour> weaker = weaker_side(white, black, outcome);
    if (!weaker || !may_count_board(*weaker)) return std::nullopt;
    return CountingLimit{.counts = *weaker, .limit = last(board_limit)};
  }

 private:
  int men(Colour side) const { return position_.of[side].count(); }
  int count(Colour side, const char* name) const {
    const int kind = variant_.kind_named(name);
    if (kind == variant::no_kind) return 0;
    int found = 0;
    for (const variant::Square square : position_.of[side])
      found += position_.men[square] == variant::man_of(kind, side) ? 1 : 0;
    return found;
  }
  bool has_pawns() const { return count(Colour::white, "pawn") + count(Colour::black, "pawn") > 0; }
  // The last number that does not draw yet.
  int last(int number) const {
    return variant_.counting_rule == CountingRule::cambodian ? number - 1 : number;
  }
  // The side that loses; where that is not known, the one with fewer men.
  std::optional<Colour> weaker_side(int white, int black, std::optional<Outcome> outcome) const {
    if (outcome == Outcome::win) return opponent_of(position_.to_move);
    if (outcome == Outcome::loss) return position_.to_move;
    if (white == black) return std::nullopt;
    return white < black ? Colour::white : Colour::black;
  }
  bool may_count_board(Colour side) const {
    constexpr int few = 3;
    switch (variant_.counting_rule) {
      case CountingRule::makruk:
        return !has_pawns();
      case CountingRule::cambodian:
        return men(side) <= few;
      case CountingRule::none:
      case CountingRule::asean:
        break;
    }
    return false;
  }
  std::optional<CountingLimit> of_pieces(Colour bare) const {
    if (has_pawns()) return std::nullopt;
    const Colour other = opponent_of(bare);
    const bool is_asean = variant_.counting_rule == CountingRule::asean;
    const int number = is_asean ? limit_of_asean(other) : limit_of_makruk(other);
    if (number == 0) return std::nullopt;
    return CountingLimit{.counts = bare,
                         .of_pieces = true,
                         .first = is_asean ? 1 : men(other) + 2,
                         .limit = last(number)};
  }
  int limit_of_makruk(Colour side) const {
    struct Row {
      const char* kind;
      int men, limit;
    };
    constexpr std::array<Row, 5> rows{
        {{"rook", 2, 8}, {"rook", 1, 16}, {"silver", 2, 22}, {"knight", 2, 32}, {"silver", 1, 44}}};
    for (const Row& row : rows) {
      if (count(side, row.kind) >= row.men) return row.limit;
    }
    return board_limit;
  }
  // (0: with nothing but queens there is no limit.)
  int limit_of_asean(Colour side) const {
    if (count(side, "rook") > 0) return 16;
    if (count(side, "silver") > 0) return 44;
    return count(side, "knight") > 0 ? board_limit : 0;
  }

  const variant::Variant& variant_;
  const variant::Position& position_;
};

std::string in_moves(int moves) { return counted(moves, "move"); }

}  // namespace

std::optional<CountingLimit> counting_limit(const Game& game, std::string_view position,
                                            std::optional<Outcome> outcome) {
  const auto* const variant = dynamic_cast<const endgames::VariantGame*>(&game);
  if (variant == nullptr) throw UsageError("This is not a chess variant.");
  const variant::Variant& rules = variant->rules().variant();
  if (rules.counting_rule == CountingRule::none) return std::nullopt;
  return Counting(rules, variant->read(position)).limit(outcome);
}

bool CountingLimit::is_counted_out(Outcome outcome, int plies, Colour to_move) const {
  const bool other_wins = outcome == (counts == to_move ? Outcome::loss : Outcome::win);
  return other_wins && (plies + 1) / 2 > moves();
}

std::string counting_sentence(const CountingLimit& limit) {
  return fmt::format("{} counts from {} to {} ({} honour), so {} has {} to win.",
                     colour_name(limit.counts), limit.first, limit.limit,
                     limit.of_pieces ? "pieces'" : "board's",
                     colour_name(opponent_of(limit.counts)), in_moves(std::max(0, limit.moves())));
}

std::string counting_sentence(const CountingLimit& limit, Outcome outcome, int plies,
                              Colour to_move) {
  const std::string rule = counting_sentence(limit);
  if (!limit.is_counted_out(outcome, plies, to_move)) return rule;
  return fmt::format("Won in {}, counted out after {}: {}", in_moves((plies + 1) / 2),
                     std::max(0, limit.moves()), rule);
}

}  // namespace zermelo
