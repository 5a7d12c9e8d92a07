// SPDX-License-Identifier: MIT
#include "gen/bddl/possible_material.h"

#include <algorithm>
#include <utility>

namespace zermelo::bddl {
namespace {

// What may stand on a square at first.
ContentSet at_start(const GroundGame& game, int square) {
  if (game.start) return ContentSet::of(game.start->squares[static_cast<std::size_t>(square)]);
  ContentSet set = ContentSet::open();
  if ((game.exists >> square & 1) == 0) return set;
  for (const Content piece : game.material) set = set | ContentSet::of(piece);
  return set;
}

// Sets of contents only grow, until no action adds anything.
class ContentSpread {
 public:
  explicit ContentSpread(const GroundGame& game) : game_(game) {
    for (int square = 0; square < game.grid.squares(); ++square)
      squares_.push_back(at_start(game, square));
  }

  std::vector<ContentSet> run() {
    do {
      grown_ = false;
      for (const GroundSide& side : game_.sides)
        for (const GroundAction& action : side.actions) spread(action);
    } while (grown_);
    return std::move(squares_);
  }

 private:
  ContentSet& at(int square) { return squares_[static_cast<std::size_t>(square)]; }

  void spread(const GroundAction& action) {
    const auto possible = [&](const auto& before) {
      return !(at(before.first) & before.second).empty();
    };
    if (!std::ranges::all_of(action.before, possible)) return;
    spread(action, action.after, action.copies);
    for (const Clause& clause : action.clauses)
      spread(action, clause.change.after, clause.change.copies);
  }
  void spread(const GroundAction& action, const std::vector<std::pair<int, Content>>& after,
              const std::vector<std::pair<int, int>>& copies) {
    for (const auto& [square, content] : after) add(square, ContentSet::of(content));
    for (const auto& [to, from] : copies) {
      const GroundDemand before{action.before, {}, {}};
      add(to, at(from) & before.at(from, game_.everything()));
    }
  }
  void add(int square, ContentSet set) {
    if (at(square).includes(set)) return;
    at(square) = at(square) | set;
    grown_ = true;
  }

  const GroundGame& game_;
  std::vector<ContentSet> squares_;
  bool grown_ = false;
};

// What a hand holds counts, and pieces on the board of some contents: whether a sum of them never
// grows.
class Sum {
 public:
  Sum(const GroundGame& game, const std::vector<ContentSet>& squares, int hand, ContentSet counted,
      std::array<bool, 2> sides)
      : game_(game), squares_(squares), hand_(hand), counted_(counted), sides_(sides) {}

  bool never_grows() const {
    return std::ranges::all_of(game_.sides, [&](const GroundSide& side) {
      return std::ranges::all_of(side.actions,
                                 [&](const GroundAction& a) { return most_growth(a) <= 0; });
    });
  }
  int at_start() const {
    int sum = 0;
    if (!game_.start) {
      return static_cast<int>(std::ranges::count_if(
          game_.material, [&](Content piece) { return counted_.contains(piece); }));
    }
    for (const std::size_t side : {0, 1})
      if (sides_[side]) sum += game_.start->hands[side][static_cast<std::size_t>(hand_)];
    for (int square = 0; square < game_.grid.squares(); ++square)
      sum += counted_.contains(game_.start->squares[static_cast<std::size_t>(square)]) ? 1 : 0;
    return sum;
  }

 private:
  // What may be on a square when the action is played.
  ContentSet before(const GroundAction& action, int square) const {
    const GroundDemand demand{action.before, {}, {}};
    return squares_[static_cast<std::size_t>(square)] & demand.at(square, game_.everything());
  }
  bool may_count(ContentSet set) const { return !(set & counted_).empty(); }
  bool may_not_count(ContentSet set) const { return !counted_.includes(set); }

  int most_growth(const GroundAction& action) const {
    int growth = most_growth(action, action.after, action.copies, action.hands_after);
    for (const Clause& clause : action.clauses) {
      const Change& change = clause.change;
      growth += std::max(0, most_growth(action, change.after, change.copies, change.hands));
    }
    return growth;
  }
  int most_growth(const GroundAction& action, const std::vector<std::pair<int, Content>>& after,
                  const std::vector<std::pair<int, int>>& copies,
                  const std::vector<HandChange>& hands) const {
    int growth = 0;
    for (const auto& [square, content] : after) {
      growth += counted_.contains(content) ? 1 : 0;
      growth -= may_not_count(before(action, square)) ? 0 : 1;
    }
    for (const auto& [to, from] : copies) {
      growth += may_count(before(action, from)) ? 1 : 0;
      growth -= may_not_count(before(action, to)) ? 0 : 1;
    }
    for (const HandChange& hand : hands)
      if (hand.hand == hand_ && sides_[hand.white ? 1 : 0]) growth += hand.change;
    return growth;
  }

  const GroundGame& game_;
  const std::vector<ContentSet>& squares_;
  int hand_;
  ContentSet counted_;
  std::array<bool, 2> sides_;
};

// The contents of both sides that come into a hand when they are taken.
ContentSet that_come_to(const tree::Hand& hand) {
  ContentSet set;
  for (const int kind : hand.takes)
    for (const bool white : {false, true}) set = set | ContentSet::of(content_of(kind, white));
  return set;
}

void bound_hand(const GroundGame& game, int hand, PossibleMaterial& material) {
  const auto number = static_cast<std::size_t>(hand);
  bool both_bounded = true;
  for (const bool white : {false, true}) {
    const Sum alone(game, material.squares, hand, {}, {!white, white});
    const bool never_grows = alone.never_grows();
    material.most_in_hand[white ? 1 : 0][number] =
        never_grows ? alone.at_start() : tree::most_in_hand;
    both_bounded = both_bounded && never_grows;
  }
  if (both_bounded) return;
  const ContentSet counted = that_come_to(game.hands[number]);
  const Sum with_board(game, material.squares, hand, counted, {true, true});
  if (!with_board.never_grows()) return;
  material.bounds.push_back({hand, counted, with_board.at_start()});
  for (auto& most : material.most_in_hand)
    most[number] = std::min(most[number], with_board.at_start());
}

}  // namespace

PossibleMaterial possible_material(const GroundGame& game) {
  PossibleMaterial material;
  material.squares = ContentSpread(game).run();
  for (std::size_t hand = 0; hand < game.hands.size(); ++hand)
    bound_hand(game, static_cast<int>(hand), material);
  return material;
}

}  // namespace zermelo::bddl
