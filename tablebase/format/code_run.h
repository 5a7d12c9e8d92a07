// SPDX-License-Identifier: MIT
// Runs of members that are listed by code, with their values: in tables of games whose reachable
// positions are not numbered densely by any index. docs/table-format.md describes the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tablebase/format/block_codec.h"
#include "tablebase/format/file.h"
#include "tablebase/format/symbol_model.h"

namespace zermelo {

// Members in ascending order of code.
struct CodeMembers {
  std::vector<std::uint64_t> codes;
  std::vector<PaletteCode> values;  // one per code

  void clear() {
    codes.clear();
    values.clear();
  }
  bool operator==(const CodeMembers&) const = default;
};

// What the chances of a run's symbols depend on. A code is packed as the gap to the one before: a
// symbol for its number of bits, whose chances depend on those of the two gaps before, and the bits
// as they are. A value is one symbol (two of them if there are more than 256 kinds), whose chances
// depend on the value before and on the gap.
class CodeContexts {
 public:
  // `palette` is the number of values in the slice's palette.
  explicit CodeContexts(std::size_t palette) : is_wide_(palette > 256) {
    symbols_ = is_wide_ ? 256 : palette > gap_widths ? palette : gap_widths;
    groups_ = gap_widths + (is_wide_ ? 256 : palette) + 1;
  }

  static constexpr std::size_t gap_widths = 64;
  bool is_wide() const { return is_wide_; }
  std::size_t groups() const { return groups_; }
  static constexpr std::size_t group() { return 8; }
  std::size_t symbols() const { return symbols_; }

  // Widths are in bits, 0 if there is no such gap.
  static std::uint32_t of_gap(unsigned before, unsigned before_that) {
    return static_cast<std::uint32_t>(before * group() + bucket(before_that));
  }
  // `before` is none() for the first value of a run, and where each value needs two symbols.
  std::uint32_t of_value(std::size_t before, unsigned gap) const {
    return static_cast<std::uint32_t>((gap_widths + before) * group() + bucket(gap));
  }
  std::size_t none() const { return groups_ - gap_widths - 1; }
  // The context of the lower byte, after the upper one.
  static std::uint32_t of_lower(std::uint32_t upper) {
    return static_cast<std::uint32_t>((gap_widths + upper) * group());
  }

 private:
  static constexpr unsigned bucket(unsigned width) {
    return width < 2 ? width : width < 9 ? 2 + (width - 2) / 2 : width < 13 ? 6 : 7;
  }

  bool is_wide_;
  std::size_t groups_, symbols_;
};

// The most members that a run can have.
inline constexpr std::size_t code_run_members = 128;

// A stretch of members that become one run: at least one.
struct CodeStretch {
  const CodeMembers* members;
  std::size_t begin, end;
};

void count_code_run(const CodeStretch& stretch, const CodeContexts& contexts, SymbolCounts& counts);
std::vector<std::byte> pack_code_run(const CodeStretch& stretch, const CodeContexts& contexts,
                                     const SymbolModel& model);

// Unpacks a run, member by member.
class CodeRunReader {
 public:
  // Throws DamagedTable (without a file name), as the members do.
  CodeRunReader(Bytes run, std::uint64_t first_code, std::size_t palette,
                const CodeContexts& contexts, const SymbolModel& model);

  // How many members are left.
  std::size_t left() const { return left_; }
  // The next member; only if there is one.
  void next();
  std::uint64_t code() const { return code_; }
  PaletteCode value() const { return value_; }

 private:
  std::uint64_t raw_bits(unsigned bits);

  const CodeContexts& contexts_;
  Bytes run_;
  SymbolModel::Reader symbols_;
  std::size_t palette_, left_, before_;
  bool is_first_ = true;
  unsigned gap_ = 0, gap_before_ = 0;
  std::uint64_t code_;
  PaletteCode value_ = 0;
  std::size_t raw_at_ = 0;  // bytes taken from the end
  std::uint64_t pending_ = 0;
  unsigned pending_bits_ = 0;
};

}  // namespace zermelo
