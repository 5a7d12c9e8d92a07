// SPDX-License-Identifier: MIT
// How the places of a group of slices (tablebase/retrograde/group_layout.h) are shared among ranks:
// each has its stripes of all slices in one array, slice after slice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tablebase/distributed/stripes.h"

namespace zermelo {

// Immutable.
class GroupShares {
 public:
  // `bases[i]` is the place at which slice i begins, whose stripes are *slices[i].
  GroupShares(std::vector<std::uint64_t> bases, const std::vector<const Stripes*>& slices,
              int ranks, int rank)
      : bases_(std::move(bases)), own_(static_cast<std::uint32_t>(rank)) {
    std::vector<std::uint64_t> next(static_cast<std::size_t>(ranks));  // chunk, by rank
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const Stripes& stripes = *slices[i];
      shifts_.push_back(stripes.shift());
      firsts_.push_back(owners_.size());
      for (std::uint64_t s = 0; s < stripes.count(); ++s) {
        const auto owner = static_cast<std::uint32_t>(stripes.owner(s));
        const std::uint64_t chunk = next[owner] + stripes.first_chunk(s);
        owners_.push_back({owner, static_cast<std::uint32_t>(chunk)});
        if (owner == own_) add_run(chunk, (bases_[i] + stripes.begin(s)) / chunk_size);
      }
      for (int r = 0; r < ranks; ++r) next[static_cast<std::size_t>(r)] += stripes.chunks_of(r);
    }
    chunks_ = next[own_];
  }

  // Own chunks.
  std::uint64_t chunks() const { return chunks_; }
  // Which chunk of the group an own one is.
  std::uint64_t group_chunk(std::uint64_t own) const {
    const auto after = std::ranges::upper_bound(runs_, own, {}, &Run::own);
    const Run& run = *(after - 1);
    return run.group + (own - run.own);
  }

  // A place of the group: whose it is, and which of that rank's places.
  struct Home {
    std::uint32_t rank;
    std::uint64_t place;
  };
  Home home(std::uint64_t place) const {
    std::size_t i = 0;
    while (i + 1 < bases_.size() && place >= bases_[i + 1]) ++i;
    const std::uint64_t index = place - bases_[i];
    const std::uint64_t stripe = index >> shifts_[i];
    const Owner& owner = owners_[firsts_[i] + stripe];
    return {owner.rank, owner.chunk * chunk_size + (index - (stripe << shifts_[i]))};
  }
  bool is_own(const Home& home) const { return home.rank == own_; }

 private:
  struct Owner {
    std::uint32_t rank, chunk;  // of that rank's, at which the stripe begins
  };
  // Own chunks that are neighbours in the group.
  struct Run {
    std::uint64_t own, group;  // the first one's numbers
  };
  void add_run(std::uint64_t own, std::uint64_t group) {
    const bool goes_on = !runs_.empty() && group - runs_.back().group == own - runs_.back().own;
    if (!goes_on) runs_.push_back({own, group});
  }

  std::vector<std::uint64_t> bases_;
  std::uint32_t own_;
  std::uint64_t chunks_ = 0;
  std::vector<int> shifts_;          // by slice
  std::vector<std::size_t> firsts_;  // by slice: where its stripes begin in the next
  std::vector<Owner> owners_;
  std::vector<Run> runs_;
};

}  // namespace zermelo
