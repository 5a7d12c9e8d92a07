// SPDX-License-Identifier: MIT
#include "server/lila_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "probe/endgames.h"
#include "server/http.h"

namespace zermelo::server {
namespace {

std::string fen_in(const ServedTable& table, const Query& query) {
  if (table.table().info().game.name != variant_game_name)
    throw Refusal(404, "not_found",
                  fmt::format("'{}' is not a table of a chess variant.", table.id()));
  std::optional<std::string> fen = query.text("fen");
  if (!fen) throw bad_request("Give a position: fen=8/8/8/8/3k4/8/8/KR6_w_-_-_0_1.");
  std::ranges::replace(*fen, '_', ' ');
  return *fen;
}

// What is known of a position for the side that is to move in it.
struct Known {
  std::optional<Outcome> outcome = {};
  std::optional<int> plies = {};  // to the end
  std::optional<int> dtz = {};    // as Syzygy's, but for the sign
  bool past_rule = false;         // with the FEN's count, the n-move rule makes a draw of it

  int sign() const { return outcome == Outcome::loss ? -1 : 1; }
  std::string category() const {
    if (!outcome) return "unknown";
    if (!past_rule) return outcome_name(*outcome);
    return *outcome == Outcome::win ? "cursed-win" : "blessed-loss";
  }
};

// What follows the first fields of a FEN, so many of them.
std::string_view fields_from(std::string_view fen, int number) {
  std::size_t at = 0;
  for (int field = 0; field < number; ++field) {
    const std::size_t space = fen.find(' ', at);
    if (space == std::string_view::npos) return {};
    at = space + 1;
  }
  return fen.substr(at);
}

// Its last two fields. (Where checks are counted, these counters come before them.)
std::string_view clock_and_number(std::string_view fen) {
  const std::string_view rest = fields_from(fen, 4);
  const bool counts_checks = rest.substr(0, rest.find(' ')).find('+') != rest.npos;
  return counts_checks ? fields_from(rest, 1) : rest;
}

// Plies since the last zeroing move.
int quiet_plies(std::string_view fen) {
  int plies = 0;
  for (const char c : clock_and_number(fen)) {
    if (c < '0' || c > '9') break;
    plies = std::min(10 * plies + (c - '0'), 1 << 20);
  }
  return plies;
}

// In whichever way a position is over.
Known of_end(const VariantEnd& end, const Table& table) {
  Known known{end.outcome, 0};
  if (table.metric() == Metric::zeroing) known.dtz = 0;
  return known;
}

// Tables know what the position is worth with the count at 0. (Plies are exact, so nothing is a
// "maybe-win".)
Known of_value(Value value, const Table& table, const std::string& fen) {
  Known known{value.outcome()};
  if (table.metric() == Metric::distance && !value.is_draw() && !value.is_endless())
    known.plies = value.plies();
  if (table.metric() != Metric::zeroing) return known;
  known.dtz = value.amount(Metric::zeroing);
  if (value.is_draw()) return known;
  const int rule = plies_of_n_move_rule(table.game());
  if (value.is_past_rule()) *known.dtz += rule;
  known.past_rule = rule > 0 && *known.dtz + quiet_plies(fen) > rule;
  return known;
}

// Plies are exact, and so both are the same.
void add_dtz(Json& json, const Known& known) {
  json["dtz"] = json["precise_dtz"] = known.dtz ? Json(known.sign() * *known.dtz) : Json();
}

// `distance` is what the plies to the end are called: "dtm", or "dtw" where nobody is mated.
void add_known(Json& json, const Known& known, const VariantEnd& end, const char* distance) {
  json["category"] = known.category();
  for (const char* name : {"dtc", "dtm", "dtw"}) json[name] = Json();
  // (Draws have none, and neither have tables of plies to zeroing.)
  if (known.outcome && *known.outcome != Outcome::draw && known.plies && !known.dtz)
    json[distance] = known.sign() * *known.plies;
  add_dtz(json, known);
  json["checkmate"] = end.checkmate;
  json["stalemate"] = end.stalemate;
  json["variant_win"] = end.variant_end && end.outcome == Outcome::win;
  json["variant_loss"] = end.variant_end && end.outcome == Outcome::loss;
  json["insufficient_material"] = end.insufficient_material;
}

// Whether a move takes a man or is one after which the rule of n moves counts anew: the counter in
// the FEN says so.
bool is_zeroing(const std::string& fen) { return clock_and_number(fen).starts_with("0 "); }

std::optional<Value> value_of(const Table& table, const std::string& fen) {
  try {
    return table.probe(fen);
  } catch (const NotInTable&) {
    return std::nullopt;
  }
}

struct Answered {
  LegalMove move;
  Known after;  // for the other side
  VariantEnd end;
};

// How soon the move zeroes, or one after it; what ends the game comes before that.
int plies_to_zeroing(const Answered& a) {
  if (a.end.is_over) return 0;
  return is_zeroing(a.move.after) ? 1 : 1 + *a.after.dtz;
}

std::vector<Answered> answered_moves(const Table& table, const std::string& fen) {
  std::vector<Answered> all;
  for (LegalMove& move : table.game().moves(fen)) {
    Answered& a = all.emplace_back();
    a.end = variant_end(table, move.after);
    if (a.end.is_over) {
      a.after = of_end(a.end, table);
    } else if (const std::optional<Value> value = value_of(table, move.result)) {
      a.after = of_value(*value, table, move.result);
    }
    a.move = std::move(move);
  }
  // What is worst for the other side comes first; what is not known comes last.
  const auto rank = [](const Answered& a) {
    constexpr int step = 1 << 18;
    if (!a.after.outcome) return 4 * step;
    // (Play without end is the slowest way to win and to lose.)
    const int plies =
        a.after.dtz ? plies_to_zeroing(a) : a.after.plies.value_or(Value::max_plies + 1);
    const int decided = a.after.past_rule ? step : 2 * step;
    return *a.after.outcome == Outcome::loss  ? plies - decided
           : *a.after.outcome == Outcome::win ? decided - plies
                                              : 0;
  };
  std::ranges::stable_sort(all, {}, rank);
  return all;
}

Json move_json(const LegalMove& move) { return {{"uci", move.also.front()}, {"san", move.move}}; }

}  // namespace

Json lila_position_json(const ServedTable& served, const Query& query) {
  const Table& table = served.table();
  const std::string fen = fen_in(served, query);
  const VariantEnd end = variant_end(table, fen);
  Known known;
  if (end.is_over) {
    known = of_end(end, table);
  } else if (const std::optional<Value> value = value_of(table, fen)) {
    known = of_value(*value, table, fen);
  }
  const char* const distance = has_royal_men(table.game()) ? "dtm" : "dtw";
  Json json;
  add_known(json, known, end, distance);
  json["moves"] = Json::array();
  if (end.is_over) return json;
  for (const Answered& a : answered_moves(table, fen)) {
    Json move = move_json(a.move);
    move["zeroing"] = is_zeroing(a.move.after);
    add_known(move, a.after, a.end, distance);
    json["moves"].push_back(std::move(move));
  }
  return json;
}

Json lila_mainline_json(const ServedTable& served, const Query& query) {
  const Table& table = served.table();
  std::string fen = fen_in(served, query);
  Json json{{"dtz", Json()}, {"precise_dtz", Json()}, {"mainline", Json::array()}};
  json["winner"] = Json();
  const VariantEnd end = variant_end(table, fen);
  if (end.is_over) return json;
  const Known known = of_value(table.probe(fen), table, fen);
  add_dtz(json, known);
  if (*known.outcome == Outcome::draw || known.past_rule) return json;
  const bool is_white = table.game().to_move(fen) == Colour::white;
  json["winner"] = (*known.outcome == Outcome::win) == is_white ? "w" : "b";
  for (const std::string& san : table.line(fen).moves) {
    const std::vector<LegalMove> moves = table.game().moves(fen);
    const auto made = std::ranges::find(moves, san, &LegalMove::move);
    if (made == moves.end()) throw DamagedTable("a line has a move that is not one");
    Json move = move_json(*made);
    const VariantEnd after = variant_end(table, made->after);
    add_dtz(move, after.is_over ? of_end(after, table)
                                : of_value(table.probe(made->after), table, made->after));
    json["mainline"].push_back(std::move(move));
    fen = made->after;
  }
  return json;
}

}  // namespace zermelo::server
