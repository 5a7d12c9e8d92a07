// SPDX-License-Identifier: MIT
#include "tablebase/format/block_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "gen/error.h"

namespace zermelo {
namespace {

struct Shape {
  std::uint64_t indices;
  std::size_t palette;
  double members, second;  // shares
};

BlockContents random_block(const Shape& shape, std::mt19937& random) {
  const auto chance = [&](double share) {
    return std::uniform_real_distribution<>(0, 1)(random) < share;
  };
  const auto code = [&] { return static_cast<PaletteCode>(random() % shape.palette); };
  BlockContents block;
  for (std::uint64_t i = 0; i < shape.indices; ++i) {
    if (!chance(shape.members)) continue;
    ++block.counts[i / 64];
    if (chance(shape.second)) {
      block.second.push_back({static_cast<std::uint16_t>(block.first.size()),
                              static_cast<std::uint8_t>(random() % 24), code()});
    }
    block.first.push_back(code());
  }
  return block;
}

std::vector<Shape> shapes() {
  std::vector<Shape> result;
  for (const std::uint64_t indices :
       {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{64}, std::uint64_t{65},
        block_indices / 2 + 3, block_indices - 1, block_indices}) {
    for (const std::size_t palette : {1, 2, 3, 100, 256, 257, 5000}) {
      for (const double members : {0.0, 0.01, 0.5, 0.95, 1.0}) {
        for (const double second : {0.0, 0.001, 0.1, 1.0}) {
          result.push_back({indices, palette, members, second});
        }
      }
    }
  }
  return result;
}

TEST(BlockCodec, RandomBlocksRoundTrip) {
  std::mt19937 random(8);
  BlockCodec codec;
  BlockContents decoded;  // one for all, as callers use it: nothing of an earlier block may stay
  std::uint64_t identity = 0;
  for (const Shape& shape : shapes()) {
    const BlockContents block = random_block(shape, random);
    ++identity;
    const auto bytes = codec.encode(block, shape.indices, identity, shape.palette);
    codec.decode(bytes, shape.indices, identity, shape.palette, decoded);
    ASSERT_TRUE(decoded == block) << shape.indices << " " << shape.palette << " " << shape.members
                                  << " " << shape.second;
    codec.decode(bytes, shape.indices, identity, shape.palette, decoded,
                 BlockParts::without_second);
    ASSERT_TRUE(decoded.first == block.first && decoded.counts == block.counts);
  }
}

TEST(BlockCodec, EncodesTheSameBytesEveryTime) {
  std::mt19937 random(9);
  const Shape shape{block_indices, 100, 0.8, 0.2};
  const BlockContents block = random_block(shape, random);
  BlockCodec used, fresh;
  used.encode(random_block({block_indices, 7, 1.0, 0.5}, random), block_indices, 3, 7);
  EXPECT_EQ(used.encode(block, block_indices, 1, 100), fresh.encode(block, block_indices, 1, 100));
}

TEST(BlockContents, MembersBeforeARunAndFindSecond) {
  std::mt19937 random(10);
  const BlockContents block = random_block({block_indices, 9, 0.6, 0.1}, random);
  std::uint32_t members = 0;
  for (std::uint64_t run = 0; run < block.counts.size(); ++run) {
    ASSERT_EQ(block.members_before(run), members);
    members += block.counts[run];
  }
  EXPECT_EQ(members, block.first.size());
  std::size_t found = 0;
  for (std::uint32_t member = 0; member < members; ++member) {
    const SecondValue* second = block.find_second(member);
    const bool expected = std::any_of(block.second.begin(), block.second.end(),
                                      [&](const SecondValue& s) { return s.member == member; });
    ASSERT_EQ(second != nullptr, expected);
    if (second == nullptr) continue;
    ++found;
    EXPECT_EQ(second->member, member);
  }
  EXPECT_EQ(found, block.second.size());
}

class DamagedBlocks : public testing::Test {
 protected:
  static constexpr std::size_t palette = 30;
  static constexpr std::uint64_t most = std::min<std::uint64_t>(700, block_indices - 1);

  DamagedBlocks() {
    std::mt19937 random(12);
    bytes_ = codec_.encode(random_block({most, palette, 0.7, 0.1}, random), most, 5, palette);
  }

  void expect_refused(const std::vector<std::byte>& bytes, std::uint64_t indices = most,
                      std::uint64_t identity = 5, std::size_t kinds = palette) {
    BlockContents contents;
    EXPECT_THROW(codec_.decode(bytes, indices, identity, kinds, contents), DamagedTable);
    EXPECT_THROW(
        codec_.decode(bytes, indices, identity, kinds, contents, BlockParts::without_second),
        DamagedTable);
  }

  // Corrects the checksum, so that what follows it is looked at.
  void mend(std::vector<std::byte>& bytes) const {
    const std::uint64_t sum = checksum(Bytes(bytes).subspan(8), 5);
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(sum >> (8 * i));
  }

  BlockCodec codec_;
  std::vector<std::byte> bytes_;
};

TEST_F(DamagedBlocks, EveryFlippedBitIsNoticed) {
  for (std::size_t bit = 0; bit < 8 * bytes_.size(); ++bit) {
    auto damaged = bytes_;
    damaged[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    expect_refused(damaged);
  }
}

TEST_F(DamagedBlocks, EveryLengthIsNoticed) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    expect_refused({bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size)});
  }
  auto longer = bytes_;
  longer.push_back(std::byte{0});
  expect_refused(longer);
}

TEST_F(DamagedBlocks, AnotherPlaceIsNoticed) { expect_refused(bytes_, most, 6); }

TEST_F(DamagedBlocks, AnotherShapeIsNoticed) {
  expect_refused(bytes_, most / 4);       // fewer indices than members
  expect_refused(bytes_, most, 5, 2);     // codes outside the palette
  expect_refused(bytes_, most, 5, 1000);  // two bytes per code
}

// After a correct checksum, too: garbage is refused or decodes to something within bounds, and a
// sanitizer finds nothing.
TEST_F(DamagedBlocks, GarbageBehindARightChecksumStaysWithinBounds) {
  std::mt19937 random(13);
  int refused = 0, accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    auto damaged = bytes_;
    if (i % 4 == 0) damaged.resize(8 + random() % damaged.size());
    for (unsigned k = 0; k <= i % 3u && damaged.size() > 8; ++k) {
      damaged[8 + random() % (damaged.size() - 8)] = static_cast<std::byte>(random());
    }
    mend(damaged);
    BlockContents contents;
    try {
      codec_.decode(damaged, most, 5, palette, contents);
    } catch (const DamagedTable&) {
      ++refused;
      continue;
    }
    ++accepted;
    const std::size_t members = contents.members_before(contents.counts.size());
    ASSERT_EQ(members, contents.first.size());
    for (const PaletteCode code : contents.first) ASSERT_LT(code, palette);
    for (const SecondValue& s : contents.second) {
      ASSERT_LT(s.member, members);
      ASSERT_LT(s.code, palette);
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(accepted, 0);
}

TEST(SectionCodec, PacksCheckpointsBuffers) {
  std::mt19937 random(14);
  SectionCodec codec;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100000}}) {
    std::vector<std::byte> plain(size), back(size);
    for (std::byte& b : plain) b = static_cast<std::byte>(random() % 5);
    auto packed = codec.pack(plain);
    codec.unpack(packed, back);
    EXPECT_EQ(back, plain);
    std::vector<std::byte> other(size + 1);
    EXPECT_THROW(codec.unpack(packed, other), DamagedTable) << "a wrong size";
    packed.pop_back();
    EXPECT_THROW(codec.unpack(packed, back), DamagedTable) << "cut short";
  }
}

TEST(BlockIdentity, IsDifferentForEveryBlock) {
  EXPECT_NE(block_identity(0, 1), block_identity(1, 0));
  EXPECT_NE(block_identity(1, 1), block_identity(1, 2));
}

}  // namespace
}  // namespace zermelo
