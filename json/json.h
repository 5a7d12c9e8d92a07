// SPDX-License-Identifier: MIT
// JSON as the program and the server write it: one way for both.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "gen/game_spec.h"
#include "gen/text/diagram.h"
#include "gen/value.h"

namespace zermelo {

using Json = nlohmann::ordered_json;  // keys stay in the order in which they were set

// On one line, without a newline. Bytes that are not UTF-8 become U+FFFD.
std::string one_line(const Json& json);
// Indented by two spaces, without a newline.
std::string indented(const Json& json);

// The text, or null if it is empty.
Json text_or_null(const std::string& text);

// Bits per position; null if there are no positions.
Json bits_per_position_json(std::uint64_t bytes, std::uint64_t positions);
Json parameters_json(const GameSpec& game);
// The ranks of a board from the top, one letter per square, as diagram_text draws them.
Json board_json(const Diagram& diagram);
// "black" or "white".
const char* side_name(Colour colour);
// Sets "value" and "plies" (null for a draw); or, for a table of scores, "value" and "score".
void set_value(Json& json, Value value, Metric metric = Metric::distance);

}  // namespace zermelo
