// SPDX-License-Identifier: MIT
#include "json/json.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(Json, TellsValues) {
  Json json;
  set_value(json, Value::win(7));
  EXPECT_EQ(json.dump(), R"({"value":"win","plies":7})");
  json.clear();
  set_value(json, Value::draw());
  EXPECT_EQ(json.dump(), R"({"value":"draw","plies":null})");
  json.clear();
  set_value(json, Value::of_score(-3), Metric::score);
  EXPECT_EQ(json.dump(), R"({"value":"loss","score":-3})");
  json.clear();
  set_value(json, Value::of_outcome(Outcome::loss), Metric::outcome);
  EXPECT_EQ(json.dump(), R"({"value":"loss"})");
}

TEST(Json, TellsGamesAndBoards) {
  EXPECT_EQ(parameters_json({"g", {{"rows", "4"}, {"cols", "5"}}}).dump(),
            R"({"cols":"5","rows":"4"})");
  Diagram d;
  d.columns = 3;
  d.rows = 2;
  d.cells = {Cell::empty, Cell::black, Cell::white, Cell::hole, Cell::blocked, Cell::empty};
  EXPECT_EQ(board_json(d).dump(), R"(["o#.",".bw"])");
  EXPECT_EQ(bits_per_position_json(10, 16).dump(), "5.0");
  EXPECT_EQ(bits_per_position_json(10, 0).dump(), "null");
}

TEST(Json, IsWrittenOnOneLineOrOnMany) {
  const Json json{{"a", 1}, {"b", {1, 2}}, {"c", "\xff"}};
  EXPECT_EQ(one_line(json), "{\"a\":1,\"b\":[1,2],\"c\":\"\xef\xbf\xbd\"}");
  EXPECT_EQ(indented(Json{{"a", 1}}), "{\n  \"a\": 1\n}");
  EXPECT_EQ(text_or_null(""), Json());
  EXPECT_EQ(text_or_null("x"), Json("x"));
  EXPECT_EQ(bits_per_position_json(10, 16), Json(5.0));
  EXPECT_EQ(bits_per_position_json(10, 0), Json());
  EXPECT_STREQ(side_name(Colour::white), "white");
}

}  // namespace
}  // namespace zermelo
