// SPDX-License-Identifier: MIT
#include "tablebase/lists/list_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstring>
#include <iterator>
#include <utility>

#include "gen/parallel.h"
#include "gen/value.h"

namespace zermelo {
namespace {

constexpr std::size_t flushed_bytes = std::size_t{1} << 20;
// Records whose entries one thread makes at a time: they stay in the cache.
constexpr std::size_t portion = 4096;

template <class T>
void append_number(std::string& out, T value) {
  static_assert(std::endian::native == std::endian::little, "files are little-endian");
  const char* const bytes = reinterpret_cast<const char*>(&value);
  out.append(bytes, sizeof value);
}

class BinaryForm final : public ListForm {
 public:
  explicit BinaryForm(ListHeader header) : header_(std::move(header)) {}

  void head(std::string& out) const override {
    std::string text = header_json(header_);
    const std::size_t end = list_head_bytes + text.size();
    text.append((list_alignment - end % list_alignment) % list_alignment, ' ');
    out += list_magic;
    append_number(out, list_version);
    append_number(out, static_cast<std::uint32_t>(text.size()));
    out += text;
  }
  void slice(std::string&, const std::string&) const override {}  // (the footer names them)

  void records(std::string& out, std::span<const PositionRecord> records,
               std::span<const PieceRecord> pieces) const override {
    const std::size_t begin = out.size(), size = record_bytes(header_.board);
    out.resize(begin + records.size() * size);
    char* to = out.data() + begin;
    for (const PositionRecord& record : records) {
      const std::uint32_t rest = static_cast<std::uint16_t>(record.value.raw()) |
                                 std::uint32_t{record.white_to_move} << 16 |
                                 std::uint32_t{record.hole} << 24;
      std::memcpy(to, &record.black, 8);
      std::memcpy(to + 8, &record.white, 8);
      std::memcpy(to + 16, &rest, 4);
      to += size;
    }
    if (header_.board.pieces) put_pieces(out.data() + begin, pieces);
  }

  void tail(std::string& out, const std::vector<ListSlice>& slices) const override {
    const std::string text = footer_json(slices);
    out += text;
    append_number(out, static_cast<std::uint32_t>(text.size()));
    append_number(out, positions_of(slices));
    out += list_end_magic;
  }

 private:
  // Behind what all records have.
  static void put_pieces(char* to, std::span<const PieceRecord> pieces) {
    for (const PieceRecord& record : pieces) {
      to += list_record_bytes;
      std::memcpy(to, record.kinds.data(), 24);
      std::memcpy(to + 24, &record.hands, 8);
      to += list_pieces_bytes;
    }
  }

  ListHeader header_;
};

class TextForm final : public ListForm {
 public:
  explicit TextForm(ListHeader header) : header_(std::move(header)) {}

  void head(std::string& out) const override {
    (out += list_text_begin) += header_json(header_) + "\n";
  }
  void slice(std::string& out, const std::string& name) const override {
    (out += list_text_slice) += name + "\n";
  }
  void records(std::string& out, std::span<const PositionRecord> records,
               std::span<const PieceRecord> pieces) const override {
    for (std::size_t i = 0; i < records.size(); ++i) {
      append_text(out, records[i], header_.board, pieces_at(pieces, i));
      out += '\t';
      append_worth(out, records[i].value);
      out += '\n';
    }
  }
  void tail(std::string& out, const std::vector<ListSlice>& slices) const override {
    fmt::format_to(std::back_inserter(out), "{}{}\n", list_text_end, positions_of(slices));
  }

 private:
  void append_worth(std::string& out, Value value) const {
    if (header_.kind == ListHeader::Kind::table)
      out += to_string(value, header_.metric);
    else
      fmt::format_to(std::back_inserter(out), "rank {}", value.raw());
  }

  ListHeader header_;
};

class CsvForm final : public ListForm {
 public:
  explicit CsvForm(ListHeader header) : header_(std::move(header)) {}

  void head(std::string& out) const override {
    out += "position,";
    out += is_strategy()                        ? "rank"
           : header_.metric == Metric::distance ? "value,plies"
           : header_.metric == Metric::score    ? "value,points"
                                                : "value";
    out += '\n';
  }
  void slice(std::string&, const std::string&) const override {}

  void records(std::string& out, std::span<const PositionRecord> records,
               std::span<const PieceRecord> pieces) const override {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const PositionRecord& record = records[i];
      append_text(out, record, header_.board, pieces_at(pieces, i));
      out += ',';
      if (!is_strategy()) out += outcome_name(record.value.outcome());
      if (!is_strategy() && header_.metric != Metric::outcome) out += ',';
      if (has_number(record.value)) append_decimal(out, number_of(record.value));
      out += '\n';
    }
  }
  void tail(std::string&, const std::vector<ListSlice>&) const override {}

 private:
  bool is_strategy() const { return header_.kind == ListHeader::Kind::strategy; }
  // (A draw has no plies, nor has endless play.)
  bool has_number(Value value) const {
    if (is_strategy()) return true;
    return header_.metric == Metric::score ||
           (header_.metric == Metric::distance && value.plies() > 0);
  }
  int number_of(Value value) const {
    return is_strategy() ? value.raw() : value.amount(header_.metric);
  }
  static void append_decimal(std::string& out, int number) {
    char digits[12];
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number);
    assert(error == std::errc());
    out.append(digits, end);
  }

  ListHeader header_;
};

}  // namespace

std::unique_ptr<const ListForm> list_form(ExportFormat format, ListHeader header) {
  switch (format) {
    case ExportFormat::text:
      return std::make_unique<TextForm>(std::move(header));
    case ExportFormat::binary:
      return std::make_unique<BinaryForm>(std::move(header));
    case ExportFormat::csv:
      break;
  }
  return std::make_unique<CsvForm>(std::move(header));
}

ListWriter::ListWriter(const std::string& path, ExportFormat format, ListHeader header, int threads)
    // (Records as numbers are only copied, which is not worth being shared.)
    : threads_(format == ExportFormat::binary ? 1 : thread_count(threads)),
      form_(list_form(format, std::move(header))),
      stream_(path) {
  form_->head(buffer_);
}

void ListWriter::begin_slice(const std::string& name) {
  write_waiting();
  form_->slice(buffer_, name);
  slices_.push_back({name, 0});
}

void ListWriter::add(std::span<const PositionRecord> records, std::span<const PieceRecord> pieces) {
  assert(!slices_.empty() && (pieces.empty() || pieces.size() == records.size()));
  slices_.back().positions += records.size();
  positions_ += records.size();
  if (threads_ == 1) return write(records, pieces);
  // (What comes at once may be too little to be shared.)
  waiting_.insert(waiting_.end(), records.begin(), records.end());
  waiting_pieces_.insert(waiting_pieces_.end(), pieces.begin(), pieces.end());
  constexpr std::size_t portions_per_thread = 16, most_portions = 1024;
  const std::size_t portions = portions_per_thread * static_cast<std::size_t>(threads_);
  if (waiting_.size() >= portion * std::min(portions, most_portions)) write_waiting();
}

void ListWriter::write_waiting() {
  write(waiting_, waiting_pieces_);
  waiting_.clear();
  waiting_pieces_.clear();
}

void ListWriter::write(std::span<const PositionRecord> records,
                       std::span<const PieceRecord> pieces) {
  const auto entries = [&](std::uint64_t task) {
    const std::size_t begin = task * portion, size = std::min(portion, records.size() - begin);
    std::string out;
    form_->records(out, records.subspan(begin, size),
                   pieces.empty() ? pieces : pieces.subspan(begin, size));
    return out;
  };
  parallel_in_order((records.size() + portion - 1) / portion, threads_, [&] { return entries; },
                    [&](const std::string& out) {
                      buffer_ += out;
                      if (buffer_.size() >= flushed_bytes) flush();
                    });
}

void ListWriter::finish() {
  write_waiting();
  form_->tail(buffer_, slices_);
  flush();
  stream_.publish();
}

void ListWriter::flush() {
  stream_.write(as_bytes(buffer_));
  bytes_ += buffer_.size();
  buffer_.clear();
}

}  // namespace zermelo
