// SPDX-License-Identifier: MIT
// Files of strategies and circuits: what all that reads or writes them has in common.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "gen/error.h"
#include "probe/whole_file.h"
#include "proof/strategy/strategy.h"
#include "proof/strategy/strategy_file.h"

namespace zermelo {

// What is wrong with the bytes is said with the file's name. Throws FileError, and what `parse`
// does.
template <class Parse>
auto parse_file(const std::string& path, Parse&& parse) {
  const std::string bytes = read_whole_file(path);
  try {
    return parse(bytes);
  } catch (const SyntaxError& error) {
    throw SyntaxError(fmt::format("{}: {}", path, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

// A file is written as a whole or not at all, and a device or a pipe as far as it takes the bytes
// (tablebase/format/output_place.h). Throws FileError.
void write_bytes(const std::string& path, const std::string& bytes);
// In ASCII if the path ends in .aag.
proof::AigerForm aiger_form_of(const std::string& path);

// Two-input ANDs.
std::uint64_t strategy_gates(const proof::Strategy& strategy);
// Returns how many bytes there are. An empty path: they are only counted. Throws FileError.
std::uint64_t write_strategy(const proof::Strategy& strategy, const std::string& path);

}  // namespace zermelo
