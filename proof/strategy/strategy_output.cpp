// SPDX-License-Identifier: MIT
#include "proof/strategy/strategy_output.h"

#include "proof/aiger/aiger.h"
#include "tablebase/format/output_place.h"

namespace zermelo {

void write_bytes(const std::string& path, const std::string& bytes) {
  write_output(path, as_bytes(bytes));
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
