// SPDX-License-Identifier: MIT
// The values of a whole table of a game of one's own, in memory: for whatever asks for most of them
// (mining, verifying).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gen/value.h"
#include "kinds/codes/loaded_codes.h"
#include "kinds/own/read.h"

namespace zermelo {

// Immutable and thread-safe once constructed. The table must outlive it.
class LoadedOwnValues final : public OwnValueSource {
 public:
  // Reads the whole file with so many threads (0: all processors). Throws DamagedTable, and what
  // `look` throws, which is called every so often.
  LoadedOwnValues(const OwnTable& table, int threads, const LoadedCodes::Look& look)
      : table_(table), members_(table.file(), threads, look, table.codes().size()) {}

  // The table's only slice: codes and values by number.
  const CodeSet& codes() const { return members_.members(0); }
  Value value_of(std::uint64_t number) const { return members_.value(0, number); }

  // The number of a state that represents its images; nothing if the table lacks it.
  std::optional<std::uint64_t> number(const OwnState& image) const {
    const std::optional<std::uint64_t> code = table_.codes().encode(image);
    return code ? codes().find(*code) : std::nullopt;
  }
  std::optional<Value> find(const OwnState& image) const override {
    const std::optional<std::uint64_t> at = number(image);
    return at ? std::optional(value_of(*at)) : std::nullopt;
  }
  const std::string& path() const override { return table_.path(); }

 private:
  const OwnTable& table_;
  LoadedCodes members_;
};

}  // namespace zermelo
