// SPDX-License-Identifier: MIT
// How the places of a group of slices (tablebase/retrograde/group_layout.h) are shared among ranks:
// each has its stripes of all slices in one array, slice after slice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tablebase/distributed/stripes.h"

namespace zermelo {

// Immutable.
class GroupShares {
 public:
  // `bases[i]` is the place at which slice i begins, whose stripes are *slices[i].
  GroupShares(const std::vector<std::uint64_t>& bases, const std::vector<const Stripes*>& slices,
              int ranks, int rank)
      : own_(static_cast<std::uint32_t>(rank)) {
    std::vector<std::uint64_t> next(static_cast<std::size_t>(ranks));  // chunk, by rank
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const Stripes& stripes = *slices[i];
      slices_.push_back({.base = bases[i], .shift = stripes.shift(), .owners = owners_.size()});
      const std::size_t first_run = runs_.size();
      for (std::uint64_t s = 0; s < stripes.count(); ++s) {
        const auto owner = static_cast<std::uint32_t>(stripes.owner(s));
        const std::uint64_t chunk = next[owner] + stripes.first_chunk(s);
        owners_.push_back({owner, static_cast<std::uint32_t>(chunk)});
        if (owner == own_)
          add_run(chunk, (bases[i] + stripes.begin(s)) / chunk_size, first_run, stripes.chunks(s));
      }
      if (runs_.size() > first_run) slices_.back().run = runs_[first_run];
      for (int r = 0; r < ranks; ++r) next[static_cast<std::size_t>(r)] += stripes.chunks_of(r);
    }
    chunks_ = next[own_];
  }

  // Own chunks.
  std::uint64_t chunks() const { return chunks_; }
  // Which chunk of the group an own chunk is.
  std::uint64_t group_chunk(std::uint64_t own) const {
    const auto after = std::ranges::upper_bound(runs_, own, {}, &Run::own);
    const Run& run = *(after - 1);
    return run.group + (own - run.own);
  }

  // For a place of the group.
  [[gnu::always_inline]] Location location(std::uint64_t place) const {
    const Slice* slice = slices_.data();
    for (std::size_t more = slices_.size() - 1; more > 0 && place >= slice[1].base; --more) ++slice;
    // Where stripes are neighbours, nearly all updates find their place here.
    const std::uint64_t ahead = place - slice->run.group * chunk_size;
    if (ahead < slice->run.chunks * chunk_size) return {own_, slice->run.own * chunk_size + ahead};
    const std::uint64_t index = place - slice->base;
    const std::uint64_t stripe = index >> slice->shift;
    const Owner& owner = owners_[slice->owners + stripe];
    return {owner.rank, owner.chunk * chunk_size + (index - (stripe << slice->shift))};
  }
  bool is_own(const Location& location) const { return location.rank == own_; }
  // The own place of an update that was sent to a place here: that one.
  static std::optional<std::uint64_t> arrived(std::uint64_t sent) { return sent; }
  static void expect(std::uint64_t) {}

 private:
  struct Owner {
    std::uint32_t rank, chunk;  // of that rank's, at which the stripe begins
  };
  // Own chunks of a slice that are neighbours in the group.
  struct Run {
    std::uint64_t own = 0, group = 0;  // the first one's numbers
    std::uint64_t chunks = 0;
  };
  struct Slice {
    std::uint64_t base;  // its first place
    int shift;           // of a place in it, to its stripe
    std::size_t owners;  // where those of its stripes begin
    Run run = {};        // the first
  };
  void add_run(std::uint64_t own, std::uint64_t group, std::size_t first, std::uint64_t chunks) {
    const bool goes_on =
        runs_.size() > first && group - runs_.back().group == own - runs_.back().own;
    if (!goes_on) runs_.push_back({own, group});
    runs_.back().chunks += chunks;
  }

  std::uint32_t own_;
  std::uint64_t chunks_ = 0;
  std::vector<Slice> slices_;
  std::vector<Owner> owners_;  // of stripes, slice after slice
  std::vector<Run> runs_;
};

}  // namespace zermelo
