// SPDX-License-Identifier: MIT
#include "kinds/own/loaded_values.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "gen/error.h"
#include "probe/own_game.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"
#include "tests/kinds/own/plain_graph.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using own_test::GraphHelp;
using own_test::GraphKind;
using own_test::GraphRules;
using own_test::PlainGraph;

// All values that a brute force knows, each state at a number of its own; and none of the others.
template <GraphKind kind, GraphHelp help>
void compare_loaded_values() {
  std::uint64_t present = 0, absent = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("graph.ztb");
    const ParameterTexts parameters = {{"seed", std::to_string(seed)}};
    solve(*make_own_game(own_game_opener<GraphRules<kind, help>>(), parameters, "random"), path);
    const OwnTable table(std::make_shared<const TableFile>(path));
    const LoadedOwnValues loaded(table, 2, [] {});
    EXPECT_EQ(loaded.path(), path);
    GraphRules<kind, help> rules(parameters);
    const PlainGraph plain(seed, kind);
    const std::set<int> members = plain.nodes();
    EXPECT_EQ(loaded.codes().size(), members.size());
    std::set<std::uint64_t> numbers;
    for (int node = 0; node < plain.size(); ++node) {
      OwnState state;
      const auto written = *rules.parse(std::to_string(node));
      std::memcpy(state.bytes.data(), &written, sizeof written);
      const std::optional<Value> found = loaded.find(state);
      ASSERT_EQ(found, table.find(state));
      ASSERT_EQ(found.has_value(), members.contains(node)) << seed << " " << node;
      ++(found ? present : absent);
      if (!found) continue;
      ASSERT_EQ(*found, plain.value(node));
      ASSERT_EQ(loaded.value_of(*loaded.number(state)), *found);
      numbers.insert(*loaded.number(state));
    }
    EXPECT_EQ(numbers.size(), members.size());
  }
  EXPECT_GT(present, 100u);
  EXPECT_GT(absent, 100u);
}
TEST(LoadedOwnValues, EndWhenTheyAreToldTo) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("graph.ztb");
  const auto opener = own_game_opener<GraphRules<GraphKind::plies, GraphHelp::none>>();
  solve(*make_own_game(opener, {{"seed", "1"}}, "random"), path);
  const OwnTable table(std::make_shared<const TableFile>(path));
  EXPECT_THROW(LoadedOwnValues(table, 2, [] { throw Interrupted("enough"); }), Interrupted);
}
TEST(LoadedOwnValues, OfPlies) { compare_loaded_values<GraphKind::plies, GraphHelp::none>(); }
TEST(LoadedOwnValues, OfScores) { compare_loaded_values<GraphKind::scores, GraphHelp::none>(); }
TEST(LoadedOwnValues, AmongHashes) { compare_loaded_values<GraphKind::plies, GraphHelp::hashes>(); }

}  // namespace
}  // namespace zermelo
