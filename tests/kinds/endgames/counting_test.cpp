// SPDX-License-Identifier: MIT
// Rules of counting: the limits of each material, as published; Fairy-Stockfish has the same.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/endgames.h"

namespace zermelo {
namespace {

// White has these men beside the king on the first rank, Black those on the eighth.
std::string fen_of_men(const std::string& white, const std::string& black, char to_move = 'b') {
  const auto rank = [](const std::string& men) {
    return men.size() == 8 ? men : men + std::to_string(8 - men.size());
  };
  return rank('k' + black) + "/8/8/8/8/8/8/" + rank('K' + white) + ' ' + to_move;
}

std::shared_ptr<const Game> counting_game(const std::string& name) {
  if (name != "cambodian") return make_game(variant_spec(name));
  return make_game(
      {"variant", {{"name", "ouk"}, {"rules", "[ouk:makruk]\ncountingRule = cambodian\n"}}});
}

struct CountedMaterial {
  std::string variant, white, black;
  int limit;  // 0: there is none
  int first = 0;
};

const std::vector<CountedMaterial> counted_materials{
    // Pieces' honour of makruk.
    {"makruk", "RR", "", 8, 5},
    {"makruk", "RRNM", "", 8, 7},
    {"makruk", "R", "", 16, 4},
    {"makruk", "RSS", "", 16, 6},
    {"makruk", "RNN", "", 16, 6},
    {"makruk", "SS", "", 22, 5},
    {"makruk", "SSNN", "", 22, 7},
    {"makruk", "NN", "", 32, 5},
    {"makruk", "NNS", "", 32, 6},
    {"makruk", "NNM", "", 32, 6},
    {"makruk", "S", "", 44, 4},
    {"makruk", "SN", "", 44, 5},
    {"makruk", "SM", "", 44, 5},
    {"makruk", "N", "", 64, 4},
    {"makruk", "NM", "", 64, 5},
    {"makruk", "M", "", 64, 4},
    {"makruk", "MMM", "", 64, 6},
    {"makruk", "", "", 0},
    // Board's honour.
    {"makruk", "RR", "n", 64, 1},
    {"makruk", "RS", "m", 64, 1},
    {"makruk", "RRSS", "snm", 64, 1},
    // Ouk chaktrang.
    {"cambodian", "RR", "", 7, 5},
    {"cambodian", "R", "", 15, 4},
    {"cambodian", "SS", "", 21, 5},
    {"cambodian", "NN", "", 31, 5},
    {"cambodian", "S", "", 43, 4},
    {"cambodian", "N", "", 63, 4},
    {"cambodian", "M", "", 63, 4},
    {"cambodian", "RRS", "nm", 63, 1},
    {"cambodian", "RRSSN", "nms", 0},
    // ASEAN chess.
    {"asean", "R", "", 16, 1},
    {"asean", "RR", "", 16, 1},
    {"asean", "B", "", 44, 1},
    {"asean", "BB", "", 44, 1},
    {"asean", "BN", "", 44, 1},
    {"asean", "N", "", 64, 1},
    {"asean", "NN", "", 64, 1},
    {"asean", "QQ", "", 0},
    {"asean", "RR", "n", 0},
};

TEST(CountingRules, HaveALimitForEachMaterial) {
  for (const CountedMaterial& m : counted_materials) {
    const auto game = counting_game(m.variant);
    const std::string fen = fen_of_men(m.white, m.black);
    SCOPED_TRACE(m.variant + ' ' + fen);
    const std::optional<CountingLimit> limit = counting_limit(*game, fen, Outcome::loss);
    ASSERT_EQ(limit.has_value(), m.limit > 0);
    if (!limit) continue;
    EXPECT_EQ(limit->limit, m.limit);
    EXPECT_EQ(limit->first, m.first);
    EXPECT_EQ(limit->counts, Colour::black);
    EXPECT_EQ(limit->of_pieces, m.black.empty());
  }
}

TEST(CountingRules, BeginWithoutPawns) {
  const auto makruk = counting_game("makruk"), cambodian = counting_game("cambodian");
  const std::string bare = "k7/8/8/8/8/P7/8/KR6 w", others = "kn6/8/8/8/8/P7/8/KR6 w";
  EXPECT_FALSE(counting_limit(*makruk, bare));
  EXPECT_FALSE(counting_limit(*makruk, others, Outcome::win));
  EXPECT_FALSE(counting_limit(*cambodian, bare));
  EXPECT_TRUE(counting_limit(*cambodian, others, Outcome::win));
  EXPECT_FALSE(counting_limit(*make_game(variant_spec("chess")), "k7/8/8/8/8/8/8/KR6 w"));
  EXPECT_THROW(counting_limit(*make_game({"ostle", {}}), "x"), UsageError);
}

TEST(CountingRules, SayWhoCountsAndWhetherAWinIsInTime) {
  const auto game = counting_game("makruk");
  const CountingLimit limit = *counting_limit(*game, fen_of_men("R", "", 'w'));
  EXPECT_EQ(limit.moves(), 13);
  EXPECT_EQ(counting_sentence(limit),
            "Black counts from 4 to 16 (pieces' honour), so White has 13 moves to win.");
  EXPECT_FALSE(limit.is_counted_out(Outcome::win, 25, Colour::white));
  EXPECT_TRUE(limit.is_counted_out(Outcome::win, 27, Colour::white));
  EXPECT_FALSE(limit.is_counted_out(Outcome::loss, 26, Colour::black));
  EXPECT_TRUE(limit.is_counted_out(Outcome::loss, 28, Colour::black));
  EXPECT_FALSE(limit.is_counted_out(Outcome::draw, 0, Colour::white));
  EXPECT_EQ(counting_sentence(limit, Outcome::win, 31, Colour::white),
            "Won in 16 moves, counted out after 13: Black counts from 4 to 16 (pieces' honour), so "
            "White has 13 moves to win.");
  // The loser counts, whoever has more men.
  const std::string few = fen_of_men("R", "mm", 'w');
  EXPECT_EQ(counting_limit(*game, few, Outcome::win)->counts, Colour::black);
  EXPECT_EQ(counting_limit(*game, few)->counts, Colour::white);
  EXPECT_FALSE(counting_limit(*game, fen_of_men("R", "m", 'w')));
}

TEST(CountingRules, OfAnotherNameAreRefused) {
  EXPECT_THROW(
      make_game({"variant", {{"name", "x"}, {"rules", "[x:chess]\ncountingRule = thai\n"}}}),
      SyntaxError);
}

}  // namespace
}  // namespace zermelo
