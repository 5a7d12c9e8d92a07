// SPDX-License-Identifier: MIT
// Ostle behind the Game interface (see kinds/dense/ostle_instances.h).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/lazy.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/ostle.h"
#include "gen/ostle/state_view.h"
#include "gen/position_status.h"
#include "kinds/dense/ostle_instances.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/dense/read.h"
#include "kinds/reach/read.h"

namespace zermelo::ostle {

template <int N, class Bits>
class OstleGame final : public Game {
  using Rules = Ostle<N, Bits>;

 public:
  explicit OstleGame(std::shared_ptr<const Rules> rules)
      : spec_{"ostle", describe(rules->parameters())}, rules_(std::move(rules)) {
    kinds_.push_back(std::make_unique<ValueKind<Rules>>(spec_, distance_metric, rules_));
    for (const SearchedMoves moves : {SearchedMoves::legal, SearchedMoves::all})
      kinds_.push_back(
          std::make_unique<DistanceKind<Rules>>(spec_, reach_metric_of(moves), rules_));
  }

  const GameSpec& spec() const override { return spec_; }
  std::string start() const override { return format_state(start_state(rules_->parameters())); }

  std::vector<LegalMove> moves(std::string_view text) const override {
    const ReadState state = read(text);
    std::vector<std::pair<int, LegalMove>> found;
    state.rules->for_each_move(state.slice, state.seen.position, [&](const auto& made) {
      if (made.move == state.seen.forbidden) return;
      found.emplace_back(made.move.order(), legal_move(state, made));
    });
    std::ranges::sort(found, {}, [](const auto& entry) { return entry.first; });
    std::vector<LegalMove> result;
    for (auto& [order, move] : found) result.push_back(std::move(move));
    return result;
  }

  Diagram diagram(std::string_view text) const override {
    const State state = parse_state(text, N);
    Diagram d = make_diagram(state);
    PositionStatus status = material_status(state, rules_->parameters());
    if (status.kind == PositionStatus::Kind::impossible) throw IllegalPosition(status.why);
    if (status.is_over()) d.caption = std::move(status.why);
    return d;
  }

  PositionStatus status(std::string_view text) const override {
    return status_of([&] {
      const State state = parse_state(text, N);
      PositionStatus status = material_status(state, rules_->parameters());
      if (status.goes_on()) read(state);  // throws if its forbidden move is not one of its moves
      return status;
    });
  }
  Colour to_move(std::string_view text) const override {
    return colour_of(parse_state(text, N).white_to_move);
  }

  std::string state_from(const std::vector<Cell>& cells, Colour to_move,
                         const std::vector<PiecesInHand>& hands) const override {
    if (!hands.empty()) throw IllegalPosition("This game has no pieces in hand.");
    return format_state(ostle::state_from(cells, to_move, N));
  }

  std::string canonical(std::string_view text) const override {
    const ReadState state = read(text);
    return canonical_text(*state.rules, state.slice, state.seen);
  }

  const std::vector<std::unique_ptr<const TableKind>>& kinds() const override { return kinds_; }

  std::shared_ptr<const Rules> rules() const { return rules_; }
  // A state, and the rules that have its pieces.
  struct ReadState {
    const Rules* rules;
    int slice;
    StateView<N> seen;
  };
  // Throws IllegalPosition or GameOver.
  ReadState read(std::string_view text) const {
    const State state = parse_state(text, N);
    require_to_move(material_status(state, rules_->parameters()));
    return read(state);
  }

 private:
  // For a state with a side to move. Throws IllegalPosition if it forbids what is not one of its
  // moves.
  ReadState read(const State& state) const {
    ReadState result{rules_.get(), 0, StateView<N>::from(state)};
    result.slice = rules_->slice_of(result.seen.position);
    if (result.slice < 0) {
      result.rules = &all_pieces();
      result.slice = result.rules->slice_of(result.seen.position);
    }
    if (result.seen.forbidden.from >= 0) check_forbidden(*result.rules, result.slice, result.seen);
    return result;
  }

  // For positions with more pieces than tables hold (`total`), which have moves nevertheless.
  const Rules& all_pieces() const {
    return all_pieces_.get([&] {
      Parameters parameters = rules_->parameters();
      parameters.total = 2 * parameters.start;
      return Rules(parameters);
    });
  }

  static LegalMove legal_move(const ReadState& state, const typename Rules::MadeMove& made) {
    LegalMove move{.move = format_move(made.move, N),
                   .result = "",
                   .ending = outcome_of(made.kind),
                   .shape = shape_of(made.move, N)};
    StateView<N> next{made.position, !state.seen.white_to_move, Rules::no_move};
    if (!move.ending) {
      next.forbidden = state.rules->reply_after(made, state.seen.position);
      move.result = next.text();
    }
    move.after = next.text();
    return move;
  }

  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
  std::vector<std::unique_ptr<const TableKind>> kinds_;
  Lazy<Rules> all_pieces_;
};

template <int N, class Bits>
std::shared_ptr<const Game> make_sized_game(const Parameters& parameters) {
  return std::make_shared<OstleGame<N, Bits>>(std::make_shared<const Ostle<N, Bits>>(parameters));
}

}  // namespace zermelo::ostle
