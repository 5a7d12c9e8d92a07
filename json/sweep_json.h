// SPDX-License-Identifier: MIT
// A sweep as JSON: what `zermelo sweep` prints and keeps of each game.
#pragma once

#include <optional>
#include <span>

#include "json/json.h"
#include "reports/sweep.h"

namespace zermelo {

// docs/sweep.md defines every key.
Json sweep_result_json(const SweepResult& result);
// The reverse; nothing if it is not such a result.
std::optional<SweepResult> sweep_result_from(const Json& json);

// The whole of it, one result for each cell.
Json sweep_json(const Sweep& sweep, std::span<const SweepResult> results);

}  // namespace zermelo
