// SPDX-License-Identifier: MIT
// Demands and changes of ground actions as sets of squares, so that a test or a move takes a few
// operations on words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gen/bddl/ground.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

// What must be in hands, which have four bits for each side and kind (PiecePosition::hands).
class HandsDemand {
 public:
  HandsDemand() = default;
  HandsDemand(const std::vector<HandDemand>& hands, std::span<const tree::Hand> hand_kinds);

  bool is_empty() const { return none_ == 0 && some_ == 0 && others_.empty(); }
  bool holds(const PiecePosition& p) const {
    if ((p.hands & none_) != 0 || (low_bits_of_used(p.hands) & some_) != some_) return false;
    return others_.empty() || others_hold(p);
  }

 private:
  struct InHand {
    bool white;
    int kind, least, most;
  };
  // The lowest of the four bits, for each side and kind of which anything is in hand.
  static std::uint64_t low_bits_of_used(std::uint64_t hands) {
    hands |= hands >> 2;
    return hands | hands >> 1;
  }
  bool others_hold(const PiecePosition& p) const;

  // Bits of the hands that must be empty; lowest bits of those that must not be.
  std::uint64_t none_ = 0, some_ = 0;
  std::vector<InHand> others_;  // what cannot be said so
};

// What squares must be like, and hands.
class PieceDemand {
 public:
  PieceDemand() = default;
  PieceDemand(const std::vector<std::pair<int, ContentSet>>& squares,
              const std::vector<HandDemand>& hands, std::span<const tree::Hand> hand_kinds,
              int kinds);

  bool holds(const PiecePosition& p) const {
    const Squares occupied = p.occupied();
    if (((p.black & no_black_) | (p.white & no_white_) | (~occupied & no_open_)) != 0) return false;
    Squares wrong = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) wrong |= p.kinds[i] ^ kinds_[i];
    if ((wrong & one_kind_ & occupied) != 0) return false;
    return plain_ || holds_otherwise(p);
  }

 private:
  void add(int square, ContentSet set, int kinds);
  bool holds_otherwise(const PiecePosition& p) const {
    for (const auto& [square, set] : squares_)
      if (!set.contains(p.at(square))) return false;
    return hands_.holds(p);
  }

  Squares no_black_ = 0, no_white_ = 0, no_open_ = 0;
  // Squares whose piece, if there is one, is of one kind, and the bits of that kind.
  Squares one_kind_ = 0;
  std::array<Squares, 3> kinds_{};
  bool plain_ = true;                                // nothing but that
  std::vector<std::pair<int, ContentSet>> squares_;  // what cannot be said so
  HandsDemand hands_;
};

// What squares become, and hands.
class PieceChanges {
 public:
  PieceChanges() = default;
  // Constants only.
  explicit PieceChanges(const std::vector<std::pair<int, Content>>& after)
      : PieceChanges(after, {}, {}, {}) {}
  PieceChanges(const std::vector<std::pair<int, Content>>& after,
               const std::vector<std::pair<int, int>>& copies, const std::vector<HandChange>& hands,
               std::span<const tree::Hand> hand_kinds);

  // Writes into `next` what `p` says. Returns whether the hands allow it.
  bool apply(const PiecePosition& p, PiecePosition& next) const {
    next.black = (next.black & ~changed_) | black_;
    next.white = (next.white & ~changed_) | white_;
    for (std::size_t i = 0; i < kinds_.size(); ++i)
      next.kinds[i] = (next.kinds[i] & ~changed_) | kinds_[i];
    return plain_ || apply_otherwise(p, next);
  }

  const std::vector<std::pair<int, Content>>& after() const { return after_; }
  const std::vector<std::pair<int, int>>& copies() const { return copies_; }
  // Whether p can be the result, as far as constants show.
  bool may_lead_to(const PiecePosition& p) const {
    Squares wrong = ((p.black ^ black_) | (p.white ^ white_)) & changed_;
    for (std::size_t i = 0; i < kinds_.size(); ++i) wrong |= (p.kinds[i] ^ kinds_[i]) & changed_;
    return wrong == 0;
  }
  // Takes the changes of the hands back. Returns whether that is possible.
  bool undo_hands(PiecePosition& p) const { return hands_.empty() || change_hands(p, -1); }
  bool changes_hands() const { return !hands_.empty(); }

 private:
  struct InHand {
    bool white;
    int kind, change;
  };
  bool apply_otherwise(const PiecePosition& p, PiecePosition& next) const;
  bool change_hands(PiecePosition& p, int sign) const;

  Squares changed_ = 0, black_ = 0, white_ = 0;
  std::array<Squares, 3> kinds_{};
  bool plain_ = true;
  std::vector<std::pair<int, Content>> after_;
  std::vector<std::pair<int, int>> copies_;
  std::vector<InHand> hands_;
};

}  // namespace zermelo::bddl
