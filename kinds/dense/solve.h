// SPDX-License-Identifier: MIT
// A whole solve: enumerate, plan the memory, solve group after group, write the table, and keep
// checkpoints so that nothing computed is lost. docs/architecture.md describes it as a whole.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/parallel.h"
#include "kinds/dense/enumerate.h"
#include "kinds/dense/group_graph.h"
#include "kinds/dense/shared_game.h"
#include "kinds/dense/solved_slice.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/driver.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/retrograde/solver.h"
#include "tablebase/retrograde/state_word.h"

namespace zermelo {

// Part is WholeGame or SharedGame (shared_game.h): only this process's indices are counted.
template <class Game, class Part>
std::uint64_t indices_of_group(const Game& game, std::size_t g, const Part& part) {
  std::uint64_t indices = 0;
  for (const int slice : game.groups()[g])
    indices += part.own_indices(slice, game.index_size(slice)) + chunk_size;
  return indices;
}

// The most memory that solving the groups from number `first` on takes: the state sets, the places
// of a slice's blocks in the file and, for one group, its words and the values of the slices that
// it leads to. Those values are of `kinds[slice]` kinds; if that is 0, of as many as the words can
// hold, so that wider words need a new plan.
template <class Word, class Game, class Part = WholeGame>
std::uint64_t dense_solve_memory(const Game& game, std::size_t first,
                                 const std::vector<std::size_t>& kinds, const Part& part) {
  using Solver = RetrogradeSolver<GroupGraph<Game, SolvedSlices<Game>>, Word>;
  std::uint64_t sets = 0, directory = 0, most = 0;
  for (int slice = 0; slice < game.slice_count(); ++slice) {
    sets += part.set_bytes(slice, game.index_size(slice));
    const std::uint64_t blocks = game.index_size(slice) / block_indices;
    if (part.is_first()) directory = std::max(directory, blocks * sizeof(std::uint64_t));
  }
  for (std::size_t g = first; g < game.groups().size(); ++g) {
    const std::uint64_t indices = indices_of_group(game, g, part);
    std::uint64_t bytes = Solver::bytes_needed(indices) + part.more_bytes(indices);
    for_each_kept_slice(game, g, [&](int slice) {
      const std::size_t known = kinds[static_cast<std::size_t>(slice)];
      bytes += ValueArray::bytes_needed(part.kept_values(slice, game.index_size(slice)),
                                        known != 0 ? known : Word::value_kinds);
    });
    most = std::max(most, bytes);
  }
  return fixed_memory + sets + directory + most;
}

// Solves one game into one file. Each object is for one use. Where Part is SharedGame, every rank
// makes one, with the same game, header and path; all of it is collective, and only rank 0 writes
// the table.
template <class Game, class Part = WholeGame>
class Solve final : public TableWork {
 public:
  // The game must outlive the solve. `what_fits` says what would fit if the game does not.
  Solve(const Game& game, TableHeader header, std::string path, SolveOptions options,
        WhatFits what_fits = {}) requires std::same_as<Part, WholeGame>
      : Solve(game, std::move(header), std::move(path), std::move(options), std::move(what_fits),
              WholeGame(game)) {}
  Solve(const Game& game, TableHeader header, std::string path, SolveOptions options,
        WhatFits what_fits, Part part)
      : game_(game),
        part_(fitted(game, std::move(part))),
        force_wide_(options.force_wide_words),
        wide_(force_wide_),
        sets_(static_cast<std::size_t>(game.slice_count())),
        positions_(sets_.size()),
        members_(sets_.size()),
        kinds_(sets_.size()),
        exits_(part_.exits(game)),
        what_fits_(std::move(what_fits)),
        driver_(*this, std::move(header), std::move(path), std::move(options), part_.cluster()) {
    for (const auto& group : game_.groups())
      all_slices_.insert(all_slices_.end(), group.begin(), group.end());
  }

  // Throws as Driver::run.
  SolveReport run() { return driver_.run(); }

  // --- Memory -----------------------------------------------------------------------------------

  // The most that any group needs at once: state sets, words, and values of slices it leads to.
  MemoryNeed memory(std::size_t first) const override {
    return {.bytes = wide_ ? dense_solve_memory<WideWord>(game_, first, kinds_, part_)
                           : dense_solve_memory<NarrowWord>(game_, first, kinds_, part_),
            .who = fmt::format("This solve needs{}", Part::where)};
  }
  std::string what_fits(std::uint64_t bytes) const override {
    return what_fits_ ? what_fits_(bytes) : "";
  }
  SolveEstimate estimate(int) override { return {.index = indices_of_first(all_slices_.size())}; }

  // --- Forward: the members of all slices, one slice per call
  // ---------------------------------------

  bool forward(Driver& driver) override {
    driver.show(Phase::enumerating);
    const auto slice = static_cast<std::size_t>(all_slices_[enumerated_]);
    auto found = part_.enumerate(game_, all_slices_[enumerated_], driver.threads());
    report.positions += found.positions;
    report.members += found.members;
    positions_[slice] = found.positions;
    members_[slice] = found.members;
    sets_[slice] = std::move(found.set);
    return ++enumerated_ == all_slices_.size();
  }

  // --- Steps: the groups ------------------------------------------------------------------------

  std::size_t steps() const override { return game_.groups().size(); }
  double weight(std::size_t step) const override {
    return static_cast<double>(indices_of_group(game_, step, part_));
  }

  void begin(Driver& driver, std::size_t step) override { make_solver(step, driver.threads()); }

  StepEnd step(Driver& driver, std::size_t) override {
    try {
      const bool done = with_solver([&](auto& solver) {
        return solver.run([&] { return driver.should_pause(phase_of(solver)); });
      });
      if (!done) return StepEnd::paused;
    } catch (const WordTooNarrow&) {
      if (wide_) throw;
      narrow_solver_.reset();
      wide_ = true;
      return StepEnd::again;
    }
    with_solver([&](auto& solver) { report.levels = std::max(report.levels, solver.level()); });
    const SolveProgress end = progress(Phase::propagating);
    if (end.done > 0)
      decided_share_ = static_cast<double>(end.done) / static_cast<double>(end.total);
    return StepEnd::done;
  }

  void write(Driver& driver, std::size_t step) override {
    with_solver([&](auto& solver) {
      for (std::size_t i = 0; i < solver.graph().slices().size(); ++i)
        write_slice(driver, solver, step, i);
    });
  }

  void end(Driver&, std::size_t step) override {
    narrow_solver_.reset();
    wide_solver_.reset();
    graph_.reset();
    wide_ = force_wide_;
    next_ = step + 1;
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      if (!needed_from(game_, step + 1, slice)) exits_.values(slice) = ValueArray();
    }
  }

  // --- State ------------------------------------------------------------------------------------

  // The members of all slices that have been enumerated, and the words of the current group. The
  // values of finished groups are in the table.
  RunState save(const RunPlace& place) override {
    RunState state;
    state.numbers["wide"] = {wide_};
    auto& positions = state.numbers["slices"];
    for (std::size_t i = 0; i < enumerated_; ++i) {
      const auto slice = static_cast<std::size_t>(all_slices_[i]);
      positions.push_back(positions_[slice]);
      state.arrays.emplace_back(sets_[slice].words());
    }
    if (place.at != RunPlace::At::inside_step) return state;
    with_solver([&](auto& solver) {
      state.numbers["level"] = {static_cast<std::uint64_t>(solver.level())};
      state.numbers["decided"] = {solver.decided()};
      state.arrays.emplace_back(solver.words());
      state.arrays.emplace_back(solver.marks());
    });
    return state;
  }

  void restore(Driver& driver, const SavedRun& saved) override {
    const std::size_t step = next_ = saved.place().step;
    std::size_t array = 0;
    for (const std::uint64_t positions : saved.list("slices")) {
      const int slice = all_slices_.at(enumerated_++);
      const auto number = static_cast<std::size_t>(slice);
      const std::uint64_t universe = game_.index_size(slice);
      std::vector<std::uint64_t> words(part_.set_words(slice, universe));
      saved.read(array++, std::span(words));
      sets_[number] = part_.make_set(slice, std::move(words), universe);
      positions_[number] = positions;
      members_[number] = reduced(part_.cluster(), sets_[number].size(), Cluster::Reduction::sum);
    }
    wide_ = saved.number<bool>("wide");
    if (saved.written() != nullptr) load_values(*saved.written(), step, driver.threads());
    if (!saved.inside_step()) return;
    make_solver(step, driver.threads());
    with_solver([&](auto& solver) {
      saved.read(array++, solver.words());
      saved.read(array++, solver.marks());
      solver.restore(saved.number<int>("level"), saved.number("decided"));
    });
  }

  // --- Reporting --------------------------------------------------------------------------------

  // Within a group about a third is initialising, and propagating ends when everything but the
  // draws is decided; the previous group is the best guide to how many those are.
  SolveProgress progress(Phase phase) const override {
    SolveProgress p{.phase = phase};
    if (!narrow_solver_ && !wide_solver_) {
      if (enumerated_ < all_slices_.size()) {
        p.group = game_.slice_name(all_slices_[enumerated_]);
        p.done = report.positions;
        p.share = static_cast<double>(indices_of_first(enumerated_)) /
                  static_cast<double>(indices_of_first(all_slices_.size()));
      } else if (next_ < steps()) {
        p.group = names_of(game_.groups()[next_]);
      }
      return p;
    }
    with_solver([&](const auto& solver) {
      p.level = solver.level();
      p.done = solver.decided();
      p.group = names_of(solver.graph().slices());
      for (const int slice : solver.graph().slices()) {
        p.total += sets_[static_cast<std::size_t>(slice)].size();
      }
    });
    constexpr double initialising = 0.35, propagating = 0.6;
    const double done = static_cast<double>(p.done) / static_cast<double>(p.total);
    p.fraction = initialising + propagating;
    if (phase == Phase::initialising) p.fraction = initialising * done;
    if (phase == Phase::propagating || (phase == Phase::saving && p.level > 0))
      p.fraction = initialising + propagating * std::min(1.0, done / decided_share_);
    return p;
  }

 private:
  using Set = typename Part::Set;
  using Exits = typename Part::template Exits<Game>;
  using Graph = GroupGraph<Game, Exits, Set>;
  template <class Word>
  using Solver = RetrogradeSolver<Graph, Word, typename Part::Exchange>;

  static Part fitted(const Game& game, Part part) {
    const std::vector<std::size_t> kinds(static_cast<std::size_t>(game.slice_count()));
    part.fit_memory(
        [&](const Part& p) { return dense_solve_memory<NarrowWord>(game, 0, kinds, p); });
    return part;
  }

  template <class Body>
  decltype(auto) with_solver(Body&& body) const {
    return wide_ ? body(*wide_solver_) : body(*narrow_solver_);
  }
  static Phase phase_of(const auto& solver) {
    return solver.level() == 0 ? Phase::initialising : Phase::propagating;
  }

  void make_solver(std::size_t step, int threads) {
    const auto& slices = game_.groups()[step];
    std::vector<const Set*> sets;
    for (const int slice : slices) sets.push_back(&sets_[static_cast<std::size_t>(slice)]);
    graph_ = std::make_unique<Graph>(game_, slices, std::move(sets), exits_);
    if (wide_) {
      wide_solver_ =
          std::make_unique<Solver<WideWord>>(*graph_, threads, part_.setup(graph_->layout()));
    } else {
      narrow_solver_ =
          std::make_unique<Solver<NarrowWord>>(*graph_, threads, part_.setup(graph_->layout()));
    }
  }

  std::string names_of(const std::vector<int>& slices) const {
    std::string names;
    for (const int slice : slices) names += (names.empty() ? "" : " ") + game_.slice_name(slice);
    return names;
  }

  // Reads back the values that later groups need from the slices already written.
  void load_values(const TableFile& written, std::size_t step, int threads) {
    for (std::size_t i = 0; i < written.slices().size(); ++i) {
      const SliceRecord& record = written.slices()[i];
      const int slice = static_cast<int>(i);
      kinds_[i] = record.palette.size();
      if (!needed_from(game_, step, slice)) continue;
      ValueArray values(record.palette, part_.kept_values(slice, record.indices));
      parallel_tasks(part_.own_blocks(slice, record.blocks()), threads, [&] {
        return [&, codec = BlockCodec(), block = BlockContents()](std::uint64_t n) mutable {
          const std::uint64_t b = part_.block(slice, n);
          written.read_block(codec, i, b, block);
          keep_values(slice, b, block, values);
        };
      });
      part_.replicate(slice, values);
      exits_.values(slice) = std::move(values);
    }
  }

  // Puts the values of a block's members where they will be looked up.
  void keep_values(int slice, std::uint64_t b, const BlockContents& block,
                   ValueArray& values) const {
    const Set& set = sets_[static_cast<std::size_t>(slice)];
    auto code = block.first.begin();
    const std::uint64_t begin = b * block_indices;
    const std::uint64_t end = std::min(set.universe(), begin + block_indices);
    for (std::uint64_t w = begin / 64; 64 * w < end; ++w) {
      const std::uint64_t first = part_.kept_place(slice, 64 * w);
      for (std::uint64_t bits = set.word(w); bits != 0; bits &= bits - 1)
        values.set(first + static_cast<unsigned>(std::countr_zero(bits)), *code++);
    }
  }

  // --- Writing ----------------------------------------------------------------------------------

  // The values that occur, as bits raw + 32768.
  class ValueKinds {
   public:
    void add(Value value) {
      const auto k = static_cast<std::size_t>(value.raw() + 32768);
      words_[k / 64] |= std::uint64_t{1} << k % 64;
    }
    void add(const ValueKinds& others) {
      for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= others.words_[w];
    }
    std::span<std::uint64_t> words() { return words_; }
    // Ascending.
    std::vector<Value> values() const {
      std::vector<Value> values;
      for (std::size_t k = 0; k < 64 * words_.size(); ++k) {
        if (words_[k / 64] >> k % 64 & 1)
          values.push_back(Value::from_raw(static_cast<std::int16_t>(static_cast<int>(k) - 32768)));
      }
      return values;
    }

   private:
    std::array<std::uint64_t, 65536 / 64> words_{};
  };

  template <class Word>
  std::vector<Value> find_palette(const Solver<Word>& solver, std::size_t i, int threads) {
    const int slice = solver.graph().slices()[i];
    const Set& set = solver.graph().set(i);
    const auto all = std::make_unique<ValueKinds>();
    std::mutex mutex;
    struct Worker {
      ValueKinds& all;
      std::mutex& all_mutex;
      std::unique_ptr<ValueKinds> kinds = std::make_unique<ValueKinds>();

      Worker(ValueKinds& k, std::mutex& m) : all(k), all_mutex(m) {}
      ~Worker() {
        const std::lock_guard lock(all_mutex);
        all.add(*kinds);
      }
    };
    parallel_tasks(part_.own_blocks(slice, (set.universe() + block_indices - 1) / block_indices),
                   threads, [&] {
                     return [&, worker = Worker(*all, mutex)](std::uint64_t n) {
                       const std::uint64_t begin = part_.block(slice, n) * block_indices;
                       const std::uint64_t end = std::min(set.universe(), begin + block_indices);
                       for (std::uint64_t index = begin; index < end; ++index) {
                         if (!set.contains(index)) continue;
                         worker.kinds->add(solver.first_value(solver.graph().place(i, index)));
                         const auto second = solver.second_value(solver.graph().place(i, index));
                         if (second.exists) worker.kinds->add(second.value);
                       }
                     };
                   });
    part_.all_reduce(all->words());
    return all->values();
  }

  template <class Word>
  void write_slice(Driver& driver, const Solver<Word>& solver, std::size_t step, std::size_t i) {
    const int slice = solver.graph().slices()[i];
    const Set& set = solver.graph().set(i);
    driver.show(Phase::writing);
    SliceRecord record{.name = game_.slice_name(slice),
                       .indices = set.universe(),
                       .positions = positions_[static_cast<std::size_t>(slice)],
                       .members = members_[static_cast<std::size_t>(slice)],
                       .palette = find_palette(solver, i, driver.threads())};
    std::vector<PaletteCode> code_of(65536);
    for (std::size_t k = 0; k < record.palette.size(); ++k) {
      code_of[static_cast<std::uint16_t>(record.palette[k].raw())] = static_cast<PaletteCode>(k);
    }
    const auto code = [&](Value v) { return code_of[static_cast<std::uint16_t>(v.raw())]; };
    ValueArray kept;
    if (needed_from(game_, step + 1, slice))
      kept = ValueArray(record.palette, part_.kept_values(slice, set.universe()));

    kinds_[static_cast<std::size_t>(slice)] = record.palette.size();
    TableWriter* const writer = part_.is_first() ? &driver.writer() : nullptr;
    if (writer != nullptr) writer->begin_slice(record);
    const auto number = static_cast<std::size_t>(slice);
    part_.write_blocks(writer, slice, record.blocks(), driver.threads(), [&] {
      return [&, codec = BlockCodec(), cursor = typename Game::Cursor(game_.index(slice)),
              block = BlockContents()](std::uint64_t b) mutable {
        fill_block(solver, i, b, code, cursor, block);
        if (!kept.empty()) keep_values(slice, b, block, kept);
        return codec.encode(block, record.indices_in_block(b), block_identity(number, b),
                            record.palette.size());
      };
    });
    if (writer != nullptr) writer->end_slice();
    if (!kept.empty()) part_.replicate(slice, kept);
    exits_.values(slice) = std::move(kept);
  }

  template <class Word>
  void fill_block(const Solver<Word>& solver, std::size_t i, std::uint64_t b, auto code,
                  typename Game::Cursor& cursor, BlockContents& block) {
    const Set& set = solver.graph().set(i);
    block.first.clear();
    block.second.clear();
    const std::uint64_t begin = b * block_indices;
    const std::uint64_t end = std::min(set.universe(), begin + block_indices);
    block.counts.fill(0);
    for (std::uint64_t index = begin; index < end; ++index) {
      if (!set.contains(index)) continue;
      const auto second = solver.second_value(solver.graph().place(i, index));
      if (second.exists && second_matters(solver.graph().slices()[i], cursor, index, second.slot)) {
        block.second.push_back({static_cast<std::uint16_t>(block.first.size()),
                                static_cast<std::uint8_t>(second.slot), code(second.value)});
      }
      block.first.push_back(code(solver.first_value(solver.graph().place(i, index))));
      ++block.counts[(index - begin) / 64];
    }
  }

  // Whether play can lead to the position with that move forbidden, and forbidding it changes the
  // value: a second value that no play needs is not stored, since the successors imply it.
  bool second_matters(int slice, typename Game::Cursor& cursor, std::uint64_t index,
                      unsigned slot) {
    const auto& position = cursor.at(index);
    const auto move = game_.move_of_slot(position, static_cast<std::uint8_t>(slot));
    return !game_.has_twin(move, cursor.stabiliser()) &&
           game_.may_be_forbidden(slice, position, move);
  }

  // The index sizes of that many slices, in order of their groups.
  std::uint64_t indices_of_first(std::size_t slices) const {
    std::uint64_t indices = 0;
    for (std::size_t i = 0; i < slices; ++i) indices += game_.index_size(all_slices_[i]);
    return indices;
  }

  const Game& game_;
  Part part_;
  bool force_wide_, wide_;                // words; the second: of the current group
  std::vector<int> all_slices_;           // in order of their groups
  std::size_t enumerated_ = 0;            // of them
  std::vector<Set> sets_;                 // by slice
  std::vector<std::uint64_t> positions_;  // by slice, of all processes
  std::vector<std::uint64_t> members_;    // likewise
  std::vector<std::size_t> kinds_;        // of values, by slice; 0 for those not written yet
  Exits exits_;
  std::unique_ptr<Graph> graph_;  // of the current group, and its solver
  std::unique_ptr<Solver<NarrowWord>> narrow_solver_;
  std::unique_ptr<Solver<WideWord>> wide_solver_;
  std::size_t next_ = 0;         // the step, if there is no solver
  double decided_share_ = 0.95;  // of the members, in the end; of the last group once there is one
  WhatFits what_fits_;
  Driver driver_;
};

}  // namespace zermelo
