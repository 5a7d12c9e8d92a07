// SPDX-License-Identifier: MIT
// Strategies as AIGER files, written; docs/proofs.md describes them in full detail. They are read
// by proof/check/strategy_file.h.
#pragma once

#include <cstdint>
#include <string>

#include "proof/aiger/aiger.h"
#include "proof/check/strategy.h"

namespace zermelo {
namespace proof {

// parse_strategy finds the same strategy in the file again.
AigerFile aiger_of(const Strategy& strategy);
std::string format_strategy(const Strategy& strategy, AigerForm form = AigerForm::binary);

}  // namespace proof

// Two-input ANDs.
std::uint64_t strategy_gates(const proof::Strategy& strategy);
// Returns the number of bytes. With an empty path they are only counted. Throws FileError.
std::uint64_t write_strategy(const proof::Strategy& strategy, const std::string& path);

}  // namespace zermelo
