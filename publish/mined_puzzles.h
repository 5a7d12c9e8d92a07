// SPDX-License-Identifier: MIT
// Puzzles that are mined when a site is made: the page chooses among them.
#pragma once

#include "json/json.h"
#include "publish/static_answers.h"
#include "server/served_table.h"

namespace zermelo::publish {

// {"conditions": [the conditions that can be asked for], "puzzles": [each as the server streams it,
// without its solution, and "meets": [those of the conditions that it meets]]}; at most as many as
// options.puzzles, a share of them for each condition. The table must have puzzles (table.json:
// has.puzzles). The same seed gives the same ones. Throws Interrupted, and as Table::mine.
Json mined_puzzles(const server::ServedTable& table, const AnswerOptions& options);

}  // namespace zermelo::publish
