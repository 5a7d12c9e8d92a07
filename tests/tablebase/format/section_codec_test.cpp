// SPDX-License-Identifier: MIT
#include "tablebase/format/section_codec.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/table_file.h"
#include "tests/support/contexts_that_fail.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

std::vector<std::byte> section(std::size_t size, unsigned step) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * i * step >> 3);
  return bytes;
}

TEST(SectionCodec, ComesBackAsItWas) {
  SectionCodec codec;
  for (const std::size_t size : {0u, 1u, 1000u, 70'000u}) {
    for (const unsigned step : {0u, 977u}) {
      const std::vector<std::byte> plain = section(size, step);
      std::vector<std::byte> out(4);
      codec.append(out, 0, plain);
      const auto field = read_integer<std::uint32_t>(out.data());
      const Bytes packed = Bytes(out).subspan(4);
      ASSERT_EQ(SectionCodec::bytes_of(field), packed.size());
      EXPECT_LE(packed.size(), size);
      const Bytes back = codec.read(packed, field, size);
      EXPECT_TRUE(std::equal(back.begin(), back.end(), plain.begin(), plain.end()));
      std::vector<std::byte> unpacked(size);
      codec.unpack(codec.pack(plain), unpacked);
      EXPECT_EQ(unpacked, plain);
    }
  }
}

TEST(SectionCodec, SaysSoIfThereIsNoMemoryForItsContexts) {
  const test::TemporaryFolder folder;
  const test::ContextsThatFail shortage;
  EXPECT_THROW(SectionCodec(), std::bad_alloc);
  EXPECT_THROW(TableWriter(folder.file("table.ztb"), TableHeader{{"x", {}}, "distance", "test"}),
               std::bad_alloc);
}

TEST(SectionCodec, RefusesMoreThanThereMayBe) {
  SectionCodec codec;
  for (const unsigned step : {0u, 977u}) {
    std::vector<std::byte> out(4);
    codec.append(out, 0, section(1000, step));
    const auto field = read_integer<std::uint32_t>(out.data());
    EXPECT_THROW(codec.read(Bytes(out).subspan(4), field, 999), DamagedTable);
  }
}

TEST(SectionCodec, RefusesDamagedBytes) {
  SectionCodec codec;
  std::vector<std::byte> out(4);
  codec.append(out, 0, section(1000, 0));
  const auto field = read_integer<std::uint32_t>(out.data());
  ASSERT_LT(SectionCodec::bytes_of(field), 1000u);
  out[4] ^= std::byte{255};
  EXPECT_THROW(codec.read(Bytes(out).subspan(4), field, 1000), DamagedTable);
}

}  // namespace
}  // namespace zermelo
