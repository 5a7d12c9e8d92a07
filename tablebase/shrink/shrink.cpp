// SPDX-License-Identifier: MIT
#include "tablebase/shrink/shrink.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <utility>

namespace zermelo {
namespace {

// How many slices in turn are left out on the longest way of moves through them; nothing if it has
// no end.
class LongestWay {
 public:
  LongestWay(const SliceMoves& moves, const std::vector<bool>& left_out)
      : moves_(moves), left_out_(left_out), lengths_(moves.size(), unknown) {}

  std::optional<int> length() {
    int longest = 0;
    for (std::size_t slice = 0; slice < moves_.size(); ++slice)
      longest = std::max(longest, from(slice));
    return goes_round_ ? std::nullopt : std::optional(longest);
  }

 private:
  static constexpr int unknown = -1, on_the_way = -2;

  int from(std::size_t slice) {
    if (!left_out_[slice] || goes_round_) return 0;
    if (lengths_[slice] == on_the_way) goes_round_ = true;
    if (lengths_[slice] != unknown) return lengths_[slice];
    lengths_[slice] = on_the_way;
    int longest = 0;
    for (const std::size_t next : moves_[slice]) longest = std::max(longest, from(next));
    return lengths_[slice] = longest + 1;
  }

  const SliceMoves& moves_;
  const std::vector<bool>& left_out_;
  std::vector<int> lengths_;
  bool goes_round_ = false;
};

}  // namespace

std::vector<bool> slices_to_leave_out(const std::vector<std::uint64_t>& bytes,
                                      const SliceMoves& moves, int plies) {
  assert(bytes.size() == moves.size() && plies >= 1);
  std::vector<std::size_t> order(bytes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t s) { return bytes[s]; });
  std::vector<bool> left_out(bytes.size());
  for (const std::size_t slice : order) {
    if (bytes[slice] == 0) continue;
    left_out[slice] = true;
    const std::optional<int> longest = LongestWay(moves, left_out).length();
    if (!longest || *longest > plies) left_out[slice] = false;
  }
  return left_out;
}

void write_shrunk(const TableFile& table, const std::vector<bool>& left_out, std::string creator,
                  const std::string& path, const WorkProgress& progress) {
  assert(left_out.size() == table.slices().size());
  table.check_whole();
  TableHeader header = table.header();
  header.creator = std::move(creator);
  header.shrunk_from = header.shrunk_from.value_or(table.bytes());
  TableWriter writer(path, header);
  if (!table.own().empty()) writer.set_own(table.own());
  for (std::size_t slice = 0; slice < left_out.size(); ++slice) {
    SliceRecord record = table.slices()[slice];
    record.is_left_out = record.is_left_out || left_out[slice];
    const std::uint64_t blocks = record.blocks();
    writer.begin_slice(record);
    for (std::uint64_t block = 0; block < blocks; ++block) {
      writer.append_block(table.encoded_block(slice, block),
                          header.has_first_codes() ? table.first_code(slice, block) : 0);
    }
    writer.end_slice();
    if (progress) progress(slice + 1, left_out.size());
  }
  writer.finish();
}

}  // namespace zermelo
