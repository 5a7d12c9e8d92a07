// SPDX-License-Identifier: MIT
#include "kinds/endgames/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/endgames/endless_check.h"
#include "kinds/endgames/graph.h"
#include "kinds/endgames/last_move.h"
#include "kinds/endgames/load.h"
#include "kinds/endgames/move_values.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo::endgames {
namespace {

// One group. All of its table and of those that it converts to are in memory.
class MaterialVerifier {
 public:
  // The memory must outlive the verifier, and load nothing else meanwhile.
  MaterialVerifier(const EndgameFolder& folder, TablesInMemory& memory, std::size_t table,
                   Verification& v)
      : folder_(folder),
        game_(*folder.game()),
        memory_(memory),
        number_(table),
        v_(v),
        positions_(folder.groups()[table].slots.size()),
        histograms_(positions_.size()) {
    const variant::Variant& rules = game_.rules().variant();
    if (rules.has_endless_rule()) endless_.emplace(rules.endless, rules.perpetual_check_loses);
  }

  void prepare() {
    std::vector<std::size_t> wanted{number_};
    for (const MaterialGroup& g :
         Materials(folder_.rules()).conversions(folder_.groups()[number_])) {
      const auto found = std::ranges::find(folder_.groups(), g);
      if (found == folder_.groups().end()) {
        return v_.failure.note(fmt::format("The folder lacks {}, to which {} converts.", g.name,
                                           folder_.name(number_)));
      }
      wanted.push_back(static_cast<std::size_t>(found - folder_.groups().begin()));
    }
    std::vector<const SolvedTable*> all = memory_.load(wanted);
    table_ = all.front();
    tables_.emplace(folder_.rules(), std::move(all));
    for (std::size_t slot = 0; slot < table().slices.size(); ++slot) {
      first_nodes_.push_back(numbers_);
      numbers_ += size(slot);
      for (std::uint64_t begin = 0; begin < size(slot); begin += task_numbers)
        tasks_.push_back({slot, begin});
    }
    if (endless_ && numbers_ > std::numeric_limits<EndlessCheck::Node>::max() / 2)
      return v_.failure.note(
          fmt::format("{} has too many positions to verify what play without end is worth.",
                      folder_.name(number_)));
    v_.progress.expect(table().index.size());
  }
  bool endless_play_can_win() const { return endless_.has_value(); }
  bool next_round() { return !std::exchange(begun_, true); }
  std::uint64_t tasks() const { return tasks_.size(); }
  auto worker() {
    return [this, moves = Moves(), values = move_values()](std::uint64_t number) mutable {
      const Task& task = tasks_[number];
      const std::uint64_t end = std::min(size(task.slot), task.begin + task_numbers);
      std::uint64_t positions = 0;
      std::map<Value, std::uint64_t> histogram;
      const bool is_left_out = slice(task.slot).is_left_out;
      for (std::uint64_t n = task.begin; n < end; ++n) {
        if (!verify(task.slot, n, moves, values)) continue;
        ++positions;
        if (!is_left_out) continue;
        const Value value = table().at(task.slot, n);
        ++histogram[value];
        if (positions == 1) compare_probe(task.slot, n, value);
      }
      positions_[task.slot] += positions;
      if (is_left_out) add(task.slot, histogram);
      v_.progress.add(end - task.begin);
    };
  }
  void end_round() {
    for (std::size_t slot = 0; slot < positions_.size(); ++slot) {
      const SliceRecord& record = slice(slot);
      const std::uint64_t found = positions_[slot];
      if (record.positions != found)
        v_.failure.note(fmt::format("Slice '{}' has {} positions, and says that it has {}.",
                                    record.name, found, record.positions));
      if (record.is_left_out && histograms_[slot] != record.histogram)
        v_.failure.note(fmt::format("Slice '{}': the table miscounts the positions of each value.",
                                    record.name));
    }
    if (endless_) check_endless_play();
  }
  std::uint64_t verified() const {
    return std::accumulate(positions_.begin(), positions_.end(), std::uint64_t{0});
  }
  std::uint64_t left_out_verified() const {
    std::uint64_t sum = 0;
    for (std::size_t slot = 0; slot < positions_.size(); ++slot)
      sum += slice(slot).is_left_out ? positions_[slot].load() : 0;
    return sum;
  }

 private:
  static constexpr std::uint64_t task_numbers = 1 << 12;
  using Moves = std::vector<variant::Move>;

  // What the tables that are in memory store of a position.
  struct Lookup {
    const MaterialVerifier& v;
    Value operator()(const variant::Position& position) const {
      const int side = position.to_move == Colour::white ? first_side : second_side;
      return v.tables_->answer(v.tables_->ask(v.game_.men(position), side));
    }
  };
  using Values = MoveValues<Lookup>;
  Values move_values() const { return Values(game_, folder_.measure(), Lookup{*this}); }

  const SolvedTable& table() const { return *table_; }
  const SliceRecord& slice(std::size_t slot) const { return folder_.table(number_).slice(slot); }
  std::uint64_t size(std::size_t slot) const { return table().index.of(slot).size(); }

  // Returns whether it is the number of a position.
  bool verify(std::size_t slot, std::uint64_t number, Moves& moves, Values& values) {
    Men men;
    unsigned stabiliser = 1;
    if (!table().index.at(slot, number, men, stabiliser)) return false;
    const variant::Position position =
        position_of(game_.table_rules(), men, table().index.side(slot));
    if (!game_.rules().possible(position)) return false;
    const Value said = table().at(slot, number), follows = values.of(position);
    if (endless_ && (said.is_draw() || said.is_endless()))
      add_undecided(node_of(slot, number), position, moves, values);
    if (said == follows) return true;
    const std::string text = game_.text(position);
    v_.failure.note(fmt::format("{}: the table says '{}', and its moves say '{}'.", text,
                                in_words(said), in_words(follows)));
    return true;
  }
  // That a probe of a slice that is left out says the same.
  void compare_probe(std::size_t slot, std::uint64_t number, Value value) {
    const Value probed = folder_.value({number_, slot, number});
    if (probed == folder_.measure().of_stored(value)) return;
    const auto position = folder_.possible_position({number_, slot, number});
    v_.failure.note(fmt::format("{}: a probe says '{}', and its moves say '{}'.",
                                game_.text(*position), to_string(probed, folder_.measure().metric),
                                in_words(value)));
  }
  void add(std::size_t slot, const std::map<Value, std::uint64_t>& counts) {
    const std::lock_guard lock(mutex_);
    for (const auto& [value, count] : counts) histograms_[slot][value] += count;
  }
  std::string in_words(Value stored) const {
    const Measure& measure = folder_.measure();
    if (measure.metric != Metric::outcome && !stored.is_draw() && stored.plies() == 1)
      return fmt::format("{}, the game is over", outcome_name(stored.outcome()));
    return to_string(measure.of_stored(stored), measure.metric);
  }

  // --- Play without end --------------------------------------------------------------------------

  EndlessCheck::Node node_of(std::size_t slot, std::uint64_t number) const {
    return static_cast<EndlessCheck::Node>(first_nodes_[slot] + number);
  }
  // A position that is neither won nor lost by a decision.
  void add_undecided(EndlessCheck::Node node, const variant::Position& position, Moves& moves,
                     Values& values) {
    const variant::Rules& rules = game_.rules();
    EndlessCheck::Found found;
    found.node = node;
    found.mover = position.to_move == Colour::white ? first_side : second_side;
    found.was_check = rules.royal_attacked(position, position.to_move);
    rules.legal_moves(position, moves);
    if (moves.empty()) found.leaving = LeavingFor::draw;
    for (const variant::Move& move : moves) {
      variant::Position after = position;
      rules.apply(after, move);
      add_move(after, found, values);
    }
    endless_->add(found);
  }
  void add_move(const variant::Position& after, EndlessCheck::Found& found, Values& values) {
    const Value value = values.after(after);
    if (!value.is_draw() && !value.is_endless()) return;
    if (const auto inner = inner_node(after)) {
      found.next.push_back(*inner);
      return;
    }
    const LeavingFor leaving = value.is_loss()   ? LeavingFor::win
                               : value.is_draw() ? LeavingFor::draw
                                                 : LeavingFor::loss;
    found.leaving = std::max(found.leaving, leaving);
  }
  // The node of a position of this group in which the game goes on.
  std::optional<EndlessCheck::Node> inner_node(const variant::Position& position) {
    if (game_.rules().ended(position) || !Values::has_men(position)) return std::nullopt;
    const int side = position.to_move == Colour::white ? first_side : second_side;
    const FinishedTables::Question question = tables_->ask(game_.men(position), side);
    if (question.table != table_) return std::nullopt;
    if (is_whole_in_tables(position)) return node_of(question.slot, question.index);
    variant::Position plain = position;
    plain.quiet_plies = 0;
    plain.move_number = 1;
    const std::lock_guard lock(mutex_);
    const auto [entry, is_new] = others_.emplace(
        game_.text(plain), static_cast<EndlessCheck::Node>(numbers_ + others_.size()));
    if (is_new) waiting_.push_back(plain);
    return entry->second;
  }
  void check_endless_play() {
    Moves moves;
    Values values = move_values();
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
      const variant::Position position = waiting_[k];
      add_undecided(others_.at(game_.text(position)), position, moves, values);
    }
    endless_->solve();
    for (std::size_t slot = 0; slot < table().slices.size(); ++slot) {
      for (std::uint64_t number = 0; number < size(slot); ++number) {
        const EndlessCheck::Node node = node_of(slot, number);
        if (!endless_->has(node)) continue;
        const Outcome said = table().at(slot, number).outcome(), found = endless_->outcome(node);
        if (said != found) return note_endless(slot, number, said, found);
      }
    }
  }
  void note_endless(std::size_t slot, std::uint64_t number, Outcome said, Outcome found) {
    Men men;
    unsigned stabiliser = 1;
    table().index.at(slot, number, men, stabiliser);
    const variant::Position position =
        position_of(game_.table_rules(), men, table().index.side(slot));
    v_.failure.note(
        fmt::format("{}: the table says that play without end makes it a {}, and it is a {}.",
                    game_.text(position), outcome_name(said), outcome_name(found)));
  }

  const EndgameFolder& folder_;
  const VariantGame& game_;
  TablesInMemory& memory_;
  std::size_t number_;
  Verification& v_;
  std::optional<EndlessCheck> endless_;     // where play without end may be more than a draw
  std::vector<std::uint64_t> first_nodes_;  // by slot
  std::uint64_t numbers_ = 0;
  // Nodes of which tables do not know all: en passant, passes.
  std::mutex mutex_;
  std::unordered_map<std::string, EndlessCheck::Node> others_;
  std::vector<variant::Position> waiting_;
  const SolvedTable* table_ = nullptr;  // this material's
  std::optional<FinishedTables> tables_;
  struct Task {
    std::size_t slot;
    std::uint64_t begin;  // the first number
  };
  std::vector<Task> tasks_;
  std::vector<std::atomic<std::uint64_t>> positions_;       // by slot
  std::vector<std::map<Value, std::uint64_t>> histograms_;  // by slot; of those left out
  bool begun_ = false;
};

}  // namespace

VerifyReport verify_endgames(const EndgameFolder& folder, const WorkOptions& options) {
  VerifyReport all;
  TablesInMemory memory(folder, thread_count(options.threads));
  for (std::size_t t = 0; t < folder.groups().size() && !all.failure; ++t) {
    Verification v(folder.table(t).file(), options.threads, options.progress);
    MaterialVerifier verifier(folder, memory, t, v);
    const VerifyReport one = verify_table(verifier, v);
    all.positions += one.positions;
    all.left_out += one.left_out;
    all.failure = one.failure;
  }
  return all;
}

}  // namespace zermelo::endgames
