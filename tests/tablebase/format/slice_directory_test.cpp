// SPDX-License-Identifier: MIT
#include "tablebase/format/slice_directory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

using Numbers = std::vector<std::uint64_t>;

// A directory of blocks that lie between 100 and 200.
SliceDirectory directory_of(const Numbers& offsets, const Numbers& codes) {
  const auto bytes = SliceDirectory::encode(offsets, codes);
  return {bytes, checksum(bytes), offsets.size() - 1, 100, 200};
}

TEST(SliceDirectoryTest, ComesBackAsItWas) {
  const SliceDirectory d = directory_of({100, 120, 120, 200}, {0, 0, 77});
  EXPECT_EQ(d.begin(0), 100u);
  EXPECT_EQ(d.end(0), 120u);
  EXPECT_EQ(d.begin(2), 120u);
  EXPECT_EQ(d.end(2), 200u);
  EXPECT_EQ(d.first_code(1), 0u);
  EXPECT_EQ(d.first_code(2), 77u);
  EXPECT_EQ(SliceDirectory::bytes_of(3, true), 8u * 7);
  EXPECT_EQ(SliceDirectory::bytes_of(3, false), 8u * 4);
  EXPECT_EQ(SliceDirectory::encode(Numbers{100, 120}, {}).size(), 16u);
}

TEST(SliceDirectoryTest, FindsTheLastBlockThatBeginsNoLater) {
  const SliceDirectory d = directory_of({100, 110, 120, 130}, {5, 5, 9});
  EXPECT_EQ(d.block_of(4), std::nullopt);
  EXPECT_EQ(d.block_of(5), 1u);
  EXPECT_EQ(d.block_of(8), 1u);
  EXPECT_EQ(d.block_of(9), 2u);
  EXPECT_EQ(d.block_of(UINT64_MAX), 2u);
  EXPECT_EQ(directory_of({100}, {}).block_of(0), std::nullopt);
}

TEST(SliceDirectoryTest, EveryFlippedBitIsFound) {
  const Numbers offsets = {100, 120, 200}, codes = {0, 300};
  const auto whole = SliceDirectory::encode(offsets, codes);
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    auto bytes = whole;
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
    EXPECT_EQ(test::error_text<DamagedTable>(
                  [&] { SliceDirectory(bytes, checksum(whole), 2, 100, 200); }),
              "the checksum of a slice's directory is wrong")
        << bit;
  }
}

// A checksum does not prove that a file was written by an honest program, and old ones have none.
TEST(SliceDirectoryTest, NonsenseIsRefusedWithOrWithoutChecksum) {
  const auto refused = [](const Numbers& offsets, const Numbers& codes) {
    const auto bytes = SliceDirectory::encode(offsets, codes);
    for (const std::optional<std::uint64_t> sum : {std::optional(checksum(bytes)), {}}) {
      EXPECT_EQ(test::error_text<DamagedTable>(
                    [&] { SliceDirectory(bytes, sum, offsets.size() - 1, 100, 200); }),
                "a slice's directory makes no sense");
    }
  };
  refused({100, 99}, {});
  refused({99, 200}, {});
  refused({100, 201}, {});
  refused({100, 150, 140, 200}, {});
  refused({100, 150, 200}, {7, 6});
  refused({UINT64_MAX}, {});
}

}  // namespace
}  // namespace zermelo
