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

// The path "-" is standard input. What is wrong with the bytes is said with the file's name. Throws
// FileError, and what `parse` does.
template <class Parse>
auto parse_file(const std::string& path, Parse&& parse) {
  const bool is_stdin = path == "-";
  const std::string bytes = is_stdin ? read_standard_input() : read_whole_file(path);
  const std::string name = is_stdin ? "standard input" : path;
  try {
    return parse(bytes);
  } catch (const SyntaxError& error) {
    throw SyntaxError(fmt::format("{}: {}", name, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", name, error.what()));
  }
}

// The whole file or none: what stood there before stays until the new bytes are written. Throws
// FileError.
void write_bytes(const std::string& path, const std::string& bytes);
// In ASCII if the path ends in .aag.
proof::AigerForm aiger_form_of(const std::string& path);

// Two-input ANDs.
std::uint64_t strategy_gates(const proof::Strategy& strategy);
// Returns how many bytes there are. An empty path: they are only counted. Throws FileError.
std::uint64_t write_strategy(const proof::Strategy& strategy, const std::string& path);

}  // namespace zermelo
