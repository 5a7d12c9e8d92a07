// SPDX-License-Identifier: MIT
// The server's answers, without sockets.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "server/service.h"
#include "tests/random_games/checks.h"
#include "tests/random_games/verbs.h"
#include "tests/support/http_client.h"

namespace zermelo::random_games {
namespace {

class Server {
 public:
  explicit Server(GameUnderTest& g) : g_(g), service_({g.table_path()}, {}) {}

  // `what` comes after the table's address.
  server::Response get(const std::string& what) {
    return service_.answer({.target = "/api/v1/tables/t" + what});
  }
  Json json(const std::string& what) {
    const server::Response response = get(what);
    EXPECT_EQ(response.status, 200) << what << response.body;
    return Json::parse(response.body, nullptr, false);
  }
  Json post(const std::string& what, const Json& body) {
    const server::Response response = service_.answer(
        {.method = "POST", .target = "/api/v1/tables/t" + what, .body = body.dump()});
    EXPECT_EQ(response.status, 200) << what << response.body;
    return Json::parse(response.body, nullptr, false);
  }
  std::string about(const char* question, const State& state) const {
    return fmt::format("/{}?position={}", question, test::percent_encoded(g_.text(state)));
  }

 private:
  GameUnderTest& g_;
  server::Service service_;
};

Json turn_of(const State& state) { return GameUnderTest::white_moves(state) ? "white" : "black"; }

// Whether the game is over, and who has won.
void check_result(const GameUnderTest& g, const State& state, const Json& json) {
  const bool over = g.reference().status(state) != RefKind::to_move;
  ASSERT_EQ(json.value("turn", Json()), turn_of(state)) << json;
  ASSERT_EQ(json.value("over", Json()), over) << json;
  if (!over) return;
  const std::optional<Colour> winner = g.winner(state);
  ASSERT_EQ(json["result"]["winner"], winner ? Json(side_name(*winner)) : Json()) << json;
  ASSERT_EQ(json.value("moves", Json()), Json::array()) << json;
  ASSERT_EQ(json.value("value", Json("none")), Json()) << json;
}

void check_endings_in_answer(const GameUnderTest& g, const State& state, const Json& moves) {
  for (const Json& move : moves) {
    const State to = g.after(state, move.value("move", ""));
    ASSERT_EQ(move.value("after", ""), g.text(to)) << move;
    const Json ending = g.goes_on(to) ? Json() : Json(outcome_name(g.value_of_move(to).outcome()));
    ASSERT_EQ(move.value("ends", Json("none")), ending) << move;
    ASSERT_EQ(move.value("best", Json()), g.value_of_move(to) == g.value(state)) << move;
  }
}

void check_position(const GameUnderTest& g, Server& server, const State& state) {
  const Json json = server.json(server.about("position", state));
  ASSERT_EQ(json.value("position", ""), g.text(state));
  ASSERT_NO_FATAL_FAILURE(check_result(g, state, json));
  if (!g.goes_on(state)) return;
  expect_value(json, g.value(state));
  const Json moves = json.value("moves", Json::array());
  ASSERT_NO_FATAL_FAILURE(expect_moves(g, state, moves, true));
  ASSERT_NO_FATAL_FAILURE(check_endings_in_answer(g, state, moves));
}

// Set up by hand: squares from a1 on, row by row upwards.
void check_cells(const GameUnderTest& g, Server& server, const State& state) {
  std::string cells;
  const auto columns = static_cast<std::size_t>(g.written().columns);
  for (std::size_t at = 0; at + 1 < state.size(); at += columns)
    cells.insert(0, state.substr(at, columns));
  const Json json = server.json(
      fmt::format("/position?cells={}&turn={}", cells, turn_of(state).get<std::string>()));
  ASSERT_EQ(json.value("position", ""), g.text(state));
  ASSERT_EQ(json["board"]["cells"], cells);
}

State random_board(GameUnderTest& g) {
  State board(g.written().start.size(), '.');
  for (char& square : board) square = ".bw"[g.random() % 3];
  return board + "bw"[g.random() % 2];
}

// A board to which play may not lead: the rules speak for themselves.
void check_any_board(const GameUnderTest& g, Server& server, const State& state) {
  const server::Response response = server.get(server.about("position", state));
  const Json json = Json::parse(response.body, nullptr, false);
  const bool possible = g.game().status(g.text(state)).kind != PositionStatus::Kind::impossible;
  ASSERT_EQ(response.status == 400, !possible) << json;
  if (!possible) return;
  ASSERT_TRUE(response.status == 200 || response.status == 404) << json;
  ASSERT_NO_FATAL_FAILURE(check_result(g, state, json));
  if (json["over"] == true) return;
  ASSERT_EQ(json["moves"].size(), g.reference().after_moves(state).size()) << json;
}

// Together with the start, whose answer does not depend on what is said about the others.
void check_any_boards(GameUnderTest& g, Server& server) {
  Json positions = {g.text(g.start())};
  for (int n = 0; n < 8; ++n) {
    const State board = random_board(g);
    ASSERT_NO_FATAL_FAILURE(check_any_board(g, server, board)) << g.text(board);
    positions.push_back(g.text(board));
  }
  const Json json = server.post("/positions", {{"positions", positions}, {"moves", true}});
  ASSERT_EQ(json.value("answers", Json()).size(), positions.size()) << json;
  if (g.goes_on(g.start())) expect_moves(g, g.start(), json["answers"][0]["moves"], true);
}

void check_line_answer(const GameUnderTest& g, Server& server, const State& state) {
  const Json json = server.json(server.about("line", state) + "&limit=100");
  const bool over = !g.goes_on(state);
  if (!over && g.plies(state) == 0) return;
  const int plies = over ? 0 : g.plies(state);
  ASSERT_EQ(json["line"].size(), static_cast<std::size_t>(std::abs(plies))) << json;
  ASSERT_EQ(json["line_complete"], true) << json;
  State here = state;
  for (std::size_t i = 0; i < json["line"].size(); ++i) {
    expect_value(json["values"][i], g.value(here));
    here = g.after(here, json["line"][i].get<std::string>());
    ASSERT_EQ(json["positions"][i], g.text(here)) << json;
  }
}

void check_solution_answer(const GameUnderTest& g, Server& server, const State& state) {
  const Json json = server.json(server.about("solution", state));
  if (g.goes_on(state)) {
    expect_value(json, g.value(state));
  } else {
    ASSERT_EQ(json.value("solution", Json()), Json::array()) << json;
  }
}

void check_many(const GameUnderTest& g, Server& server) {
  Json positions = Json::array();
  const std::size_t count = std::min<std::size_t>(g.states().size(), 1000);
  for (std::size_t i = 0; i < count; ++i) positions.push_back(g.text(g.states()[i]));
  const Json json = server.post("/positions", {{"positions", positions}, {"moves", false}});
  ASSERT_EQ(json["answers"].size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    const State& state = g.states()[i];
    const Json& answer = json["answers"][i];
    ASSERT_EQ(answer.value("position", ""), g.text(state));
    if (g.goes_on(state)) {
      expect_value(answer, g.value(state));
    } else {
      ASSERT_EQ(answer.value("code", ""), "game_over") << answer;
    }
  }
}

// The values of positions in a list, which may be turned by symmetries.
void check_list(GameUnderTest& g, Server& server, const char* list,
                const std::map<std::string, Value>& values) {
  const server::Response response = server.get(list);
  if (response.status == 404) return;  // (a small table may store none)
  ASSERT_EQ(response.status, 200) << response.body;
  const Json json = Json::parse(response.body);
  for (const Json& item : json["positions"]) {
    const auto found = values.find(g.table().canonical(item.value("position", "")));
    ASSERT_NE(found, values.end()) << item;
    expect_value(item, found->second);
  }
}

void check_lists(GameUnderTest& g, Server& server) {
  std::map<std::string, Value> values;
  for (const auto& [state, unused] : g.reference().values())
    values[g.table().canonical(g.text(state))] = g.value(state);
  ASSERT_NO_FATAL_FAILURE(check_list(g, server, "/longest", values));
  ASSERT_NO_FATAL_FAILURE(check_list(g, server, "/random?count=20", values));
  // (Looking for draws where there are none takes twenty thousand attempts.)
  const bool any_draw =
      std::ranges::any_of(values, [](const auto& entry) { return entry.second.is_draw(); });
  if (any_draw && g.one_in(16)) check_list(g, server, "/drawn?count=3", values);
}

void check_puzzle_stream(GameUnderTest& g, Server& server) {
  const server::Response response = server.get("/puzzles?win_in=1&limit=100");
  ASSERT_TRUE(response.stream) << response.body;
  std::string text;
  response.stream([&](std::string_view piece) { return text += piece, true; }, false);
  std::set<std::string> expected, found;
  for (const auto& [state, plies] : g.reference().values())
    if (plies == 1) expected.insert(g.table().canonical(g.text(state)));
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const Json json = Json::parse(text.substr(at, text.find('\n', at) - at));
    if (json.contains("position")) found.insert(json["position"].get<std::string>());
  }
  if (expected.size() > 100) return;  // (no more are given)
  ASSERT_EQ(found, expected);
}

}  // namespace

void check_http(GameUnderTest& g) {
  if (!g.one_in(4)) return;
  Server server(g);
  constexpr std::size_t most_positions = 30;  // asked about one by one
  for (const State& state : g.some_states(most_positions))
    ASSERT_NO_FATAL_FAILURE(check_position(g, server, state));
  ASSERT_NO_FATAL_FAILURE(check_any_boards(g, server));
  for (const State& state : g.some_states(3)) {
    SCOPED_TRACE(g.text(state));
    ASSERT_NO_FATAL_FAILURE(check_cells(g, server, state));
    ASSERT_NO_FATAL_FAILURE(check_line_answer(g, server, state));
    ASSERT_NO_FATAL_FAILURE(check_solution_answer(g, server, state));
  }
  ASSERT_NO_FATAL_FAILURE(check_many(g, server));
  ASSERT_NO_FATAL_FAILURE(check_lists(g, server));
  check_puzzle_stream(g, server);
}

}  // namespace zermelo::random_games
