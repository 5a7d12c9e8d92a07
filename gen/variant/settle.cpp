// SPDX-License-Identifier: MIT
#include "gen/variant/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gen/error.h"
#include "gen/text/ascii.h"
#include "gen/text/notation_text.h"
#include "gen/variant/draft.h"
#include "gen/variant/fen.h"
#include "gen/variant/options.h"

namespace zermelo::variant {
namespace {

// Makes a variant of a draft.
class Settler {
 public:
  Settler(const Draft& draft, const Section& section) : draft_(draft), place_(section.place) {
    v_.name = section.name;
  }

  Variant settle() {
    refuse();
    set_board();
    set_kinds();
    set_promotion();
    add_promoted_pawns();
    v_.promotion_limit.resize(v_.kinds.size(), -1);
    set_first_steps();
    set_castling();
    v_.flying_general = flag("flyingGeneral");
    v_.immobility_illegal = flag("immobilityIllegal");
    v_.n_move_rule = number("nMoveRule");
    v_.n_move_kinds = both_kinds("nMoveRuleTypes");
    v_.stalemate = value("stalemateValue");
    v_.checkmate = value("checkmateValue");
    v_.stalemate_by_count = flag("stalematePieceCount");
    set_ends();
    set_connection();
    set_counting();
    set_counting_rule();
    set_drops();
    set_odd_moves();
    v_.must_capture = flag("mustCapture");
    v_.checking = flag("checking");
    v_.counts_checks = flag("checkCounting");
    set_endless();
    set_start();
    return std::move(v_);
  }

 private:
  // The text of an option that is set, or what it is otherwise.
  std::string text(std::string_view name) const {
    const ChosenOption* const chosen = draft_.find(name);
    if (chosen != nullptr) return chosen->value;
    const Option* const option = find_option(name);
    assert(option != nullptr);
    return std::string(option->unset);
  }
  std::string place_of(std::string_view name) const {
    const ChosenOption* const chosen = draft_.find(name);
    return chosen == nullptr ? place_ : chosen->place;
  }
  [[noreturn]] void wrong(std::string_view name, const std::string& what) const {
    fail_at(place_of(name), fmt::format("{} = {}: {}", name, text(name).substr(0, 60), what));
  }

  // Options that are not supported, unless they say what holds anyway.
  void refuse() {
    for (const auto& [name, chosen] : draft_.chosen()) {
      const Option* const option = find_option(name);
      if (option == nullptr || option->why.empty()) continue;
      const bool nothing = chosen.value.empty() || chosen.value == "-";
      if (chosen.value == option->unset || (nothing && option->unset.empty())) continue;
      const std::string what =
          fmt::format("{} = {} {}", name, chosen.value.substr(0, 60), option->why);
      fail_at(chosen.place, what);
    }
  }

  bool flag(std::string_view name) const {
    const std::string value = text(name);
    if (value == "true") return true;
    if (value != "false") wrong(name, "this is true or false");
    return false;
  }
  int number(std::string_view name) const {
    constexpr int most = 1000000;
    const std::optional<int> number = number_of(text(name));
    if (!number || *number > most) wrong(name, "this is a number, up to 1000000");
    return *number;
  }
  int rank(std::string_view name, int most = most_ranks) const {
    const std::optional<int> rank = number_of(text(name));
    if (!rank || *rank < 1 || *rank > most)
      wrong(name, fmt::format("this is a rank, 1 to {}", most));
    return *rank;
  }
  // From 1.
  int file(std::string_view name) const {
    const std::string value = text(name);
    if (const std::optional<int> number = number_of(value)) {
      if (1 <= *number && *number <= most_files) return *number;
    } else if (value.size() == 1) {
      const int letter = to_lower(value[0]) - 'a' + 1;
      if (1 <= letter && letter <= most_files) return letter;
    }
    wrong(name, fmt::format("this is a file, a to l or 1 to {}", most_files));
  }
  Outcome value(std::string_view name) const {
    const std::string value = text(name);
    if (value == "win") return Outcome::win;
    if (value == "draw") return Outcome::draw;
    if (value != "loss") wrong(name, "this is win, draw or loss");
    return Outcome::loss;
  }

  SquareSet region(std::string_view name, const std::string& value) const {
    SquareSet squares;
    for (const std::string_view word : words_of(value)) {
      if (word == "-") continue;
      add_squares(squares, name, word);
    }
    return squares;
  }
  SquareSet region(std::string_view name) const { return region(name, text(name)); }
  Both<SquareSet> both_regions(const std::string& name) const {
    return {region(name + "Black"), region(name + "White")};
  }
  // "e4", "*8", "a*", "**"; what lies outside of the board is left out.
  void add_squares(SquareSet& squares, std::string_view name, std::string_view word) const {
    const std::string_view rank_word = word.substr(1);
    const std::optional<int> rank = rank_word == "*" ? 0 : number_of(rank_word);
    const int file = word[0] == '*' ? 0 : to_lower(word[0]) - 'a' + 1;
    if (!rank || file < 0 || file > most_files || *rank > most_ranks ||
        (rank_word != "*" && *rank == 0))
      wrong(name, fmt::format("\"{}\" is not a square, such as e4, *8 or a*", word));
    for (int y = 0; y < v_.board.ranks; ++y) {
      for (int x = 0; x < v_.board.files; ++x) {
        if ((file == 0 || file == x + 1) && (*rank == 0 || *rank == y + 1))
          squares.add(v_.board.square(x, y));
      }
    }
  }

  KindSet kinds(std::string_view name) const {
    const ChosenOption* const chosen = draft_.find(name);
    KindSet set;
    if (chosen == nullptr) {
      const std::string unset = text(name);
      if (!unset.empty()) add_kind(set, unset);
      return set;
    }
    for (const std::string& piece : chosen->pieces) add_kind(set, piece);
    return set;
  }
  Both<KindSet> both_kinds(const std::string& name) const {
    return {kinds(name + "Black"), kinds(name + "White")};
  }
  void add_kind(KindSet& set, const std::string& piece) const {
    for (std::size_t i = 0; i < draft_.pieces().size(); ++i) {
      if (piece == "*" || v_.kinds[i].name == piece) set.add(static_cast<Square>(i));
    }
  }
  int kind(std::string_view piece) const {
    for (std::size_t i = 0; i < draft_.pieces().size(); ++i) {
      if (v_.kinds[i].name == piece) return static_cast<int>(i);
    }
    return no_kind;
  }

  void set_board() {
    v_.board = {file("maxFile"), rank("maxRank")};
    if (v_.board.size() < 2) fail_at(place_, "a board has at least two squares");
  }

  void set_kinds() {
    if (draft_.pieces().empty()) fail_at(place_, "this variant has no pieces, such as king = k");
    for (const DraftPiece& piece : draft_.pieces()) v_.kinds.push_back(make_kind(piece));
    for (const auto& [name, chosen] : draft_.chosen()) set_mobility(name, chosen);
    v_.soldier = kind("soldier");
    v_.soldier_rank = rank("soldierPromotionRank") - 1;
  }

  Kind make_kind(const DraftPiece& piece) const {
    Kind kind;
    kind.name = piece.name;
    kind.symbol = std::string(1, static_cast<char>(piece.letter - 'a' + 'A'));
    kind.betza = piece.betza;
    try {
      kind.steps = parse_betza(piece.betza);
    } catch (const SyntaxError& error) {
      fail_at(piece.place, fmt::format("{}: {}", piece.name, error.what()));
    }
    kind.region = {v_.board.all(), v_.board.all()};
    kind.royal = piece.name == "king";
    kind.shuns_own_kind = piece.name == "janggiCannon";
    kind.looks_like = static_cast<int>(v_.kinds.size());
    return kind;
  }

  void set_mobility(const std::string& name, const ChosenOption& chosen) {
    const auto mobility = mobility_of(name);
    if (!mobility) return;
    const int found = kind(mobility->first);
    if (found != no_kind)
      v_.kinds[static_cast<std::size_t>(found)].region[mobility->second] =
          region(name, chosen.value);
  }

  void set_promotion() {
    v_.promotion_pawns = both_kinds("promotionPawnTypes");
    if (const int pawn = kind("pawn"); pawn != no_kind) {
      // (Pawns promote whatever else does.)
      v_.promotion_pawns.black.add(static_cast<Square>(pawn));
      v_.promotion_pawns.white.add(static_cast<Square>(pawn));
    }
    v_.promotion_kinds = both_kinds("promotionPieceTypes");
    v_.promotion_region = both_regions("promotionRegion");
    if (draft_.find("promotionRank") != nullptr) set_promotion_rank();
    v_.mandatory_pawn_promotion = flag("mandatoryPawnPromotion");
    v_.mandatory_piece_promotion = flag("mandatoryPiecePromotion");
    v_.promotion_on_capture = flag("piecePromotionOnCapture");
    v_.demotion = flag("pieceDemotion");
    add_promoted_kinds();
    v_.promotion_limit.assign(v_.kinds.size(), -1);
    if (const ChosenOption* const limits = draft_.find("promotionLimit")) {
      for (const auto& [piece, limit] : limits->pairs) {
        const std::optional<int> number = number_of(limit);
        if (!number) wrong("promotionLimit", fmt::format("\"{}\" is not a number", limit));
        if (const int found = kind(piece); found != no_kind)
          v_.promotion_limit[static_cast<std::size_t>(found)] = *number;
      }
    }
  }

  // Old: this rank and those behind it.
  void set_promotion_rank() {
    const int first = rank("promotionRank", v_.board.ranks) - 1;
    v_.promotion_region = {};
    for (Square s = 0; s < v_.board.size(); ++s) {
      if (v_.board.rank(s) >= first) v_.promotion_region.white.add(s);
      if (v_.board.ranks - 1 - v_.board.rank(s) >= first) v_.promotion_region.black.add(s);
    }
  }

  void add_promoted_kinds() {
    const ChosenOption* const mapping = draft_.find("promotedPieceType");
    if (mapping == nullptr) return;
    for (const auto& [from, into] : mapping->pairs) {
      const int low = kind(from), high = kind(into);
      if (low == no_kind || high == no_kind) continue;
      Kind promoted = v_.kinds[static_cast<std::size_t>(high)];
      promoted.name = "promoted " + from;
      promoted.symbol = "+" + v_.kinds[static_cast<std::size_t>(low)].symbol;
      promoted.promotes_to = no_kind;
      promoted.demotes_to = low;
      promoted.looks_like = high;
      v_.kinds[static_cast<std::size_t>(low)].promotes_to = static_cast<int>(v_.kinds.size());
      v_.kinds.push_back(std::move(promoted));
    }
  }

  // Where promoted pawns come into the taker's hand as pawns, they have to be told from others. (As
  // in Fairy-Stockfish, they may promote once more.)
  void add_promoted_pawns() {
    if (!flag("capturesToHand") || flag("dropLoop")) return;
    const KindSet pawns = v_.promotion_pawns.white | v_.promotion_pawns.black;
    if (pawns.empty()) return;
    const int white = pawn_in_hand("promotionPawnTypesWhite", pawns.first());
    const int black = pawn_in_hand("promotionPawnTypesBlack", pawns.first());
    if (white != black)
      wrong("promotionPawnTypesBlack",
            "with capturesToHand, the last kind that it names is the same for both sides");
    for (const Square promoted : v_.promotion_kinds.white | v_.promotion_kinds.black) {
      Kind copy = v_.kinds[promoted];
      copy.name = fmt::format("{} (promoted)", copy.name);
      copy.symbol += '~';
      copy.demotes_to = white;
      copy.looks_like = promoted;
      v_.kinds.push_back(std::move(copy));
    }
  }

  // What promoted pawns are in hand: the last kind that an option names.
  int pawn_in_hand(std::string_view option, int otherwise) const {
    int found = kind("pawn");
    if (const ChosenOption* const chosen = draft_.find(option)) {
      for (const std::string& piece : chosen->pieces) {
        if (const int named = kind(piece); named != no_kind) found = named;
      }
    }
    return found != no_kind ? found : otherwise;
  }

  void set_first_steps() {
    v_.double_step_region = both_regions("doubleStepRegion");
    if (draft_.find("doubleStepRank") != nullptr) set_double_step_ranks();
    if (!flag("doubleStep")) v_.double_step_region = {};
    v_.triple_step_region = both_regions("tripleStepRegion");
    v_.en_passant_region = both_regions("enPassantRegion");
    v_.en_passant_kinds = both_kinds("enPassantTypes");
    const int pawn = kind("pawn");
    if (pawn == no_kind) return;
    if (v_.triple_step_region.black.empty() && v_.triple_step_region.white.empty()) return;
    v_.kinds[static_cast<std::size_t>(pawn)].steps.push_back(
        {0, 3, 1, Step::Mode::quiet, Step::Manner::lame, true, false});
  }

  // Old: from doubleStepRankMin to doubleStepRank, or this one alone.
  void set_double_step_ranks() {
    const int last = rank("doubleStepRank", v_.board.ranks) - 1;
    const int first = draft_.find("doubleStepRankMin") == nullptr
                          ? last
                          : rank("doubleStepRankMin", v_.board.ranks) - 1;
    v_.double_step_region = {};
    for (Square s = 0; s < v_.board.size(); ++s) {
      const int white = v_.board.rank(s), black = v_.board.ranks - 1 - white;
      if (first <= white && white <= last) v_.double_step_region.white.add(s);
      if (first <= black && black <= last) v_.double_step_region.black.add(s);
    }
  }

  void set_castling() {
    v_.castling = flag("castling");
    v_.castling_rank = rank("castlingRank") - 1;
    v_.castling_kingside_file = file("castlingKingsideFile") - 1;
    v_.castling_queenside_file = file("castlingQueensideFile") - 1;
    v_.castling_king_file = file("castlingKingFile") - 1;
    for (const Colour side : {Colour::black, Colour::white}) {
      const std::string name = side == Colour::white ? "White" : "Black";
      const KindSet kings = kinds("castlingKingPiece" + name);
      v_.castling_king[side] = kings.empty() ? kind("king") : kings.first();
      v_.castling_rooks[side] = kinds("castlingRookPieces" + name);
      if (draft_.find("castlingRookPieces" + name) == nullptr)
        add_kind(v_.castling_rooks[side], "rook");
    }
    if (!text("castlingRookQueensideFile").empty())
      v_.castling_rook_files[0] = file("castlingRookQueensideFile") - 1;
    if (!text("castlingRookKingsideFile").empty())
      v_.castling_rook_files[1] = file("castlingRookKingsideFile") - 1;
  }

  void set_ends() {
    if (text("extinctionValue") != "none") v_.extinction = value("extinctionValue");
    const ChosenOption* const extinct = draft_.find("extinctionPieceTypes");
    v_.extinction_of_all =
        extinct != nullptr &&
        std::find(extinct->pieces.begin(), extinct->pieces.end(), "*") != extinct->pieces.end();
    if (!v_.extinction_of_all) v_.extinction_kinds = kinds("extinctionPieceTypes");
    v_.extinction_count = number("extinctionPieceCount");
    v_.extinction_opponent_count = number("extinctionOpponentPieceCount");
    v_.extinction_claim = flag("extinctionClaim");
    v_.pseudo_royal = flag("extinctionPseudoRoyal");
    v_.duple_check = flag("dupleCheck");
    v_.flag_region = both_regions("flagRegion");
    v_.flag_count = number("flagPieceCount");
    v_.flag_move = flag("flagMove");
    v_.flag_safe = flag("flagPieceSafe");
    v_.flag_blocked = flag("flagPieceBlockedWin");
    for (const Colour side : {Colour::black, Colour::white}) {
      const std::string name = side == Colour::white ? "flagPieceWhite" : "flagPieceBlack";
      v_.flag_kinds[side] =
          draft_.find(name) == nullptr ? KindSet::first_squares(most_kinds) : kinds(name);
    }
  }

  void set_endless() {
    v_.perpetual_check_loses = flag("perpetualCheckIllegal");
    const Outcome repeated = value("nFoldValue");
    if (flag("nFoldValueAbsolute"))
      v_.endless = repeated;
    else if (repeated != Outcome::draw)
      v_.endless_rule = fmt::format(
          "nFoldValue = {} without nFoldValueAbsolute depends on who repeats a position; --endless "
          "draw solves without it",
          text("nFoldValue"));
  }

  void set_connection() {
    Connection& c = v_.connection;
    c.row = number("connectN");
    c.square = number("connectNxN");
    c.collinear = number("collinearN");
    c.horizontal = flag("connectHorizontal");
    c.vertical = flag("connectVertical");
    c.diagonal = flag("connectDiagonal");
    c.kinds = kinds("connectPieceTypes");
    c.from = {region("connectRegion1Black"), region("connectRegion1White")};
    c.to = {region("connectRegion2Black"), region("connectRegion2White")};
    c.value = value("connectValue");
  }

  void set_counting() {
    using enum MaterialCounting;
    constexpr std::array<std::pair<std::string_view, MaterialCounting>, 5> words{
        {{"none", none},
         {"janggi", janggi},
         {"unweighted", unweighted},
         {"whitedrawodds", white_wins},
         {"blackdrawodds", black_wins}}};
    const std::string word = text("materialCounting");
    const auto found = std::ranges::find(words, word, &decltype(words)::value_type::first);
    if (found == words.end())
      wrong("materialCounting", "this is janggi, unweighted, whitedrawodds, blackdrawodds or none");
    v_.counting = found->second;
    v_.full_board_ends = flag("adjudicateFullBoard");
  }

  void set_counting_rule() {
    using enum CountingRule;
    constexpr std::array<std::pair<std::string_view, CountingRule>, 4> words{
        {{"none", none}, {"makruk", makruk}, {"cambodian", cambodian}, {"asean", asean}}};
    const std::string word = text("countingRule");
    const auto found = std::ranges::find(words, word, &decltype(words)::value_type::first);
    if (found == words.end()) wrong("countingRule", "this is makruk, cambodian, asean or none");
    v_.counting_rule = found->second;
  }

  void set_drops() {
    Drops& d = v_.drops;
    d.allowed = flag("pieceDrops");
    d.captures_to_hand = flag("capturesToHand");
    d.keep_promotion = flag("dropLoop");
    d.promoted = flag("dropPromoted");
    d.checks = flag("dropChecks");
    d.pawns_on_first_rank = flag("firstRankPawnDrops");
    d.pawns_in_promotion_region = flag("promotionZonePawnDrops");
    d.no_pawn_mate = flag("shogiPawnDropMateIllegal");
    d.bishops_on_both_shades = flag("dropOppositeColoredBishop");
    d.castling = flag("castlingDroppedPiece");
    d.region = both_regions("dropRegion");
    d.not_doubled = kinds("dropNoDoubled");
    d.most_on_file = number("dropNoDoubledCount");
    d.mandatory = flag("mustDrop");
    d.mandatory_kinds = kinds("mustDropType");
    set_hand_order();
    if (d.captures_to_hand && !d.allowed)
      fail_at(place_of("capturesToHand"), "capturesToHand needs pieceDrops = true");
  }

  // The order that FENs of chess programs have: kings, custom pieces, and then the named ones, from
  // the last of their list.
  void set_hand_order() {
    const auto rank_of = [&](int kind) {
      const std::string& name = v_.kinds[static_cast<std::size_t>(kind)].name;
      if (is_custom_piece(name)) return std::pair(1, -*number_of(name.substr(11)));
      if (name == "king") return std::pair(0, 0);
      return std::pair(2, static_cast<int>(named_pieces().data() - find_named_piece(name)));
    };
    std::vector<int>& order = v_.drops.order;
    for (std::size_t i = 0; i < draft_.pieces().size(); ++i) order.push_back(static_cast<int>(i));
    std::sort(order.begin(), order.end(), [&](int a, int b) { return rank_of(a) < rank_of(b); });
  }

  void set_odd_moves() {
    v_.diagonal_lines = region("diagonalLines");
    v_.mutually_immune = kinds("mutuallyImmuneTypes");
    v_.makpong = flag("makpongRule");
    v_.pass = {flag("passBlack"), flag("passWhite")};
    v_.pass_on_stalemate = {flag("passOnStalemateBlack"), flag("passOnStalemateWhite")};
    v_.blast = flag("blastOnCapture");
    v_.blast_immune = kinds("blastImmuneTypes");
    const bool has_king = std::ranges::any_of(v_.kinds, &Kind::royal);
    if (v_.blast && has_king)
      fail_at(place_of("blastOnCapture"),
              "blastOnCapture = true: a king cannot be blown up; use commoner = k with "
              "extinctionPseudoRoyal");
  }

  void set_start() {
    v_.start = text("startFen");
    try {
      v_.checks = parse_fen(v_.start, v_).checks;
      if (v_.counts_checks && std::min(v_.checks.white, v_.checks.black) < 1)
        fail_at(place_of("startFen"), "startFen: each side has a check to give, as in 3+3");
    } catch (const IllegalPosition& error) {
      throw SyntaxError(fmt::format("{}: startFen: {}", place_of("startFen"), error.what()));
    }
  }

  const Draft& draft_;
  const std::string& place_;
  Variant v_;
};

}  // namespace

Variant settle(const std::vector<const Section*>& sections) {
  assert(!sections.empty());
  Draft draft;
  for (const Section* const section : sections) draft.read(*section);
  return Settler(draft, *sections.back()).settle();
}

}  // namespace zermelo::variant
