// SPDX-License-Identifier: MIT
#include "tests/support/random_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <vector>

#include "gen/error.h"
#include "gen/variant/betza.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"
#include "gen/variant/moves.h"
#include "tests/support/long_tests.h"

namespace zermelo::test {
namespace {

constexpr int most_placements = 1000;
constexpr std::uint64_t few_random_variants = 12;

// (That a pawn is dropped with mate is a move there that loses, where shogiPawnDropMateIllegal is
// set; comparisons know that.)
// What is left out, since comparisons with Fairy-Stockfish differed there. What it does instead is
// what the positions that differed suggest, and not known:
// - Men that promote on their own, or as pawns do, among those that pawns become, where promoted
//   pawns are told from others (`N~`): there the mark is lost or kept otherwise.
// - Passes where men are promoted: there they are written with the promoted man's sign.
// - blastImmuneTypes with extinctionPseudoRoyal: there an immune man counts as blown up.
// - immobilityIllegal with men that hop or that only take on some squares, and with regions: there
//   a man that could only take or hop counts as one that could never move again, and one that its
//   region leaves no move as one that could.
// - flagMove with another option of flags: there it is told otherwise when the reply cannot help.
// - checking = false and dropChecks = false with regions: there men give check beyond their region.
// - mustDropType with a king, and mustDrop with passes: there kings are dropped whatever the type,
//   and a pass is not a move while men are in hand. mustDrop with mustCapture: there the program
//   crashes.
// - extinctionPseudoRoyal of several kinds: there the program ends where men promote to one.
// - pieceDemotion without promotedPieceType: it has no sense. Where promoted pawns are told from
//   others, or explosions bring men into hands: there the program crashes.
// - Explosions that bring promoted men of other kinds than pawns into hands: there all of them come
//   back as pawns.
// - diagonalLines with regions of the men that use them, and with soldierPromotionRank: there men
//   give check along these lines beyond their region, and soldiers go along them at once, but do
//   not give check there.
// - connectRegion1 and 2 with more than one direction: there chains that turn back do not count.
// - Riders of D, A, H, G, C and Z, and lame knights that are nightriders as well: there the former
//   do not move, as its manual has it, and the latter go where the nightrider could.
class RandomVariant {
 public:
  explicit RandomVariant(std::uint64_t seed) : random_(seed), rarely_random_(~seed) {}

  // Empty if no start is possible.
  std::string make(const std::string& name) {
    files_ = 3 + number(4);
    ranks_ = 4 + number(3);
    text_ =
        fmt::format("[{}]\nmaxFile = {}\nmaxRank = {}\ncastling = false\n", name, files_, ranks_);
    add_kinds();
    add_first_kind();
    add_promotion();
    add_regions();
    add_ways_to_move();
    add_ends();
    add_drops();
    add_what_is_rare();
    return with_start(name);
  }

 private:
  struct Man {
    char letter;
    std::string name;           // "customPiece1"
    int number = 1;             // of each side, at the start
    int first_rank, last_rank;  // where White's stand; Black's are mirrored
    bool has_region = false;
  };

  int number(int below) { return static_cast<int>(random_() % static_cast<std::uint64_t>(below)); }
  bool chance(int percent) { return number(100) < percent; }
  // From numbers of their own: with or without what is rare, all else is the same.
  bool rarely(int percent) { return static_cast<int>(rarely_random_() % 100) < percent; }
  std::string one_of(const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(number(static_cast<int>(words.size())))];
  }
  void set(const std::string& option, const std::string& value) {
    text_ += option + " = " + value + '\n';
  }
  void maybe(int percent, const std::string& option, const std::string& value = "true") {
    if (chance(percent)) set(option, value);
  }

  // Moves, in Betza's notation.
  std::string part() {
    static const std::vector<std::string> straight{"W", "W", "R", "D", "H", "R2", "W3", "nD"};
    static const std::vector<std::string> diagonal{"F", "F", "B", "A", "G", "B2", "F2", "nA"};
    static const std::vector<std::string> oblique{"N", "N", "C", "Z", "NN", "nN", "nZ"};
    static const std::vector<std::string> round{"K", "K", "Q", "Q2"};
    const std::string mode = one_of({"", "", "", "m", "c"});
    can_always_move_quietly_ = can_always_move_quietly_ && mode != "c";
    switch (number(4)) {
      case 0:
        return mode + one_of({"", "", "f", "b", "s", "v", "fs", "l"}) + one_of(straight);
      case 1:
        return mode + one_of({"", "", "f", "b", "l", "r", "fl", "br"}) + one_of(diagonal);
      case 2:
        return mode + one_of({"", "", "f", "b", "v", "s", "fh", "fr", "hl"}) + one_of(oblique);
      default:
        return mode + one_of({"", "", "f", "b", "v", "s"}) + one_of(round);
    }
  }
  // (A slider and a hopper on one line that do not go everywhere are refused.)
  std::string betza() {
    if (chance(15)) {
      can_always_move_quietly_ = false;
      return one_of({"pR", "pB", "mRcpR", "mBcpB", "gQ", "pQ", "cpRmW", "gB", "FcpR"});
    }
    for (;;) {
      std::string moves;
      for (int parts = 1 + number(3); parts > 0; --parts) moves += part();
      if (is_read(moves) && is_known(moves)) return moves;
    }
  }

  // (Directions may leave an atom no move.)
  static bool is_read(const std::string& moves) {
    try {
      variant::parse_betza(moves);
      return true;
    } catch (const SyntaxError&) {
      return false;
    }
  }

  // To Fairy-Stockfish.
  static bool is_known(const std::string& moves) {
    const auto has = [&](const char* part) { return moves.find(part) != std::string::npos; };
    for (const char* rider : {"DD", "AA", "HH", "GG", "CC", "ZZ"}) {
      if (has(rider)) return false;
    }
    return !has("nN") || !has("NN");
  }

  void add_kinds() {
    const int kinds = 2 + number(3);
    for (int i = 0; i < kinds; ++i) {
      const char letter = static_cast<char>('a' + i);
      Man man{letter, fmt::format("customPiece{}", i + 1), 1 + number(2) * number(2), 1, ranks_};
      if (chance(25)) {
        man.name = one_of({"rook", "bishop", "knight", "wazir", "soldier", "cannon", "silver",
                           "lance", "gold", "horse", "elephant", "fers"});
        if (has(man.name)) continue;
        set(man.name, std::string(1, letter));
      } else {
        set(man.name, fmt::format("{}:{}", letter, betza()));
      }
      men_.push_back(man);
    }
    if (men_.empty()) {
      set("customPiece1", "a:" + betza());
      men_.push_back({'a', "customPiece1", 1, 1, ranks_});
    }
    if (!chance(50)) return;
    has_pawn_ = true;
    set("pawn", "p");
  }
  bool has(const std::string& name) const {
    return std::any_of(men_.begin(), men_.end(), [&](const Man& m) { return m.name == name; });
  }
  char any_letter() {
    return men_[static_cast<std::size_t>(number(static_cast<int>(men_.size())))].letter;
  }
  std::string some_letters() {
    std::string some;
    for (const Man& man : men_) {
      if (chance(50)) some += man.letter;
    }
    return some.empty() ? std::string(1, any_letter()) : some;
  }

  // A king; a last man; or only men that count altogether.
  void add_first_kind() {
    const int draw = number(100);
    has_king_ = draw < 55;
    has_last_man_ = !has_king_ && draw < 85;
    if (has_king_) {
      set("king", chance(75) ? "k" : "k:" + one_of({"W", "F", "N", "WA", "FD", "fWbFsW"}));
      return;
    }
    if (has_last_man_) {
      if (chance(60))
        set("commoner", "k");
      else
        set("customPiece9", "k:" + betza());
      is_pseudo_royal_ = chance(50);
      set("extinctionPieceTypes",
          !is_pseudo_royal_ && chance(25) ? fmt::format("k{}", any_letter()) : "k");
      set("extinctionValue", is_pseudo_royal_ || chance(90) ? "loss" : "win");
      if (is_pseudo_royal_) set("extinctionPseudoRoyal", "true");
      if (is_pseudo_royal_) maybe(30, "dupleCheck");
      if (!is_pseudo_royal_ && chance(20)) {
        set("extinctionOpponentPieceCount", chance(50) ? "1" : "2");
        maybe(40, "extinctionClaim");
      }
      return;
    }
    set("extinctionPieceTypes", "*");
    set("extinctionValue", chance(50) ? "loss" : "win");
    maybe(20, "extinctionPieceCount", "1");
    maybe(20, "extinctionClaim");
    maybe(20, "extinctionOpponentPieceCount", "2");
  }

  // Of the last ranks of White, and of Black.
  std::string last_ranks(int depth, bool white) const {
    std::string squares;
    for (int i = 0; i < depth; ++i) squares += fmt::format("*{} ", white ? ranks_ - i : 1 + i);
    squares.pop_back();
    return squares;
  }
  void set_both(const std::string& option, int depth) {
    set(option + "White", last_ranks(depth, true));
    set(option + "Black", last_ranks(depth, false));
  }

  void add_promotion() {
    // Drops come first in thought: with them promoted pawns are told from others.
    has_drops_ = chance(35);
    captures_to_hand_ = has_drops_ && chance(65);
    loops_ = captures_to_hand_ && chance(20);
    tells_pawns_ = captures_to_hand_ && !loops_;
    const int depth = 1 + number(2);
    std::vector<char> rest;
    for (const Man& man : men_) rest.push_back(man.letter);
    std::shuffle(rest.begin(), rest.end(), random_);
    const auto take = [&] {
      const char letter = rest.back();
      rest.pop_back();
      return letter;
    };
    bool any = has_pawn_;
    std::string low_men;
    bool demotes = false;
    if (rest.size() >= 2 && chance(40)) {
      const char low = take();
      set("promotedPieceType", fmt::format("{}:{}", low, rest.front()));
      maybe(30, "mandatoryPiecePromotion");
      maybe(20, "piecePromotionOnCapture");
      demotes = chance(25);
      low_men = std::string(1, low);
      any = true;
    }
    std::string pawns;
    if (rest.size() >= 2 && chance(20)) pawns = std::string(1, take());
    any = any || !pawns.empty();
    demotes = demotes && !(tells_pawns_ && (has_pawn_ || !pawns.empty()));
    if (demotes) set("pieceDemotion", "true");
    hands_take_blasts_ = !captures_to_hand_ || (!demotes && (!tells_pawns_ || pawns.empty()));
    if (any) set_both("promotionRegion", depth);
    promotes_ = any;
    if (!pawns.empty()) set("promotionPawnTypes", has_pawn_ ? "p" + pawns : pawns);
    if (has_pawn_ || !pawns.empty()) {
      std::string into(rest.begin(), rest.begin() + 1 + number(static_cast<int>(rest.size())));
      if (!tells_pawns_ && chance(30)) into += low_men;
      set("promotionPieceTypes", into);
      maybe(25, "mandatoryPawnPromotion", "false");
      maybe(20, "promotionLimit", fmt::format("{}:{}", into[0], 1 + number(2)));
    }
    add_first_steps(depth);
  }
  void add_first_steps(int depth) {
    if (!has_pawn_) return;
    men_.push_back({'p', "pawn", 1 + number(2), 2, std::max(2, ranks_ - depth)});
    has_double_steps_ = ranks_ >= 5 && chance(50);
    if (has_double_steps_) {
      set("doubleStepRegionWhite", "*2");
      set("doubleStepRegionBlack", fmt::format("*{}", ranks_ - 1));
    } else {
      set("doubleStep", "false");
    }
  }

  void add_regions() {
    for (Man& man : men_) {
      if (man.name == "pawn" || !chance(12)) continue;
      std::string name = man.name;
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
      man.has_region = has_regions_ = true;
      man.last_rank = ranks_ / 2 + number(ranks_ - ranks_ / 2);
      std::string white, black;
      for (int rank = 1; rank <= man.last_rank; ++rank) {
        white += fmt::format("*{} ", rank);
        black += fmt::format("*{} ", ranks_ + 1 - rank);
      }
      white.pop_back();
      black.pop_back();
      set("mobilityRegionWhite" + name, white);
      set("mobilityRegionBlack" + name, black);
    }
    bool has_rank = false;
    if (has("soldier")) {
      const int rank = 2 + number(ranks_ - 2);
      has_rank = chance(60);
      if (has_rank) set("soldierPromotionRank", std::to_string(rank));
    }
    if ((has("rook") || has("wazir") || has("soldier") || has("cannon")) && chance(30) &&
        !has_rank && !has_region_on_lines())
      set("diagonalLines", "a1 b2 c3 c1 a3");
  }
  bool has_region_on_lines() const {
    return std::any_of(men_.begin(), men_.end(), [](const Man& man) {
      return man.has_region && (man.name == "rook" || man.name == "wazir" || man.name == "soldier");
    });
  }

  void add_ways_to_move() {
    if (has_king_) {
      maybe(15, "flyingGeneral");
      maybe(12, "makpongRule");
      if (!has_regions_) maybe(8, "checking", "false");
    }
    must_capture_ = chance(15);
    if (must_capture_) set("mustCapture", "true");
    if (can_always_move_quietly_ && chance(30) && !has_regions_) set("immobilityIllegal", "true");
    maybe(12, "mutuallyImmuneTypes", some_letters());
    if (!has_king_ && chance(25)) {
      const std::string immune = is_pseudo_royal_ ? "" : some_letters();
      const bool has_immune = !is_pseudo_royal_ && chance(40);
      if (hands_take_blasts_) set("blastOnCapture", "true");
      if (hands_take_blasts_ && has_immune) set("blastImmuneTypes", immune);
    }
    if (!promotes_) {
      passes_ = chance(6);
      if (passes_) set(one_of({"pass", "passWhite", "passBlack"}), "true");
      if (!passes_ && chance(6)) set(one_of({"passOnStalemate", "passOnStalemateBlack"}), "true");
    }
  }

  void add_ends() {
    if (chance(50)) set("stalemateValue", one_of({"win", "loss", "loss"}));
    maybe(12, "stalematePieceCount");
    maybe(12, "checkmateValue", one_of({"win", "draw"}));
    if (chance(20)) {
      set("flagPiece", has_king_ || has_last_man_ ? one_of({"k", "k", std::string(1, any_letter())})
                                                  : std::string(1, any_letter()));
      set_both("flagRegion", 1);
      const bool has_reply = chance(30);
      if (has_reply) set("flagMove", "true");
      if (!has_reply) maybe(30, "flagPieceSafe");
      if (!has_reply) maybe(20, "flagPieceCount", "2");
      if (!has_reply) maybe(20, "flagPieceBlockedWin");
    }
    has_row_ = chance(12);
    if (has_row_) {
      set("connectN", std::to_string(3));
      maybe(40, "connectPieceTypes", some_letters());
      maybe(25, "connectDiagonal", "false");
      maybe(25, "connectHorizontal", "false");
      maybe(30, "connectValue", "loss");
    }
    maybe(4, "connectNxN", "2");
    maybe(4, "collinearN", "3");
    if (chance(10))
      set("materialCounting", one_of({"unweighted", "whitedrawodds", "blackdrawodds"}));
    maybe(6, "adjudicateFullBoard");
  }

  void add_drops() {
    if (!has_drops_) return;
    set("pieceDrops", "true");
    if (captures_to_hand_) set("capturesToHand", "true");
    if (loops_) set("dropLoop", "true");
    maybe(20, "dropPromoted");
    if (!has_regions_) maybe(15, "dropChecks", "false");
    maybe(30, "firstRankPawnDrops");
    maybe(30, "promotionZonePawnDrops");
    if (chance(25)) {
      set("dropNoDoubled", std::string(1, any_letter()));
      maybe(30, "dropNoDoubledCount", "2");
    }
    if (chance(20)) {
      set("dropRegionWhite", "*1 *2 *3");
      set("dropRegionBlack", fmt::format("*{} *{} *{}", ranks_, ranks_ - 1, ranks_ - 2));
    }
    if (has("bishop")) maybe(40, "dropOppositeColoredBishop");
    if (!passes_ && chance(8)) {
      const std::string type(1, has_king_ ? '-' : any_letter());
      const bool has_type = !has_king_ && chance(50);
      if (!must_capture_) set("mustDrop", "true");
      if (!must_capture_ && has_type) set("mustDropType", type);
    }
  }

  void add_what_is_rare() {
    if (has_row_ && rarely(25)) set("connectVertical", "false");
    if (rarely(4) && !has_row_) {
      set("connectHorizontal", "false");
      set("connectDiagonal", "false");
      for (const char* side : {"White", "Black"}) {
        set(fmt::format("connectRegion1{}", side), "*1");
        set(fmt::format("connectRegion2{}", side), fmt::format("*{}", ranks_ - 1));
      }
    }
    if (has_double_steps_ && rarely(25)) {
      set("tripleStepRegionWhite", "*2");
      set("tripleStepRegionBlack", fmt::format("*{}", ranks_ - 1));
    }
    if (has_double_steps_ && rarely(25)) {
      set("enPassantRegionWhite", "a* b*");
      set("enPassantRegionBlack", "b* c*");
    }
    if (has_double_steps_ && rarely(15)) set("enPassantTypes", "-");
    if (has_drops_ && rarely(12)) {
      set("shogiPawn", "e");
      set("shogiPawnDropMateIllegal", "true");
      men_.push_back({'e', "shogiPawn", 1, 1, ranks_ - 1});
    }
  }

  std::string with_start(const std::string& name) {
    if (has_king_ || has_last_man_) men_.push_back({'k', "king", 1, 1, ranks_});
    const bool is_mirrored = chance(60);
    for (int placement = 0; placement < most_placements; ++placement) {
      const std::string start = place(is_mirrored);
      if (start.empty()) continue;
      const std::string all = text_ + "startFen = " + start + '\n';
      const variant::Rules rules(variant::VariantFile(all, "random.ini").variant(name));
      if (rules.possible(variant::parse_fen(start, rules.variant()))) return all;
    }
    return {};
  }
  // The FEN of men anywhere; empty if two meet.
  std::string place(bool is_mirrored) {
    std::vector<std::string> board(static_cast<std::size_t>(ranks_),
                                   std::string(static_cast<std::size_t>(files_), '.'));
    std::string hand;
    const auto put = [&](int file, int rank, char letter) {
      char& square = board[static_cast<std::size_t>(rank - 1)][static_cast<std::size_t>(file)];
      return square == '.' && (square = letter, true);
    };
    for (const Man& man : men_) {
      const char white = static_cast<char>(man.letter - 'a' + 'A');
      for (int i = 0; i < man.number; ++i) {
        if (has_drops_ && man.letter != 'k' && chance(30)) {
          hand += white;
          hand += man.letter;
          continue;
        }
        const int rank = man.first_rank + number(man.last_rank - man.first_rank + 1);
        const int file = number(files_);
        if (!put(file, rank, white)) return {};
        const int other_rank =
            is_mirrored ? rank : man.first_rank + number(man.last_rank - man.first_rank + 1);
        if (!put(is_mirrored ? file : number(files_), ranks_ + 1 - other_rank, man.letter))
          return {};
      }
    }
    return fen_of(board, hand);
  }
  std::string fen_of(const std::vector<std::string>& board, const std::string& hand) const {
    std::string fen;
    for (auto rank = board.rbegin(); rank != board.rend(); ++rank) {
      if (!fen.empty()) fen += '/';
      int open = 0;
      for (const char square : *rank) {
        open += square == '.' ? 1 : 0;
        if (square == '.') continue;
        if (open > 0) fen += std::to_string(open);
        open = 0;
        fen += square;
      }
      if (open > 0) fen += std::to_string(open);
    }
    if (has_drops_) fen += '[' + hand + ']';
    return fen + " w - - 0 1";
  }

  std::mt19937_64 random_, rarely_random_;
  std::string text_;
  int files_ = 0, ranks_ = 0;
  std::vector<Man> men_;
  bool has_king_ = false, has_last_man_ = false, has_pawn_ = false, is_pseudo_royal_ = false;
  bool has_drops_ = false, captures_to_hand_ = false, loops_ = false;
  bool tells_pawns_ = false, promotes_ = false, passes_ = false;
  bool has_regions_ = false, can_always_move_quietly_ = true, must_capture_ = false;
  bool has_double_steps_ = false, has_row_ = false;
  bool hands_take_blasts_ = true;  // men that explode come into hands as Fairy-Stockfish has it
};

}  // namespace

std::string random_variant_name(std::uint64_t seed) { return fmt::format("random{}", seed); }

std::string random_variant(std::uint64_t seed) {
  constexpr std::uint64_t next_try = 1000003;
  for (std::uint64_t number = seed;; number += next_try) {
    const std::string text = RandomVariant(number).make(random_variant_name(seed));
    if (!text.empty()) return text;
  }
}

std::vector<std::uint64_t> random_variant_seeds() {
  std::uint64_t first = 1, last = long_tests() ? all_random_variants : few_random_variants;
  if (const char* const wanted = std::getenv("ZERMELO_RANDOM_VARIANTS")) {
    const std::string text = wanted;
    first = std::stoull(text);
    last = std::stoull(text.substr(text.find('-') + 1));
  }
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = first; seed <= last; ++seed) seeds.push_back(seed);
  return seeds;
}

}  // namespace zermelo::test
