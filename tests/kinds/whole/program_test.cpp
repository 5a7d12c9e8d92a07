// SPDX-License-Identifier: MIT
// Chess variants that are solved from their start: every value is compared with a brute force over
// FENs, which knows of no code, symmetry or table; and, where it is found, with one that asks
// Fairy-Stockfish for moves and ends.
#include "kinds/whole/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/text/notation_text.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"
#include "kinds/whole/work.h"
#include "probe/endgames.h"
#include "probe/grade.h"
#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/ffish.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

const std::string variant_file = ZERMELO_SOURCE "/examples/variants/small-games.ini";

std::shared_ptr<const Game> variant_in_file(const std::string& name) {
  return make_game(variant_spec(variant_file + ":" + name));
}

// What a brute force needs to know of a position.
struct Expanded {
  std::optional<Outcome> end;  // for the side to move, if the game is over
  std::vector<std::string> next;
};

// All positions that play leads to, and their values by plies, from the ends.
class PlainValues {
 public:
  // expand(FENs) says all about them, in their order.
  template <class Expand>
  PlainValues(const std::string& start, const Expand& expand) {
    number_of(start);
    for (std::size_t begin = 0; begin < fens_.size();) {
      const std::vector<std::string> fresh(fens_.begin() + static_cast<std::ptrdiff_t>(begin),
                                           fens_.end());
      begin = fens_.size();
      for (const Expanded& e : expand(fresh)) {
        ends_.push_back(e.end);
        next_.emplace_back();
        for (const std::string& fen : e.next) next_.back().push_back(number_of(fen));
      }
    }
    values_.resize(fens_.size());
    for (int plies = 1, idle = 0; idle < 2; ++plies) idle = decide(plies) ? 0 : idle + 1;
  }

  // Calls visit(FEN, value) where the game goes on.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < fens_.size(); ++i) {
      if (!ends_[i]) visit(fens_[i], values_[i].value_or(Value::draw()));
    }
  }

 private:
  std::size_t number_of(const std::string& fen) {
    const auto [entry, is_new] = numbers_.emplace(fen, fens_.size());
    if (is_new) fens_.push_back(fen);
    return entry->second;
  }
  // Whether a position is decided in exactly so many plies.
  bool decide(int plies) {
    std::vector<std::pair<std::size_t, Value>> found;
    for (std::size_t i = 0; i < fens_.size(); ++i) {
      if (values_[i] || ends_[i]) continue;
      bool wins = false, all_lose = true;
      for (const std::size_t n : next_[i]) {
        const bool is_loss =
            ends_[n] ? ends_[n] == Outcome::loss : values_[n] && values_[n]->is_loss();
        const bool is_win =
            ends_[n] ? ends_[n] == Outcome::win : values_[n] && values_[n]->is_win();
        wins = wins || is_loss;
        all_lose = all_lose && is_win;
      }
      if (wins) found.emplace_back(i, Value::win(plies));
      if (!wins && all_lose) found.emplace_back(i, Value::loss(plies));
    }
    for (const auto& [i, value] : found) values_[i] = value;
    return !found.empty();
  }

  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> fens_;
  std::vector<std::optional<Outcome>> ends_;
  std::vector<std::vector<std::size_t>> next_;
  std::vector<std::optional<Value>> values_;
};

// By the plain generator of moves.
PlainValues values_by_rules(const std::string& name) {
  const variant::Rules rules(variant::find_variant(variant_file + ":" + name));
  const auto fen_of = [&](variant::Position position) {
    position.quiet_plies = 0;
    position.move_number = 1;
    return variant::format_fen(position, rules.variant());
  };
  const auto expand = [&](const std::vector<std::string>& fens) {
    std::vector<Expanded> all;
    std::vector<variant::Move> moves;
    for (const std::string& fen : fens) {
      Expanded& e = all.emplace_back();
      const variant::Position position = variant::parse_fen(fen, rules.variant());
      e.end = rules.ended(position);
      if (e.end) continue;
      rules.legal_moves(position, moves);
      if (moves.empty()) e.end = rules.without_moves(position);
      for (const variant::Move& move : moves) {
        variant::Position after = position;
        rules.apply(after, move);
        e.next.push_back(fen_of(after));
      }
    }
    return all;
  };
  return {fen_of(variant::parse_fen(rules.variant().start, rules.variant())), expand};
}

// How many positions there are up to symmetry.
std::uint64_t expect_table_has(const Table& table, const PlainValues& right) {
  std::vector<std::string> fens;
  std::vector<Value> values;
  right.for_each([&](const std::string& fen, Value value) {
    fens.push_back(fen);
    values.push_back(value);
  });
  const std::vector<std::string_view> views(fens.begin(), fens.end());
  const std::vector<ProbeAnswer> answers = table.probe_many(views, 1);
  std::set<std::string> images;
  for (std::size_t i = 0; i < fens.size(); ++i) {
    EXPECT_EQ(answers[i].status, ProbeStatus::ok) << fens[i];
    if (answers[i].value != values[i]) {
      ADD_FAILURE() << fens[i] << ": " << to_string(answers[i].value) << ", and not "
                    << to_string(values[i]);
      break;
    }
    images.insert(table.canonical(fens[i]));
  }
  return images.size();
}

struct VariantToSolve {
  const char* name;
  Outcome start;    // who wins, for White
  bool asks_ffish;  // whether it has so few positions that Fairy-Stockfish can be asked about all
};
void PrintTo(const VariantToSolve& game, std::ostream* out) { *out << game.name; }

class SolvedVariant : public testing::TestWithParam<VariantToSolve> {
 protected:
  Table solved(const SolveOptions& options = {.threads = 1}) {
    solve(*variant_in_file(GetParam().name), path_, options);
    return Table::open(path_);
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("whole.ztb");
};

TEST_P(SolvedVariant, AgreesWithABruteForce) {
  const Table table = solved();
  const std::uint64_t images = expect_table_has(table, values_by_rules(GetParam().name));
  EXPECT_EQ(images, table.info().positions);
  EXPECT_EQ(table.probe(table.game().start()).outcome(), GetParam().start);
  const VerifyReport verified = table.verify();
  EXPECT_FALSE(verified.failure) << *verified.failure;
  EXPECT_EQ(verified.positions, table.info().positions);
}

TEST_P(SolvedVariant, AgreesWithSweepsOverAllMoves) {
  const Table table = solved();
  const SweepReport swept = variant_in_file(GetParam().name)->sweeps()({.table = &table});
  EXPECT_FALSE(swept.difference) << *swept.difference;
  EXPECT_EQ(swept.value, table.probe(table.game().start()));
}

TEST_P(SolvedVariant, TwoThreadsWriteTheSameBytes) {
  solved();
  const std::string once = test::read_whole(path_);
  solved({.threads = 2, .force = true});
  EXPECT_TRUE(test::read_whole(path_) == once);
}

TEST_P(SolvedVariant, EveryMoveLeadsToItsValue) {
  const Table table = solved();
  const StatsReport stats = table.stats();
  std::uint64_t sum = 0;
  for (const auto& [value, count] : stats.histogram) sum += count;
  EXPECT_EQ(sum, table.info().positions);
  for (const std::string& fen : table.sample(100, 3)) {
    const auto number = table.index_of(fen);
    ASSERT_TRUE(number);
    EXPECT_EQ(table.position_at(*number), fen);
    const std::vector<MoveValue> moves = table.moves(fen);
    EXPECT_EQ(moves.front().value, table.probe(fen)) << fen;
    for (const MoveValue& move : moves) {
      if (move.result.empty()) continue;
      EXPECT_EQ(table.probe(move.result).before_move(), move.value) << fen << ' ' << move.move;
    }
  }
}

// Fairy-Stockfish is asked about those that have few positions.
constexpr VariantToSolve small_variants[] = {
    {"hexapawn", Outcome::loss, true},          {"hexapawn4x4", Outcome::win, true},
    {"breakthrough3x4", Outcome::loss, false},  {"tictactoe", Outcome::draw, true},
    {"three-mens-morris", Outcome::win, false}, {"three-musketeers3x4", Outcome::loss, false},
    {"kono3x3", Outcome::draw, false},          {"giveaway3x4", Outcome::win, false}};
constexpr VariantToSolve large_variants[] = {{"chess3x4", Outcome::draw, false},
                                             {"pawns3x6", Outcome::draw, false},
                                             {"atomic3x4", Outcome::win, false},
                                             {"shogi3x3", Outcome::loss, false},
                                             {"castling4x4", Outcome::draw, false}};
std::string name_of_variant(const testing::TestParamInfo<VariantToSolve>& info) {
  std::string name = info.param.name;
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Small, SolvedVariant, testing::ValuesIn(small_variants), name_of_variant);
INSTANTIATE_TEST_SUITE_P(Large, SolvedVariant, testing::ValuesIn(large_variants), name_of_variant);

// Everything that there is to know of moves and ends comes from Fairy-Stockfish here. (Its FENs
// lack what can be taken en passant, as they are asked for.)
TEST(WholeGameAndFfish, EveryValueAgrees) {
  if (!test::ask_ffish("chess", "", 1, {})) GTEST_SKIP() << test::no_ffish;
  for (const VariantToSolve& game : small_variants) {
    if (!game.asks_ffish) continue;
    SCOPED_TRACE(game.name);
    const auto expand = [&](const std::vector<std::string>& fens) {
      std::vector<Expanded> all;
      const auto answers = test::ask_ffish(game.name, variant_file, 1, fens);
      for (const std::string& line : answers->lines) {
        Expanded& e = all.emplace_back();
        const auto parts = split(line, '|');
        if (parts.front() != "*") {
          e.end = parts.front() == "1"    ? Outcome::win
                  : parts.front() == "-1" ? Outcome::loss
                                          : Outcome::draw;
        }
        for (std::size_t k = 1; k < parts.size(); ++k)
          e.next.push_back(std::string(parts[k].substr(parts[k].find('=') + 1)) + " - 0 1");
      }
      return all;
    };
    const test::TemporaryFolder folder;
    const auto rules = variant_in_file(game.name);
    solve(*rules, folder.file("table.ztb"), {.threads = 1});
    const Table table = Table::open(folder.file("table.ztb"));
    const std::uint64_t images = expect_table_has(table, PlainValues(rules->start(), expand));
    EXPECT_EQ(images, table.info().positions);
  }
}

class WholeTable : public testing::Test {
 protected:
  void make(const std::string& name) { solve(*variant_in_file(name), path_, {.threads = 1}); }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("table.ztb");
};

TEST_F(WholeTable, AnswersWithoutTheFileOfTheVariant) {
  std::filesystem::copy_file(variant_file, folder_.file("mine.ini"));
  solve(*make_game(variant_spec(folder_.file("mine.ini") + ":hexapawn")), path_);
  std::filesystem::remove(folder_.file("mine.ini"));
  const Table table = Table::open(path_);
  EXPECT_EQ(table.probe("ppp/3/PPP w").outcome(), Outcome::loss);
  EXPECT_EQ(table.info().game.parameters.at("name"), "hexapawn");
  EXPECT_EQ(variant_men(table.game()).front().symbol, "P");
}

TEST_F(WholeTable, MovesAreWrittenInSanAndReadInUci) {
  make("chess3x4");
  const Table table = Table::open(path_);
  const std::string start = table.game().start();
  const std::vector<MoveValue> moves = table.moves(start);
  EXPECT_EQ(moves.size(), table.game().moves(start).size());
  for (const MoveValue& move : moves) {
    const std::vector<LegalMove> legal = table.game().moves(start);
    const auto same = std::ranges::find(legal, move.move, &LegalMove::move);
    ASSERT_NE(same, legal.end()) << move.move;
    EXPECT_EQ(move.shape.to, same->shape.to);
    EXPECT_EQ(move.shape.from, same->shape.from);
    const std::vector<std::string> uci{same->also.front()};
    EXPECT_EQ(grade_game(table, uci, start).moves.front().move, move.move);
  }
  const std::string longest = table.stats().longest.front();
  const Line line = table.line(longest);
  EXPECT_TRUE(line.complete);
  EXPECT_EQ(static_cast<int>(line.moves.size()), table.probe(longest).plies());
  EXPECT_EQ(line.moves.back().back(), '#');
}

TEST_F(WholeTable, HandsAndPromotedMenAreShown) {
  make("shogi3x3");
  const Table table = Table::open(path_);
  bool has_hand = false;
  for (const std::string& fen : table.sample(50, 1)) {
    const Diagram diagram = table.diagram(fen, true);
    EXPECT_EQ(diagram.cells, table.game().diagram(fen).cells);
    has_hand = has_hand || !diagram.hands.empty();
  }
  EXPECT_TRUE(has_hand);
}

TEST_F(WholeTable, PuzzlesAreMined) {
  make("chess3x4");
  const Table table = Table::open(path_);
  int found = 0;
  PuzzleConditions conditions;
  conditions.quiet_key = true;
  const MineReport report =
      table.mine(conditions, {.limit = 5, .threads = 1}, [&](const Puzzle& puzzle) {
        EXPECT_TRUE(table.probe(puzzle.position).is_win());
        ++found;
        return true;
      });
  EXPECT_GT(found, 0);
  EXPECT_FALSE(report.stopped);
}

TEST_F(WholeTable, PositionsThatPlayDoesNotLeadToAreRefused) {
  make("shogi3x3");
  const Table table = Table::open(path_);
  EXPECT_NE(test::error_text<NotInTable>([&] { table.probe("gkp/3/PKG[GGGG] w"); }), "");
  EXPECT_NE(test::error_text<IllegalPosition>([&] { table.probe("gkp/3/P1G[] w"); }), "");
  EXPECT_NE(test::error_text<IllegalPosition>([&] { table.probe("gkp/3 w"); }), "");
}

TEST_F(WholeTable, StoppedRunsGoOn) {
  make("three-mens-morris");
  const std::string whole = test::read_whole(path_);
  std::filesystem::remove(path_);
  int stops = 0;
  for (bool done = false; !done && stops < 1000;) {
    std::atomic<bool> stop = false;
    int left = 1 + stops % 5;
    SolveOptions options{.threads = 1, .resume = true, .stop = &stop};
    options.checkpoint_seconds = 0;
    options.progress = [&](const SolveProgress&) { stop = --left <= 0; };
    try {
      solve(*variant_in_file("three-mens-morris"), path_, options);
      done = true;
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  EXPECT_GT(stops, 0);
  EXPECT_TRUE(test::read_whole(path_) == whole);
}

TEST_F(WholeTable, KilledRunsGoOn) {
  const std::vector<std::string> arguments{"solve",
                                           "--variant",
                                           variant_file + ":breakthrough3x5",
                                           "-o",
                                           path_,
                                           "--resume",
                                           "--checkpoint-every",
                                           "0.05"};
  {
    test::Program program({.arguments = arguments});
    while (!std::filesystem::exists(path_ + ".checkpoint") && program.running()) {
    }
    program.send(SIGKILL);
  }
  ASSERT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(test::run_program(arguments).exit_code, 0);
  const std::string resumed = test::read_whole(path_);
  std::filesystem::remove(path_);
  solve(*variant_in_file("breakthrough3x5"), path_);
  EXPECT_TRUE(test::read_whole(path_) == resumed);
}

TEST_F(WholeTable, ForeignAndDamagedHeadersAreRefused) {
  make("hexapawn");
  std::string bytes = test::read_whole(path_);
  const std::size_t rules = bytes.find("stalemateValue = loss");
  ASSERT_NE(rules, bytes.npos);
  bytes.replace(rules, 21, "stalemateValue = win ");
  std::ofstream(path_, std::ios::binary) << bytes;
  EXPECT_NE(test::error_text<DamagedTable>([&] { Table::open(path_); }), "");
}

TEST_F(WholeTable, WhatCannotBeSolvedIsToldInOneSentence) {
  EXPECT_NE(test::error_text<UsageError>([&] {
              solve(*make_game(variant_spec("chess")), path_);
            }).find("chess is too large to be solved from its start: some 10^"),
            std::string::npos);
  EXPECT_NE(test::error_text<UsageError>([&] {
              make_game(variant_spec("gardner"))->count();
            }).find("gardner is too large"),
            std::string::npos);
  test::TemporaryFolder folder;
  std::ofstream(folder.file("endless.ini"))
      << "[endless:dobutsu]\nmaxRank = 3\nflagRegionWhite = *3\npromotionRegionWhite = *3\n"
         "startFen = gle/3/ELG[] w - - 0 1\nnFoldValue = loss\n";
  const std::string name = folder.file("endless.ini") + ":endless";
  const std::string why =
      test::error_text<UsageError>([&] { solve(*make_game(variant_spec(name)), path_); });
  EXPECT_NE(why.find("endless cannot be solved from its start yet"), std::string::npos) << why;
  EXPECT_NE(why.find("--endless draw solves without it"), std::string::npos) << why;
  solve(*make_game(variant_spec(name, true)), path_);
  EXPECT_EQ(Table::open(path_).verify().failure, std::nullopt);
}

TEST(WholeGameProgram, BadInputIsOneSentence) {
  const test::TemporaryFolder folder;
  const std::string out = folder.file("t.ztb");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"solve", "--variant", "chess", "-o", out},
           {"solve", "--variant", "no-such-variant", "-o", out},
           {"solve", "--variant", variant_file + ":none", "-o", out},
           {"solve", "--variant", folder.file("none.ini") + ":none", "-o", out},
           {"solve", "chess", "--variant", "dobutsu", "-o", out},
           {"solve", "mnk", "--endless", "draw", "-o", out},
           {"solve", "--variant", "minishogi", "-o", out},
           {"solve", "--variant", variant_file + ":breakthrough4x5", "-o", out, "--memory",
            "1M"}}) {
    const test::ProcessResult result = test::run_program(arguments);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

TEST(WholeGameProgram, CountsAndCrosschecks) {
  EXPECT_NE(test::output_of({"count", "--variant", variant_file + ":tictactoe"}).find("765"),
            std::string::npos);
  EXPECT_NE(test::output_of({"crosscheck", "--variant", variant_file + ":hexapawn"})
                .find("The engines agree."),
            std::string::npos);
}

}  // namespace
}  // namespace zermelo
