// SPDX-License-Identifier: MIT
#include "server/lila_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
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

const char* category(std::optional<Outcome> outcome) {
  if (!outcome) return "unknown";
  return outcome_name(*outcome);
}

// What is known of a position for the side that is to move in it. `plies` are those to the end.
struct Known {
  std::optional<Outcome> outcome;
  std::optional<int> plies;
};

// In whichever way a position is over.
Known of_end(const VariantEnd& end) { return {end.outcome, 0}; }
Known of_value(Value value) {
  const bool has_plies = !value.is_draw() && !value.is_endless();
  return {value.outcome(), has_plies ? std::optional(value.plies()) : std::nullopt};
}

// `distance` is what the plies to the end are called: "dtm", or "dtw" where nobody is mated.
void add_known(Json& json, const Known& known, const VariantEnd& end, const char* distance) {
  json["category"] = category(known.outcome);
  for (const char* name : {"dtz", "precise_dtz", "dtc", "dtm", "dtw"}) json[name] = Json();
  // (Draws have none.)
  if (known.outcome && *known.outcome != Outcome::draw && known.plies)
    json[distance] = *known.outcome == Outcome::win ? *known.plies : -*known.plies;
  json["checkmate"] = end.checkmate;
  json["stalemate"] = end.stalemate;
  json["variant_win"] = end.variant_end && end.outcome == Outcome::win;
  json["variant_loss"] = end.variant_end && end.outcome == Outcome::loss;
  json["insufficient_material"] = end.insufficient_material;
}

// Whether a move takes a man or is one after which the rule of n moves counts anew: the counter in
// the FEN says so.
bool is_zeroing(const std::string& fen) {
  std::size_t at = 0;
  const auto skip = [&] { at = std::min(fen.find(' ', at), fen.size() - 1) + 1; };
  for (int field = 0; field < 4; ++field) skip();
  // (Where checks are counted, that comes first.)
  if (fen.substr(at, fen.find(' ', at) - at).find('+') != fen.npos) skip();
  return fen.substr(at).starts_with("0 ");
}

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

std::vector<Answered> answered_moves(const Table& table, const std::string& fen) {
  std::vector<Answered> all;
  for (LegalMove& move : table.game().moves(fen)) {
    Answered& a = all.emplace_back();
    a.end = variant_end(table, move.after);
    if (a.end.is_over) {
      a.after = of_end(a.end);
    } else if (const std::optional<Value> value = value_of(table, move.result)) {
      a.after = of_value(*value);
    }
    a.move = std::move(move);
  }
  // What is worst for the other side comes first; what is not known comes last.
  const auto rank = [](const Answered& a) {
    if (!a.after.outcome) return 1 << 20;
    // (Play without end is the slowest way to win and to lose.)
    const int plies = a.after.plies.value_or(Value::max_plies + 1);
    return *a.after.outcome == Outcome::loss  ? plies - (1 << 18)
           : *a.after.outcome == Outcome::win ? (1 << 18) - plies
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
    known = of_end(end);
  } else if (const std::optional<Value> value = value_of(table, fen)) {
    known = of_value(*value);
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
  const Value value = table.probe(fen);
  const bool is_white = table.game().to_move(fen) == Colour::white;
  if (value.is_draw()) return json;
  json["winner"] = value.is_win() == is_white ? "w" : "b";
  for (const std::string& san : table.line(fen).moves) {
    const std::vector<LegalMove> moves = table.game().moves(fen);
    const auto made = std::ranges::find(moves, san, &LegalMove::move);
    if (made == moves.end()) throw DamagedTable("a line has a move that is not one");
    Json move = move_json(*made);
    move["dtz"] = move["precise_dtz"] = Json();
    json["mainline"].push_back(std::move(move));
    fen = made->after;
  }
  return json;
}

}  // namespace zermelo::server
