// SPDX-License-Identifier: MIT
// How the codes of a game's layers are divided among processes: a policy. WholeCodes: one process
// has everything. SharedCodes: each rank of a cluster has stripes of every layer's codes, with
// their bits, members and values. (For the dense kind: kinds/dense/shared_game.h.)
//
// A rank numbers its own codes of a layer without gaps: code c has *key* begin(layer) + place among
// the rank's own, and sets hold keys instead of codes. Keys ascend as codes do. Where one process
// has everything, a code is its own key.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/distributed/round_buffers.h"
#include "tablebase/distributed/sharing_options.h"
#include "tablebase/distributed/stripes.h"
#include "tablebase/retrograde/exchange.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

class WholeCodes {
 public:
  static constexpr bool is_shared = false;
  // Of the retrograde solver, and of a search.
  using Exchange = Alone;
  using SearchExchange = Alone;

  static Cluster* cluster() { return nullptr; }
  static bool is_first() { return true; }
  static std::uint64_t ranks() { return 1; }
  static constexpr const char* where = "";

  // How many keys of a layer this process has.
  template <class Game>
  static std::uint64_t keys(const Game& game, int layer) {
    return game.codes().end(layer) - game.codes().begin(layer);
  }
  // Who has a code, and its key there; and back, for an own key.
  static Location location(const Located& located) { return {0, located.code}; }
  static constexpr bool is_own(const Location&) { return true; }
  static std::uint64_t code(int, std::uint64_t key) { return key; }

  static std::uint64_t more_bytes(std::uint64_t) { return 0; }
  static Alone::Setup search_setup(std::uint64_t) { return {}; }
};
inline constexpr WholeCodes whole_codes;

// (A search needs only bins.)
struct NoShares {};

// The places of the solver's words where ranks share a layer: an own member's place is its number;
// that of another rank's code says which key of which rank it is, since only that rank knows its
// number, or whether it is a member at all.
class MemberShares {
 public:
  // `first` is the layer's first key. The members must outlive this object.
  MemberShares(const CodeSet& members, std::uint64_t first, std::uint32_t rank)
      : members_(members), first_(first), rank_(rank) {}

  // The place of a key that another rank has.
  std::uint64_t place_of_other(const Location& location) const {
    assert(location.rank != rank_ && (location.place - first_) >> key_bits == 0);
    return others | std::uint64_t{location.rank} << key_bits | (location.place - first_);
  }

  // As CombiningOver (tablebase/retrograde/exchange.h) asks.
  std::uint64_t chunks() const { return (members_.size() + chunk_size - 1) / chunk_size; }
  static std::uint64_t group_chunk(std::uint64_t own) { return own; }
  Location location(std::uint64_t place) const {
    if ((place & others) == 0) return {rank_, place};
    return {static_cast<std::uint32_t>((place & ~others) >> key_bits),
            place & ((std::uint64_t{1} << key_bits) - 1)};
  }
  bool is_own(const Location& location) const { return location.rank == rank_; }
  std::optional<std::uint64_t> arrived(std::uint64_t sent) const {
    return members_.find(first_ + sent);
  }
  void expect(std::uint64_t sent) const { members_.prefetch(first_ + sent); }

  static constexpr int key_bits = 40;

 private:
  static constexpr std::uint64_t others = std::uint64_t{1} << 63;

  const CodeSet& members_;
  std::uint64_t first_;
  std::uint32_t rank_;
};

// Stripes are dealt in turn, also to few ranks: play reaches some parts of a layer much more often
// than others, and half of the ranks would have most of the positions. Where a layer is one stripe,
// the next layer belongs to the next rank.
class SharedCodes {
 public:
  static constexpr bool is_shared = true;
  using Exchange = CombiningOver<MemberShares>;
  using SearchExchange = CombiningOver<NoShares>;

  // Collective. All must outlive this object. Throws UsageError if the game has 2^40 codes or more.
  template <class Game>
  SharedCodes(const Game& game, Cluster& cluster, ExchangeCounts& counts,
              const SharingOptions& options = {})
      : cluster_(cluster), counts_(counts), buffers_(options.buffer) {
    fail_together(&cluster, [&] {
      if (game.codes().size() >> MemberShares::key_bits != 0)
        throw UsageError("Several ranks solve games whose index has less than 2^40 positions.");
    });
    for (int layer = 0; layer < game.codes().groups(); ++layer) {
      StripeOptions stripes = options.stripes;
      stripes.most_neighbours = 0;
      stripes.first = layer % cluster.size();
      begins_.push_back(game.codes().begin(layer));
      stripes_.emplace_back(game.codes().end(layer) - begins_.back(), cluster.size(),
                            cluster.rank(), stripes);
    }
    buffers_.fit(options.memory / share_of_buffers);
  }

  Cluster* cluster() const { return &cluster_; }
  bool is_first() const { return cluster_.rank() == 0; }
  std::uint64_t ranks() const { return static_cast<std::uint64_t>(cluster_.size()); }
  static constexpr const char* where = ", on every rank,";
  const Stripes& stripes(int layer) const { return stripes_[static_cast<std::size_t>(layer)]; }

  // --- Codes and keys ---

  template <class Game>
  std::uint64_t keys(const Game&, int layer) const {
    return stripes(layer).own_chunks() * chunk_size;
  }
  Location location(const Located& located) const {
    const std::uint64_t first = begin(located.layer);
    Location result = stripes(located.layer).location(located.code - first);
    result.place += first;
    return result;
  }
  bool is_own(const Location& location) const {
    return location.rank == static_cast<std::uint32_t>(cluster_.rank());
  }
  std::uint64_t code(int layer, std::uint64_t key) const {
    return begin(layer) + stripes(layer).index(key - begin(layer));
  }
  // Which layer a code belongs to.
  int layer_of(std::uint64_t code) const {
    const auto after = std::ranges::upper_bound(begins_, code);
    return static_cast<int>(after - begins_.begin()) - 1;
  }
  std::uint64_t begin(int layer) const { return begins_[static_cast<std::size_t>(layer)]; }

  // --- Rounds ---

  // What work on so many own places takes in addition.
  std::uint64_t more_bytes(std::uint64_t places) const { return buffers_.all_bytes(places); }
  std::uint64_t buffer(std::uint64_t places) const { return buffers_.bytes(places); }
  SearchExchange::Setup search_setup(std::uint64_t places) const {
    return {&cluster_, &no_shares_, buffers_.bytes(places) / ranks(), &counts_};
  }
  // The shares must outlive the exchange.
  Exchange::Setup setup(const MemberShares& shares) const {
    return {&cluster_, &shares, buffers_.bytes(shares.chunks() * chunk_size) / ranks(), &counts_};
  }

 private:
  // Buffers take this fraction (one in so many bytes) of a rank's memory at most.
  static constexpr std::uint64_t share_of_buffers = 8;

  Cluster& cluster_;
  ExchangeCounts& counts_;
  RoundBuffers buffers_;
  NoShares no_shares_;
  std::vector<std::uint64_t> begins_;  // by layer
  std::vector<Stripes> stripes_;       // by layer
};

}  // namespace zermelo
