// SPDX-License-Identifier: MIT
// What is verified of every kind of table: values that no comparison of a position with its
// successors refutes.
#include "tablebase/verify/table_verifier.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "gen/error.h"
#include "gen/value.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/resealed_table.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// A kind that finds every value to be what its successors imply, as a circle of wins and losses by
// endless play would be.
struct Consistent {
  void prepare() { is_prepared = true; }
  static bool next_round() { return false; }
  static std::uint64_t tasks() { return 0; }
  static auto worker() {
    return [](std::uint64_t) {};
  }
  static void end_round() {}
  static std::uint64_t verified() { return 0; }

  bool is_prepared = false;
};
struct ConsistentWithEndlessWins : Consistent {
  static bool endless_play_can_win() { return true; }
};

class TableVerifier : public testing::Test {
 protected:
  // What is wrong with a table of distances whose longest win and loss have become these.
  template <class Kind>
  std::string complaint(int loss, int win) const {
    const std::string forged = test::resealed(whole_, [&](nlohmann::json& trailer) {
      for (auto& slice : trailer.at("slices")) {
        auto& palette = slice.at("palette");
        if (palette.empty()) continue;
        palette.front() = loss;
        palette.back() = win;
      }
    });
    test::write_whole(folder_.file("forged.ztb"), forged);
    const TableFile file(folder_.file("forged.ztb"));
    Verification verification(file, 1, {});
    Kind kind;
    const std::string text = verify_table(kind, verification).failure.value_or("");
    EXPECT_EQ(kind.is_prepared, text.empty());
    return text;
  }

 private:
  const test::TemporaryFolder folder_;
  const std::string whole_ = test::solve_into(folder_.file("table.ztb"));
};

TEST_F(TableVerifier, RefusesWinsByEndlessPlayThatTheRulesDoNotHave) {
  constexpr int most = Value::max_plies, endless = Value::max_plies + 1;
  EXPECT_EQ(complaint<Consistent>(-most, most), "");
  EXPECT_NE(
      complaint<Consistent>(-most, endless).find("'win by endless play', but endless play is"),
      std::string::npos);
  EXPECT_NE(complaint<Consistent>(-endless, most).find("'loss by endless play', but"),
            std::string::npos);
  EXPECT_EQ(complaint<ConsistentWithEndlessWins>(-endless, endless), "");
}

// (Its opposite would not be one.)
TEST_F(TableVerifier, RefusesANumberThatIsNotAValue) {
  EXPECT_NE(test::error_text<DamagedTable>([&] { complaint<Consistent>(-32768, 5); }), "");
}

}  // namespace
}  // namespace zermelo
