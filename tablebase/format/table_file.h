// SPDX-License-Identifier: MIT
// The table file (.ztb): writing one block after another, and reading through a memory map.
// docs/table-format.md describes it byte by byte.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/value.h"
#include "tablebase/format/arrival.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/format/file.h"
#include "tablebase/format/lazy_slices.h"
#include "tablebase/format/slice_directory.h"
#include "tablebase/format/symbol_model.h"
#include "tablebase/format/table_source.h"
#include "tablebase/reports.h"

namespace zermelo {

// The newest version of the format. A table names the oldest one that a reader must know to read
// it.
inline constexpr std::uint32_t table_format_version = 8;

// What the numbers in a table are: plies to the end of the game; by how much it is won; only
// whether it is won, drawn or lost; moves to a puzzle's goal; plies to the next move from which the
// n-move rule counts anew; or plies from its start, by legal moves or by all moves.
inline constexpr char distance_metric[] = "distance", score_metric[] = "score",
                      outcome_metric[] = "outcome", puzzle_metric[] = "moves",
                      zeroing_metric[] = "dtz", reach_metric[] = "reach",
                      reach_all_metric[] = "reach-all-moves";
// What values count in a table of values with that metric.
constexpr Metric metric_named(std::string_view name) {
  return name == score_metric     ? Metric::score
         : name == outcome_metric ? Metric::outcome
         : name == puzzle_metric  ? Metric::moves
         : name == zeroing_metric ? Metric::zeroing
                                  : Metric::distance;
}

inline const char* reach_metric_of(SearchedMoves moves) {
  return moves == SearchedMoves::all ? reach_all_metric : reach_metric;
}

// How the positions of a game with kinds of pieces are numbered (gen/grid/piece_index.h). A number
// means nothing without all of it.
struct IndexHeader {
  bool folded = false;  // positions that differ by an exchange of the colours have one number
  std::uint64_t symmetries = 1;
  std::uint64_t numbers = 0;  // how many there are
  // By slice of the table: the materials in it, in the order of their numbers.
  std::vector<std::vector<std::string>> groups;

  bool operator==(const IndexHeader&) const = default;
};

// In the text of TableFile::own(): the values of the states' bytes, if states are numbers in a
// mixed radix; a table without it knows them by hashes.
inline constexpr const char* own_values_key = "values";

// What is known of a game whose rules are the user's own code (kinds/own/) before its states are
// found.
struct OwnHeader {
  int players = 2;
  std::uint64_t state_bytes = 0;
  std::string hint;  // for people: the name of the file with the rules

  bool operator==(const OwnHeader&) const = default;
};

// What a table says about itself before its values.
struct TableHeader {
  GameSpec game;
  std::string metric;   // one of the above
  std::string creator;  // program and version
  // How it is known which positions the values of a block belong to: by the game's dense index
  // (blocks of block_indices indices each); or the block lists their codes
  // (tablebase/format/code_run.h); or they are the unforced positions from a code on
  // (kinds/stones/stone_table.h); or a diagram in the table ranks them
  // (kinds/ranked/outcome_table.h); or each number of the slice has one, in runs
  // (tablebase/format/value_run.h).
  enum class States : std::uint8_t { indexed, codes, unforced, ranked, numbered };
  States states = States::indexed;
  std::optional<IndexHeader> index = {};  // with States::codes, if the game is numbered so
  std::optional<OwnHeader> own = {};      // with States::codes, if the rules are the user's code
  // Of a shrunk table (tablebase/shrink/shrink.h): the bytes of the table that it was made from.
  std::optional<std::uint64_t> shrunk_from = {};

  std::uint32_t version() const {
    if (leaves_out_loss_plies()) return 8;
    if (shrunk_from) return 7;
    if (states == States::numbered) return 6;
    if (own) return 5;
    if (index) return 4;
    return states == States::indexed ? 1 : states == States::ranked ? 3 : 2;
  }
  // Whether the directory gives each block's first code.
  bool has_first_codes() const { return states != States::indexed; }
  // Whether it is not stored by how many plies positions are lost: that follows from their moves
  // (tablebase/format/shrunk_block.h).
  bool leaves_out_loss_plies() const { return shrunk_from && states == States::indexed; }

  // For a table of values: what they count.
  Metric value_metric() const { return metric_named(metric); }
  bool holds_values() const {
    return metric == distance_metric || value_metric() != Metric::distance;
  }
  // Whether the numbers are distances from the start, and by which moves.
  bool holds_distances() const { return metric == reach_metric || metric == reach_all_metric; }
  SearchedMoves moves() const {
    return metric == reach_all_metric ? SearchedMoves::all : SearchedMoves::legal;
  }
};

// One slice in the table.
struct SliceRecord {
  std::string name;
  // The size of the dense index, or of a ranked set; in other tables, the number of positions that
  // are not over.
  std::uint64_t indices = 0;
  std::uint64_t positions = 0;         // canonical positions, including those won at once
  std::uint64_t members = 0;           // canonical positions with a stored value
  std::vector<Value> palette = {};     // the values that occur, ascending by raw value
  std::vector<Arrival> arrivals = {};  // instead, in a table of distances from the start; ascending
  std::uint64_t directory = 0;         // where the block offsets are in the file
  // The directory's checksum. Tables that were written before there was one have none.
  std::optional<std::uint64_t> directory_checksum = std::nullopt;
  // In a table without dense index: the number of blocks.
  std::optional<std::uint64_t> block_count = std::nullopt;
  // In a shrunk table: the slice has no blocks, since its values follow from those of other slices.
  bool is_left_out = false;
  // In a table that lists codes: about how many bytes of its runs the codes take. In one that
  // leaves out the plies of losses: about how many bytes say which indices are members.
  std::uint64_t code_bytes = 0;
  // Canonical positions by value, where that does not follow from what is stored.
  std::map<Value, std::uint64_t> histogram = {};
  std::vector<std::uint64_t> longest = {};  // and codes of the longest wins among them

  // Whether the lists ascend and can be numbered by PaletteCode.
  bool check() const;
  // How many codes its blocks use.
  std::size_t codes() const { return std::max(palette.size(), arrivals.size()); }
  std::uint64_t blocks() const {
    if (is_left_out) return 0;
    return block_count.value_or((indices + block_indices - 1) / block_indices);
  }
  std::uint64_t indices_in_block(std::uint64_t block) const {
    return block + 1 < blocks() ? block_indices : indices - block * block_indices;
  }
};

// Writes PATH.part and, when it is complete, renames it to PATH. Slices come one after the other,
// blocks of a slice in order. Not thread-safe. All members throw FileError.
class TableWriter {
 public:
  // What is needed to go on after a crash: the part file as it was when this state was taken.
  struct State {
    std::uint64_t length = 0;
    std::vector<SliceRecord> slices;
    // The checksum of all those bytes. (Checkpoints that were written before there was one have
    // none.)
    std::optional<std::uint64_t> checksum = std::nullopt;
  };

  TableWriter(const std::string& path, const TableHeader& header);
  // Goes on with the part file that an earlier writer left; what it wrote after `state` was taken
  // is cut off. Throws DamagedTable if the part file does not begin with what had been written by
  // then.
  TableWriter(const std::string& path, const TableHeader& header, State state);
  ~TableWriter();

  void begin_slice(const SliceRecord& record);
  // `first_code`: in a table without dense index, a code that is not after the block's first one,
  // and is after all codes of the block before.
  void append_block(Bytes encoded, std::uint64_t first_code = 0);
  void end_slice();
  // After end_slice: makes the slices so far survive a crash, and says how to find them.
  State save();
  // Writes the trailer, which lists the slices in this order, and publishes the file.
  enum class Order { as_written, reversed };
  void finish(Order order = Order::as_written);
  // What the trailer says beside the slices of a game whose rules are the user's code: JSON, which
  // kinds/own/ writes and reads.
  void set_own(std::string text) { own_ = std::move(text); }

  static std::string part_path(const std::string& path) { return path + ".part"; }

 private:
  class Hash;
  void write(Bytes bytes);

  std::string path_;
  OutputFile file_;
  std::unique_ptr<Hash> hash_;
  State state_;
  std::string own_;
  bool has_first_codes_;
  bool in_slice_ = false;                             // between begin_slice and end_slice
  std::vector<std::uint64_t> offsets_, first_codes_;  // of the slice being written
};

// A table opened for reading. Opening reads a few pages whatever the table's size; the directory of
// each slice that is asked about is read as a whole, once. Thread-safe, but each thread needs its
// own decoder. Everything that is read is checked before it is trusted: any defect is a
// DamagedTable that names the file.
class TableFile {
 public:
  explicit TableFile(const std::string& path);
  explicit TableFile(std::unique_ptr<const TableSource> source);
  // Opens the slices of an unfinished table, for going on with a solve.
  TableFile(const std::string& part_path, TableHeader header, const TableWriter::State& state);
  ~TableFile();

  const std::string& path() const { return source_->path(); }
  std::uint64_t bytes() const { return source_->size(); }
  const TableHeader& header() const { return header_; }
  const std::vector<SliceRecord>& slices() const { return slices_; }
  // As TableWriter::set_own; empty if there is nothing.
  const std::string& own() const { return own_; }
  // Whether it says there that the states of a game of one's own are known by hashes.
  bool has_hashed_states() const { return has_hashed_states_; }
  // The number of canonical positions of all slices, and how many of them have a stored value.
  std::uint64_t positions() const;
  std::uint64_t members() const;
  // As they are in the file: what stands before the slices; behind them, from body_end() on; and a
  // slice's directory, from slices()[slice].directory on.
  Bytes header_bytes() const { return source_->part(0, header_end_); }
  std::uint64_t body_end() const { return body_end_; }
  Bytes trailer_bytes() const { return source_->part(body_end_, bytes()); }
  Bytes directory_bytes(std::size_t slice) const;
  // The bytes of a slice's blocks, without the directory.
  std::uint64_t slice_bytes(std::size_t slice) const {
    return slices_[slice].directory - slice_begins_[slice];
  }
  // Whether each directory has a checksum. Where one has none, a defect in it may pass unnoticed
  // until check_whole(), and what is said about a position may be wrong.
  bool has_directory_checksums() const;

  // In a table with a dense index; `block` < slices()[slice].blocks(). Of a table that leaves out
  // the plies of losses all losses are some_loss().
  void read_block(BlockCodec& codec, std::size_t slice, std::uint64_t block,
                  BlockContents& contents, BlockParts parts = BlockParts::all) const;

  // Asks the source for a block that will be read soon. Throws DamagedTable if the slice's
  // directory makes no sense.
  void prefetch_block(std::size_t slice, std::uint64_t block) const;

  // Where a block is in the file. Throws DamagedTable if it is not there.
  std::uint64_t block_begin(std::size_t slice, std::uint64_t block) const {
    return directory(slice).begin(block);
  }
  // A block as it is in the file. Throws DamagedTable if it is not there.
  Bytes encoded_block(std::size_t slice, std::uint64_t block) const;
  // The number of the block that has the slice's model: the first one; or, where the plies of
  // losses are left out, one after the last one that has values. Nothing if values are not packed
  // by one.
  std::optional<std::uint64_t> model_block(std::size_t slice) const;

  // In a table without dense index: the number of the block that holds a code if any does, nothing
  // if the slice has no block for it; and the first code that append_block was given for a block.
  std::optional<std::uint64_t> block_of(std::size_t slice, std::uint64_t code) const;
  std::uint64_t first_code(std::size_t slice, std::uint64_t block) const;

  // A newly opened table expects to be read at single places, where the system should read no more
  // than is requested; call this before reading much of it.
  void expect_scan() const { source_->expect_in_order(); }

  // Throw UsageError if this is a table of the other kind.
  void require_values() const;
  void require_distances() const;

  // Compares the checksum of the whole file: reads all of it. Throws DamagedTable.
  void check_whole() const;

  // Whether something that was read is gone from the file: what was read may then be wrong.
  bool was_cut() const { return source_->was_cut(); }
  // Throws DamagedTable with the file's name, for callers that find a defect in what they read.
  [[noreturn]] void damaged(const char* what) const;

 private:
  Bytes slice_of_file(std::uint64_t begin, std::uint64_t end, const char* what) const;
  void read_header();
  void read_trailer();
  // Looks where the directories are, not into them.
  void place_directories();
  const SliceDirectory& directory(std::size_t slice) const {
    return directories_->get(slice, [&] { return load_directory(slice); });
  }
  SliceDirectory load_directory(std::size_t slice) const;
  std::uint64_t blocks_in_directory(const SliceRecord& slice) const;
  // Of a table that leaves out the plies of losses.
  const SymbolModel& model(std::size_t slice) const;

  std::unique_ptr<const TableSource> source_;
  TableHeader header_;
  std::vector<SliceRecord> slices_;
  std::string own_;
  bool has_hashed_states_ = false;
  std::vector<std::uint64_t> slice_begins_;  // where each slice's blocks begin, its directory last
  std::uint64_t header_end_ = 0;
  std::uint64_t body_end_ = 0;  // where the trailer begins
  std::uint64_t whole_checksum_ = 0;
  std::optional<LazySlices<SliceDirectory>> directories_;
  std::optional<LazySlices<SymbolModel>> models_;  // if it leaves out the plies of losses
};

// Calls action(), and adds the file's name to the complaint about a damaged part of it, unless the
// complaint already has it.
template <class Action>
decltype(auto) naming_file(const TableFile& file, Action&& action) {
  try {
    return std::forward<Action>(action)();
  } catch (const DamagedTable& defect) {
    if (defect.names_file()) throw;
    file.damaged(defect.what());
  }
}

}  // namespace zermelo
