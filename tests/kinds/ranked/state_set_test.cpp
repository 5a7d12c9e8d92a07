// SPDX-License-Identifier: MIT
#include "kinds/ranked/state_set.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "kinds/ranked/solve_hybrid.h"
#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// Edelkamp, Kissmann and Rohte (2014), Figure 3, as far as its two examples walk through it: 14
// members begin with 0 (which ones is ours), 10 with 10, and 6 with 11.
const std::vector<std::string> figure_3 = {"00-1--", "01-11-", "01-011", "10-011",
                                           "10-1--", "11-01-", "11-111"};

TEST(StateSetTest, ThePapersExamplesComeOut) {
  const StateSet set = StateSet::of_patterns(figure_3);
  EXPECT_EQ(set.size(), 30u);
  EXPECT_EQ(set.bits(), 6);
  EXPECT_EQ(set.rank("110011"), 25u);
  EXPECT_EQ(set.unrank(19), "101011");
  // Those of its nodes' satcounts that the text names.
  std::uint64_t zero = 0, one_zero = 0;
  for (std::uint64_t rank = 0; rank < set.size(); ++rank) {
    const std::string state = set.unrank(rank);
    EXPECT_EQ(set.rank(state), rank);
    zero += state.starts_with("0") ? 1 : 0;
    one_zero += state.starts_with("10") ? 1 : 0;
  }
  EXPECT_EQ(zero, 14u);
  EXPECT_EQ(one_zero, 10u);
}

TEST(StateSetTest, SaysWhatIsNoMemberAndNoState) {
  const StateSet set = StateSet::of_patterns(figure_3);
  EXPECT_FALSE(set.contains("000000"));
  EXPECT_THROW(set.rank("000000"), NotInTable);
  EXPECT_THROW(set.rank("00000"), IllegalPosition);
  EXPECT_THROW(set.rank("00000x"), IllegalPosition);
  EXPECT_THROW(set.unrank(30), UsageError);
  EXPECT_FALSE(set.game());
  EXPECT_FALSE(set.to_move());
}

TEST(StateSetTest, SamplesAreEquallyLikelyAndTheSameEverywhere) {
  const StateSet set = StateSet::of_patterns(figure_3);
  const std::vector<std::string> drawn = set.sample(3000, 5);
  EXPECT_EQ(drawn, set.sample(3000, 5));
  EXPECT_NE(drawn, set.sample(3000, 6));
  std::multiset<std::string> counted(drawn.begin(), drawn.end());
  for (std::uint64_t rank = 0; rank < 30; ++rank) {
    const auto count = counted.count(set.unrank(rank));
    EXPECT_TRUE(count > 50 && count < 160) << count;
  }
}

class StateSetFileTest : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
};

TEST_F(StateSetFileTest, TextsAndSetFilesAreTheSameSet) {
  const std::string text = folder.file("t.txt"), file = folder.file("t.set");
  test::write_whole(text, "# Two lines\n\n 0-1 1 # one\n111-\r\n");
  const StateSet read = StateSet::open(text);
  EXPECT_EQ(read.size(), 4u);
  read.write(file);
  const StateSet again = StateSet::open(file, "set");
  for (std::uint64_t rank = 0; rank < 4; ++rank) EXPECT_EQ(again.unrank(rank), read.unrank(rank));
  EXPECT_THROW(StateSet::open(file, "other"), UsageError);
  EXPECT_THROW(StateSet::open(folder.file("none")), FileError);
  test::write_whole(text, "# nothing\n");
  EXPECT_THROW(StateSet::open(text), UsageError);
}

TEST_F(StateSetFileTest, ATablesLayersAreSetsOfPositions) {
  const std::string path = folder.file("t.ztb");
  HybridOptions options;
  options.memory = 64 << 20;
  options.table = path;
  solve_hybrid({"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}}, options);
  const Table table = Table::open(path);
  const std::vector<StateSet> layers = StateSet::all_of(path);
  ASSERT_EQ(layers.size(), 13u);
  for (std::size_t stones = 0; stones < layers.size(); ++stones) {
    const StateSet& layer = layers[stones];
    ASSERT_TRUE(layer.game() && layer.to_move());
    EXPECT_EQ(*layer.to_move(), stones % 2 == 0 ? Colour::black : Colour::white);
    for (std::uint64_t rank = 0; rank < layer.size(); rank += 7) {
      const std::string position = layer.unrank(rank);
      EXPECT_EQ(layer.rank(position), rank);
      EXPECT_EQ(layer.rank(layer.bits_of(position)), rank);
      if (table.game().result(position)) continue;
      EXPECT_EQ(table.index_of(position), (TableIndex{12 - stones, rank})) << position;
    }
  }
  EXPECT_EQ(StateSet::open(path, "0 stones").rank("4/4/4 b"), 0u);
  EXPECT_THROW(layers[0].rank("4/4/4 w"), NotInTable);
  EXPECT_FALSE(layers[0].contains("4/4/4 w"));
  EXPECT_THROW(layers[0].rank("4/1b2/4 w"), IllegalPosition) << "a stone in the air";
  EXPECT_THROW(StateSet::open(path), UsageError) << "several sets";
}

TEST_F(StateSetFileTest, OtherTablesAreRefused) {
  const std::string path = folder.file("t.ztb");
  solve(*make_game({"mnk", {{"columns", "3"}, {"rows", "2"}, {"k", "2"}}}), path);
  EXPECT_THROW(StateSet::open(path), UsageError);
}

}  // namespace
}  // namespace zermelo
