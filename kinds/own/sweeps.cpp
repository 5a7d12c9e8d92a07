// SPDX-License-Identifier: MIT
#include "kinds/own/sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/own/game.h"
#include "probe/table.h"

namespace zermelo {
namespace {

class Sweeps {
 public:
  Sweeps(const OwnGraph& graph, bool is_puzzle, const std::atomic<bool>* stop)
      : graph_(graph), is_puzzle_(is_puzzle), stop_(stop), values_(graph.states.size()) {}

  std::vector<std::int32_t> plies() {
    // A state that is over counts as decided in 0 plies, which sign() says.
    for (int level = 1;
         sweep(level, [&](std::uint32_t target) { return known_before(target, level); });) {
      ++level;
    }
    return std::move(values_);
  }

  std::vector<std::int32_t> scores() {
    std::set<int, std::greater<>> magnitudes;
    for (std::uint64_t i = 0; i < graph_.ends.size(); ++i) {
      const OwnEnd& end = graph_.ends[i];
      values_[end.state] = end.score;
      if (end.score != 0) magnitudes.insert(std::abs(end.score));
    }
    for (const int magnitude : magnitudes) {
      while (
          sweep(magnitude, [&](std::uint32_t target) { return known_from(target, magnitude); })) {
      }
    }
    return std::move(values_);
  }

 private:
  // Who has won the state in fewer plies than `level`: 1, -1, or 0 if that is not decided.
  int known_before(std::uint32_t state, int level) const {
    if (graph_.facts[state].is_over()) return graph_.facts[state].sign();
    const int value = values_[state];
    return std::abs(value) < level ? sign(value) : 0;
  }
  // Who has won it by at least that score.
  int known_from(std::uint32_t state, int magnitude) const {
    const int value = values_[state];
    return std::abs(value) >= magnitude ? sign(value) : 0;
  }
  static int sign(int value) { return (value > 0) - (value < 0); }

  // Decides what follows from what is known of the moves. Returns whether that is anything.
  template <class Known>
  bool sweep(int magnitude, const Known& known) {
    bool any = false;
    for (std::size_t block = 0; block < graph_.edges.blocks(); ++block) {
      if (stop_ != nullptr && *stop_) throw Interrupted("The sweeps were stopped.");
      graph_.edges.for_each(
          block, [&](std::uint32_t state, const std::vector<std::uint32_t>& targets) {
            const OwnFacts facts = graph_.facts[state];
            if (facts.is_over() || values_[state] != 0) return;
            const int mover = facts.mover() == 0 ? 1 : -1;
            const auto is = [&](int side) {
              return [&known, side](std::uint32_t target) { return known(target) == side; };
            };
            if (std::ranges::any_of(targets, is(mover))) {
              values_[state] = mover * magnitude;
            } else if (!is_puzzle_ && std::ranges::all_of(targets, is(-mover))) {
              values_[state] = -mover * magnitude;
            } else {
              return;
            }
            any = true;
          });
    }
    return any;
  }

  const OwnGraph& graph_;
  bool is_puzzle_;
  const std::atomic<bool>* stop_;
  std::vector<std::int32_t> values_;
};

class SweptGame {
 public:
  SweptGame(const OwnProgram& program, const SweepOptions& options)
      : program_(program),
        options_(options),
        graph_(program.traits().state_bytes, std::filesystem::temp_directory_path().string()) {}

  SweepReport run() {
    explore();
    values_ = own_values_by_sweeps(graph_, program_.traits().is_puzzle(), program_.traits().scores,
                                   options_.stop);
    SweepReport report;
    report.value = value_at_start();
    report.metric = program_.traits().metric();
    for (std::uint32_t begin = 0; begin < graph_.states.size() && !report.difference;
         begin += portion) {
      throw_if_stopped();
      const std::vector<std::uint32_t> states = going_on_from(begin);
      report.states += states.size();
      if (options_.table != nullptr) report.difference = difference_among(states);
    }
    // (The table may also have states to which the moves do not lead.)
    if (options_.table != nullptr && !report.difference)
      report.difference = difference_in_number(report.states);
    return report;
  }

 private:
  static constexpr std::uint32_t portion = 1 << 16;

  bool should_stop() const { return options_.stop != nullptr && *options_.stop; }
  void throw_if_stopped() const {
    if (should_stop()) throw Interrupted("The sweeps were stopped.");
  }

  void explore() {
    OwnExplorer explorer(program_, graph_, thread_count(options_.threads),
                         OwnExplorer::Functions::required);
    explorer.begin();
    explorer.run([this] { return should_stop(); });
    throw_if_stopped();
  }

  // For its mover.
  Value value_of(std::uint32_t state) const {
    const bool is_first = program_.traits().is_puzzle() || graph_.facts[state].mover() == 0;
    return Value::of_score(is_first ? values_[state] : -values_[state]);
  }
  Value value_at_start() const {
    const OwnProgram::Lease rules = program_.lease();
    const OwnState start = options_.start.empty() ? rules->start()
                                                  : read_own_state(&*rules, options_.start,
                                                                   program_.traits().state_bytes);
    const std::optional<std::uint32_t> number =
        graph_.states.find(start, graph_.states.hash(start));
    if (!number) throw NotInTable("Play from the start cannot lead to this position.");
    return value_of(*number);
  }

  std::vector<std::uint32_t> going_on_from(std::uint32_t begin) const {
    std::vector<std::uint32_t> states;
    for (std::uint32_t n = begin; n < graph_.states.size() && n - begin < portion; ++n)
      if (!graph_.facts[n].is_over()) states.push_back(n);
    return states;
  }
  std::optional<std::string> difference_among(const std::vector<std::uint32_t>& states) const {
    std::vector<std::string> texts;
    for (const std::uint32_t n : states)
      texts.push_back(own_state_hex(graph_.states.state(n), program_.traits().state_bytes));
    const std::vector<std::string_view> positions(texts.begin(), texts.end());
    const std::vector<ProbeAnswer> answers =
        options_.table->probe_many(positions, options_.threads);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const ProbeAnswer& answer = answers[i];
      const Value value = value_of(states[i]);
      if (answer.status == ProbeStatus::ok && answer.value == value) continue;
      return fmt::format("{} has the value '{}' by sweeps, but {}.",
                         in_words(graph_.states.state(states[i])), options_.table->text(value),
                         answer.status == ProbeStatus::ok
                             ? fmt::format("'{}' in the table", options_.table->text(answer.value))
                             : "the table lacks it");
    }
    return std::nullopt;
  }

  std::optional<std::string> difference_in_number(std::uint64_t states) const {
    const std::uint64_t found = program_.traits().has_canonical ? images() : states;
    const std::uint64_t listed = options_.table->info().values;
    if (found == listed) return std::nullopt;
    return fmt::format("Play leads to {} states in which the game goes on, and the table has {}.",
                       found, listed);
  }
  // How many states in which the game goes on represent all of them.
  std::uint64_t images() const {
    const OwnProgram::Lease rules = program_.lease();
    OwnStateSet images(program_.traits().state_bytes);
    for (std::uint32_t n = 0; n < graph_.states.size(); ++n) {
      if (n % portion == 0) throw_if_stopped();
      if (graph_.facts[n].is_over()) continue;
      const OwnState image = rules->canonical(graph_.states.state(n));
      images.add(image, images.hash(image));
    }
    return images.size();
  }

  // On one line, and as it can be probed.
  std::string in_words(const OwnState& state) const {
    const OwnProgram::Lease rules = program_.lease();
    const std::string position = own_state_text(*rules, state);
    std::string text = rules->text(state);
    std::ranges::replace(text, '\n', '/');
    return position == text ? text : fmt::format("{} ({})", text, position);
  }

  const OwnProgram& program_;
  const SweepOptions& options_;
  OwnGraph graph_;
  std::vector<std::int32_t> values_;
};

}  // namespace

std::vector<std::int32_t> own_values_by_sweeps(const OwnGraph& graph, bool is_puzzle, bool scores,
                                               const std::atomic<bool>* stop) {
  Sweeps sweeps(graph, is_puzzle, stop);
  return scores ? sweeps.scores() : sweeps.plies();
}

SweepReport check_by_sweeps(const OwnProgram& program, const SweepOptions& options) {
  return SweptGame(program, options).run();
}

}  // namespace zermelo
