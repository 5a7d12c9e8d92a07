// SPDX-License-Identifier: MIT
#include "server/puzzle_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "gen/error.h"
#include "json/puzzle_json.h"
#include "json/value_range.h"
#include "reports/sampled_puzzles.h"

namespace zermelo::server {
namespace {

std::optional<ValueRange> range_in(const Query& query, const char* name, const char* of_what) {
  const std::optional<std::string> text = query.text(name);
  if (!text) return std::nullopt;
  try {
    return parse_range(*text, of_what);
  } catch (const UsageError& error) {
    throw bad_request(error.what());
  }
}

// Nothing for "random", which is not one of the miner's orders.
std::optional<PuzzleOrder> order_in(const Query& query) {
  const std::string order = query.text("order").value_or("table");
  if (order == "random") return std::nullopt;
  if (order == "table") return PuzzleOrder::table;
  if (order == "difficulty") return PuzzleOrder::difficulty;
  if (order == "plies") return PuzzleOrder::plies;
  if (order == "pieces") return PuzzleOrder::pieces;
  throw bad_request("order must be table, random, difficulty, plies or pieces.");
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
  throw bad_request("pieces must be two numbers, that of the side to move first: pieces=4,3.");
}

std::set<std::string> own_conditions(const ServedTable& table, const Query& query) {
  std::set<std::string> own;
  for (const GameCondition& c : table.game_info().conditions) {
    if (query.flag(c.name)) own.insert(c.name);
  }
  return own;
}

PuzzleConditions conditions_in(const ServedTable& table, const Query& query) {
  PuzzleConditions conditions;
  conditions.win_in = range_in(query, "win_in", "plies");
  conditions.win_by = range_in(query, "win_by", "points");
  conditions.pieces = pieces_in(query);
  for (const char* const name : zermelo::puzzle_flags())
    if (query.flag(name)) set_flag(conditions, name);
  conditions.own = own_conditions(table, query);
  return conditions;
}

// What the request asks for.
struct Search {
  PuzzleConditions conditions;
  MineOptions options;
  std::optional<std::uint64_t> seed = std::nullopt;  // of those drawn at random
};

// Puzzles that are too rare to be met in a sample are looked for in the whole table: then they are
// found, or known not to exist.
MineReport mine_at_random(const Table& table, const Search& search, const PuzzleSink& sink) {
  const MineReport some = mine_some(table, search.conditions, search.options, *search.seed, sink);
  return some.given > 0 || some.stopped ? some
                                        : table.mine(search.conditions, search.options, sink);
}

void mine(const ServedTable& table, const Search& search, const StreamSink& sink) {
  std::uint64_t number = 0;
  const PuzzleSink give = [&](const Puzzle& puzzle) {
    return sink(one_line(puzzle_json(puzzle, ++number)) + "\n");
  };
  const MineReport report = search.seed
                                ? mine_at_random(table.table(), search, give)
                                : table.table().mine(search.conditions, search.options, give);
  Json done{{"done", true},
            {"found", report.found},
            {"given", report.given},
            {"complete", report.complete},
            {"stopped", report.stopped}};
  if (search.seed) done["seed"] = *search.seed;
  sink(one_line(done) + "\n");
}

}  // namespace

std::vector<std::string> puzzle_flags(const ServedTable& table) {
  const auto flags = zermelo::puzzle_flags();
  std::vector<std::string> names(flags.begin(), flags.end());
  for (const GameCondition& c : table.game_info().conditions) names.push_back(c.name);
  return names;
}

Stream puzzle_stream(const ServedTable& table, const Query& query) {
  const PuzzleConditions conditions = conditions_in(table, query);
  const bool scores = table.table().metric() == Metric::score;
  if (conditions.win_in && scores) throw bad_request("This table holds scores: use win_by.");
  if (conditions.win_by && !scores) throw bad_request("This table holds plies: use win_in.");
  Search search{conditions, {}};
  search.options.limit = query.number("limit", 10, 1, 100);
  search.options.threads = 1;
  const std::optional<PuzzleOrder> order = order_in(query);
  search.options.order = order.value_or(PuzzleOrder::table);
  if (!order) search.seed = seed_in(query);
  if (order && query.text("seed")) throw bad_request("seed can only be used with order=random.");
  return [&table, search](const StreamSink& sink, const std::atomic<bool>& stop) {
    Search stoppable = search;
    stoppable.options.stop = &stop;
    const auto fail = [&](const char* code, const std::string& sentence) {
      sink(failure_line(code, table.without_path(sentence)));
    };
    try {
      mine(table, stoppable, sink);
    } catch (const UsageError& error) {
      fail("bad_request", error.what());
    } catch (const FileError& error) {
      fail("damaged_table", error.what());
    } catch (const RulesError& error) {
      fail("rules_error", error.what());
    } catch (const std::exception& error) {
      fail("internal_error", error.what());
    }
  };
}

std::string failure_line(const char* code, const std::string& sentence) {
  return one_line(Json{{"code", code}, {"error", sentence}}) + "\n";
}

}  // namespace zermelo::server
