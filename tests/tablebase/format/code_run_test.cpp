// SPDX-License-Identifier: MIT
#include "tablebase/format/code_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/run_block.h"

namespace zermelo {
namespace {

struct Packed {
  CodeContexts contexts;
  SymbolModel model;
  std::vector<std::byte> run;
};

Packed pack(const CodeMembers& members, std::size_t palette) {
  const CodeContexts contexts(palette);
  const CodeStretch stretch{&members, 0, members.codes.size()};
  SymbolCounts counts(contexts.groups(), CodeContexts::group(), contexts.symbols());
  count_code_run(stretch, contexts, counts);
  const SymbolModel model(counts);
  return {contexts, model, pack_code_run(stretch, contexts, model)};
}

CodeMembers unpack(const Packed& packed, Bytes run, std::uint64_t first, std::size_t palette) {
  CodeRunReader reader(run, first, palette, packed.contexts, packed.model);
  CodeMembers members;
  while (reader.left() > 0) {
    reader.next();
    members.codes.push_back(reader.code());
    members.values.push_back(reader.value());
  }
  return members;
}

// Gaps of all sizes up to 2^`bits`; small values are more frequent.
CodeMembers random_members(std::mt19937_64& random, std::size_t size, unsigned bits,
                           std::size_t palette) {
  CodeMembers members;
  std::uint64_t code = random() & 0xffff;
  for (std::size_t i = 0; i < size; ++i) {
    members.codes.push_back(code);
    const std::size_t value = std::min(random() % palette, random() % palette);
    members.values.push_back(static_cast<PaletteCode>(value));
    code += 1 + (random() >> (64 - 1 - random() % bits));
  }
  return members;
}

TEST(CodeRun, ComesBackAsItWas) {
  std::mt19937_64 random(20260704);
  for (const std::size_t palette : std::array<std::size_t, 7>{1, 2, 3, 64, 65, 256, 257})
    for (const std::size_t size : std::array<std::size_t, 4>{1, 2, 7, code_run_members})
      for (const unsigned bits : std::array<unsigned, 4>{1, 8, 33, 56}) {
        const CodeMembers members = random_members(random, size, bits, palette);
        const Packed packed = pack(members, palette);
        EXPECT_EQ(unpack(packed, packed.run, members.codes.front(), palette), members)
            << palette << " values, " << size << " members, gaps of " << bits << " bits";
      }
}

TEST(CodeRun, TheWidestGapAndTheLargestPalette) {
  const CodeMembers members{{0, ~std::uint64_t{0}}, {65535, 0}};
  const Packed packed = pack(members, 65536);
  EXPECT_EQ(unpack(packed, packed.run, 0, 65536), members);
}

TEST(CodeRun, NeighboursOfOneValueTakeNoRoom) {
  CodeMembers members;
  for (std::uint64_t i = 0; i < code_run_members; ++i) {
    members.codes.push_back(1000 + i);
    members.values.push_back(0);
  }
  const Packed packed = pack(members, 1);
  EXPECT_LE(packed.run.size(), 8u);
  EXPECT_EQ(unpack(packed, packed.run, 1000, 1), members);
}

// A checksum guards against damage; a reader must be safe nevertheless.
TEST(CodeRun, DamagedBytesAreMembersOrAComplaint) {
  std::mt19937_64 random(1);
  const CodeMembers members = random_members(random, 40, 20, 5);
  const Packed packed = pack(members, 5);
  std::size_t complaints = 0;
  const auto try_to_read = [&](Bytes run, std::uint64_t first) {
    try {
      const CodeMembers read = unpack(packed, run, first, 5);
      EXPECT_TRUE(std::is_sorted(read.codes.begin(), read.codes.end()));
      for (const PaletteCode value : read.values) EXPECT_LT(value, 5);
    } catch (const DamagedTable&) {
      ++complaints;
    }
  };
  for (std::size_t bit = 0; bit < 8 * packed.run.size(); ++bit) {
    std::vector<std::byte> run = packed.run;
    run[bit / 8] ^= std::byte{1} << (bit % 8);
    try_to_read(run, members.codes.front());
  }
  for (std::size_t size = 0; size < packed.run.size(); ++size)
    try_to_read(Bytes(packed.run).first(size), members.codes.front());
  EXPECT_GE(complaints, 1u);  // of nothing at all
  complaints = 0;
  try_to_read(packed.run, ~std::uint64_t{0} - 3);  // codes do not fit
  EXPECT_EQ(complaints, 1u);
}

TEST(CodeRun, AModelForOtherNumbersIsRefused) {
  const CodeMembers members{{1, 5, 9}, {0, 1, 2}};
  const Packed packed = pack(members, 3);
  const std::vector<std::byte> block = model_block(packed.model, 7);
  const CodeContexts& c = packed.contexts;
  EXPECT_NO_THROW(read_model_block(block, 7, c.groups(), CodeContexts::group(), c.symbols()));
  EXPECT_THROW(read_model_block(block, 8, c.groups(), CodeContexts::group(), c.symbols()),
               DamagedTable);
  const CodeContexts other(300);
  EXPECT_THROW(read_model_block(block, 7, other.groups(), CodeContexts::group(), other.symbols()),
               DamagedTable);
}

}  // namespace
}  // namespace zermelo
