// SPDX-License-Identifier: MIT
#include "kinds/endgames/graph.h"

#include <mutex>
#include <span>

namespace zermelo::endgames {
namespace {

constexpr std::uint64_t in_chunks(std::uint64_t places) {
  return (places + chunk_size - 1) / chunk_size * chunk_size;
}

}  // namespace

FinishedTables::FinishedTables(const Rules& rules, std::vector<const SolvedTable*> tables)
    : tables_(std::move(tables)), locator_(rules, [&] {
        std::vector<MaterialGroup> all;
        for (const SolvedTable* table : tables_) all.push_back(table->index.group());
        return all;
      }()) {}

EndgameGraph::EndgameGraph(const Rules& rules, const GroupIndex& index,
                           const FinishedTables& tables, int threads)
    : rules_(rules),
      index_(index),
      tables_(tables),
      own_(rules, std::span(&index.group(), 1)),
      has_one_material_(index.group().materials.size() == 1 && !rules.keeps_men()),
      has_en_passant_(meets_en_passant()) {
  begins_.push_back(0);
  for (std::size_t slot = 0; slot < index.slots(); ++slot) {
    begins_.push_back(begins_.back() + in_chunks(index.of(slot).size()));
    slot_of_chunk_.resize(begins_.back() / chunk_size, static_cast<std::uint16_t>(slot));
  }
  if (has_one_material_) {
    const bool is_mirrored = index.slots() == 1;
    opposite_.push_back({0, static_cast<std::uint16_t>(is_mirrored ? 0 : 1), is_mirrored});
    if (!is_mirrored) opposite_.push_back({0, 0, false});
  }
  steps_begin_ = begins_.back() * (rules.endings().has_passes() ? 2 : 1);
  if (has_en_passant_) find_steps(threads);
  places_ = steps_begin_ + in_chunks(steps_.size());
}

// Whether men that take double steps meet such as can answer them.
bool EndgameGraph::meets_en_passant() const {
  return std::ranges::any_of(index_.group().materials, [&](const Material& material) {
    std::array<bool, 2> steps{}, takes{};
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
        if (material.counts[side][k] == 0) continue;
        const int man = man_of(static_cast<int>(k), static_cast<int>(side));
        steps[side] = steps[side] || rules_.has_double_steps(man);
        takes[side] = takes[side] || rules_.kinds()[k].takes_en_passant;
      }
    }
    return (steps[0] && takes[1]) || (steps[1] && takes[0]);
  });
}

std::optional<Value> EndgameGraph::value_after_step(const Men& before, const Move& move,
                                                    const Men& after) const {
  const int side = other(side_of(before.man[static_cast<std::size_t>(move.index)]));
  if (move.passed == no_square || rules_.ended(after, side) ||
      !rules_.can_take_en_passant(after, side, move.passed, move.to))
    return std::nullopt;
  std::optional<Value> best;
  const auto take = [&](Value value) { best = best ? std::max(*best, value) : value; };
  rules_.for_each_en_passant(after, side, move.passed, move.to, [&](const Move&, const Men& taken) {
    take(before_capture(value_elsewhere(taken, other(side))));
  });
  const bool has_others = rules_.endings().must_capture ? rules_.has_capture(after, side)
                                                        : rules_.has_move_of_men(after, side) ||
                                                              rules_.may_pass(after, side, true);
  if (has_others) take(value_elsewhere(after, side));
  if (!best) return std::nullopt;
  return as_solved(*best, rules_.zeroes(before, move));
}

Value EndgameGraph::value_elsewhere(const Men& men, int side) const {
  if (const auto end = rules_.ended(men, side)) return Value::of_outcome(*end);
  return tables_.answer(tables_.ask(men, side));
}

void EndgameGraph::find_steps(int threads) {
  std::mutex mutex;
  parallel_tasks(begins_.back() / chunk_size, threads, [&] {
    return [&, cursor = Cursor(*this)](std::uint64_t chunk) mutable {
      std::vector<StepKey> found;
      cursor.for_each_place(chunk, [&](std::uint64_t, bool is_position) {
        if (!is_position) return;
        for_each_step(cursor.men_, cursor.side_, [&](const Way& way) {
          const Located here = located(cursor.slot_, false, cursor.men_);
          found.push_back(key_of_step(here, way.from, way.to).key);
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

EndgameGraph::KeyOfStep EndgameGraph::key_of_step(const Located& located, Square from,
                                                  Square to) const {
  const Men& men = located.men;
  const std::uint64_t at = place(located.slot, located.index);
  const auto& permutations = index_.of(located.slot).permutations();
  const Permutation& p = permutations[located.symmetry];
  KeyOfStep result{key_of(at, p[from], p[to]), 1};
  if (located.stabiliser == 1) return result;
  // Of the symmetries that lead to the same men, one that gives the smallest key.
  result.stabiliser = 0;
  for (const Permutation& g : permutations) {
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
    const StepKey key = key_of(at, g[from], g[to]);
    if (key < result.key || result.stabiliser == 0) result = {std::min(key, result.key), 0};
    if (key == result.key) ++result.stabiliser;
  }
  return result;
}

std::optional<EndgameGraph::StepPlace> EndgameGraph::place_of_step(const Located& located,
                                                                   const Way& way) const {
  const KeyOfStep step = key_of_step(located, own_.square_there(located.exchanges, way.from),
                                     own_.square_there(located.exchanges, way.to));
  const auto entry = std::ranges::lower_bound(steps_, step.key);
  if (entry == steps_.end() || *entry != step.key) return std::nullopt;
  return StepPlace{steps_begin_ + static_cast<std::uint64_t>(entry - steps_.begin()),
                   step.stabiliser};
}

bool EndgameGraph::has_zeroing_moves() const {
  if (rules_.keeps_men()) return true;
  return std::ranges::any_of(index_.group().materials, [&](const Material& material) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
        if (material.counts[side][k] > 0 && rules_.kinds()[k].zeroes[side]) return true;
      }
    }
    return false;
  });
}

// Pawns go one way along the ranks, and nothing becomes a pawn.
bool EndgameGraph::may_zero_in_circles() const {
  if (rules_.keeps_men()) return true;
  for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
    const int kind = static_cast<int>(k);
    for (std::size_t side = 0; side < 2; ++side) {
      if (!rules_.kind(kind).zeroes[side]) continue;
      for (std::size_t other = 0; other < rules_.kinds().size(); ++other) {
        if (other != k && rules_.class_of(static_cast<int>(other)) == rules_.class_of(kind))
          return true;
      }
      const int up = side == first_side ? 1 : -1;
      const auto goes_on = [&](const Way& way) {
        return !way.quiet || up * (way.to / rules_.width() - way.from / rules_.width()) > 0;
      };
      if (!std::ranges::all_of(rules_.kind(kind).ways[side], goes_on)) return true;
    }
  }
  return false;
}

std::optional<std::uint64_t> EndgameGraph::own_place(const Men& before, const Move& move,
                                                     const Men& after, int side,
                                                     std::size_t from) const {
  if (after.checks != before.checks) return std::nullopt;
  if (has_one_material_ && !move.is_quiet(before)) return std::nullopt;
  const Located there = locate(after, side, from);
  if (there.stabiliser == 0) return std::nullopt;
  if (move.passed != no_square && rules_.can_take_en_passant(after, side, move.passed, move.to)) {
    Way way;
    way.from = move.from;
    way.to = move.to;
    if (const auto step = place_of_step(there, way)) return step->place;
  }
  return place(there.slot, there.index);
}

bool EndgameGraph::Cursor::enter(std::uint64_t place) {
  step_.reset();
  std::optional<StepKey> key;
  is_after_pass_ = place >= g_.begins_.back() && place < g_.steps_begin_;
  if (is_after_pass_) {
    place -= g_.begins_.back();
  } else if (place >= g_.steps_begin_) {
    if (place - g_.steps_begin_ >= g_.steps_.size()) return false;
    key = g_.steps_[place - g_.steps_begin_];
    place = *key >> 16;
  }
  slot_ = g_.slot_of_chunk_[place / chunk_size];
  side_ = g_.index_.side(slot_);
  if (is_after_pass_ && !g_.has_place_after_pass(side_)) return false;
  const std::uint64_t number = place - g_.begins_[slot_];
  if (number >= g_.index_.of(slot_).size() || !g_.index_.at(slot_, number, men_, stabiliser_))
    return false;
  if (key) {
    const auto from = static_cast<Square>(*key >> 8), to = static_cast<Square>(*key);
    g_.rules_.for_each_double_step_to(men_.man[static_cast<std::size_t>(men_.on(to))], to,
                                      [&](const Way& way) {
                                        if (way.from == from) step_ = way;
                                      });
    assert(step_);
    if (stabiliser_ > 1)
      stabiliser_ = g_.key_of_step(g_.located(slot_, false, men_), from, to).stabiliser;
  }
  return g_.rules_.can_be(men_, side_);
}

}  // namespace zermelo::endgames
