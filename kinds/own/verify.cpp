// SPDX-License-Identifier: MIT
#include "kinds/own/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "kinds/own/graph.h"
#include "kinds/own/loaded_values.h"
#include "kinds/own/sweeps.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo {
namespace {

// One round: all states are found before it, and what the table says of each.
class OwnVerifier {
 public:
  OwnVerifier(const OwnProgram& program, const OwnTable& table, Verification& v)
      : program_(program),
        table_(table),
        v_(v),
        graph_(table.state_bytes(), std::filesystem::temp_directory_path().string()) {}

  void prepare() {
    explore();
    compare_counts();
    if (v_.failure.happened()) return;
    v_.progress.expect(graph_.states.size() + going_on_);
    look_up();
    if (program_.traits().scores) swept_ = own_values_by_sweeps(graph_, false, true);
  }
  bool next_round() { return !std::exchange(begun_, true); }
  std::uint64_t tasks() const { return graph_.edges.blocks(); }
  auto worker() {
    return [this](std::uint64_t block) {
      std::uint64_t compared = 0;
      graph_.edges.for_each(block,
                            [&](std::uint32_t state, const std::vector<std::uint32_t>& targets) {
                              if (graph_.facts[state].is_over()) return;
                              compare(state, targets);
                              ++compared;
                            });
      v_.progress.add(compared);
    };
  }
  void end_round() { verified_ = going_on_; }
  std::uint64_t verified() const { return verified_; }

 private:
  void explore() {
    OwnExplorer explorer(program_, graph_, v_.threads, OwnExplorer::Functions::plain);
    explorer.begin();
    std::uint32_t told = 0;
    const auto tell = [&] {
      v_.progress.add(explorer.expanded() - told);
      told = explorer.expanded();
      return false;
    };
    explorer.run(tell);
    tell();
    graph_.states.forget_places();
  }
  void compare_counts() {
    const OwnDescription& said = table_.description();
    going_on_ = graph_.states.size() - graph_.over;
    const std::uint64_t members = table_.file().slices().front().members;
    if (going_on_ != members) {
      v_.failure.note(
          fmt::format("Play leads to {} states in which the game goes on, and the table has {}.",
                      going_on_, members));
    } else if (graph_.over != said.ends) {
      v_.failure.note(fmt::format(
          "Play leads to {} states in which the game is over, and the table speaks of {}.",
          graph_.over, said.ends));
    } else if (graph_.digest != said.digest) {
      v_.failure.note(
          "The table was made by other rules: as many states, but somewhere moves lead elsewhere "
          "or end otherwise.");
    }
  }

  void look_up() {
    const LoadedOwnValues loaded(table_, v_.threads, [this] { v_.progress.look(); });
    values_.assign(graph_.states.size(), 0);
    for (std::uint64_t i = 0; i < graph_.ends.size(); ++i)
      values_[graph_.ends[i].state] = graph_.ends[i].score;
    constexpr std::uint64_t chunk = 4096;
    parallel_tasks((values_.size() + chunk - 1) / chunk, v_.threads, [&] {
      return [&](std::uint64_t task) {
        const std::uint64_t end = std::min<std::uint64_t>(values_.size(), (task + 1) * chunk);
        for (std::uint64_t n = task * chunk; n < end; ++n)
          if (!graph_.facts[n].is_over()) look_up(static_cast<std::uint32_t>(n), loaded);
      };
    });
  }
  void look_up(std::uint32_t state, const LoadedOwnValues& loaded) {
    if (const std::optional<Value> value = loaded.find(graph_.states.state(state))) {
      values_[state] = is_of_player_0(state) ? value->score() : -value->score();
    } else if (!v_.failure.happened()) {
      v_.failure.note(fmt::format("The table lacks {}, to which play leads.", text_of(state)));
    }
  }

  std::string text_of(std::uint32_t state) const {
    const OwnProgram::Lease rules = program_.lease();
    return own_state_text(*rules, graph_.states.state(state));
  }
  bool is_of_player_0(std::uint32_t state) const {
    return program_.traits().is_puzzle() || graph_.facts[state].mover() == 0;
  }
  Value value_for_mover(std::uint32_t state, std::int32_t of_player_0) const {
    return Value::of_score(is_of_player_0(state) ? of_player_0 : -of_player_0);
  }
  Value stored(std::uint32_t state) const { return value_for_mover(state, values_[state]); }
  // The best of the moves.
  Value implied_by(std::uint32_t state, const std::vector<std::uint32_t>& targets) const {
    const int mover = graph_.facts[state].mover();
    std::optional<Value> best;
    for (const std::uint32_t target : targets) {
      const OwnFacts there = graph_.facts[target];
      const Value value =
          there.is_over()
              ? own_value_of_end({true, there.sign()}, mover, table_.metric())
              : own_value_before(stored(target),
                                 there.mover() == mover ? NextMover::same : NextMover::other,
                                 table_.metric());
      if (!best || own_is_better(value, *best, table_.metric())) best = value;
    }
    return *best;
  }
  void compare(std::uint32_t state, const std::vector<std::uint32_t>& targets) {
    const Value right =
        swept_.empty() ? implied_by(state, targets) : value_for_mover(state, swept_[state]);
    if (stored(state) == right || v_.failure.happened()) return;
    const auto in_words = [&](Value value) { return to_string(value, table_.metric()); };
    v_.failure.note(fmt::format("{} has the value '{}' in the table, but its moves imply '{}'.",
                                text_of(state), in_words(stored(state)), in_words(right)));
  }

  const OwnProgram& program_;
  const OwnTable& table_;
  Verification& v_;
  OwnGraph graph_;
  // By state, for player 0: as the table has them; and scores by sweeps.
  std::vector<std::int32_t> values_, swept_;
  bool begun_ = false;
  std::uint64_t going_on_ = 0, verified_ = 0;
};

}  // namespace

VerifyReport verify_own(const OwnProgram& program, const OwnTable& table,
                        const WorkOptions& options) {
  Verification v(table.file(), options.threads, options.progress);
  OwnVerifier verifier(program, table, v);
  return verify_table(verifier, v);
}

}  // namespace zermelo
