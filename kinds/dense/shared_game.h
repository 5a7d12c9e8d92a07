// SPDX-License-Identifier: MIT
// How a dense solve (kinds/dense/solve.h) or a search from the start (kinds/reach/reach.h)
// is divided among processes: a policy. WholeGame: one process has everything. SharedGame: each
// rank of a cluster has stripes of every slice, with their members and words; values of finished
// groups are on every rank or, if they would take too much of its memory, on the rank that found
// them.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "gen/value.h"
#include "kinds/dense/enumerate.h"
#include "kinds/dense/solved_slice.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/distributed/group_shares.h"
#include "tablebase/distributed/round_buffers.h"
#include "tablebase/distributed/sharing_options.h"
#include "tablebase/distributed/stripes.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/format/table_file.h"
#include "tablebase/retrograde/exchange.h"
#include "tablebase/retrograde/group_layout.h"
#include "tablebase/sets/dense_set.h"

namespace zermelo {

// Finished slices, for the groups that lead to them, where several ranks share a solve: every rank
// has all values, or each has those of its own stripes and answers questions about them. As
// SolvedSlices, and AsksOthers (tablebase/retrograde/exchange.h).
template <class Game>
class SharedSlices {
 public:
  // Every rank has all.
  explicit SharedSlices(const Game& game) : SharedSlices(game, {}, 0) {}
  // Rank `rank` has the values of its places of each slice; the stripes, by slice, must outlive
  // this object.
  SharedSlices(const Game& game, std::vector<const Stripes*> stripes, int rank)
      : game_(game),
        stripes_(std::move(stripes)),
        rank_(static_cast<std::uint32_t>(rank)),
        values_(static_cast<std::size_t>(game.slice_count())) {}

  ValueArray& values(int slice) { return values_[static_cast<std::size_t>(slice)]; }

  struct Question {
    int slice = won_at_once;
    std::uint32_t rank = 0;   // that has the value,
    std::uint64_t place = 0;  // at which of its places
  };
  // Prefetches from memory an answer that is here. Thread-safe, like what follows.
  Question ask(int slice, const typename Game::Position& p) const {
    if (game_.wins_at_once(slice, p)) return {won_at_once, rank_};
    Question q{slice, rank_, game_.locate(slice, p).index};
    if (!stripes_.empty()) {
      const Location location = stripes_[static_cast<std::size_t>(slice)]->location(q.place);
      q.rank = location.rank;
      q.place = location.place;
    }
    if (is_here(q)) values_[static_cast<std::size_t>(slice)].prefetch(q.place);
    return q;
  }
  bool is_here(const Question& q) const { return q.rank == rank_; }
  Value answer(const Question& q) const {
    if (q.slice == won_at_once) return Value::win(1);
    return values_[static_cast<std::size_t>(q.slice)][q.place];
  }

  // --- Between ranks ---

  std::uint32_t owner(const Question& q) const { return q.rank; }
  // A question in 48 bits, to its owner.
  std::uint64_t record(const Question& q) const {
    assert(q.place >> place_bits == 0 && q.slice >> 8 == 0);
    return q.place | static_cast<std::uint64_t>(q.slice) << place_bits;
  }
  void fetch(std::uint64_t record) const { values_of(record).prefetch(place_of(record)); }
  Value reply(std::uint64_t record) const { return values_of(record)[place_of(record)]; }

 private:
  static constexpr int won_at_once = -1;
  static constexpr int place_bits = 40;

  const ValueArray& values_of(std::uint64_t record) const { return values_[record >> place_bits]; }
  static std::uint64_t place_of(std::uint64_t record) {
    return record & ((std::uint64_t{1} << place_bits) - 1);
  }

  const Game& game_;
  std::vector<const Stripes*> stripes_;  // by slice; none: every rank has all
  std::uint32_t rank_;
  std::vector<ValueArray> values_;
};

// The members of a slice, or this process's share of them; and numbers of all processes.
template <class Set>
struct FoundMembers {
  Set set;
  std::uint64_t positions, members;
};

class WholeGame {
 public:
  using Exchange = Alone;
  using Set = DenseSet;
  template <class Game>
  using Exits = SolvedSlices<Game>;

  template <class Game>
  explicit WholeGame(const Game&) {}
  static Cluster* cluster() { return nullptr; }
  static bool is_first() { return true; }

  // --- Memory ---

  // How many indices of a slice belong to this process, and how many bytes their set takes.
  static std::uint64_t own_indices(int, std::uint64_t universe) { return universe; }
  static std::uint64_t set_bytes(int, std::uint64_t universe) {
    return DenseSet::bytes_needed(universe);
  }
  // What else a group with this many own places takes.
  static std::uint64_t more_bytes(std::uint64_t) { return 0; }
  static void fit_memory(const auto&) {}
  static constexpr const char* where = "";

  // --- Members ---

  template <class Game>
  static FoundMembers<DenseSet> enumerate(const Game& game, int slice, int threads) {
    SliceMembers found = enumerate_slice(game, slice, threads);
    const std::uint64_t members = found.set.size();
    return {std::move(found.set), found.positions, members};
  }
  static std::uint64_t set_words(int, std::uint64_t universe) { return (universe + 63) / 64; }
  static DenseSet make_set(int, const std::vector<std::uint64_t>& words, std::uint64_t universe) {
    return DenseSet(words, universe);
  }

  // --- Solving ---

  static Alone::Setup setup(const GroupLayout&) { return {}; }

  // For an index of a slice.
  static Location location(int, std::uint64_t index) { return {0, index}; }
  static constexpr bool is_own(const Location&) { return true; }

  // --- Blocks ---

  // How many blocks of a slice with this many belong to this process, and which is the n-th of
  // them.
  static std::uint64_t own_blocks(int, std::uint64_t blocks) { return blocks; }
  static std::uint64_t block(int, std::uint64_t n) { return n; }
  // The bits of all processes.
  static void all_reduce(std::span<std::uint64_t>) {}
  // Encodes the blocks and appends them to the table in order.
  template <class MakeEncoder>
  static void write_blocks(TableWriter* writer, int, std::uint64_t blocks, int threads,
                           MakeEncoder&& make_encoder) {
    parallel_in_order(blocks, threads, make_encoder,
                      [&](const std::vector<std::byte>& bytes) { writer->append_block(bytes); });
  }

  // --- Values of finished groups ---

  template <class Game>
  static SolvedSlices<Game> exits(const Game& game) {
    return SolvedSlices<Game>(game);
  }
  // How many values of a slice this process keeps, and which of them belongs to an index of its
  // own.
  static std::uint64_t kept_values(int, std::uint64_t universe) { return universe; }
  static std::uint64_t kept_place(int, std::uint64_t index) { return index; }
  // If a process keeps the values of others' indices, it gets them.
  static void replicate(int, ValueArray&) {}
};

class SharedGame {
 public:
  using Exchange = Combining;
  using Set = StripedSet;
  template <class Game>
  using Exits = SharedSlices<Game>;

  using Options = SharingOptions;

  // Collective. All must outlive this object.
  template <class Game>
  SharedGame(const Game& game, Cluster& cluster, ExchangeCounts& counts, Options options = {})
      : cluster_(cluster),
        counts_(counts),
        memory_(options.memory),
        most_values_(most_kept(game)),
        buffers_(options.buffer) {
    for (int slice = 0; slice < game.slice_count(); ++slice) {
      stripes_.push_back(std::make_unique<const Stripes>(game.index_size(slice), cluster.size(),
                                                         cluster.rank(), options.stripes));
      own_blocks_.push_back(stripes_.back()->own_blocks());
    }
  }
  Cluster* cluster() const { return &cluster_; }
  bool is_first() const { return cluster_.rank() == 0; }
  // Whether the values of finished groups are requested from their owners instead of being on every
  // rank: if they would take more than a quarter of a rank's memory, or if the memory would not
  // suffice with them.
  bool asks() const { return asks_; }

  // --- Memory ---

  std::uint64_t own_indices(int slice, std::uint64_t) const {
    return stripes(slice).own_chunks() * chunk_size;
  }
  std::uint64_t set_bytes(int slice, std::uint64_t) const {
    return own_indices(slice, 0) / 8 + 8 * own_blocks(slice, 0);
  }
  std::uint64_t more_bytes(std::uint64_t places) const { return buffers_.all_bytes(places); }
  // Chooses how to manage with the memory that there is. plan(*this) is what the work takes with
  // the current choices. Collective.
  void fit_memory(const auto& plan) {
    const bool too_much = most_values_ > memory_ / largest_share_of_values || plan(*this) > memory_;
    asks_ = any(&cluster_, too_much) && cluster_.size() > 1;
    // Buffers that fit beside everything else.
    buffers_.fit(memory_ - std::min(memory_, plan(*this)));
  }
  static constexpr const char* where = ", on every rank,";

  // --- Members: each rank finds its own ---

  template <class Game>
  FoundMembers<StripedSet> enumerate(const Game& game, int slice, int threads) const {
    const Stripes& own = stripes(slice);
    std::vector<std::uint64_t> words(StripedSet::words_needed(own));
    std::atomic<std::uint64_t> positions = 0;
    parallel_tasks(own_blocks(slice, 0), threads, [&] {
      return [&, cursor = typename Game::Cursor(game.index(slice))](std::uint64_t n) mutable {
        std::uint64_t canonical = 0;
        const std::uint64_t begin = block(slice, n) * block_indices;
        const std::uint64_t end = std::min(own.universe(), begin + block_indices);
        for (std::uint64_t index = begin; index < end; index += 64) {
          words[own.place(index) / 64] =
              member_bits(game, slice, Members::not_won_at_once, cursor, index,
                          std::min<std::uint64_t>(64, end - index), &canonical);
        }
        positions += canonical;
      };
    });
    StripedSet set(own, std::move(words));
    std::uint64_t numbers[] = {positions, set.size()};
    cluster_.reduce(numbers, Cluster::Reduction::sum);
    return {std::move(set), numbers[0], numbers[1]};
  }
  std::uint64_t set_words(int slice, std::uint64_t) const {
    return StripedSet::words_needed(stripes(slice));
  }
  StripedSet make_set(int slice, std::vector<std::uint64_t> words, std::uint64_t) const {
    return StripedSet(stripes(slice), std::move(words));
  }

  // --- Solving ---

  Combining::Setup setup(const GroupLayout& layout) {
    std::vector<std::uint64_t> bases;
    std::vector<const Stripes*> of_slices;
    for (std::size_t i = 0; i < layout.slices().size(); ++i) {
      bases.push_back(layout.base(i));
      of_slices.push_back(&stripes(layout.slices()[i]));
    }
    shares_ =
        std::make_unique<const GroupShares>(bases, of_slices, cluster_.size(), cluster_.rank());
    const auto ranks = static_cast<std::uint64_t>(cluster_.size());
    // (It may differ between ranks: a bin that is full early only makes a round come early.)
    return {&cluster_, shares_.get(), buffers_.bytes(shares_->chunks() * chunk_size) / ranks,
            &counts_};
  }

  Location location(int slice, std::uint64_t index) const { return stripes(slice).location(index); }
  bool is_own(const Location& location) const {
    return location.rank == static_cast<std::uint32_t>(cluster_.rank());
  }

  // --- Blocks ---

  std::uint64_t own_blocks(int slice, std::uint64_t) const {
    return own_blocks_[static_cast<std::size_t>(slice)].size();
  }
  std::uint64_t block(int slice, std::uint64_t n) const {
    return own_blocks_[static_cast<std::size_t>(slice)][n];
  }
  void all_reduce(std::span<std::uint64_t> bits) const {
    cluster_.reduce(bits, Cluster::Reduction::either);
  }

  // All ranks encode their own blocks at the same time, as many as there is room for; then stripe
  // after stripe goes to rank 0, until one of the ranks has to encode more.
  template <class MakeEncoder>
  void write_blocks(TableWriter* writer, int slice, std::uint64_t, int threads,
                    MakeEncoder&& make_encoder) const {
    const Stripes& all = stripes(slice);
    const std::uint64_t at_once = blocks_at_once(all.own_chunks() * chunk_size);
    const auto me = static_cast<std::size_t>(cluster_.rank());
    const auto ranks = static_cast<std::size_t>(cluster_.size());
    std::vector<std::uint64_t> sent(ranks), ready(ranks);  // blocks, by rank
    std::vector<std::vector<std::byte>> encoded(own_blocks(slice, 0));
    const auto encode_more = [&] {
      const std::uint64_t begin = std::min<std::uint64_t>(ready[me], encoded.size());
      for (std::size_t rank = 0; rank < ranks; ++rank) ready[rank] = sent[rank] + at_once;
      const std::uint64_t end = std::min<std::uint64_t>(ready[me], encoded.size());
      parallel_tasks(end - begin, threads, [&] {
        return [&, encoder = make_encoder()](std::uint64_t n) mutable {
          encoded[begin + n] = encoder(block(slice, begin + n));
        };
      });
    };
    for (std::uint64_t s = 0; s < all.count(); ++s) {
      const auto owner = static_cast<std::size_t>(all.owner(s));
      for (std::uint64_t b = 0; b < all.blocks(s); b += blocks_a_message) {
        const std::uint64_t count = std::min(all.blocks(s) - b, blocks_a_message);
        if (sent[owner] + count > ready[owner]) encode_more();
        std::vector<std::byte> message;
        for (std::uint64_t k = sent[me]; owner == me && k < sent[me] + count; ++k) {
          const std::vector<std::byte> bytes = std::exchange(encoded[k], {});
          append_integer(message, static_cast<std::uint32_t>(bytes.size()));
          message.insert(message.end(), bytes.begin(), bytes.end());
        }
        sent[owner] += count;
        append_all(writer, cluster_.gather(message));
      }
    }
  }

  // --- Values of finished groups ---

  template <class Game>
  SharedSlices<Game> exits(const Game& game) const {
    if (!asks_) return SharedSlices<Game>(game);
    std::vector<const Stripes*> all;
    for (const auto& stripes : stripes_) all.push_back(stripes.get());
    return SharedSlices<Game>(game, std::move(all), cluster_.rank());
  }
  std::uint64_t kept_values(int slice, std::uint64_t universe) const {
    return asks_ ? own_indices(slice, universe) : universe;
  }
  std::uint64_t kept_place(int slice, std::uint64_t index) const {
    return asks_ ? stripes(slice).place(index) : index;
  }
  void replicate(int slice, ValueArray& values) const {
    if (asks_) return;
    const Stripes& all = stripes(slice);
    for (std::uint64_t s = 0; s < all.count(); ++s)
      cluster_.broadcast(values.bytes(all.begin(s), all.end(s)), all.owner(s));
  }

 private:
  static constexpr std::uint64_t blocks_a_message = 1024;  // of 2,048 indices: some megabytes
  // The values of finished groups may take this fraction (one in so many bytes) of a rank's memory.
  static constexpr std::uint64_t largest_share_of_values = 4;

  // The greatest number of values kept at once if every rank keeps all. (Nearly always one byte
  // each.)
  template <class Game>
  static std::uint64_t most_kept(const Game& game) {
    std::uint64_t most = 0;
    for (std::size_t g = 0; g < game.groups().size(); ++g) {
      std::uint64_t kept = 0;
      for_each_kept_slice(game, g, [&](int slice) { kept += game.index_size(slice); });
      most = std::max(most, kept);
    }
    return most;
  }

  const Stripes& stripes(int slice) const { return *stripes_[static_cast<std::size_t>(slice)]; }

  // How many blocks of a slice, of which this rank has this many places, a rank may have encoded:
  // the same on all ranks. (They take less than one byte per index.)
  std::uint64_t blocks_at_once(std::uint64_t places) const {
    const std::uint64_t room = buffers_.all_bytes(places) / block_indices;
    return reduced(&cluster_, std::max(room, blocks_a_message), Cluster::Reduction::least);
  }

  // Blocks with their lengths, which rank 0 has and the others do not have.
  static void append_all(TableWriter* writer, const std::vector<std::byte>& message) {
    Bytes rest(message);
    while (!rest.empty()) {
      const auto length = read_integer<std::uint32_t>(rest.data());
      writer->append_block(rest.subspan(sizeof length, length));
      rest = rest.subspan(sizeof length + length);
    }
  }

  Cluster& cluster_;
  ExchangeCounts& counts_;
  std::uint64_t memory_;       // of this rank
  std::uint64_t most_values_;  // of finished groups, at once
  RoundBuffers buffers_;
  bool asks_ = false;
  std::vector<std::unique_ptr<const Stripes>> stripes_;  // by slice
  std::vector<std::vector<std::uint64_t>> own_blocks_;   // by slice
  std::unique_ptr<const GroupShares> shares_;            // of the current group
};

}  // namespace zermelo
