// SPDX-License-Identifier: MIT
// Verifying a table of outcomes (see tablebase/verify/table_verifier.h), with two layers in memory:
// for each a frozen diagram, and the outcomes by rank. That a layer's members are those that play
// can lead to is seen from the layer before: every move leads to a member, and some move leads to
// every member.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/grid/turns.h"
#include "gen/text/counted.h"
#include "kinds/ranked/outcome_table.h"
#include "kinds/stones/stone_table.h"
#include "symbolic/model/connect_model.h"
#include "tablebase/verify/grid_check.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo::symbolic {

// One round per layer, from the fullest boards on. Game is connect::Connect.
template <class Game>
class OutcomeVerifier {
 public:
  // The game must outlive the verifier.
  OutcomeVerifier(const Game& game, Verification& v)
      : game_(game), v_(v), check_(game, v.failure), stones_(game.cells() + 1) {}

  void prepare() {
    check_layers(game_, v_.file);
    for (const SliceRecord& record : v_.file.slices()) v_.progress.expect(record.indices);
  }

  bool next_round() {
    if (stones_-- == 0) return false;
    later_ = std::move(now_);
    now_ = std::make_unique<Layer>(v_.file, slice(), connect_mover(stones_), v_.threads);
    led_to_ = std::vector<std::uint64_t>(later_ ? (later_->members.size() + 63) / 64 : 0);
    for (auto& count : counts_) count = 0;
    return true;
  }
  std::uint64_t tasks() const { return (now_->members.size() + chunk - 1) / chunk; }

  auto worker() {
    // (Neighbouring boards mostly have moves in the same columns, which lead to boards near each
    // other.)
    std::vector<FrozenBdd::Ranker> rankers;
    if (later_)
      rankers.assign(static_cast<std::size_t>(game_.cells()), FrozenBdd::Ranker(later_->members));
    return [this, rankers = std::move(rankers)](std::uint64_t task) mutable {
      const std::uint64_t end = std::min(now_->members.size(), (task + 1) * chunk);
      std::array<std::uint64_t, 3> counts{};
      for (std::uint64_t rank = task * chunk; rank < end && !v_.failure.happened(); ++rank)
        verify(rank, rankers, counts);
      for (std::size_t i = 0; i < counts.size(); ++i) counts_[i] += counts[i];
      v_.progress.add(end - task * chunk);
    };
  }

  void end_round() {
    for (std::uint64_t rank = 0; later_ && rank < later_->members.size(); ++rank) {
      if ((led_to_[rank / 64] >> rank % 64 & 1) != 0) continue;
      return check_.note(position(later_->members.unrank(rank), stones_ + 1),
                         "it is in the table, but play does not lead to it");
    }
    if (stones_ == 0) check_start();
    compare_numbers();
  }
  std::uint64_t verified() const { return verified_; }

 private:
  static constexpr std::uint64_t chunk = 1 << 14;

  // One layer in memory.
  struct Layer {
    OutcomeProbe probe;
    const FrozenBdd& members;
    OutcomeVector outcomes;
    Side mover;

    Layer(const TableFile& file, std::size_t slice, Side side, int threads)
        : probe(file),
          members(probe.members(slice)),
          outcomes(probe.read(slice, side, threads)),
          mover(side) {}
    Value value(std::uint64_t rank) const {
      return Value::of_outcome(outcome_for(mover, outcomes.at(rank)));
    }
  };

  std::size_t slice() const {
    return static_cast<std::size_t>(fullest_first(game_.cells(), stones_));
  }
  StateBits state(const GridPosition& p) const {
    return connect_state(game_.parameters(), p.black, p.white);
  }
  GridPosition position(StateBits state, int stones) const {
    const auto [first, second] = connect_stones(game_.parameters(), state);
    return {first, second, white_to_move(stones)};
  }

  void verify(std::uint64_t rank, std::vector<FrozenBdd::Ranker>& rankers,
              std::array<std::uint64_t, 3>& counts) {
    const GridPosition p = position(now_->members.unrank(rank), stones_);
    if (count_bits(p.occupied()) != stones_)
      return check_.note(p, "it does not have " + counted(stones_, "stone"));
    const Value stored = now_->value(rank);
    const Ending ending = game_.ending_of(p);
    if (ending != Ending::none) {
      const Value lost = Value::of_outcome(Outcome::loss);
      return check_.compare(p, stored, ending == Ending::won ? lost : Value::draw());
    }
    std::size_t number = 0;
    const std::optional<Value> by_moves =
        check_.by_moves(p, [&](const GridPosition& next, Ending end) -> std::optional<Value> {
          const auto at = rankers[number++](state(next));
          if (!at) return std::nullopt;
          lead_to(*at);
          return move_value<OutcomeMetric>(
              game_, next, end, [&](const auto&) { return std::optional(later_->value(*at)); });
        });
    if (!by_moves) return;
    check_.compare(p, stored, *by_moves);
    ++counts[static_cast<std::size_t>(stored.raw() + 1)];
  }

  void lead_to(std::uint64_t rank) {
    const std::uint64_t bit = std::uint64_t{1} << rank % 64;
    const std::atomic_ref word(led_to_[rank / 64]);
    if ((word.load(std::memory_order_relaxed) & bit) == 0)
      word.fetch_or(bit, std::memory_order_relaxed);
  }

  void check_start() {
    if (now_->members.size() != 1 || !now_->members.contains(state(game_.start())))
      v_.failure.note("The start is not in the table, or not the only position without stones.");
  }

  void compare_numbers() {
    const SliceRecord& record = v_.file.slices()[slice()];
    std::map<Value, std::uint64_t> histogram;
    std::uint64_t positions = 0;
    for (int raw = -1; raw <= 1; ++raw) {
      const std::uint64_t count = counts_[static_cast<std::size_t>(raw + 1)];
      if (count > 0) histogram[Value::from_raw(static_cast<std::int16_t>(raw))] = count;
      positions += count;
    }
    verified_ += positions;
    if (record.positions != positions || record.members != positions) {
      v_.failure.note(fmt::format(
          "Slice '{}': the table's numbers of positions in which the game goes on and of "
          "values are {} and {}; play leads to {}.",
          record.name, record.positions, record.members, positions));
    }
    if (record.histogram != histogram)
      v_.failure.note(
          fmt::format("Slice '{}': the table miscounts the positions of each value.", record.name));
  }

  const Game& game_;
  Verification& v_;
  GridCheck<Game, OutcomeMetric> check_;
  int stones_;                                          // of the current layer
  std::unique_ptr<Layer> now_, later_;                  // that layer, and the one with a stone more
  std::vector<std::uint64_t> led_to_;                   // members of the later one, one bit each
  std::array<std::atomic<std::uint64_t>, 3> counts_{};  // losses, draws, wins: the game goes on
  std::uint64_t verified_ = 0;
};

}  // namespace zermelo::symbolic
