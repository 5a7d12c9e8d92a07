// SPDX-License-Identifier: MIT
#include "tablebase/lists/list_header.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/error.h"
#include "symmetry/grid.h"

namespace zermelo {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_squares = 64;
constexpr std::array<std::pair<Metric, std::string_view>, 3> metric_words = {
    {{Metric::distance, "distance"}, {Metric::outcome, "outcome"}, {Metric::score, "score"}}};

// (The rules of a game may be any file's bytes.)
std::string on_one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What is said about the part of a list that is not as it should be.
class Part {
 public:
  Part(std::string_view what, std::string_view text) : what_(what) {
    json_ = Json::parse(text, nullptr, false);
    if (json_.is_discarded() || !json_.is_object()) fail("is not an object in JSON");
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw SyntaxError(fmt::format("The {} {}.", what_, why));
  }
  const Json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) fail(fmt::format("does not have the key '{}'", key));
    return *found;
  }
  std::string text(const char* key) const {
    if (!at(key).is_string()) fail(fmt::format("has a '{}' that is not a text", key));
    return at(key).get<std::string>();
  }
  int number(const char* key, int least, int most) const {
    const Json& value = at(key);
    const bool fits = value.is_number_unsigned() &&
                      std::in_range<int>(value.get<std::uint64_t>()) && value.get<int>() >= least &&
                      value.get<int>() <= most;
    if (!fits)
      fail(fmt::format("has a '{}' that is not a whole number from {} to {}", key, least, most));
    return value.get<int>();
  }
  // Which of two words it has.
  bool is_first(const char* key, std::string_view first, std::string_view second) const {
    const std::string word = text(key);
    if (word != first && word != second)
      fail(fmt::format("has a '{}' that is neither '{}' nor '{}'", key, first, second));
    return word == first;
  }

 private:
  std::string what_;
  Json json_;
};

Metric metric_in(const Part& header) {
  const std::string word = header.text("metric");
  for (const auto& [metric, name] : metric_words)
    if (word == name) return metric;
  header.fail("has a 'metric' that is not distance, outcome or score");
}

ParameterTexts parameters_in(const Part& header) {
  ParameterTexts parameters;
  if (!header.at("parameters").is_object()) header.fail("has 'parameters' that are not an object");
  for (const auto& [name, value] : header.at("parameters").items()) {
    if (!value.is_string()) header.fail("has a parameter that is not a text");
    parameters[name] = value.get<std::string>();
  }
  return parameters;
}

void add_pieces(Json& json, const PieceSet& pieces) {
  json["pieces"] = Json::array();
  for (int kind = 0; kind < pieces.size(); ++kind) {
    json["pieces"].push_back({{"name", pieces[kind].name},
                              {"letter", std::string(1, pieces[kind].letter)},
                              {"in_hand", pieces[kind].in_hand}});
  }
  json["squares"] = Json::array();
  for_each_square(pieces.squares(), [&](int square) { json["squares"].push_back(square); });
}

PieceKind kind_in(const Json& entry, const Part& header) {
  const auto bad = [&] { header.fail("has 'pieces' without a name, a letter or an 'in_hand'"); };
  if (!entry.is_object() || !entry.contains("in_hand") || !entry["in_hand"].is_boolean()) bad();
  for (const char* key : {"name", "letter"})
    if (!entry.contains(key) || !entry[key].is_string()) bad();
  const auto letter = entry["letter"].get<std::string>();
  if (letter.size() != 1) bad();
  return {entry["name"].get<std::string>(), letter[0], entry["in_hand"].get<bool>()};
}

PieceSet pieces_in(const Part& header, const RecordBoard& board) {
  for (const char* key : {"pieces", "squares"})
    if (!header.at(key).is_array()) header.fail(fmt::format("has '{}' that are not a list", key));
  std::vector<PieceKind> kinds;
  for (const Json& entry : header.at("pieces")) kinds.push_back(kind_in(entry, header));
  Squares squares = 0;
  for (const Json& square : header.at("squares")) {
    const bool is_one = square.is_number_unsigned() &&
                        square.get<std::uint64_t>() < static_cast<std::uint64_t>(board.columns) *
                                                          static_cast<unsigned>(board.rows);
    if (!is_one) header.fail("has 'squares' that are not on the board");
    squares |= bit_of(square.get<int>());
  }
  try {
    return PieceSet(board.columns, board.rows, std::move(kinds), squares);
  } catch (const UsageError& error) {
    throw SyntaxError(
        fmt::format("The header of the list has pieces that no game has: {}", error.what()));
  }
}

void read_claim(const Part& json, ListHeader& header) {
  header.wins = json.is_first("claim", "wins", "does-not-lose");
  header.owner_is_white = json.is_first("owner", "white", "black");
  if (json.at("depth").is_null()) return;
  header.depth = json.number("depth", 0, std::numeric_limits<int>::max());
}

}  // namespace

void drop_file_names(GameSpec& game) {
  std::erase_if(game.parameters, [](const auto& entry) { return entry.first.ends_with("-file"); });
}

std::string header_json(const ListHeader& header) {
  const bool is_table = header.kind == ListHeader::Kind::table;
  Json json;
  json["kind"] = is_table ? "table" : "strategy";
  json["game"] = header.game.name;
  json["parameters"] = header.game.parameters;
  for (const auto& [metric, name] : metric_words)
    if (metric == header.metric) json["metric"] = name;
  json["columns"] = header.board.columns;
  json["rows"] = header.board.rows;
  json["record"] = header.board.has_hole ? "ostle" : header.board.pieces ? "pieces" : "grid";
  if (header.board.pieces) add_pieces(json, *header.board.pieces);
  if (!is_table) {
    json["claim"] = header.wins ? "wins" : "does-not-lose";
    json["owner"] = header.owner_is_white ? "white" : "black";
    json["depth"] = header.depth ? Json(*header.depth) : Json();
  }
  return on_one_line(json);
}

ListHeader parse_list_header(std::string_view text) {
  const Part json("header of the list", text);
  ListHeader header;
  const bool is_table = json.is_first("kind", "table", "strategy");
  header.kind = is_table ? ListHeader::Kind::table : ListHeader::Kind::strategy;
  header.game = {json.text("game"), parameters_in(json)};
  header.metric = metric_in(json);
  header.board.columns = json.number("columns", 1, most_squares);
  header.board.rows = json.number("rows", 1, most_squares / header.board.columns);
  const std::string record = json.text("record");
  header.board.has_hole = record == "ostle";
  if (record == "pieces") {
    header.board.pieces = pieces_in(json, header.board);
  } else if (record != "ostle" && record != "grid") {
    json.fail("has a 'record' that is not ostle, grid or pieces");
  }
  if (!is_table) read_claim(json, header);
  return header;
}

std::uint64_t positions_of(const std::vector<ListSlice>& slices) {
  std::uint64_t positions = 0;
  for (const ListSlice& slice : slices) positions += slice.positions;
  return positions;
}

std::string footer_json(const std::vector<ListSlice>& slices) {
  Json json;
  json["positions"] = positions_of(slices);
  json["slices"] = Json::array();
  for (const ListSlice& slice : slices)
    json["slices"].push_back({{"name", slice.name}, {"positions", slice.positions}});
  return on_one_line(json);
}

std::vector<ListSlice> parse_list_footer(std::string_view text, std::uint64_t positions) {
  const Part json("footer of the list", text);
  std::vector<ListSlice> slices;
  std::uint64_t left = positions;
  if (json.at("positions") != positions || !json.at("slices").is_array())
    json.fail("does not fit the number of positions");
  for (const Json& entry : json.at("slices")) {
    const Part slice("list of slices", on_one_line(entry));
    const Json& count = slice.at("positions");
    if (!count.is_number_unsigned() || count.get<std::uint64_t>() > left)
      json.fail("has slices that do not add up");
    slices.push_back({slice.text("name"), count.get<std::uint64_t>()});
    left -= slices.back().positions;
  }
  if (left != 0) json.fail("has slices that do not add up");
  return slices;
}

}  // namespace zermelo
