// SPDX-License-Identifier: MIT
// Tables that are read in chunks: the index alone says where everything is, what is missing is told
// in one go, and damage is always noticed.
#include "tablebase/format/chunked_file.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "probe/table.h"
#include "tablebase/format/file_index.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

std::vector<std::byte> bytes_between(const std::string& whole, std::uint64_t begin,
                                     std::uint64_t end) {
  const Bytes all = as_bytes(whole).subspan(begin, end - begin);
  return {all.begin(), all.end()};
}

TEST(ChunkedFile, NotesWhatIsMissingAndJoinsChunks) {
  const std::string whole = "abcdefghijklmnopqrstuvwxyz";
  ChunkedFile file("letters", whole.size(), 4, {{10, bytes_between(whole, 10, 13)}});
  const auto text = [&](std::uint64_t begin, std::uint64_t end) {
    const Bytes part = file.part(begin, end);
    return std::string(reinterpret_cast<const char*>(part.data()), part.size());
  };
  const auto give = [&](std::uint64_t chunk) {
    file.put(chunk, bytes_between(whole, 4 * chunk, std::min<std::uint64_t>(26, 4 * chunk + 4)));
  };
  EXPECT_EQ(text(10, 13), "klm");  // (of the index)
  EXPECT_EQ(text(11, 12), "l");
  EXPECT_EQ(text(7, 7), "");
  EXPECT_THROW(file.part(5, 7), NotLoaded);
  EXPECT_THROW(file.part(11, 14), NotLoaded);
  EXPECT_THROW(file.part(22, 26), NotLoaded);
  EXPECT_EQ(file.take_missing(), (std::vector<std::uint64_t>{1, 2, 3, 5, 6}));
  EXPECT_TRUE(file.take_missing().empty());
  for (const std::uint64_t chunk : {1, 2, 3, 6}) give(chunk);
  EXPECT_EQ(text(5, 7), "fg");
  EXPECT_EQ(text(4, 8), "efgh");
  EXPECT_EQ(text(5, 15), "fghijklmno");
  EXPECT_EQ(text(24, 26), "yz");
  EXPECT_EQ(file.bytes_in_memory(), 14u + 10u);  // (with a copy of what lies across chunks)
  EXPECT_THROW(file.part(19, 26), NotLoaded);
  EXPECT_EQ(file.take_missing(), (std::vector<std::uint64_t>{4, 5}));
  give(1);
  EXPECT_EQ(file.bytes_in_memory(), 14u + 10u);
  file.forget_chunks();
  EXPECT_EQ(file.bytes_in_memory(), 0u);
  EXPECT_EQ(text(10, 13), "klm");
  EXPECT_THROW(file.part(5, 7), NotLoaded);
}

TEST(ChunkedFile, RefusesChunksThatDoNotFit) {
  ChunkedFile file("letters", 26, 4, {});
  const auto error = [&](std::uint64_t chunk, std::size_t bytes) {
    return test::error_text<DamagedTable>([&] { file.put(chunk, std::vector<std::byte>(bytes)); });
  };
  EXPECT_EQ(error(6, 4), "letters is damaged: its chunk 6 has 4 bytes, and not 2.");
  EXPECT_EQ(error(1, 3), "letters is damaged: its chunk 1 has 3 bytes, and not 4.");
  EXPECT_EQ(error(7, 4), "letters is damaged: its chunk 7 has 4 bytes, and not 0.");
  const auto with = [](std::vector<FilePart> parts) { ChunkedFile("x", 8, 4, std::move(parts)); };
  EXPECT_THROW(with({{6, std::vector<std::byte>(3)}}), DamagedTable);
  EXPECT_THROW(with({{9, {}}}), DamagedTable);
  EXPECT_THROW(with({{4, std::vector<std::byte>(2)}, {5, std::vector<std::byte>(1)}}),
               DamagedTable);
}

struct IndexedKind {
  const char* name;
  GameSpec game;
};

class FileIndexOf : public testing::TestWithParam<IndexedKind> {
 protected:
  FileIndexOf() {
    solve(*make_game(GetParam().game), path_, {});
    whole_ = test::read_whole(path_);
  }
  std::unique_ptr<ChunkedFile> chunked(const std::vector<std::byte>& index) const {
    FileIndex read = read_file_index(index, "t");
    return std::make_unique<ChunkedFile>("t", read.table_bytes, chunk_bytes, std::move(read.parts));
  }

  static constexpr std::uint32_t chunk_bytes = 64;
  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("t.ztb");
  std::string whole_;
};

TEST_P(FileIndexOf, SaysAllButTheBlocks) {
  const TableFile mapped(path_);
  const std::vector<std::byte> index = write_file_index(mapped);
  auto source = chunked(index);
  ChunkedFile& chunks = *source;
  const TableFile file(std::move(source));
  EXPECT_EQ(file.header().game, mapped.header().game);
  EXPECT_EQ(file.bytes(), mapped.bytes());
  ASSERT_EQ(file.slices().size(), mapped.slices().size());
  EXPECT_TRUE(chunks.take_missing().empty());
  std::uint64_t blocks = 0, missing = 0;
  for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
    for (std::uint64_t block = 0; block < file.slices()[slice].blocks(); ++block) {
      ++blocks;
      const auto same = [&] {
        return std::ranges::equal(file.encoded_block(slice, block),
                                  mapped.encoded_block(slice, block));
      };
      try {
        EXPECT_TRUE(same());
        continue;
      } catch (const NotLoaded&) {
        ++missing;
      }
      // (Whoever loads what is missing gets it with the next question.)
      for (const std::uint64_t chunk : chunks.take_missing()) {
        const std::uint64_t begin = chunk * chunk_bytes;
        chunks.put(chunk,
                   bytes_between(whole_, begin,
                                 std::min<std::uint64_t>(whole_.size(), begin + chunk_bytes)));
      }
      EXPECT_TRUE(same());
    }
  }
  EXPECT_GT(blocks, 0u);
  EXPECT_GT(missing, 0u);
}

TEST_P(FileIndexOf, IsRefusedWithAnyBitFlipped) {
  const TableFile mapped(path_);
  const std::vector<std::byte> index = write_file_index(mapped);
  std::mt19937 random(3);
  for (int n = 0; n < 500; ++n) {
    std::vector<std::byte> damaged = index;
    const std::size_t bit = random() % (8 * damaged.size());
    damaged[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    EXPECT_THROW(read_file_index(damaged, "t"), DamagedTable) << bit;
  }
  for (std::size_t size = 0; size < index.size(); size += 3)
    EXPECT_THROW(read_file_index(Bytes(index).first(size), "t"), DamagedTable) << size;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, FileIndexOf,
    testing::Values(IndexedKind{"dense", test::spec_of(test::smallest_game)},
                    IndexedKind{"stones", {"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}}},
                    IndexedKind{"codes", {"othello", {{"rows", "4"}, {"cols", "4"}}}}),
    [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace zermelo
