// SPDX-License-Identifier: MIT
#include "publish/gzip.h"

#include <zlib.h>

#include <limits>

#include "gen/error.h"

namespace zermelo::publish {

std::string gzip(std::string_view bytes) {
  constexpr int best = 9, as_gzip = 15 + 16, memory = 8;
  if (bytes.size() > std::numeric_limits<uInt>::max() / 2) throw Error("Too much for gzip.");
  z_stream stream{};
  if (deflateInit2(&stream, best, Z_DEFLATED, as_gzip, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error("gzip cannot begin.");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  // (zlib takes what it only reads as bytes that it could change.)
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw Error("gzip does not end.");
  return packed;
}

}  // namespace zermelo::publish
