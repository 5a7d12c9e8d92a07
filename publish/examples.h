// SPDX-License-Identifier: MIT
// Positions of every value that a table has, for "a win of N plies".
#pragma once

#include "json/json.h"
#include "publish/static_answers.h"
#include "server/served_table.h"

namespace zermelo::publish {

// {"complete", "examples": [{"position", and its value as the server tells it}, ...]}: one position
// for each outcome and each number of plies, points or moves, the first that a walk over the table
// comes to; wins before draws and losses, small numbers first. `complete` is false if the walk was
// ended since the table has very many positions; then rare values may be missing, but for those of
// the positions `longest`. For a table of values. Throws Interrupted, and as Table::walk.
Json examples(const server::ServedTable& table, const std::vector<std::string>& longest,
              const AnswerOptions& options);

}  // namespace zermelo::publish
