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
  }
}

TEST(Value, IsOrderedByPreference) {
  const std::vector<Value> ascending = {Value::loss(1),
                                        Value::loss(2),
                                        Value::loss(Value::max_plies),
                                        Value::draw(),
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
