// SPDX-License-Identifier: MIT
#include "server/position_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/text/square_names.h"
#include "json/answer_json.h"
#include "server/http.h"

namespace zermelo::server {
namespace {

bool is_puzzle(const ServedTable& table) { return table.own() && table.own()->players == 1; }

// Null if there is only one player.
Json turn_json(const ServedTable& table, const std::string& position) {
  if (is_puzzle(table)) return {};
  return side_name(table.game().to_move(position));
}

// --- The board -----------------------------------------------------------------------------------

// a .. z, aa, ab, ... as on diagrams.
std::string name_of_file(int file) {
  std::string name;
  if (file >= 26) name += static_cast<char>('a' + file / 26 - 1);
  return name + static_cast<char>('a' + file % 26);
}

Json names_of_files(int count) {
  Json names = Json::array();
  for (int i = 0; i < count; ++i) names.push_back(name_of_file(i));
  return names;
}

Json names_of_ranks(int count) {
  Json names = Json::array();
  for (int i = 1; i <= count; ++i) names.push_back(std::to_string(i));
  return names;
}

std::string letter_of(Cell piece) { return std::string(1, cell_letter(piece)); }

// A forbidden move, of which only an arrow is known.
Json arrow_json(const Diagram& d, const DiagramMove& move) {
  const int file = move.from % d.columns + move.dx, rank = move.from / d.columns + move.dy;
  const bool inside = file >= 0 && file < d.columns && rank >= 0 && rank < d.rows;
  return {{"from", {move.from}},
          {"to", inside ? Json::array({rank * d.columns + file}) : Json::array()},
          {"taken", Json::array()},
          {"dx", move.dx},
          {"dy", move.dy}};
}

Json hands_json(const std::vector<PiecesInHand>& hands) {
  Json list = Json::array();
  for (const PiecesInHand& held : hands)
    list.push_back({{"piece", letter_of(held.piece)}, {"number", held.number}});
  return list;
}

// As the rules write a board (zermelo_game.h): a piece without a kind is 'b' or 'W'.
std::string own_cells_text(const std::vector<Cell>& cells) {
  std::string text;
  for (const Cell cell : cells) text += cell == Cell::white ? 'W' : cell_letter(cell);
  return text;
}

// Null for what is on no board.
Json board_of(const ServedTable& table, const Diagram& d) {
  if (d.cells.empty()) return {};
  Json forbidden = Json::array();
  for (const DiagramMove& move : d.forbidden) forbidden.push_back(arrow_json(d, move));
  return {{"columns", d.columns},
          {"rows", d.rows},
          {"cells", table.own() ? own_cells_text(d.cells) : cells_text(d.cells)},
          {"files", names_of_files(d.columns)},
          {"ranks", names_of_ranks(d.rows)},
          {"hands", hands_json(d.hands)},
          {"lines", d.lines},
          {"caption", d.caption},
          {"forbidden", std::move(forbidden)}};
}

// --- Moves ---------------------------------------------------------------------------------------

// What the board needs in order to show the move, where the move leads, and whether it ends the
// game.
template <class Move>
void add_shape_and_result(Json& json, const ServedTable& table, const Move& move,
                          const Diagram& board) {
  json["position"] = text_or_null(move.result);
  json["after"] = move.after;
  json["ends"] = move.ending ? Json(outcome_name(*move.ending)) : Json();
  json["from"] = move.shape.from;
  json["to"] = move.shape.to;
  json["taken"] = move.shape.taken;
  json["dx"] = move.shape.dx;
  json["dy"] = move.shape.dy;
  const Cell dropped = move.shape.dropped;
  json["dropped"] = dropped == Cell::empty ? Json() : Json(letter_of(dropped));
  // (What rules that are code call squares is not known.)
  json["named"] =
      table.own() ? std::vector<int>() : squares_named(move.move, board.columns, board.rows);
  json["also"] = Json::array();
}

// The other ways to write the moves. (Only the rules know them.)
void add_other_texts(Json& list, const ServedTable& table, const std::string& position,
                     const Diagram& board) {
  if (table.game().piece_letters().empty() && table.game().pieces() == nullptr) return;
  const std::vector<LegalMove> legal = table.game().moves(position);
  for (Json& json : list) {
    const auto move = std::ranges::find(legal, json["move"].get<std::string>(), &LegalMove::move);
    if (move == legal.end()) continue;
    for (const std::string& text : move->also)
      json["also"].push_back(
          {{"move", text}, {"named", squares_named(text, board.columns, board.rows)}});
  }
}

Json valued_moves(const ServedTable& table, const std::string& position, const Diagram& board,
                  Style style) {
  const std::vector<StyledMove> moves = moves_in_style(table.table(), position, style);
  const Metric metric = table.table().metric();
  Json list = Json::array();
  for (const auto& [m, reply] : moves) {
    Json json{{"move", m.move}};
    add_value(json, table, m.value);
    json["label"] = valued({}, m.value, metric).label;
    json["best"] = m.value == moves.front().move.value;
    if (reply) json["opponent"] = risk_json(*reply);
    if (table.own() && !is_puzzle(table))
      json["turn"] = m.result.empty() ? Json() : turn_json(table, m.result);
    add_shape_and_result(json, table, m, board);
    list.push_back(std::move(json));
  }
  return list;
}

// For a table that does not cover the position.
Json moves_without_values(const ServedTable& table, const std::string& position,
                          const Diagram& board) {
  Json list = Json::array();
  for (const LegalMove& m : table.game().moves(position)) {
    Json json{{"move", m.move}};
    add_no_value(json, table);
    json["label"] = nullptr;
    json["best"] = nullptr;
    add_shape_and_result(json, table, m, board);
    list.push_back(std::move(json));
  }
  return list;
}

// In the order of the squares, each with the distance of the position that it leads to.
Json moves_with_distances(const ServedTable& table, const std::string& position,
                          const Diagram& board) {
  const std::vector<LegalMove> moves = table.game().moves(position);
  std::vector<std::string_view> results;
  for (const LegalMove& m : moves) results.emplace_back(m.result);
  const std::vector<DistanceAnswer> distances = table.table().distance_many(results, 1);
  Json list = Json::array();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::optional<int>& plies = distances[i].plies;
    Json json{{"move", moves[i].move}};
    add_distance(json, plies);
    json["label"] = plies ? Json(std::to_string(*plies)) : Json();
    json["best"] = nullptr;
    add_shape_and_result(json, table, moves[i], board);
    list.push_back(std::move(json));
  }
  return list;
}

// --- The answer ----------------------------------------------------------------------------------

void add_answer_of_table(Json& json, const ServedTable& table, const std::string& position) {
  if (table.table().holds_distances()) {
    add_distance(json, table.table().distance(position));
  } else {
    const Value value = table.table().probe(position);
    add_value(json, table, value);
    add_counting(json, table.table(), position, value);
  }
}

// Why there is none, if the table lacks the position.
std::optional<NotInTable> add_answer_if_there(Json& json, const ServedTable& table,
                                              const std::string& position) {
  try {
    add_answer_of_table(json, table, position);
  } catch (const NotInTable& error) {
    add_no_value(json, table);
    return error;
  }
  return std::nullopt;
}

// A table may lack positions to which a position's moves lead although it tells what the position
// itself is worth: one to which play cannot lead, and which is won at once. Then `absent` is set.
void add_moves(Json& moves, const ServedTable& table, const std::string& position,
               const Diagram& board, Style style, std::optional<NotInTable>& absent) {
  try {
    if (!absent) {
      moves = table.table().holds_distances() ? moves_with_distances(table, position, board)
                                              : valued_moves(table, position, board, style);
    }
  } catch (const NotInTable& error) {
    absent = error;
  }
  if (absent) moves = moves_without_values(table, position, board);
  add_other_texts(moves, table, position, board);
}

// A puzzle has no winner.
Json result_json(const ServedTable& table, const GameResult& result) {
  if (is_puzzle(table)) {
    return {
        {"winner", nullptr}, {"solved", result.winner.has_value()}, {"sentence", result.sentence}};
  }
  return {{"winner", result.winner ? Json(side_name(*result.winner)) : Json()},
          {"sentence", result.sentence}};
}

// Everything except values and moves.
Json described(const ServedTable& table, const std::string& position,
               const std::optional<GameResult>& result) {
  return {{"table", table.id()},
          {"position", position},
          {"turn", turn_json(table, position)},
          {"over", result.has_value()},
          {"result", result ? result_json(table, *result) : Json()},
          {"metric", table.table().info().metric}};
}

Colour colour_of_turn(const std::string& turn) {
  if (turn == "black") return Colour::black;
  if (turn == "white") return Colour::white;
  throw bad_request("turn must be black or white.");
}

}  // namespace

void add_value(Json& json, const ServedTable& table, Value value) {
  set_value(json, value, table.table().metric());
  json["text"] = table.table().text(value);
}

void add_distance(Json& json, std::optional<int> plies) {
  json["plies_from_start"] = plies ? Json(*plies) : Json();
  json["text"] = !plies        ? "play cannot lead here"
                 : *plies == 1 ? "1 ply from the start"
                               : fmt::format("{} plies from the start", *plies);
}

void add_no_value(Json& json, const ServedTable& table) {
  if (table.table().holds_distances()) {
    json["plies_from_start"] = nullptr;
  } else {
    json["value"] = nullptr;
    const Metric metric = table.table().metric();
    if (metric != Metric::outcome) {
      json[metric == Metric::score     ? "score"
           : metric == Metric::moves   ? "moves_to_goal"
           : metric == Metric::zeroing ? "category"
                                       : "plies"] = nullptr;
    }
  }
  json["text"] = nullptr;
}

std::string tidy_position(std::string_view text) {
  std::string tidy;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '_';
    if (!is_space) tidy += c;
    if (is_space && !tidy.empty() && tidy.back() != ' ') tidy += ' ';
  }
  if (tidy.ends_with(' ')) tidy.pop_back();
  return tidy;
}

std::string position_of(const ServedTable& table, const Query& query) {
  const std::optional<std::string> position = query.text("position"), cells = query.text("cells");
  if (position && cells) throw bad_request("Give position or cells, not both.");
  if (!cells && query.text("turn"))
    throw bad_request("turn can only be used with cells, which are missing.");
  if (!cells && query.text("hands"))
    throw bad_request("hands can only be used with cells, which are missing.");
  if (cells) {
    const Colour turn = colour_of_turn(query.text("turn").value_or("black"));
    const Game& game = table.game();
    const std::string letters = game.piece_letters();
    return game.state_from(read_cells(*cells, letters), turn,
                           read_hands(query.text("hands").value_or(""), letters));
  }
  // (Rules that are code may give any meaning to any character.)
  const std::string given = position.value_or("start");
  const std::string text = table.own() ? given : tidy_position(given);
  // (Without rules it is not known: RulesMissing.)
  return text != "start" ? text : table.lacks_rules() ? table.table().start() : table.start();
}

Style style_in(const Query& query) {
  const std::string style = query.text("style").value_or("plain");
  if (style == "plain") return Style::plain;
  if (style == "lure") return Style::lure;
  throw bad_request("style must be plain or lure.");
}

namespace {

// What a table knows by itself of a position of a game whose rules are code, and not here.
Json answer_without_rules(const ServedTable& table, const std::string& text, bool with_moves) {
  const Value value = table.table().probe(text);
  Json json{{"table", table.id()}, {"position", text},  {"turn", nullptr},
            {"over", false},       {"result", nullptr}, {"metric", table.table().info().metric}};
  add_value(json, table, value);
  json["board"] = nullptr;
  json["picture"] = nullptr;
  if (with_moves) json["moves"] = Json::array();
  return json;
}

}  // namespace

Json position_answer(const ServedTable& table, const std::string& text, bool with_moves,
                     Style style) {
  if (table.lacks_rules()) return answer_without_rules(table, text, with_moves);
  const Game& game = table.game();
  const std::optional<GameResult> result = game.result(text);
  const Diagram board = game.diagram(text);
  const std::string position = game.normal_form(text, board);
  Json json = described(table, position, result);
  std::optional<NotInTable> absent;
  if (result) {
    add_no_value(json, table);
  } else {
    absent = add_answer_if_there(json, table, position);
  }
  json["board"] = board_of(table, board);
  if (table.own()) json["picture"] = text_or_null(board.picture);
  if (with_moves) {
    json["moves"] = Json::array();
    if (!result) add_moves(json["moves"], table, position, board, style, absent);
  }
  if (!absent) return json;
  Refusal refusal(404, "not_in_table", table.without_path(absent->what()));
  refusal.more = std::move(json);
  throw refusal;
}

Json answer_or_absence(const ServedTable& table, const std::string& text, bool with_moves,
                       Style style) {
  try {
    return position_answer(table, text, with_moves, style);
  } catch (const Refusal& refusal) {
    if (refusal.code != "not_in_table") throw;
    Json json = refusal.more;
    json["code"] = refusal.code;
    json["error"] = refusal.what();
    return json;
  }
}

}  // namespace zermelo::server
