// SPDX-License-Identifier: MIT
// Strategies as AIGER files; docs/proofs.md describes them in full detail.
#pragma once

#include <string>
#include <string_view>

#include "proof/check/strategy.h"

namespace zermelo::proof {

enum class AigerForm { ascii, binary };

std::string format_strategy(const Strategy& strategy, AigerForm form = AigerForm::binary);

// The inverse: inputs and outputs may come in any order, and inputs that nothing depends on may be
// left out. Every move of the owner must have its name. Throws SyntaxError if the bytes are not a
// strategy, UsageError if the game is unknown, has no Boolean model or has other variables or
// moves.
Strategy parse_strategy(std::string_view bytes);

}  // namespace zermelo::proof
