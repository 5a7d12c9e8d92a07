// SPDX-License-Identifier: MIT
// Feeds damaged tables to the reader. The input edits one of several small solved tables, part by
// part, and the checksums are corrected again, so that the code behind them is reached: the table
// is refused with one of our exceptions, or answers questions, with whatever values, without a
// crash.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/parameters.h"
#include "probe/games.h"
#include "probe/table.h"
#include "probe/table_maker.h"
#include "probe/table_reader.h"
#include "tablebase/format/block_checksum.h"
#include "tablebase/format/table_file.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/game_parameters.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace zermelo;

// Instructions read from the input; zeros when it is used up.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return size_ == 0; }
  std::uint64_t number(int bytes) {
    std::uint64_t result = 0;
    for (int i = 0; i < bytes && size_ > 0; ++i, --size_) result = result << 8 | *data_++;
    return result;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

// Overwrites, cuts or lengthens.
void edit(std::vector<std::byte>& bytes, Input& input) {
  switch (input.number(1) % 4) {
    case 0:
      bytes.resize(input.number(2) % (bytes.size() + 1));
      break;
    case 1:
      bytes.insert(bytes.end(), input.number(1), std::byte{0x41});
      break;
    default:
      if (bytes.empty()) break;
      const std::size_t at = input.number(2) % bytes.size();
      const std::uint64_t count = 1 + input.number(1) % 8;
      for (std::size_t i = at; i < std::min(at + count, bytes.size()); ++i) {
        bytes[i] = static_cast<std::byte>(input.number(1));
      }
  }
}

void put(std::vector<std::byte>& bytes, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 8 && at + i < bytes.size(); ++i) {
    bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
  }
}

// A block begins with its checksum.
void mend_block(std::vector<std::byte>& block, std::uint64_t identity) {
  if (block.size() >= block_checksum_bytes) put_block_checksum(block, identity);
}

// A table to begin with.
struct Seed {
  test::TemporaryFolder folder;
  std::string path = folder.file("seed.ztb"), fuzzed = folder.file("fuzzed.ztb");
  std::shared_ptr<const Game> game;
  const TableKind* kind;
  GameWork work;
  const TableMaker* maker;  // of that kind
  std::shared_ptr<const TableFile> file;
  std::string bytes;
  std::vector<std::string> positions;

  explicit Seed(const GameSpec& spec, const std::vector<std::string>& more = {},
                const char* metric = nullptr)
      : game(make_game(spec)),
        kind(metric == nullptr ? game->kinds().front().get() : game->kind(metric)),
        work(work_of(*game)),
        maker(&maker_of(work, kind->metric())),
        positions(more) {
    kind->solve(path, {});
    bytes = test::read_whole(path);
    file = std::make_shared<const TableFile>(path);
    const auto reader = kind->open(file);
    for (std::size_t i = 0; i < file->slices().size(); ++i) {
      for (std::uint64_t index = 0; index < reader->indices(i); index += 53) {
        if (const auto p = reader->position_at({i, index})) positions.push_back(*p);
      }
    }
  }
};

// One table for each way to store values: by a dense index, by stones, by codes (with few values
// and with scores), and one that holds its rules; and one ranked by diagrams.
std::deque<Seed>& seeds() {
  static std::deque<Seed> seeds;
  if (!seeds.empty()) return seeds;
  seeds.emplace_back(test::spec_of({3, 2, 1, 4, false}),
                     std::vector<std::string>{"ww1/1o1/bb1 b a1U"});
  seeds.emplace_back(GameSpec{"connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}});
  seeds.emplace_back(GameSpec{"breakthrough", {{"columns", "2"}, {"rows", "5"}}});
  seeds.emplace_back(GameSpec{"othello", {{"rows", "3"}, {"cols", "4"}, {"metric", "score"}}});
  seeds.emplace_back(test::bddl_spec(test::shipped_games / "shapes/3x3-el.bddl"));
  seeds.emplace_back(GameSpec{"connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}}},
                     std::vector<std::string>{}, outcome_metric);
  return seeds;
}

// The one that the input has chosen.
Seed* chosen_seed = nullptr;
Seed& seed() { return *chosen_seed; }

void ask(const TableReader& reader) {
  const ValueReader& values = *reader.values();
  for (const std::string& p : seed().positions) {
    try {
      values.value(p);
      values.moves(p);
      values.line(p, 10);
      if (const auto number = reader.index_of(p)) reader.position_at(*number);
    } catch (const Error&) {
    }
  }
}

// Making a game is slow, so only tables of other games get a new one.
void ask(const std::string& path) {
  try {
    const auto file = std::make_shared<const TableFile>(path);
    const OpenTable table{file, seed().kind->open(file)};
    if (!table.reader) {
      Table::open(path);
      return;
    }
    ask(*table.reader);
    const TableMaker& maker = *seed().maker;
    const ValueWork& values = *maker.values();
    for (const bool states : {false, true}) values.stats(table, {.threads = 1}, states);
    maker.verify(table, {.threads = 1});
    std::vector<PositionRecord> block;
    for (const auto walk = values.walk(table, {.threads = 1}); walk->next(block);) {
    }
    if (file->header().value_metric() == Metric::outcome) return;
    MineOptions options;
    options.limit = 3;
    options.threads = 1;
    values.mine(table, {}, options, [](const Puzzle&) { return true; });
  } catch (const Error&) {
  }
}

// Blocks are edited behind their own checksums; directories, trailer and footer are rewritten.
void fuzz_blocks(Input& input) {
  const std::uint64_t chosen = input.number(1);
  const TableFile& file = *seed().file;
  TableWriter writer(seed().fuzzed, file.header());
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& record = file.slices()[i];
    writer.begin_slice(record);
    for (std::uint64_t b = 0; b < record.blocks(); ++b, ++number) {
      const Bytes encoded = file.encoded_block(i, b);
      std::vector<std::byte> block(encoded.begin(), encoded.end());
      if (number % 2 == chosen % 2 || record.blocks() == 1) {
        for (int edits = 0; edits < 4 && !input.empty(); ++edits) edit(block, input);
        mend_block(block, block_identity(i, b));
      }
      writer.append_block(block, record.block_count ? file.first_code(i, b) : 0);
    }
    writer.end_slice();
  }
  writer.finish();
}

// Other values of a parameter, as far as the game's table of parameters allows. (Those that depend
// on it keep their values, and may be out of range then.)
std::string another_value(const GameSpec& spec, const std::string& key, std::uint64_t choice) {
  for (const GameInfo& game : known_games()) {
    if (game.name != spec.name || test::has_texts(game)) continue;
    ParameterValues values = read_parameters(game, spec.parameters);
    for (const GameParameter& p : game.parameters) {
      const ParameterRange range = range_of(p, values);
      const auto count = static_cast<std::uint64_t>(range.high - range.low + 1);
      if (p.name_in_spec() == key) values[p.name] = range.low + static_cast<int>(choice % count);
    }
    return parameter_texts(game, values).at(key);
  }
  return std::to_string(choice);
}

// A header and slices made up by the input, well written.
void fuzz_descriptions(Input& input) {
  const TableFile& file = *seed().file;
  TableHeader header = file.header();
  for (auto& [key, value] : header.game.parameters) {
    if (input.number(1) % 8 == 7) value = another_value(file.header().game, key, input.number(1));
  }
  TableWriter writer(seed().fuzzed, header);
  for (SliceRecord record : file.slices()) {
    const std::uint64_t kind = input.number(1);
    if (kind % 8 == 1) record.indices = input.number(8);
    if (kind % 8 == 2) record.members = input.number(8);
    if (kind % 8 == 3) record.positions = input.number(8);
    if (kind % 8 == 4) record.palette.resize(input.number(2));
    if (kind % 8 == 5 && !record.palette.empty()) {
      record.palette[0] = Value::from_raw(static_cast<std::int16_t>(input.number(2)));
    }
    if (kind % 8 == 6) record.name += static_cast<char>(input.number(1) % 128);
    if (kind % 8 == 7) continue;
    writer.begin_slice(record);
    writer.append_block(std::vector<std::byte>(input.number(1)));
    writer.end_slice();
  }
  writer.finish();
}

// Raw edits, with the header's, trailer's and footer's checksums corrected if these parts are still
// in place.
void fuzz_file(Input& input) {
  const Bytes whole = as_bytes(seed().bytes);
  std::vector<std::byte> bytes(whole.begin(), whole.end());
  for (int edits = 0; edits < 4 && !input.empty(); ++edits) {
    // Mostly at the ends, where the descriptions are.
    const std::uint64_t where = input.number(1) % 3;
    if (where == 0) {
      edit(bytes, input);
      continue;
    }
    const std::size_t part = std::min<std::size_t>(400, bytes.size());
    const std::size_t begin = where == 1 ? 0 : bytes.size() - part;
    for (std::uint64_t count = 1 + input.number(1) % 8; count > 0 && part > 0; --count) {
      bytes[begin + input.number(2) % part] = static_cast<std::byte>(input.number(1));
    }
  }
  constexpr std::size_t head = 16, footer = 48;
  if (bytes.size() > head + footer) {
    const std::uint64_t end = head + read_integer<std::uint32_t>(bytes.data() + 12);
    if (end + 8 <= bytes.size()) put(bytes, end, checksum(Bytes(bytes).first(end)));
    const std::size_t foot = bytes.size() - footer;
    const auto trailer = read_integer<std::uint64_t>(bytes.data() + foot);
    if (trailer <= foot) {
      put(bytes, foot + 16, checksum(Bytes(bytes).subspan(trailer, foot - trailer)));
      put(bytes, foot + 24, checksum(Bytes(bytes).first(foot)));
      put(bytes, foot + 32, checksum(Bytes(bytes).subspan(foot, 32)));
    }
  }
  test::write_whole(seed().fuzzed,
                    std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  chosen_seed = &seeds()[input.number(1) % seeds().size()];
  switch (input.number(1) % 3) {
    case 0:
      fuzz_blocks(input);
      break;
    case 1:
      fuzz_descriptions(input);
      break;
    default:
      fuzz_file(input);
  }
  ask(seed().fuzzed);
  return 0;
}
