// SPDX-License-Identifier: MIT
// Pictures of chess variants, and the way back from them: men in hand, promoted men, drops.
#include "kinds/endgames/variant_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/variant/ini.h"
#include "probe/endgames.h"
#include "probe/games.h"

namespace zermelo::endgames {
namespace {

VariantGame built_in_game(const std::string& name) {
  return VariantGame({variant_game_name, {{"name", name}}});
}

// Set up from its picture, without what pictures do not show: castling, en passant, counters.
std::string set_up_again(const VariantGame& game, const std::string& state) {
  const Diagram d = game.diagram(state);
  return game.state_from(d.cells, game.to_move(state), d.hands);
}

const VariantMan& man_with(const std::vector<VariantMan>& men, const std::string& symbol) {
  return *std::ranges::find(men, symbol, &VariantMan::symbol);
}

TEST(VariantPictures, EveryKindHasALetterThatNoOtherHas) {
  int promoted = 0;
  for (const std::string& name : variant::built_in_variants().names()) {
    const VariantGame game = built_in_game(name);
    std::set<char> letters;
    for (const VariantMan& man : game.kinds_of_men()) {
      EXPECT_TRUE('A' <= man.letter && man.letter <= 'Z') << name << ": " << man.symbol;
      EXPECT_TRUE(letters.insert(man.letter).second) << name << ": " << man.letter;
      if (man.symbol.size() == 1) {
        EXPECT_EQ(man.symbol.front(), man.letter) << name;
      } else {
        ++promoted;
      }
    }
    EXPECT_EQ(game.piece_letters().size(), game.kinds_of_men().size()) << name;
  }
  EXPECT_GT(promoted, 10);
}

TEST(VariantPictures, StartsAreSetUpAgain) {
  for (const std::string& name : variant::built_in_variants().names()) {
    const VariantGame game = built_in_game(name);
    const std::string start = game.text(game.read(game.start())), again = set_up_again(game, start);
    const auto shown = [](const std::string& fen) {
      return fen.substr(0, fen.find(' ', fen.find(' ') + 1));
    };
    EXPECT_EQ(shown(again), shown(start)) << name;
  }
}

TEST(VariantPictures, ShowWhatIsInHandAndPromoted) {
  const VariantGame minishogi = built_in_game("minishogi");
  const std::string state = "4k/5/2+P2/5/K4[PGGs] w - - 0 1";
  const Diagram d = minishogi.diagram(state);
  EXPECT_EQ(hands_text(d.hands), "sP2G");
  const char promoted = man_with(minishogi.kinds_of_men(), "+P").letter;
  EXPECT_NE(promoted, 'P');
  EXPECT_EQ(d.cells[12], (Cell{Cell::Kind::white, promoted}));
  EXPECT_EQ(set_up_again(minishogi, state), minishogi.text(minishogi.read(state)));

  const VariantGame crazyhouse = built_in_game("crazyhouse");
  const std::string queens = "4k3/8/8/3Q~4/q~7/8/8/4K3[Rp] b - - 0 1";
  EXPECT_EQ(set_up_again(crazyhouse, queens), crazyhouse.text(crazyhouse.read(queens)));
  const char queen = man_with(crazyhouse.kinds_of_men(), "Q~").letter;
  EXPECT_NE(queen, 'Q');
  EXPECT_EQ(crazyhouse.diagram(queens).cells[35], (Cell{Cell::Kind::white, queen}));
  EXPECT_EQ(crazyhouse.diagram(queens).cells[24], (Cell{Cell::Kind::black, queen}));
}

TEST(VariantPictures, ADropComesFromTheHand) {
  const VariantGame game = built_in_game("minishogi");
  int drops = 0;
  for (const LegalMove& move : game.moves("4k/5/5/5/K4[Gs] w - - 0 1")) {
    const bool is_drop = move.move.find('@') != std::string::npos;
    EXPECT_EQ(move.shape.dropped, is_drop ? (Cell{Cell::Kind::white, 'G'}) : Cell::empty)
        << move.move;
    if (!is_drop) continue;
    ++drops;
    EXPECT_TRUE(move.shape.from.empty());
    EXPECT_EQ(move.shape.to.size(), 1u);
  }
  EXPECT_EQ(drops, 23);
}

TEST(VariantPictures, TellWhatCanBeInHand) {
  const auto in_hand = [](const std::string& name) {
    std::string held;
    for (const VariantMan& man : variant_men(*variant_game_of({"variant", {{"name", name}}})))
      if (man.in_hand) held += man.symbol;
    std::ranges::sort(held);
    return held;
  };
  EXPECT_EQ(in_hand("minishogi"), "BGPRS");
  EXPECT_EQ(in_hand("crazyhouse"), "BNPQR");
  EXPECT_EQ(in_hand("chess"), "");
}

TEST(VariantPictures, RefuseMenThatCannotBeThere) {
  const VariantGame chess = built_in_game("chess"), house = built_in_game("crazyhouse");
  const std::vector<Cell> empty(64, Cell::empty);
  const Cell pawn{Cell::Kind::white, 'P'}, king{Cell::Kind::white, 'K'},
      none{Cell::Kind::white, 'Z'};
  EXPECT_THROW(chess.state_from(empty, Colour::white, {{pawn, 1}}), IllegalPosition);
  EXPECT_THROW(house.state_from(empty, Colour::white, {{king, 1}}), IllegalPosition);
  EXPECT_THROW(house.state_from(empty, Colour::white, {{none, 1}}), IllegalPosition);
  EXPECT_THROW(house.state_from(empty, Colour::white, {{pawn, 1000}}), IllegalPosition);
  EXPECT_THROW(house.state_from(empty, Colour::white, {{pawn, 100}, {pawn, 21}}), IllegalPosition);
  EXPECT_THROW(house.state_from(std::vector<Cell>(63, Cell::empty), Colour::white, {}),
               IllegalPosition);
  EXPECT_THROW(house.state_from(std::vector<Cell>(64, none), Colour::white, {}), IllegalPosition);
  EXPECT_NE(house.state_from(empty, Colour::white, {{pawn, 2}}).find("[PP]"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::endgames
