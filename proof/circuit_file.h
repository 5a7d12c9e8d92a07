// SPDX-License-Identifier: MIT
// Files of circuits: how they are read, with messages that name the file, and how they are written.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "gen/error.h"
#include "gen/text/whole_file.h"
#include "gen/wrong_file.h"
#include "proof/aiger/aiger.h"

namespace zermelo {

// Returns what `use` returns. If `use` finds a fault in the file, the message names the file:
// throws SyntaxError where `use` does, and WrongFile where `use` throws UsageError. The path "-" is
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

// Returns what `parse` makes of the file's bytes. Throws as about_file does, and FileError.
template <class Parse>
auto parse_file(const std::string& path, Parse&& parse) {
  const std::string bytes = path == "-" ? read_standard_input() : read_whole_file(path);
  return about_file(path, [&] { return parse(bytes); });
}

// A file is written as a whole or not at all; a device or a pipe gets as many bytes as it accepts
// (tablebase/format/output_place.h). Throws FileError.
void write_bytes(const std::string& path, const std::string& bytes);
// In ASCII if the path ends in .aag. Returns the number of bytes. With an empty path they are only
// counted. Throws FileError.
std::uint64_t write_aiger(const proof::AigerFile& file, const std::string& path);

}  // namespace zermelo
