// SPDX-License-Identifier: MIT
// Strategies and a thousand corrupted ones, judged by the checker and by the tests' own referee,
// who plays the game: the owner as the strategy says, the other side every move.
#include "proof/check/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "gen/value.h"
#include "proof/aiger/aiger.h"
#include "proof/check/strategy_file.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/sat/solver.h"
#include "proof/strategy.h"
#include "proof/strategy/strategy_output.h"
#include "symbolic/model/game_model.h"
#include "tests/reference/bddl_reference.h"
#include "tests/reference/plain_games.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/clean_clauses.h"
#include "tests/support/error_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::proof {
namespace {

using symbolic::GameModel;
using symbolic::Literal;
using test::BddlReference;
using test::PlainGame;

// --- The rules, once more ------------------------------------------------------------------------

// How moves are written: by everything that they change; or by the square, or the column, of what
// is placed.
enum class MoveStyle { change, square, column };

// A brute force's game, with moves as players write them. Nothing of proof/ is in it.
class RefereeGame {
 public:
  struct Move {
    std::string name, next;         // `next`: the brute force's own state
    std::optional<Outcome> ending;  // for the side that moves
  };
  using State = std::string;

  RefereeGame(std::unique_ptr<PlainGame> game, Grid grid, MoveStyle style)
      : RefereeGame(std::shared_ptr<const PlainGame>(std::move(game)), grid, style, true) {}
  RefereeGame(std::unique_ptr<BddlReference> game, Grid grid)
      : RefereeGame(std::shared_ptr<const BddlReference>(std::move(game)), grid, MoveStyle::change,
                    false) {}

  Grid grid() const { return grid_; }
  State start() const { return start_; }
  std::string text_of(const State& state) const { return text_of_(state); }
  std::vector<Move> moves(const State& state) const { return moves_(state); }
  static bool white_to_move(const State& state) { return state.back() == 'w'; }

  State state_of(const std::string& text) const {
    std::vector<std::string> ranks(1);
    for (const char c : text.substr(0, text.find(' '))) {
      if (c == '/')
        ranks.emplace_back();
      else if (c == 'b' || c == 'w')
        ranks.back() += c;
      else
        ranks.back() += std::string(static_cast<std::size_t>(c - '0'), '.');
    }
    if (from_bottom_) std::ranges::reverse(ranks);
    State state;
    for (const std::string& rank : ranks) state += rank;
    state += text.back();
    if (text_of(state) != text) throw std::logic_error("no position of this board: " + text);
    return state;
  }

 private:
  static std::optional<Outcome> ending_of(PlainGame::End end) {
    if (end == PlainGame::End::none) return {};
    if (end == PlainGame::End::drawn) return Outcome::draw;
    return end == PlainGame::End::won ? Outcome::win : Outcome::loss;
  }
  static std::optional<Outcome> ending_of(BddlReference::End end) {
    if (end == BddlReference::End::none) return {};
    return end == BddlReference::End::drawn ? Outcome::draw : Outcome::win;
  }

  static std::string name_of(const GridPosition& before, const GridPosition& after, Grid grid,
                             MoveStyle style) {
    if (style == MoveStyle::change) return format_change({before, after}, grid);
    const Squares placed = after.occupied() & ~before.occupied();
    if (placed == 0) return "pass";
    int square = 0;
    while ((placed & bit_of(square)) == 0) ++square;
    const std::string name = format_square(square, grid);
    return style == MoveStyle::square ? name : name.substr(0, 1);
  }

  template <class Reference>
  RefereeGame(std::shared_ptr<const Reference> game, Grid grid, MoveStyle style, bool from_bottom)
      : grid_(grid), from_bottom_(from_bottom), start_(game->start()) {
    text_of_ = [game](const State& state) { return game->text_of(state); };
    moves_ = [game, grid, style](const State& state) {
      std::vector<Move> result;
      const GridPosition before = parse_position(game->text_of(state), grid);
      for (const auto& [next, end] : game->moves(state)) {
        const GridPosition after = parse_position(game->text_of(next), grid);
        result.push_back({name_of(before, after, grid, style), next, ending_of(end)});
      }
      return result;
    };
  }

  Grid grid_;
  bool from_bottom_;
  State start_;
  std::function<std::string(const State&)> text_of_;
  std::function<std::vector<Move>(const State&)> moves_;
};

// --- The referee ---------------------------------------------------------------------------------

class Referee {
 public:
  using State = RefereeGame::State;
  using Move = RefereeGame::Move;

  Referee(const RefereeGame& game, const StrategyFile& file)
      : game_(game), file_(file), claim_(file.info()) {}

  // Why the strategy does not fulfil its claim; empty if it does.
  std::string objection() {
    try {
      const std::string& start = claim_.start;
      const State first = start.empty() ? game_.start() : game_.state_of(start);
      claim_.wins ? see_a_win(first) : see_no_loss(first);
      return "";
    } catch (const Objection& objection) {
      return objection.what();
    } catch (const Error& error) {  // thrown by the strategy or the game
      return error.what();
    }
  }
  // The states that it has visited.
  const std::set<State>& seen() const { return seen_; }

 private:
  struct Objection : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  bool is_owners(const State& state) const {
    return RefereeGame::white_to_move(state) == claim_.owner_is_white;
  }

  // How play can go on.
  std::vector<Move> continuations(const State& state) {
    seen_.insert(state);
    std::vector<Move> moves = game_.moves(state);
    if (!is_owners(state)) return moves;
    const std::string text = game_.text_of(state);
    const StrategyAnswer answer = file_.answer(text);
    if (!answer.is_member) throw Objection("It has no answer for " + text);
    std::erase_if(moves, [&](const Move& move) { return move.name != answer.move; });
    if (moves.size() != 1) throw Objection("No move of " + text + ": '" + answer.move + "'");
    return moves;
  }
  // The result for the owner, if the move ends the game.
  std::optional<Outcome> result_of(const Move& move, const State& before) const {
    if (!move.ending || is_owners(before) || *move.ending == Outcome::draw) return move.ending;
    return *move.ending == Outcome::win ? Outcome::loss : Outcome::win;
  }

  void see_a_win(const State& first) {
    const int longest = longest_game(first);
    if (claim_.plies && longest > *claim_.plies)
      throw Objection("It takes " + std::to_string(longest) + " plies");
  }
  // Plies until the owner has won.
  int longest_game(const State& state) {
    const auto [known, is_new] = longest_.emplace(state, 0);
    if (!is_new) {
      if (known->second == 0) throw Objection("Round and round through " + game_.text_of(state));
      return known->second;
    }
    int longest = 0;
    for (const Move& move : continuations(state)) {
      const auto result = result_of(move, state);
      if (result && *result != Outcome::win)
        throw Objection(move.name + " in " + game_.text_of(state) + " does not win");
      longest = std::max(longest, result ? 1 : 1 + longest_game(move.next));
    }
    return longest_[state] = longest;
  }

  void see_no_loss(const State& first) {
    std::set<std::pair<int, State>> met = {{0, first}};
    std::vector<std::pair<int, State>> waiting = {{0, first}};
    while (!waiting.empty()) {
      const auto [ply, state] = waiting.back();
      waiting.pop_back();
      if (claim_.plies && ply == *claim_.plies) continue;
      for (const Move& move : continuations(state)) {
        const auto result = result_of(move, state);
        if (result == Outcome::loss)
          throw Objection(move.name + " in " + game_.text_of(state) + " loses");
        // (The number of plies matters only where they are counted.)
        const std::pair next(claim_.plies ? ply + 1 : 0, move.next);
        if (!result && met.insert(next).second) waiting.push_back(next);
      }
    }
  }

  const RefereeGame& game_;
  const StrategyFile& file_;
  StrategyInfo claim_;
  std::set<State> seen_;
  std::map<State, int> longest_;  // 0: being looked at
};

// --- Strategies ----------------------------------------------------------------------------------

struct CheckedCase {
  std::string name;
  std::function<GameSpec()> spec;
  std::function<RefereeGame(const GameSpec& spec, Grid grid)> rules;
  Side attacker = symbolic::black;
  std::optional<int> depth = {};
  std::string start = {};
};
std::ostream& operator<<(std::ostream& out, const CheckedCase& c) { return out << c.name; }

using PlainMaker = std::function<std::unique_ptr<PlainGame>()>;
using Numbers = std::map<std::string, std::string>;

CheckedCase case_of(const std::string& name, const std::string& game, const Numbers& parameters,
                    const PlainMaker& plain) {
  return {name,
          [=] {
            return GameSpec{game, parameters};
          },
          [=](const GameSpec&, Grid grid) {
            const bool places = game == "notakto" || game == "othello";
            return RefereeGame(plain(), grid,
                               places              ? MoveStyle::square
                               : game == "connect" ? MoveStyle::column
                                                   : MoveStyle::change);
          }};
}
CheckedCase notakto_case(const std::string& name) {
  return case_of(name, "notakto", {}, [] { return test::plain_notakto(3, 3); });
}
CheckedCase tic_tac_toe_case(const std::string& name) {
  return case_of(name, "mnk", {}, [] { return test::plain_mnk(3, 3, 3); });
}
CheckedCase two_in_a_row_case(const std::string& name) {
  return case_of(name, "mnk", {{"m", "3"}, {"n", "2"}, {"k", "2"}},
                 [] { return test::plain_mnk(3, 2, 2); });
}
CheckedCase domineering_case(const std::string& name) {
  return case_of(name, "domineering", {{"columns", "3"}, {"rows", "3"}},
                 [] { return test::plain_domineering(3, 3); });
}
CheckedCase wide_domineering_case(const std::string& name) {
  return case_of(name, "domineering", {{"columns", "4"}, {"rows", "3"}},
                 [] { return test::plain_domineering(4, 3); });
}
CheckedCase connect_case(const std::string& name) {
  return case_of(name, "connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}},
                 [] { return test::plain_connect(3, 3, 3); });
}
CheckedCase clobber_case(const std::string& name) {
  return case_of(name, "clobber", {{"columns", "3"}, {"rows", "3"}},
                 [] { return test::plain_clobber(3, 3); });
}
CheckedCase othello_case(const std::string& name) {
  return case_of(name, "othello", {{"rows", "3"}, {"cols", "3"}},
                 [] { return test::plain_othello(3, 3, 1, 1); });
}
CheckedCase bddl_case(const std::string& name, const std::string& problem, bool stuck_loses) {
  return {
      name,
      [=] { return test::bddl_spec(test::shipped_games / problem, stuck_loses ? "loss" : "draw"); },
      [=](const GameSpec& spec, Grid grid) {
        return RefereeGame(
            std::make_unique<BddlReference>(spec.parameters.at("domain"),
                                            spec.parameters.at("problem"), stuck_loses),
            grid);
      }};
}

CheckedCase for_white(CheckedCase c) {
  c.attacker = symbolic::white;
  return c;
}
CheckedCase within(CheckedCase c, int depth) {
  c.depth = depth;
  return c;
}
CheckedCase from(CheckedCase c, const std::string& start) {
  c.start = start;
  return c;
}

const std::vector<CheckedCase> checked_cases = {
    notakto_case("Notakto"),
    for_white(notakto_case("NotaktoWhite")),
    within(notakto_case("NotaktoWithin4"), 4),
    from(notakto_case("NotaktoElsewhere"), "b2/3/1b1 b"),
    tic_tac_toe_case("TicTacToe"),
    for_white(tic_tac_toe_case("TicTacToeWhite")),
    within(tic_tac_toe_case("TicTacToeWithin5"), 5),
    from(tic_tac_toe_case("TicTacToeElsewhere"), "w2/3/1bb w"),
    from(for_white(tic_tac_toe_case("TicTacToeElsewhereWhite")), "w2/b2/1bw b"),
    two_in_a_row_case("TwoInARow"),
    within(two_in_a_row_case("TwoInARowWithin2"), 2),
    domineering_case("Domineering"),
    for_white(domineering_case("DomineeringWhite")),
    from(domineering_case("DomineeringElsewhere"), "b2/b2/3 w"),
    for_white(wide_domineering_case("DomineeringWonByWhite")),
    wide_domineering_case("DomineeringLostByBlack"),
    connect_case("Connect"),
    for_white(connect_case("ConnectWhite")),
    from(connect_case("ConnectElsewhere"), "3/2w/bbw b"),
    clobber_case("Clobber"),
    for_white(clobber_case("ClobberWhite")),
    within(clobber_case("ClobberWithin3"), 3),
    othello_case("Othello"),
    bddl_case("Hex", "hex/2x2.bddl", false),
    bddl_case("Breakthrough", "breakthrough/2x4.bddl", false),
    bddl_case("Pursuer", "pursuer/4x4-1-2.bddl", true),
    for_white(bddl_case("PursuerWhite", "pursuer/4x4-1-2.bddl", true)),
    bddl_case("Pursuer2", "pursuer/4x4-2-3.bddl", true),
};

// A strategy in a file, with a referee and a game for it.
class StrategyOnTrial {
 public:
  explicit StrategyOnTrial(const CheckedCase& c)
      : spec_(c.spec()),
        model_(*symbolic::find_game_model(spec_)),
        game_(c.rules(spec_, model_.grid())) {
    Ic3Options options;
    options.depth = c.depth;
    Ic3Proof proof = prove_by_ic3(spec_, c.attacker, c.start, options);
    verdict_ = proof.verdict;
    strategy_ = std::move(proof.strategy);
  }

  const Strategy& strategy() const { return strategy_; }
  const GameModel& model() const { return model_; }
  const RefereeGame& game() const { return game_; }
  Verdict verdict() const { return verdict_; }
  std::string path() const { return folder_.file("strategy.aig"); }

  // Writes it into the file.
  void write(const std::string& bytes) const { test::write_whole(path(), bytes); }
  void write(const Strategy& strategy) const { write(format_strategy(strategy)); }

 private:
  GameSpec spec_;
  GameModel model_;
  RefereeGame game_;
  Strategy strategy_;
  Verdict verdict_ = Verdict::unknown;
  test::TemporaryFolder folder_;
};

// --- What the checker says about a fault-------------------------------------------------------

// Whether it is true according to the rules and the strategy itself.
class FaultFinder {
 public:
  FaultFinder(const StrategyOnTrial& trial, const StrategyFault& fault)
      : trial_(trial),
        game_(trial.game()),
        fault_(fault),
        file_(StrategyFile::open(trial.path())) {}

  void expect_true() {
    SCOPED_TRACE(fault_.position + ": " + fault_.sentence);
    const Grid grid = game_.grid();
    const GridPosition position = parse_position(fault_.position, grid);
    EXPECT_EQ(format_position(position, grid), fault_.position);
    ASSERT_EQ(fault_.board.columns, grid.columns);
    ASSERT_EQ(fault_.board.rows, grid.rows);
    ASSERT_EQ(fault_.board.cells.size(), static_cast<std::size_t>(grid.squares()));
    for (int square = 0; square < grid.squares(); ++square) {
      const Squares here = bit_of(square);
      const Cell expected = (position.black & here) != 0   ? Cell::black
                            : (position.white & here) != 0 ? Cell::white
                                                           : Cell::empty;
      EXPECT_EQ(fault_.board.cells[static_cast<std::size_t>(square)], expected);
    }
    EXPECT_TRUE(fault_.sentence.ends_with('.'));
    EXPECT_EQ(fault_.sentence.find('\n'), fault_.sentence.npos);
    state_ = game_.state_of(fault_.position);
    mover_ = RefereeGame::white_to_move(state_) ? "White" : "Black";
    owner_ = file_.info().owner_is_white ? "White" : "Black";
    fault_.move.empty() ? look_at_position() : look_at_move();
  }

 private:
  // The rest of the sentence after these words; nothing if it begins differently.
  std::optional<std::string> after(const std::string& words) const {
    if (!fault_.sentence.starts_with(words)) return {};
    return fault_.sentence.substr(words.size());
  }
  // (A strategy may have positions that the game does not have, and then moves cannot be written.)
  std::optional<StrategyAnswer> answer(const std::string& text) const {
    try {
      return file_.answer(text);
    } catch (const IllegalPosition&) {
      return {};
    } catch (const GameOver&) {
      return {};
    }
  }

  void look_at_position() {
    if (const auto why = after("Play begins here, and ")) {
      const std::string& start = file_.info().start;
      EXPECT_EQ(fault_.position, start.empty() ? game_.text_of(game_.start()) : start);
      return look_at_start(*why);
    }
    const auto here = answer(fault_.position);
    EXPECT_TRUE(!here || here->is_member);
    if (after("The strategy counts this position as one of its own, but the game is over.")) return;
    if (after("The rank is 0, as if the game had been won, but it goes on: a win takes at "
              "least one ply.")) {
      EXPECT_TRUE(!here || here->rank == 0);
      return;
    }
    EXPECT_EQ(mover_, owner_);
    if (const auto number = after(owner_ + " is told to play move number ")) {
      EXPECT_TRUE(
          std::regex_match(*number, std::regex("\\d+, but the number of moves is \\d+\\.")));
      return;
    }
    const auto move = after(owner_ + " is told to play ");
    ASSERT_TRUE(move);
    const std::string end = ", which is not possible here.";
    ASSERT_TRUE(move->ends_with(end));
    const std::string name = move->substr(0, move->size() - end.size());
    // (Rules in BDDL may have many moves with the same name, such as a "pass" for each piece.)
    const auto& moves =
        trial_.model().model.moves[mover_ == "White" ? symbolic::white : symbolic::black];
    if (std::ranges::count(moves, name, &symbolic::ModelMove::name) > 1) return;
    for (const RefereeGame::Move& possible : game_.moves(state_))
      EXPECT_FALSE(names(name, possible));
  }

  static bool names(const std::string& name, const RefereeGame::Move& move) {
    return (" or " + name + " or ").find(" or " + move.name + " or ") != name.npos;
  }

  void look_at_move() {
    const std::string verb = mover_ == owner_ ? " is told to play " : " can play ";
    const auto why = after(mover_ + verb + fault_.move + ", and then ");
    ASSERT_TRUE(why);
    const auto here = answer(fault_.position);
    if (here) {
      EXPECT_TRUE(here->is_member);
      if (mover_ == owner_) {
        EXPECT_NE((" or " + fault_.move + " or ").find(" or " + here->move + " or "),
                  std::string::npos);
      }
    }
    const auto moves = game_.moves(state_);
    const auto move =
        std::ranges::find_if(moves, [&](const auto& m) { return names(fault_.move, m); });
    ASSERT_NE(move, moves.end());
    if (*why == "the game is over: it is drawn.") {
      EXPECT_EQ(move->ending, Outcome::draw);
    } else if (*why == "the game is over: Black has won." ||
               *why == "the game is over: White has won.") {
      const bool mover_has_won = why->find(mover_) != std::string::npos;
      EXPECT_EQ(move->ending, mover_has_won ? Outcome::win : Outcome::loss);
    } else if (here) {
      const bool wins = file_.info().wins;
      look_at_state(*why, game_.text_of(move->next), wins ? here->rank : here->rank - 1);
    }
  }

  void look_at_start(const std::string& why) {
    // (Positions do not tell how they came about; the model says that the game is over there.)
    if (why.starts_with("the game is over: ")) return;
    const StrategyInfo& info = file_.info();
    const auto plies = static_cast<std::uint64_t>(info.plies.value_or(0));
    look_at_state(why, fault_.position, info.wins ? plies + 1 : plies);
  }

  // `needed`: the rank that it must be below, or reach.
  void look_at_state(const std::string& why, const std::string& text, std::uint64_t needed) {
    const auto here = answer(text);
    if (!here) return;
    if (why == "the strategy does not have the position.") {
      EXPECT_FALSE(here->is_member);
      return;
    }
    EXPECT_TRUE(here->is_member);
    std::smatch found;
    const StrategyInfo& info = file_.info();
    if (info.wins) {
      ASSERT_TRUE(std::regex_match(why, found,
                                   std::regex("the rank is (\\d+), which is not below (\\d+)\\.")));
    } else {
      ASSERT_TRUE(std::regex_match(
          why, found,
          std::regex("the strategy holds for (\\d+) (?:ply|plies), which is less than (\\d+)\\.")));
    }
    const std::uint64_t rank = std::stoull(found[1]), bound = std::stoull(found[2]);
    EXPECT_EQ(rank, here->rank);
    EXPECT_EQ(info.wins, rank >= bound);
    EXPECT_EQ(bound, needed);
  }

  const StrategyOnTrial& trial_;
  const RefereeGame& game_;
  StrategyFault fault_;
  StrategyFile file_;
  RefereeGame::State state_;
  std::string mover_, owner_;
};

// --- Strategies that fulfil their claims -------------------------------------------------------

class StrategiesOfIc3 : public testing::TestWithParam<CheckedCase> {};

TEST_P(StrategiesOfIc3, AreConfirmedByCheckerAndReferee) {
  const StrategyOnTrial trial(GetParam());
  ASSERT_NE(trial.verdict(), Verdict::unknown);
  const bool won = trial.verdict() == Verdict::win;
  const Strategy& strategy = trial.strategy();
  EXPECT_EQ(strategy.claim.kind, won ? Claim::Kind::wins : Claim::Kind::does_not_lose);
  EXPECT_EQ(strategy.owner, won ? GetParam().attacker : symbolic::other(GetParam().attacker));
  trial.write(strategy);

  std::uint64_t done = 0;
  StrategyCheckOptions options;
  options.progress = [&](std::uint64_t now, std::uint64_t all) {
    EXPECT_EQ(now, ++done);
    EXPECT_LE(now, all);
  };
  const StrategyCheckReport report = zermelo::check_strategy(trial.path(), options);
  ASSERT_FALSE(report.fault) << report.fault->position << ": " << report.fault->sentence;
  EXPECT_EQ(report.sentence, claim_sentence(strategy.owner, strategy.claim, strategy.start));
  // The start, that the game goes on, that a move is named; and one formula per move.
  const auto& moves = trial.model().model.moves;
  EXPECT_EQ(report.obligations, 3 + moves[0].size() + moves[1].size());
  EXPECT_EQ(done, report.obligations);

  const StrategyFile file = StrategyFile::open(trial.path());
  EXPECT_EQ(Referee(trial.game(), file).objection(), "");
}

INSTANTIATE_TEST_SUITE_P(Games, StrategiesOfIc3, testing::ValuesIn(checked_cases),
                         [](const auto& param) { return param.param.name; });

TEST(StrategiesOfIc3Cases, HaveBothVerdictsForEitherSide) {
  std::set<std::pair<Claim::Kind, Side>> kinds;
  for (const CheckedCase& c : checked_cases) {
    const StrategyOnTrial trial(c);
    kinds.emplace(trial.strategy().claim.kind, trial.strategy().owner);
  }
  EXPECT_EQ(kinds.size(), 4u);
}

// --- Corrupted strategies------------------------------------------------------------------------

// Corrupts a strategy in one way, so that its file has other bytes.
class Spoiler {
 public:
  enum class Way {
    move,    // a bit of the moves where some variables have some values
    rank,    // likewise
    member,  // likewise
    state_left_out,
    state_added,
    gate,         // an input of an AND is negated
    gate_moved,   // or replaced
    output,       // negated
    fewer_plies,  // or more, where fewer are better
    owner,
    claim,
    start
  };
  static constexpr int ways = 12;

  Spoiler(const StrategyOnTrial& trial, const std::set<Referee::State>& needed, unsigned seed)
      : trial_(trial), needed_(needed.begin(), needed.end()), random_(seed) {}

  // Nothing if the strategy does not have that part.
  std::optional<std::string> spoilt(Way way) {
    Strategy s = trial_.strategy();
    const bool wins = s.claim.kind == Claim::Kind::wins;
    switch (way) {
      case Way::move:
        s.move = flipped(s, s.move, bits_of_moves(s));
        break;
      case Way::rank:
        if (s.rank.empty()) return {};
        s.rank = flipped(s, s.rank, s.rank.size() + 1);
        break;
      case Way::member:
        s.member = s.aig.lxor(s.member, cube(s, any(needed_)));
        break;
      case Way::state_left_out:
        s.member = s.aig.land(s.member, !all_of(s, inputs_at(any(needed_))));
        break;
      case Way::state_added:
        s.member = s.aig.lor(s.member, all_of(s, inputs_at(any_state(true))));
        break;
      case Way::gate:
      case Way::gate_moved:
      case Way::output:
        return with_other_gates(s, way);
      case Way::fewer_plies:
        if (!s.claim.plies) return {};
        *s.claim.plies += wins ? -1 : 1;
        if (*s.claim.plies < 0) return {};
        break;
      case Way::owner:
        s.owner = symbolic::other(s.owner);
        if (below(2) == 0) s.moves.clear();
        break;
      case Way::claim:
        if (!wins) {
          s.claim.kind = Claim::Kind::wins;
        } else if (s.claim.plies) {
          *s.claim.plies = static_cast<int>(below(static_cast<unsigned>(*s.claim.plies)));
        }
        break;
      case Way::start:
        s.start = trial_.game().text_of(any_state(false));
        break;
    }
    return format_strategy(s);
  }

 private:
  using State = Referee::State;

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  template <class Item>
  const Item& any(const std::vector<Item>& items) {
    return items[random_() % items.size()];
  }

  // One that play can lead to from the start of the game.
  State any_state(bool may_be_over) {
    State state = trial_.game().start();
    for (unsigned plies = below(8); plies > 0; --plies) {
      const auto moves = trial_.game().moves(state);
      const RefereeGame::Move& move = any(moves);
      if (!move.ending || may_be_over) state = move.next;
      if (move.ending) break;
    }
    return state;
  }

  std::vector<bool> inputs_at(const State& state) const {
    const PiecePosition position =
        parse_position(trial_.game().text_of(state), trial_.model().pieces);
    const BoardState board = trial_.model().board(position);
    std::vector<bool> values;
    for (int k = 0; k < trial_.model().model.variables(); ++k)
      values.push_back(board[static_cast<std::size_t>(k)]);
    values.push_back(position.white_to_move);
    return values;
  }
  static Literal all_of(Strategy& s, const std::vector<bool>& values) {
    Literal result = symbolic::true_literal;
    for (std::size_t k = 0; k < values.size(); ++k)
      result = s.aig.land(result, values[k] ? s.inputs[k] : !s.inputs[k]);
    return result;
  }
  // The state, and those that agree with it on some of the variables.
  Literal cube(Strategy& s, const State& state) {
    const std::vector<bool> values = inputs_at(state);
    const unsigned kept = below(4);  // of four
    Literal result = values.back() ? s.inputs.back() : !s.inputs.back();
    for (std::size_t k = 0; k + 1 < values.size(); ++k) {
      if (below(4) > kept) continue;
      result = s.aig.land(result, values[k] ? s.inputs[k] : !s.inputs[k]);
    }
    return result;
  }

  static std::size_t bits_of_moves(const Strategy& s) {
    std::size_t bits = 1;
    while (s.moves.size() >> bits != 0) ++bits;
    return bits;
  }
  // One of this many bits is flipped in a cube of states.
  std::vector<Literal> flipped(Strategy& s, std::vector<Literal> number, std::size_t bits) {
    number.resize(std::max(number.size(), bits), symbolic::false_literal);
    Literal& bit = number[below(static_cast<unsigned>(bits))];
    bit = s.aig.lxor(bit, cube(s, any(needed_)));
    return number;
  }

  std::optional<std::string> with_other_gates(const Strategy& s, Way way) {
    AigerFile file = parse_aiger(format_strategy(s));
    if (way == Way::output) {
      std::uint32_t& output = file.outputs[below(static_cast<unsigned>(file.outputs.size()))];
      output ^= 1;
      return format_aiger_binary(file);
    }
    if (file.ands.empty()) return {};
    const auto n = below(static_cast<unsigned>(file.ands.size()));
    AigerAnd& gate = file.ands[n];
    std::uint32_t& literal = below(2) == 0 ? gate.left : gate.right;
    literal = way == Way::gate ? literal ^ 1 : below(file.and_literal(n));
    if (gate.left < gate.right) std::swap(gate.left, gate.right);
    return format_aiger_binary(file);
  }

  const StrategyOnTrial& trial_;
  std::vector<State> needed_;
  std::mt19937 random_;
};

struct SpoiltCount {
  int tried = 0, refused = 0, confirmed = 0;
};

class SpoiltStrategies : public testing::Test {
 protected:
  void spoil(const CheckedCase& c, int times, unsigned seed) {
    SCOPED_TRACE(c.name);
    const StrategyOnTrial trial(c);
    trial.write(trial.strategy());
    const StrategyFile file = StrategyFile::open(trial.path());
    Referee referee(trial.game(), file);
    ASSERT_EQ(referee.objection(), "");
    Spoiler spoiler(trial, referee.seen(), seed);
    for (int n = 0; n < times; ++n) {
      const auto way = static_cast<Spoiler::Way>(n % Spoiler::ways);
      const auto bytes = spoiler.spoilt(way);
      if (!bytes) continue;
      SCOPED_TRACE("way " + std::to_string(n % Spoiler::ways) + ", number " + std::to_string(n));
      trial.write(*bytes);
      ASSERT_NO_FATAL_FAILURE(judge(trial, counts_[n % Spoiler::ways]));
    }
  }

  void judge(const StrategyOnTrial& trial, SpoiltCount& count) {
    ++count.tried;
    std::optional<StrategyCheckReport> report;
    try {
      report = zermelo::check_strategy(trial.path());
    } catch (const UsageError&) {  // moves of the other side, say
    } catch (const SyntaxError&) {
    }
    if (report) {
      CheckOptions by_cases;
      by_cases.case_gates = 60;
      const Strategy strategy = parse_strategy(test::read_whole(trial.path()));
      EXPECT_EQ(check_strategy(strategy, by_cases).ok(), !report->fault);
    }
    if (report && !report->fault) {
      const StrategyFile file = StrategyFile::open(trial.path());
      ASSERT_EQ(Referee(trial.game(), file).objection(), "");
      ++count.confirmed;
      return;
    }
    ++count.refused;
    if (report) FaultFinder(trial, *report->fault).expect_true();
  }

  std::map<int, SpoiltCount> counts_;
};

TEST_F(SpoiltStrategies, AreRefusedOrStillRight) {
  // (Thirteen cases, so that there are a thousand. StrategyMutants tries others, in other ways.)
  const int each = test::long_tests() ? 84 : 21;
  const std::vector<std::string> names = {
      "Notakto",      "NotaktoWithin4",   "TicTacToeWithin5", "TicTacToeElsewhere",
      "TwoInARow",    "TwoInARowWithin2", "Domineering",      "DomineeringElsewhere",
      "ConnectWhite", "ConnectElsewhere", "ClobberWhite",     "Hex",
      "Pursuer"};
  unsigned seed = 1;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(checked_cases, name, &CheckedCase::name);
    ASSERT_NE(found, checked_cases.end());
    ASSERT_NO_FATAL_FAILURE(spoil(*found, each, seed++));
  }
  int tried = 0, refused = 0;
  for (const auto& [way, count] : counts_) {
    tried += count.tried;
    refused += count.refused;
    EXPECT_GT(count.refused, 0) << "way " << way;
    RecordProperty("way_" + std::to_string(way),
                   std::to_string(count.refused) + " of " + std::to_string(count.tried));
  }
  EXPECT_GE(tried, 12 * each);
  EXPECT_GE(2 * refused, tried);
}

// --- Claims that go too far ----------------------------------------------------------------------

std::string fault_of(const Strategy& strategy) {
  const StrategyCheck check = check_strategy(strategy);
  return check.ok() ? "" : check.counterexample->position + ": " + check.counterexample->sentence;
}

TEST(StrategyCheck, SaysWhatIsWrong) {
  const StrategyOnTrial trial(notakto_case("Notakto"));
  const Strategy& good = trial.strategy();
  EXPECT_EQ(fault_of(good), "");

  Strategy s = good;
  s.claim.plies = *good.claim.plies - 1;
  const std::string plies = std::to_string(*good.claim.plies);
  EXPECT_EQ(fault_of(s), "3/3/3 b: Play begins here, and the rank is " + plies +
                             ", which is not below " + plies + ".");
  s = good;
  s.member = symbolic::false_literal;
  EXPECT_EQ(fault_of(s), "3/3/3 b: Play begins here, and the strategy does not have the position.");
  s = good;
  s.move = {symbolic::true_literal};  // b1, always
  EXPECT_NE(fault_of(s).find("Black is told to play b1, which is not possible here."),
            std::string::npos);
  s = good;
  s.move.assign(5, symbolic::true_literal);
  EXPECT_NE(fault_of(s).find("Black is told to play move number 31, but the number of moves is 9."),
            std::string::npos);
  s = good;
  s.member = symbolic::true_literal;
  EXPECT_NE(fault_of(s).find(
                "The strategy counts this position as one of its own, but the game is over."),
            std::string::npos);
  s = good;
  s.rank.clear();
  EXPECT_NE(fault_of(s).find("The rank is 0, as if the game had been won, but it goes on: a win "
                             "takes at least one ply."),
            std::string::npos);
  s.rank = {symbolic::true_literal};
  EXPECT_NE(fault_of(s).find(", and then the rank is 1, which is not below 1."), std::string::npos);
}

// A win takes at least one ply: the rank of a member is not 0, whatever the depth.
TEST(StrategyCheck, RanksOfWinsBeginWithOne) {
  const StrategyOnTrial trial(within(from(tic_tac_toe_case("OnePlyLeft"), "3/ww1/bb1 b"), 1));
  Strategy s = trial.strategy();
  ASSERT_EQ(s.claim, (Claim{Claim::Kind::wins, 1}));
  EXPECT_EQ(fault_of(s), "");
  for (const std::optional<int> plies :
       {std::optional(0), std::optional(1), std::optional<int>()}) {
    s.rank.assign(1, symbolic::false_literal);
    s.claim.plies = plies;
    EXPECT_NE(fault_of(s).find("b: The rank is 0, as if the game had been won, but it goes on: a "
                               "win takes at least one ply."),
              std::string::npos);
  }
  // A claim not to lose within no plies is possible.
  s.claim = {Claim::Kind::does_not_lose, 0};
  EXPECT_EQ(fault_of(s), "");
}

TEST(StrategyCheck, ASmallerSetDoesForASmallerClaim) {
  // A win is not a loss either, and a longer bound is true, too.
  const StrategyOnTrial trial(notakto_case("Notakto"));
  Strategy s = trial.strategy();
  for (const int more : {0, 1, 100}) {
    s.claim.plies = *trial.strategy().claim.plies + more;
    EXPECT_EQ(fault_of(s), "");
  }
  s.claim.plies.reset();
  EXPECT_EQ(fault_of(s), "");
  s.claim.kind = Claim::Kind::does_not_lose;
  EXPECT_EQ(fault_of(s), "");
  // Not to lose for a number of plies is easier than forever.
  const StrategyOnTrial drawn(tic_tac_toe_case("TicTacToe"));
  s = drawn.strategy();
  s.rank = {symbolic::false_literal, symbolic::false_literal, symbolic::true_literal};
  s.claim.plies = 4;
  EXPECT_EQ(fault_of(s), "");
  s.claim.plies = 5;
  EXPECT_EQ(fault_of(s),
            "3/3/3 b: Play begins here, and the strategy holds for 4 plies, which is "
            "less than 5.");
}

TEST(StrategyCheck, AGameThatIsOverNeedsNoStrategy) {
  const GameSpec spec{"mnk", {}};
  const auto model = symbolic::find_game_model(spec);
  for (const Claim::Kind kind : {Claim::Kind::wins, Claim::Kind::does_not_lose}) {
    for (const std::optional<int> plies : {std::optional<int>(), std::optional<int>(0)}) {
      Strategy s = empty_strategy(spec, model->model, symbolic::black, {kind, plies});
      const bool wins = kind == Claim::Kind::wins;
      s.start = "bbb/ww1/3 w";
      EXPECT_EQ(fault_of(s), "");
      s.start = "www/bb1/b2 b";
      EXPECT_EQ(fault_of(s), s.start + ": Play begins here, and the game is over: White has won.");
      s.start = "bbw/wwb/bwb w";
      EXPECT_EQ(fault_of(s),
                wins ? s.start + ": Play begins here, and the game is over: it is drawn." : "");
    }
  }
}

TEST(StrategyCheck, RefusesWhatDoesNotFit) {
  const StrategyOnTrial trial(notakto_case("Notakto"));
  const auto refusal = [](const Strategy& s) {
    return test::error_text<UsageError>([&] { check_strategy(s); });
  };
  Strategy s = trial.strategy();
  s.game = {"ostle", {}};
  EXPECT_EQ(refusal(s), "There is no Boolean model of ostle.");
  const std::string other =
      "The strategy's variables or moves are not those of notakto: it is for another game.";
  s = trial.strategy();
  std::swap(s.variables[0], s.variables[1]);
  EXPECT_EQ(refusal(s), other);
  s = trial.strategy();
  s.moves.pop_back();
  EXPECT_EQ(refusal(s), other);
  s = trial.strategy();
  s.start = "3/3 b";
  EXPECT_THROW(check_strategy(s), IllegalPosition);
}

TEST(StrategyCheck, Stops) {
  const StrategyOnTrial trial(clobber_case("Clobber"));
  CheckOptions options;
  options.stop = [] { return true; };
  EXPECT_THROW(check_strategy(trial.strategy(), options), Interrupted);
}

// A stone that hangs in the air does not make a board: nothing may be claimed from there, or
// answered.
TEST(StrategyCheck, PositionsThatNoBoardStandsForAreRefused) {
  const StrategyOnTrial trial(connect_case("Connect"));
  for (const char* text : {"bbb/3/3 w", "3/1w1/3 b"}) {
    Strategy s = trial.strategy();
    s.start = text;
    EXPECT_THROW(check_strategy(s), IllegalPosition) << text;
    EXPECT_THROW(prove_by_ic3(s.game, symbolic::black, text, {}), IllegalPosition) << text;
    trial.write(trial.strategy());
    EXPECT_THROW(StrategyFile::open(trial.path()).answer(text), IllegalPosition) << text;
  }
}

// --- Answers -------------------------------------------------------------------------------------

// A piece may go onto another one of its side, which is then gone: "b1-". Where another move is
// written like that, it is not what the strategy says.
TEST(StrategyAnswers, NameTheMoveThatIsMade) {
  const auto action = [](const std::string& name, const std::string& before,
                         const std::string& after) {
    return ":action " + name + "\n:parameters (?x,?y)\n:precondition (" + before + ")\n:effect (" +
           after + ")\n";
  };
  const GameSpec spec{
      "bddl",
      {{"domain", "#blackactions\n" + action("left", "black(?x,?y)", "open(?x,?y) black(?x-1,?y)") +
                      action("right", "black(?x,?y)", "open(?x,?y) black(?x+1,?y)") +
                      "#whiteactions\n" + action("wait", "white(?x,?y)", "white(?x,?y)")},
       {"problem",
        "#boardsize\n4 1\n#init\nblack(2,1) black(3,1) white(4,1)\n#blackgoals\n"
        "black(xmin,ymin)\n#whitegoals\nwhite(xmin,ymin)\n#blackturn\nfirst\n"}}};
  Ic3Options options;
  options.depth = 1;
  const Ic3Proof proof = prove_by_ic3(spec, symbolic::black, "", options);
  ASSERT_EQ(proof.verdict, Verdict::win);
  const test::TemporaryFolder folder;
  test::write_whole(folder.file("s.aig"), format_strategy(proof.strategy));
  EXPECT_EQ(StrategyFile::open(folder.file("s.aig")).answer("1bbw b").move, "b1-a1");
}

// --- Formulas and proofs -------------------------------------------------------------------------

// A formula in the DIMACS format, given to a solver.
void read_dimacs(const std::string& path, SatSolver& solver) {
  std::istringstream words(test::read_whole(path));
  std::string p, cnf;
  int variables = 0, clauses = 0;
  words >> p >> cnf >> variables >> clauses;
  ASSERT_EQ(p + cnf, "pcnf");
  for (int n = 0; n < variables; ++n) solver.new_variable();
  std::vector<SatLiteral> clause;
  for (SatLiteral literal = 0; words >> literal;) {
    if (literal != 0) {
      clause.push_back(literal);
      continue;
    }
    solver.add_clause(clause);
    clause.clear();
    --clauses;
  }
  EXPECT_EQ(clauses, 0);
}

// The names of files in the list of obligations.
std::vector<std::string> listed(const std::string& folder) {
  std::vector<std::string> names;
  std::istringstream lines(test::read_whole(folder + "/obligations.txt"));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_NE(line.find("  "), line.npos) << line;
    names.push_back(line.substr(0, line.find("  ")));
  }
  return names;
}

TEST(StrategyProofs, AreWritten) {
  const StrategyOnTrial trial(domineering_case("Domineering"));
  const test::TemporaryFolder folder;
  CheckOptions options;
  options.proofs = folder.file("deep/inside");
  const StrategyCheck check = check_strategy(trial.strategy(), options);
  ASSERT_TRUE(check.ok());
  const std::vector<std::string> names = listed(options.proofs);
  ASSERT_EQ(names.size(), check.formulas);
  for (const std::string& name : names) {
    SatSolver solver;
    ASSERT_NO_FATAL_FAILURE(read_dimacs(options.proofs + "/" + name + ".cnf", solver));
    EXPECT_EQ(solver.solve(), SatSolver::Answer::unsatisfiable) << name;
    EXPECT_TRUE(std::filesystem::exists(options.proofs + "/" + name + ".drat"));
  }
  const std::filesystem::directory_iterator files(options.proofs);
  EXPECT_EQ(static_cast<std::size_t>(std::distance(begin(files), end(files))),
            2 * names.size() + 1);
}

// What is true in each case, as cases.txt has it.
std::vector<std::vector<SatLiteral>> listed_cases(const std::string& folder) {
  std::vector<std::vector<SatLiteral>> cases;
  std::istringstream lines(test::read_whole(folder + "/cases.txt"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(line.find(':') + 1));
    cases.emplace_back();
    for (SatLiteral literal = 0; words >> literal;) cases.back().push_back(literal);
  }
  return cases;
}

TEST(StrategyProofs, OfCasesAreOfEveryState) {
  const StrategyOnTrial trial(domineering_case("Domineering"));
  const test::TemporaryFolder folder;
  CheckOptions options;
  options.proofs = folder.file("proofs");
  options.case_gates = 20;
  const StrategyCheck check = check_strategy(trial.strategy(), options);
  ASSERT_TRUE(check.ok());
  const auto cases = listed_cases(options.proofs);
  ASSERT_GT(cases.size(), 3u);
  SatSolver none_of_them;
  for (int n = 0; n <= trial.model().model.variables(); ++n) none_of_them.new_variable();
  for (std::vector<SatLiteral> negated : cases) {
    for (SatLiteral& literal : negated) literal = -literal;
    none_of_them.add_clause(negated);
  }
  EXPECT_EQ(none_of_them.solve(), SatSolver::Answer::unsatisfiable);

  const std::vector<std::string> names = listed(options.proofs);
  ASSERT_EQ(names.size(), check.formulas);
  ASSERT_EQ(names.size() % cases.size(), 1u);
  EXPECT_TRUE(names.back().ends_with("-every-state-is-in-a-case"));
  for (std::size_t n = 0; n < names.size(); ++n) {
    SatSolver solver;
    ASSERT_NO_FATAL_FAILURE(read_dimacs(options.proofs + "/" + names[n] + ".cnf", solver));
    EXPECT_EQ(solver.solve(), SatSolver::Answer::unsatisfiable) << names[n];
    EXPECT_TRUE(std::filesystem::exists(options.proofs + "/" + names[n] + ".drat"));
  }
}

// For any number of threads and of cases.
TEST(StrategyCheck, FindsTheSameFaultByAnyNumberOfThreads) {
  const StrategyOnTrial trial(domineering_case("Domineering"));
  Strategy s = trial.strategy();
  s.move.clear();
  for (const std::size_t gates : {100'000u, 60u}) {
    CheckOptions options;
    options.case_gates = gates;
    options.threads = 1;
    const StrategyCheck alone = check_strategy(s, options);
    ASSERT_FALSE(alone.ok());
    for (int n = 0; n < 5; ++n) {
      options.threads = 4;
      const StrategyCheck together = check_strategy(s, options);
      ASSERT_FALSE(together.ok());
      EXPECT_EQ(together.formulas, alone.formulas);
      EXPECT_EQ(together.counterexample->position, alone.counterexample->position);
    }
  }
}

// The literals that the formula's last clause, which says that an obligation is violated, implies
// through clauses of two literals.
std::set<SatLiteral> demanded(const std::string& path) {
  std::istringstream words(test::read_whole(path));
  for (std::string word; words >> word && word != "cnf";) {
  }
  int variables = 0, clauses = 0;
  words >> variables >> clauses;
  std::vector<std::vector<SatLiteral>> all(1);
  for (SatLiteral literal = 0; words >> literal;) {
    if (literal == 0)
      all.emplace_back();
    else
      all.back().push_back(literal);
  }
  all.pop_back();
  EXPECT_EQ(all.back().size(), 1u);
  std::set<SatLiteral> found = {all.back().front()};
  for (std::size_t before = 0; before < found.size();) {
    before = found.size();
    for (const std::vector<SatLiteral>& clause : all) {
      if (clause.size() != 2) continue;
      if (found.contains(-clause[0])) found.insert(clause[1]);
      if (found.contains(-clause[1])) found.insert(clause[0]);
    }
  }
  return found;
}

// The variable after those of the board says that White is to move, so it is true in the formula
// about a move of White's. (Its other demands may be hidden in longer clauses.)
TEST(StrategyProofs, NumberTheSideToMoveAfterTheBoard) {
  const StrategyOnTrial trial(domineering_case("Domineering"));
  const test::TemporaryFolder folder;
  CheckOptions options;
  options.proofs = folder.file("proofs");
  ASSERT_TRUE(check_strategy(trial.strategy(), options).ok());
  const auto white_to_move = static_cast<SatLiteral>(trial.model().model.names.size()) + 1;
  const std::vector<std::string> names = listed(options.proofs);
  const auto found = std::ranges::find_if(
      names, [](const std::string& name) { return name.ends_with("White-s-b3-c3"); });
  ASSERT_NE(found, names.end());
  EXPECT_TRUE(demanded(options.proofs + "/" + *found + ".cnf").contains(white_to_move));
}

// Every formula that is left has a proof that refutes it, or none is left.
TEST(StrategyProofs, OfAFalseClaimAreNotLeft) {
  const StrategyOnTrial trial(domineering_case("Domineering"));
  const test::TemporaryFolder folder;
  Strategy s = trial.strategy();
  s.move.clear();  // the first move, always
  CheckOptions options;
  options.proofs = folder.file("proofs");
  for (const std::size_t gates : {100'000u, 60u}) {
    options.case_gates = gates;
    ASSERT_FALSE(check_strategy(s, options).ok());
    EXPECT_FALSE(std::filesystem::exists(options.proofs));
  }
  // Nor are those of an earlier claim left in the same folder; but files of others are.
  ASSERT_TRUE(check_strategy(trial.strategy(), options).ok());
  EXPECT_TRUE(std::filesystem::exists(options.proofs + "/cases.txt"));
  test::write_whole(options.proofs + "/notes.txt", "mine");
  ASSERT_FALSE(check_strategy(s, options).ok());
  const std::filesystem::directory_iterator files(options.proofs);
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
  EXPECT_EQ(test::read_whole(options.proofs + "/notes.txt"), "mine");
  // A check that is stopped does not leave any, either.
  options.proofs = folder.file("stopped");
  options.progress = [&](std::uint64_t done, std::uint64_t) {
    if (done > 3) throw Interrupted("enough");
  };
  EXPECT_THROW(check_strategy(trial.strategy(), options), Interrupted);
  EXPECT_FALSE(std::filesystem::exists(options.proofs));
}

// Files of an earlier check with other formulas do not stay among the new ones.
TEST(StrategyProofs, ReplaceThoseOfAnEarlierCheck) {
  const test::TemporaryFolder folder;
  CheckOptions options;
  options.proofs = folder.file("proofs");
  options.case_gates = 60;
  const StrategyOnTrial larger(domineering_case("Domineering")), smaller(two_in_a_row_case("Two"));
  ASSERT_TRUE(check_strategy(larger.strategy(), options).ok());
  options.case_gates = 100'000;
  const StrategyCheck check = check_strategy(smaller.strategy(), options);
  ASSERT_TRUE(check.ok());
  const std::filesystem::directory_iterator files(options.proofs);
  EXPECT_EQ(static_cast<std::uint64_t>(std::distance(begin(files), end(files))),
            2 * check.formulas + 1);
}

// A list that was written by somebody else does not cause the removal of files that no check makes.
TEST(StrategyProofs, RemoveNothingElse) {
  const test::TemporaryFolder folder;
  test::write_whole(folder.file("mine.cnf"), "p cnf 1 0\n");
  std::filesystem::create_directory(folder.file("proofs"));
  test::write_whole(folder.file("proofs/obligations.txt"),
                    "../mine  a path\nmine  no number\n001-../mine  a path\n");
  test::write_whole(folder.file("proofs/mine.cnf"), "p cnf 1 0\n");
  CheckOptions options;
  options.proofs = folder.file("proofs");
  ASSERT_TRUE(
      check_strategy(StrategyOnTrial(two_in_a_row_case("TwoInARow")).strategy(), options).ok());
  EXPECT_TRUE(std::filesystem::exists(folder.file("mine.cnf")));
  EXPECT_TRUE(std::filesystem::exists(folder.file("proofs/mine.cnf")));
}

// No clause repeats a literal or is always true: a checker that is itself verified refuses those.
TEST(StrategyProofs, HaveCleanClauses) {
  const test::TemporaryFolder folder;
  CheckOptions options;
  options.proofs = folder.file("proofs");
  std::size_t clauses = 0;
  for (const std::size_t gates : {100'000u, 60u}) {
    options.case_gates = gates;
    for (const CheckedCase& c : {notakto_case("Notakto"), connect_case("Connect"),
                                 clobber_case("Clobber"), tic_tac_toe_case("TicTacToe")}) {
      ASSERT_TRUE(check_strategy(StrategyOnTrial(c).strategy(), options).ok());
      for (const std::string& name : listed(options.proofs)) {
        const std::string path = options.proofs + "/" + name + ".cnf";
        clauses += test::expect_clean_clauses(test::read_whole(path));
        if (testing::Test::HasFailure()) FAIL() << c.name << ": " << name;
      }
    }
  }
  EXPECT_GT(clauses, 100'000u);
}

TEST(StrategyProofs, ThatCannotBeWrittenAreAFailure) {
  const StrategyOnTrial trial(domineering_case("Domineering"));
  const test::TemporaryFolder folder;
  test::write_whole(folder.file("file"), "");
  CheckOptions options;
  options.proofs = folder.file("file");
  EXPECT_THROW(check_strategy(trial.strategy(), options), FileError);
  options.proofs = folder.file("file/inside");
  EXPECT_THROW(check_strategy(trial.strategy(), options), FileError);
}

}  // namespace
}  // namespace zermelo::proof
