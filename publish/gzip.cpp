// SPDX-License-Identifier: MIT
#include "publish/gzip.h"

#include <zlib.h>

#include <limits>

#include "gen/error.h"

namespace zermelo::publish {
namespace {

constexpr int as_gzip = 15 + 16;

// (zlib takes what it only reads as bytes that it could change.)
Bytef* bytes_in(std::string_view text) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
}

}  // namespace

std::string gzip(std::string_view bytes) {
  constexpr int best = 9, memory = 8;
  if (bytes.size() > std::numeric_limits<uInt>::max() / 2) throw Error("Too much for gzip.");
  z_stream stream{};
  if (deflateInit2(&stream, best, Z_DEFLATED, as_gzip, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error("gzip cannot begin.");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = bytes_in(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw Error("gzip does not end.");
  return packed;
}

std::string gunzip(std::string_view packed) {
  if (packed.size() > std::numeric_limits<uInt>::max() / 2) throw Error("Too much for gzip.");
  z_stream stream{};
  if (inflateInit2(&stream, as_gzip) != Z_OK) throw Error("gzip cannot begin.");
  stream.next_in = bytes_in(packed);
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string bytes;
  int status = Z_OK;
  while (status == Z_OK) {
    char part[1 << 16];
    stream.next_out = reinterpret_cast<Bytef*>(part);
    stream.avail_out = sizeof part;
    status = inflate(&stream, Z_NO_FLUSH);
    bytes.append(part, sizeof part - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || stream.avail_in != 0) throw Error("This was not packed by gzip.");
  return bytes;
}

}  // namespace zermelo::publish
