// SPDX-License-Identifier: MIT
// What a table says about a position, as JSON.
#pragma once

#include <string>
#include <vector>

#include "json/json.h"
#include "probe/lure.h"
#include "probe/table.h"

namespace zermelo {

// Appends "line" and "line_complete".
void add_line(Json& json, const Line& line);

// "errs" and "slips", from 0 to 1.
Json risk_json(const ErrorRisk& risk);

// "move", the value, and "position" (null if the move ends the game).
Json move_json(const MoveValue& move, Metric metric);

// "counting": what the variant's rule of counting makes of a position with that value
// (probe/endgames.h), if it has one and somebody may count.
void add_counting(Json& json, const Table& table, const std::string& position, Value value);
// The same as a sentence; empty if there is none.
std::string counting_text(const Table& table, const std::string& position, Value value);

}  // namespace zermelo
