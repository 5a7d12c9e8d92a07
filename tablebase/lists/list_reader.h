// SPDX-License-Identifier: MIT
// Reads lists of positions in their binary form and as text, whoever wrote them: everything that
// does not fit is a SyntaxError.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gen/value.h"
#include "tablebase/format/file.h"
#include "tablebase/lists/list_header.h"

namespace zermelo {

struct ListEntry {
  std::string position;  // in a list as text not yet known to be one
  Value value;           // or a strategy's rank
  std::uint64_t place = 0;
};

// One thread at a time. Members throw SyntaxError.
class ListReader {
 public:
  virtual ~ListReader() = default;

  const ListHeader& header() const { return header_; }
  // Replaces the contents of `block` by the next entries, of which there is at least one; returns
  // false at the end, after everything behind the entries has been checked.
  virtual bool next(std::vector<ListEntry>& block) = 0;
  // Where an entry is: "Record 5", "Line 7".
  virtual std::string place_text(const ListEntry& entry) const = 0;
  // How far it has come.
  virtual std::uint64_t bytes_read() const = 0;
  // Complete when next() has returned false.
  const std::vector<ListSlice>& slices() const { return slices_; }

 protected:
  ListHeader header_;
  std::vector<ListSlice> slices_;
};

// The bytes must outlive the reader.
std::unique_ptr<ListReader> read_list(Bytes bytes);

}  // namespace zermelo
