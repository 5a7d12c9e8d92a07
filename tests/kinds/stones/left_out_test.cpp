// SPDX-License-Identifier: MIT
#include "kinds/stones/left_out.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "tablebase/shrink/shrink.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

StoneOutlook outlook_of(Value value, int forced = 0) { return {.forced = forced, .value = value}; }

TEST(StoneReplies, KeepTheBestOfWhatTheRulesSay) {
  StoneReplies replies;
  EXPECT_FALSE(replies.best);
  replies.add(outlook_of(Value::win(1)));
  EXPECT_EQ(replies.best, Value::loss(2));
  replies.add(outlook_of(Value::draw()));
  replies.add(outlook_of(Value::win(1), 2));
  EXPECT_EQ(replies.best, Value::draw());
  replies.add(outlook_of(Value::win(1), 1));  // the other side loses in 2
  EXPECT_EQ(replies.best, StoneReplies::best_of_all());
}

TEST(StoneReplies, AfterTheBestMoveNoOtherCounts) {
  StoneReplies replies;
  replies.add({.unforced = {3, 1}});
  EXPECT_EQ(replies.open, 1);
  replies.add(outlook_of(Value::loss(2)));
  replies.add({.unforced = {5, 1}});
  EXPECT_EQ(replies.open, 0);
  EXPECT_EQ(replies.best, StoneReplies::best_of_all());
}

// A binary tree of positions, by the numbers of black's stones, of which `depth` levels are left
// out; the tree is deep enough that it would take hours to go through.
class Tree final : public StoneAnswers {
 public:
  explicit Tree(int depth) : depth_(depth) {}
  StoneReplies replies(const StonePosition& p) const override {
    StoneReplies replies;
    for (const Squares next : {2 * p.black, 2 * p.black + 1}) {
      StoneOutlook outlook{.unforced = {1, next}};
      if (next >> depth_ != 0) outlook = outlook_of(Value::draw());
      replies.add(outlook);
    }
    return replies;
  }
  std::optional<Value> stored(const StonePosition&) const override { return std::nullopt; }

 private:
  int depth_;
};

TEST(LeftOutStones, AreNotLookedForWithoutEnd) {
  const test::TemporaryFolder folder;
  solve(*make_game({"mnk", {}}), folder.file("whole.ztb"), {});
  const TableFile whole(folder.file("whole.ztb"));
  write_shrunk(whole, std::vector<bool>(whole.slices().size(), true), "test",
               folder.file("none.ztb"), {});
  const TableFile none(folder.file("none.ztb"));
  const Tree small(10), large(40);
  EXPECT_EQ(LeftOutStones(none, small).value({1, 1}), Value::draw());
  EXPECT_EQ(test::error_text<DamagedTable>([&] {
              LeftOutStones(none, large).value({1, 1});
            }),
            folder.file("none.ztb") + " is damaged: it leaves out more than can be computed.");
}

}  // namespace
}  // namespace zermelo
