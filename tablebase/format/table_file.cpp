// SPDX-License-Identifier: MIT
#include "tablebase/format/table_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "tablebase/format/context.h"
#include "tablebase/format/run_block.h"
#include "tablebase/format/shrunk_block.h"
#include "tablebase/format/slice_json.h"

namespace zermelo {
namespace {

using nlohmann::json;

using States = TableHeader::States;
constexpr std::array<std::string_view, 5> state_words = {"index", "codes", "quiet", "ranked",
                                                         "numbers"};
constexpr std::size_t index_of(States states) { return static_cast<std::size_t>(states); }

constexpr char head_magic[] = "ZERMELO\n";  // 8 bytes without the final zero, as is the next
constexpr char tail_magic[] = "OLEMREZ\n";
constexpr std::size_t magic_bytes = 8;
constexpr std::size_t file_head_bytes =
    magic_bytes + 4 + 4;  // magic, version, length of the header text
constexpr std::size_t footer_bytes = 5 * 8 + magic_bytes;

void append_magic(std::vector<std::byte>& out, const char* magic) {
  for (std::size_t i = 0; i < magic_bytes; ++i) out.push_back(static_cast<std::byte>(magic[i]));
}

bool has_magic(Bytes bytes, const char* magic) {
  return bytes.size() >= magic_bytes && std::memcmp(bytes.data(), magic, magic_bytes) == 0;
}

void append(std::vector<std::byte>& out, Bytes bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

std::string dumped(const json& text) {
  try {
    return text.dump();
  } catch (const json::type_error&) {  // the rules of a game may be any file's bytes
    throw UsageError(
        "A table describes its game in UTF-8, but the rules of this game are not UTF-8.");
  }
}

std::vector<std::byte> encode_header(const TableHeader& header) {
  json text = {{"game", header.game.name},
               {"parameters", header.game.parameters},
               {"metric", header.metric},
               {"creator", header.creator}};
  if (header.states != States::indexed) text["states"] = state_words[index_of(header.states)];
  if (const std::optional<IndexHeader>& index = header.index) {
    text["index"] = {{"folded", index->folded},
                     {"symmetries", index->symmetries},
                     {"numbers", index->numbers},
                     {"groups", index->groups}};
  }
  if (const std::optional<OwnHeader>& own = header.own) {
    text["own"] = {
        {"players", own->players}, {"state_bytes", own->state_bytes}, {"hint", own->hint}};
  }
  if (header.shrunk_from) text["shrunk_from"] = *header.shrunk_from;
  const std::string description = dumped(text);
  std::vector<std::byte> out;
  append_magic(out, head_magic);
  append_integer(out, header.version());
  append_integer(out, static_cast<std::uint32_t>(description.size()));
  append(out, as_bytes(description));
  append_integer(out, checksum(out));
  return out;
}

// Whether the slices follow each other in what was written, each with its directory.
[[maybe_unused]] bool check_state(const TableWriter::State& state, bool has_first_codes) {
  std::uint64_t end = 0;
  for (const SliceRecord& slice : state.slices) {
    if (!slice.check() || slice.directory < end) return false;
    end = slice.directory + SliceDirectory::bytes_of(slice.blocks(), has_first_codes);
  }
  return end <= state.length;
}

// What only reads tables has one kind of JSON in it, that of answers (json/json.h).
using ReadJson = nlohmann::ordered_json;

ReadJson parse_json(Bytes bytes) {
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  return ReadJson::parse(text, text + bytes.size());
}

}  // namespace

bool SliceRecord::check() const {
  const auto ascends = [](const auto& list, auto projection) {
    return std::ranges::adjacent_find(list, std::ranges::greater_equal(), projection) == list.end();
  };
  return ascends(palette, &Value::raw) && ascends(arrivals, std::identity()) &&
         (palette.empty() || arrivals.empty()) && codes() <= std::size_t{1} << 16;
}

class TableWriter::Hash {
 public:
  Hash() : state_(made(XXH3_createState())) { XXH3_64bits_reset(state_.get()); }
  void add(Bytes bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }
  std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  Context<XXH3_state_t, XXH3_freeState> state_;
};

TableWriter::TableWriter(const std::string& path, const TableHeader& header)
    : path_(path),
      file_(part_path(path), OutputFile::Mode::truncate),
      hash_(std::make_unique<Hash>()),
      has_first_codes_(header.has_first_codes()) {
  write(encode_header(header));
}

TableWriter::TableWriter(const std::string& path, const TableHeader& header, State state)
    : path_(path),
      file_(part_path(path), OutputFile::Mode::keep),
      hash_(std::make_unique<Hash>()),
      state_(std::move(state)),
      has_first_codes_(header.has_first_codes()) {
  const MappedFile written(part_path(path));
  const auto expected = encode_header(header);
  const bool long_enough =
      written.bytes().size() >= std::max<std::size_t>(state_.length, expected.size());
  if (!long_enough || !std::equal(expected.begin(), expected.end(), written.bytes().begin())) {
    throw DamagedTable(fmt::format(
        "{} is not the file that the checkpoint was made with; remove the checkpoint to start "
        "again from the beginning.",
        file_.path()));
  }
  hash_->add(written.bytes().first(state_.length));
  if (state_.checksum && hash_->value() != *state_.checksum) {
    throw DamagedTable(
        fmt::format("{} is damaged: its checksum is not that of the checkpoint; remove the "
                    "checkpoint to start again from the beginning.",
                    file_.path()));
  }
  file_.truncate(state_.length);
}

TableWriter::~TableWriter() = default;

void TableWriter::write(Bytes bytes) {
  file_.write(bytes);
  hash_->add(bytes);
  state_.length += bytes.size();
}

void TableWriter::begin_slice(const SliceRecord& record) {
  assert(record.check());
  assert(!in_slice_);
  in_slice_ = true;
  state_.slices.push_back(record);
  offsets_.clear();
  first_codes_.clear();
}

void TableWriter::append_block(Bytes encoded, std::uint64_t first_code) {
  assert(in_slice_);
  assert(first_codes_.empty() || first_codes_.back() <= first_code);
  offsets_.push_back(state_.length);
  if (has_first_codes_) first_codes_.push_back(first_code);
  write(encoded);
}

void TableWriter::end_slice() {
  assert(in_slice_);
  in_slice_ = false;
  offsets_.push_back(state_.length);
  SliceRecord& record = state_.slices.back();
  record.directory = state_.length;
  if (has_first_codes_) record.block_count = offsets_.size() - 1;
  const std::vector<std::byte> directory = SliceDirectory::encode(offsets_, first_codes_);
  record.directory_checksum = checksum(directory);
  write(directory);
}

TableWriter::State TableWriter::save() {
  assert(!in_slice_);
  file_.sync();
  state_.checksum = hash_->value();
  assert(check_state(state_, has_first_codes_));
  return state_;
}

void TableWriter::finish(Order order) {
  assert(!in_slice_);
  if (order == Order::reversed) std::reverse(state_.slices.begin(), state_.slices.end());
  json description = slices_to_json(state_.slices);
  if (!own_.empty()) description["own"] = json::parse(own_);
  const std::string trailer = description.dump();
  const std::uint64_t trailer_at = state_.length;
  write(as_bytes(trailer));
  std::vector<std::byte> footer;
  append_integer(footer, trailer_at);
  append_integer(footer, static_cast<std::uint64_t>(trailer.size()));
  append_integer(footer, checksum(as_bytes(trailer)));
  append_integer(footer, hash_->value());
  append_integer(footer, checksum(footer));
  append_magic(footer, tail_magic);
  assert(footer.size() == footer_bytes);
  file_.write(footer);
  file_.publish_as(path_);
}

TableFile::TableFile(const std::string& path) : TableFile(open_table_source(path)) {}

TableFile::TableFile(std::unique_ptr<const TableSource> source) : source_(std::move(source)) {
  try {
    read_header();
    read_trailer();
    place_directories();
  } catch (const ReadJson::exception&) {
    damaged("its description cannot be understood");
  }
}

TableFile::TableFile(const std::string& part_path, TableHeader header,
                     const TableWriter::State& state)
    : source_(open_table_source(part_path)),
      header_(std::move(header)),
      slices_(state.slices),
      header_end_(encode_header(header_).size()),
      body_end_(state.length) {
  if (bytes() < body_end_) damaged("it is cut short");
  place_directories();
}

TableFile::~TableFile() = default;

void TableFile::damaged(const char* what) const { throw DamagedTable::in_file(path(), what); }

Bytes TableFile::slice_of_file(std::uint64_t begin, std::uint64_t end, const char* what) const {
  if (begin > end || end > bytes()) damaged(what);
  return source_->part(begin, end);
}

void TableFile::read_header() {
  const Bytes head = source_->part(0, std::min<std::uint64_t>(bytes(), file_head_bytes));
  if (!has_magic(head, head_magic)) {
    throw DamagedTable(fmt::format("{} is not a Zermelo table.", path()));
  }
  if (head.size() < file_head_bytes) damaged("it is cut short");
  const auto version = read_integer<std::uint32_t>(head.data() + magic_bytes);
  if (version < 1 || version > table_format_version) {
    throw DamagedTable(fmt::format("{} has table format {}; this program reads formats 1 to {}.",
                                   path(), version, table_format_version));
  }
  const std::uint64_t end =
      file_head_bytes + read_integer<std::uint32_t>(head.data() + magic_bytes + 4);
  const Bytes all = slice_of_file(0, end + 8, "it is cut short");
  if (checksum(all.first(end)) != read_integer<std::uint64_t>(all.data() + end)) {
    damaged("the checksum of its header is wrong");
  }
  header_end_ = end + 8;
  const ReadJson text = parse_json(all.subspan(file_head_bytes, end - file_head_bytes));
  text.at("game").get_to(header_.game.name);
  text.at("parameters").get_to(header_.game.parameters);
  text.at("metric").get_to(header_.metric);
  text.at("creator").get_to(header_.creator);
  const std::string states = text.value("states", "index");
  const auto word = std::ranges::find(state_words, states);
  if (word == state_words.end()) damaged("its states are of an unknown kind");
  header_.states = static_cast<States>(word - state_words.begin());
  if (text.contains("own")) {
    OwnHeader& own = header_.own.emplace();
    own.players = read_number<int>(text.at("own").at("players"));
    own.state_bytes = read_number<std::uint64_t>(text.at("own").at("state_bytes"));
    text.at("own").at("hint").get_to(own.hint);
  }
  if (text.contains("shrunk_from"))
    header_.shrunk_from = read_number<std::uint64_t>(text.at("shrunk_from"));
  if (!text.contains("index")) return;
  const ReadJson& index = text.at("index");
  IndexHeader& described = header_.index.emplace();
  index.at("folded").get_to(described.folded);
  index.at("symmetries").get_to(described.symmetries);
  index.at("numbers").get_to(described.numbers);
  index.at("groups").get_to(described.groups);
}

void TableFile::read_trailer() {
  if (bytes() < footer_bytes) damaged("it is cut short");
  const Bytes footer = source_->part(bytes() - footer_bytes, bytes());
  if (!has_magic(footer.last(magic_bytes), tail_magic)) damaged("it is cut short");
  if (checksum(footer.first(32)) != read_integer<std::uint64_t>(footer.data() + 32)) {
    damaged("the checksum of its footer is wrong");
  }
  body_end_ = read_integer<std::uint64_t>(footer.data());
  const auto length = read_integer<std::uint64_t>(footer.data() + 8);
  if (body_end_ > bytes() || length != bytes() - footer_bytes - body_end_) {
    damaged("its length is not what its footer says");
  }
  const Bytes trailer = source_->part(body_end_, body_end_ + length);
  if (checksum(trailer) != read_integer<std::uint64_t>(footer.data() + 16)) {
    damaged("the checksum of its trailer is wrong");
  }
  whole_checksum_ = read_integer<std::uint64_t>(footer.data() + 24);
  try {
    const ReadJson description = parse_json(trailer);
    slices_ = slices_from_json(description);
    if (const auto own = description.find("own"); own != description.end()) {
      own_ = own->dump();
      has_hashed_states_ = !own->contains(own_values_key);
    }
  } catch (const DamagedTable& defect) {
    damaged(defect.what());
  }
}

// In the file each slice's blocks and directory are together, whatever the order of the list.
void TableFile::place_directories() {
  constexpr const char* outside = "a slice's directory lies outside the file";
  const auto may_leave_out = [&] {
    return header_.shrunk_from &&
           (header_.states == States::unforced || header_.states == States::numbered);
  };
  std::vector<std::size_t> order(slices_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t slice) { return slices_[slice].directory; });
  slice_begins_.resize(slices_.size());
  std::uint64_t begin = header_end_;
  for (const std::size_t i : order) {
    const SliceRecord& slice = slices_[i];
    // (Else rounding up to whole blocks would wrap round.)
    const bool sane =
        slice.indices <= UINT64_MAX - block_indices && slice.blocks() <= body_end_ &&
        slice.directory >= begin && slice.directory <= body_end_ &&
        slice.block_count.has_value() == header_.has_first_codes() &&
        (!slice.is_left_out || may_leave_out()) &&
        (!header_.leaves_out_loss_plies() || slice.palette.size() <= ShrunkContexts::most_palette);
    if (!sane) damaged(outside);
    const std::uint64_t bytes =
        SliceDirectory::bytes_of(blocks_in_directory(slice), header_.has_first_codes());
    if (bytes > body_end_ - slice.directory) damaged(outside);
    slice_begins_[i] = begin;
    begin = slice.directory + bytes;
  }
  directories_.emplace(slices_.size());
  if (header_.leaves_out_loss_plies()) models_.emplace(slices_.size());
}

std::uint64_t TableFile::blocks_in_directory(const SliceRecord& slice) const {
  return slice.blocks() + (header_.leaves_out_loss_plies() ? 1 : 0);
}

Bytes TableFile::directory_bytes(std::size_t slice) const {
  const SliceRecord& record = slices_[slice];
  return source_->part(record.directory,
                       record.directory + SliceDirectory::bytes_of(blocks_in_directory(record),
                                                                   header_.has_first_codes()));
}

SliceDirectory TableFile::load_directory(std::size_t slice) const {
  const SliceRecord& record = slices_[slice];
  const Bytes bytes = directory_bytes(slice);
  source_->expect_whole(bytes);
  return naming_file(*this, [&] {
    return SliceDirectory(bytes, record.directory_checksum, blocks_in_directory(record),
                          slice_begins_[slice], record.directory);
  });
}

bool TableFile::has_directory_checksums() const {
  return std::ranges::all_of(
      slices_, [](const SliceRecord& slice) { return slice.directory_checksum.has_value(); });
}

std::uint64_t TableFile::positions() const {
  std::uint64_t sum = 0;
  for (const SliceRecord& slice : slices_) sum += slice.positions;
  return sum;
}

std::uint64_t TableFile::members() const {
  std::uint64_t sum = 0;
  for (const SliceRecord& slice : slices_) sum += slice.members;
  return sum;
}

Bytes TableFile::encoded_block(std::size_t slice, std::uint64_t block) const {
  assert(block < blocks_in_directory(slices_[slice]));
  const SliceDirectory& blocks = directory(slice);
  const std::uint64_t begin = blocks.begin(block);
  return source_->part(begin, blocks.end(block));
}

void TableFile::prefetch_block(std::size_t slice, std::uint64_t block) const {
  const SliceDirectory& blocks = directory(slice);
  source_->prefetch(blocks.begin(block), blocks.end(block));
}

std::optional<std::uint64_t> TableFile::block_of(std::size_t slice, std::uint64_t code) const {
  return directory(slice).block_of(code);
}

std::uint64_t TableFile::first_code(std::size_t slice, std::uint64_t block) const {
  return directory(slice).first_code(block);
}

std::optional<std::uint64_t> TableFile::model_block(std::size_t slice) const {
  if (header_.leaves_out_loss_plies()) return slices_[slice].blocks();
  const bool has_model = header_.has_first_codes() && slices_[slice].blocks() > 0;
  return has_model ? std::optional<std::uint64_t>(0) : std::nullopt;
}

const SymbolModel& TableFile::model(std::size_t slice) const {
  return models_->get(slice, [&] {
    const std::uint64_t block = *model_block(slice);
    const ShrunkContexts contexts(slices_[slice].palette);
    return read_model_block(encoded_block(slice, block), block_identity(slice, block),
                            contexts.groups(), contexts.group(), contexts.symbols());
  });
}

void TableFile::read_block(BlockCodec& codec, std::size_t slice, std::uint64_t block,
                           BlockContents& contents, BlockParts parts) const {
  const SliceRecord& record = slices_[slice];
  naming_file(*this, [&] {
    const std::uint64_t indices = record.indices_in_block(block);
    const std::uint64_t identity = block_identity(slice, block);
    if (header_.leaves_out_loss_plies()) {
      read_shrunk_block(encoded_block(slice, block), indices, ShrunkContexts(record.palette),
                        model(slice), identity, contents);
    } else {
      codec.decode(encoded_block(slice, block), indices, identity, record.codes(), contents, parts);
    }
  });
}

void TableFile::require_values() const {
  if (!header_.holds_distances()) return;
  throw WrongFile(fmt::format("{} holds distances from the start and no values.", path()));
}

void TableFile::require_distances() const {
  if (header_.holds_distances()) return;
  throw WrongFile(fmt::format("{} holds values and no distances from the start.", path()));
}

void TableFile::check_whole() const {
  expect_scan();
  if (checksum(source_->part(0, bytes() - footer_bytes)) != whole_checksum_) {
    damaged("the checksum of the whole file is wrong");
  }
}

}  // namespace zermelo
