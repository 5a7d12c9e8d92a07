// SPDX-License-Identifier: MIT
#include "probe/strategy_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "proof/aiger/aiger.h"

namespace zermelo {

void write_bytes(const std::string& path, const std::string& bytes) {
  const std::string unfinished = path + ".part";
  errno = 0;
  std::ofstream file(unfinished, std::ios::binary);
  file << bytes;
  file.close();
  if (file && std::rename(unfinished.c_str(), path.c_str()) == 0) return;
  const int error = errno;
  std::remove(unfinished.c_str());
  throw FileError(fmt::format("Cannot write {}: {}.", path, std::strerror(error)));
}

proof::AigerForm aiger_form_of(const std::string& path) {
  return path.ends_with(".aag") ? proof::AigerForm::ascii : proof::AigerForm::binary;
}

std::uint64_t strategy_gates(const proof::Strategy& strategy) {
  return proof::parse_aiger(format_strategy(strategy)).ands.size();
}

std::uint64_t write_strategy(const proof::Strategy& strategy, const std::string& path) {
  const std::string bytes = format_strategy(strategy, aiger_form_of(path));
  if (!path.empty()) write_bytes(path, bytes);
  return bytes.size();
}

}  // namespace zermelo
