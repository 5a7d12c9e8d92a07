// SPDX-License-Identifier: MIT
// Games in BDDL behind the Engine interface.
#pragma once

#include <memory>

#include "gen/game_spec.h"
#include "probe/engine.h"

namespace zermelo::bddl {

// The spec of a game whose rules are in two files: its parameters hold their texts. `stuck` is
// "draw", "loss" or empty for the default. Throws FileError, SyntaxError or UsageError.
GameSpec read_game(const std::string& domain_path, const std::string& problem_path,
                   const std::string& stuck);

// Of a spec like that. Throws SyntaxError or UsageError.
std::unique_ptr<Engine> make_bddl_engine(const GameSpec& spec);

}  // namespace zermelo::bddl
