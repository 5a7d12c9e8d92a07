// SPDX-License-Identifier: MIT
#include "tablebase/lists/list_header.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

const ListHeader of_table = {.kind = ListHeader::Kind::table,
                             .game = {"mnk", {{"rows", "3"}, {"text", "two\nlines \"quoted\""}}},
                             .metric = Metric::score,
                             .board = {3, 3, false}};
const ListHeader of_strategy = {.kind = ListHeader::Kind::strategy,
                                .game = {"ostle", {}},
                                .metric = Metric::distance,
                                .board = {5, 5, true},
                                .wins = true,
                                .owner_is_white = true,
                                .depth = 7};

TEST(ListHeader, RoundTripsOnOneLine) {
  ListHeader unbounded = of_strategy;
  unbounded.wins = false;
  unbounded.depth.reset();
  for (const ListHeader& header : {of_table, of_strategy, unbounded}) {
    const std::string json = header_json(header);
    EXPECT_EQ(json.find('\n'), std::string::npos);
    EXPECT_EQ(parse_list_header(json), header) << json;
  }
}

TEST(ListHeader, IsAsDocumented) {
  EXPECT_EQ(header_json(of_strategy),
            R"({"kind":"strategy","game":"ostle","parameters":{},"metric":"distance",)"
            R"("columns":5,"rows":5,"record":"ostle","claim":"wins","owner":"white","depth":7})");
}

TEST(ListHeader, DoesNotSayWhereRulesWereReadFrom) {
  GameSpec game = {"bddl", {{"domain", "x"}, {"domain-file", "/home/me/x.bddl"}}};
  drop_file_names(game);
  EXPECT_EQ(game, (GameSpec{"bddl", {{"domain", "x"}}}));
}

TEST(ListHeader, OfAnotherFormIsRefusedInASentence) {
  const std::string json = header_json(of_strategy);
  const auto replaced = [&](const std::string& from, const std::string& to) {
    const std::size_t at = json.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return std::string(json).replace(at, from.size(), to);
  };
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "The header of the list is not an object in JSON."},
      {"[1]", "The header of the list is not an object in JSON."},
      {"{", "The header of the list is not an object in JSON."},
      {"{}", "The header of the list does not have the key 'kind'."},
      {replaced("strategy", "puzzle"),
       "The header of the list has a 'kind' that is neither 'table' nor 'strategy'."},
      {replaced("\"ostle\"", "3"), "The header of the list has a 'game' that is not a text."},
      {replaced("{},", "{\"a\":1},"), "The header of the list has a parameter that is not a text."},
      {replaced("{},", "[],"), "The header of the list has 'parameters' that are not an object."},
      {replaced("distance", "length"),
       "The header of the list has a 'metric' that is not distance, outcome or score."},
      {replaced("\"columns\":5", "\"columns\":0"),
       "The header of the list has a 'columns' that is not a whole number from 1 to 64."},
      {replaced("\"columns\":5", "\"columns\":5.5"),
       "The header of the list has a 'columns' that is not a whole number from 1 to 64."},
      {replaced("\"columns\":5", "\"columns\":99999999999999999999"),
       "The header of the list has a 'columns' that is not a whole number from 1 to 64."},
      {replaced("\"rows\":5", "\"rows\":13"),
       "The header of the list has a 'rows' that is not a whole number from 1 to 12."},
      {replaced("wins", "draws"),
       "The header of the list has a 'claim' that is neither 'wins' nor 'does-not-lose'."},
      {replaced("white", "red"),
       "The header of the list has a 'owner' that is neither 'white' nor 'black'."},
      {replaced(":7}", ":-7}"),
       "The header of the list has a 'depth' that is not a whole number from 0 to 2147483647."}};
  for (const auto& each : cases) {
    const std::string& text =
        each.first;  // (In clang 14 a lambda cannot capture a structured binding.)
    EXPECT_EQ(test::error_text<SyntaxError>([&] { parse_list_header(text); }), each.second) << text;
  }
  const std::string deep(100'000, '[');
  EXPECT_THROW(parse_list_header(deep), SyntaxError);
}

TEST(ListFooter, RoundTripsAndAddsUp) {
  const std::vector<ListSlice> slices = {{"5 stones", 12}, {"\"odd\"\n", 0}, {"4", 3}};
  const std::string json = footer_json(slices);
  EXPECT_EQ(parse_list_footer(json, 15), slices);
  EXPECT_THROW(parse_list_footer(json, 14), SyntaxError);
  for (const std::string bad :
       {R"({"positions":3})", R"({"positions":3,"slices":[]})", R"({"positions":3,"slices":{}})",
        R"({"positions":3,"slices":[3]})", R"({"positions":3,"slices":[{"name":"a"}]})",
        R"({"positions":3,"slices":[{"name":"a","positions":4}]})",
        R"({"positions":3,"slices":[{"name":"a","positions":-1},{"name":"b","positions":4}]})",
        R"({"positions":3,"slices":[{"name":1,"positions":3}]})"}) {
    EXPECT_THROW(parse_list_footer(bad, 3), SyntaxError) << bad;
  }
}

}  // namespace
}  // namespace zermelo
