// SPDX-License-Identifier: MIT
#include "tablebase/format/chunked_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "gen/error.h"

namespace zermelo {

ChunkedFile::ChunkedFile(std::string name, std::uint64_t size, std::uint32_t chunk_bytes,
                         std::vector<FilePart> parts)
    : name_(std::move(name)), size_(size), chunk_bytes_(chunk_bytes) {
  assert(chunk_bytes > 0);
  set_parts(std::move(parts));
}

void ChunkedFile::set_parts(std::vector<FilePart> parts) {
  std::uint64_t end = 0;
  for (const FilePart& part : parts) {
    const bool sane =
        part.begin >= end && part.begin <= size_ && part.bytes.size() <= size_ - part.begin;
    if (!sane) throw DamagedTable::in_file(name_, "a part of its index lies outside of it");
    end = part.end();
  }
  parts_ = std::move(parts);
}

void ChunkedFile::put(std::uint64_t chunk, std::vector<std::byte> bytes) {
  const bool is_there = chunk < chunks();
  const std::uint64_t expected =
      is_there ? std::min<std::uint64_t>(chunk_bytes_, size_ - chunk * chunk_bytes_) : 0;
  if (!is_there || bytes.size() != expected) {
    throw DamagedTable::in_file(
        name_, fmt::format("its chunk {} has {} bytes, and not {}", chunk, bytes.size(), expected));
  }
  // (One that is there already may be in use.)
  if (chunks_.emplace(chunk, std::move(bytes)).second) bytes_in_memory_ += expected;
}

void ChunkedFile::forget_chunks() {
  chunks_.clear();
  joined_.clear();
  bytes_in_memory_ = 0;
}

std::vector<std::uint64_t> ChunkedFile::take_missing() {
  std::vector<std::uint64_t> missing(missing_.begin(), missing_.end());
  missing_.clear();
  return missing;
}

const FilePart* ChunkedFile::part_with(std::uint64_t begin, std::uint64_t end) const {
  const auto after = std::ranges::upper_bound(parts_, begin, {}, &FilePart::begin);
  if (after == parts_.begin()) return nullptr;
  const FilePart& part = *std::prev(after);
  return end <= part.end() ? &part : nullptr;
}

bool ChunkedFile::note_missing(std::uint64_t begin, std::uint64_t end) const {
  assert(begin <= end && end <= size_);
  if (begin == end || part_with(begin, end) != nullptr) return true;
  bool is_there = true;
  for (std::uint64_t chunk = begin / chunk_bytes_; chunk * chunk_bytes_ < end; ++chunk) {
    if (chunks_.contains(chunk)) continue;
    missing_.insert(chunk);
    is_there = false;
  }
  return is_there;
}

Bytes ChunkedFile::part(std::uint64_t begin, std::uint64_t end) const {
  if (!note_missing(begin, end)) throw NotLoaded();
  if (begin == end) return {};
  if (const FilePart* const part = part_with(begin, end))
    return Bytes(part->bytes).subspan(begin - part->begin, end - begin);
  const std::uint64_t first = begin / chunk_bytes_;
  if (end <= (first + 1) * chunk_bytes_)
    return Bytes(chunks_.at(first)).subspan(begin - first * chunk_bytes_, end - begin);
  return joined(begin, end);
}

Bytes ChunkedFile::joined(std::uint64_t begin, std::uint64_t end) const {
  std::vector<std::byte>& bytes = joined_[{begin, end}];
  if (!bytes.empty()) return bytes;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t chunk = at / chunk_bytes_, offset = at - chunk * chunk_bytes_;
    const std::uint64_t count = std::min(end - at, chunk_bytes_ - offset);
    const Bytes here = Bytes(chunks_.at(chunk)).subspan(offset, count);
    bytes.insert(bytes.end(), here.begin(), here.end());
    at += count;
  }
  bytes_in_memory_ += bytes.size();
  return bytes;
}

}  // namespace zermelo
