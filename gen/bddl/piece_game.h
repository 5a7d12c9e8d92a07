// SPDX-License-Identifier: MIT
// A game in version 2 of BDDL as a grid game (gen/grid/game.h), with unmoves.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/expand.h"
#include "gen/bddl/material_graph.h"
#include "gen/bddl/piece_rules.h"
#include "gen/grid/game.h"
#include "gen/grid/piece_index.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

// Immutable and thread-safe.
class PieceGame {
 public:
  using Position = PiecePosition;
  using Codes = PieceIndex;

  // Throws WrongFile if the start is over already, or a position that #illegal forbids; and if
  // there is no legal position with the pieces of #material in which the game goes on.
  explicit PieceGame(const GroundGame& game, Expand expand = Expand::all);
  PieceGame(const PieceGame&) = delete;
  PieceGame& operator=(const PieceGame&) = delete;

  Grid grid() const { return rules_.grid(); }
  const PieceSet& pieces() const { return rules_.pieces(); }
  // Of a game with #material: the first legal position in which it goes on.
  const PiecePosition& start() const { return start_; }
  // From what codes() up to what codes the positions are that the game can begin with; is_start
  // says which ones are. (A game with #material begins with any legal position of these pieces.)
  using CodeRange = std::pair<std::uint64_t, std::uint64_t>;
  std::span<const CodeRange> start_codes() const { return start_codes_; }
  bool is_start(std::uint64_t code, const PiecePosition& p) const {
    return codes_.encode(p) == code && !rules_.is_illegal(p);
  }
  // The same for ended_codes().
  std::vector<CodeRange> ended_start_codes() const;
  bool is_ended_start(std::uint64_t code, const PiecePosition& p) const {
    return ended_codes().encode(p) == code && !rules_.is_illegal(p);
  }
  std::span<const GridSymmetry> symmetries() const { return rules_.symmetries(); }
  const PieceIndex& codes() const { return codes_; }
  // Of positions with pieces with which the game is over wherever they stand.
  const PieceIndex& ended_codes() const;
  // Of all images; if White's rules are Black's, also with the colours exchanged.
  PiecePosition canonical(const PiecePosition& p) const { return codes_.canonical(p); }

  // A layer is a group of sets of pieces that can be reached from each other.
  bool is_layered() const { return is_layered_; }
  int layer(const PiecePosition& p) const;
  int longest_step() const { return longest_step_; }
  std::string layer_name(int layer) const;
  // The higher layers that moves lead to, ascending; the lowest one from which moves lead there.
  const std::vector<int>& next_layers(int layer) const {
    return graph_.next[static_cast<std::size_t>(layer)];
  }
  int lowest_user(int layer) const { return graph_.lowest_user[static_cast<std::size_t>(layer)]; }
  // Whether play goes on from a position, as far as is quickly known; and from one that the mover
  // can win at once.
  bool may_play_on(const PiecePosition& p) const {
    return expand_ != Expand::lean_by_first_goal || !rules_.reaches_first_line(p);
  }
  bool plays_on_though_won() const { return expand_ != Expand::lean; }

  std::string move_text(const PieceChange& change) const;
  // How moves of one position are written that make these changes: as :text says, or by what they
  // change; each in a way of its own.
  std::vector<std::string> move_texts(std::span<const PieceChange> changes) const;
  // The texts of other actions that make the same change; none that can also be read as another
  // change. `texts` are those of move_texts.
  std::vector<std::vector<std::string>> other_texts(std::span<const PieceChange> changes,
                                                    std::span<const std::string> texts) const;
  PositionStatus status(const PiecePosition& p) const;

  Ending ending_of(const PiecePosition& p) const { return rules_.ending_of(p); }
  // The line of the ends that holds after the move that has led to p, from 0 on.
  std::optional<int> end_line(const PiecePosition& p) const { return rules_.end_line(p); }
  template <class Visit>
  void for_each_successor(const PiecePosition& p, Visit&& visit) const {
    rules_.for_each_move(
        p, [&](const PiecePosition& next, Ending ending, std::uint16_t) { visit(next, ending); });
  }
  template <class Visit>
  void for_each_predecessor(const PiecePosition& p, Visit&& visit) const {
    rules_.for_each_cause(p, [&](const PiecePosition& q, std::uint16_t) { visit(q); });
  }

  // The same, with where the positions are found: visit(position, ending, located) and
  // visit(located). What has ended the game is not looked for.
  template <class Visit>
  void for_each_located_successor(const PiecePosition& p, Visit&& visit) const {
    const std::uint32_t slice = slice_of(p);
    rules_.for_each_move(p, [&](const PiecePosition& next, Ending ending, std::uint16_t change) {
      visit(next, ending, ending == Ending::none ? locate(next, slice, change, after_) : Located());
    });
  }
  template <class Visit>
  void for_each_located_predecessor(const PiecePosition& p, Visit&& visit) const {
    const std::uint32_t slice = slice_of(p);
    rules_.for_each_cause(p, [&](const PiecePosition& q, std::uint16_t change) {
      const Located located = locate(q, slice, change, before_);
      if (located.layer >= 0) visit(located);
    });
  }

 private:
  void find_starts(const GroundGame& game);
  bool has_material_of_start(const PiecePosition& p) const;
  std::vector<CodeRange> ranges_of_starts(const PieceIndex& index) const;
  // Whether play can lead to these pieces, or end with them.
  bool has_material(const PiecePosition& p) const;
  // The texts of the turns that make each change.
  std::vector<std::vector<std::string>> texts_of_turns(std::span<const PieceChange> changes) const;

  // The slices that are a number of changes of material away from a slice, as they become known.
  // Thread-safe.
  class SliceMap {
   public:
    static constexpr std::uint32_t unknown = ~std::uint32_t{0}, none = unknown - 1;

    SliceMap(std::size_t slices, std::size_t changes)
        : changes_(changes), slices_(slices * changes, unknown) {}
    std::atomic_ref<std::uint32_t> at(std::uint32_t slice, std::uint16_t change) const {
      return std::atomic_ref(slices_[slice * changes_ + change]);
    }

   private:
    std::size_t changes_;
    mutable std::vector<std::uint32_t> slices_;
  };
  // By the side that has made the move.
  using SliceMaps = std::array<SliceMap, 2>;

  SliceMap slice_map(bool white) const;
  std::uint32_t slice_of(const PiecePosition& p) const {
    return codes_.slice_of(p).value_or(SliceMap::none);
  }
  // For a position that is one move away from a slice.
  Located locate(const PiecePosition& p, std::uint32_t from, std::uint16_t change,
                 const SliceMaps& maps) const;

  Expand expand_;
  PieceRules rules_;
  std::vector<Material> starts_;  // with either side to move, if it has #material
  MaterialGraph graph_;
  PieceIndex codes_;
  std::optional<GridSymmetry> mirror_;  // under which White's rules are Black's, if they are
  mutable std::once_flag ended_made_;
  mutable std::optional<PieceIndex> ended_codes_;
  SliceMaps after_, before_;
  PiecePosition start_;
  std::vector<CodeRange> start_codes_;
  bool is_layered_ = false;
  int longest_step_ = 0;
};

}  // namespace zermelo::bddl
