// SPDX-License-Identifier: MIT
#include "gen/value.h"

#include <gtest/gtest.h>

#include <vector>

namespace zermelo {
namespace {

TEST(Value, SaysWhatItIs) {
  EXPECT_EQ(Value(), Value::draw());
  EXPECT_EQ(Value::draw().outcome(), Outcome::draw);
  EXPECT_TRUE(Value::draw().is_draw());
  EXPECT_EQ(Value::draw().plies(), 0);
  for (const int plies : {1, 2, 147, 255, 256, Value::max_plies}) {
    const Value win = Value::win(plies), loss = Value::loss(plies);
    EXPECT_EQ(win.outcome(), Outcome::win);
    EXPECT_EQ(loss.outcome(), Outcome::loss);
    EXPECT_TRUE(win.is_win() && !win.is_loss() && !win.is_draw());
    EXPECT_TRUE(loss.is_loss() && !loss.is_win() && !loss.is_draw());
    EXPECT_EQ(win.plies(), plies);
    EXPECT_EQ(loss.plies(), plies);
  }
}

TEST(Value, RawNumbersRoundTrip) {
  for (int raw = -Value::max_plies; raw <= Value::max_plies; ++raw) {
    const Value value = Value::from_raw(static_cast<std::int16_t>(raw));
    ASSERT_EQ(value.raw(), raw);
    ASSERT_EQ(value.plies(), raw < 0 ? -raw : raw);
    ASSERT_FALSE(value.is_endless());
  }
}

TEST(Value, OfEndlessPlayHasNoPlies) {
  const Value win = Value::endless(Outcome::win), loss = Value::endless(Outcome::loss);
  EXPECT_EQ(win.raw(), 32767);
  EXPECT_EQ(loss.raw(), -32767);
  for (const Value value : {win, loss}) {
    EXPECT_TRUE(value.is_endless());
    EXPECT_EQ(value.plies(), 0);
    EXPECT_EQ(value.amount(Metric::distance), 0);
  }
  EXPECT_TRUE(win.is_win());
  EXPECT_TRUE(loss.is_loss());
  EXPECT_EQ(win.before_move(), loss);
  EXPECT_EQ(loss.before_move(), win);
  EXPECT_EQ(win.after_move(), loss);
  EXPECT_EQ(to_string(win), "win by endless play");
  EXPECT_EQ(to_string(loss), "loss by endless play");
}

// The same numbers are no endless play where a table counts points.
TEST(Value, OfAScoreIsNeverEndless) {
  EXPECT_EQ(Value::of_score(32767).amount(Metric::score), 32767);
  EXPECT_EQ(to_string(Value::of_score(32767), Metric::score), "win by 32767");
  EXPECT_EQ(to_string(Value::of_score(-32767), Metric::score), "loss by 32767");
}

TEST(Value, IsOrderedByPreference) {
  const std::vector<Value> ascending = {Value::loss(1),
                                        Value::loss(2),
                                        Value::loss(Value::max_plies),
                                        Value::endless(Outcome::loss),
                                        Value::draw(),
                                        Value::endless(Outcome::win),
                                        Value::win(Value::max_plies),
                                        Value::win(3),
                                        Value::win(1)};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(ascending[i] < ascending[j], i < j) << i << " " << j;
      EXPECT_EQ(ascending[i] == ascending[j], i == j) << i << " " << j;
    }
  }
}

TEST(Value, ChangesSidesWithAMove) {
  EXPECT_EQ(Value::draw().before_move(), Value::draw());
  EXPECT_EQ(Value::win(1).before_move(), Value::loss(2));
  EXPECT_EQ(Value::loss(1).before_move(), Value::win(2));
  EXPECT_EQ(Value::loss(146).before_move(), Value::win(147));
}

TEST(Value, KeepsItsSignIfTheSameSideMovesAgain) {
  for (const Value value : {Value::win(7), Value::loss(12), Value::draw(),
                            Value::endless(Outcome::win), Value::endless(Outcome::loss)}) {
    const Value again = value.before_move(NextMover::same);
    EXPECT_EQ(again.outcome(), value.outcome());
    EXPECT_EQ(again.is_endless(), value.is_endless());
    EXPECT_EQ(again.after_move(NextMover::same), value);
    EXPECT_EQ(value.before_move(NextMover::other), value.before_move());
    EXPECT_EQ(value.before_move().after_move(NextMover::other), value);
    EXPECT_EQ(value.opposite().opposite(), value);
  }
  EXPECT_EQ(Value::win(7).before_move(NextMover::same), Value::win(8));
  EXPECT_EQ(Value::loss(12).before_move(NextMover::same), Value::loss(13));
}

TEST(Value, IsWrittenInWords) {
  EXPECT_EQ(to_string(Value::win(7)), "win in 7");
  EXPECT_EQ(to_string(Value::loss(12)), "loss in 12");
  EXPECT_EQ(to_string(Value::draw()), "draw");
  EXPECT_STREQ(outcome_name(Outcome::win), "win");
  EXPECT_STREQ(outcome_name(Outcome::loss), "loss");
  EXPECT_STREQ(outcome_name(Outcome::draw), "draw");
}

}  // namespace
}  // namespace zermelo
