// SPDX-License-Identifier: MIT
#include "gen/variant/state_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "gen/error.h"
#include "gen/variant/endgame_variant.h"
#include "gen/variant/fen.h"
#include "gen/variant/kinds_in_play.h"
#include "gen/variant/symmetry.h"

namespace zermelo::variant {
namespace {

constexpr std::array<Colour, 2> both_colours{Colour::black, Colour::white};
constexpr unsigned byte_values = 256;

// What a man at the start can become: kinds of either side, on the board and in hand.
struct Forms {
  std::set<std::pair<int, Colour>> on_board, in_hand;
  bool may_go = false;  // from the game

  auto operator<=>(const Forms&) const = default;
};

// The men at the start, those together that can become the same.
class MenByForms {
 public:
  explicit MenByForms(const Rules& rules) : rules_(rules) {
    const Position start = parse_fen(rules.variant().start, rules.variant());
    for (const Square square : start.occupied()) {
      Forms forms;
      meet(kind_of_man(start.men[square]), colour_of_man(start.men[square]), forms);
      ++groups_[forms];
    }
    for (const Colour side : both_colours) {
      for (int kind = 0; kind < most_kinds_in_hand; ++kind) {
        const int number = start.hands[side][static_cast<std::size_t>(kind)];
        if (number == 0) continue;
        Forms forms;
        hold(kind, side, forms);
        groups_[forms] += number;
      }
    }
  }

  // How many men can become the same.
  const std::map<Forms, int>& groups() const { return groups_; }
  // At most so many of a kind in a hand.
  int most_in_hand(int kind, Colour side) const {
    int most = 0;
    for (const auto& [forms, number] : groups_)
      most += forms.in_hand.contains({kind, side}) ? number : 0;
    return most;
  }

 private:
  void meet(int kind, Colour side, Forms& forms) const {
    if (kind == no_kind || !forms.on_board.emplace(kind, side).second) return;
    const Variant& v = rules_.variant();
    const Kind& man = v.kinds[static_cast<std::size_t>(kind)];
    meet(man.promotes_to, side, forms);
    if (v.demotion && rules_.is_promoted(kind)) meet(man.demotes_to, side, forms);
    if (v.promotion_pawns[side].contains(static_cast<Square>(kind))) {
      for (const Square next : v.promotion_kinds[side])
        meet(rules_.promoted_pawn(next), side, forms);
    }
    if (v.drops.captures_to_hand && !man.royal)
      hold(rules_.kind_in_hand(kind), opponent_of(side), forms);
    forms.may_go = forms.may_go || !(v.drops.captures_to_hand || man.royal);
  }
  void hold(int kind, Colour side, Forms& forms) const {
    if (!forms.in_hand.emplace(kind, side).second || !rules_.variant().drops.allowed) return;
    meet(kind, side, forms);
    if (rules_.variant().drops.promoted)
      meet(rules_.variant().kinds[static_cast<std::size_t>(kind)].promotes_to, side, forms);
  }

  const Rules& rules_;
  std::map<Forms, int> groups_;
};

// In how many ways so many men that are alike go to so many places, each of which takes any number.
double ways_to_share(int men, std::size_t places) {
  if (places == 0) return men == 0 ? 1 : 0;
  double ways = 1;
  for (int i = 1; i <= men; ++i) ways *= (static_cast<double>(places) - 1 + i) / i;
  return ways;
}

// By how many men are on the board: numbers of ways, divided by those to put men on squares that
// all differ (an exponential generating function).
using Series = std::vector<double>;
Series series_of(const Forms& forms, int men) {
  Series series;
  double on_board = 1;
  for (int n = 0; n <= men; ++n) {
    const std::size_t elsewhere = forms.in_hand.size() + (forms.may_go ? 1 : 0);
    series.push_back(on_board * ways_to_share(men - n, elsewhere));
    on_board *= static_cast<double>(forms.on_board.size()) / (n + 1);
  }
  return series;
}
Series product(const Series& a, const Series& b) {
  Series result(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) result[i + k] += a[i] * b[k];
  }
  return result;
}

}  // namespace

double most_positions(const Rules& rules) {
  const MenByForms men_by_forms(rules);
  Series all{1.0};
  for (const auto& [forms, men] : men_by_forms.groups()) all = product(all, series_of(forms, men));
  double boards = 0, arrangements = 2;  // (Either side is to move.)
  for (std::size_t n = 0; n < all.size(); ++n) {
    boards += all[n] * arrangements;
    arrangements *=
        std::max(0.0, static_cast<double>(rules.board().size()) - static_cast<double>(n));
  }
  return boards;
}

StateCode::StateCode(const Rules& rules) : rules_(rules), en_passant_{EnPassant{}} {
  const Position start = parse_fen(rules.variant().start, rules.variant());
  mover_ = new_digit(2);
  add_passes();
  add_checks();
  add_rights(start);
  add_en_passant();
  add_hands();
  add_places();
  find_symmetries(start);
}

// In the order in which digits are made, those of a byte from its lowest.
StateCode::Digit StateCode::new_digit(std::size_t size) {
  assert(1 <= size && size <= byte_values);
  if (size == 1) return {};
  if (bytes_ == 0 || in_byte_ * size > byte_values) {
    if (++bytes_ > most_bytes)
      throw UsageError(fmt::format(
          "The positions of {} take more than {} bytes, which is too much for a table of the "
          "whole game.",
          rules_.variant().name, most_bytes));
    in_byte_ = 1;
  }
  const Digit made{bytes_ - 1, in_byte_, static_cast<unsigned>(size)};
  in_byte_ *= made.size;
  return made;
}

void StateCode::add_passes() {
  const Variant& v = rules_.variant();
  const bool passes =
      v.pass.white || v.pass.black || v.pass_on_stalemate.white || v.pass_on_stalemate.black;
  passes_ = new_digit(passes ? 3 : 1);
}

void StateCode::add_checks() {
  const Variant& v = rules_.variant();
  for (const Colour side : both_colours)
    checks_[side] = new_digit(v.counts_checks ? static_cast<std::size_t>(v.checks[side]) + 1 : 1);
}

void StateCode::add_rights(const Position& start) {
  const Variant& v = rules_.variant();
  if (!v.castling) return;
  for (const Colour side : both_colours) {
    for (const std::size_t of : {std::size_t{0}, std::size_t{1}}) {
      Right right{{}, side, of, {no_square}};
      const auto add = [&](Square rook) {
        if (std::ranges::find(right.rooks, rook) == right.rooks.end()) right.rooks.push_back(rook);
      };
      add(start.castling[side][of]);
      if (v.drops.allowed && v.drops.castling) {
        for (Square square = 0; square < v.board.size(); ++square) add(square);
      }
      if (right.rooks.size() == 1) continue;
      right.digit = new_digit(right.rooks.size());
      rights_.push_back(std::move(right));
    }
  }
}

void StateCode::add_en_passant() {
  const Variant& v = rules_.variant();
  for (const Colour side : both_colours) {
    if (v.en_passant_kinds[opponent_of(side)].empty() || v.en_passant_kinds[side].empty()) continue;
    for (int kind = 0; kind < static_cast<int>(v.kinds.size()); ++kind) {
      for (Square from = 0; from < v.board.size(); ++from) find_first_steps(kind, side, from);
    }
  }
  const std::size_t high = (en_passant_.size() + byte_values - 1) / byte_values;
  en_passant_digits_ = {new_digit(high),
                        new_digit(std::min<std::size_t>(en_passant_.size(), byte_values))};
}

// All that such a man's first step from there may leave to be taken, which may be some of the
// squares only.
void StateCode::find_first_steps(int kind, Colour side, Square from) {
  if (!rules_.may_stand(kind, side, from)) return;
  for (const Way& way : rules_.ways().from(side, kind, from)) {
    if (!way.initial || !way.quiet) continue;
    const SquareSet passed = rules_.ways().between(way.from, way.to) &
                             rules_.variant().en_passant_region[opponent_of(side)];
    std::vector<SquareSet> subsets{SquareSet()};
    for (const Square square : passed) {
      for (std::size_t i = subsets.size(); i-- > 0;)
        subsets.push_back(subsets[i] | SquareSet::of(square));
    }
    for (const SquareSet& squares : subsets) {
      const EnPassant one{way.to, squares};
      if (!squares.empty() && std::ranges::find(en_passant_, one) == en_passant_.end())
        en_passant_.push_back(one);
    }
  }
}

void StateCode::add_hands() {
  const MenByForms men(rules_);
  const int kinds = std::min(static_cast<int>(rules_.variant().kinds.size()), most_kinds_in_hand);
  for (const Colour side : both_colours) {
    for (int kind = 0; kind < kinds; ++kind) {
      const int most = men.most_in_hand(kind, side);
      if (most > 0)
        hands_.push_back(
            {new_digit(static_cast<std::size_t>(most) + 1), side, static_cast<std::size_t>(kind)});
    }
  }
}

void StateCode::add_places() {
  const KindsInPlay in_play(rules_);
  const auto kinds = static_cast<int>(rules_.variant().kinds.size());
  for (Square square = 0; square < rules_.board().size(); ++square) {
    Place place;
    place.men = {no_man};
    for (int kind = 0; kind < kinds; ++kind) {
      for (const Colour side : both_colours) {
        if (in_play.on_board(kind, side) && rules_.may_stand(kind, side, square))
          place.men.push_back(man_of(kind, side));
      }
    }
    place.digit = new_digit(place.men.size());
    place.number.fill(none);
    for (std::size_t i = 0; i < place.men.size(); ++i)
      place.number[place.men[i]] = static_cast<std::uint8_t>(i);
    for (unsigned byte = 0; byte < byte_values; ++byte)
      place.in_byte[byte] = place.men[byte / place.digit.unit % place.digit.size];
    places_.push_back(std::move(place));
  }
}

// Those of the board that keep the rules, if the endgame tables' form of these knows all of them.
// Castling is not among what it knows.
void StateCode::find_symmetries(const Position& start) {
  if (!rights_.empty() || !start.en_passant.empty()) return;
  std::vector<endgames::Permutation> all;
  try {
    const endgames::VariantRules rules = endgames::endgame_rules(rules_);
    std::vector<int> kinds(rules.rules.kinds().size());
    std::iota(kinds.begin(), kinds.end(), 0);
    all = endgames::symmetries(rules.rules, kinds);
  } catch (const UsageError&) {
    return;
  }
  for (std::size_t i = 1; i < all.size(); ++i) {
    Image& image = images_.emplace_back();
    std::ranges::copy(all[i], image.to.begin());
    for (const EnPassant& one : en_passant_) {
      EnPassant mapped;
      if (one.man != no_square) mapped.man = image.to[one.man];
      for (const Square square : one.squares) mapped.squares.add(image.to[square]);
      const auto found = std::ranges::find(en_passant_, mapped);
      assert(found != en_passant_.end());
      image.en_passant.push_back(static_cast<std::size_t>(found - en_passant_.begin()));
    }
    for (std::size_t s = 0; s < places_.size(); ++s)
      assert(places_[s].men == places_[image.to[s]].men);
  }
}

bool StateCode::encode(const Position& position, Bytes& code) const {
  code = {};
  put(code, mover_, position.to_move == Colour::white ? 1 : 0);
  if (position.passes >= std::max(1, static_cast<int>(passes_.size))) return false;
  put(code, passes_, static_cast<std::size_t>(position.passes));
  for (const Colour side : both_colours) {
    const int checks = position.checks[side];
    if (checks < 0 || checks >= static_cast<int>(checks_[side].size)) return false;
    put(code, checks_[side], static_cast<std::size_t>(checks));
  }
  for (std::size_t square = 0; square < places_.size(); ++square) {
    const Place& place = places_[square];
    const std::uint8_t number = place.number[position.men[square]];
    if (number == none) return false;
    put(code, place.digit, number);
  }
  return encode_hands(position, code) && encode_rights(position, code) &&
         encode_en_passant(position, code);
}

bool StateCode::encode_hands(const Position& position, Bytes& code) const {
  int in_hand = 0;
  for (const Hand& hand : hands_) {
    const std::uint8_t number = position.hands[hand.side][hand.kind];
    if (number >= hand.digit.size) return false;
    put(code, hand.digit, number);
    in_hand += number;
  }
  for (const Colour side : both_colours) {
    for (const std::uint8_t number : position.hands[side]) in_hand -= number;
  }
  return in_hand == 0;
}

bool StateCode::encode_rights(const Position& position, Bytes& code) const {
  int rights = 0;
  for (const Right& right : rights_) {
    const Square rook = position.castling[right.side][right.of];
    const auto found = std::ranges::find(right.rooks, rook);
    if (found == right.rooks.end()) return false;
    put(code, right.digit, static_cast<std::size_t>(found - right.rooks.begin()));
    rights += rook == no_square ? 0 : 1;
  }
  for (const Colour side : both_colours) {
    for (const Square rook : position.castling[side]) rights -= rook == no_square ? 0 : 1;
  }
  return rights == 0;
}

bool StateCode::encode_en_passant(const Position& position, Bytes& code) const {
  if (position.en_passant.empty()) return true;
  const auto found =
      std::ranges::find(en_passant_, EnPassant{position.en_passant_man, position.en_passant});
  if (found == en_passant_.end()) return false;
  put_en_passant(code, static_cast<std::size_t>(found - en_passant_.begin()));
  return true;
}

void StateCode::put_en_passant(Bytes& code, std::size_t number) const {
  put(code, en_passant_digits_[0], number / byte_values);
  put(code, en_passant_digits_[1], number % byte_values);
}

std::size_t StateCode::en_passant_number(const Bytes& code) const {
  const std::size_t number = std::size_t{digit(code, en_passant_digits_[0])} * byte_values +
                             digit(code, en_passant_digits_[1]);
  return number < en_passant_.size() ? number : 0;
}

Position StateCode::decode(const Bytes& code) const {
  Position position;
  position.to_move = to_move(code);
  position.passes = static_cast<int>(digit(code, passes_));
  for (const Colour side : both_colours)
    position.checks[side] = static_cast<int>(digit(code, checks_[side]));
  for (std::size_t square = 0; square < places_.size(); ++square) {
    const Place& place = places_[square];
    const Man man = place.in_byte[code[place.digit.byte]];
    if (man == no_man) continue;
    position.men[square] = man;
    position.of[colour_of_man(man)].add(static_cast<Square>(square));
  }
  for (const Hand& hand : hands_)
    position.hands[hand.side][hand.kind] = static_cast<std::uint8_t>(digit(code, hand.digit));
  for (const Right& right : rights_)
    position.castling[right.side][right.of] = right.rooks[digit(code, right.digit)];
  // (A damaged file may name a square that is empty.)
  const EnPassant& one = en_passant_[en_passant_number(code)];
  if (one.man == no_square || position.men[one.man] == no_man) return position;
  position.en_passant_man = one.man;
  position.en_passant = one.squares;
  return position;
}

StateCode::Bytes StateCode::canonical(const Bytes& code) const {
  Bytes least = code;
  for (const Image& by : images_) least = std::min(least, image(code, by));
  return least;
}

StateCode::Bytes StateCode::image(const Bytes& code, const Image& by) const {
  Bytes image{};
  put(image, mover_, digit(code, mover_));
  put(image, passes_, digit(code, passes_));
  for (const Colour side : both_colours) put(image, checks_[side], digit(code, checks_[side]));
  for (const Hand& hand : hands_) put(image, hand.digit, digit(code, hand.digit));
  put_en_passant(image, by.en_passant[en_passant_number(code)]);
  for (std::size_t square = 0; square < places_.size(); ++square) {
    const Place& from = places_[square];
    const std::uint8_t number = from.number[from.in_byte[code[from.digit.byte]]];
    if (number != 0) put(image, places_[by.to[square]].digit, number);
  }
  return image;
}

}  // namespace zermelo::variant
