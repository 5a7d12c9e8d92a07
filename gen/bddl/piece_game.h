// SPDX-License-Identifier: MIT
// A game in version 2 of BDDL as a grid game (gen/grid/game.h), with unmoves.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
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
#include "gen/lazy.h"

namespace zermelo::bddl {

// Immutable and thread-safe.
class PieceGame {
 public:
  using Position = PiecePosition;
  using Codes = PieceIndex;

  // Throws WrongFile if the start is over already, or a position that #illegal forbids; and if
  // there is no legal position with the pieces of #material in which the game goes on.
  // Unless `fold`, positions that differ by an exchange of the colours are two in any case.
  explicit PieceGame(GroundGame game, Expand expand = Expand::all, bool fold = true);
  explicit PieceGame(const std::shared_ptr<const GroundGame>& game, Expand expand = Expand::all,
                     bool fold = true);
  PieceGame(const PieceGame&) = delete;
  PieceGame& operator=(const PieceGame&) = delete;

  Grid grid() const { return rules_.grid(); }
  const PieceSet& pieces() const { return rules_.pieces(); }
  // Of a game with #material: the first legal position in which it goes on.
  const PiecePosition& start() const { return start_; }
  // Whether it is the only position that the game can begin with.
  bool begins_with_start() const { return rules_.start().has_value(); }
  // From what codes() up to what codes the positions are that the game can begin with; is_start
  // says which ones are. (A game with #material begins with any legal position of these pieces.)
  using CodeRange = std::pair<std::uint64_t, std::uint64_t>;
  std::span<const CodeRange> start_codes() const { return start_codes_; }
  bool is_start(std::uint64_t code, const PiecePosition& p) const {
    return codes().encode(p) == code && !rules_.is_illegal(p);
  }
  // The same for ended_codes().
  std::vector<CodeRange> ended_start_codes() const;
  bool is_ended_start(std::uint64_t code, const PiecePosition& p) const {
    return ended_codes().encode(p) == code && !rules_.is_illegal(p);
  }
  std::span<const GridSymmetry> symmetries() const { return rules_.symmetries(); }
  // Throws UsageError if the game has too many positions to number; then has_codes() is false, and
  // only what makes and reads tables is impossible.
  const PieceIndex& codes() const {
    if (!codes_) refuse_codes();
    return *codes_;
  }
  bool has_codes() const { return codes_.has_value(); }
  // Of positions with pieces with which the game is over wherever they stand.
  const PieceIndex& ended_codes() const;
  // Of all images; if White's rules are Black's and endless play is a draw, also with the colours
  // exchanged.
  PiecePosition canonical(const PiecePosition& p) const;

  // Who wins if play never ends; nothing if it is a draw then.
  std::optional<zermelo::Colour> endless_winner() const { return endless_winner_; }

  // A layer is a group of sets of pieces that can be reached from each other.
  bool is_layered() const { return is_layered_; }
  int layer(const PiecePosition& p) const;
  // Whether moves stay in a layer.
  bool goes_round(int layer) const { return graph_.goes_round[static_cast<std::size_t>(layer)]; }
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
  // Whether some move of the mover wins at once.
  bool wins_at_once(const PiecePosition& p) const { return rules_.wins_at_once(p); }

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
    rules_.visit_moves(p, std::ref(visit));
  }
  template <class Visit>
  void for_each_predecessor(const PiecePosition& p, Visit&& visit) const {
    rules_.visit_causes(p, std::ref(visit));
  }

  // The same, with where the positions are found: visit(position, ending, located). What has ended
  // the game is not looked for.
  template <class Visit>
  void for_each_located_successor(const PiecePosition& p, Visit&& visit) const {
    const std::uint32_t slice = slice_of(p);
    rules_.for_each_move(p, [&](const PiecePosition& next, Ending ending, std::uint16_t change) {
      visit(next, ending,
            ending == Ending::none ? locate(next, slice, change, *after_) : Located());
    });
  }
  // The same for visit(located), of predecessors in p's layer; p is in one.
  template <class Visit>
  void for_each_predecessor_in_layer(const PiecePosition& p, Visit&& visit) const {
    const std::uint32_t slice = slice_of(p);
    const int layer = codes().slices()[slice].group;
    const StayingFamilies& all = staying_families();
    const std::uint8_t* const families =
        all.stays.data() + slice * all.families + (p.white_to_move ? 0 : all.of_black);
    const auto stays = [&](std::size_t family) { return families[family] != 0; };
    rules_.for_each_cause(p, stays, [&](const PiecePosition& q, std::uint16_t change) {
      const Located located = locate(q, slice, change, *before_);
      if (located.layer == layer) visit(located);
    });
  }

 private:
  void number_positions(const GroundGame& game);
  [[noreturn]] void refuse_codes() const;
  void find_starts(const GroundGame& game);
  PiecePosition first_start(const std::string& file) const;
  // Whether what was before a turn may be in the same layer: by slice of the position after it,
  // then by family of the turn, Black's before White's.
  struct StayingFamilies {
    std::vector<std::uint8_t> stays;
    std::size_t families = 0, of_black = 0;
  };
  const StayingFamilies& staying_families() const {
    return staying_families_.get([this] { return find_staying_families(); });
  }
  StayingFamilies find_staying_families() const;
  bool stays_in_layer(const PieceIndex::Slice& slice, bool white,
                      const TurnMaterial::Differences& differences) const;
  bool has_material_of_start(const PiecePosition& p) const;
  std::vector<CodeRange> ranges_of_starts(const PieceIndex& index) const;
  // Whether play can lead to these pieces, or end with them.
  bool has_material(const PiecePosition& p) const;

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
    return codes().slice_of(p).value_or(SliceMap::none);
  }
  // For a position that is one move away from a slice.
  Located locate(const PiecePosition& p, std::uint32_t from, std::uint16_t change,
                 const SliceMaps& maps) const;

  Expand expand_;
  PieceRules rules_;
  std::vector<Material> starts_;  // with either side to move, if it has #material
  std::optional<zermelo::Colour> endless_winner_;
  std::optional<GridSymmetry> mirror_;  // under which White's rules are Black's, if it folds them
  MaterialGraph graph_;                 // empty without codes
  std::optional<PieceIndex> codes_;
  std::string why_no_codes_;
  Lazy<PieceIndex> ended_codes_;
  std::optional<SliceMaps> after_, before_;
  Lazy<StayingFamilies> staying_families_;
  PiecePosition start_;
  std::vector<CodeRange> start_codes_;
  bool is_layered_ = false;
  int longest_step_ = 0;
};

}  // namespace zermelo::bddl
