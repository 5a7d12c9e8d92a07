// SPDX-License-Identifier: MIT
#include "kinds/codes/verify.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gen/breakthrough/game.h"
#include "gen/grid/metric.h"
#include "gen/notakto/game.h"
#include "gen/othello/game.h"
#include "probe/table.h"
#include "tests/support/bddl_games.h"
#include "tests/support/edited_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

class PlantedCodeErrors : public testing::Test {
 protected:
  using Complaint = std::function<std::string(const std::string& path)>;
  using Edit = std::function<bool(SliceRecord&, CodeMembers&)>;

  void begin(const GameSpec& spec, std::uint64_t codes) {
    codes_ = codes;
    zermelo::solve(*make_game(spec), good_);
    ASSERT_EQ(complaint(good_), "");
    test::rewrite_codes(good_, bad_, codes_, [](std::size_t, SliceRecord&, CodeMembers&) {});
    ASSERT_EQ(complaint(bad_), "");
  }
  std::string complaint(const std::string& path) const {
    try {
      return Table::open(path).verify({.threads = 1}).failure.value_or("");
    } catch (const DamagedTable& defect) {
      return defect.what();
    }
  }
  void expect_found(const char* what, const Edit& edit) const {
    const auto plant = [&](std::size_t chosen) {
      bool done = false;
      test::rewrite_codes(good_, bad_, codes_,
                          [&](std::size_t slice, SliceRecord& record, CodeMembers& members) {
                            if (slice == chosen) done = edit(record, members);
                          });
      return done;
    };
    test::expect_found_in_every_slice(what, good_, plant, [&] { return complaint(bad_); });
  }
  void expect_all_found() const;

  test::TemporaryFolder folder_;
  std::string good_ = folder_.file("good.ztb"), bad_ = folder_.file("bad.ztb");
  std::uint64_t codes_ = 0;
};

void PlantedCodeErrors::expect_all_found() const {
  for (const double place : {0.0, 0.41, 0.999}) {
    const auto at = [&](const CodeMembers& members) {
      return static_cast<std::size_t>(place * static_cast<double>(members.codes.size()));
    };
    expect_found("value", [&](SliceRecord& record, CodeMembers& members) {
      if (members.codes.empty() || record.palette.size() < 2) return false;
      PaletteCode& value = members.values[at(members)];
      value = static_cast<PaletteCode>((value + 1u) % record.palette.size());
      return true;
    });
    for (const bool honest : {false, true}) {
      expect_found("missing", [&](SliceRecord& record, CodeMembers& members) {
        if (members.codes.empty()) return false;
        const auto gone = static_cast<std::ptrdiff_t>(at(members));
        members.codes.erase(members.codes.begin() + gone);
        members.values.erase(members.values.begin() + gone);
        if (honest) --record.members;
        return true;
      });
    }
    expect_found("surplus", [&](SliceRecord& record, CodeMembers& members) {
      if (members.codes.empty()) return false;
      const auto next = static_cast<std::ptrdiff_t>(at(members)) + 1;
      const auto number = static_cast<std::size_t>(next);
      const std::uint64_t code = members.codes[number - 1] + 1;
      if (code == codes_ || (number < members.codes.size() && members.codes[number] == code))
        return false;
      members.codes.insert(members.codes.begin() + next, code);
      members.values.insert(members.values.begin() + next, members.values[number - 1]);
      ++record.members;
      return true;
    });
  }
  expect_found("positions",
               [](SliceRecord& record, CodeMembers&) { return ++record.positions > 0; });
  expect_found("members", [](SliceRecord& record, CodeMembers&) { return ++record.members > 0; });
}

TEST_F(PlantedCodeErrors, OfOneSideThatMoves) {
  const notakto::Notakto game({.rows = 3, .columns = 4});
  begin({"notakto", {{"rows", "3"}, {"columns", "4"}}}, game.codes().size());
  expect_all_found();
}

TEST_F(PlantedCodeErrors, OfPlies) {
  const breakthrough::Breakthrough game({.columns = 3, .rows = 4});
  begin({"breakthrough", {{"columns", "3"}, {"rows", "4"}}}, game.codes().size());
  expect_all_found();
}

TEST_F(PlantedCodeErrors, InASwappedSlice) {
  const breakthrough::Breakthrough game({.columns = 3, .rows = 4});
  begin({"breakthrough", {{"columns", "3"}, {"rows", "4"}}}, game.codes().size());
  std::vector<std::pair<SliceRecord, CodeMembers>> slices;
  test::rewrite_codes(good_, bad_, codes_,
                      [&](std::size_t, SliceRecord& record, CodeMembers& members) {
                        slices.emplace_back(record, members);
                      });
  ASSERT_GT(slices.size(), 8u);
  std::swap(slices[7], slices[8]);
  test::rewrite_codes(good_, bad_, codes_,
                      [&](std::size_t slice, SliceRecord& record, CodeMembers& members) {
                        std::tie(record, members) = slices[slice];
                      });
  EXPECT_NE(complaint(bad_), "");
}

// A code that no position has is refused wherever it is read, before it is used as one.
TEST_F(PlantedCodeErrors, CodesThatNoPositionHas) {
  const notakto::Notakto game({.rows = 3, .columns = 3});
  begin({"notakto", {{"rows", "3"}, {"columns", "3"}}}, game.codes().size());
  const std::size_t slices = TableFile(good_).slices().size();
  for (std::size_t chosen = 0; chosen < slices; ++chosen) {
    bool done = false;
    test::rewrite_codes(good_, bad_, codes_,
                        [&](std::size_t slice, SliceRecord&, CodeMembers& members) {
                          if (slice != chosen || members.codes.empty()) return;
                          members.codes.back() = std::uint64_t{1} << 60;
                          done = true;
                        });
    if (!done) continue;
    const std::string expected = bad_ + " is damaged: a code belongs to no position.";
    const auto refused = [&](auto&& use) {
      try {
        use();
      } catch (const DamagedTable& defect) {
        EXPECT_EQ(defect.what(), expected);
        return true;
      }
      return false;
    };
    const Table bad = Table::open(bad_);
    EXPECT_TRUE(refused([&] {
      for (std::uint64_t n = 0; n < bad.indices(chosen); ++n) bad.position_at({chosen, n});
    }));
    EXPECT_TRUE(refused([&] { bad.stats({.threads = 1}); }));
    EXPECT_TRUE(refused([&] { bad.verify({.threads = 1}); }));
    EXPECT_TRUE(refused([&] { bad.mine({}, {}, [](const Puzzle&) { return true; }); }));
  }
}

}  // namespace
}  // namespace zermelo
