// SPDX-License-Identifier: MIT
// The server gives the same answers about 1,000 states of a game as the program, for tables of
// every kind; and the first move of best play is the first of the moves.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "json/json.h"
#include "probe/table.h"
#include "server/position_answer.h"
#include "server/service.h"
#include "tests/support/http_client.h"
#include "tests/support/program.h"
#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::server {
namespace {

class ServedTableOfEveryKind : public testing::TestWithParam<test::TableToServe> {
 protected:
  void SetUp() override { test::solve_table(GetParam(), path_); }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("t.ztb");
};

// States that random play leads to, finished games among them.
void add_played(const Game& game, std::mt19937& random, std::vector<std::string>& states,
                std::size_t count) {
  std::string state = game.start();
  while (states.size() < count) {
    states.push_back(state);
    if (game.result(state)) {
      state = game.start();
      continue;
    }
    const std::vector<LegalMove> moves = game.moves(state);
    state = moves[random() % moves.size()].after;
  }
}

// A state with one character added, removed or changed.
std::string broken(std::string state, std::mt19937& random) {
  constexpr std::string_view letters = "bwo/19 ";
  const std::size_t at = random() % state.size();
  return state.replace(at, random() % 2, 1, letters[random() % letters.size()]);
}

std::vector<std::string> states_to_ask(const Table& table) {
  std::mt19937 random(24);
  std::vector<std::string> states;
  add_played(table.game(), random, states, 600);
  for (const std::string& position : table.sample(300, 1)) states.push_back(position);
  while (states.size() < 1000)
    states.push_back(tidy_position(broken(states[random() % 900], random)));
  return states;
}

// The program's answers about them, one line each.
std::vector<Json> told_by_program(const std::string& path, const std::vector<std::string>& states,
                                  bool with_moves) {
  std::string list;
  for (const std::string& state : states) list += state + "\n";
  std::vector<std::string> arguments = {"probe", path, "--from", "-", "--threads", "1"};
  if (with_moves) arguments.insert(arguments.end(), {"--moves", "--line"});
  const auto outcome = test::run_program(test::Launch{.arguments = arguments, .input = list});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  std::vector<Json> answers;
  for (std::size_t at = 0; at < outcome.output.size();) {
    const std::size_t end = outcome.output.find('\n', at);
    answers.push_back(Json::parse(outcome.output.substr(at, end - at)));
    at = end + 1;
  }
  return answers;
}

void expect_same_value(const Json& ours, const Json& program, const std::string& state) {
  for (const char* key : {"value", "plies", "score", "plies_from_start"}) {
    ASSERT_EQ(ours.contains(key), program.contains(key)) << state << ' ' << key << ours;
    if (ours.contains(key)) {
      ASSERT_EQ(ours[key], program[key]) << state;
    }
  }
}

void expect_same_moves(const Json& ours, const Json& program, const std::string& state) {
  ASSERT_EQ(ours.size(), program.size()) << state;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ASSERT_EQ(ours[i]["move"], program[i]["move"]) << state;
    ASSERT_EQ(ours[i]["position"], program[i]["position"]) << state;
    ASSERT_EQ(ours[i]["best"].get<bool>(),
              program[i]["value"] == program[0]["value"] &&
                  program[i].value("plies", Json()) == program[0].value("plies", Json()) &&
                  program[i].value("score", Json()) == program[0].value("score", Json()))
        << state;
    expect_same_value(ours[i], program[i], state);
  }
}

std::string hands_in_address(const Json& hands) {
  std::string text;
  for (const Json& held : hands)
    text += std::to_string(held["number"].get<int>()) + held["piece"].get<std::string>();
  return text;
}

TEST_P(ServedTableOfEveryKind, SaysWhatTheProgramSays) {
  const Table table = Table::open(path_);
  const std::vector<std::string> states = states_to_ask(table);
  const bool values = !table.holds_distances();
  const std::vector<Json> program = told_by_program(path_, states, values);
  ASSERT_EQ(program.size(), states.size());
  Service service({path_}, {});
  int valued = 0, over = 0, illegal = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::string query = "?position=" + test::percent_encoded(states[i]);
    const Response response = service.answer({.target = "/api/v1/tables/t/position" + query});
    const Json json = Json::parse(response.body);
    const std::string code = program[i].value("code", "");
    if (code == "game_over") {
      ASSERT_EQ(response.status, 200) << states[i];
      ASSERT_EQ(json["over"], true);
      ++over;
    } else if (code == "illegal_position") {
      ASSERT_EQ(response.status, 400) << states[i];
      ASSERT_EQ(json["code"], code);
      ASSERT_EQ(json["error"], program[i]["error"]);
      ++illegal;
    } else if (code == "not_in_table") {
      ASSERT_EQ(response.status, 404) << states[i];
      ASSERT_EQ(json["code"], code);
    } else {
      ASSERT_EQ(response.status, 200) << states[i] << response.body;
      expect_same_value(json, program[i], states[i]);
      ++valued;
      if (!values) continue;
      expect_same_moves(json["moves"], program[i]["moves"], states[i]);
      const Json line =
          Json::parse(service.answer({.target = "/api/v1/tables/t/line" + query}).body);
      ASSERT_EQ(line["line"], program[i]["line"]) << states[i];
      ASSERT_EQ(line["line_complete"], program[i]["line_complete"]) << states[i];
      ASSERT_EQ(line["line"][0], json["moves"][0]["move"]) << states[i];
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(valued, 500);
  EXPECT_GT(illegal, 20);
  EXPECT_GT(over, 10);
}

// The data for a picture agree with what the moves do.
TEST_P(ServedTableOfEveryKind, ShowsBoardsAndMoves) {
  const Table table = Table::open(path_);
  Service service({path_}, {});
  std::mt19937 random(5);
  std::vector<std::string> states;
  add_played(table.game(), random, states, 100);
  for (const std::string& state : states) {
    const Json json = Json::parse(service
                                      .answer({.target = "/api/v1/tables/t/position?position=" +
                                                         test::percent_encoded(state)})
                                      .body);
    const Json& board = json["board"];
    ASSERT_EQ(board["cells"].get<std::string>().size(),
              board["columns"].get<std::size_t>() * board["rows"].get<std::size_t>());
    ASSERT_EQ(board["files"].size(), board["columns"].get<std::size_t>());
    ASSERT_EQ(board["ranks"].size(), board["rows"].get<std::size_t>());
    // Set up by hand it is the same position, except for what is forbidden.
    const Json again = Json::parse(
        service
            .answer({.target = fmt::format(
                         "/api/v1/tables/t/position?cells={}&hands={}&turn={}&moves=0",
                         test::percent_encoded(board["cells"].get<std::string>()),
                         hands_in_address(board["hands"]), json["turn"].get<std::string>())})
            .body);
    ASSERT_TRUE(again.contains("board")) << again << state;
    ASSERT_EQ(again["board"]["cells"], board["cells"]) << state;
    ASSERT_EQ(again["board"]["hands"], board["hands"]) << state;
    ASSERT_EQ(again["turn"], json["turn"]);
    if (!json.contains("moves") || json["over"].get<bool>()) continue;
    const std::vector<LegalMove> moves = table.game().moves(state);
    ASSERT_EQ(json["moves"].size(), moves.size());
    for (const Json& move : json["moves"]) {
      const auto found =
          std::ranges::find(moves, move["move"].get<std::string>(), &LegalMove::move);
      ASSERT_NE(found, moves.end());
      ASSERT_EQ(move["after"], found->after);
      ASSERT_EQ(move["from"], found->shape.from);
      ASSERT_EQ(move["to"], found->shape.to);
      ASSERT_EQ(move["taken"], found->shape.taken);
      ASSERT_EQ(move["dx"], found->shape.dx);
      ASSERT_EQ(move["dy"], found->shape.dy);
      ASSERT_EQ(move["dropped"].is_null(), found->shape.dropped == Cell::empty);
      if (!move["dropped"].is_null()) {
        ASSERT_EQ(move["dropped"], std::string(1, cell_letter(found->shape.dropped)));
      }
      ASSERT_EQ(move["also"].size(), found->also.size());
      for (const Json& square : move["named"]) {
        ASSERT_LT(square.get<std::size_t>(), board["cells"].get<std::string>().size());
      }
      ASSERT_EQ(move["ends"].is_null(), !found->ending.has_value());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Server, ServedTableOfEveryKind, testing::ValuesIn(test::tables_to_serve()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace zermelo::server
