// SPDX-License-Identifier: MIT
// One block of a slice whose members are listed by code: the codes, and the values. Members stand
// in order of code. docs/table-format.md describes the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tablebase/block_codec.h"
#include "tablebase/file.h"

namespace zermelo {

struct CodeBlock {
  std::vector<std::uint64_t> codes;  // ascending, at most block_indices
  std::vector<PaletteCode> values;   // one a code

  // The value of a member; nothing if the code is none.
  std::optional<PaletteCode> find(std::uint64_t code) const;
  bool operator==(const CodeBlock&) const = default;
};

// Packs and unpacks such blocks. Keeps compression contexts: one a thread.
class CodeBlockCodec {
 public:
  // `identity` and `palette` as in BlockCodec.
  std::vector<std::byte> encode(const CodeBlock& block, std::uint64_t identity,
                                std::size_t palette);
  // Throws DamagedTable (without a file name; callers add it).
  void decode(Bytes bytes, std::uint64_t identity, std::size_t palette, CodeBlock& block);

 private:
  SectionCodec sections_;
};

// How many bytes of an encoded block say which codes it holds; 0 if it is cut short.
std::size_t code_bytes_of_block(Bytes encoded);

}  // namespace zermelo
