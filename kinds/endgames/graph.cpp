// SPDX-License-Identifier: MIT
#include "kinds/endgames/graph.h"

#include <mutex>

namespace zermelo::endgames {
namespace {

constexpr std::uint64_t in_chunks(std::uint64_t places) {
  return (places + chunk_size - 1) / chunk_size * chunk_size;
}

}  // namespace

FinishedTables::FinishedTables(const Rules& rules, std::vector<const SolvedTable*> tables)
    : tables_(std::move(tables)), locator_(rules, [&] {
        std::vector<Material> all;
        for (const SolvedTable* table : tables_) all.push_back(table->material);
        return all;
      }()) {}

EndgameGraph::EndgameGraph(const Rules& rules, const Material& material, const MaterialIndex& index,
                           const FinishedTables& tables, int threads)
    : rules_(rules),
      index_(index),
      tables_(tables),
      slice_(in_chunks(index.size())),
      places_(2 * slice_) {
  std::array<bool, 2> steps{}, takes{};
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t k = 0; k < rules.kinds().size(); ++k) {
      if (material.counts[side][k] == 0) continue;
      const int man = man_of(static_cast<int>(k), static_cast<int>(side));
      steps[side] = steps[side] || rules.has_double_steps(man);
      takes[side] = takes[side] || rules.kinds()[k].takes_en_passant;
    }
  }
  has_en_passant_ = (steps[0] && takes[1]) || (steps[1] && takes[0]);
  if (has_en_passant_) find_steps(threads);
  places_ += in_chunks(steps_.size());
}

void EndgameGraph::find_steps(int threads) {
  std::mutex mutex;
  parallel_tasks(places_ / chunk_size, threads, [&] {
    return [&, cursor = Cursor(*this)](std::uint64_t chunk) mutable {
      std::vector<StepKey> found;
      cursor.for_each_place(chunk, [&](std::uint64_t, bool is_position) {
        if (!is_position) return;
        for_each_step(cursor.men_, cursor.side_, [&](const Way& way) {
          found.push_back(
              key_of_step(cursor.men_, index_.locate(cursor.men_), cursor.side_, way).key);
        });
      });
      if (found.empty()) return;
      const std::lock_guard lock(mutex);
      steps_.insert(steps_.end(), found.begin(), found.end());
    };
  });
  std::ranges::sort(steps_);
  steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
}

EndgameGraph::KeyOfStep EndgameGraph::key_of_step(const Men& men,
                                                  const MaterialIndex::Located& located, int side,
                                                  const Way& way) const {
  const std::uint64_t at = place(side, located.index);
  const Permutation& p = index_.permutations()[located.symmetry];
  KeyOfStep result{key_of(at, p[way.from], p[way.to]), 1};
  if (located.stabiliser == 1) return result;
  // Of the symmetries that lead to the same men, one that gives the smallest key.
  result.stabiliser = 0;
  for (const Permutation& g : index_.permutations()) {
    const auto leads = [&](std::size_t i) {
      for (std::size_t k = 0; k < static_cast<std::size_t>(men.count); ++k) {
        if (men.man[k] == men.man[i] && p[men.at[k]] == g[men.at[i]]) return true;
      }
      return false;
    };
    bool is_same = true;
    for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i)
      is_same = is_same && leads(i);
    if (!is_same) continue;
    const StepKey key = key_of(at, g[way.from], g[way.to]);
    if (key < result.key || result.stabiliser == 0) result = {std::min(key, result.key), 0};
    if (key == result.key) ++result.stabiliser;
  }
  return result;
}

std::optional<EndgameGraph::StepPlace> EndgameGraph::place_of_step(
    const Men& men, const MaterialIndex::Located& located, int side, const Way& way) const {
  const KeyOfStep step = key_of_step(men, located, side, way);
  const auto found = std::ranges::lower_bound(steps_, step.key);
  if (found == steps_.end() || *found != step.key) return std::nullopt;
  return StepPlace{2 * slice_ + static_cast<std::uint64_t>(found - steps_.begin()),
                   step.stabiliser};
}

bool EndgameGraph::Cursor::enter(std::uint64_t place) {
  step_.reset();
  std::optional<StepKey> key;
  if (place >= 2 * g_.slice_) {
    if (place - 2 * g_.slice_ >= g_.steps_.size()) return false;
    key = g_.steps_[place - 2 * g_.slice_];
    place = *key >> 16;
  }
  side_ = place < g_.slice_ ? 0 : 1;
  const std::uint64_t number = side_ == 0 ? place : place - g_.slice_;
  if (number >= g_.index_.size() || !g_.index_.at(number, men_, stabiliser_)) return false;
  if (key) {
    const auto from = static_cast<Square>(*key >> 8), to = static_cast<Square>(*key);
    g_.rules_.for_each_double_step_to(men_.man[static_cast<std::size_t>(men_.on(to))], to,
                                      [&](const Way& way) {
                                        if (way.from == from) step_ = way;
                                      });
    assert(step_);
    if (stabiliser_ > 1)
      stabiliser_ = g_.key_of_step(men_, g_.index_.locate(men_), side_, *step_).stabiliser;
  }
  return g_.rules_.can_be(men_, side_);
}

}  // namespace zermelo::endgames
