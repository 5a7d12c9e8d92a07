// SPDX-License-Identifier: MIT
#include "kinds/own/mine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/own/graph.h"
#include "kinds/own/loaded_values.h"
#include "kinds/own/moves.h"
#include "kinds/puzzles/miner.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {
namespace {

// All that play leads to.
std::uint64_t own_states_of(const OwnTable& table) {
  return table.file().slices().front().members + table.description().ends;
}

// The states of a table, as the miner reads them (see kinds/dense/dense_source.h for its members),
// in the order of the table. If it knows them by hashes, they come from play, which is explored
// again.
class MinedStates {
 public:
  using State = OwnPosition;
  using Chooser = zermelo::Chooser<OwnMoves>;
  struct Place {
    int slice = 0;
    OwnState state = {};  // stands for its images
    auto operator<=>(const Place&) const = default;
  };

  // All must outlive it. `places`: how many single ones will be read, for which play need not be
  // explored, nor all values be loaded if there are few; nothing if it will be the whole table.
  MinedStates(const OwnProgram& program, const OwnTable& table, std::optional<std::size_t> places,
              const MineOptions& options)
      : program_(program), table_(table), stop_(options.stop) {
    if (places && *places < members() / worth_loading) return;
    loaded_.emplace(table, options.threads, [&] { end_if_stopped(options); });
    if (table.codes().is_one_way() && !places) explore(options);
  }
  MinedStates(const MinedStates&) = delete;
  MinedStates& operator=(const MinedStates&) = delete;

  static int slices() { return 1; }
  static void begin_slice(int) {}
  static void expect_scan() {}
  std::uint64_t blocks(int) const { return (members() + block_states - 1) / block_states; }
  Chooser chooser() const { return Chooser(OwnMoves(program_, values(), table_.metric())); }

  class Reader {
   public:
    explicit Reader(const MinedStates& source) : s_(source) {}

    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const std::uint64_t begin = block * block_states;
      const std::uint64_t end = std::min(s_.members(), begin + block_states);
      wanted_.clear();
      s_.loaded_->codes().for_each(begin, end, [&](std::uint64_t number, std::uint64_t code) {
        const Value value = s_.loaded_->value_of(number);
        if (wants(value)) wanted_.push_back({{slice, s_.state_of(number, code)}, value});
      });
      for (const auto& [place, value] : wanted_)  // (Judging one may take long.)
        if (s_.is_stopped() || !visit(place, state(place), value)) return;
    }
    template <class Wants, class Visit>
    void read(const Place& place, Wants&& wants, Visit&& visit) {
      const Value value = s_.values().value(place.state);
      if (wants(value)) visit(place, state(place), value);
    }
    State state(const Place& place) const {
      return {place.state, place.state, s_.program_.lease()->mover(place.state)};
    }

   private:
    const MinedStates& s_;
    std::vector<std::pair<Place, Value>> wanted_;
  };

 private:
  static constexpr std::uint64_t block_states = 4096;
  // Loading so many values takes about as long as finding in the file those that one place needs
  // (measured with five million states of Kalah).
  static constexpr std::uint64_t worth_loading = 1000;

  // (The miner sees it, too, and looks at no more.)
  bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  std::uint64_t members() const { return table_.file().slices().front().members; }
  const OwnValueSource& values() const {
    return loaded_ ? static_cast<const OwnValueSource&>(*loaded_) : table_;
  }
  OwnState state_of(std::uint64_t number, std::uint64_t code) const {
    return table_.codes().is_one_way() ? explored_->states.state(places_[number])
                                       : table_.codes().decode(code);
  }

  // Throws Interrupted, and RulesError if play leads to other states than the table has.
  void explore(const MineOptions& options) {
    const MemoryLimit limit;
    explored_.emplace(table_.state_bytes(), std::filesystem::temp_directory_path().string(),
                      OwnKeeps::counts);
    OwnExplorer explorer(program_, *explored_, thread_count(options.threads));
    explorer.begin();
    explorer.run([&] {
      end_if_stopped(options);
      limit.require({.bytes = explored_->bytes() + fixed_memory,
                     .at_least = true,
                     .who = "Finding this table's states again needs"});
      if (explored_->states.size() > own_states_of(table_)) throw other_rules();
      if (options.progress) options.progress(explorer.expanded(), 0);
      return false;
    });
    explored_->states.forget_places();
    note_places(options);
  }
  // By numbers in the table, those of the states that were found.
  void note_places(const MineOptions& options) {
    places_.resize(static_cast<std::size_t>(members()));
    std::uint64_t found = 0;
    for (std::uint32_t n = 0; n < explored_->states.size(); ++n) {
      if (n % block_states == 0) end_if_stopped(options);
      if (explored_->facts[n].is_over()) continue;
      const std::optional<std::uint64_t> number = loaded_->number(explored_->states.state(n));
      if (!number) throw other_rules();
      places_[static_cast<std::size_t>(*number)] = n;
      ++found;
    }
    if (found != members()) throw other_rules();
  }
  RulesError other_rules() const {
    return RulesError(fmt::format(
        "{} was made by other rules: play leads to other states than it has.", table_.path()));
  }

  const OwnProgram& program_;
  const OwnTable& table_;
  const std::atomic<bool>* const stop_;
  std::optional<LoadedOwnValues> loaded_;
  // If the table knows its states by hashes:
  std::optional<OwnGraph> explored_;
  std::vector<std::uint32_t> places_;  // in the graph, by numbers in the table
};

// Throws UsageError for what the rules do not tell.
void require_known(const PuzzleConditions& c, const MineOptions& options,
                   const OwnPuzzleRules& rules) {
  if (!c.own.empty()) {
    throw UsageError(fmt::format("A {} has no condition '{}' of its own.",
                                 rules.is_code() ? "game whose rules are code" : "chess variant",
                                 *c.own.begin()));
  }
  if (c.quiet_key && !rules.has_threats()) {
    throw UsageError(
        "Rules that are code do not tell what a move threatens, so there is no condition "
        "quiet-key.");
  }
  if (c.capture_refused && rules.is_puzzle()) {
    throw UsageError(
        "In a puzzle for one there is nobody to refuse a capture to, so there is no condition "
        "capture-refused.");
  }
  const bool asks =
      c.pieces || c.sacrifice || c.capture_refused || options.order == PuzzleOrder::pieces;
  if (asks && !rules.has_pieces()) {
    throw UsageError(
        "These rules have no function 'board', so nothing is known of pieces, and puzzles can be "
        "neither chosen nor sorted by them.");
  }
}

std::vector<MinedStates::Place> places_of(const OwnView& view,
                                          const std::vector<ListedPosition>& listed) {
  std::vector<MinedStates::Place> places;
  std::set<OwnState> seen;
  for (const ListedPosition& entry : listed) {
    const OwnPosition position = read_listed(entry.where, [&] {
      const OwnPosition read = view.read(entry.text);
      view.value(read);  // it is in the table, or this throws
      return read;
    });
    if (seen.insert(position.image).second) places.push_back({0, position.image});
  }
  return places;
}

}  // namespace

std::uint64_t own_mining_memory(const OwnTable& table) {
  // A place among the states that were found (just after their hash table has grown), what is known
  // of it, and its number.
  constexpr std::uint64_t per_state = 13 + 3 + 4;
  const std::uint64_t loaded = LoadedCodes::bytes_needed(table.file());
  if (!table.codes().is_one_way()) return loaded;
  const std::uint64_t scores = table.metric() == Metric::score ? sizeof(OwnEnd) : 0;
  return loaded + own_states_of(table) * (table.state_bytes() + per_state) +
         table.description().ends * scores;
}

MineReport mine_own(const std::shared_ptr<const OwnProgram>& program, const OwnReader& reader,
                    const PuzzleConditions& conditions, const MineOptions& given,
                    const PuzzleSink& sink) {
  const std::string& hint = reader.table().file().header().own->hint;
  own_rules(program.get(), hint);  // or this throws
  const OwnPuzzleRules rules(program, hint);
  require_known(conditions, given, rules);
  check_metric(conditions, reader.table().metric());
  std::optional<std::vector<MinedStates::Place>> listed;
  if (given.positions) listed = places_of(reader.view(), *given.positions);
  if (contradictory(conditions)) return {.complete = true};
  MineOptions options = given;
  options.threads = program->most_threads(thread_count(given.threads));
  const auto places = listed ? std::optional(listed->size()) : std::nullopt;
  std::optional<MinedStates> source;
  if (!is_made(options, [&] { source.emplace(*program, reader.table(), places, options); }))
    return {.stopped = true};
  return Miner(*source, rules, conditions, options, std::move(listed)).run(sink);
}

}  // namespace zermelo
