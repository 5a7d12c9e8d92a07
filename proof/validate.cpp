// SPDX-License-Identifier: MIT
#include "proof/validate.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/wrong_file.h"
#include "symbolic/bdd/symbolic_solution.h"
#include "symbolic/model/game_model.h"

namespace zermelo {
namespace {

using symbolic::FrozenBdd;
using symbolic::GameModel;
using symbolic::Side;

const char* word_for(Outcome outcome) {
  return outcome == Outcome::win ? "won" : outcome == Outcome::loss ? "lost" : "drawn";
}

class Validator {
 public:
  Validator(const Table& table, const ValidationOptions& options)
      : table_(table),
        options_(options),
        model_(blaming_file([&] { return symbolic::game_model_for_sets(table.game().spec()); })) {}

  ValidationReport run() {
    symbolic::IsolatedOptions isolated;
    isolated.progress = options_.progress;
    isolated.stop = options_.stop;
    solution_ = symbolic::solve_symbolically_isolated(table_.info().game,
                                                      {.memory = options_.memory}, isolated);
    for (const symbolic::SolvedLayer& layer : solution_.layers) compare(layer);
    report_.total.name = "all";
    report_.canonical = number_of_different(canonical_);
    report_.in_table = table_.info().positions;
    for (const auto& [at, sentence] : mistakes_) report_.mistaken.push_back(sentence);
    return std::move(report_);
  }

 private:
  static constexpr std::uint64_t chunk = 4096;
  static constexpr std::size_t most_sentences = 10;

  void compare(const symbolic::SolvedLayer& layer) {
    ValidationReport::Layer counts;
    counts.name = layer.name;
    for (const Side side : symbolic::both_sides) {
      const symbolic::SolvedSets& sets = layer.sets[side];
      counts.won += sets.won.size();
      counts.lost += sets.lost.size();
      counts.drawn += sets.drawn.size();
      counts.ended += sets.ended;
      compare(sets.won, side, Outcome::win);
      compare(sets.lost, side, Outcome::loss);
      compare(sets.drawn, side, Outcome::draw);
    }
    if (options_.progress) options_.progress(fmt::format("compared {}", layer.name));
    if (counts.going_on() + counts.ended == 0) return;
    report_.layers.push_back(counts);
    report_.total.won += counts.won;
    report_.total.lost += counts.lost;
    report_.total.drawn += counts.drawn;
    report_.total.ended += counts.ended;
  }

  void compare(const FrozenBdd& set, Side side, Outcome outcome) {
    ++sets_;
    parallel_tasks((set.size() + chunk - 1) / chunk, thread_count(options_.threads), [&] {
      return [&](std::uint64_t task) {
        if (options_.stop != nullptr && *options_.stop) return;
        const std::uint64_t first = task * chunk, end = std::min(set.size(), first + chunk);
        std::vector<std::uint64_t> hashes;
        for (std::uint64_t rank = first; rank < end; ++rank) {
          compare(set.unrank(rank), side, outcome, rank, hashes);
        }
        const std::lock_guard lock(mutex_);
        canonical_.insert(canonical_.end(), hashes.begin(), hashes.end());
      };
    });
    if (options_.stop != nullptr && *options_.stop) throw Interrupted("Stopped; nothing is saved.");
  }

  void compare(symbolic::StateBits board, Side side, Outcome outcome, std::uint64_t rank,
               std::vector<std::uint64_t>& hashes) {
    const std::string text =
        format_position(model_.position(symbolic::to_board_state(board), side), model_.pieces);
    std::string says;
    try {
      const Value value = table_.probe(text);
      if (value.outcome() != outcome)
        says = fmt::format("is {}, but {} according to the table", word_for(outcome),
                           table_.text(value));
      const std::string canonical = table_.canonical(text);
      hashes.push_back(XXH3_64bits(canonical.data(), canonical.size()));
    } catch (const DamagedTable&) {
      throw;
    } catch (const Error& error) {
      says =
          fmt::format("is {}, but the table does not have it: {}", word_for(outcome), error.what());
    }
    if (says.empty()) return;
    const std::lock_guard lock(mutex_);
    ++report_.mistakes;
    mistakes_.emplace(std::pair(sets_, rank), fmt::format("{} {}", text, says));
    if (mistakes_.size() > most_sentences) mistakes_.erase(std::prev(mistakes_.end()));
  }

  static std::uint64_t number_of_different(std::vector<std::uint64_t>& hashes) {
    std::sort(hashes.begin(), hashes.end());
    return static_cast<std::uint64_t>(std::unique(hashes.begin(), hashes.end()) - hashes.begin());
  }

  const Table& table_;
  const ValidationOptions& options_;
  GameModel model_;
  symbolic::SymbolicSolution solution_;
  ValidationReport report_;
  std::uint64_t sets_ = 0;  // compared so far, including the present one
  std::mutex mutex_;
  std::vector<std::uint64_t> canonical_;  // hashes of canonical positions, possibly repeated
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> mistakes_;  // the first ones
};

}  // namespace

ValidationReport validate(const Table& table, const ValidationOptions& options) {
  if (table.holds_distances())
    throw WrongFile("Distances from the start cannot be validated, only values.");
  const GameSpec& game = table.info().game;
  if (bddl::has_version_2(game) && !bddl::tree_of(game).material.empty()) {
    throw WrongFile(
        "A game of #material begins in many positions, and sets are made of what play from one "
        "leads to: its tables cannot be validated.");
  }
  return Validator(table, options).run();
}

}  // namespace zermelo
