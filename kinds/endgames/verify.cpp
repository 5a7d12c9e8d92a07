// SPDX-License-Identifier: MIT
#include "kinds/endgames/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/endgames/graph.h"
#include "kinds/endgames/last_move.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo::endgames {
namespace {

// One group. All of its table and of those that it converts to are in memory.
class MaterialVerifier {
 public:
  MaterialVerifier(const EndgameFolder& folder, std::size_t table, Verification& v)
      : folder_(folder),
        game_(*folder.game()),
        number_(table),
        v_(v),
        positions_(folder.groups()[table].slots.size()) {}

  void prepare() {
    std::vector<const SolvedTable*> all;
    const auto load = [&](std::size_t table) {
      loaded_.push_back(folder_.table(table).load(folder_.rules(), v_.threads));
      all.push_back(loaded_.back().get());
    };
    load(number_);
    for (const MaterialGroup& g :
         Materials(folder_.rules()).conversions(folder_.groups()[number_])) {
      const auto found = std::ranges::find(folder_.groups(), g);
      if (found == folder_.groups().end()) {
        return v_.failure.note(fmt::format("The folder lacks {}, to which {} converts.", g.name,
                                           folder_.name(number_)));
      }
      load(static_cast<std::size_t>(found - folder_.groups().begin()));
    }
    tables_.emplace(folder_.rules(), std::move(all));
    for (std::size_t slot = 0; slot < table().slices.size(); ++slot) {
      for (std::uint64_t begin = 0; begin < size(slot); begin += task_numbers)
        tasks_.push_back({slot, begin});
    }
    v_.progress.expect(table().index.size());
  }
  bool next_round() { return !std::exchange(begun_, true); }
  std::uint64_t tasks() const { return tasks_.size(); }
  auto worker() {
    return [this, moves = std::vector<variant::Move>(),
            more = std::vector<variant::Move>()](std::uint64_t number) mutable {
      const Task& task = tasks_[number];
      const std::uint64_t end = std::min(size(task.slot), task.begin + task_numbers);
      std::uint64_t positions = 0;
      for (std::uint64_t n = task.begin; n < end; ++n)
        positions += verify(task.slot, n, moves, more) ? 1 : 0;
      positions_[task.slot] += positions;
      v_.progress.add(end - task.begin);
    };
  }
  void end_round() {
    for (std::size_t slot = 0; slot < positions_.size(); ++slot) {
      const SliceRecord& slice = folder_.table(number_).slice(slot);
      const std::uint64_t found = positions_[slot];
      if (slice.positions != found)
        v_.failure.note(fmt::format("Slice '{}' has {} positions, and says that it has {}.",
                                    slice.name, found, slice.positions));
    }
  }
  std::uint64_t verified() const {
    return std::accumulate(positions_.begin(), positions_.end(), std::uint64_t{0});
  }

 private:
  static constexpr std::uint64_t task_numbers = 1 << 12;
  using Moves = std::vector<variant::Move>;

  const SolvedTable& table() const { return *loaded_.front(); }
  std::uint64_t size(std::size_t slot) const { return table().index.of(slot).size(); }

  // Returns whether it is the number of a position.
  bool verify(std::size_t slot, std::uint64_t number, Moves& moves, Moves& more) {
    Men men;
    unsigned stabiliser = 1;
    if (!table().index.at(slot, number, men, stabiliser)) return false;
    const variant::Position position =
        position_of(game_.table_rules(), men, table().index.side(slot));
    if (!game_.rules().possible(position)) return false;
    const Value said = table().at(slot, number), follows = value_of_moves(position, moves, more);
    if (said == follows) return true;
    const std::string text = game_.text(position);
    v_.failure.note(fmt::format("{}: the table says '{}', and its moves say '{}'.", text,
                                in_words(said), in_words(follows)));
    return true;
  }
  std::string in_words(Value stored) const {
    const Measure& measure = folder_.measure();
    if (measure.metric != Metric::outcome && !stored.is_draw() && stored.plies() == 1)
      return fmt::format("{}, the game is over", outcome_name(stored.outcome()));
    return to_string(measure.of_stored(stored), measure.metric);
  }

  // As tables have it.
  Value value_of_moves(const variant::Position& position, Moves& moves, Moves& more) const {
    const variant::Rules& rules = game_.rules();
    if (const auto ended = rules.ended(position)) return Value::of_outcome(*ended);
    rules.legal_moves(position, moves);
    if (moves.empty()) return Value::of_outcome(rules.without_moves(position));
    std::optional<Value> best;
    for (const variant::Move& move : moves) {
      variant::Position after = position;
      rules.apply(after, move);
      const Value value = before_move(value_after(after, more), after);
      best = best ? std::max(*best, value) : value;
    }
    return *best;
  }
  // What a move that leads to a position is worth, if that is worth `value`.
  Value before_move(Value value, const variant::Position& after) const {
    return folder_.measure().before_stored_move(value, after.was_reached_by_zeroing());
  }
  // Whether the side to move has any.
  static bool has_men(const variant::Position& position) {
    const auto& held = position.hands[position.to_move];
    return !position.of[position.to_move].empty() ||
           std::ranges::any_of(held, [](int count) { return count > 0; });
  }
  Value stored(const variant::Position& position) const {
    if (const auto ended = game_.rules().ended(position)) return Value::of_outcome(*ended);
    if (!has_men(position))  // (No table has such men.)
      return Value::of_outcome(game_.rules().without_moves(position));
    const int side = position.to_move == Colour::white ? first_side : second_side;
    return tables_->answer(tables_->ask(game_.men(position), side));
  }
  Value value_after(const variant::Position& position, Moves& moves) const {
    // (After a pass a man may be taken en passant, but never the other way round.)
    std::vector<variant::Move> replies;
    return with_last_move(
        game_.rules(), position, position.passes > 0 ? replies : moves,
        [&] { return stored(position); },
        [&](const variant::Position& after) {
          return before_move(position.passes > 0 ? value_after(after, moves) : stored(after),
                             after);
        });
  }

  const EndgameFolder& folder_;
  const VariantGame& game_;
  std::size_t number_;
  Verification& v_;
  std::vector<std::unique_ptr<SolvedTable>> loaded_;  // this material's first
  std::optional<FinishedTables> tables_;
  struct Task {
    std::size_t slot;
    std::uint64_t begin;  // the first number
  };
  std::vector<Task> tasks_;
  std::vector<std::atomic<std::uint64_t>> positions_;  // by slot
  bool begun_ = false;
};

}  // namespace

VerifyReport verify_endgames(const EndgameFolder& folder, const WorkOptions& options) {
  VerifyReport all;
  for (std::size_t t = 0; t < folder.groups().size() && !all.failure; ++t) {
    Verification v(folder.table(t).file(), options.threads, options.progress);
    MaterialVerifier verifier(folder, t, v);
    const VerifyReport one = verify_table(verifier, v);
    all.positions += one.positions;
    all.failure = one.failure;
  }
  return all;
}

}  // namespace zermelo::endgames
