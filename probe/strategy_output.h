// SPDX-License-Identifier: MIT
// Files of strategies and circuits: what all that reads or writes them has in common.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "probe/whole_file.h"
#include "proof/strategy/strategy.h"
#include "proof/strategy/strategy_file.h"

namespace zermelo {

// What `use` returns. Where it finds fault with the file, that is said with the file's name: throws
// SyntaxError as `use` does, and what `use` calls wrong usage as WrongFile. The path "-" is
// standard input.
template <class Use>
auto about_file(const std::string& path, Use&& use) {
  const std::string name = path == "-" ? "standard input" : path;
  try {
    return use();
  } catch (const SyntaxError& error) {
    throw SyntaxError(fmt::format("{}: {}", name, error.what()));
  } catch (const UsageError& error) {
    throw WrongFile(fmt::format("{}: {}", name, error.what()));
  }
}

// What `parse` makes of the file's bytes. Throws as about_file does, and FileError.
template <class Parse>
auto parse_file(const std::string& path, Parse&& parse) {
  const std::string bytes = path == "-" ? read_standard_input() : read_whole_file(path);
  return about_file(path, [&] { return parse(bytes); });
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
