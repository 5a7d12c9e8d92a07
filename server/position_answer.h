// SPDX-License-Identifier: MIT
// What a table says about a position, with all that a picture of it needs, so that a program that
// draws it need not know the rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/json.h"
#include "probe/lure.h"
#include "server/query.h"
#include "server/served_table.h"

namespace zermelo::server {

// The position that a query asks about, by `position`, or by `cells`, `hands` and `turn`;
// otherwise the start. In the game's notation; whether it is legal is not yet known. Throws a
// Refusal (400).
std::string position_of(const ServedTable& table, const Query& query);

// A position as it is typed in an address: '_' stands for a space, and several spaces count as one.
std::string tidy_position(std::string_view text);

// Throws IllegalPosition; and a Refusal (404), which holds the same except values, if the table
// does not cover the position. A position in which the game is over has an answer.
// With Style::lure the best moves have "opponent", and come in the order of that style.
Json position_answer(const ServedTable& table, const std::string& position, bool with_moves,
                     Style style = Style::plain);

// The same, but a position that the table does not cover has an answer, too: with "code" and
// "error", as the body of that refusal.
Json answer_or_absence(const ServedTable& table, const std::string& position, bool with_moves,
                       Style style = Style::plain);

// style=plain or lure; plain if it is not there. Throws a Refusal (400).
Style style_in(const Query& query);

// Appends the value of a position or move: "value", "plies" (or "score") and "text", or
// "plies_from_start" and "text".
void add_value(Json& json, const ServedTable& table, Value value);
void add_distance(Json& json, std::optional<int> plies);
// The same keys, all null.
void add_no_value(Json& json, const ServedTable& table);

}  // namespace zermelo::server
