// SPDX-License-Identifier: MIT
#include "tablebase/format/slice_json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

using nlohmann::json;

SliceRecord record() {
  SliceRecord s;
  s.name = "2-2";
  s.indices = 700;
  s.positions = 500;
  s.members = 400;
  s.palette = {Value::loss(2), Value::win(3)};
  s.directory = 1234;
  s.directory_checksum = std::numeric_limits<std::uint64_t>::max() - 1;
  s.block_count = 7;
  s.code_bytes = 99;
  s.histogram = {{Value::win(3), 5}};
  s.longest = {17, std::numeric_limits<std::uint64_t>::max()};
  return s;
}

TEST(SliceJson, ComesBackAsItWas) {
  SliceRecord arrivals;
  arrivals.name = "2-3";
  arrivals.arrivals = {{0, 0, 0}, {3, -1, -1}, {3, 5, 70'000}};
  const std::vector<SliceRecord> all = {record(), arrivals};
  const json text = slices_to_json(all);
  EXPECT_EQ(slices_to_json(slices_from_json(text)), text);
  EXPECT_EQ(slices_from_json(text)[1].arrivals, arrivals.arrivals);
  EXPECT_EQ(slices_from_json(text)[0].longest, record().longest);
  EXPECT_EQ(slices_from_json(text)[0].directory_checksum, record().directory_checksum);
}

// A number that the program would silently take for another one.
TEST(SliceJson, RefusesNumbersThatDoNotFit) {
  const json whole = slices_to_json({record()});
  const auto error_with = [&](const std::string& path, const json& number) {
    json text = whole;
    text[json::json_pointer("/slices/0" + path)] = number;
    return test::error_text<DamagedTable>([&] { slices_from_json(text); });
  };
  const std::string sentence = "a number in its list of slices is out of range";
  const std::vector<std::pair<std::string, json>> wrong = {{"/indices", -1},
                                                           {"/positions", 1e300},
                                                           {"/members", 2.5},
                                                           {"/directory", -7},
                                                           {"/palette/0", 70'000},
                                                           {"/palette/0", 1.0},
                                                           {"/blocks", -1},
                                                           {"/code_bytes", -1},
                                                           {"/histogram/0/0", -40'000},
                                                           {"/histogram/0/1", -1},
                                                           {"/longest/0", -1},
                                                           {"/longest/0", 0.5},
                                                           {"/directory_checksum", -1}};
  for (const auto& [path, number] : wrong)
    EXPECT_EQ(error_with(path, number), sentence) << path << " = " << number;
}

TEST(SliceJson, RefusesArrivalsThatAreNone) {
  SliceRecord s;
  s.arrivals = {{3, 4, 5}};
  const json whole = slices_to_json({s});
  const auto error_with = [&](const json& arrival) {
    json text = whole;
    text["slices"][0]["arrivals"][0] = arrival;
    return test::error_text<DamagedTable>([&] { slices_from_json(text); });
  };
  for (const json& arrival : std::vector<json>{{-2, -1, -1}, {3, 2, 5}, {3, 4, 2}, {-1, 4, 5}})
    EXPECT_EQ(error_with(arrival), "an arrival in its list of slices makes no sense") << arrival;
  for (const json& arrival : std::vector<json>{{4'294'967'299, 4, 5}, {3.5, 4, 5}})
    EXPECT_EQ(error_with(arrival), "a number in its list of slices is out of range") << arrival;
}

// What a kind of table does not have, its trailer does not mention.
TEST(SliceJson, LeavesOutWhatIsNotThere) {
  const json text = slices_to_json({SliceRecord{}});
  for (const char* key :
       {"arrivals", "blocks", "code_bytes", "directory_checksum", "histogram", "longest"})
    EXPECT_FALSE(text.at("slices").at(0).contains(key)) << key;
}

}  // namespace
}  // namespace zermelo
