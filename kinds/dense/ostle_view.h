// SPDX-License-Identifier: MIT
// How states of Ostle are read and looked up in a table of values: a view for StateAnswers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gen/ostle/notation.h"
#include "gen/ostle/ostle.h"
#include "gen/ostle/state_view.h"
#include "kinds/choices.h"
#include "kinds/dense/block_cache.h"
#include "kinds/dense/dense_moves.h"
#include "kinds/dense/table_values.h"
#include "kinds/many_answers.h"
#include "kinds/puzzles/ostle_puzzle_rules.h"
#include "probe/table.h"

namespace zermelo::ostle {

// A canonical state's text; `forbidden` may be no_move.
template <class Game>
std::string print_state(const typename Game::Position& p, Move forbidden = {}) {
  return StateView<Game::Geometry::side>{p, false, forbidden}.text();
}

// The state that represents all of its orientations. `slice` is that of the position.
template <class Game>
std::string canonical_text(const Game& game, int slice,
                           const StateView<Game::Geometry::side>& seen) {
  const Place place = game.locate(slice, seen.position);
  typename Game::Cursor cursor(game.index(slice));
  const auto& p = cursor.at(place.index);
  if (seen.forbidden.from < 0) return print_state<Game>(p);
  const Slot slot = game.slot_in(place, seen.forbidden, seen.position.hole);
  return print_state<Game>(p, Game::move_of_slot(p, slot));
}

template <class Game>
std::optional<std::string> position_at(const Game& game, TableIndex number) {
  const int slice = static_cast<int>(number.slice);
  if (number.slice >= static_cast<std::size_t>(game.slice_count()) ||
      number.index >= game.index_size(slice)) {
    return std::nullopt;
  }
  typename Game::Cursor cursor(game.index(slice));
  const auto& p = cursor.at(number.index);
  if (!cursor.is_canonical()) return std::nullopt;
  return print_state<Game>(p);
}

// Game is Ostle<N, Bits>.
template <class Game>
class OstleView {
  static constexpr int side = Game::Geometry::side;
  struct Lookup {
    const OstleView* view;
    StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
      return view->stored(slice, index, wants_second);
    }
    void prefetch(int, std::uint64_t) const {}
    bool leaves_out_loss_plies() const { return view->leaves_out_loss_plies_; }
    [[noreturn]] void damaged(const char* what) const { view->cache_.file().damaged(what); }
  };
  using Values = StateValues<Game, Lookup>;

 public:
  using Chooser = zermelo::Chooser<DenseMoves<Game, Values>>;
  using State = GameState<Game>;

  OstleView(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : game_(std::move(game)),
        leaves_out_loss_plies_(file->header().leaves_out_loss_plies()),
        cache_(std::move(file)),
        values_(*game_, Lookup{this}),
        rules_(*game_, {}) {}
  OstleView(const OstleView&) = delete;
  OstleView& operator=(const OstleView&) = delete;

  Chooser chooser() const { return Chooser({*game_, values_}); }
  const PuzzleRules<Game>& rules() const { return rules_; }

  State read(std::string_view text) const {
    const StateView<side> seen = read_state<side>(*game_, text);
    return {game_->slice_of(seen.position), seen.position, seen.forbidden, seen.white_to_move};
  }
  using Question = typename Values::Question;
  Question question(const State& s) const {
    return values_.question_with_forbidden(s.slice, s.position, s.forbidden);
  }
  Value value(const Question& question) const { return values_.answer(question); }
  Value value(const State& s) const { return value(question(s)); }
  static FileOrder order(const Question& q) {
    return {static_cast<std::uint32_t>(q.slice), q.index};
  }
  static constexpr bool has_shapes = true;
  static MoveShape shape(const typename Game::MadeMove& made) { return shape_of(made.move, side); }
  std::string after(const State& state, const typename Game::MadeMove& made) const {
    const bool goes_on = !outcome_of(made.kind);
    return StateView<side>{made.position, !state.white_to_move,
                           goes_on ? game_->reply_after(made, state.position) : Game::no_move}
        .text();
  }
  std::string mark(const State& state) const { return rules_.state_text(state); }

 private:
  StoredValue stored(int slice, std::uint64_t index, bool wants_second) const {
    const auto number = static_cast<std::size_t>(slice);
    const auto found = find_member(*game_, cache_, slice, index,
                                   wants_second ? BlockParts::all : BlockParts::without_second);
    const auto& palette = cache_.file().slices()[number].palette;
    StoredValue result{palette[found.block->first[found.member]]};
    if (const SecondValue* second = found.block->find_second(found.member)) {
      result.has_second = true;
      result.slot = second->slot;
      result.second = palette[second->code];
    }
    return result;
  }

  std::shared_ptr<const Game> game_;
  bool leaves_out_loss_plies_;
  mutable BlockCache cache_;
  Values values_;
  PuzzleRules<Game> rules_;
};

}  // namespace zermelo::ostle
