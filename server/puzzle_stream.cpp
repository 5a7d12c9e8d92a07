// SPDX-License-Identifier: MIT
#include "server/puzzle_stream.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "gen/error.h"
#include "json/puzzle_json.h"
#include "json/value_range.h"

namespace zermelo::server {
namespace {

struct Flag {
  const char* name;
  bool PuzzleConditions::*condition;
};
constexpr std::array flags = {Flag{"only_move", &PuzzleConditions::only_move},
                              Flag{"only_line", &PuzzleConditions::only_line},
                              Flag{"sacrifice", &PuzzleConditions::sacrifice},
                              Flag{"quiet_key", &PuzzleConditions::quiet_key},
                              Flag{"capture_refused", &PuzzleConditions::capture_refused},
                              Flag{"reachable", &PuzzleConditions::reachable}};

std::optional<ValueRange> range_in(const Query& query, const char* name, const char* of_what) {
  const std::optional<std::string> text = query.text(name);
  if (!text) return std::nullopt;
  try {
    return parse_range(*text, of_what);
  } catch (const UsageError& error) {
    throw bad_request(error.what());
  }
}

PuzzleOrder order_in(const Query& query) {
  const std::string order = query.text("order").value_or("table");
  if (order == "table") return PuzzleOrder::table;
  if (order == "difficulty") return PuzzleOrder::difficulty;
  if (order == "plies") return PuzzleOrder::plies;
  if (order == "pieces") return PuzzleOrder::pieces;
  throw bad_request("order is table, difficulty, plies or pieces.");
}

std::optional<PieceCounts> pieces_in(const Query& query) {
  const std::optional<std::string> text = query.text("pieces");
  if (!text) return std::nullopt;
  PieceCounts counts;
  const char* const end = text->data() + text->size();
  const auto [comma, first_error] = std::from_chars(text->data(), end, counts.own);
  if (first_error == std::errc() && comma != end && *comma == ',') {
    const auto [rest, error] = std::from_chars(comma + 1, end, counts.opponent);
    const bool sane =
        counts.own >= 0 && counts.opponent >= 0 && counts.own <= 1000 && counts.opponent <= 1000;
    if (error == std::errc() && rest == end && sane) return counts;
  }
  throw bad_request("pieces is two numbers, those of the side to move first: pieces=4,3.");
}

// What is no condition of all games is one of this game's own.
std::set<std::string> own_conditions(const ServedTable& table, const Query& query) {
  std::set<std::string> known = {"win_in", "win_by", "pieces", "order", "limit"};
  for (const Flag& flag : flags) known.insert(flag.name);
  std::set<std::string> own;
  for (const auto& [name, value] : query.all()) {
    if (known.contains(name)) continue;
    bool is_own = false;
    for (const GameCondition& c : table.game_info().conditions) is_own |= c.name == name;
    if (!is_own)
      throw bad_request(fmt::format("There is no condition '{}' for puzzles of this game.", name));
    if (query.flag(name)) own.insert(name);
  }
  return own;
}

PuzzleConditions conditions_in(const ServedTable& table, const Query& query) {
  PuzzleConditions conditions;
  conditions.win_in = range_in(query, "win_in", "plies");
  conditions.win_by = range_in(query, "win_by", "points");
  conditions.pieces = pieces_in(query);
  for (const Flag& flag : flags) conditions.*flag.condition = query.flag(flag.name);
  conditions.own = own_conditions(table, query);
  return conditions;
}

void mine(const ServedTable& table, const PuzzleConditions& conditions, const MineOptions& options,
          const StreamSink& sink) {
  std::uint64_t number = 0;
  const MineReport report = table.table().mine(conditions, options, [&](const Puzzle& puzzle) {
    return sink(one_line(puzzle_json(puzzle, ++number)) + "\n");
  });
  sink(one_line(Json{{"done", true},
                     {"found", report.found},
                     {"given", report.given},
                     {"complete", report.complete}}) +
       "\n");
}

}  // namespace

Stream puzzle_stream(const ServedTable& table, const Query& query) {
  const PuzzleConditions conditions = conditions_in(table, query);
  const bool scores = table.table().metric() == Metric::score;
  if (conditions.win_in && scores) throw bad_request("This table holds scores: ask by win_by.");
  if (conditions.win_by && !scores) throw bad_request("This table holds plies: ask by win_in.");
  MineOptions options;
  options.limit = query.number("limit", 10, 1, 100);
  options.order = order_in(query);
  options.threads = 1;
  return [&table, conditions, options](const StreamSink& sink, const std::atomic<bool>& stop) {
    MineOptions stoppable = options;
    stoppable.stop = &stop;
    const auto fail = [&](const char* code, const std::string& sentence) {
      sink(one_line(Json{{"code", code}, {"error", table.without_path(sentence)}}) + "\n");
    };
    try {
      mine(table, conditions, stoppable, sink);
    } catch (const UsageError& error) {
      fail("bad_request", error.what());
    } catch (const FileError& error) {
      fail("damaged_table", error.what());
    } catch (const std::exception& error) {
      fail("internal_error", error.what());
    }
  };
}

}  // namespace zermelo::server
