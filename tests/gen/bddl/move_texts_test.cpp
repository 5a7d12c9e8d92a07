// SPDX-License-Identifier: MIT
#include "gen/bddl/move_texts.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

// How the moves of a position are written, before those that read the same are told apart.
std::multiset<std::string> texts_in(const std::string& text, const std::string& position) {
  const PieceGame game(ground(parse_version_2(text, "g")));
  const PiecePosition p = parse_position(position, game.pieces());
  std::set<PiecePosition> results;
  game.for_each_successor(p, [&](const PiecePosition& next, Ending) { results.insert(next); });
  std::multiset<std::string> texts;
  for (const PiecePosition& next : results) texts.insert(game.move_text(change_between(p, next)));
  return texts;
}

TEST(MoveTexts, OfQuixo) {
  const std::string quixo = test::version_2_game("quixo");
  // A cube is taken from the rim, and comes back at an end of its row or column.
  std::multiset<std::string> all;
  for (const char* rim : {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}) {
    for (const char* end : {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}) {
      const bool row = rim[1] == end[1] && end[0] != 'b',
                 column = rim[0] == end[0] && end[1] != '2';
      if ((row || column) && std::string(rim) != end) all.insert(std::string(rim) + ">" + end);
    }
  }
  for (const std::string& text : texts_in(quixo, "b2/3/3 b"))
    EXPECT_TRUE(all.contains(text)) << text;
  EXPECT_EQ(texts_in(quixo, "bwb/wbw/bwb b").count("a1>c1"), 1u);
  // On the open board moves with one result are one move, written as the first of them.
  EXPECT_EQ(texts_in(quixo, "3/3/3 b").size(), 8u);
}

constexpr const char* jump = R"(#bddl 2
#boardsize 4 1
#steps side (1,0) (-1,0)
#mirror columns
#actions
:action jump
:parameters ?p ?d=side
:precondition own(?p) other(?p+?d) open(?p+2?d)
:effect open(?p) own(?p+2?d)
:then take (count(other)>0)
:text ?p^?p+2?d
:action take
:parameters ?p
:precondition other(?p)
:effect open(?p)
:text x?p
:action stay
:parameters ?p ?d=side
:precondition own(?p) open(?p+?d)
:effect open(?p) own(?p+?d)
#init black(1,1) white(2,1)
)";

TEST(MoveTexts, OfTurnsAreThoseOfTheirPartsOneAfterTheOther) {
  EXPECT_EQ(texts_in(jump, "bw2 b"), (std::multiset<std::string>{"a1^c1xb1"}));
  // White's are the images; what has no text is written by its squares.
  EXPECT_EQ(texts_in(jump, "1bw1 w"), (std::multiset<std::string>{"c1^a1xb1", "c1-d1"}));
}

}  // namespace
}  // namespace zermelo::bddl
