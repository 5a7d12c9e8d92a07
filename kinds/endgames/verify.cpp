// SPDX-License-Identifier: MIT
#include "kinds/endgames/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/endgames/en_passant.h"
#include "kinds/endgames/graph.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo::endgames {
namespace {

// One material. All of its table and of those that it converts to are in memory.
class MaterialVerifier {
 public:
  MaterialVerifier(const EndgameFolder& folder, std::size_t table, Verification& v)
      : folder_(folder), game_(*folder.game()), number_(table), v_(v) {}

  void prepare() {
    const Material& material = folder_.materials()[number_];
    std::vector<const SolvedTable*> all;
    const auto load = [&](std::size_t table) {
      loaded_.push_back(folder_.table(table).load(folder_.rules(), v_.threads));
      all.push_back(loaded_.back().get());
    };
    load(number_);
    for (const Material& m : Materials(folder_.rules()).conversions(material)) {
      const auto found = std::ranges::find(folder_.materials(), m);
      if (found == folder_.materials().end()) {
        return v_.failure.note(fmt::format("The folder lacks {}, to which {} converts.",
                                           name_of(folder_.rules(), m), folder_.name(number_)));
      }
      load(static_cast<std::size_t>(found - folder_.materials().begin()));
    }
    tables_.emplace(folder_.rules(), std::move(all));
    v_.progress.expect(2 * table().index.size());
  }
  bool next_round() { return !std::exchange(begun_, true); }
  std::uint64_t tasks() const { return 2 * side_tasks(); }
  auto worker() {
    return [this, moves = std::vector<variant::Move>(),
            more = std::vector<variant::Move>()](std::uint64_t task) mutable {
      const int side = task < side_tasks() ? 0 : 1;
      const std::uint64_t begin = task % side_tasks() * task_numbers;
      const std::uint64_t end = std::min(table().index.size(), begin + task_numbers);
      std::uint64_t positions = 0;
      for (std::uint64_t number = begin; number < end; ++number)
        positions += verify(side, number, moves, more) ? 1 : 0;
      positions_[static_cast<std::size_t>(side)] += positions;
      v_.progress.add(end - begin);
    };
  }
  void end_round() {
    for (const int side : {0, 1}) {
      const SliceRecord& slice = folder_.table(number_).slice(side);
      const std::uint64_t found = positions_[static_cast<std::size_t>(side)];
      if (slice.positions != found)
        v_.failure.note(fmt::format("Slice '{}' has {} positions, and says that it has {}.",
                                    slice.name, found, slice.positions));
    }
  }
  std::uint64_t verified() const { return positions_[0] + positions_[1]; }

 private:
  static constexpr std::uint64_t task_numbers = 1 << 12;
  using Moves = std::vector<variant::Move>;

  const SolvedTable& table() const { return *loaded_.front(); }
  std::uint64_t side_tasks() const {
    return (table().index.size() + task_numbers - 1) / task_numbers;
  }

  // Returns whether it is the number of a position.
  bool verify(int side, std::uint64_t number, Moves& moves, Moves& more) {
    Men men;
    unsigned stabiliser = 1;
    if (!table().index.at(number, men, stabiliser)) return false;
    const variant::Position position = position_of(game_.table_rules(), men, side);
    if (!game_.rules().possible(position)) return false;
    const Value said = table().at(side, number), follows = value_of_moves(position, moves, more);
    if (said == follows) return true;
    const std::string text = game_.text(position);
    v_.failure.note(fmt::format("{}: the table says '{}', and its moves say '{}'.", text,
                                in_words(said), in_words(follows)));
    return true;
  }
  static std::string in_words(Value in_table) {
    return !in_table.is_draw() && in_table.plies() == 1
               ? fmt::format("{}, the game is over", outcome_name(in_table.outcome()))
               : to_string(plies_to_end(in_table));
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
      const Value value = value_after(after, more).before_move();
      best = best ? std::max(*best, value) : value;
    }
    return *best;
  }
  Value stored(const variant::Position& position) const {
    if (const auto ended = game_.rules().ended(position)) return Value::of_outcome(*ended);
    if (position.of[position.to_move].empty())  // (No table has such men.)
      return Value::of_outcome(game_.rules().without_moves(position));
    const int side = position.to_move == Colour::white ? first_side : second_side;
    return tables_->answer(tables_->ask(game_.men(position), side));
  }
  Value value_after(const variant::Position& position, Moves& moves) const {
    return with_en_passant(
        game_.rules(), position, moves, [&] { return stored(position); },
        [&](const variant::Position& after) { return stored(after).before_move(); });
  }

  const EndgameFolder& folder_;
  const VariantGame& game_;
  std::size_t number_;
  Verification& v_;
  std::vector<std::unique_ptr<SolvedTable>> loaded_;  // this material's first
  std::optional<FinishedTables> tables_;
  std::array<std::atomic<std::uint64_t>, 2> positions_{};
  bool begun_ = false;
};

}  // namespace

VerifyReport verify_endgames(const EndgameFolder& folder, const WorkOptions& options) {
  VerifyReport all;
  for (std::size_t t = 0; t < folder.materials().size() && !all.failure; ++t) {
    Verification v(folder.table(t).file(), options.threads, options.progress);
    MaterialVerifier verifier(folder, t, v);
    const VerifyReport one = verify_table(verifier, v);
    all.positions += one.positions;
    all.failure = one.failure;
  }
  return all;
}

}  // namespace zermelo::endgames
