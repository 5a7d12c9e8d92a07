// SPDX-License-Identifier: MIT
// What the verbs `hybrid` of one process and of ranks have in common: their options, Ctrl-C,
// progress, the layers as they come, and what it cost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/table_run.h"
#include "gen/game_spec.h"
#include "kinds/ranked/solve_hybrid.h"

namespace zermelo::cli {

struct HybridArguments : LongRunOptions {
  GameArgument game;
  std::string output, method = "hybrid", memory = "4G", goal_test = "direct", layers;
  bool json = false, going_on = false;
};

void add_hybrid_arguments(Arguments& verb, HybridArguments& o);

// All parameters filled in. Throws UsageError.
GameSpec hybrid_game(const HybridArguments& o);
// The options for the library, with Ctrl-C in place, and without progress. Throws UsageError.
HybridOptions hybrid_options(const HybridArguments& o);
// Calls work(options) with that, the progress line and one row per layer.
HybridReport run_hybrid(const HybridArguments& o,
                        const std::function<HybridReport(const HybridOptions&)>& work);

// Prints the results and what they cost, with the verb's own rows (in JSON, keys) in between.
void print_hybrid(const HybridArguments& o, const HybridReport& report,
                  const std::vector<std::vector<std::string>>& rows = {});
void print_hybrid_json(const HybridArguments& o, const HybridReport& report,
                       const Json& own = Json::object());

}  // namespace zermelo::cli
