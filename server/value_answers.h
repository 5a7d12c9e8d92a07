// SPDX-License-Identifier: MIT
// Answers from a table's values, as the server gives them and a site without a server
// (wasm/module.h): what needs neither threads nor a count of the whole table.
#pragma once

#include <atomic>
#include <functional>

#include "server/http.h"
#include "server/query.h"
#include "server/routes.h"
#include "server/served_table.h"

namespace zermelo::server {

// Rules, positions, lines, ways, pictures, solutions, positions drawn at random. Throws what
// server/table_answers.h and server/position_answer.h throw; a Refusal (404) for other endpoints.
Response answer_of_values(const ServedTable& table, Endpoint endpoint, const Query& query,
                          const std::atomic<bool>& ending);

// Parameters that an address does not know are refused, not ignored: an answer to a different
// question would look like the one that was asked for. Throws a Refusal (400). `table` may be null.
void require_known_parameters(const Route& route, const ServedTable* table);

// What answer() returns; or, if it throws an Error, the answer that says so. What befalls the
// server rather than a client is logged. Throws Refusals. `table` may be null.
Response answer_or_failure(const ServedTable* table, const Log& log,
                           const std::function<Response()>& answer);

}  // namespace zermelo::server
