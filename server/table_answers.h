// SPDX-License-Identifier: MIT
// Answers about a table as a whole, and lists of its positions. All throw what Table throws, and
// Refusals for requests that make no sense.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/value.h"
#include "json/json.h"
#include "server/query.h"
#include "server/served_table.h"

namespace zermelo::server {

// `has_puzzles`: whether puzzles can be asked for. `with_slices`: as for a single table; otherwise
// as in the list of all tables.
Json table_json(const ServedTable& table, FileState file, bool has_puzzles, bool with_slices);
Json rules_json(const ServedTable& table);
// That the rules of its game are not here, and how to give them.
std::string rules_missing(const ServedTable& table);

// Best play, with the positions that it leads to and what each move is worth.
Json line_json(const ServedTable& table, const Query& query);
Json solution_json(const ServedTable& table, const Query& query);
std::string picture_svg(const ServedTable& table, const Query& query);

// The way from the start to a position; with `exact` to the position itself, as far as can be
// looked in a second. Throws a Refusal (503) if `ending` becomes true.
Json way_json(const ServedTable& table, const Query& query, const std::atomic<bool>& ending);

// Which positions are drawn: all, or those with a value.
struct Wanted {
  std::optional<Outcome> outcome = {};
  std::optional<int> amount = {};  // plies, moves to the goal, or points
};
// `value` and `amount`.
Wanted wanted_in(const ServedTable& table, const Query& query);
// Positions drawn at random, `count` of them if so many are found. If a value is rare, best play
// from others leads to some. This and many_json throw a Refusal (503) once `ending` is true.
Json random_json(const ServedTable& table, const Query& query, std::uint64_t seed,
                 const Wanted& wanted, const std::atomic<bool>& ending);
// The first of these positions, with their values.
Json listed_json(const ServedTable& table, const std::vector<std::string>& positions,
                 const Query& query);

// The answer to POST /positions.
Json many_json(const ServedTable& table, const std::string& body, const std::atomic<bool>& ending);

}  // namespace zermelo::server
