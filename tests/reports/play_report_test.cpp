// SPDX-License-Identifier: MIT
// The report on play against a brute force over texts, which knows nothing but a game's moves.
#include "reports/play_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"
#include "reports/action_names.h"
#include "reports/chances.h"
#include "reports/play_graph.h"
#include "reports/play_words.h"
#include "reports/sampled_puzzles.h"
#include "reports/text_symmetry.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

Table solved(const GameSpec& spec, const test::TemporaryFolder& folder) {
  const std::string path = folder.file("played.ztb");
  solve(*make_game(spec), path);
  return Table::open(path);
}

// --- The brute force -----------------------------------------------------------------------------

struct PlainMove {
  std::string to;                 // empty if the game ends
  std::optional<Outcome> ending;  // for the maker
};
struct PlainPosition {
  int ply = 0;
  bool first_moves = false;
  std::vector<PlainMove> moves;
  std::vector<Value> worth;  // of the moves
  Value value;
};

class PlainPlay {
 public:
  explicit PlainPlay(const Game& game) : game_(game) {
    find_positions();
    find_values();
  }

  const std::map<std::string, PlainPosition>& positions() const { return positions_; }
  const PlainPosition& start() const { return positions_.at(game_.start()); }

  // Pushes probability forward, ply by ply, until next to nothing is left. Its log_choices are of
  // the moves that all positions on the way have.
  Chances chances(double first_errs, double second_errs) const {
    Chances found;
    double plies = 0, log_choices = 0;
    std::map<std::string, double> now = {{game_.start(), 1}};
    double left = 1, long_ago = 2;
    for (int ply = 1; left > 1e-12; ++ply) {
      if (ply % 200 == 0 && left > 0.999999 * std::exchange(long_ago, left))
        break;  // it goes round
      std::map<std::string, double> next;
      plies += left;
      left = 0;
      for (const auto& [text, mass] : now) {
        const PlainPosition& p = positions_.at(text);
        log_choices += mass * std::log10(static_cast<double>(p.moves.size()));
        const double error = p.first_moves ? first_errs : second_errs;
        const auto bests = std::ranges::count(p.worth, p.value);
        for (std::size_t m = 0; m < p.moves.size(); ++m) {
          double weight = error / static_cast<double>(p.moves.size());
          if (p.worth[m] == p.value) weight += (1 - error) / static_cast<double>(bests);
          if (weight == 0) continue;
          if (!p.moves[m].ending) {
            next[p.moves[m].to] += mass * weight;
            left += mass * weight;
          } else if (*p.moves[m].ending == Outcome::draw) {
            found.draw += mass * weight;
          } else {
            const bool first = (*p.moves[m].ending == Outcome::win) == p.first_moves;
            (first ? found.first : found.second) += mass * weight;
          }
        }
      }
      now = std::move(next);
    }
    found.endless = left;
    if (left < 1e-9) {
      found.plies = plies;
      found.log_choices = log_choices;
    }
    return found;
  }

 private:
  void find_positions() {
    const Colour first = game_.to_move(game_.start());
    std::vector<std::string> level = {game_.start()};
    std::set<std::string> known = {game_.start()};
    for (int ply = 0; !level.empty(); ++ply) {
      std::vector<std::string> next;
      for (const std::string& text : level) {
        PlainPosition& p = positions_[text];
        p.ply = ply;
        p.first_moves = game_.to_move(text) == first;
        for (const LegalMove& move : game_.moves(text)) {
          p.moves.push_back({move.result, move.ending});
          if (!move.ending && known.insert(move.result).second) next.push_back(move.result);
        }
      }
      level = std::move(next);
    }
  }

  // From draws everywhere, until nothing changes: wins and losses in one ply, in two, and so on.
  void find_values() {
    bool changes = true;
    while (changes) {
      changes = false;
      for (auto& [text, p] : positions_) {
        p.worth.clear();
        for (const PlainMove& move : p.moves) p.worth.push_back(worth(p, move));
        const Value best = *std::ranges::max_element(p.worth);
        changes |= best != p.value;
        p.value = best;
      }
    }
  }
  Value worth(const PlainPosition& p, const PlainMove& move) const {
    if (move.ending) {
      return *move.ending == Outcome::win    ? Value::win(1)
             : *move.ending == Outcome::loss ? Value::loss(1)
                                             : Value::draw();
    }
    const PlainPosition& next = positions_.at(move.to);
    return next.value.before_move(next.first_moves == p.first_moves ? NextMover::same
                                                                    : NextMover::other);
  }

  const Game& game_;
  std::map<std::string, PlainPosition> positions_;
};

// --- Comparison ----------------------------------------------------------------------------------

void expect_near(const Chances& found, const Chances& plain, double most = 2e-9) {
  EXPECT_NEAR(found.first, plain.first, most);
  EXPECT_NEAR(found.draw, plain.draw, most);
  EXPECT_NEAR(found.second, plain.second, most);
  EXPECT_NEAR(found.endless, plain.endless, most);
  ASSERT_EQ(found.plies.has_value(), plain.plies.has_value());
  if (plain.plies) {
    EXPECT_NEAR(*found.plies, *plain.plies, 1e-6 * *plain.plies);
  }
}

PlayReport::Ply plain_ply(const PlainPosition& p) {
  const auto keeps = [&](Value v) { return v.outcome() == p.value.outcome(); };
  const bool first_wins = p.value.is_win() == p.first_moves;
  PlayReport::Ply ply{.positions = 1};
  if (p.value.is_draw()) {
    ply.draws = 1;
  } else {
    (first_wins ? ply.first_wins : ply.second_wins) = 1;
  }
  ply.legal = p.moves.size();
  ply.keeping = static_cast<std::uint64_t>(std::ranges::count_if(p.worth, keeps));
  ply.best = static_cast<std::uint64_t>(std::ranges::count(p.worth, p.value));
  ply.only_moves = ply.keeping == 1 && ply.legal >= 2 ? 1 : 0;
  ply.forced = ply.legal == 1 ? 1 : 0;
  ply.keeps = static_cast<double>(ply.keeping) / static_cast<double>(ply.legal);
  ply.traps = !p.value.is_loss() && ply.keeps <= 0.25 ? 1 : 0;
  return ply;
}

void expect_same(const PlayReport::Ply& found, const PlayReport::Ply& plain) {
  EXPECT_EQ(found.positions, plain.positions);
  EXPECT_EQ(found.first_wins, plain.first_wins);
  EXPECT_EQ(found.draws, plain.draws);
  EXPECT_EQ(found.second_wins, plain.second_wins);
  EXPECT_EQ(found.legal, plain.legal);
  EXPECT_EQ(found.keeping, plain.keeping);
  EXPECT_EQ(found.best, plain.best);
  EXPECT_EQ(found.only_moves, plain.only_moves);
  EXPECT_EQ(found.forced, plain.forced);
  EXPECT_EQ(found.traps, plain.traps);
  EXPECT_NEAR(found.keeps, plain.keeps, 1e-9 * (1 + plain.keeps));
}

void expect_tree(const std::optional<PlayReport::Size::Tree>& found, const Chances& plain) {
  ASSERT_EQ(found.has_value(), plain.plies.has_value());
  if (!found) return;
  EXPECT_NEAR(found->log10_leaves, *plain.log_choices, 1e-6 * (1 + *plain.log_choices));
  EXPECT_NEAR(found->branching, std::pow(10, *plain.log_choices / *plain.plies),
              1e-5 * found->branching);
}

void expect_like_plain(const GameSpec& spec) {
  const test::TemporaryFolder folder;
  const Table table = solved(spec, folder);
  const PlayReport report = play_report(table);
  const PlainPlay plain(table.game());

  EXPECT_EQ(report.start, plain.start().value);
  ASSERT_EQ(report.first_moves.size(), plain.start().moves.size());
  EXPECT_EQ(report.first_moves.front().value, report.start);

  std::vector<PlayReport::Ply> plies;
  PlayReport::Ply all;
  int longest = 0;
  for (const auto& [text, p] : plain.positions()) {
    if (plies.size() <= static_cast<std::size_t>(p.ply))
      plies.resize(static_cast<std::size_t>(p.ply) + 1);
    plies[static_cast<std::size_t>(p.ply)] += plain_ply(p);
    all += plain_ply(p);
    if (p.value.is_win()) longest = std::max(longest, p.value.plies());
  }
  ASSERT_EQ(report.plies.size(), plies.size());
  for (std::size_t ply = 0; ply < plies.size(); ++ply) {
    SCOPED_TRACE(ply);
    expect_same(report.plies[ply], plies[ply]);
  }
  expect_same(report.all, all);
  EXPECT_EQ(report.longest_win, longest);
  if (longest > 0) {
    EXPECT_EQ(plain.positions().at(report.longest).value, Value::win(longest));
  }

  double worst = 1;
  for (const auto& [text, p] : plain.positions()) {
    if (plain_ply(p).traps > 0) worst = std::min(worst, plain_ply(p).keeps);
  }
  EXPECT_EQ(report.worst_traps.empty(), all.traps == 0);
  double last = 0;
  for (const PlayReport::Trap& trap : report.worst_traps) {
    const PlainPosition& p = plain.positions().at(trap.position);
    EXPECT_EQ(trap.ply, p.ply);
    EXPECT_EQ(trap.value, p.value);
    EXPECT_EQ(trap.legal, p.moves.size());
    EXPECT_EQ(trap.keeping, plain_ply(p).keeping);
    EXPECT_GE(plain_ply(p).keeps, last);
    last = plain_ply(p).keeps;
  }
  if (all.traps > 0) {
    EXPECT_EQ(plain_ply(plain.positions().at(report.worst_traps[0].position)).keeps, worst);
  }

  ASSERT_EQ(report.errors.size(), 17u);
  for (const std::size_t step : {0, 5, 16}) {
    SCOPED_TRACE(step);
    const double rate = static_cast<double>(step) / 16;
    EXPECT_EQ(report.errors[step].rate, rate);
    expect_near(report.errors[step].chances, plain.chances(rate, rate));
  }
  expect_tree(report.size.random_tree, plain.chances(1, 1));
  expect_tree(report.size.best_tree, plain.chances(0, 0));
  EXPECT_EQ(report.size.stored, table.info().positions);
  EXPECT_EQ(report.size.bytes, table.info().bytes);
  if (report.size.folded) {
    EXPECT_LE(*report.size.folded, report.all.positions);
  }
  expect_near(report.perfect_first, plain.chances(0, 1));
  expect_near(report.perfect_second, plain.chances(1, 0));
  if (report.random_lengths) {
    double sum = 0, plies_of_all = 0;
    for (std::size_t ply = 0; ply < report.random_lengths->size(); ++ply) {
      sum += (*report.random_lengths)[ply];
      plies_of_all += (*report.random_lengths)[ply] * static_cast<double>(ply);
    }
    EXPECT_NEAR(sum, 1, 2e-9);
    ASSERT_TRUE(report.random.plies);
    EXPECT_NEAR(plies_of_all, *report.random.plies, 1e-5 * *report.random.plies);
  }
}

GameSpec game(const std::string& name,
              std::vector<std::pair<std::string, std::string>> parameters) {
  return {name, {parameters.begin(), parameters.end()}};
}

GameSpec in_bddl(const std::string& file) {
  return bddl::read_game((test::shipped_games / file).string(), "");
}

TEST(PlayReport, IsThatOfABruteForce) {
  const std::vector<GameSpec> games = {
      game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}),
      game("mnk", {{"columns", "4"}, {"rows", "2"}, {"k", "3"}}),
      game("notakto", {{"columns", "3"}, {"rows", "2"}}),
      game("domineering", {{"columns", "3"}, {"rows", "4"}}),
      game("breakthrough", {{"columns", "2"}, {"rows", "5"}}),
      game("connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}}),
      in_bddl("hexapawn/hexapawn.bddl")};
  for (const GameSpec& spec : games) {
    SCOPED_TRACE(spec.name);
    expect_like_plain(spec);
  }
}

// In these, positions come again.
TEST(PlayReport, IsThatOfABruteForceInGamesThatGoRound) {
  for (const GameSpec& spec : {in_bddl("pong-hau-ki/pong-hau-ki.bddl"),
                               game("ostle", {{"size", "3"}, {"start", "2"}, {"lose", "1"}})}) {
    SCOPED_TRACE(spec.name);
    expect_like_plain(spec);
  }
}

// Each is what it was looked for by, and its solution is the table's.
TEST(PlayReport, PuzzlesAreThoseOfTheTable) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), folder);
  const PlayReport report = play_report(table, {.measures = {"puzzles"}});
  ASSERT_FALSE(report.puzzles.empty());
  std::set<std::string> conditions, positions;
  for (const KindOfPuzzle& one : report.puzzles) {
    SCOPED_TRACE(one.condition);
    const Puzzle& puzzle = one.puzzle;
    EXPECT_TRUE(conditions.insert(one.condition).second);
    EXPECT_TRUE(positions.insert(puzzle.position).second);
    EXPECT_EQ(table.probe(puzzle.position), puzzle.value);
    std::set<std::string> best, keys;
    for (const MoveValue& move : table.moves(puzzle.position))
      if (move.value == puzzle.value) best.insert(move.move);
    for (const SolutionNode& key : puzzle.solution.keys) keys.insert(key.move);
    EXPECT_EQ(keys, best);
    // Looked for by this condition alone, it is found.
    PuzzleConditions conditions_of_one;
    set_flag(conditions_of_one, one.condition);
    bool is_found = false;
    table.mine(conditions_of_one, {}, [&](const Puzzle& found) {
      is_found |= found.position == puzzle.position;
      return true;
    });
    EXPECT_TRUE(is_found);
  }
  const PlayReport again = play_report(table, {.measures = {"puzzles"}});
  ASSERT_EQ(again.puzzles.size(), report.puzzles.size());
  for (std::size_t i = 0; i < report.puzzles.size(); ++i)
    EXPECT_EQ(again.puzzles[i].puzzle.position, report.puzzles[i].puzzle.position);
}

// What random play and perfect play are worth, by going through all games.
double plain_score(const Table& table, const std::string& position, bool first_moves, bool errs) {
  const std::vector<MoveValue> moves = table.moves(position);
  double sum = 0;
  int number = 0;
  for (const MoveValue& move : moves) {
    if (!errs && move.value != moves.front().value) continue;
    ++number;
    const double ended = (first_moves ? 1 : -1) * move.value.score();
    const bool again =
        !move.result.empty() && table.game().to_move(move.result) == table.game().to_move(position);
    sum += move.result.empty()
               ? ended
               : plain_score(table, move.result, again ? first_moves : !first_moves, errs);
  }
  return sum / number;
}

TEST(PlayReport, MeanScores) {
  const test::TemporaryFolder folder;
  const Table table =
      solved(game("othello", {{"columns", "4"}, {"rows", "3"}, {"metric", "score"}}), folder);
  ASSERT_EQ(table.metric(), Metric::score);
  const PlayReport report = play_report(table);
  ASSERT_TRUE(report.random.score);
  EXPECT_NEAR(*report.random.score, plain_score(table, table.start(), true, true), 1e-6);
  ASSERT_TRUE(report.errors.front().chances.score);
  EXPECT_NEAR(*report.errors.front().chances.score, plain_score(table, table.start(), true, false),
              1e-6);
}

// Published, or computed exactly with fractions by others.
TEST(PlayReport, RandomPlayOfKnownGames) {
  struct Known {
    GameSpec spec;
    double first, draw, second, plies;
  };
  const std::vector<Known> all = {
      {game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), 737.0 / 1260, 8.0 / 63,
       121.0 / 420, 3203.0 / 420},
      {game("notakto", {{"columns", "3"}, {"rows", "3"}}), 61.0 / 126, 0, 65.0 / 126, 601.0 / 126},
      {game("domineering", {{"columns", "4"}, {"rows", "4"}}), 3264109.0 / 6451200, 0,
       3187091.0 / 6451200, 236947169.0 / 34836480},
      {game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), 0.6011367602, 0, 0.3988632398,
       6.6925724670}};
  for (const Known& known : all) {
    SCOPED_TRACE(known.spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(known.spec, folder);
    const PlayGraph graph(table, {}, [](const PlayGraph::Seen&) {});
    expect_near(chances(graph, {1, 1}), PlainPlay(table.game()).chances(1, 1));
    expect_near(chances(graph, {1, 1}), {known.first, known.draw, known.second, 0, known.plies},
                1e-9);
  }
}

// What a move of a pawn is called, by where it goes.
std::string pawn_action(const std::string& game, const MoveShape& shape) {
  const int dx = shape.to.at(0) % 3 - shape.from.at(0) % 3;
  if (game == "hexapawn") return dx == 0 ? "step" : "capture";
  return dx == 0 ? "ahead" : dx < 0 ? "ahead-left" : "ahead-right";
}

// On boards of three columns.
void expect_uses_like_plain(const std::string& name, const GameSpec& spec) {
  const test::TemporaryFolder folder;
  const Table table = solved(spec, folder);
  const PlayReport report = play_report(table);
  const PlainPlay plain(table.game());
  std::map<std::string, PlayReport::Use> uses;
  for (const auto& [text, p] : plain.positions()) {
    const std::vector<LegalMove> moves = table.game().moves(text);
    std::set<std::string> legal, best, keeping;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      const std::string action = pawn_action(name, moves[m].shape);
      legal.insert(action);
      if (p.worth[m] == p.value) best.insert(action);
      if (p.worth[m].outcome() == p.value.outcome()) keeping.insert(action);
    }
    for (const std::string& action : legal) ++uses[action].legal;
    for (const std::string& action : best) ++uses[action].best;
    if (keeping.size() == 1) ++uses[*keeping.begin()].only;
  }
  ASSERT_EQ(report.actions.size(), uses.size());
  for (const PlayReport::Use& use : report.actions) {
    SCOPED_TRACE(use.name);
    EXPECT_EQ(use.legal, uses[use.name].legal);
    EXPECT_EQ(use.best, uses[use.name].best);
    EXPECT_EQ(use.only, uses[use.name].only);
    EXPECT_GT(use.only, 0u);
  }
}

TEST(PlayReport, UsesOfActionsAreThoseOfABruteForce) {
  expect_uses_like_plain("hexapawn", in_bddl("hexapawn/hexapawn.bddl"));
  expect_uses_like_plain("breakthrough",
                         test::bddl_spec(test::shipped_games / "breakthrough/3x4.bddl"));
}

std::string with_text(std::string text, const std::string& before, const std::string& more) {
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return text.insert(at, more);
}

// Hexapawn with a move that nobody needs: to give up a pawn that has another one behind it.
GameSpec hexapawn_with_a_needless_action() {
  GameSpec spec = in_bddl("hexapawn/hexapawn.bddl");
  std::string& text = spec.parameters.at("domain");
  spec.parameters.erase("hash");
  text = with_text(text, "ahead (0,-1)", "back (0,1)\n");
  text = with_text(text, ":action capture",
                   ":action give-up\n:parameters ?p ?d=back\n"
                   ":precondition own(?p) own(?p+?d)\n:effect open(?p)\n");
  return spec;
}

TEST(PlayReport, ARuleThatNobodyNeedsIsFound) {
  const GameSpec spec = hexapawn_with_a_needless_action();
  const test::TemporaryFolder folder;
  const Table table = solved(spec, folder);
  const PlayReport report = play_report(table, {.without = {"give-up", "capture"}});
  ASSERT_EQ(report.actions.size(), 3u);
  const PlayReport::Use& give_up = report.actions[1];
  EXPECT_EQ(give_up.name, "give-up");
  EXPECT_GT(give_up.legal, 0u);
  EXPECT_EQ(give_up.best, 0u);
  EXPECT_EQ(give_up.only, 0u);
  EXPECT_EQ(play_words::needless(report.actions, "action"),
            "No best move needs this action: give-up.");

  const PlainPlay with(table.game());
  for (const PlayReport::Without& without : report.without) {
    SCOPED_TRACE(without.name);
    const auto less = make_game(without_action(spec, without.name));
    const PlainPlay plain(*less);
    std::uint64_t compared = 0, different = 0, other_outcome = 0;
    for (const auto& [text, p] : with.positions()) {
      const auto found = plain.positions().find(text);
      if (found == plain.positions().end()) continue;
      ++compared;
      different += found->second.value != p.value ? 1 : 0;
      other_outcome += found->second.value.outcome() != p.value.outcome() ? 1 : 0;
      if (text == without.first) {
        EXPECT_EQ(without.first_ply, p.ply);
        EXPECT_EQ(without.first_value, p.value);
        EXPECT_EQ(without.first_without, found->second.value);
        EXPECT_NE(without.first_value, without.first_without);
      }
    }
    EXPECT_EQ(without.compared, compared);
    EXPECT_EQ(without.different, different);
    EXPECT_EQ(without.other_outcome, other_outcome);
    EXPECT_EQ(without.start, plain.start().value);
    EXPECT_EQ(without.first.empty(), different == 0);
  }
  EXPECT_EQ(report.without[0].different, 0u) << "nobody needs to give up";
  EXPECT_NE(play_words::without(report.without[0], report).find("are the same. Nobody needs it."),
            std::string::npos);
  EXPECT_GT(report.without[1].different, 0u) << "captures are needed";
}

TEST(PlayReport, ActionsThatCannotBeLeftOut) {
  const test::TemporaryFolder folder, other;
  const Table table = solved(in_bddl("hexapawn/hexapawn.bddl"), folder);
  EXPECT_EQ(test::error_text<UsageError>([&] { play_report(table, {.without = {"castle"}}); }),
            "There is no action 'castle' in these rules, only step, capture.");
  const PlayReport stuck = play_report(table, {.without = {"step"}});
  EXPECT_FALSE(stuck.without.at(0).start) << "nobody can move";
  const Table built_in = solved(game("mnk", {{"columns", "3"}, {"rows", "2"}, {"k", "3"}}), other);
  EXPECT_THROW(play_report(built_in, {.without = {"step"}}), UsageError);
  EXPECT_TRUE(play_report(built_in).actions.empty());
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

// King and rook against king and bishop on a board of 3 x 3.
TEST(PlayReport, KindsOfPiecesThatMove) {
  const test::TemporaryFolder folder;
  std::string rules = replaced(test::chess_4x4, "#boardsize 4 4", "#boardsize 3 3");
  rules = replaced(rules, "black-king(4,4) black-rook(1,4)", "black-king(3,3) black-rook(2,3)");
  const Table table = solved(game("bddl", {{"domain", rules}, {"problem", ""}}), folder);
  const PlayReport report = play_report(table);
  ASSERT_EQ(report.pieces.size(), 3u);
  EXPECT_EQ(report.pieces[0].name, "king");
  const PlainPlay plain(table.game());
  std::vector<PlayReport::Use> uses(3);
  for (const auto& [text, p] : plain.positions()) {
    const std::vector<Cell> cells = table.game().diagram(text).cells;
    const std::vector<LegalMove> moves = table.game().moves(text);
    for (std::size_t kind = 0; kind < 3; ++kind) {
      bool legal = false, best = false, others_keep = false;
      for (std::size_t m = 0; m < moves.size(); ++m) {
        const char letter = cells[static_cast<std::size_t>(moves[m].shape.from.at(0))].letter;
        const bool moves_it = letter == "KRB"[kind];
        legal = legal || moves_it;
        best = best || (moves_it && p.worth[m] == p.value);
        others_keep = others_keep || (!moves_it && p.worth[m].outcome() == p.value.outcome());
      }
      uses[kind].legal += legal ? 1 : 0;
      uses[kind].best += best ? 1 : 0;
      uses[kind].only += others_keep ? 0 : 1;
    }
  }
  for (std::size_t kind = 0; kind < 3; ++kind) {
    EXPECT_EQ(report.pieces[kind].legal, uses[kind].legal);
    EXPECT_EQ(report.pieces[kind].best, uses[kind].best);
    EXPECT_EQ(report.pieces[kind].only, uses[kind].only);
  }
}

TEST(WithoutAction, IsTakenOutOfWhatOthersGoOnWith) {
  GameSpec mill = in_bddl("three-mens-morris/three-mens-morris.bddl");
  mill.parameters.erase("hash");
  EXPECT_THROW(without_action(mill, "no-such-action"), UsageError);
  const GameSpec turns = in_bddl("six-mens-morris/six-mens-morris.bddl");
  const GameSpec less = without_action(turns, "take");
  EXPECT_EQ(less.parameters.at("domain").find("take "), std::string::npos);
  EXPECT_NO_THROW(make_game(less));
}

TEST(PlayReport, SwapRule) {
  const test::TemporaryFolder folder, other;
  const PlayReport fair =
      play_report(solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder));
  ASSERT_TRUE(fair.swap);
  EXPECT_EQ(fair.swap->second, Outcome::draw);
  const PlayReport hex =
      play_report(solved(test::bddl_spec(test::shipped_games / "hex/3x3.bddl"), other));
  ASSERT_TRUE(hex.swap);
  EXPECT_EQ(hex.swap->second, Outcome::win);
  int most = 0;
  for (const auto& move : hex.first_moves) most = std::max(most, move.value.plies());
  EXPECT_EQ(hex.swap->value.plies(), most) << "the fairest first move delays the end longest";
}

TEST(PlayReport, TooLittleMemory) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  EXPECT_THROW(play_report(table, {.memory_limit = 1000}), OutOfMemory);
  const std::atomic<bool> stop = true;
  EXPECT_THROW(play_report(table, {.stop = &stop}), Interrupted);
}

void expect_same_chances(const Chances& a, const Chances& b) { expect_near(a, b, 1e-12); }

void expect_same_reports(const PlayReport& a, const PlayReport& b) {
  ASSERT_EQ(a.plies.size(), b.plies.size());
  for (std::size_t ply = 0; ply < a.plies.size(); ++ply) expect_same(a.plies[ply], b.plies[ply]);
  expect_same(a.all, b.all);
  EXPECT_EQ(a.squares, b.squares);
  EXPECT_EQ(a.longest, b.longest);
  EXPECT_EQ(a.longest_win, b.longest_win);
  EXPECT_EQ(a.settled, b.settled);
  ASSERT_EQ(a.worst_traps.size(), b.worst_traps.size());
  for (std::size_t i = 0; i < a.worst_traps.size(); ++i) {
    EXPECT_EQ(a.worst_traps[i].position, b.worst_traps[i].position);
    EXPECT_EQ(a.worst_traps[i].keeping, b.worst_traps[i].keeping);
  }
  ASSERT_EQ(a.errors.size(), b.errors.size());
  for (std::size_t i = 0; i < a.errors.size(); ++i)
    expect_same_chances(a.errors[i].chances, b.errors[i].chances);
  expect_same_chances(a.perfect_first, b.perfect_first);
  expect_same_chances(a.perfect_second, b.perfect_second);
  ASSERT_EQ(a.random_lengths.has_value(), b.random_lengths.has_value());
  if (a.random_lengths) {
    ASSERT_EQ(a.random_lengths->size(), b.random_lengths->size());
    for (std::size_t n = 0; n < a.random_lengths->size(); ++n)
      EXPECT_NEAR((*a.random_lengths)[n], (*b.random_lengths)[n], 1e-12);
  }
}

// Two pieces that walk to and fro.
constexpr const char* walkers = R"(#bddl 2
#boardsize 3 4
#steps
near (1,0) (-1,0) (0,1) (0,-1)
#regions far (?x,ymin)
#mirror rows
#actions
:action walk
:parameters ?p ?d=near
:precondition own(?p) open(?p+?d)
:effect open(?p) own(?p+?d)
#goals ?p=far own(?p)
#stuck loss
#init white(2,ymin) black(2,ymax)
)";

// Positions that symmetries turn into each other are gone through together; that must not show.
TEST(PlayReport, FoldedOrNotIsTheSame) {
  struct Folded {
    GameSpec spec;
    std::size_t symmetries;
  };
  for (const Folded& folded :
       {Folded{game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), 8},
        Folded{game("mnk", {{"columns", "4"}, {"rows", "2"}, {"k", "3"}}), 4},
        Folded{game("notakto", {{"columns", "3"}, {"rows", "2"}}), 4},
        Folded{game("domineering", {{"columns", "3"}, {"rows", "4"}}), 4},
        Folded{game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), 2},
        Folded{game("connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}), 2},
        Folded{game("bddl", {{"domain", walkers}, {"problem", ""}}), 2},
        // (Its texts leave out squares that do not exist.)
        Folded{in_bddl("pong-hau-ki/pong-hau-ki.bddl"), 2},
        // (Its start is not symmetric by rotations, and its positions say more than squares show.)
        Folded{game("ostle", {{"size", "3"}, {"start", "2"}, {"lose", "1"}}), 1}}) {
    SCOPED_TRACE(folded.spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(folded.spec, folder);
    EXPECT_EQ(TextSymmetries(table.game()).size(), folded.symmetries);
    std::vector<std::string> measures = play_measures();
    const PlayReport apart = play_report(table, {.measures = measures, .fold = false});
    // (Where actions are counted, only the graph is folded.)
    expect_same_reports(play_report(table, {.measures = measures}), apart);
    std::erase(measures, "actions");
    expect_same_reports(play_report(table, {.measures = measures}), apart);
  }
}

TEST(PlayReport, VisitsAllButKeepsOneOfEachOrbit) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  const TextSymmetries symmetries(table.game());
  std::uint64_t positions = 0;
  const PlayGraph graph(table, {.symmetries = &symmetries, .visit_all = true},
                        [&](const PlayGraph::Seen&) { ++positions; });
  EXPECT_EQ(positions, 4520u);
  EXPECT_EQ(graph.positions(), 627u);
}

// The positions that play leads to from one, itself included if it can be reached again.
std::vector<bool> reached_from(const PlayGraph& graph, std::uint32_t position) {
  std::vector<bool> reached(graph.positions());
  std::vector<std::uint32_t> waiting = {position};
  while (!waiting.empty()) {
    const std::uint32_t here = waiting.back();
    waiting.pop_back();
    for (const PlayGraph::Target target : graph.moves(here)) {
      if (PlayGraph::is_end(target) || reached[target]) continue;
      reached[target] = true;
      waiting.push_back(target);
    }
  }
  return reached;
}

TEST(PlayReport, ComponentsComeAfterWhatTheyLeadTo) {
  for (const GameSpec& spec : {in_bddl("pong-hau-ki/pong-hau-ki.bddl"),
                               game("bddl", {{"domain", walkers}, {"problem", ""}}),
                               game("mnk", {{"columns", "2"}, {"rows", "3"}, {"k", "2"}})}) {
    SCOPED_TRACE(spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(spec, folder);
    const PlayGraph graph(table, {}, [](const PlayGraph::Seen&) {});
    std::vector<std::vector<bool>> reached;
    for (std::uint32_t i = 0; i < graph.positions(); ++i) reached.push_back(reached_from(graph, i));
    std::vector<bool> done(graph.positions());
    std::uint32_t count = 0;
    graph.for_each_component([&](std::span<const std::uint32_t> component) {
      count += static_cast<std::uint32_t>(component.size());
      const std::uint32_t first = component.front();
      for (const std::uint32_t a : component) {
        EXPECT_FALSE(done[a]);
        EXPECT_TRUE(a == first || (reached[a][first] && reached[first][a]));
        done[a] = true;
      }
      for (std::uint32_t b = 0; b < graph.positions(); ++b)
        EXPECT_TRUE(done[b] || !reached[first][b]);
    });
    EXPECT_EQ(count, graph.positions());
  }
}

TEST(PlayReport, RatesTogetherAreAsOneByOne) {
  for (const GameSpec& spec :
       {in_bddl("pong-hau-ki/pong-hau-ki.bddl"),
        game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}),
        game("othello", {{"columns", "4"}, {"rows", "3"}, {"metric", "score"}})}) {
    SCOPED_TRACE(spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(spec, folder);
    const PlayGraph graph(table, {}, [](const PlayGraph::Seen&) {});
    const std::vector<ErrorRates> rates = {{1, 1}, {0, 0.5}, {0.25, 0}};
    for (const ChanceExtra extra :
         {ChanceExtra::none, ChanceExtra::score, ChanceExtra::log_choices}) {
      const std::vector<Chances> together = chances(graph, rates, nullptr, extra);
      ASSERT_EQ(together.size(), rates.size());
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const Chances alone = chances(graph, rates[i], nullptr, extra);
        expect_same_chances(together[i], alone);
        ASSERT_EQ(together[i].score.has_value(), alone.score.has_value());
        if (alone.score) {
          EXPECT_NEAR(*together[i].score, *alone.score, 1e-9);
        }
        ASSERT_EQ(together[i].log_choices.has_value(), alone.log_choices.has_value());
        if (alone.log_choices) {
          EXPECT_NEAR(*together[i].log_choices, *alone.log_choices, 1e-9);
        }
      }
    }
  }
}

TEST(PlayReport, FoldedGraphsAreSmaller) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  const TextSymmetries symmetries(table.game());
  std::uint64_t positions = 0;
  const PlayGraph graph(table, {.symmetries = &symmetries}, [&](const PlayGraph::Seen& seen) {
    positions += static_cast<std::uint64_t>(std::popcount(seen.maps));
  });
  EXPECT_EQ(positions, 4520u);
  EXPECT_EQ(graph.positions(), 627u);
}

TEST(PlayReport, SquaresOfBestMoves) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), folder);
  const PlainPlay plain(table.game());
  std::vector<std::uint64_t> squares(12, 0);
  for (const auto& [text, p] : plain.positions()) {
    const std::vector<LegalMove> moves = table.game().moves(text);
    std::set<int> best;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      if (p.worth[m] == p.value) best.insert(moves[m].shape.to.begin(), moves[m].shape.to.end());
    }
    for (const int square : best) ++squares[static_cast<std::size_t>(square)];
  }
  EXPECT_EQ(play_report(table).squares, squares);
}

TEST(PlayReport, OnlyWhatIsWanted) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  const PlayReport all = play_report(table);
  EXPECT_EQ(all.measured.size(), play_measures().size());
  EXPECT_TRUE(all.left_out.empty());
  for (const std::string& measure : play_measures()) {
    const PlayReport one = play_report(table, {.measures = {measure}});
    EXPECT_EQ(one.measured, std::set<std::string>{measure});
    EXPECT_TRUE(one.left_out.empty());
  }
  const PlayReport random = play_report(table, {.measures = {"random", "plies"}});
  EXPECT_EQ(random.random.first, all.random.first);
  EXPECT_TRUE(random.errors.empty());
  EXPECT_FALSE(random.random_lengths);
  expect_same(random.all, all.all);
  const PlayReport without_moves = play_report(table, {.measures = {"plies", "worst_traps"}});
  expect_same(without_moves.all, all.all);
  EXPECT_EQ(without_moves.worst_traps.size(), all.worst_traps.size());
  EXPECT_EQ(test::error_text<UsageError>([&] {
              play_report(table, {.measures = {"fun"}});
            }).substr(0, 37),
            "There is no measure 'fun', only start");
}

TEST(PlayReport, WhatThereIsNoTimeForIsNamed) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "4"}, {"rows", "3"}, {"k", "3"}}), folder);
  const PlayReport none = play_report(table, {.seconds = 1e-9});
  EXPECT_EQ(none.measured, (std::set<std::string>{"start", "first_moves", "swap"}));
  EXPECT_EQ(none.measured.size() + none.left_out.size(), play_measures().size());
  EXPECT_EQ(none.start, table.probe(table.start()));
  EXPECT_TRUE(none.plies.empty()) << "of a part of the positions nothing is said";
  EXPECT_NE(play_words::left_out(none).find("There was no time for: longest"), std::string::npos);
  const PlayReport some = play_report(table, {.measures = {"random", "swap"}, .seconds = 1e-9});
  EXPECT_EQ(some.left_out, std::vector<std::string>{"random"});
}

// The intervals are those of 95 %: nearly all of the 27 have the exact number.
TEST(PlayReport, SamplesAreNearTheExactNumbers) {
  int inside = 0, intervals = 0;
  for (const GameSpec& spec : {game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}),
                               game("breakthrough", {{"columns", "3"}, {"rows", "4"}}),
                               game("notakto", {{"columns", "3"}, {"rows", "3"}})}) {
    const test::TemporaryFolder folder;
    const Table table = solved(spec, folder);
    const PlayReport exact = play_report(table);
    const PlayReport sampled = play_report(table, {.sample = 500});
    ASSERT_TRUE(sampled.sample);
    EXPECT_EQ(sampled.sample->games, 500u);
    EXPECT_FALSE(sampled.has("plies"));
    EXPECT_TRUE(sampled.has("random_lengths"));
    double sum = 0;
    for (const double share : *sampled.random_lengths) sum += share;
    EXPECT_NEAR(sum, 1, 1e-9);
    const auto compare = [&](const SampledChances& s, const Chances& e) {
      for (double Chances::*member : {&Chances::first, &Chances::draw, &Chances::second}) {
        EXPECT_LE(s.low.*member, s.mean.*member + 1e-12);
        EXPECT_LE(s.mean.*member, s.high.*member + 1e-12);
        inside += s.low.*member <= e.*member + 1e-9 && e.*member <= s.high.*member + 1e-9 ? 1 : 0;
        EXPECT_NEAR(s.mean.*member, e.*member, 0.1);
        ++intervals;
      }
      EXPECT_NEAR(*s.mean.plies, *e.plies, 0.5);
    };
    compare(sampled.sample->random, exact.random);
    compare(sampled.sample->perfect_first, exact.perfect_first);
    compare(sampled.sample->perfect_second, exact.perfect_second);
    const PlayReport again = play_report(table, {.threads = 1, .sample = 500});
    EXPECT_EQ(again.random.first, sampled.random.first);
    EXPECT_EQ(again.random_lengths, sampled.random_lengths);
  }
  EXPECT_EQ(intervals, 27);
  EXPECT_GE(inside, 24);
}

TEST(PlayReport, DoesNotDependOnThreads) {
  const test::TemporaryFolder folder;
  const Table table =
      solved(game("connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}), folder);
  const PlayReport one = play_report(table, {.threads = 1}),
                   three = play_report(table, {.threads = 3});
  EXPECT_EQ(one.random.first, three.random.first);
  EXPECT_EQ(one.longest, three.longest);
  ASSERT_EQ(one.worst_traps.size(), three.worst_traps.size());
  for (std::size_t i = 0; i < one.worst_traps.size(); ++i)
    EXPECT_EQ(one.worst_traps[i].position, three.worst_traps[i].position);
}

}  // namespace
}  // namespace zermelo
