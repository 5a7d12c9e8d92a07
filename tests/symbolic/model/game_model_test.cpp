// SPDX-License-Identifier: MIT
// Boolean models of whole games against brute forces, in every position that play can lead to, and
// against the games that users see, which name the moves.
#include "symbolic/model/game_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/value.h"
#include "probe/game.h"
#include "tests/reference/bddl_reference.h"
#include "tests/reference/plain_games.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"

namespace zermelo::symbolic {
namespace {

using test::BddlReference;
using test::PlainGame;

// --- The brute force, in the program's notation --------------------------------------------------

// How a game ends for the side that has moved; nothing if it goes on.
using MoverEnding = std::optional<Outcome>;

struct PlainRules {
  struct Move {
    std::string state;  // the reference's own
    PiecePosition next;
    MoverEnding ending;
  };
  std::string start;
  std::function<PiecePosition(const std::string& state)> position;
  std::function<std::vector<Move>(const std::string& state)> moves;
};

MoverEnding ending_of(PlainGame::End end) {
  if (end == PlainGame::End::none) return {};
  if (end == PlainGame::End::drawn) return Outcome::draw;
  return end == PlainGame::End::won ? Outcome::win : Outcome::loss;
}
MoverEnding ending_of(BddlReference::End end) {
  if (end == BddlReference::End::none) return {};
  return end == BddlReference::End::drawn ? Outcome::draw : Outcome::win;
}

template <class Reference>
PlainRules rules_of(std::shared_ptr<const Reference> reference, Grid grid) {
  const auto position = [reference, grid](const std::string& state) {
    return parse_position(reference->text_of(state), pieces_of_one_kind(grid));
  };
  return {reference->start(), position, [reference, position](const std::string& state) {
            std::vector<PlainRules::Move> result;
            for (const auto& [next, end] : reference->moves(state))
              result.push_back({next, position(next), ending_of(end)});
            return result;
          }};
}

// --- What a model says about one board
// ------------------------------------------------------------

// For one side to move there.
class ModelView {
 public:
  ModelView(const Model& model, const BoardState& board, Side side)
      : model_(model), board_(board), side_(side) {
    std::vector<bool> inputs(model.aig.inputs());
    for (std::size_t k = 0; k < model.current.size(); ++k)
      inputs[model.aig.input_number(model.current[k].node())] = board[k];
    values_ = evaluate(model.aig, inputs);
  }

  bool operator()(Literal literal) const { return value_of(values_, literal); }
  bool any(const std::vector<Literal>& literals) const {
    return std::ranges::any_of(literals, *this);
  }
  // What stands for a board, and is the one assignment that counts.
  bool is_board() const { return (*this)(model_.is_board) && (*this)(model_.canonical); }
  std::ptrdiff_t layers() const { return std::ranges::count_if(model_.layers, *this); }
  // The number of the first layer with the board in it.
  int layer() const {
    return static_cast<int>(std::ranges::find_if(model_.layers, *this) - model_.layers.begin());
  }
  // Among overlapping parts the earlier one counts: Black's wins, White's wins, draws. The result
  // is for the side that has just moved.
  MoverEnding ending() const {
    for (const Side winner : both_sides) {
      if (any(model_.won[winner][side_])) return winner == side_ ? Outcome::loss : Outcome::win;
    }
    if (any(model_.drawn[side_])) return Outcome::draw;
    return {};
  }
  bool possible(std::size_t move) const { return (*this)(model_.moves[side_][move].guard); }
  BoardState after(std::size_t move) const {
    BoardState next = board_;
    for (const Assignment& change : model_.moves[side_][move].changes)
      next[static_cast<std::size_t>(change.variable)] = (*this)(change.value);
    return next;
  }
  ModelView view_after(std::size_t move) const { return {model_, after(move), other(side_)}; }

 private:
  const Model& model_;
  BoardState board_;
  Side side_;
  std::vector<bool> values_;
};

// The ways in which a move is written: "b2-c3 or b2xc3".
std::vector<std::string> names_in(const std::string& text) {
  const std::string separator = " or ";
  std::vector<std::string> names;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    names.push_back(text.substr(begin, end - begin));
    if (end == text.npos) return names;
    begin = end + separator.size();
  }
}

// --- Games ---------------------------------------------------------------------------------------

struct ModelCase {
  std::string name;
  std::size_t symmetries;
  std::function<GameSpec()> spec;
  std::function<PlainRules(const GameSpec& spec, Grid grid)> rules;
};
std::ostream& operator<<(std::ostream& out, const ModelCase& c) { return out << c.name; }

using PlainMaker = std::function<std::unique_ptr<PlainGame>()>;

ModelCase compiled(const std::string& name, std::size_t symmetries, const PlainMaker& plain,
                   const std::map<std::string, std::string>& parameters, const std::string& game) {
  return {name, symmetries,
          [=] {
            return GameSpec{game, parameters};
          },
          [plain](const GameSpec&, Grid grid) {
            return rules_of(std::shared_ptr<const PlainGame>(plain()), grid);
          }};
}

ModelCase in_bddl(const std::string& problem, std::size_t symmetries, const std::string& stuck) {
  return {problem, symmetries,
          [=] { return test::bddl_spec(test::shipped_games / problem, stuck); },
          [=](const GameSpec& spec, Grid grid) {
            return rules_of(
                std::make_shared<const BddlReference>(
                    spec.parameters.at("domain"), spec.parameters.at("problem"), stuck == "loss"),
                grid);
          }};
}

const std::vector<ModelCase> model_cases = {
    compiled(
        "connect 3x3", 1, [] { return test::plain_connect(3, 3, 3); },
        {{"columns", "3"}, {"rows", "3"}, {"line", "3"}}, "connect"),
    compiled(
        "connect 2x5", 1, [] { return test::plain_connect(2, 5, 4); },
        {{"columns", "2"}, {"rows", "5"}, {"line", "4"}}, "connect"),
    compiled(
        "connect 4x2", 1, [] { return test::plain_connect(4, 2, 2); },
        {{"columns", "4"}, {"rows", "2"}, {"line", "2"}}, "connect"),
    compiled(
        "mnk 3x3", 7, [] { return test::plain_mnk(3, 3, 3); }, {{"m", "3"}, {"n", "3"}, {"k", "3"}},
        "mnk"),
    compiled(
        "mnk 4x2", 3, [] { return test::plain_mnk(4, 2, 2); }, {{"m", "4"}, {"n", "2"}, {"k", "2"}},
        "mnk"),
    compiled(
        "notakto 3x3", 7, [] { return test::plain_notakto(3, 3); },
        {{"rows", "3"}, {"columns", "3"}}, "notakto"),
    compiled(
        "notakto 2x4", 3, [] { return test::plain_notakto(2, 4); },
        {{"rows", "2"}, {"columns", "4"}}, "notakto"),
    compiled(
        "othello 3x4", 3, [] { return test::plain_othello(3, 4, 2, 1); },
        {{"rows", "3"}, {"cols", "4"}}, "othello"),
    compiled(
        "othello 4x3", 3, [] { return test::plain_othello(4, 3, 1, 2); },
        {{"rows", "4"}, {"cols", "3"}, {"start_file", "1"}, {"start_rank", "2"}}, "othello"),
    compiled(
        "othello 3x3", 7, [] { return test::plain_othello(3, 3, 2, 1); },
        {{"rows", "3"}, {"cols", "3"}, {"start_file", "2"}, {"start_rank", "1"}}, "othello"),
    compiled(
        "breakthrough 2x5", 1, [] { return test::plain_breakthrough(2, 5); },
        {{"columns", "2"}, {"rows", "5"}}, "breakthrough"),
    compiled(
        "breakthrough 3x3", 1, [] { return test::plain_breakthrough(3, 3); },
        {{"columns", "3"}, {"rows", "3"}}, "breakthrough"),
    compiled(
        "domineering 3x3", 3, [] { return test::plain_domineering(3, 3); },
        {{"columns", "3"}, {"rows", "3"}}, "domineering"),
    compiled(
        "domineering 4x2", 3, [] { return test::plain_domineering(4, 2); },
        {{"columns", "4"}, {"rows", "2"}}, "domineering"),
    compiled(
        "clobber 3x3", 7, [] { return test::plain_clobber(3, 3); },
        {{"columns", "3"}, {"rows", "3"}}, "clobber"),
    compiled(
        "clobber 4x2", 3, [] { return test::plain_clobber(4, 2); },
        {{"columns", "4"}, {"rows", "2"}}, "clobber"),
    compiled(
        "clobber 6x1", 1, [] { return test::plain_clobber(6, 1); },
        {{"columns", "6"}, {"rows", "1"}}, "clobber"),
    in_bddl("breakthrough/2x4.bddl", 1, "draw"),
    in_bddl("pursuer/4x4-1-2.bddl", 1, "loss"),
    in_bddl("hex/2x2.bddl", 1, "draw"),
    in_bddl("cross-purposes/4x4.bddl", 3, "loss"),
    in_bddl("shapes/3x3-el.bddl", 7, "draw"),
};

class GameModelOf : public testing::TestWithParam<ModelCase> {
 protected:
  void SetUp() override {
    spec_ = GetParam().spec();
    auto made = find_game_model(spec_);
    ASSERT_TRUE(made);
    made_ = std::move(*made);
    rules_ = GetParam().rules(spec_, made_.grid());
  }
  const Model& model() const { return made_.model; }

  GameSpec spec_;
  GameModel made_{{}, pieces_of_one_kind({1, 1}), {}, {}, {}, {}};
  PlainRules rules_;
};

Side side_of(const PiecePosition& position) { return position.white_to_move ? white : black; }

// --- Every position ------------------------------------------------------------------------------

class GameModelWalk : public GameModelOf {
 protected:
  void walk() {
    game_ = make_game(spec_);
    std::set<std::string> seen = {rules_.start};
    std::vector<std::string> waiting = {rules_.start};
    while (!waiting.empty()) {
      const std::string state = waiting.back();
      waiting.pop_back();
      const std::vector<PlainRules::Move> moves = rules_.moves(state);
      for (const auto& [next, position, ending] : moves) {
        if (!ending && seen.insert(next).second) waiting.push_back(next);
      }
      ASSERT_NO_FATAL_FAILURE(look_at(rules_.position(state), moves));
    }
    EXPECT_GE(seen.size(), 9u);
  }

 private:
  void look_at(const PiecePosition& position, const std::vector<PlainRules::Move>& expected) {
    const std::string text = format_position(position, made_.pieces);
    SCOPED_TRACE(text);
    const Side side = side_of(position);
    const BoardState board = made_.board(position);
    ASSERT_EQ(made_.position(board, side), position);
    const ModelView view(model(), board, side);
    ASSERT_TRUE(view.is_board());
    ASSERT_EQ(view.layers(), 1);
    ASSERT_FALSE(view.ending());
    ASSERT_NO_FATAL_FAILURE(look_at_moves(view, side, expected));
    ASSERT_NO_FATAL_FAILURE(look_at_names(view, side, text));
  }

  void look_at_moves(const ModelView& view, Side side, const std::vector<PlainRules::Move>& moves) {
    std::map<PiecePosition, MoverEnding> expected, found;
    for (const PlainRules::Move& move : moves) expected.emplace(move.next, move.ending);
    for (std::size_t n = 0; n < model().moves[side].size(); ++n) {
      if (!view.possible(n)) continue;
      const ModelView after = view.view_after(n);
      ASSERT_TRUE(after.is_board());
      ASSERT_EQ(after.layers(), 1);
      const ModelMove& move = model().moves[side][n];
      ASSERT_GE(after.layer(), view.layer() + move.least_up) << move.name;
      ASSERT_LE(after.layer(), view.layer() + move.most_up) << move.name;
      const PiecePosition next = made_.position(view.after(n), other(side));
      ASSERT_EQ(made_.board(next), view.after(n)) << move.name;
      found.emplace(next, after.ending());
    }
    ASSERT_EQ(found, expected);
  }

  // Each move that users know is one of the model's, and has the same effect there. (A move's name
  // can also list its other names.)
  void look_at_names(const ModelView& view, Side side, const std::string& text) {
    std::map<std::string, std::vector<std::size_t>> possible;
    std::set<std::size_t> unnamed;
    for (std::size_t n = 0; n < model().moves[side].size(); ++n) {
      if (!view.possible(n)) continue;
      unnamed.insert(n);
      for (const std::string& name : names_in(model().moves[side][n].name))
        possible[name].push_back(n);
    }
    for (const LegalMove& legal : game_->moves(text)) {
      ASSERT_EQ(possible[legal.move].size(), 1u) << legal.move;
      const std::size_t move = possible[legal.move].front();
      ASSERT_EQ(unnamed.erase(move), 1u) << legal.move;
      ASSERT_EQ(view.view_after(move).ending(), legal.ending) << legal.move;
      if (legal.ending) continue;
      const PiecePosition next = made_.position(view.after(move), other(side));
      ASSERT_EQ(format_position(next, made_.pieces), legal.result) << legal.move;
    }
    EXPECT_TRUE(unnamed.empty());
  }

  std::shared_ptr<const Game> game_;
};

TEST_P(GameModelWalk, IsThePlainGame) { walk(); }

TEST_P(GameModelWalk, BeginsWhereTheGameBegins) {
  const PiecePosition start = rules_.position(rules_.start);
  EXPECT_EQ(model().first, side_of(start));
  const ModelView view(model(), made_.board(start), model().first);
  EXPECT_TRUE(view(model().initial));
  for (const PlainRules::Move& move : rules_.moves(rules_.start)) {
    const BoardState board = made_.board(move.next);
    EXPECT_EQ(ModelView(model(), board, model().first)(model().initial),
              board == made_.board(start));
  }
}

TEST_P(GameModelWalk, HasNamesForAllVariables) {
  std::set<std::string> names = {"white_to_move"};
  ASSERT_EQ(model().names.size(), model().current.size());
  for (const std::string& name : model().names) {
    EXPECT_TRUE(names.insert(name).second) << name << " stands twice";
    EXPECT_EQ(name.find_first_of("\n\r\t"), name.npos) << name;
    EXPECT_FALSE(name.empty());
  }
}

// --- Symmetries ----------------------------------------------------------------------------------

// Numbers 0, 1, ... in some order.
bool is_permutation_of_all(std::vector<std::size_t> numbers, std::size_t size) {
  std::ranges::sort(numbers);
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    if (numbers[n] != n) return false;
  }
  return numbers.size() == size;
}

BoardState mapped_board(const ModelSymmetry& g, const BoardState& board) {
  BoardState result;
  for (std::size_t k = 0; k < g.variable.size(); ++k) result[g.variable[k]] = board[k];
  return result;
}

TEST_P(GameModelWalk, SymmetriesMapMovesToMovesAndEndsToEnds) {
  ASSERT_EQ(made_.symmetries.size(), GetParam().symmetries);
  std::set<std::vector<std::size_t>> different;
  for (const ModelSymmetry& g : made_.symmetries) {
    EXPECT_TRUE(different.insert(g.variable).second);
    EXPECT_FALSE(std::ranges::is_sorted(g.variable)) << "the identity";
    ASSERT_TRUE(is_permutation_of_all(g.variable, model().names.size()));
    for (const Side side : both_sides)
      ASSERT_TRUE(is_permutation_of_all(g.move[side], model().moves[side].size()));
  }
  std::mt19937 random(1);
  for (int played = 0; played < 30; ++played) {
    std::string state = rules_.start;
    for (int ply = 0; ply < 40; ++ply) {
      const PiecePosition position = rules_.position(state);
      const Side side = side_of(position);
      const BoardState board = made_.board(position);
      const ModelView view(model(), board, side);
      for (const ModelSymmetry& g : made_.symmetries) {
        const ModelView image(model(), mapped_board(g, board), side);
        ASSERT_TRUE(image.is_board());
        ASSERT_FALSE(image.ending());
        for (std::size_t n = 0; n < model().moves[side].size(); ++n) {
          const std::size_t to = g.move[side][n];
          ASSERT_EQ(image.possible(to), view.possible(n));
          if (!view.possible(n)) continue;
          ASSERT_EQ(image.after(to), mapped_board(g, view.after(n)));
          ASSERT_EQ(image.view_after(to).ending(), view.view_after(n).ending());
        }
      }
      const auto moves = rules_.moves(state);
      const auto& move = moves[random() % moves.size()];
      if (move.ending) break;
      state = move.state;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, GameModelWalk, testing::ValuesIn(model_cases),
                         [](const auto& param) {
                           std::string name = param.param.name;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

// --- What is there and what is not ---------------------------------------------------------------

TEST(GameModels, AreOfAllGamesButOstle) {
  for (const GameInfo& game : known_games()) {
    if (game.name == "bddl") continue;
    EXPECT_EQ(find_game_model({game.name, {}}).has_value(), game.name != "ostle") << game.name;
  }
  EXPECT_FALSE(find_game_model({"chess", {}}));
  EXPECT_THROW(find_game_model({"mnk", {{"m", "0"}}}), UsageError);
  EXPECT_THROW(find_game_model({"mnk", {{"nonsense", "1"}}}), UsageError);
}

TEST(GameModels, ForSetsHaveAtMost64Variables) {
  EXPECT_EQ(game_model_for_sets({"mnk", {{"m", "8"}, {"n", "4"}}}).model.variables(), 64);
  EXPECT_EQ(test::error_text<UsageError>([] {
              game_model_for_sets({"mnk", {{"m", "11"}, {"n", "3"}}});
            }),
            "Positions of this game take 66 bits; sets of positions can have at most 64.");
  EXPECT_EQ(test::error_text<UsageError>([] {
              game_model_for_sets({"ostle", {}});
            }),
            "There is no Boolean model of ostle.");
  // Boards may have up to 64 squares.
  EXPECT_EQ(find_game_model({"mnk", {{"m", "8"}, {"n", "8"}}})->model.variables(), 128);
}

// Names are part of the format of strategies: nothing may change them.
TEST(GameModels, VariablesAreNamedForTheirSquares) {
  const auto first_names = [](const GameSpec& spec) {
    const auto model = find_game_model(spec);
    return std::vector<std::string>(model->model.names.begin(), model->model.names.begin() + 4);
  };
  using Names = std::vector<std::string>;
  const Names pieces = {"piece a1", "black a1", "piece b1", "black b1"};
  for (const char* game : {"mnk", "notakto", "domineering", "clobber", "breakthrough"})
    EXPECT_EQ(first_names({game, {}}), pieces) << game;
  EXPECT_EQ(first_names(test::bddl_spec(test::shipped_games / "hex/3x3.bddl")), pieces);
  EXPECT_EQ(first_names({"othello", {{"rows", "4"}, {"cols", "4"}}}),
            (Names{"disc a4", "black a4", "disc b4", "black b4"}));
  EXPECT_EQ(first_names({"connect", {{"columns", "3"}, {"rows", "3"}}}),
            (Names{"a1", "a2", "a3", "a4"}));
}

TEST(GameModels, MovesAreNamedAsPlayersWriteThem) {
  const auto name = [](const GameSpec& spec, Side side, std::size_t move) {
    return find_game_model(spec)->model.moves[side][move].name;
  };
  EXPECT_EQ(name({"mnk", {}}, white, 4), "b2");
  EXPECT_EQ(name({"notakto", {}}, white, 4), "b2");
  EXPECT_EQ(name({"domineering", {}}, black, 0), "a1+a2");
  EXPECT_EQ(name({"clobber", {}}, black, 0), "a1xb1");
  EXPECT_EQ(name({"breakthrough", {}}, black, 0), "a1-a2");
  EXPECT_EQ(name({"breakthrough", {}}, black, 1), "a1-b2 or a1xb2");
}

}  // namespace
}  // namespace zermelo::symbolic
