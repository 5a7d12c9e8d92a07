// SPDX-License-Identifier: MIT
#include "tablebase/lists/list_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

constexpr std::size_t entries_at_a_time = 65536;

// --- The binary form -----------------------------------------------------------------------------

class BinaryList final : public ListReader {
 public:
  explicit BinaryList(Bytes bytes) : bytes_(bytes) {
    if (bytes.size() < list_head_bytes) throw cut_short();
    if (const auto version = number<std::uint32_t>(list_magic.size()); version != list_version) {
      throw SyntaxError(fmt::format("The list has version {}; this program reads version {}.",
                                    version, list_version));
    }
    const std::uint64_t text = number<std::uint32_t>(list_magic.size() + 4);
    if (text > bytes.size() - list_head_bytes) throw cut_short();
    header_ = parse_list_header(text_at(list_head_bytes, text));
    at_ = list_head_bytes + text;
    if (at_ % list_alignment != 0)
      throw SyntaxError(
          fmt::format("The list's header does not end at a multiple of {} bytes.", list_alignment));
    read_end();
  }

  bool next(std::vector<ListEntry>& block) override {
    block.resize(std::min<std::uint64_t>(entries_at_a_time, positions_ - read_));
    for (ListEntry& entry : block) read_entry(entry);
    return !block.empty();
  }
  std::string place_text(const ListEntry& entry) const override {
    return fmt::format("Record {}", entry.place);
  }
  std::uint64_t bytes_read() const override { return at_; }

 private:
  static SyntaxError cut_short() { return SyntaxError("The list is cut short."); }

  template <class T>
  T number(std::size_t at) const {
    return read_integer<T>(bytes_.data() + at);
  }
  std::string_view text_at(std::size_t at, std::size_t size) const {
    return {reinterpret_cast<const char*>(bytes_.data()) + at, size};
  }

  // What is behind the records.
  void read_end() {
    if (bytes_.size() - at_ < list_end_bytes) throw cut_short();
    const std::size_t end = bytes_.size() - list_end_bytes;
    if (text_at(bytes_.size() - list_end_magic.size(), list_end_magic.size()) != list_end_magic)
      throw cut_short();
    const std::uint64_t text = number<std::uint32_t>(end);
    positions_ = number<std::uint64_t>(end + 4);
    const std::uint64_t room = end - at_, size = record_bytes(header_.board);
    const bool fits =
        text <= room && (room - text) % size == 0 && (room - text) / size == positions_;
    if (!fits) throw SyntaxError("The list does not have as many records as it says.");
    slices_ = parse_list_footer(text_at(end - text, text), positions_);
  }

  void read_entry(ListEntry& entry) {
    entry.place = ++read_;
    const auto side = number<std::uint8_t>(at_ + 18);
    const PositionRecord record{.black = number<std::uint64_t>(at_),
                                .white = number<std::uint64_t>(at_ + 8),
                                .value = Value::from_raw(number<std::int16_t>(at_ + 16)),
                                .white_to_move = side == 1,
                                .hole = number<std::uint8_t>(at_ + 19)};
    const PieceRecord pieces = header_.board.pieces ? piece_record(at_ + 20) : PieceRecord{};
    if (side > 1 || !is_on_board(record, header_.board, pieces))
      throw SyntaxError(fmt::format("{} of the list is not a position.", place_text(entry)));
    entry.position.clear();
    append_text(entry.position, record, header_.board, pieces);
    entry.value = record.value;
    at_ += record_bytes(header_.board);
  }

  PieceRecord piece_record(std::size_t at) const {
    return {
        {number<std::uint64_t>(at), number<std::uint64_t>(at + 8), number<std::uint64_t>(at + 16)},
        number<std::uint64_t>(at + 24)};
  }

  Bytes bytes_;
  std::size_t at_ = 0;  // the next record
  std::uint64_t positions_ = 0, read_ = 0;
};

// --- As text -------------------------------------------------------------------------------------

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

std::optional<int> number_after(std::string_view text, std::string_view words, int least,
                                int most = std::numeric_limits<std::int16_t>::max()) {
  if (!text.starts_with(words)) return std::nullopt;
  const auto number = number_in(text.substr(words.size()));
  const bool fits =
      number && *number <= static_cast<std::uint64_t>(most) && static_cast<int>(*number) >= least;
  return fits ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<Value> endless_in(std::string_view text, Metric metric) {
  for (const Outcome outcome : {Outcome::win, Outcome::loss}) {
    const Value value = Value::endless(outcome);
    if (metric == Metric::distance && text == to_string(value)) return value;
  }
  return std::nullopt;
}

// The reverse of to_string, and "rank 7".
std::optional<Value> value_in(std::string_view text, const ListHeader& header) {
  if (header.kind == ListHeader::Kind::strategy) {
    const auto rank = number_after(text, "rank ", 0);
    return rank ? std::optional(Value::of_score(*rank)) : std::nullopt;
  }
  if (text == "draw") return Value::draw();
  if (header.metric == Metric::outcome) {
    if (text == "win") return Value::of_outcome(Outcome::win);
    return text == "loss" ? std::optional(Value::of_outcome(Outcome::loss)) : std::nullopt;
  }
  if (const auto endless = endless_in(text, header.metric)) return endless;
  const bool scores = header.metric == Metric::score;
  const int most = scores ? std::numeric_limits<std::int16_t>::max() : Value::max_plies;
  if (const auto win = number_after(text, scores ? "win by " : "win in ", 1, most))
    return Value::of_score(*win);
  const auto loss = number_after(text, scores ? "loss by " : "loss in ", 1, most);
  return loss ? std::optional(Value::of_score(-*loss)) : std::nullopt;
}

class TextList final : public ListReader {
 public:
  explicit TextList(Bytes bytes)
      : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {
    header_ = parse_list_header(next_line().substr(list_text_begin.size()));
  }

  bool next(std::vector<ListEntry>& block) override {
    std::size_t count = 0;
    block.resize(entries_at_a_time);
    while (!ended_ && count < block.size()) {
      const std::string_view line = next_line();
      if (line.starts_with('#')) {
        read_remark(line);
      } else {
        read_entry(line, block[count++]);
      }
    }
    block.resize(count);
    return count > 0;
  }
  std::string place_text(const ListEntry& entry) const override {
    return fmt::format("Line {}", entry.place);
  }
  std::uint64_t bytes_read() const override { return at_; }

 private:
  std::string_view next_line() {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) throw SyntaxError("The list is cut short.");
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    return line;
  }

  void read_remark(std::string_view line) {
    if (line.starts_with(list_text_slice)) {
      slices_.push_back({std::string(line.substr(list_text_slice.size())), 0});
      return;
    }
    if (!line.starts_with(list_text_end)) fail("is neither a position nor the name of a slice");
    if (number_in(line.substr(list_text_end.size())) != positions_)
      throw SyntaxError("The list does not have as many positions as it says.");
    if (at_ != text_.size()) fail("is the end of the list, and more follows");
    ended_ = true;
  }

  void read_entry(std::string_view line, ListEntry& entry) {
    const std::size_t tab = line.find('\t');
    const auto value =
        tab == std::string_view::npos ? std::nullopt : value_in(line.substr(tab + 1), header_);
    if (!value) fail("is not a position, a tab and a value");
    if (slices_.empty()) fail("is a position that belongs to no slice");
    entry.position = line.substr(0, tab);
    entry.value = *value;
    entry.place = line_;
    ++slices_.back().positions;
    ++positions_;
  }

  [[noreturn]] void fail(const char* why) const {
    throw SyntaxError(fmt::format("Line {} of the list {}.", line_, why));
  }

  std::string_view text_;
  std::size_t at_ = 0;  // the next line
  std::uint64_t line_ = 0, positions_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ListReader> read_list(Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with(list_magic)) return std::make_unique<BinaryList>(bytes);
  if (text.starts_with(list_text_begin)) return std::make_unique<TextList>(bytes);
  throw SyntaxError("This is not a list of positions, in binary form or as text.");
}

}  // namespace zermelo
