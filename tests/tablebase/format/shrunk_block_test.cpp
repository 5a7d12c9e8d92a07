// SPDX-License-Identifier: MIT
#include "tablebase/format/shrunk_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/block_checksum.h"

namespace zermelo {
namespace {

// Losses, a draw, and wins.
std::vector<Value> palette_of(int losses, bool with_draw, int wins) {
  std::vector<Value> palette;
  for (int i = losses; i > 0; --i) palette.push_back(Value::loss(2 * i));
  if (with_draw) palette.push_back(Value::draw());
  for (int i = 1; i <= wins; ++i) palette.push_back(Value::win(2 * i + 1));
  return palette;
}

BlockContents random_contents(std::uint64_t indices, std::size_t palette, std::mt19937& random) {
  BlockContents contents;
  const auto any_code = [&] { return static_cast<PaletteCode>(random() % palette); };
  PaletteCode code = 0;
  for (std::uint64_t i = 0; i < indices; ++i) {
    if (palette == 0 || random() % 3 == 0) continue;
    ++contents.counts[i / 64];
    if (random() % 3 == 0) code = any_code();
    contents.first.push_back(code);
    if (random() % 5 == 0)
      contents.second.push_back({static_cast<std::uint16_t>(contents.first.size() - 1),
                                 static_cast<std::uint8_t>(random() % 24), any_code()});
  }
  return contents;
}

TEST(ShrunkBlock, IsReadAsItWasPacked) {
  std::mt19937 random(1);
  const std::vector<std::vector<Value>> palettes = {
      {},
      palette_of(1, false, 0),
      palette_of(0, true, 0),
      palette_of(0, false, 3),
      palette_without_losses(palette_of(9, true, 9)),
      palette_without_losses(palette_of(5, false, 126))};
  for (const std::vector<Value>& palette : palettes) {
    const ShrunkContexts contexts(palette);
    for (const std::uint64_t indices : {std::uint64_t{1}, std::uint64_t{100}, block_indices}) {
      const BlockContents contents = random_contents(indices, palette.size(), random);
      SymbolCounts counts(contexts.groups(), contexts.group(), contexts.symbols());
      count_shrunk_block(contents, indices, contexts, counts);
      const SymbolModel model(counts);
      const std::vector<std::byte> bytes = pack_shrunk_block(contents, indices, contexts, model, 7);
      BlockContents read;
      read_shrunk_block(bytes, indices, contexts, model, 7, read);
      EXPECT_EQ(read, contents);
      EXPECT_THROW(read_shrunk_block(bytes, indices, contexts, model, 8, read), DamagedTable);
    }
  }
}

TEST(ShrunkBlock, HasWinsAndDrawsAsTheyWereAndOneKindOfLoss) {
  const std::vector<Value> palette = palette_of(4, true, 3);
  const std::vector<Value> fewer = palette_without_losses(palette);
  EXPECT_EQ(fewer, (std::vector<Value>{some_loss(), Value::draw(), Value::win(3), Value::win(5),
                                       Value::win(7)}));
  EXPECT_EQ(palette_without_losses(palette_of(0, true, 1)), palette_of(0, true, 1));
  std::mt19937 random(2);
  const BlockContents whole = random_contents(block_indices, palette.size(), random);
  const BlockContents shrunk = without_losses(whole, palette, fewer);
  const auto is_right = [&](PaletteCode before, PaletteCode after) {
    return palette[before].is_loss() ? fewer[after] == some_loss()
                                     : fewer[after] == palette[before];
  };
  ASSERT_EQ(shrunk.first.size(), whole.first.size());
  EXPECT_EQ(shrunk.counts, whole.counts);
  for (std::size_t i = 0; i < whole.first.size(); ++i)
    EXPECT_TRUE(is_right(whole.first[i], shrunk.first[i]));
  std::size_t kept = 0;
  for (const SecondValue& second : whole.second) {
    const bool follows =
        palette[whole.first[second.member]].is_loss() && palette[second.code].is_loss();
    const SecondValue* const found = shrunk.find_second(second.member);
    ASSERT_EQ(found == nullptr, follows);
    if (follows) continue;
    ++kept;
    EXPECT_EQ(found->slot, second.slot);
    EXPECT_TRUE(is_right(second.code, found->code));
  }
  EXPECT_EQ(shrunk.second.size(), kept);
  EXPECT_LT(kept, whole.second.size());
}

// (Under a checksum that fits, as nothing else would be read.)
TEST(ShrunkBlock, OfArbitraryBytesIsDamagedOrHasCodesOfThePalette) {
  std::mt19937 random(3);
  const std::vector<Value> palette = palette_without_losses(palette_of(6, true, 6));
  const ShrunkContexts contexts(palette);
  const BlockContents contents = random_contents(block_indices, palette.size(), random);
  SymbolCounts counts(contexts.groups(), contexts.group(), contexts.symbols());
  count_shrunk_block(contents, block_indices, contexts, counts);
  const SymbolModel model(counts);
  std::size_t damaged = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::byte> bytes(block_checksum_bytes);
    for (std::size_t i = random() % 600; i > 0; --i)
      bytes.push_back(static_cast<std::byte>(random()));
    put_block_checksum(bytes, 0);
    BlockContents read;
    try {
      read_shrunk_block(bytes, 100, contexts, model, 0, read);
      EXPECT_TRUE(read.check(100, palette.size()));
    } catch (const DamagedTable&) {
      ++damaged;
    }
  }
  EXPECT_GT(damaged, 0u);
}

}  // namespace
}  // namespace zermelo
