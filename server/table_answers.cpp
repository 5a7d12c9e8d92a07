// SPDX-License-Identifier: MIT
#include "server/table_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <span>
#include <string_view>
#include <utility>

#include "gen/error.h"
#include "gen/piece_set.h"
#include "json/answer_json.h"
#include "json/puzzle_json.h"
#include "json/report_json.h"
#include "probe/endgames.h"
#include "probe/random_positions.h"
#include "server/http.h"
#include "server/position_answer.h"

namespace zermelo::server {
namespace {

constexpr std::uint64_t most_listed = 100;    // positions in a list
constexpr std::size_t most_asked = 1000;      // positions in a request for many
constexpr int most_plies = 1000;              // of a line
constexpr std::uint64_t most_amount = 65535;  // of a value
constexpr std::size_t most_drawn = 20000;     // looked at, to find some of one value
constexpr std::size_t drawn_together = 1000;  //
constexpr double most_seconds = 1;            // of a search for a way
constexpr std::uint64_t most_memory = std::uint64_t{64} << 20;

Json conditions_json(const GameInfo& game) {
  Json list = Json::array();
  for (const GameCondition& c : game.conditions)
    list.push_back({{"name", c.name}, {"meaning", c.meaning}});
  return list;
}

// The rules of a game in BDDL, which are stored in a table of it.
Json bddl_json(const GameSpec& spec) {
  const auto domain = spec.parameters.find("domain"), problem = spec.parameters.find("problem");
  if (domain == spec.parameters.end()) return {};
  const bool one_file = problem == spec.parameters.end();
  return {{"domain", domain->second}, {"problem", one_file ? Json() : Json(problem->second)}};
}

Json kind_json(const std::string& name, char letter, const std::string& symbol, bool in_hand) {
  return {
      {"name", name}, {"letter", std::string(1, letter)}, {"symbol", symbol}, {"in_hand", in_hand}};
}

// Null for games that know of no kinds.
Json pieces_json(const Game& game) {
  Json list;
  if (game.spec().name == variant_game_name) {
    for (const VariantMan& man : variant_men(game))
      list.push_back(kind_json(man.name, man.letter, man.symbol, man.in_hand));
    return list;
  }
  const PieceSet* const pieces = game.pieces();
  for (int kind = 0; pieces != nullptr && kind < pieces->size(); ++kind) {
    const PieceKind& k = (*pieces)[kind];
    list.push_back(kind_json(k.name, k.letter, std::string(1, k.letter), k.in_hand));
  }
  return list;
}

// For people; also for a game in BDDL.
Json rules_in_words_json(const ServedTable& table) {
  Json sections = Json::array();
  for (const RuleSection& section : table.rules())
    sections.push_back({{"heading", section.heading}, {"lines", section.lines}});
  return sections;
}

// Null for games whose rules this program has.
Json code_json(const ServedTable& table) {
  const std::optional<OwnGameInfo>& own = table.own();
  if (!own) return {};
  return {{"here", own->has_rules},
          {"file", own->code},
          {"version", own->version},
          {"players", own->players},
          {"board", own->has_board},
          {"parse", own->has_parse},
          {"one_thread", own->one_thread},
          {"note", own->has_rules ? Json() : Json(rules_missing(table))}};
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

// "position" and its value or distance, or what is wrong with it.
std::vector<Json> items_of(const ServedTable& table, const std::vector<std::string>& positions) {
  std::vector<Json> items;
  const auto item_of = [&](std::size_t i, const auto& answer) {
    Json item{{"position", positions[i]}};
    if (answer.status != ProbeStatus::ok) {
      item["code"] = status_name(answer.status);
      item["error"] = table.without_path(answer.error);
    }
    return item;
  };
  if (table.table().holds_distances()) {
    const auto answers = table.table().distance_many(views_of(positions), 1);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      items.push_back(item_of(i, answers[i]));
      if (answers[i].status == ProbeStatus::ok) add_distance(items.back(), answers[i].plies);
    }
    return items;
  }
  const auto answers = table.table().probe_many(views_of(positions), 1);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    items.push_back(item_of(i, answers[i]));
    if (answers[i].status == ProbeStatus::ok) add_value(items.back(), table, answers[i].value);
  }
  return items;
}

std::uint64_t count_in(const Query& query) { return query.number("count", 10, 1, most_listed); }

}  // namespace

Json table_json(const ServedTable& table, FileState file, bool has_puzzles, bool with_slices) {
  const TableInfo& info = table.table().info();
  const bool distances = info.holds_distances();
  Json json{
      {"id", table.id()},
      {"game", info.game.name},
      {"title", table.title()},
      {"look", {{"tiles", table.game_info().look.tiles}, {"drops", table.game_info().look.drops}}},
      {"pieces", pieces_json(table.game())},
      {"parameters", parameters_json(info.game)},
      {"metric", info.metric},
      {"summary", table.game_info().summary},
      {"notation", table.game_info().notation},
      {"rules", rules_in_words_json(table)},
      {"positions", info.positions},
      {"values", info.values},
      {"bytes", info.bytes},
      {"greatest", info.greatest},
      {"start", text_or_null(table.start())},
      {"start_in_table", table.covers_start()},
      {"opens_at", table.opens_at().empty() ? Json() : Json(table.opens_at())},
      {"has",
       {{"values", !distances},
        {"distances", distances},
        {"puzzles", has_puzzles},
        {"line", !distances && !table.lacks_rules()}}},
      {"conditions", conditions_json(table.game_info())},
      {"code", code_json(table)},
      {"file", name_of(file)}};
  if (with_slices) json["slices"] = slices_json(info);
  return json;
}

std::string rules_missing(const ServedTable& table) {
  return fmt::format(
      "The rules of this game are code ({}), without which only values of states by their bytes "
      "are "
      "known: start the server with --game-code {}=FILE.",
      table.own()->code, table.id());
}

Json rules_json(const ServedTable& table) {
  const GameSpec& spec = table.game().spec();
  Json meanings = Json::array();
  for (const GameParameter& p : table.game_info().parameters) {
    const auto given = spec.parameters.find(p.name_in_spec());
    const Json value = given == spec.parameters.end() ? Json() : Json(given->second);
    meanings.push_back({{"name", p.name}, {"meaning", p.meaning}, {"value", value}});
  }
  return {{"game", spec.name},
          {"parameters", parameters_json(spec)},
          {"summary", table.game_info().summary},
          {"notation", table.game_info().notation},
          {"rules", rules_in_words_json(table)},
          {"parameters_meaning", std::move(meanings)},
          {"bddl", bddl_json(spec)},
          {"warnings", table.game().warnings()}};
}

Json line_json(const ServedTable& table, const Query& query) {
  std::string position = position_of(table, query);
  const int limit = static_cast<int>(query.number("limit", most_plies, 1, most_plies));
  Json json{{"position", position}};
  Line line;
  const bool over = table.game().result(position).has_value();
  if (over) {
    line.complete = true;
  } else {
    line = line_in_style(table.table(), position, limit, style_in(query));
  }
  add_line(json, line);
  Json positions = Json::array(), values = Json::array();
  for (const std::string& played : line.moves) {
    const std::vector<MoveValue> moves = table.table().moves(position);
    const auto move = std::ranges::find(moves, played, &MoveValue::move);
    Json value = Json::object();
    add_value(value, table, move->value);
    values.push_back(std::move(value));
    positions.push_back(move->after);
    position = move->result;
  }
  json["positions"] = std::move(positions);
  json["values"] = std::move(values);
  return json;
}

Json way_json(const ServedTable& table, const Query& query, const std::atomic<bool>& ending) {
  const std::string position = position_of(table, query);
  WayOptions options;
  options.exact = query.flag("exact");
  options.seconds = most_seconds;
  options.memory = most_memory;
  options.stop = &ending;
  const Way way = table.table().way(position, options);
  refuse_if_ending(ending);
  return {{"position", position},
          {"found", way.found},
          {"plies", way.found ? Json(way.moves.size()) : Json()},
          {"moves", way.moves},
          {"states", way.states},
          {"refuted_plies", way.refuted < 0 ? Json() : Json(way.refuted)}};
}

Json solution_json(const ServedTable& table, const Query& query) {
  const std::string position = position_of(table, query);
  Json json{{"position", position}};
  const auto result = table.game().result(position);
  if (result) {
    add_no_value(json, table);
    add_solution(json, {}, table.table().metric());
    json.erase("refuted");
    return json;
  }
  const Solution solution = table.table().solution(position);
  add_value(json, table, solution.value);
  add_solution(json, solution, table.table().metric());
  return json;
}

std::string picture_svg(const ServedTable& table, const Query& query) {
  const std::string position = position_of(table, query);
  const bool with_moves = query.flag("moves") && !table.table().holds_distances() &&
                          !table.game().result(position).has_value();
  return diagram_svg(with_moves ? table.table().diagram(position) : table.game().diagram(position));
}

namespace {

std::optional<Outcome> outcome_in(const ServedTable& table, const Query& query) {
  const std::optional<std::string> value = query.text("value");
  if (!value) return std::nullopt;
  if (table.table().metric() == Metric::moves) {
    if (*value == "solvable") return Outcome::win;
    if (*value == "unsolvable") return Outcome::draw;
    throw bad_request("value must be solvable or unsolvable.");
  }
  for (const Outcome outcome : {Outcome::win, Outcome::draw, Outcome::loss}) {
    if (*value == outcome_name(outcome)) return outcome;
  }
  throw bad_request("value must be win, draw or loss.");
}

std::optional<int> amount_in(const ServedTable& table, const Query& query) {
  if (!query.text("amount")) return std::nullopt;
  if (table.table().holds_distances() || table.table().metric() == Metric::outcome)
    throw bad_request("The values of this table have no amount.");
  return static_cast<int>(query.number("amount", 1, 1, most_amount));
}

}  // namespace

Wanted wanted_in(const ServedTable& table, const Query& query) {
  return {outcome_in(table, query), amount_in(table, query)};
}

namespace {

// Positions drawn at random, those that are wanted among them.
class Draw {
 public:
  Draw(const ServedTable& table, const Wanted& wanted, std::uint64_t seed, std::uint64_t count)
      : table_(table), wanted_(wanted), seed_(seed), count_(count) {}

  std::vector<std::string> some(const std::atomic<bool>& ending) {
    for (std::size_t drawn = 0; drawn < most_drawn && is_short(); drawn += drawn_together) {
      refuse_if_ending(ending);
      look_at(random_positions(table_.table(), drawn_together, seed_ + drawn / drawn_together));
    }
    for (std::size_t i = 0; i < farther_.size() && is_short(); ++i) {
      refuse_if_ending(ending);
      descend(farther_[i], seed_ + i);
    }
    return std::move(found_);
  }

 private:
  bool is_short() const { return found_.size() < count_; }
  bool is_wanted(Value value) const {
    return (!wanted_.outcome || value.outcome() == *wanted_.outcome) &&
           (!wanted_.amount || (!value.is_draw() && !value.is_endless() &&
                                value.amount(table_.table().metric()) == *wanted_.amount));
  }
  void look_at(const std::vector<std::string>& positions) {
    const auto answers = table_.table().probe_many(views_of(positions), 1);
    for (std::size_t i = 0; i < positions.size() && is_short(); ++i) {
      if (answers[i].status != ProbeStatus::ok) continue;
      if (is_wanted(answers[i].value)) {
        found_.push_back(positions[i]);
      } else if (is_farther(answers[i].value) && farther_.size() < most_listed) {
        farther_.push_back(positions[i]);
      }
    }
  }
  // Whether best play from there comes to an amount that is wanted.
  bool is_farther(Value value) const {
    return wanted_.amount && !table_.lacks_rules() && table_.table().metric() != Metric::score &&
           !value.is_draw() && !value.is_endless() &&
           value.amount(table_.table().metric()) > *wanted_.amount;
  }
  // Best play, of equally good moves one at random. (Each move brings the end nearer by one.)
  void descend(std::string position, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (;;) {
      const Value value = table_.table().probe(position);
      if (is_wanted(value)) return found_.push_back(position);
      if (!is_farther(value)) return;
      const std::vector<MoveValue> moves = table_.table().moves(position);
      std::size_t best = 1;
      while (best < moves.size() && moves[best].value == moves.front().value) ++best;
      position = moves[random() % best].result;
    }
  }

  const ServedTable& table_;
  const Wanted wanted_;
  const std::uint64_t seed_, count_;
  std::vector<std::string> found_, farther_;
};

}  // namespace

Json random_json(const ServedTable& table, const Query& query, std::uint64_t seed,
                 const Wanted& wanted, const std::atomic<bool>& ending) {
  const std::uint64_t count = count_in(query);
  if (wanted.outcome && table.table().holds_distances())
    throw bad_request("A table of distances has no wins, losses or draws.");
  const bool any = !wanted.outcome && !wanted.amount;
  const std::vector<std::string> positions = any ? random_positions(table.table(), count, seed)
                                                 : Draw(table, wanted, seed, count).some(ending);
  Json list = Json::array();
  for (Json& item : items_of(table, positions)) list.push_back(std::move(item));
  return {{"positions", std::move(list)}};
}

Json listed_json(const ServedTable& table, const std::vector<std::string>& positions,
                 const Query& query) {
  const auto count = std::min<std::size_t>(count_in(query), positions.size());
  const std::vector<std::string> first(positions.begin(),
                                       positions.begin() + static_cast<std::ptrdiff_t>(count));
  Json list = Json::array();
  for (Json& item : items_of(table, first)) list.push_back(std::move(item));
  return {{"positions", std::move(list)}};
}

Json many_json(const ServedTable& table, const std::string& body, const std::atomic<bool>& ending) {
  const Json asked = Json::parse(body, nullptr, false);
  if (asked.is_discarded()) throw bad_request("The body is not well-formed JSON.");
  const auto wrong = [] {
    return bad_request(
        R"(The body must be an object: {"positions": [texts], "moves": true or false}.)");
  };
  if (!asked.is_object() || !asked.contains("positions") || !asked["positions"].is_array())
    throw wrong();
  const Json& list = asked["positions"];
  if (list.size() > most_asked)
    throw bad_request(fmt::format("Ask for at most {} positions at once.", most_asked));
  for (const auto& [name, value] : asked.items()) {
    if (name != "positions" && name != "moves") throw wrong();
  }
  bool with_moves = false;
  if (asked.contains("moves")) {
    if (!asked["moves"].is_boolean()) throw wrong();
    with_moves = asked["moves"].get<bool>();
  }
  std::vector<std::string> positions;
  for (const Json& item : list) {
    if (!item.is_string()) throw wrong();
    const auto text = item.get<std::string>();
    positions.push_back(table.own() ? text : tidy_position(text));
  }
  std::vector<Json> items = items_of(table, positions);
  Json answers = Json::array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    refuse_if_ending(ending);
    if (with_moves && !items[i].contains("code"))
      items[i]["moves"] = answer_or_absence(table, positions[i], true)["moves"];
    answers.push_back(std::move(items[i]));
  }
  return {{"answers", std::move(answers)}};
}

}  // namespace zermelo::server
