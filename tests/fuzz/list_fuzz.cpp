// SPDX-License-Identifier: MIT
// Feeds bytes to the reader of lists of positions: they are refused in a sentence, or read to their
// end.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "gen/error.h"
#include "tablebase/lists/list_reader.h"

namespace {

using namespace zermelo;

void require(bool condition) {
  if (!condition) std::abort();
}

void read(Bytes bytes) {
  const auto reader = read_list(bytes);
  require(parse_list_header(header_json(reader->header())) == reader->header());
  std::vector<ListEntry> block;
  std::uint64_t positions = 0;
  while (reader->next(block)) {
    require(!block.empty());
    positions += block.size();
    for (const ListEntry& entry : block) require(!reader->place_text(entry).empty());
  }
  require(reader->bytes_read() <= bytes.size());
  for (const ListSlice& slice : reader->slices()) positions -= slice.positions;
  require(positions == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read({reinterpret_cast<const std::byte*>(data), size});
  } catch (const Error& error) {
    require(*error.what() != '\0');
  }
  return 0;
}
