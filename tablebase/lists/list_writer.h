// SPDX-License-Identifier: MIT
// Writes lists of positions, as they come, in each of their forms.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/position_record.h"
#include "tablebase/format/output_place.h"
#include "tablebase/lists/export_options.h"
#include "tablebase/lists/list_header.h"

namespace zermelo {

// How a list is written: appends to `out`.
class ListForm {
 public:
  virtual ~ListForm() = default;
  virtual void head(std::string& out) const = 0;
  virtual void slice(std::string& out, const std::string& name) const = 0;
  // `pieces`: what the records lack, in games with kinds of pieces; otherwise empty.
  virtual void records(std::string& out, std::span<const PositionRecord> records,
                       std::span<const PieceRecord> pieces) const = 0;
  virtual void tail(std::string& out, const std::vector<ListSlice>& slices) const = 0;
};
std::unique_ptr<const ListForm> list_form(ExportFormat format, ListHeader header);

// One thread at a time. Members throw FileError.
class ListWriter {
 public:
  // `threads`: that make texts of records; 0 means one per processor. The bytes are the same.
  ListWriter(const std::string& path, ExportFormat format, ListHeader header, int threads = 1);

  void begin_slice(const std::string& name);
  // Of the slice that was begun last; `pieces` as of PositionWalk.
  void add(std::span<const PositionRecord> records, std::span<const PieceRecord> pieces = {});
  // To be called at the end; until then the file is not there.
  void finish();

  std::uint64_t positions() const { return positions_; }
  std::uint64_t bytes() const { return bytes_; }
  const std::vector<ListSlice>& slices() const { return slices_; }

 private:
  void write_waiting();
  void write(std::span<const PositionRecord> records, std::span<const PieceRecord> pieces);
  void flush();

  int threads_;
  std::unique_ptr<const ListForm> form_;
  OutputStream stream_;
  std::vector<PositionRecord> waiting_;  // until there are enough for all threads
  std::vector<PieceRecord> waiting_pieces_;
  std::string buffer_;
  std::vector<ListSlice> slices_;
  std::uint64_t positions_ = 0, bytes_ = 0;
};

}  // namespace zermelo
