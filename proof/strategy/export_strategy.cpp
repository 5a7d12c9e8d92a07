// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "gen/wrong_file.h"
#include "proof/check/strategy_file.h"
#include "proof/circuit_file.h"
#include "proof/strategy.h"
#include "proof/strategy/model_play.h"
#include "proof/strategy/state_walk.h"
#include "proof/strategy/strategy_answers.h"
#include "tablebase/lists/list_writer.h"
#include "tablebase/lists/new_file.h"

namespace zermelo {
namespace {

using proof::ArenaState;
using proof::ArenaSuccessor;

constexpr std::uint64_t most_listed = 50'000'000;

// Goes through the positions that play against a strategy can meet, breadth first.
class MetPositions {
 public:
  // `has_pieces`: whether the list's records have the kinds of pieces.
  MetPositions(const proof::Strategy& strategy, ListWriter& list, bool has_pieces,
               const ExportOptions& options)
      : strategy_(strategy),
        list_(list),
        has_pieces_(has_pieces),
        options_(options),
        model_(symbolic::game_model_of(strategy.game)),
        arena_(proof::make_arena(model_, strategy.start)) {}

  void run() {
    list_.begin_slice("met in play");
    meet(start_of(arena_));
    while (expanded_ < met_.size()) {
      expand_some();
      if (options_.progress) options_.progress(expanded_, 0);
      if (options_.stop != nullptr && *options_.stop) throw_export_stopped();
    }
  }

 private:
  void meet(const ArenaState& state) {
    if (!known_.insert(state).second) return;
    if (met_.size() >= most_listed) {
      throw OutOfMemory(fmt::format(
          "Play against this strategy can meet more than {} positions, which is too many.",
          most_listed));
    }
    met_.push_back(state);
  }

  // The next ones, as many as the strategy's circuit is evaluated for at once.
  void expand_some() {
    const std::size_t count = std::min(met_.size() - expanded_, symbolic::assignments_per_word);
    const auto begin = met_.begin() + static_cast<std::ptrdiff_t>(expanded_);
    const std::vector<ArenaState> states(begin, begin + static_cast<std::ptrdiff_t>(count));
    const std::vector<proof::StateAnswer> answers = answers_in(strategy_, states);
    for (std::size_t n = 0; n < count; ++n) expand(states[n], answers[n]);
    expanded_ += count;
  }

  void expand(const ArenaState& state, const proof::StateAnswer& answer) {
    if (!answer.is_member) fail(state, "is met in play, but the strategy does not have it");
    if (answer.rank > Value::max_plies)
      fail(state, fmt::format("has rank {}; a list has room for ranks up to {}", answer.rank,
                              Value::max_plies));
    add_to_list(state, answer.rank);
    if (is_bounded_safety() && answer.rank == 0) return;
    std::vector<ArenaState> next = played_on(state, answer.move);
    if (is_bounded_safety() && answer.rank == 1) keep_members(next);
    for (const ArenaState& reached : next) meet(reached);
  }
  // Where the game goes on after the owner's move, or after any of the other side's.
  std::vector<ArenaState> played_on(const ArenaState& state, std::uint64_t owners_move) const {
    std::vector<ArenaSuccessor> moves = successors(arena_, state);
    if (state.to_move == strategy_.owner) {
      std::erase_if(moves, [&](const ArenaSuccessor& m) { return m.move != owners_move; });
      if (moves.empty()) fail(state, "has no move that the strategy plays");
    }
    std::vector<ArenaState> next;
    for (const ArenaSuccessor& move : moves)
      if (!move.is_over) next.push_back(move.state);
    return next;
  }
  void keep_members(std::vector<ArenaState>& states) const {
    const std::vector<proof::StateAnswer> answers = answers_in(strategy_, states);
    std::size_t n = 0;
    std::erase_if(states, [&](const ArenaState&) { return !answers[n++].is_member; });
  }

  // A claim not to lose within some plies ends where the rank is 0, and such states need not be in
  // the strategy (docs/proofs.md).
  bool is_bounded_safety() const {
    return strategy_.claim.kind == proof::Claim::Kind::does_not_lose && strategy_.claim.plies;
  }

  PiecePosition position_of(const ArenaState& state) const {
    return model_.position(state.board, state.to_move);
  }
  void add_to_list(const ArenaState& state, std::uint64_t rank) const {
    const PiecePosition p = position_of(state);
    const PositionRecord record{.black = p.black,
                                .white = p.white,
                                .value = Value::of_score(static_cast<int>(rank)),
                                .white_to_move = p.white_to_move};
    const PieceRecord pieces{p.kinds, p.hands};
    list_.add({&record, 1}, {&pieces, has_pieces_ ? 1u : 0u});
  }
  [[noreturn]] void fail(const ArenaState& state, const std::string& why) const {
    throw WrongFile(fmt::format("The strategy does not do what it claims: {} {}.",
                                format_position(position_of(state), model_.pieces), why));
  }

  const proof::Strategy& strategy_;
  ListWriter& list_;
  bool has_pieces_;
  const ExportOptions& options_;
  symbolic::GameModel model_;
  proof::Arena arena_;
  std::vector<ArenaState> met_;
  std::size_t expanded_ = 0;  // of them
  std::unordered_set<ArenaState, proof::StateHash> known_;
};

ListHeader strategy_list_header(const proof::Strategy& strategy) {
  const symbolic::GameModel model = symbolic::game_model_of(strategy.game);
  const std::shared_ptr<const Game> game = make_game(strategy.game);
  ListHeader header{.kind = ListHeader::Kind::strategy,
                    .game = game->spec(),
                    .metric = Metric::distance,
                    .board = {model.grid().columns, model.grid().rows, false, {}},
                    .wins = strategy.claim.kind == proof::Claim::Kind::wins,
                    .owner_is_white = strategy.owner == symbolic::white,
                    .depth = strategy.claim.plies};
  if (game->pieces() != nullptr) header.board.pieces = *game->pieces();
  drop_file_names(header.game);
  return header;
}

}  // namespace

ExportReport export_strategy(const std::string& path, const std::string& output,
                             const ExportOptions& options) {
  const Stopwatch watch;
  const proof::Strategy strategy = parse_file(path, proof::parse_strategy);
  if (!options.layers.empty()) throw UsageError("A strategy has no layers.");
  if (!strategy.start.empty()) require_to_move(make_game(strategy.game)->status(strategy.start));
  require_new_file(output, options.force);
  const ListHeader header = strategy_list_header(strategy);
  const bool has_pieces = header.board.pieces.has_value();
  ListWriter list(output, options.format, header);
  about_file(path, [&] { MetPositions(strategy, list, has_pieces, options).run(); });
  list.finish();
  return {.positions = list.positions(), .bytes = list.bytes(), .seconds = watch.seconds()};
}

}  // namespace zermelo
