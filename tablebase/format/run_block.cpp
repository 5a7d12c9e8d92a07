// SPDX-License-Identifier: MIT
#include "tablebase/format/run_block.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>

#include "gen/error.h"
#include "tablebase/format/block_checksum.h"

namespace zermelo {
namespace {

constexpr std::size_t run_block_head_bytes = block_checksum_bytes + 2;

// Of each run: its first code, if that is written, and its size.
constexpr std::size_t entry_bytes(bool has_firsts) { return has_firsts ? 4 + 2 : 2; }

}  // namespace

bool RunBlockBuilder::has_room(std::uint64_t first_code) const {
  return empty() || (firsts_.size() < block_runs && first_code - firsts_.front() < 1ull << 32);
}

void RunBlockBuilder::add(std::uint64_t first_code, Bytes run) {
  assert(has_room(first_code) && run.size() <= std::numeric_limits<std::uint16_t>::max());
  assert(empty() || firsts_.back() < first_code);
  firsts_.push_back(first_code);
  sizes_.push_back(static_cast<std::uint32_t>(run.size()));
  runs_.insert(runs_.end(), run.begin(), run.end());
}

std::vector<std::byte> RunBlockBuilder::take(std::uint64_t identity) {
  assert(!empty() && firsts_.size() == sizes_.size());
  std::vector<std::byte> out(block_checksum_bytes);
  append_integer(out, static_cast<std::uint16_t>(firsts_.size()));
  for (std::size_t i = 0; i < firsts_.size(); ++i) {
    assert(stride_ == 0 || firsts_[i] == firsts_[0] + i * stride_);
    if (stride_ == 0) append_integer(out, static_cast<std::uint32_t>(firsts_[i] - firsts_[0]));
    append_integer(out, static_cast<std::uint16_t>(sizes_[i]));
  }
  out.insert(out.end(), runs_.begin(), runs_.end());
  put_block_checksum(out, identity);
  firsts_.clear();
  sizes_.clear();
  runs_.clear();
  return out;
}

std::size_t place_bytes_of_block(Bytes encoded, bool has_firsts) {
  if (encoded.size() < run_block_head_bytes) return 0;
  return 2 + entry_bytes(has_firsts) *
                 read_integer<std::uint16_t>(encoded.data() + block_checksum_bytes);
}

RunBlock::RunBlock(Bytes bytes, std::uint64_t identity, std::uint64_t first_code,
                   std::uint64_t stride)
    : bytes_(bytes), first_code_(first_code), stride_(stride), runs_(0) {
  check_block_checksum(bytes, run_block_head_bytes, identity);
  runs_ = read_integer<std::uint16_t>(bytes.data() + block_checksum_bytes);
  if (runs_ == 0 || runs_ > block_runs || bytes.size() < head())
    throw DamagedTable("a block's head makes no sense");
  std::size_t size = head();
  for (std::size_t i = 0; i < runs_; ++i) size += size_of(i);
  if (size != bytes.size()) throw DamagedTable("a block has a wrong size");
}

std::size_t RunBlock::head() const {
  return run_block_head_bytes + runs_ * entry_bytes(stride_ == 0);
}

std::uint32_t RunBlock::size_of(std::size_t run) const {
  const std::size_t entry = entry_bytes(stride_ == 0);
  return read_integer<std::uint16_t>(bytes_.data() + run_block_head_bytes + (run + 1) * entry - 2);
}

std::uint64_t RunBlock::first_code(std::size_t run) const {
  assert(run < runs_);
  if (stride_ > 0) return first_code_ + run * stride_;
  return first_code_ + read_integer<std::uint32_t>(bytes_.data() + run_block_head_bytes +
                                                   run * entry_bytes(true));
}

std::optional<std::size_t> RunBlock::run_of(std::uint64_t code) const {
  std::size_t run = runs_;
  while (run > 0 && first_code(run - 1) > code) --run;
  return run == 0 ? std::nullopt : std::optional(run - 1);
}

Bytes RunBlock::run(std::size_t run) const {
  assert(run < runs_);
  std::size_t at = head();
  for (std::size_t i = 0; i < run; ++i) at += size_of(i);
  return bytes_.subspan(at, size_of(run));
}

std::vector<std::byte> model_block(const SymbolModel& model, std::uint64_t identity) {
  std::vector<std::byte> out(block_checksum_bytes);
  const std::vector<std::byte> bytes = model.to_bytes();
  out.insert(out.end(), bytes.begin(), bytes.end());
  put_block_checksum(out, identity);
  return out;
}

SymbolModel read_model_block(Bytes bytes, std::uint64_t identity, std::size_t groups,
                             std::size_t group, std::size_t symbols) {
  check_block_checksum(bytes, block_checksum_bytes, identity);
  return SymbolModel::from_bytes(bytes.subspan(block_checksum_bytes), groups, group, symbols);
}

}  // namespace zermelo
