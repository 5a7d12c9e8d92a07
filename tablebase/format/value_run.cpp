// SPDX-License-Identifier: MIT
#include "tablebase/format/value_run.h"

namespace zermelo {

void count_value_run(std::span<const std::uint8_t> values, const ValueContexts& contexts,
                     SymbolCounts& counts) {
  for (std::size_t i = 0; i < values.size(); ++i)
    counts.add(contexts.of(values.data(), i), values[i]);
}

std::vector<std::byte> pack_value_run(std::span<const std::uint8_t> values,
                                      const ValueContexts& contexts, const SymbolModel& model) {
  assert(values.size() <= contexts.run_numbers());
  if (contexts.symbols() == 1) return {};
  std::array<SymbolModel::Step, outcome_run_numbers> steps;
  for (std::size_t i = 0; i < values.size(); ++i)
    steps[i] = {contexts.of(values.data(), i), values[i]};
  std::vector<std::byte> packed;
  model.pack(std::span(steps).first(values.size()), packed);
  return packed;
}

}  // namespace zermelo
