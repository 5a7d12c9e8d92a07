// SPDX-License-Identifier: MIT
// Reads strategies from AIGER files; docs/proofs.md describes them in full detail. They are written
// by proof/strategy/strategy_output.h.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "proof/check/strategy.h"

namespace zermelo::proof {

// The first line of the comment of every strategy.
inline constexpr std::string_view strategy_first_line = "zermelo strategy 1";
// Parameters of games in BDDL that are whole texts: the comment has a line for each line of theirs.
inline constexpr std::array text_parameters = {"domain", "problem"};

inline bool is_text_parameter(const std::string& name) {
  return std::ranges::find(text_parameters, name) != text_parameters.end();
}

// Inputs and outputs may come in any order, and inputs that nothing depends on may be left out.
// Every move of the owner must have its name. Throws SyntaxError if the bytes are not a strategy,
// UsageError if the game is unknown, has no Boolean model or has other variables or moves.
Strategy parse_strategy(std::string_view bytes);

}  // namespace zermelo::proof
