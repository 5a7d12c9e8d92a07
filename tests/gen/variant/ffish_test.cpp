// SPDX-License-Identifier: MIT
// Compares variants with Fairy-Stockfish (tests/support/ffish.h): the leaves of the tree of moves
// from the start, and the moves of random endings with the position after each. Skipped where it is
// missing. ZERMELO_VARIANTS_INI is a file of which all variants that we read are compared as well.
#include "tests/support/ffish.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/text/notation_text.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"
#include "gen/variant/options.h"
#include "tests/support/random_variant.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::variant {
namespace {

// How much is compared.
struct Extent {
  int depth = 3;  // of the tree of moves
  std::size_t endings = 200;
  int tries = 4000000;  // to find these
};
constexpr Extent extent_of_random_ones{.depth = 2, .endings = 100, .tries = 200000};

// The last men of a kind may be royal: without them the game would be over.
bool is_royal_kind(const Variant& variant, int kind) {
  return variant.kinds[static_cast<std::size_t>(kind)].royal ||
         (variant.pseudo_royal && variant.extinction_kinds.contains(static_cast<Square>(kind)));
}

// Those that the start has; where it has none, there may be some later.
std::vector<Man> royal_men_of(const Variant& variant) {
  const Position start = parse_fen(variant.start, variant);
  std::vector<Man> men;
  for (const Square square : start.occupied()) {
    if (is_royal_kind(variant, kind_of_man(start.men[square]))) men.push_back(start.men[square]);
  }
  for (const Colour side : {Colour::black, Colour::white}) {
    for (const int kind : variant.drops.order) {
      const auto at = static_cast<std::size_t>(kind);
      if (is_royal_kind(variant, kind))
        men.insert(men.end(), start.hands[side][at], man_of(kind, side));
    }
  }
  return men;
}

// (Where promotion brings kings, Fairy-Stockfish knows one of a side; and where men explode, it
// takes a last man's attack otherwise if it stands next to one of several others.)
bool has_no_more_royal_men(const Position& position, const Variant& variant) {
  Both<int> number;
  for (const Square square : position.occupied()) {
    const Man man = position.men[square];
    const int kind = kind_of_man(man);
    const bool is_royal = variant.blast ? is_royal_kind(variant, kind)
                                        : variant.kinds[static_cast<std::size_t>(kind)].royal;
    number[colour_of_man(man)] += is_royal ? 1 : 0;
  }
  return number.black <= 1 && number.white <= 1;
}

// (The last men of a kind that may not be left attacked are never lost.)
bool has_last_men(const Position& position, const Variant& variant) {
  if (!variant.pseudo_royal || variant.blast) return true;
  const auto number = [&](const Position& p, Square look, Colour side) {
    int men = p.hands[side][look];
    for (const Square square : p.of[side]) {
      const auto kind = static_cast<std::size_t>(kind_of_man(p.men[square]));
      men += variant.kinds[kind].looks_like == static_cast<int>(look) ? 1 : 0;
    }
    return men > variant.extinction_count;
  };
  const Position start = parse_fen(variant.start, variant);
  return std::ranges::all_of(variant.extinction_kinds, [&](Square kind) {
    return number(position, kind, Colour::white) >= number(start, kind, Colour::white) &&
           number(position, kind, Colour::black) >= number(start, kind, Colour::black);
  });
}

// Royal men, and up to six other men, anywhere, also in hand; none if the position cannot be.
bool place_men(const Rules& rules, std::mt19937_64& random, Position& position) {
  const Variant& variant = rules.variant();
  position = {};
  if (variant.counts_checks) {
    for (const Colour side : {Colour::black, Colour::white})
      position.checks[side] =
          1 + static_cast<int>(random() % static_cast<unsigned>(variant.checks[side]));
  }
  position.to_move = colour_of(random() % 2 == 0);
  std::vector<Man> men = royal_men_of(variant);
  for (std::uint64_t others = 1 + random() % 6; others > 0; --others)
    men.push_back(
        man_of(static_cast<int>(random() % variant.kinds.size()), colour_of(random() % 2 == 0)));
  for (const Man man : men) {
    const auto kind = static_cast<std::size_t>(kind_of_man(man));
    const bool has_hand = variant.drops.allowed && variant.kinds[kind].demotes_to == no_kind &&
                          (!variant.kinds[kind].royal || variant.drops.mandatory);
    if (has_hand && random() % 3 == 0) {
      ++position.hands[colour_of_man(man)][kind];
      continue;
    }
    const auto square =
        static_cast<Square>(random() % static_cast<std::uint64_t>(rules.board().size()));
    if (position.occupied().contains(square)) return false;
    position.put(square, man);
  }
  return rules.possible(position) && has_no_more_royal_men(position, variant) &&
         has_last_men(position, variant);
}

std::vector<Position> random_endings(const Rules& rules, const Extent& extent) {
  std::mt19937_64 random(7);
  std::vector<Position> positions;
  Position position;
  for (int tries = 0; tries < extent.tries && positions.size() < extent.endings; ++tries) {
    if (place_men(rules, random, position)) positions.push_back(position);
  }
  return positions;
}

std::string first_fields(const std::string& fen, int number) {
  std::size_t end = 0;
  for (int i = 0; i < number; ++i) end = fen.find(' ', end + 1);
  return fen.substr(0, end);
}

// Board, side to move, castling, and counters of checks.
std::string compared_fen(const Position& position, const Variant& variant) {
  std::string text = first_fields(format_fen(position, variant), 3);
  if (variant.counts_checks)
    text +=
        " " + std::to_string(position.checks.white) + "+" + std::to_string(position.checks.black);
  return text;
}

std::string our_answer(const Rules& rules, const Position& position) {
  std::vector<Move> moves;
  rules.legal_moves(position, moves);
  std::vector<std::string> texts;
  for (const Move& move : moves) {
    Position after = position;
    rules.apply(after, move);
    texts.push_back(format_uci(move, position, rules) + "=" + compared_fen(after, rules.variant()));
  }
  std::sort(texts.begin(), texts.end());
  const Outcome end = rules.ended(position).value_or(rules.without_moves(position));
  std::string line = moves.empty() ? std::to_string(static_cast<int>(end)) : "*";
  for (const std::string& text : texts) line += "|" + text;
  return line;
}

std::uint64_t leaves(const Rules& rules, const Position& position, int depth) {
  std::vector<Move> moves;
  rules.legal_moves(position, moves);
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const Move& move : moves) {
    Position after = position;
    rules.apply(after, move);
    sum += leaves(rules, after, depth - 1);
  }
  return sum;
}

// False if there is no ffish.
bool compare_with_ffish(Variant variant, const std::string& ini, const Extent& extent = {}) {
  SCOPED_TRACE(variant.name);
  // (For Fairy-Stockfish a pawn that is dropped with mate is a move, which loses.)
  variant.drops.no_pawn_mate = false;
  const Rules rules(variant);
  const std::vector<Position> endings = random_endings(rules, extent);
  // (Of a game on a few squares there are no more.)
  EXPECT_GE(endings.size(), ini.empty() ? extent.endings : 1);
  std::vector<std::string> fens;
  for (const Position& position : endings) fens.push_back(format_fen(position, variant));
  const auto answers = test::ask_ffish(variant.name, ini, extent.depth, fens);
  if (!answers) return false;
  EXPECT_EQ(leaves(rules, parse_fen(variant.start, variant), extent.depth), answers->leaves);
  std::size_t crashes = 0;
  for (std::size_t i = 0; i < endings.size(); ++i) {
    if (answers->lines[i] == test::ffish_crashed)
      ++crashes;
    else
      EXPECT_EQ(our_answer(rules, endings[i]), answers->lines[i]) << fens[i];
  }
  EXPECT_LE(crashes, ini.empty() ? 0 : endings.size() / 10);
  return true;
}

std::string our_moves(const Rules& rules, const Position& position) {
  std::vector<Move> moves;
  rules.legal_moves(position, moves);
  std::vector<std::string> texts;
  for (const Move& move : moves) texts.push_back(format_uci(move, position, rules));
  std::sort(texts.begin(), texts.end());
  std::string line;
  for (const std::string& text : texts) line += (line.empty() ? "" : "|") + text;
  return line;
}

// The moves alone, from the start and in endings that chessops takes for possible. False if there
// is no chessops.
bool compare_with_chessops(const Variant& variant, const std::string& word) {
  SCOPED_TRACE(variant.name);
  const Rules rules(variant);
  Extent extent;
  if (variant.pseudo_royal) extent.endings = 3000;  // (Most have several kings, and are refused.)
  std::vector<Position> endings;
  std::vector<std::string> fens;
  for (const Position& position : random_endings(rules, extent)) {
    if (rules.ended(position)) continue;
    endings.push_back(position);
    fens.push_back(format_fen(position, variant));
  }
  const auto answers = test::ask_chessops(word, extent.depth, fens);
  if (!answers) return false;
  EXPECT_EQ(leaves(rules, parse_fen(variant.start, variant), extent.depth), answers->leaves);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < endings.size(); ++i) {
    if (answers->lines[i] == "refused") continue;
    ++compared;
    EXPECT_EQ(our_moves(rules, endings[i]), answers->lines[i]) << fens[i];
  }
  EXPECT_GT(compared, 80u);
  return true;
}

// The eight variants of Lichess: those of them that are built in.
TEST(VariantsAndChessops, ThoseOfLichessAgree) {
  const std::vector<std::string> names = built_in_variants().names();
  int agree = 0;
  for (const auto& [name, word] :
       std::vector<std::pair<std::string, std::string>>{{"chess", "standard"},
                                                        {"antichess", "antichess"},
                                                        {"atomic", "atomic"},
                                                        {"crazyhouse", "crazyhouse"},
                                                        {"horde", "horde"},
                                                        {"kingofthehill", "kingOfTheHill"},
                                                        {"racingkings", "racingKings"},
                                                        {"3check", "threeCheck"}}) {
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    if (!compare_with_chessops(built_in_variants().variant(name), word))
      GTEST_SKIP() << test::no_chessops;
    ++agree;
  }
  EXPECT_EQ(agree, 8);
}

void compare_with_fairy_stockfish(const std::string& name) {
  SCOPED_TRACE(name);
  const Rules rules(built_in_variants().variant(name));
  std::vector<Position> endings = random_endings(rules, {});
  std::erase_if(endings, [&](const Position& position) { return rules.ended(position); });
  std::vector<std::string> fens;
  for (const Position& position : endings) fens.push_back(format_fen(position, rules.variant()));
  const std::vector<std::string> answers = test::ask_fairy_stockfish(name, fens);
  for (std::size_t i = 0; i < endings.size(); ++i)
    EXPECT_EQ(our_moves(rules, endings[i]), answers[i]) << fens[i];
}

// Debian's program is older than ffish: its `fairy` has other letters, in its `chigorin` either
// side promotes to all men, and in its `dobutsu` the game goes on when a lion is in hand.
TEST(VariantsAndFairyStockfish, ThoseItKnowsAgree) {
  const auto known = test::fairy_stockfish_variants();
  if (!known) GTEST_SKIP() << test::no_fairy_stockfish;
  std::set<std::string> names(known->begin(), known->end());
  for (const char* differs : {"chigorin", "dobutsu", "fairy"}) names.erase(differs);
  int compared = 0;
  for (const std::string& name : built_in_variants().names()) {
    if (names.count(name) == 0) continue;
    compare_with_fairy_stockfish(name);
    ++compared;
  }
  EXPECT_GE(compared, 13);
}

TEST(VariantsAndFfish, ThoseBuiltInAgree) {
  for (const std::string& name : built_in_variants().names()) {
    if (!compare_with_ffish(built_in_variants().variant(name), "")) GTEST_SKIP() << test::no_ffish;
  }
}

TEST(VariantsAndFfish, ThoseOfAFileAgree) {
  const std::string path = test::setting_of("ZERMELO_VARIANTS_INI", "");
  if (path.empty()) GTEST_SKIP() << "ZERMELO_VARIANTS_INI, a file of variants, is not set.";
  const VariantFile file = VariantFile::read(path);
  int compared = 0;
  for (const std::string& name : file.names()) {
    try {
      const Variant variant = file.variant(name);
      if (!compare_with_ffish(variant, path)) GTEST_SKIP() << test::no_ffish;
      ++compared;
    } catch (const SyntaxError&) {
      continue;  // (It is refused.)
    }
  }
  EXPECT_GT(compared, 0);
}

// (What is made of random numbers is read, and has no gaps that would let comparisons pass.)
TEST(VariantsAndFfish, RandomOnesAreRead) {
  for (const std::uint64_t seed : test::random_variant_seeds()) {
    const std::string text = test::random_variant(seed);
    SCOPED_TRACE(text);
    EXPECT_EQ(text, test::random_variant(seed));
    const Rules rules(VariantFile(text, "random.ini").variant(test::random_variant_name(seed)));
    EXPECT_FALSE(random_endings(rules, extent_of_random_ones).empty());
  }
}

// Castling is for positions with rights, which random ones do not have, and the count of moves is
// for play, as is what play without end is worth, and rules of counting. (Variants that count
// checks are built in, and compared with the others.) Old words are read as their new ones are.
bool is_left_out(std::string_view option) {
  return option.substr(0, 8) == "castling" || option.substr(0, 9) == "nMoveRule" ||
         option.substr(0, 5) == "nFold" || option == "perpetualCheckIllegal" ||
         option == "countingRule" || option == "checkCounting" || option == "promotionRank" ||
         option == "doubleStepRank" || option == "doubleStepRankMin";
}

// (What is left out of random variants, as other programs differ there, swallows no option.)
TEST(VariantsAndFfish, RandomOnesHaveEveryOption) {
  std::set<std::string_view> there;
  std::vector<std::string> texts;
  for (std::uint64_t seed = 1; seed <= test::all_random_variants; ++seed)
    texts.push_back(test::random_variant(seed));
  for (const std::string& text : texts) {
    for (const std::string_view line : split(text, '\n')) {
      const Option* const option = find_option(line.substr(0, line.find(" = ")));
      if (option == nullptr) continue;
      there.insert(option->name);
      for (const std::string_view part : split(option->sets, ' ')) there.insert(part);
    }
  }
  for (const Option& option : options()) {
    if (option.use != Option::Use::read || is_left_out(option.name)) continue;
    const auto parts = split(option.sets, ' ');
    const bool is_there =
        there.count(option.name) != 0 ||
        (!option.sets.empty() && std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
          return there.count(part) != 0 || is_left_out(part);
        }));
    EXPECT_TRUE(is_there) << option.name;
  }
}

TEST(VariantsAndFfish, RandomOnesAgree) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t seed : test::random_variant_seeds()) {
    const std::string text = test::random_variant(seed);
    SCOPED_TRACE(text);
    const std::string path = folder.file(test::random_variant_name(seed) + ".ini");
    std::ofstream(path) << text;
    const Variant variant = VariantFile(text, path).variant(test::random_variant_name(seed));
    if (!compare_with_ffish(variant, path, extent_of_random_ones)) GTEST_SKIP() << test::no_ffish;
  }
}

}  // namespace
}  // namespace zermelo::variant
