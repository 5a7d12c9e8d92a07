// SPDX-License-Identifier: MIT
#include "proof/circuit_file.h"

#include "tablebase/format/output_place.h"

namespace zermelo {

void write_bytes(const std::string& path, const std::string& bytes) {
  write_output(path, as_bytes(bytes));
}

std::uint64_t write_aiger(const proof::AigerFile& file, const std::string& path) {
  using proof::AigerForm;
  const AigerForm form = path.ends_with(".aag") ? AigerForm::ascii : AigerForm::binary;
  const std::string bytes = format_aiger(file, form);
  if (!path.empty()) write_bytes(path, bytes);
  return bytes.size();
}

}  // namespace zermelo
