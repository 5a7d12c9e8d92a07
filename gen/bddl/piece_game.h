// SPDX-License-Identifier: MIT
// A game in version 2 of BDDL as a grid game (gen/grid/game.h), with unmoves.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/material_graph.h"
#include "gen/bddl/move_texts.h"
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
  explicit PieceGame(const GroundGame& game);
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
  // Whether play goes on from a position that the mover can win at once.
  bool play_on(const PiecePosition&) const { return true; }

  std::string move_text(const PieceChange& change) const;
  PositionStatus status(const PiecePosition& p) const;

  Ending ending_of(const PiecePosition& p) const { return rules_.ending_of(p); }
  template <class Visit>
  void for_each_successor(const PiecePosition& p, Visit&& visit) const {
    rules_.for_each_result(p, [&](const PiecePosition& next) {
      visit(next, rules_.ending_of(next));
      return true;
    });
  }
  template <class Visit>
  void for_each_predecessor(const PiecePosition& p, Visit&& visit) const {
    rules_.for_each_cause(p, visit);
  }

 private:
  void find_starts(const GroundGame& game);
  // Whether play can lead to these pieces, or end with them.
  bool has_material(const PiecePosition& p) const;

  PieceRules rules_;
  MoveTexts texts_;
  MaterialGraph graph_;
  PieceIndex codes_;
  std::optional<GridSymmetry> mirror_;  // under which White's rules are Black's, if they are
  mutable std::once_flag ended_made_;
  mutable std::optional<PieceIndex> ended_codes_;
  PiecePosition start_;
  std::vector<CodeRange> start_codes_;
  bool is_layered_ = false;
  int longest_step_ = 0;
};

}  // namespace zermelo::bddl
