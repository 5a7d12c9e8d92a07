// SPDX-License-Identifier: MIT
#include "tablebase/format/section_codec.h"

#include <fmt/format.h>
#include <zstd.h>

#include <cassert>
#include <utility>

#include "gen/error.h"
#include "tablebase/format/context.h"

namespace zermelo {
namespace {

// Size fields have this bit set where the bytes are uncompressed.
constexpr std::uint32_t stored_bit = 1u << 31;
constexpr int checkpoint_level = -3;  // as fast as the disk

void check_compression(std::size_t result) {
  if (ZSTD_isError(result))
    throw Error(fmt::format("Compression failed: {}.", ZSTD_getErrorName(result)));
}

// `size` is what a compression into `packed` returned.
std::vector<std::byte> finished(std::vector<std::byte> packed, std::size_t size) {
  check_compression(size);
  packed.resize(size);
  return packed;
}

}  // namespace

class SectionCodec::Contexts {
 public:
  // (Who only reads has none.)
  ZSTD_CCtx* compressor() {
    if (!compressor_) make_compressor();
    return compressor_.get();
  }
  ZSTD_DCtx* decompressor() { return decompressor_.get(); }
  std::vector<std::byte> plain, packed;

 private:
  // A block is short and repeats little: what pays is the entropy coding of single bytes. Short
  // matches gain less than they cost in decoding (docs/experiments.md, "Blocks").
  void make_compressor() {
    compressor_.reset(made(ZSTD_createCCtx()));
    set(ZSTD_c_compressionLevel, 1);
    set(ZSTD_c_strategy, ZSTD_fast);
    set(ZSTD_c_minMatch, 7);
  }
  void set(ZSTD_cParameter parameter, int value) {
    check_compression(ZSTD_CCtx_setParameter(compressor_.get(), parameter, value));
  }

  Context<ZSTD_CCtx, ZSTD_freeCCtx> compressor_;
  Context<ZSTD_DCtx, ZSTD_freeDCtx> decompressor_{made(ZSTD_createDCtx())};
};

SectionCodec::SectionCodec() : contexts_(std::make_unique<Contexts>()) {}
SectionCodec::SectionCodec(SectionCodec&&) noexcept = default;
SectionCodec::~SectionCodec() = default;

void SectionCodec::append(std::vector<std::byte>& out, std::size_t size_at, Bytes section) {
  assert(size_at + 4 <= out.size() && section.size() < stored_bit);
  std::vector<std::byte> packed;
  if (!section.empty()) {
    packed.resize(ZSTD_compressBound(section.size()));
    const std::size_t size = ZSTD_compress2(contexts_->compressor(), packed.data(), packed.size(),
                                            section.data(), section.size());
    packed = finished(std::move(packed), size);
  }
  const bool stored = packed.size() >= section.size();
  const Bytes written = stored ? section : Bytes(packed);
  const auto size = static_cast<std::uint32_t>(written.size()) | (stored ? stored_bit : 0);
  for (std::size_t i = 0; i < 4; ++i) out[size_at + i] = static_cast<std::byte>(size >> (8 * i));
  out.insert(out.end(), written.begin(), written.end());
}

std::size_t SectionCodec::bytes_of(std::uint32_t size_field) { return size_field & ~stored_bit; }

Bytes SectionCodec::read(Bytes bytes, std::uint32_t size_field, std::size_t limit) {
  if ((size_field & stored_bit) != 0) {
    if (bytes.size() > limit) throw DamagedTable("a section of a block is too long");
    return bytes;
  }
  auto& plain = contexts_->plain;
  plain.resize(limit);
  const std::size_t size = ZSTD_decompressDCtx(contexts_->decompressor(), plain.data(),
                                               plain.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size)) throw DamagedTable("a block does not decompress");
  return Bytes(plain).first(size);
}

std::vector<std::byte> SectionCodec::pack(Bytes bytes) {
  // (Kept for the next time: getting and clearing the memory took longer than packing.)
  std::vector<std::byte>& room = contexts_->packed;
  room.resize(std::max(room.size(), ZSTD_compressBound(bytes.size())));
  const std::size_t size = ZSTD_compressCCtx(contexts_->compressor(), room.data(), room.size(),
                                             bytes.data(), bytes.size(), checkpoint_level);
  check_compression(size);
  return {room.data(), room.data() + size};
}

void SectionCodec::unpack(Bytes bytes, std::span<std::byte> out) {
  const std::size_t size = ZSTD_decompressDCtx(contexts_->decompressor(), out.data(), out.size(),
                                               bytes.data(), bytes.size());
  if (ZSTD_isError(size) || size != out.size()) throw DamagedTable("a section does not decompress");
}

}  // namespace zermelo
