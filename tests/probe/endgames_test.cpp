// SPDX-License-Identifier: MIT
// Folders of endgame tables, as their users know them.
#include "probe/endgames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/moves.h"
#include "probe/grade.h"
#include "tablebase/format/table_file.h"
#include "tests/reference/parity_game.h"
#include "tests/reference/variant_graph.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/narrow_chess.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

std::shared_ptr<const Game> narrow_game() {
  return make_game({"variant", {{"name", "narrow"}, {"rules", test::narrow_chess}}});
}

// The values of all positions by plies, from the ends, and what play without end is worth.
class BruteForce {
 public:
  explicit BruteForce(const std::string& rules) : graph_(rules, "narrow") {}

  void add(const std::string& men, const std::string& held = {}) { graph_.add(men, held); }
  void solve() {
    graph_.explore();
    decided_.resize(graph_.size());
    for (bool changes = true; changes;) {
      changes = false;
      ++plies_;
      for (std::size_t i = 0; i < graph_.size(); ++i) changes = decide(i) || changes;
      // (A win in so many plies may come from a conversion, later.)
      changes = changes || plies_ < 4;
    }
    endless_.assign(graph_.size(), Outcome::draw);
    if (!graph_.rules().variant().has_endless_rule()) return;
    for (const Colour side : {Colour::white, Colour::black}) find_endless_wins(side);
  }
  // Of positions in which the game goes on.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (graph_.end(i)) continue;
      const Value endless =
          endless_[i] == Outcome::draw ? Value::draw() : Value::endless(endless_[i]);
      visit(graph_.fen(i), graph_.position(i), decided_[i].value_or(endless));
    }
  }

 private:
  // How often play comes to a position says who wins play without end: see docs/variants.md.
  int priority(std::size_t i, Colour winner) const {
    const variant::Variant& v = graph_.rules().variant();
    const Colour mover = graph_.position(i).to_move;
    const bool has_odds = v.endless == (winner == Colour::white ? Outcome::win : Outcome::loss);
    if (!v.perpetual_check_loses) return has_odds ? 2 : 1;
    if (graph_.rules().in_check(graph_.position(i), mover)) return 1;
    if (mover != winner) return 2;
    return has_odds ? 1 : 3;
  }
  void find_endless_wins(Colour winner) {
    // Two more nodes stand for what is won, and for what is not.
    const std::size_t won = graph_.size(), lost = won + 1;
    std::vector<reference::ParityGame::Node> nodes(won + 2);
    nodes[won] = {2, true, {won}};
    nodes[lost] = {1, true, {lost}};
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      nodes[i] = {priority(i, winner), graph_.position(i).to_move == winner, {}};
      const bool is_open = !decided_[i] && !graph_.end(i);
      if (!is_open) {
        const Outcome end = graph_.end(i) ? *graph_.end(i) : decided_[i]->outcome();
        const bool wins = end != Outcome::draw && (end == Outcome::win) == nodes[i].even_moves;
        nodes[i].next.push_back(wins ? won : lost);
        continue;
      }
      for (const auto& next : graph_.next(i)) nodes[i].next.push_back(next.position);
    }
    const std::vector<bool> wins = reference::ParityGame(std::move(nodes)).even_wins();
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (wins[i])
        endless_[i] = graph_.position(i).to_move == winner ? Outcome::win : Outcome::loss;
    }
  }
  // Whether it is decided in exactly plies_.
  bool decide(std::size_t i) {
    if (decided_[i] || graph_.end(i)) return false;
    bool all_lose = true;
    for (const auto& [n, zeroes] : graph_.next(i)) {
      const std::optional<Outcome>& end = graph_.end(n);
      const bool is_loss = end ? end == Outcome::loss : decided_[n] && decided_[n]->is_loss();
      const bool is_win = end ? end == Outcome::win : decided_[n] && decided_[n]->is_win();
      const int after = end ? 0 : decided_[n] ? decided_[n]->plies() : plies_;
      if (is_loss && after == plies_ - 1) {
        decided_[i] = Value::win(plies_);
        return true;
      }
      all_lose = all_lose && is_win && after < plies_;
    }
    if (!all_lose) return false;
    decided_[i] = Value::loss(plies_);
    return true;
  }

  reference::VariantGraph graph_;
  std::vector<std::optional<Value>> decided_;
  std::vector<Outcome> endless_;  // of what is not decided
  int plies_ = 0;
};

TEST(EndgameFolder, AgreesWithABruteForceAlsoEnPassant) {
  const test::TemporaryFolder folder;
  make_endgames(*narrow_game(), folder.file("narrow"), {.materials = {"KPvKP"}}, {.threads = 2});
  const Table table = open_endgames(folder.file("narrow"));
  BruteForce force(test::narrow_chess);
  force.add("KPkp");
  force.solve();
  int compared = 0, en_passant = 0, changed = 0;
  force.for_each([&](const std::string& fen, const variant::Position& position, Value value) {
    ++compared;
    const Value probed = table.probe(fen);
    ASSERT_EQ(to_string(probed), to_string(value)) << fen;
    if (position.en_passant.empty()) return;
    ++en_passant;
    const std::string without = fen.substr(0, fen.find(' ')) +
                                (position.to_move == Colour::white ? " w - - 0 1" : " b - - 0 1");
    if (table.game().status(without).goes_on() && table.probe(without) != value) ++changed;
  });
  EXPECT_GT(compared, 20000);
  EXPECT_GT(en_passant, 100);
  EXPECT_GT(changed, 0) << "somewhere it matters";
}

class ThreeMen : public testing::Test {
 protected:
  void make(const EndgameOptions& options = {}) {
    report_ = make_endgames(*game_, path_, {.men = 3}, options);
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("narrow");
  const std::shared_ptr<const Game> game_ = narrow_game();
  EndgameReport report_;
};

TEST_F(ThreeMen, VerifyAndCountAndAreOneTable) {
  make();
  ASSERT_EQ(report_.tables.size(), 3u);
  EXPECT_EQ(report_.tables[0].material, "KvK");
  const Table table = Table::open(path_);
  const VerifyReport verified = table.verify();
  EXPECT_FALSE(verified.failure) << *verified.failure;
  std::uint64_t positions = 0;
  for (const EndgameTable& t : report_.tables) positions += t.positions;
  EXPECT_EQ(verified.positions, positions);
  EXPECT_EQ(table.info().positions, positions);
  const StatsReport stats = table.stats();
  ASSERT_EQ(stats.endgames.size(), 3u);
  std::uint64_t sum = 0;
  for (const auto& [value, count] : stats.histogram) sum += count;
  EXPECT_EQ(sum, stats.positions);
  std::vector<PositionValue> block;
  std::uint64_t walked = 0;
  for (const auto walk = table.walk(1); walk->next(block);) {
    walked += block.size();
    EXPECT_EQ(table.probe(block.front().position), block.front().value);
    const auto number = table.index_of(block.front().position);
    ASSERT_TRUE(number);
    EXPECT_EQ(table.position_at(*number), block.front().position);
  }
  EXPECT_EQ(walked, stats.positions);
}

TEST_F(ThreeMen, BestPlayMatesAsTold) {
  make();
  const Table table = Table::open(path_);
  for (const EndgameTable& t : report_.tables) {
    if (t.longest_win < 0) continue;
    EXPECT_EQ(table.probe(t.longest), Value::win(t.longest_win));
    const Line line = table.line(t.longest);
    EXPECT_TRUE(line.complete);
    EXPECT_EQ(static_cast<int>(line.moves.size()), t.longest_win);
    EXPECT_EQ(line.moves.back().back(), '#');
    const GradedGame graded = grade_game(table, line.moves, t.longest);
    for (const GradedMove& move : graded.moves) EXPECT_EQ(move.grade, Grade::best);
  }
}

TEST_F(ThreeMen, AreAnsweredWithTheSidesExchanged) {
  make();
  const Table table = Table::open(path_);
  EXPECT_EQ(table.probe("k2/3/K2/3/2R w"), table.probe("2r/3/k2/3/K2 b"));
  EXPECT_EQ(table.canonical("2r/3/k2/3/K2 b"), table.canonical("k2/3/K2/3/2R w"));
}

TEST_F(ThreeMen, MovesMayBeWrittenInUci) {
  make();
  const Table table = Table::open(path_);
  const std::string start = "k2/3/K2/3/2R w";
  const std::vector<std::string> uci{"c1c5"}, plain{"Rc5"};
  EXPECT_EQ(play_moves(table.game(), uci, start).front().move.move, "Rc5#");
  EXPECT_EQ(play_moves(table.game(), plain, start).front().move.move, "Rc5#");
}

TEST_F(ThreeMen, StoppedGoOnWithTheSameBytes) {
  std::atomic<bool> stop = false;
  EndgameOptions options;
  options.stop = &stop;
  options.progress = [&](const EndgameProgress& p) { stop = p.table == 2; };
  EXPECT_THROW(make(options), Interrupted);
  EXPECT_TRUE(std::filesystem::exists(path_ + "/KvK.ztb"));
  make({.threads = 1});
  EXPECT_TRUE(report_.tables[0].was_there);
  EXPECT_FALSE(report_.tables[1].was_there);
  const std::string other = folder_.file("other");
  make_endgames(*game_, other, {.men = 3}, {.threads = 3});
  for (const EndgameTable& t : report_.tables) {
    const std::string file = "/" + t.material + ".ztb";
    EXPECT_TRUE(test::read_whole(path_ + file) == test::read_whole(other + file)) << t.material;
  }
  EXPECT_EQ(estimate_endgames(*game_, path_, {.men = 3}).tables, 0u);
}

TEST_F(ThreeMen, RefuseWhatIsWrongInOneSentence) {
  make();
  const Table table = Table::open(path_);
  const auto not_in_table = [&](const char* position) {
    return test::error_text<NotInTable>([&] { table.probe(position); });
  };
  EXPECT_EQ(not_in_table("k2/3/K2/P2/2R w"),
            "There are 4 men on the board, and tables for 3 at most.");
  EXPECT_THROW(table.probe("k2/3/K2/3/K1R w"), IllegalPosition);
  EXPECT_THROW(table.probe("k2/K2/3/3/2R w"), IllegalPosition);
  EXPECT_THROW(table.probe("k1R/3/K2/3/3 b"), GameOver);
  EXPECT_THROW(Table::open(path_ + "/KRvK.ztb"), Error);
  EXPECT_EQ(
      test::error_text<FileError>([&] { Table::open(folder_.file(".")); }),
      folder_.file(".") + " is not a folder of endgame tables: there is no tablebase.json in it.");
  std::filesystem::remove(path_ + "/KRvK.ztb");
  EXPECT_EQ(test::error_text<NotInTable>([&] { Table::open(path_).probe("k2/3/K2/3/2R w"); }),
            "There is no table for KRvK in " + path_ + ".");
}

TEST_F(ThreeMen, TellOfDamage) {
  make();
  const std::string path = path_ + "/KRvK.ztb", good = test::read_whole(path);
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    test::write_whole(path, bad);
    const auto verify = [&] {
      const VerifyReport report = Table::open(path_).verify();
      if (report.failure) throw DamagedTable(*report.failure);
    };
    EXPECT_THROW(verify(), DamagedTable) << at;
  }
  test::write_whole(path, good.substr(0, good.size() / 2));
  EXPECT_THROW(Table::open(path_), DamagedTable);
}

TEST_F(ThreeMen, VerifyFindsAValueThatIsWrong) {
  make();
  const std::string path = path_ + "/KRvK.ztb";
  const auto edited = [&](std::size_t slice, std::size_t value) {
    const std::string copy = folder_.file("copy.ztb");
    {
      const TableFile file(path);
      TableWriter writer(copy, file.header());
      for (std::size_t i = 0; i < 2; ++i) {
        SliceRecord record = file.slices()[i];
        if (i == slice) {
          // (Values two plies further: the palette still ascends.)
          std::vector<Value>& palette = record.palette;
          palette[value] = palette[value].is_win() ? Value::win(palette[value].plies() + 1)
                                                   : Value::loss(palette[value].plies() + 1);
        }
        writer.begin_slice(record);
        for (std::uint64_t b = 0; b < file.slices()[i].blocks(); ++b)
          writer.append_block(file.encoded_block(i, b), file.first_code(i, b));
        writer.end_slice();
      }
      writer.finish();
    }
    std::filesystem::rename(copy, path);
  };
  edited(0, 2);
  const VerifyReport report = Table::open(path_).verify();
  ASSERT_TRUE(report.failure);
  EXPECT_NE(report.failure->find("its moves say"), std::string::npos) << *report.failure;
}

TEST_F(ThreeMen, TablesOfOtherRulesAreNotMixed) {
  make();
  std::string rules = test::narrow_chess;
  rules += "stalemateValue = loss\n";
  const auto other = make_game({"variant", {{"name", "narrow"}, {"rules", rules}}});
  EXPECT_EQ(test::error_text<UsageError>([&] { make_endgames(*other, path_, {.men = 2}); }),
            path_ + " holds tables of other rules: give another folder, or remove that one.");
}

TEST(Endgames, NeedMemory) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(test::error_text<OutOfMemory>([&] {
              make_endgames(*narrow_game(), folder.file("t"), {.men = 3},
                            {.memory_limit = 1 << 20});
            }).substr(0, 12),
            "Solving KPvK");
  EXPECT_FALSE(std::filesystem::exists(folder.file("t")));
}

// Variants that end otherwise than by mate, on boards small enough for a brute force.
constexpr char narrow_ends[] = R"(
[narrow]
maxFile = 3
maxRank = 4
rook = r
knight = n
pawn = p
doubleStep = false
castling = false
promotionPieceTypes = r
promotionRegionWhite = *4
promotionRegionBlack = *1
)";

// The tables of a material, of a variant called narrow, have the values of a brute force, and
// verify. `men` and `held` are the same, as in a FEN. Returns how many positions are decided.
// `endless`: how many more are decided by endless play.
int expect_as_brute_force(const std::string& rules, const std::string& material,
                          const std::string& men, const std::string& held = {},
                          int* endless = nullptr) {
  SCOPED_TRACE(rules);
  const test::TemporaryFolder folder;
  make_endgames(*make_game({"variant", {{"name", "narrow"}, {"rules", rules}}}), folder.file("t"),
                {.materials = {material}}, {.threads = 2});
  const Table table = open_endgames(folder.file("t"));
  const VerifyReport verified = table.verify();
  EXPECT_FALSE(verified.failure) << *verified.failure;
  BruteForce force(rules);
  force.add(men, held);
  force.solve();
  int compared = 0, decided = 0, differing = 0;
  force.for_each([&](const std::string& fen, const variant::Position&, Value value) {
    ++compared;
    decided += value.is_draw() ? 0 : 1;
    if (endless != nullptr) *endless += value.is_endless() ? 1 : 0;
    if (table.probe(fen) == value) return;
    if (++differing <= 3)
      ADD_FAILURE() << fen << ": " << to_string(table.probe(fen)) << ", not " << to_string(value);
  });
  EXPECT_EQ(differing, 0);
  EXPECT_GT(compared, 500);
  return decided;
}

struct RulesAndMen {
  std::string rules, material, men, held = {};
};

void expect_as_brute_force(std::span<const RulesAndMen> cases) {
  for (const RulesAndMen& c : cases)
    EXPECT_GT(expect_as_brute_force(c.rules, c.material, c.men, c.held), 20) << c.rules;
}

TEST(EndgamesWithOtherEnds, AgreeWithABruteForce) {
  const std::string with_king =
      std::string(narrow_ends) + "king = k\nstartFen = rkr/nnn/NNN/RKR w - - 0 1\n";
  const std::string without = std::string(narrow_ends) + "startFen = rrr/pnp/PNP/RRR w - - 0 1\n";
  const RulesAndMen cases[] = {
      {with_king + "flagPiece = k\nflagRegion = b2 b3\n", "KRvKN", "KRkn"},
      {with_king + "flagPiece = k\nflagRegionWhite = *4\nflagRegionBlack = *1\nchecking = false\n",
       "KRvKN", "KRkn"},
      {with_king + "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
                   "extinctionOpponentPieceCount = 2\nstalemateValue = loss\n",
       "KRvKN", "KRkn"},
      {with_king + "mustCapture = true\nstalemateValue = win\n", "KRvKN", "KRkn"},
      {with_king + "checkmateValue = win\n", "KRNvK", "KRNk"},
      {without + "extinctionValue = win\nextinctionPieceTypes = *\nmustCapture = true\n"
                 "stalemateValue = win\n",
       "RPvN", "RPn"},
      {without + "extinctionValue = win\nextinctionPieceTypes = *\nmustCapture = true\n"
                 "stalemateValue = loss\n",
       "RRvNN", "RRnn"},
      {without + "stalemateValue = loss\n", "RPvN", "RPn"},
      {without + "stalemateValue = loss\n", "PPvP", "PPp"},
      {without + "extinctionValue = loss\nextinctionPieceTypes = *\nstalematePieceCount = true\n"
                 "stalemateValue = loss\n",
       "RNvR", "RNr"},
      {without + "extinctionValue = loss\nextinctionPieceTypes = *\nstalematePieceCount = true\n"
                 "stalemateValue = win\n",
       "RNvR", "RNr"},
  };
  for (const RulesAndMen& c : cases) {
    const int decided = expect_as_brute_force(c.rules, c.material, c.men);
    // (Who may not mate can nearly always do something else.)
    EXPECT_GT(decided, c.rules.find("checkmateValue") == std::string::npos ? 20 : -1);
  }
}

// Explosions, last men that are royal, and ends that look at attacks and lines.
constexpr char narrow_last[] = R"(
[narrow]
maxFile = 3
maxRank = 4
commoner = k
rook = r
knight = n
pawn = p
doubleStep = false
castling = false
promotionPieceTypes = r
promotionRegionWhite = *4
promotionRegionBlack = *1
startFen = rkr/pnp/PNP/RKR w - - 0 1
extinctionValue = loss
extinctionPieceTypes = k
)";

TEST(EndgamesWithLastMen, AgreeWithABruteForce) {
  const std::string last = narrow_last;
  const std::string royal = last + "extinctionPseudoRoyal = true\n";
  const std::string king =
      std::string(narrow_ends) + "king = k\nstartFen = rkr/nnn/NNN/RKR w - - 0 1\n";
  const RulesAndMen cases[] = {
      {last, "KRvKN", "KRkn"},
      {royal, "KRvKN", "KRkn"},
      {royal + "promotionPieceTypes = kr\n", "KPvKN", "KPkn"},
      {royal + "dupleCheck = true\nextinctionPieceTypes = kr\n", "KRvKR", "KRkr"},
      {last + "blastOnCapture = true\n", "KRvKN", "KRkn"},
      {royal + "blastOnCapture = true\n", "KRvKN", "KRkn"},
      {royal + "blastOnCapture = true\n", "KPvKN", "KPkn"},
      {last + "blastOnCapture = true\nblastImmuneTypes = kr\nmutuallyImmuneTypes = k\n", "KRvKN",
       "KRkn"},
      {king + "mutuallyImmuneTypes = r\n", "KRvKR", "KRkr"},
      {king + "makpongRule = true\n", "KRNvK", "KRNk"},
      {king + "flagPiece = k\nflagRegion = *4\nflagMove = true\n", "KRvKN", "KRkn"},
      {king + "flagPiece = k\nflagRegionWhite = *4\nflagRegionBlack = *1\nflagPieceSafe = true\n",
       "KRvKN", "KRkn"},
      {king + "flagPiece = r\nflagRegionWhite = *4\nflagRegionBlack = *1\nflagMove = true\n",
       "KRvKR", "KRkr"},
      {king + "stalematePieceCount = true\nmaterialCounting = blackdrawodds\n", "KRvKN", "KRkn"},
      {king + "soldier = s\nsoldierPromotionRank = 3\ndiagonalLines = a1 b2 c3 c1 a3\n"
              "stalemateValue = loss\nstartFen = rkr/nsn/NSN/RKR w - - 0 1\n",
       "KSvKS", "KSks"},
      {king + "connectN = 3\nconnectPieceTypes = krn\n", "KRNvK", "KRNk"},
      {king + "connectNxN = 2\nconnectPieceTypes = krn\nconnectValue = loss\n", "KRvKN", "KRkn"},
  };
  expect_as_brute_force(cases);
}

// One side has a king, the other pawns.
TEST(EndgamesWithOneKing, AgreeWithABruteForce) {
  const std::string horde = std::string(narrow_ends) +
                            "king = k\nstartFen = rkr/ppp/PPP/PPP w - - 0 1\n"
                            "extinctionValue = loss\nextinctionPieceTypes = *\n";
  EXPECT_GT(expect_as_brute_force(horde, "PPvKR", "PPkr"), 20);
  EXPECT_GT(expect_as_brute_force(horde, "RPvKP", "RPkp"), 20);
}

// Men that promote as in shogi, and generals as in xiangqi.
constexpr char narrow_turning[] = R"(
[narrow]
maxFile = 3
maxRank = 4
king = k
silver = s
gold = g
lance = l
doubleStep = false
castling = false
promotionRegionWhite = *4
promotionRegionBlack = *1
promotedPieceType = s:g l:g
immobilityIllegal = true
startFen = lks/3/3/SKL w - - 0 1
)";

TEST(EndgamesOfMenThatTurn, AgreeWithABruteForce) {
  const std::string turning = narrow_turning;
  const std::string limited =
      std::string(narrow_ends) +
      "king = k\npromotionLimit = r:1\nstartFen = rkr/ppp/PPP/RKR w - - 0 1\n";
  const RulesAndMen cases[] = {
      {turning, "KSvKL", "KSkl"},
      {turning, "KLLvK", "KLLk"},
      {turning + "mandatoryPiecePromotion = true\n", "KSvKL", "KSkl"},
      {turning + "piecePromotionOnCapture = true\n", "KSvKL", "KSkl"},
      // Here men turn into others and back, and are one group.
      {turning + "pieceDemotion = true\n", "KSvKL", "KSkl"},
      {turning + "pieceDemotion = true\nmandatoryPiecePromotion = true\n", "KSLvK", "KSLk"},
      {turning + "flyingGeneral = true\n", "KLvKS", "KLks"},
      {limited, "KPPvK", "KPPk"},
      {limited + "mandatoryPawnPromotion = false\n", "KRPvK", "KRPk"},
  };
  expect_as_brute_force(cases);
}

// Kings, rooks and pawns with first steps, on two files; what is taken goes to the hand.
constexpr char narrow_hands[] = R"(
[narrow]
maxFile = 2
maxRank = 5
king = k
rook = r
pawn = p
startFen = kr/pp/2/PP/RK[] w - - 0 1
castling = false
promotionPieceTypes = r
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStepRegionWhite = *2
doubleStepRegionBlack = *4
enPassantRegionWhite = *3
enPassantRegionBlack = *3
pieceDrops = true
capturesToHand = true
)";

TEST(EndgamesWithHands, AgreeWithABruteForce) {
  const std::string hands = "pieceDrops = true\ncapturesToHand = true\n";
  const std::string turning = narrow_turning + hands, stepping = narrow_hands;
  const std::string pawns = turning +
                            "shogiPawn = p\npromotedPieceType = s:g l:g p:g\ndropNoDoubled = p\n"
                            "startFen = lks/ppp/PPP/SKL w - - 0 1\n";
  const RulesAndMen cases[] = {
      {turning, "KK[S]", "KSk"},
      {turning, "KK[SL]", "KSkl"},
      {turning + "dropPromoted = true\n", "KK[L]", "KLk"},
      {turning + "dropChecks = false\n", "KK[S]", "KSk"},
      {turning + "dropLoop = true\n", "KvKL", "KLk"},
      {turning + "dropLoop = true\npieceDemotion = true\n", "KvKL", "KLk"},
      {pawns + "shogiPawnDropMateIllegal = true\n", "KPvKP", "KPkp"},
      {stepping, "KP[P]vK", "KPkp"},
      // Captures en passant may give check where drops may not.
      {stepping + "dropChecks = false\n", "KPvKP", "KPkp"},
      {stepping + "firstRankPawnDrops = true\nmustCapture = true\n", "KPvKP", "KPkp"},
      // Men in hand, and ends before any move is looked for.
      {"[narrow:dobutsu]\n", "LEvL", "LEl"},
      {"[narrow:dobutsu]\n", "LLvL", "LLl"},
      {"[narrow:dobutsu]\n", "LCvL", "LCl"},
      // Hands that are not filled again.
      {std::string(narrow_turning) + "pieceDrops = true\nstartFen = lks/3/3/SKL[Gg] w - - 0 1\n",
       "KS[G]vK", "KSk", "G"},
      {std::string(narrow_last) + "extinctionPseudoRoyal = true\npieceDrops = true\n" +
           "startFen = rkr/pnp/PNP/RKR[Kk] w - - 0 1\n",
       "KR[K]vK", "KRk", "K"},
      {std::string(narrow_last) + "extinctionPseudoRoyal = true\npieceDrops = true\n" +
           "dropChecks = false\nstartFen = rkr/pnp/PNP/RKR[Rr] w - - 0 1\n",
       "K[R]vK", "Kk", "R"},
  };
  expect_as_brute_force(cases);
}

// Sides that may pass; the second pass in a row ends the game.
TEST(EndgamesWithPasses, AgreeWithABruteForce) {
  const std::string king =
      std::string(narrow_ends) + "king = k\nstartFen = rkr/nnn/NNN/RKR w - - 0 1\n";
  const std::string counted = king + "materialCounting = unweighted\n";
  const std::string stepping = std::string(test::narrow_chess) + "materialCounting = unweighted\n";
  const RulesAndMen cases[] = {
      {king + "pass = true\n", "KRvK", "KRk"},
      {counted + "pass = true\n", "KRvKN", "KRkn"},
      {counted + "passOnStalemate = true\n", "KRvKN", "KRkn"},
      {counted + "passWhite = true\npassOnStalemateBlack = true\n", "KRvKN", "KRkn"},
      {counted + "pass = true\nmustCapture = true\n", "KRvKN", "KRkn"},
      {counted + "pass = true\nflagPiece = k\nflagRegion = b2 b3\n", "KNvKN", "KNkn"},
      {king + "passBlack = true\nmaterialCounting = whitedrawodds\n", "KNvKN", "KNkn"},
      // With steps that can be answered en passant.
      {stepping + "pass = true\n", "KPvKP", "KPkp"},
      {stepping + "pass = true\nmustCapture = true\n", "KPvKP", "KPkp"},
      {stepping + "passOnStalemate = true\n", "KPvKP", "KPkp"},
      // And with men in hand.
      {std::string(narrow_hands) + "pass = true\n", "KPvKP", "KPkp"},
      // Cannons, which do not hop over cannons, and what men count in janggi.
      {king + "knight = -\njanggiCannon = c\npass = true\nmaterialCounting = janggi\n"
              "startFen = rkr/ccc/CCC/RKR w - - 0 1\n",
       "KRCvKC", "KRCkc"},
  };
  expect_as_brute_force(cases);
}

TEST(EndgamesWithPasses, TellWhatAPassIsWorth) {
  const test::TemporaryFolder folder;
  const std::string rules = std::string(narrow_ends) +
                            "king = k\nstartFen = rkr/nnn/NNN/RKR w - - 0 1\npass = true\n"
                            "materialCounting = unweighted\n";
  make_endgames(*make_game({"variant", {{"name", "narrow"}, {"rules", rules}}}), folder.file("t"),
                {.materials = {"KRvK"}}, {.threads = 1});
  const Table table = open_endgames(folder.file("t"));
  const std::string start = "1k1/3/3/R1K w - - 0 1";
  // White has more men, and wins with the second pass in a row.
  EXPECT_EQ(table.probe(start + " pass"), Value::win(1));
  EXPECT_NE(table.probe(start), Value::win(1));
  EXPECT_THROW(table.probe(start + " pass pass"), GameOver);
  EXPECT_THROW(table.probe(start + " pass pass pass"), IllegalPosition);
  const std::vector<std::string> passes{"--", "--"};
  const auto played = play_moves(table.game(), passes, start);
  ASSERT_EQ(played.size(), 2u);
  EXPECT_FALSE(played[0].move.ending);
  EXPECT_EQ(played[0].move.after, "1k1/3/3/R1K b - - 1 1 pass");
  EXPECT_EQ(played[1].move.ending, Outcome::loss);
}

// Men in hand that must be dropped.
TEST(EndgamesWithCompulsoryDrops, AgreeWithABruteForce) {
  const std::string hands = "pieceDrops = true\ncapturesToHand = true\nmustDrop = true\n";
  const std::string turning = narrow_turning + hands, stepping = narrow_hands;
  const std::string pieces =
      std::string(narrow_ends) + "king = k\nbishop = b\npieceDrops = true\nmustDrop = true\n";
  const RulesAndMen cases[] = {
      {turning, "KK[S]", "KSk"},
      {turning, "KK[SL]", "KSkl"},
      {turning + "mustDropType = l\n", "KK[SL]", "KSkl"},
      {turning + "pass = true\n", "KK[S]", "KSk"},
      {stepping + "mustDrop = true\n", "KPvKP", "KPkp"},
      {stepping + "mustDrop = true\nmustCapture = true\n", "KPvKP", "KPkp"},
      {pieces + "startFen = rkr/bnb/BNB/RKR[RBNrbn] w - - 0 1\n", "K[R]vKN", "Kkn", "R"},
      {pieces + "dropOppositeColoredBishop = true\nstartFen = rkr/bnb/BNB/RKR[RBNrbn] w - - 0 1\n",
       "KB[BR]vK", "KBk", "BR"},
      {pieces + "mustDropType = r\ndropRegion = *1\nstartFen = rkr/bnb/BNB/RKR[RBNrbn] w - - 0 1\n",
       "K[BR]vK", "Kk", "BR"},
  };
  for (const RulesAndMen& c : cases)
    EXPECT_GE(expect_as_brute_force(c.rules, c.material, c.men, c.held), 0);
}

// Who has given so many checks has won: a table for each pair of counters.
TEST(EndgamesWithCountedChecks, AgreeWithABruteForce) {
  const std::string king = std::string(narrow_ends) + "king = k\ncheckCounting = true\n";
  const std::string stepping = std::string(test::narrow_chess) +
                               "checkCounting = true\n"
                               "startFen = rkr/ppp/3/PPP/RKR w - - 2+2 0 1\n";
  const std::string turning = std::string(narrow_turning) + "checkCounting = true\n";
  const RulesAndMen cases[] = {
      {king + "startFen = rkr/nnn/NNN/RKR w - - 2+2 0 1\n", "KRvKN", "KRkn"},
      {king + "startFen = rkr/nnn/NNN/RKR w - - 2+2 0 1\n", "KRvKR", "KRkr"},
      // The sides cannot be exchanged.
      {king + "startFen = rkr/nnn/NNN/RKR w - - 1+2 0 1\n", "KRvKR", "KRkr"},
      {king + "startFen = rkr/nnn/NNN/RKR w - - 2+1 0 1\npass = true\n", "KNvKR", "KNkr"},
      // Double steps that give check and can be answered en passant.
      {stepping, "KPvKP", "KPkp"},
      {stepping + "mustCapture = true\n", "KPvKP", "KPkp"},
      {stepping + "pass = true\n", "KPvKP", "KPkp"},
      // With men in hand.
      {turning + "pieceDrops = true\ncapturesToHand = true\n"
                 "startFen = lks/3/3/SKL w - - 2+2 0 1\n",
       "KK[S]", "KSk"},
  };
  expect_as_brute_force(cases);
}

TEST(EndgamesWithCountedChecks, AreNamedByTheirCounters) {
  const test::TemporaryFolder folder;
  const std::string rules = std::string(narrow_ends) +
                            "king = k\ncheckCounting = true\n"
                            "startFen = rkr/nnn/NNN/RKR w - - 2+2 0 1\n";
  const auto game = make_game({"variant", {{"name", "narrow"}, {"rules", rules}}});
  const std::string path = folder.file("t");
  const auto names = [&](const EndgameChoice& choice) {
    std::string all;
    const test::TemporaryFolder made;
    for (const EndgameTable& t : make_endgames(*game, made.file("t"), choice).tables)
      all += t.material + " ";
    return all;
  };
  EXPECT_EQ(names({.men = 2}), "KvK-1+1 KvK-1+2 KvK-2+2 ");
  EXPECT_EQ(names({.materials = {"KRvK-1+2"}}), "KvK-1+1 KvK-1+2 KRvK-1+1 KRvK-1+2 ");
  EXPECT_EQ(estimate_endgames(*game, path, {.materials = {"KRvK"}}).tables, 7u);
  for (const char* wrong : {"KRvK-3+1", "KRvK-0+1", "KRvK-1", "KRvK-1+", "KRvK-1+2+", "KRvK-12+1"})
    EXPECT_THROW(names({.materials = {wrong}}), UsageError) << wrong;
  make_endgames(*game, path, {.men = 3});
  const Table table = open_endgames(path);
  EXPECT_EQ(table.probe("1k1/3/3/R1K w - - 1+2 0 1"), Value::win(1));
  EXPECT_EQ(table.probe("1k1/3/3/R1K w - - 0 1 +1+0"), Value::win(1));
  EXPECT_NE(table.probe("1k1/3/3/R1K w - - 2+2 0 1"), Value::win(1));
  EXPECT_EQ(table.probe("1k1/3/3/R1K w"), table.probe("1k1/3/3/R1K w - - 2+2 0 1"));
  EXPECT_EQ(table.probe("1k1/3/3/R1K w - - 1+2 0 1"), table.probe("r1k/3/3/1K1 b - - 2+1 0 1"));
  EXPECT_THROW(table.probe("1k1/3/3/R1K w - - 3+2 0 1"), IllegalPosition);
  EXPECT_THROW(table.probe("1k1/3/3/R1K w - - 0+2 0 1"), IllegalPosition);
  EXPECT_THROW(table.probe("1k1/R2/3/2K b - - 0+2 0 1"), Error);
}

// Play without end that is won: by rule, or by whoever does not check for ever.
TEST(EndgamesWithEndlessPlay, AgreeWithABruteForce) {
  const std::string perpetual = "perpetualCheckIllegal = true\n";
  const std::string whites = "nFoldValue = win\nnFoldValueAbsolute = true\n";
  const std::string blacks = "nFoldValue = loss\nnFoldValueAbsolute = true\n";
  const std::string king =
      std::string(narrow_ends) + "king = k\nstartFen = rkr/nnn/NNN/RKR w - - 0 1\n";
  const std::string hands =
      std::string(narrow_turning) + "pieceDrops = true\ncapturesToHand = true\n";
  const std::string stepping = test::narrow_chess;
  const RulesAndMen cases[] = {
      {king + perpetual, "KRvKN", "KRkn"},
      {king + perpetual, "KRvKR", "KRkr"},
      {king + blacks, "KRvKN", "KRkn"},
      {king + perpetual + whites, "KNvKR", "KNkr"},
      {king + perpetual + blacks + "stalemateValue = loss\n", "KRvKR", "KRkr"},
      {hands + perpetual, "KK[S]", "KSk"},
      {hands + perpetual + blacks, "KK[SL]", "KSkl"},
      {hands + whites, "KK[L]", "KLk"},
      {king + perpetual + whites + "pass = true\n", "KRvKN", "KRkn"},
      {stepping + perpetual + blacks, "KPvKP", "KPkp"},
      {stepping + perpetual + "pass = true\nstalemateValue = loss\n", "KPvKP", "KPkp"},
      {std::string(narrow_hands) + perpetual + whites, "KPvKP", "KPkp"},
      {king + perpetual + "checkCounting = true\nstartFen = rkr/nnn/NNN/RKR w - - 2+2 0 1\n",
       "KRvKN", "KRkn"},
  };
  int with_endless = 0;
  for (const RulesAndMen& c : cases) {
    int endless = 0;
    EXPECT_GT(expect_as_brute_force(c.rules, c.material, c.men, c.held, &endless), 20) << c.rules;
    with_endless += endless > 0 ? 1 : 0;
  }
  EXPECT_GE(with_endless, 9);
}

TEST(EndgamesWithEndlessPlay, AreTheSameBytesForAnyNumberOfThreads) {
  const std::string rules = std::string(narrow_turning) +
                            "pieceDrops = true\ncapturesToHand = true\n"
                            "perpetualCheckIllegal = true\nnFoldValue = loss\n"
                            "nFoldValueAbsolute = true\n";
  const auto game = make_game({"variant", {{"name", "narrow"}, {"rules", rules}}});
  const test::TemporaryFolder folder;
  const EndgameChoice choice{.materials = {"KK[SL]"}};
  const EndgameReport one = make_endgames(*game, folder.file("1"), choice, {.threads = 1});
  make_endgames(*game, folder.file("2"), choice, {.threads = 2});
  for (const EndgameTable& t : one.tables) {
    const std::string file = "/" + t.material + ".ztb";
    EXPECT_TRUE(test::read_whole(folder.file("1") + file) ==
                test::read_whole(folder.file("2") + file))
        << t.material;
    // (Endless play has no length.)
    EXPECT_LT(t.longest_win, 200) << t.material;
  }
}

// What each value says of the moves does not refute it: only verifying endless play does.
TEST(EndgamesWithEndlessPlay, AreRefutedWhereTheyAreWrong) {
  const std::string rules = std::string(narrow_ends) +
                            "king = k\nnFoldValue = win\n"
                            "nFoldValueAbsolute = true\nstartFen = rkr/nnn/NNN/RKR w - - 0 1\n";
  const auto made = [&](const std::string& text, const std::string& path) {
    make_endgames(*make_game({"variant", {{"name", "narrow"}, {"rules", text}}}), path, {.men = 2});
  };
  const test::TemporaryFolder folder;
  made(rules, folder.file("good"));
  EXPECT_FALSE(Table::open(folder.file("good")).verify().failure);
  // The table of kings alone says that Black wins what White does.
  const std::string copy = folder.file("KvK.ztb");
  test::rewrite_slices(folder.file("good") + "/KvK.ztb", copy,
                       [](std::size_t, SliceRecord& record) {
                         for (Value& value : record.palette) {
                           if (value.is_endless()) value = value.opposite();
                         }
                         const auto before = std::exchange(record.histogram, {});
                         for (const auto& [value, count] : before)
                           record.histogram[value.is_endless() ? value.opposite() : value] = count;
                       });
  std::filesystem::rename(copy, folder.file("good") + "/KvK.ztb");
  const VerifyReport report = Table::open(folder.file("good")).verify();
  ASSERT_TRUE(report.failure);
  EXPECT_NE(report.failure->find("play without end makes it"), std::string::npos)
      << *report.failure;
}

TEST(EndgamesOfAntichess, TwoKnightsAsPublished) {
  const test::TemporaryFolder folder;
  const EndgameReport report = make_endgames(*make_game(variant_spec("antichess")),
                                             folder.file("t"), {.materials = {"NvN"}});
  ASSERT_EQ(report.tables.size(), 1u);
  EXPECT_EQ(report.tables.front().longest_win, 12);
}

TEST(Endgames, OfTheBuiltInVariantsThatCanHaveThem) {
  for (const std::string& name : built_in_variant_names()) {
    SCOPED_TRACE(name);
    const auto game = make_game(variant_spec(name));
    EXPECT_EQ(game->status(game->start()).kind, PositionStatus::Kind::to_move);
    EXPECT_FALSE(game->moves(game->start()).empty());
  }
}

}  // namespace
}  // namespace zermelo
