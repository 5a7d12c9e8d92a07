// SPDX-License-Identifier: MIT
// A walk over a table's positions, through the source that mining reads, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "probe/table_maker.h"

namespace zermelo {

// Source as of Miner (kinds/puzzles/miner.h), with number_in_file(slice). Convert is callable,
// (state, value) -> PositionRecord, and holds what the source refers to. In games with kinds of
// pieces it has pieces(state) -> PieceRecord.
template <class Source, class Convert>
class SourceWalk final : public RecordWalk {
  using Reader = typename Source::Reader;

 public:
  SourceWalk(std::unique_ptr<Source> source, const WalkOptions& options, Convert convert)
      : convert_(std::move(convert)),
        source_(std::move(source)),
        reader_(*source_),
        slices_(options.slices),
        threads_(thread_count(options.threads)) {
    source_->expect_scan();
  }

  bool next(std::vector<PositionRecord>& block) override {
    block.swap(last_.records);
    const bool any = next_block();
    block.swap(last_.records);
    return any;
  }
  std::span<const PieceRecord> pieces() const override { return last_.pieces; }
  std::size_t slice() const override { return source_->number_in_file(slice_); }

 private:
  static constexpr std::size_t least_positions = 4096;
  static constexpr std::uint64_t blocks_per_thread = 16;

  struct Block {
    std::vector<PositionRecord> records;
    std::vector<PieceRecord> pieces;  // as many, or none

    void clear() {
      records.clear();
      pieces.clear();
    }
  };

  // Reads the next positions into last_.
  bool next_block() {
    last_.clear();
    while (last_.records.empty()) {
      if (given_ < read_) {
        std::swap(last_, batch_[given_++]);
      } else if (!enter_slice()) {
        return false;
      } else if (threads_ == 1) {
        // (Blocks may have few positions, or none.)
        while (block_ < blocks_ && last_.records.size() < least_positions)
          read_block(reader_, block_++, last_);
      } else {
        read_blocks();
      }
    }
    return true;
  }

  // Reads the next blocks of the slice with several threads.
  void read_blocks() {
    const std::uint64_t wanted = blocks_per_thread * static_cast<std::uint64_t>(threads_);
    read_ = std::min(wanted, blocks_ - block_);
    given_ = 0;
    batch_.resize(static_cast<std::size_t>(wanted));
    parallel_tasks(read_, threads_, [&] {
      return [&, reader = Reader(*source_)](std::uint64_t task) mutable {
        batch_[task].clear();
        read_block(reader, block_ + task, batch_[task]);
      };
    });
    block_ += read_;
  }

  // Appends the positions of a block.
  void read_block(Reader& reader, std::uint64_t number, Block& block) const {
    reader.read_block(
        slice_, number, [](Value) { return true; },
        [&](const auto&, const auto& state, Value value) {
          block.records.push_back(convert_(state, value));
          if constexpr (requires { convert_.pieces(state); })
            block.pieces.push_back(convert_.pieces(state));
          return true;
        });
  }

  // Goes to the next slice if this one has no block left. Returns whether there is a block.
  bool enter_slice() {
    while (slice_ < source_->slices()) {
      if (slice_ >= 0 && block_ < blocks_) return true;
      if (++slice_ < source_->slices() && is_wanted()) {
        source_->begin_slice(slice_);
        blocks_ = source_->blocks(slice_);
      } else {
        blocks_ = 0;
      }
      block_ = 0;
    }
    return false;
  }
  bool is_wanted() const {
    return slices_.empty() || std::ranges::find(slices_, slice()) != slices_.end();
  }

  Convert convert_;
  std::unique_ptr<Source> source_;
  Reader reader_;                    // of the calling thread
  std::vector<std::size_t> slices_;  // none: all
  int threads_;
  int slice_ = -1;
  std::uint64_t block_ = 0, blocks_ = 0;  // the next one of the slice, and how many it has
  Block last_;
  // Blocks that have been read, and how many of them have been given away.
  std::vector<Block> batch_;
  std::uint64_t read_ = 0, given_ = 0;
};

template <class Source, class Convert>
std::unique_ptr<RecordWalk> walk_over(std::unique_ptr<Source> source, const WalkOptions& options,
                                      Convert convert) {
  return std::make_unique<SourceWalk<Source, Convert>>(std::move(source), options,
                                                       std::move(convert));
}

}  // namespace zermelo
