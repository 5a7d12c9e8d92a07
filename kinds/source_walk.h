// SPDX-License-Identifier: MIT
// A walk over a table's positions, through the source that mining reads, too.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "probe/table.h"

namespace zermelo {

// Source as of Miner (kinds/puzzles/miner.h). Print is callable, state -> text, and holds what the
// source refers to.
template <class Source, class Print>
class SourceWalk final : public PositionWalk {
 public:
  SourceWalk(std::unique_ptr<Source> source, Print print)
      : print_(std::move(print)), source_(std::move(source)), reader_(*source_) {
    source_->expect_scan();
  }

  bool next(std::vector<PositionValue>& block) override {
    block.clear();
    while (block.empty() && enter_block()) {
      reader_.read_block(
          slice_, block_++, [](Value) { return true; },
          [&](const auto&, const auto& state, Value value) {
            block.push_back({print_(state), value});
            return true;
          });
    }
    return !block.empty();
  }

 private:
  // Goes to the next slice if this one has no block left. Returns whether there is a block.
  bool enter_block() {
    while (slice_ < source_->slices()) {
      if (slice_ >= 0 && block_ < source_->blocks(slice_)) return true;
      block_ = 0;
      if (++slice_ < source_->slices()) source_->begin_slice(slice_);
    }
    return false;
  }

  Print print_;
  std::unique_ptr<Source> source_;
  typename Source::Reader reader_;
  int slice_ = -1;
  std::uint64_t block_ = 0;
};

template <class Source, class Print>
std::unique_ptr<PositionWalk> walk_over(std::unique_ptr<Source> source, Print print) {
  return std::make_unique<SourceWalk<Source, Print>>(std::move(source), std::move(print));
}

}  // namespace zermelo
