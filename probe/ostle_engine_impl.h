// SPDX-License-Identifier: MIT
// Ostle behind the Engine interface, for one board side; included by one source file a side.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/ostle.h"
#include "gen/ostle/puzzle_conditions.h"
#include "gen/ostle/seen.h"
#include "probe/block_cache.h"
#include "probe/engine.h"
#include "probe/ostle_engine.h"
#include "probe/ostle_miner.h"
#include "probe/solution_builder.h"
#include "tablebase/count.h"
#include "tablebase/solve.h"
#include "tablebase/stats.h"
#include "tablebase/table_values.h"
#include "tablebase/verify.h"

namespace zermelo::ostle {

template <class Game, int N>
class OstleProber final : public Prober {
 public:
  OstleProber(std::shared_ptr<const Game> game, std::vector<std::size_t> table_slice,
              std::shared_ptr<const TableFile> file)
      : game_(std::move(game)),
        table_slice_(std::move(table_slice)),
        cache_(std::move(file)),
        values_(*game_, Lookup{this}) {}

  Value value(std::string_view text) const override { return value_of(read(text)); }

  std::vector<MoveValue> moves(std::string_view text) const override {
    std::vector<MoveValue> result;
    for (const Choice& choice : choices(read(text))) {
      result.push_back(
          {format_move(choice.move, N), choice.value, choice.ends ? "" : choice.next.text()});
    }
    return result;
  }

  Line line(std::string_view text, int limit) const override {
    Line line;
    std::set<std::string> seen;
    Seen<N> state = read(text);
    while (static_cast<int>(line.moves.size()) < limit && seen.insert(state.text()).second) {
      const Choice best = choices(state).front();
      line.moves.push_back(format_move(best.move, N));
      if (best.ends) {
        line.complete = true;
        break;
      }
      state = best.next;
    }
    return line;
  }

  Diagram diagram(std::string_view text, bool with_moves) const override {
    const Seen<N> seen = read(text);
    Diagram d = make_diagram(seen.state());
    const Value value = value_of(seen);
    d.caption += ": " + to_string(value);
    if (!with_moves) return d;
    for (const Choice& choice : choices(seen)) {
      DiagramMove move = diagram_move(choice.move);
      const Value v = choice.value;
      move.label = v.is_draw() ? "D" : fmt::format("{}{}", v.is_win() ? 'W' : 'L', v.plies());
      move.tone = v.is_draw()  ? DiagramMove::Tone::draw
                  : v.is_win() ? DiagramMove::Tone::win
                               : DiagramMove::Tone::loss;
      d.moves.push_back(std::move(move));
    }
    return d;
  }

  Solution solution(std::string_view text, const SolutionOptions& options) const override {
    const Seen<N> seen = read(text);
    const PuzzleRules<Game> rules(*game_, {});
    SolutionBuilder<Game, StateValues<Game, Lookup>, PuzzleRules<Game>> builder(*game_, values_,
                                                                                rules, options);
    return builder.build({game_->slice_of(seen.position), seen.position, seen.forbidden},
                         value_of(seen), seen.white_to_move);
  }

 private:
  struct Lookup {
    const OstleProber* prober;
    StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
      return prober->stored(slice, index, wants_second);
    }
    void prefetch(int, std::uint64_t, bool) const {}
  };

  struct Choice {
    Move move;
    Value value;
    bool ends;
    Seen<N> next;
  };

  StoredValue stored(int slice, std::uint64_t index, bool wants_second) const {
    const std::size_t number = table_slice_[static_cast<std::size_t>(slice)];
    const auto block = cache_.get(number, index / block_indices,
                                  wants_second ? BlockParts::all : BlockParts::without_second);
    const std::uint32_t member = member_number(slice, index, *block);
    if (member >= block->first.size()) cache_.file().damaged("it lacks a position's value");
    const auto& palette = cache_.file().slices()[number].palette;
    StoredValue result{palette[block->first[member]]};
    if (const SecondValue* second = block->find_second(member)) {
      result.has_second = true;
      result.slot = second->slot;
      result.second = palette[second->code];
    }
    return result;
  }

  // Of a member, within its block.
  std::uint32_t member_number(int slice, std::uint64_t index, const BlockContents& block) const {
    typename Game::Cursor cursor(game_->index(slice));
    const std::uint64_t bits =
        member_bits(*game_, slice, cursor, index & ~std::uint64_t{63}, index & 63);
    return block.members_before(index % block_indices / 64) +
           static_cast<std::uint32_t>(std::popcount(bits));
  }

  // Reads a state and makes sure that it has a value in this table.
  Seen<N> read(std::string_view text) const {
    const Seen<N> seen = read_seen<N>(*game_, text);
    if (seen.forbidden.from >= 0) check_forbidden(seen, game_->slice_of(seen.position));
    return seen;
  }

  void check_forbidden(const Seen<N>& seen, int slice) const {
    const std::string name = format_move(seen.forbidden, N);
    bool found = false, removes = false;
    game_->for_each_option(slice, seen.position, [&](const typename Game::Option& option) {
      if (!(option.move == seen.forbidden)) return;
      found = true;
      removes = option.kind != EdgeKind::inner;
    });
    if (!found)
      throw IllegalPosition(
          fmt::format("The forbidden move {} is no move of this position.", name));
    if (removes) {
      throw IllegalPosition(fmt::format(
          "The forbidden move {} removes a piece; rule 8 never forbids such a move.", name));
    }
  }

  Value value_of(const Seen<N>& seen) const {
    return values_.with_forbidden(game_->slice_of(seen.position), seen.position, seen.forbidden);
  }

  // The legal moves, best first, then by square and in the order L R D U.
  std::vector<Choice> choices(const Seen<N>& seen) const {
    std::vector<Choice> result;
    game_->for_each_option(
        game_->slice_of(seen.position), seen.position, [&](const typename Game::Option& option) {
          if (option.move == seen.forbidden) return;
          const bool ends = option.kind == EdgeKind::wins || option.kind == EdgeKind::loses;
          result.push_back({option.move,
                            values_.of_option(option),
                            ends,
                            {option.position, !seen.white_to_move, option.reply}});
        });
    std::sort(result.begin(), result.end(), [](const Choice& a, const Choice& b) {
      if (a.value != b.value) return a.value > b.value;
      return a.move.from * 4 + a.move.direction < b.move.from * 4 + b.move.direction;
    });
    return result;
  }

  std::shared_ptr<const Game> game_;
  std::vector<std::size_t> table_slice_;
  mutable BlockCache cache_;
  StateValues<Game, Lookup> values_;
};

template <int N, class Bits>
class OstleEngine final : public Engine {
  using Game = Ostle<N, Bits>;

 public:
  explicit OstleEngine(const Parameters& parameters)
      : game_(std::make_shared<const Game>(parameters)) {
    for (const auto& group : game_->groups()) {
      for (const int slice : group) slice_order_.push_back(slice);
    }
  }

  GameSpec spec() const override { return {"ostle", describe(game_->parameters())}; }
  std::string start() const override { return format_state(start_state(game_->parameters())); }

  Diagram diagram(std::string_view text) const override {
    const State state = parse_state(text, N);
    Diagram d = make_diagram(state);
    try {
      check_material(state, game_->parameters());
    } catch (const GameOver& over) {
      d.caption = over.what();
    }
    return d;
  }

  CountReport count(bool quick, int threads, WorkProgress progress) const override {
    return Counter(*game_, threads, std::move(progress)).run(quick);
  }

  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    return Solve<Game>(*game_, TableHeader{spec(), "distance", creator()}, path, options).run();
  }

  std::unique_ptr<Prober> prober(std::shared_ptr<const TableFile> table) const override {
    check(*table);
    std::vector<std::size_t> table_slice(slice_order_.size());
    for (std::size_t i = 0; i < slice_order_.size(); ++i) {
      table_slice[static_cast<std::size_t>(slice_order_[i])] = i;
    }
    return std::make_unique<OstleProber<Game, N>>(game_, std::move(table_slice), std::move(table));
  }

  StatsReport stats(const TableFile& table, bool states, int threads,
                    WorkProgress progress) const override {
    check(table);
    const auto print = [](const Position<N>& p, Move forbidden) {
      return Seen<N>{p, false, forbidden}.text();
    };
    return Statistics<Game>(*game_, table, slice_order_, print, threads, std::move(progress))
        .run(states);
  }

  VerifyReport verify(const TableFile& table, int threads, WorkProgress progress) const override {
    check(table);
    const auto print = [](const Position<N>& p) { return Seen<N>{p, false, {}}.text(); };
    return Verifier<Game>(*game_, table, slice_order_, print, threads, std::move(progress)).run();
  }

  MineReport mine(const TableFile& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    check(table);
    return mine_ostle<N, Bits>(*game_, table, conditions, options, sink);
  }

  std::optional<std::string> position_at(std::size_t slice, std::uint64_t index) const override {
    typename Game::Cursor cursor(game_->index(slice_order_[slice]));
    const Position<N>& p = cursor.at(index);
    if (!cursor.is_canonical()) return std::nullopt;
    return Seen<N>{p, false, {}}.text();
  }

 private:
  // The table's slices must be this game's, in its order.
  void check(const TableFile& table) const {
    bool same = table.header().game == spec() && table.slices().size() == slice_order_.size();
    for (std::size_t i = 0; same && i < slice_order_.size(); ++i) {
      const SliceRecord& record = table.slices()[i];
      same = record.name == game_->slice_name(slice_order_[i]) &&
             record.indices == game_->index_size(slice_order_[i]);
    }
    if (!same) {
      throw DamagedTable(
          fmt::format("{} is damaged: its slices are not those of its game.", table.path()));
    }
  }

  std::shared_ptr<const Game> game_;
  std::vector<int> slice_order_;
};

template <int N>
std::unique_ptr<Engine> make_sized_engine(const Parameters& parameters) {
  if (processor_has_bmi2()) return std::make_unique<OstleEngine<N, Bmi2Bits>>(parameters);
  return std::make_unique<OstleEngine<N, PortableBits>>(parameters);
}

}  // namespace zermelo::ostle
