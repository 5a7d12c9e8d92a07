// SPDX-License-Identifier: MIT
// Answers about chess variants in the form of lila-tablebase, Lichess's server for endgame tables,
// so that its clients work unchanged (docs/lichess-server.md).
#pragma once

#include "json/json.h"
#include "server/query.h"
#include "server/served_table.h"

namespace zermelo::server {

// Both take the position from `fen`, with spaces or underscores, and throw a Refusal (400) if there
// is none, IllegalPosition, DamagedTable, and a Refusal (404) if the table is not of a chess
// variant. What the tables do not tell is null.

// GET /{variant}?fen=: the position and its moves, best first.
Json lila_position_json(const ServedTable& table, const Query& query);
// GET /{variant}/mainline?fen=: best play.
Json lila_mainline_json(const ServedTable& table, const Query& query);

}  // namespace zermelo::server
