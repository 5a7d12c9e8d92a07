// SPDX-License-Identifier: MIT
// Blocks of a table without dense index: packed values (symbol_model.h) in runs that can be
// unpacked separately, each with the code of its first member, or, if all runs of a slice have as
// many codes, without. What else a run says about its
// members is up to the code that packs it: nothing where they follow from the rules
// (kinds/stones/stone_table.h), or their codes (code_run.h). docs/table-format.md describes the
// bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tablebase/format/file.h"
#include "tablebase/format/symbol_model.h"

namespace zermelo {

// The most values in a run of unforced positions, and the most runs in a block.
inline constexpr std::size_t run_values = 192, block_runs = 16;

// Assembles runs into a block.
class RunBlockBuilder {
 public:
  // `stride`: how far the first codes of runs are apart; 0 if that varies, and is written.
  explicit RunBlockBuilder(std::uint64_t stride = 0) : stride_(stride) {}

  // Whether a run that begins with that code fits in. Codes ascend.
  bool has_room(std::uint64_t first_code) const;
  void add(std::uint64_t first_code, Bytes run);
  bool empty() const { return firsts_.empty(); }
  std::uint64_t first_code() const { return firsts_.front(); }
  // The block; afterwards the builder is empty. `identity` is as in block_identity.
  std::vector<std::byte> take(std::uint64_t identity);

 private:
  std::uint64_t stride_;
  std::vector<std::uint64_t> firsts_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::byte> runs_;
};

// A view of a block.
class RunBlock {
 public:
  // `stride` is as in RunBlockBuilder. Throws DamagedTable (without a file name).
  RunBlock(Bytes bytes, std::uint64_t identity, std::uint64_t first_code, std::uint64_t stride = 0);

  std::size_t runs() const { return runs_; }
  std::uint64_t first_code(std::size_t run) const;
  // The run that holds a code if any does; nothing if all begin after it.
  std::optional<std::size_t> run_of(std::uint64_t code) const;
  Bytes run(std::size_t run) const;

 private:
  std::size_t head() const;
  std::uint32_t size_of(std::size_t run) const;

  Bytes bytes_;
  std::uint64_t first_code_, stride_;
  std::size_t runs_;
};

// How many bytes of an encoded block say where its runs begin; 0 if it is cut short. `has_firsts`:
// whether first codes are written.
std::size_t place_bytes_of_block(Bytes encoded, bool has_firsts);

// A model with a checksum: a slice's first block.
std::vector<std::byte> model_block(const SymbolModel& model, std::uint64_t identity);
// Throws DamagedTable (without a file name).
SymbolModel read_model_block(Bytes bytes, std::uint64_t identity, std::size_t groups,
                             std::size_t group, std::size_t symbols);

}  // namespace zermelo
