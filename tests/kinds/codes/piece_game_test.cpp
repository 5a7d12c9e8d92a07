// SPDX-License-Identifier: MIT
// A game with kinds of pieces goes through everything that games on grids go through: it is solved,
// verified, counted, probed, mined, walked over and written as a list, and what is said about every
// position is compared with a brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "kinds/codes/kind.h"
#include "kinds/codes/maker.h"
#include "kinds/grid/grid_work.h"
#include "tablebase/lists/list_reader.h"
#include "tablebase/lists/list_writer.h"
#include "tests/reference/plain_dobutsu.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/dobutsu_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::Dobutsu;
using test::PlainDobutsu;

const GameSpec dobutsu_spec{"dobutsu", {}};

struct DobutsuBoard {
  int columns, rows;
  std::string start;  // ranks from the top, and Black to move
};
void PrintTo(const DobutsuBoard& board, std::ostream* out) { *out << board.start; }

// All positions of a table.
struct Walked {
  std::vector<PositionRecord> records;
  std::vector<PieceRecord> pieces;
  std::vector<std::string> texts;
};

// The game, and a table of it.
class DobutsuTable {
 public:
  explicit DobutsuTable(const DobutsuBoard& board)
      : rules_(std::make_shared<const Dobutsu>(board.columns, board.rows,
                                               plain(board).text(board.start))),
        game_(dobutsu_spec, rules_, {}),
        maker_(dobutsu_spec, rules_) {
    solved_ = maker_.solve(path(), {});
    const auto file = std::make_shared<const TableFile>(path());
    table_ = {file, GridKind<Dobutsu, StoredCodes<Dobutsu>>(dobutsu_spec, rules_).open(file)};
  }
  static PlainDobutsu plain(const DobutsuBoard& board) { return {board.columns, board.rows}; }

  const Dobutsu& rules() const { return *rules_; }
  const Game& game() const { return game_; }
  const TableMaker& maker() const { return maker_; }
  const OpenTable& table() const { return table_; }
  const ValueReader& reader() const { return *table_.reader->values(); }
  const SolveReport& solved() const { return solved_; }

  Walked walked() const {
    const auto walk = maker_.values()->walk(table_, {});
    Walked all;
    std::vector<PositionRecord> block;
    while (walk->next(block)) {
      all.records.insert(all.records.end(), block.begin(), block.end());
      all.pieces.insert(all.pieces.end(), walk->pieces().begin(), walk->pieces().end());
    }
    for (std::size_t n = 0; n < all.records.size(); ++n)
      all.texts.push_back(position_text(all.records[n], board(), all.pieces.at(n)));
    return all;
  }
  RecordBoard board() const {
    return {rules_->grid().columns, rules_->grid().rows, false, rules_->pieces()};
  }

 private:
  std::string path() const { return folder_.file("dobutsu.ztb"); }

  const test::TemporaryFolder folder_;
  std::shared_ptr<const Dobutsu> rules_;
  GameOnGrid<Dobutsu> game_;
  GridMaker<Dobutsu, CodeTables<Dobutsu>> maker_;
  SolveReport solved_;
  OpenTable table_;
};

int plain_number(Value value) {
  return value.is_draw() ? 0 : value.is_win() ? value.plies() : -value.plies();
}

// A table and the values of all positions that play leads to, found once.
struct DobutsuCase {
  explicit DobutsuCase(const DobutsuBoard& board)
      : made(board), plain(DobutsuTable::plain(board)), values(plain.solve(board.start)) {}

  DobutsuTable made;
  PlainDobutsu plain;
  std::map<std::string, int> values;
};

class DobutsuAgreement : public testing::TestWithParam<DobutsuBoard> {
 protected:
  static const DobutsuCase& case_of(const DobutsuBoard& board) {
    static std::map<std::string, DobutsuCase> cases;
    return cases.try_emplace(board.start, board).first->second;
  }

  const DobutsuCase& case_ = case_of(GetParam());
  const DobutsuTable& made_ = case_.made;
  const PlainDobutsu& plain_ = case_.plain;
  const std::map<std::string, int>& values_ = case_.values;
};

TEST_P(DobutsuAgreement, OfAllValuesAndMoves) {
  EXPECT_GT(values_.size(), 300u);
  for (const auto& [p, expected] : values_) {
    const std::string text = plain_.text(p);
    ASSERT_EQ(plain_number(made_.reader().value(text)), expected) << text;
    std::map<std::string, int> moves;  // by the position that they lead to
    for (const PlainDobutsu::Move& move : plain_.moves(p)) {
      const int reply = move.end == PlainDobutsu::End::none ? values_.at(move.next) : 0;
      const int plies = reply == 0 ? 0 : reply < 0 ? 1 - reply : -1 - reply;
      moves[plain_.text(move.next)] = move.end == PlainDobutsu::End::won ? 1 : plies;
    }
    std::map<std::string, int> found;
    std::set<std::string> texts;
    for (const MoveValue& move : made_.reader().moves(text)) {
      found[move.after] = plain_number(move.value);
      EXPECT_TRUE(texts.insert(move.move).second) << text << ' ' << move.move;
    }
    ASSERT_EQ(found, moves) << text;
    std::set<std::string> legal;
    for (const LegalMove& move : made_.game().moves(text)) legal.insert(move.move);
    ASSERT_EQ(legal, texts);
  }
}

TEST_P(DobutsuAgreement, OfWhatIsCountedWalkedOverAndVerified) {
  // The start is not as its mirror image, so that both are counted.
  std::set<std::string> all, canonical;
  for (const auto& [p, value] : values_) {
    all.insert(plain_.text(p));
    canonical.insert(made_.reader().canonical(plain_.text(p)));
  }
  const CountReport count = CodeTables<Dobutsu>::count(made_.rules(), 1, {});
  EXPECT_EQ(count.totals.at("positions") - count.totals.at("over"), all.size());
  EXPECT_EQ(count.totals.at("canonical") - count.totals.at("canonical_over"), canonical.size());
  EXPECT_EQ(made_.solved().positions, canonical.size());

  const Walked all_walked = made_.walked();
  const std::set<std::string> walked(all_walked.texts.begin(), all_walked.texts.end());
  for (std::size_t n = 0; n < all_walked.texts.size(); ++n) {
    const std::string& text = all_walked.texts[n];
    ASSERT_TRUE(is_on_board(all_walked.records[n], made_.board(), all_walked.pieces[n]));
    ASSERT_EQ(all_walked.records[n].value, made_.reader().value(text)) << text;
  }
  EXPECT_EQ(walked.size(), all_walked.texts.size());
  EXPECT_EQ(walked, canonical);

  const VerifyReport verified = made_.maker().verify(made_.table(), {});
  EXPECT_FALSE(verified.failure) << *verified.failure;
  EXPECT_EQ(made_.maker().values()->stats(made_.table(), {}, false).positions, canonical.size());
}

TEST_P(DobutsuAgreement, OfUnmovesWithMoves) {
  std::set<PiecePosition> all;
  std::map<PiecePosition, std::set<PiecePosition>> before;
  for (const auto& [p, value] : values_) {
    const PiecePosition position = parse_position(plain_.text(p), made_.rules().pieces());
    all.insert(position);
    made_.rules().for_each_successor(position, [&](const PiecePosition& next, Ending ending) {
      if (ending == Ending::none) before[next].insert(position);
    });
  }
  for (const auto& [p, expected] : before) {
    std::set<PiecePosition> found;
    made_.rules().for_each_predecessor(p, [&](const PiecePosition& q) {
      if (all.contains(q)) found.insert(q);
    });
    ASSERT_EQ(found, expected) << format_position(p, made_.rules().pieces());
  }
}

INSTANTIATE_TEST_SUITE_P(SmallBoards, DobutsuAgreement,
                         testing::Values(DobutsuBoard{3, 3, "GL.....lgb"},
                                         DobutsuBoard{3, 3, "CL.....lcb"},
                                         DobutsuBoard{2, 4, "L.C..c.lb"},
                                         DobutsuBoard{3, 4, ".L.......el.b"}));

class DobutsuKinds : public testing::Test {
 protected:
  static const DobutsuTable& made() {
    static const DobutsuTable table({3, 3, "CL.....lcb"});
    return table;
  }
};

TEST_F(DobutsuKinds, AreInListsAndReadAgain) {
  const test::TemporaryFolder folder;
  const Walked walked = made().walked();
  for (const ExportFormat format : {ExportFormat::binary, ExportFormat::text}) {
    ListWriter writer(folder.file("list"), format, {.game = dobutsu_spec, .board = made().board()});
    writer.begin_slice("all");
    writer.add(walked.records, walked.pieces);
    writer.finish();
    const std::string bytes = test::read_whole(folder.file("list"));
    std::filesystem::remove(folder.file("list"));
    const auto reader = read_list(as_bytes(bytes));
    EXPECT_EQ(reader->header().board, made().board());
    std::vector<ListEntry> block;
    std::size_t n = 0;
    while (reader->next(block)) {
      for (const ListEntry& entry : block) {
        ASSERT_EQ(entry.position, walked.texts[n]);
        ASSERT_EQ(entry.value, walked.records[n].value);
        ++n;
      }
    }
    EXPECT_EQ(n, walked.records.size());
  }
}

TEST_F(DobutsuKinds, AreInPicturesAndReadAgain) {
  const Diagram d = made().game().diagram("C1L/2H/lc1 w");
  EXPECT_EQ(diagram_text(d), "3 C . L\n2 . . H\n1 l c .\n  a b c\nWhite to move\n");
  EXPECT_EQ(cells_text(d.cells), "lc...HC.L");
  const std::vector<Cell> cells = read_cells("lc...HC.L", made().game().piece_letters());
  EXPECT_EQ(cells, d.cells);
  EXPECT_EQ(made().game().state_from(cells, Colour::white), "C1L/2H/lc1 w");
}

// Every puzzle is a position with exactly one winning move.
TEST_F(DobutsuKinds, AreMined) {
  PuzzleConditions conditions;
  conditions.only_move = true;
  std::set<std::string> expected, found;
  const Walked walked = made().walked();
  for (std::size_t n = 0; n < walked.texts.size(); ++n) {
    const std::string& text = walked.texts[n];
    if (!walked.records[n].value.is_win()) continue;
    const std::vector<MoveValue> moves = made().reader().moves(text);
    const auto wins = [](const MoveValue& move) { return move.value.is_win(); };
    if (std::ranges::count_if(moves, wins) == 1) expected.insert(text);
  }
  made().maker().values()->mine(made().table(), conditions, {}, [&](const Puzzle& puzzle) {
    found.insert(puzzle.position);
    return true;
  });
  EXPECT_EQ(found, expected);
  EXPECT_FALSE(found.empty());
}

TEST_F(DobutsuKinds, AreSearchedForTheShortestWin) {
  const Walked walked = made().walked();
  for (std::size_t n = 0; n < walked.texts.size(); ++n) {
    const PositionRecord& record = walked.records[n];
    if (!record.value.is_win() || record.value.plies() > 5 || record.white_to_move) continue;
    DepthOptions options;
    options.start = walked.texts[n];
    options.max_plies = 7;
    const DepthReport report = find_shortest_win(made().rules(), options);
    ASSERT_EQ(report.search.plies, record.value.plies()) << options.start;
  }
}

TEST_F(DobutsuKinds, AreNamedByMoves) {
  std::vector<std::string> moves;
  for (const LegalMove& move : made().game().moves("1L1/c2/1lE b")) moves.push_back(move.move);
  EXPECT_EQ(moves, (std::vector<std::string>{"Lb1-a1", "Lb1xc1", "Lb1-b2", "Lb1-c2", "Ca2-a3=H"}));
}

// A position as the side to move sees it, as Black.
PiecePosition seen_by_mover(const PiecePosition& p, Grid grid) {
  if (!p.white_to_move) return p;
  PiecePosition seen;
  for_each_square(p.occupied(), [&](int square) {
    const Content piece = p.at(square);
    seen.set(grid.squares() - 1 - square, content_of(kind_of(piece), !is_white(piece)));
  });
  return seen;
}

// The published number counts positions once whoever is to move, and once with their mirror images;
// it does not play on where the side to move can win at once.
TEST(DobutsuWithoutDrops, HasThePublishedNumberOfPositions) {
  const Dobutsu game(3, 4, "GLE/1C1/1c1/elg b");
  std::unordered_set<std::uint64_t> seen = {game.codes().encode(canonical(game, game.start()))};
  std::vector<PiecePosition> waiting = {game.start()};
  while (!waiting.empty()) {
    const PiecePosition p = waiting.back();
    waiting.pop_back();
    if (wins_at_once(game, p)) continue;
    game.for_each_successor(p, [&](const PiecePosition& next, Ending) {
      const PiecePosition image = canonical(game, seen_by_mover(next, game.grid()));
      if (seen.insert(game.codes().encode(image)).second) waiting.push_back(image);
    });
  }
  EXPECT_EQ(seen.size(), 797'658u);
}

}  // namespace
}  // namespace zermelo
