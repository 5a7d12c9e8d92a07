// SPDX-License-Identifier: MIT
// Solves that are limited, stopped and resumed; verification of tables that are wrong.
#include "kinds/dense/solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/small_game.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

constexpr test::SmallGame middle_game = {4, 3, 1, 6, false};

class SolverRuns : public testing::Test {
 protected:
  const std::shared_ptr<const Game> rules = make_game(test::spec_of(middle_game));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");

  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }
  std::string undisturbed() const {
    solve(*rules, folder.file("undisturbed.ztb"), {});
    return test::read_whole(folder.file("undisturbed.ztb"));
  }
};

TEST_F(SolverRuns, ReportWhatTheyDid) {
  const SolveReport report = solve(*rules, path, {});
  EXPECT_EQ(report.positions, rules->count({.threads = 1}, true).totals.at("positions"));
  EXPECT_EQ(report.table_bytes, std::filesystem::file_size(path));
  EXPECT_FALSE(report.was_complete);
  EXPECT_GT(report.planned_memory, 0u);
  std::uint64_t members = 0;
  int longest = 0;
  const TableFile file(path);
  for (const SliceRecord& slice : file.slices()) {
    members += slice.members;
    for (const Value v : slice.palette) longest = std::max(longest, v.plies());
  }
  EXPECT_EQ(report.members, members);
  EXPECT_GE(report.levels, longest);
}

TEST_F(SolverRuns, MoreMemoryThanAllowedIsRefusedWithTheNumber) {
  const std::uint64_t needed = solve(*rules, path, {}).planned_memory;
  std::filesystem::remove(path);
  SolveOptions options;
  options.memory_limit = needed - 1;
  const std::string text = test::error_text<OutOfMemory>([&] { solve(*rules, path, options); });
  EXPECT_EQ(text, "This solve needs " + std::to_string((needed >> 20) + 1) +
                      " MiB of memory; the limit is " + std::to_string(options.memory_limit >> 20) +
                      " MiB; total=5 would fit.");
  EXPECT_FALSE(exists(""));
  EXPECT_FALSE(exists(".part"));
  EXPECT_FALSE(exists(".checkpoint"));
  options.memory_limit = needed;
  EXPECT_NO_THROW(solve(*rules, path, options));
}

// Wide words can hold so many kinds of values that a kept one may take two bytes.
TEST_F(SolverRuns, PlanTwoBytesForValuesThatWideWordsCanHold) {
  const std::uint64_t narrow = solve(*rules, path, {}).planned_memory;
  std::map<std::set<char>, std::uint64_t> indices;  // by group: "3-2" and "2-3" are one
  const std::vector<SliceRecord> slices = TableFile(path).slices();
  for (const SliceRecord& slice : slices)
    indices[{slice.name.front(), slice.name.back()}] += slice.indices + 1024;
  std::uint64_t most = 0;
  for (const auto& [group, size] : indices) most = std::max(most, size);
  std::filesystem::remove(path);
  SolveOptions options;
  options.force_wide_words = true;
  const std::uint64_t wide = solve(*rules, path, options).planned_memory;
  EXPECT_GT(wide - narrow, 4 * most) << "more than the words alone";
}

TEST_F(SolverRuns, StoppedBeforeAnythingIsComputed) {
  const std::atomic<bool> stop = true;
  SolveOptions options;
  options.stop = &stop;
  EXPECT_THROW(solve(*rules, path, options), Interrupted);
  EXPECT_FALSE(exists(""));
  EXPECT_TRUE(exists(".checkpoint")) << "of the first slice's members";
}

// Stops at every n-th progress report, again and again, until the solve gets through.
TEST_F(SolverRuns, StoppedAndResumedManyTimesGiveTheSameBytes) {
  const std::string expected = undisturbed();
  for (const bool wide : {false, true}) {
    int stops = 0, started = 0;
    for (bool done = false; !done; ++started) {
      ASSERT_LT(started, 2000) << "no progress";
      std::atomic<bool> stop = false;
      SolveOptions options;
      options.threads = 1 + started % 3;
      options.resume = true;
      options.force_wide_words = wide;
      options.stop = &stop;
      const bool undisturbed_now = started > 60;
      options.progress = [&](const SolveProgress& p) {
        const bool working = p.phase == SolveProgress::Phase::writing ||
                             p.phase == SolveProgress::Phase::propagating ||
                             p.phase == SolveProgress::Phase::initialising;
        if (working && !undisturbed_now) stop = true;
      };
      try {
        solve(*rules, path, options);
        done = true;
      } catch (const Interrupted& reason) {
        ASSERT_STREQ(reason.what(), "Stopped; a checkpoint is saved. Go on with --resume.");
        ASSERT_TRUE(exists(".checkpoint"));
        ASSERT_TRUE(exists(".part"));
        ASSERT_FALSE(exists(""));
        ++stops;
      }
    }
    EXPECT_GT(stops, 1);
    EXPECT_TRUE(test::read_whole(path) == expected);
    EXPECT_FALSE(exists(".checkpoint"));
    EXPECT_FALSE(exists(".part"));
    std::filesystem::remove(path);
  }
}

// A checkpoint after every pause, resumed from each in turn.
TEST_F(SolverRuns, EveryCheckpointIsGoodToGoOnFrom) {
  const std::string expected = undisturbed();
  const std::string kept = folder.file("kept");
  SolveOptions options;
  options.checkpoint_seconds = 0;
  std::vector<std::string> checkpoints, parts;
  options.progress = [&](const SolveProgress&) {
    if (!exists(".checkpoint") || checkpoints.size() >= 12) return;
    const std::string now = test::read_whole(path + ".checkpoint");
    if (!checkpoints.empty() && checkpoints.back() == now) return;
    checkpoints.push_back(now);
    parts.push_back(test::read_whole(path + ".part"));
  };
  solve(*rules, path, options);
  EXPECT_TRUE(test::read_whole(path) == expected) << "pausing changes nothing";
  ASSERT_GT(checkpoints.size(), 2u);
  for (std::size_t i = 0; i < checkpoints.size(); ++i) {
    test::write_whole(kept + ".checkpoint", checkpoints[i]);
    test::write_whole(kept + ".part", parts[i] + "what was written later is cut off");
    SolveOptions again;
    again.resume = true;
    solve(*rules, kept, again);
    EXPECT_TRUE(test::read_whole(kept) == expected) << i;
  }
}

class SolverCheckpoints : public SolverRuns {
 protected:
  SolverCheckpoints() {
    std::atomic<bool> stop = false;
    SolveOptions options;
    options.stop = &stop;
    options.progress = [&](const SolveProgress& p) {
      stop = p.phase != SolveProgress::Phase::enumerating;
    };
    try {
      solve(*rules, path, options);
    } catch (const Interrupted&) {
    }
    EXPECT_TRUE(exists(".checkpoint"));
    resume.resume = true;
  }
  SolveOptions resume;
};

TEST_F(SolverCheckpoints, AreNotOverwrittenUnasked) {
  const std::string before = test::read_whole(path + ".checkpoint");
  EXPECT_EQ(test::error_text<FileError>([&] { solve(*rules, path, {}); }),
            path +
                ".checkpoint is left from a run that was interrupted; go on with --resume, or "
                "remove it.");
  EXPECT_EQ(test::read_whole(path + ".checkpoint"), before);
}

TEST_F(SolverCheckpoints, OfAnotherGameAreRefused) {
  for (const test::SmallGame& other :
       {test::SmallGame{4, 3, 1, 6, true}, {4, 3, 1, 5, false}, {4, 3, 2, 6, false}}) {
    const auto another = make_game(test::spec_of(other));
    EXPECT_EQ(
        test::error_text<FileError>([&] { solve(*another, path, resume); }),
        path + ".checkpoint belongs to another game, other parameters or another kind of table.");
  }
  EXPECT_NO_THROW(solve(*rules, path, resume)) << "nothing was lost";
}

TEST_F(SolverCheckpoints, DamagedOnesAreRefused) {
  const std::string whole = test::read_whole(path + ".checkpoint");
  std::string damaged = whole;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  test::write_whole(path + ".checkpoint", damaged);
  EXPECT_THROW(solve(*rules, path, resume), DamagedTable);
  test::write_whole(path + ".checkpoint", whole.substr(0, whole.size() / 2));
  EXPECT_THROW(solve(*rules, path, resume), DamagedTable);
  test::write_whole(path + ".checkpoint", whole);
  EXPECT_NO_THROW(solve(*rules, path, resume)) << "looking at it did no harm";
}

TEST_F(SolverCheckpoints, WithoutTheirPartFileAreRefused) {
  std::filesystem::remove(path + ".part");
  EXPECT_THROW(solve(*rules, path, resume), FileError);
  EXPECT_TRUE(exists(".checkpoint"));
}

// The files as a kill just after the table got its name leaves them.
TEST_F(SolverCheckpoints, AreForgottenOnceTheTableIsThere) {
  const std::string checkpoint = test::read_whole(path + ".checkpoint");
  solve(*rules, path, resume);
  const std::string table = test::read_whole(path);
  test::write_whole(path + ".checkpoint", checkpoint);
  test::write_whole(path + ".checkpoint.new", "a beginning");
  EXPECT_TRUE(solve(*rules, path, resume).was_complete);
  EXPECT_TRUE(test::read_whole(path) == table);
  EXPECT_FALSE(exists(".checkpoint"));
  EXPECT_FALSE(exists(".checkpoint.new"));
}

TEST_F(SolverRuns, ResumingWhatIsCompleteDoesNothing) {
  const std::string before = test::solve_into(path, middle_game);
  SolveOptions options;
  options.resume = true;
  EXPECT_TRUE(solve(*rules, path, options).was_complete);
  EXPECT_TRUE(test::read_whole(path) == before);
}

TEST_F(SolverRuns, ThatCannotWriteSaySo) {
  const std::string nowhere = folder.file("no/such/folder/table.ztb");
  EXPECT_EQ(test::error_text<FileError>([&] { solve(*rules, nowhere, {}); }),
            "Cannot write " + nowhere + ".part: No such file or directory.");
}

// Verification finds a planted error wherever it is, and names a position of the table.
TEST(TableVerification, FindsEveryKindOfWrongValue) {
  const test::TemporaryFolder folder;
  const std::string right = folder.file("right.ztb"), wrong = folder.file("wrong.ztb");
  test::solve_into(right);
  const TableFile file(right);
  std::uint64_t number = 0, planted = 0;
  const auto expect_found = [&](auto edit) {
    bool done = false;
    test::rewrite_table(right, wrong, [&](std::size_t i, std::uint64_t, BlockContents& block) {
      if (!done) done = edit(file.slices()[i].palette.size(), block);
    });
    ASSERT_TRUE(done);
    const Table table = Table::open(wrong);
    EXPECT_NO_THROW(TableFile(wrong).check_whole()) << "its checksums are right";
    const VerifyReport report = table.verify({.threads = 1});
    ASSERT_TRUE(report.failure);
    const std::string position = report.failure->substr(0, report.failure->find(": "));
    EXPECT_NO_THROW(table.probe(position)) << *report.failure;
    ++planted;
  };
  // Any member's value is replaced by another one of the palette.
  for (const std::uint64_t target : {0, 1, 100, 200}) {
    number = 0;
    expect_found([&](std::size_t palette, BlockContents& block) {
      for (PaletteCode& code : block.first) {
        if (number++ < target || palette < 2) continue;
        code = static_cast<PaletteCode>((code + 1u) % palette);
        return true;
      }
      return false;
    });
  }
  expect_found([](std::size_t palette, BlockContents& block) {
    if (block.second.empty() || palette < 2) return false;
    block.second.back().code = static_cast<PaletteCode>((block.second.back().code + 1u) % palette);
    return true;
  });
  expect_found([](std::size_t, BlockContents& block) {
    if (block.second.empty()) return false;
    block.second.front().slot = static_cast<std::uint8_t>(block.second.front().slot + 1);
    return true;
  });
  expect_found([](std::size_t, BlockContents& block) {
    if (block.second.empty()) return false;
    block.second.pop_back();
    return true;
  });
  expect_found([](std::size_t, BlockContents& block) {
    const auto gap = std::find_if(block.second.begin(), block.second.end(), [&](const auto& s) {
      return s.member != &s - block.second.data();
    });
    const auto member = static_cast<std::uint16_t>(gap - block.second.begin());
    if (member >= block.first.size()) return false;
    block.second.insert(gap, {member, 0, 0});
    return true;
  });
  EXPECT_EQ(planted, 8u);
}

// Whatever slots a table names, its positions can be counted; verification says what is wrong.
TEST(TableVerification, SlotsOutOfRangeDoNoHarm) {
  const test::TemporaryFolder folder;
  const std::string right = folder.file("right.ztb"), wrong = folder.file("wrong.ztb");
  test::solve_into(right);
  test::rewrite_table(right, wrong, [](std::size_t, std::uint64_t, BlockContents& block) {
    for (SecondValue& second : block.second) second.slot = 200;
  });
  const Table table = Table::open(wrong);
  EXPECT_GT(table.stats({.threads = 1}, true).positions, 0u);
  EXPECT_TRUE(table.verify({.threads = 1}).failure);
}

// The copy is what the tests above take it for.
TEST(TableVerification, AnUnchangedCopyIsTheSameFile) {
  const test::TemporaryFolder folder;
  const std::string right = folder.file("right.ztb"), copy = folder.file("copy.ztb");
  const std::string bytes = test::solve_into(right);
  test::rewrite_table(right, copy, [](std::size_t, std::uint64_t, BlockContents&) {});
  EXPECT_TRUE(test::read_whole(copy) == bytes);
}

}  // namespace
}  // namespace zermelo
