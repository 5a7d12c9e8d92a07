// SPDX-License-Identifier: MIT
// A whole solve: enumerate, plan the memory, solve group after group, write the table, and keep
// checkpoints so that nothing computed is lost. docs/architecture.md tells the story.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <bitset>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "tablebase/enumerate.h"
#include "tablebase/group_solver.h"
#include "tablebase/parallel.h"
#include "tablebase/solve_options.h"
#include "tablebase/solved_slice.h"
#include "tablebase/table_file.h"
#include "tablebase/table_job.h"

namespace zermelo {

// Solves one game into one file. One use an object.
template <class Game>
class Solve {
 public:
  Solve(const Game& game, TableHeader header, std::string path, SolveOptions options)
      : game_(game), job_(std::move(header), std::move(path), std::move(options)) {}

  // Throws Interrupted after a stop, OutOfMemory, FileError.
  SolveReport run() {
    report_.was_complete = !job_.begin();
    if (report_.was_complete) return report_;
    group_ = job_.first_step();
    enumerate();
    plan_memory(sizeof(NarrowWord::Storage));
    exits_ = std::make_unique<SolvedSlices<Game>>(game_);
    job_.open_writer();
    if (const auto written = job_.written()) load_values(*written);
    for (; group_ < game_.groups().size(); ++group_) {
      forget_unneeded_values();
      solve_group();
      if (group_ + 1 < game_.groups().size()) job_.save_between(group_ + 1);
    }
    report_.table_bytes = job_.finish();
    report_.seconds = job_.seconds();
    return report_;
  }

 private:
  using Phase = SolveProgress::Phase;

  int threads() const { return job_.options().threads; }

  // Reads the values that later groups need back from the slices already written.
  void load_values(const TableFile& part) {
    for (std::size_t i = 0; i < part.slices().size(); ++i) {
      const SliceRecord& record = part.slices()[i];
      const int slice = static_cast<int>(i);
      if (!needed_from(group_, slice)) continue;
      ValueArray values(record.palette, record.indices);
      parallel_tasks(record.blocks(), threads(), [&] {
        return [&, codec = BlockCodec(), block = BlockContents()](std::uint64_t b) mutable {
          part.read_block(codec, i, b, block);
          keep_values(sets_[i], b, block, values);
        };
      });
      exits_->values(slice) = std::move(values);
    }
  }

  // Puts the values of a block's members to their indices.
  static void keep_values(const DenseSet& set, std::uint64_t b, const BlockContents& block,
                          ValueArray& values) {
    auto code = block.first.begin();
    const std::uint64_t begin = b * block_indices;
    const std::uint64_t end = std::min(set.universe(), begin + block_indices);
    for (std::uint64_t w = begin / 64; 64 * w < end; ++w) {
      for (std::uint64_t bits = set.word(w); bits != 0; bits &= bits - 1)
        values.set(64 * w + static_cast<unsigned>(std::countr_zero(bits)), *code++);
    }
  }

  // --- Enumeration and memory -------------------------------------------------------------------

  void enumerate() {
    sets_.resize(static_cast<std::size_t>(game_.slice_count()));
    positions_.resize(sets_.size());
    for (std::size_t g = 0; g < game_.groups().size(); ++g) {
      for (const int slice : game_.groups()[g]) {
        job_.show({Phase::enumerating, game_.slice_name(slice)});
        SliceMembers members = enumerate_slice(game_, slice, threads());
        report_.positions += members.positions;
        report_.members += members.set.size();
        positions_[slice] = members.positions;
        sets_[slice] = std::move(members.set);
        if (job_.stopped())
          throw Interrupted("Stopped before anything was computed that could be saved.");
      }
    }
  }

  std::uint64_t indices_of_group(std::size_t g) const {
    std::uint64_t indices = 0;
    for (const int slice : game_.groups()[g]) indices += game_.index_size(slice) + chunk_size;
    return indices;
  }

  // Whether a group from number `g` on looks up values of this slice.
  bool needed_from(std::size_t g, int slice) const {
    for (; g < game_.groups().size(); ++g) {
      for (const int upper : game_.groups()[g]) {
        if (game_.exits_to(upper, slice)) return true;
      }
    }
    return false;
  }

  // The most that any group needs at once: state sets, words, and values of slices it leads to.
  void plan_memory(std::uint64_t word_bytes) {
    constexpr std::uint64_t fixed = std::uint64_t{64} << 20;  // the program, buffers, stacks
    std::uint64_t sets = 0, most = 0;
    for (const DenseSet& set : sets_) sets += set.bytes();
    for (std::size_t g = group_; g < game_.groups().size(); ++g) {
      const std::uint64_t indices = indices_of_group(g);
      std::uint64_t bytes = indices * word_bytes + LevelSchedule::bytes_needed(indices);
      for (int slice = 0; slice < game_.slice_count(); ++slice) {
        const bool own = std::ranges::count(game_.groups()[g], slice) > 0;
        if (own ? needed_from(g + 1, slice) : needed_from(g, slice) && solved_before(g, slice)) {
          bytes += ValueArray::bytes_needed(sets_[slice].universe());
        }
      }
      most = std::max(most, bytes);
    }
    report_.planned_memory = fixed + sets + most;
    const std::uint64_t limit = job_.options().memory_limit;
    if (limit != 0 && report_.planned_memory > limit) {
      throw OutOfMemory(fmt::format("This solve needs {} MiB of memory; the limit is {} MiB.",
                                    (report_.planned_memory >> 20) + 1, limit >> 20));
    }
  }

  bool solved_before(std::size_t g, int slice) const {
    for (std::size_t earlier = 0; earlier < g; ++earlier) {
      if (std::ranges::count(game_.groups()[earlier], slice) > 0) return true;
    }
    return false;
  }

  void forget_unneeded_values() {
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      if (!needed_from(group_, slice)) exits_->values(slice) = ValueArray();
    }
  }

  // --- One group --------------------------------------------------------------------------------

  void solve_group() {
    bool wide = job_.options().force_wide_words;
    if (const auto* saved = job_.saved_step()) wide = saved->at("word_bits") == 64;
    if (!wide) {
      try {
        return solve_group_with<NarrowWord>();
      } catch (const WordTooNarrow&) {
        job_.forget_saved();
      }
    }
    plan_memory(sizeof(WideWord::Storage));
    solve_group_with<WideWord>();
  }

  template <class Word>
  using Solver = GroupSolver<Game, Word, SolvedSlices<Game>>;

  template <class Word>
  void solve_group_with() {
    const auto& slices = game_.groups()[group_];
    std::vector<const DenseSet*> sets;
    for (const int slice : slices) sets.push_back(&sets_[slice]);
    Solver<Word> solver(game_, slices, sets, *exits_, threads());
    if (const auto* saved = job_.saved_step()) restore(solver, *saved);
    job_.forget_saved();
    const auto should_pause = [&] {
      return job_.should_pause([&] {
        return progress(solver, solver.level() == 0 ? Phase::initialising : Phase::propagating);
      });
    };
    while (!solver.run(should_pause)) save(solver);
    report_.levels = std::max(report_.levels, solver.level());
    const SolveProgress end = progress(solver, Phase::propagating);
    if (end.done > 0)
      decided_share_ = static_cast<double>(end.done) / static_cast<double>(end.total);
    for (std::size_t i = 0; i < slices.size(); ++i) write_slice(solver, i);
  }

  template <class Word>
  void restore(Solver<Word>& solver, const nlohmann::json& saved) {
    solver.restore(saved.at("level").template get<int>(),
                   saved.at("decided").template get<std::uint64_t>());
    job_.read_saved(
        {std::as_writable_bytes(solver.words()), std::as_writable_bytes(solver.marks())});
  }

  template <class Word>
  void save(Solver<Word>& solver) {
    job_.show(progress(solver, Phase::saving));
    job_.save(group_,
              {{"word_bits", 8 * sizeof(typename Word::Storage)},
               {"level", solver.level()},
               {"decided", solver.decided()}},
              {std::as_bytes(solver.words()), std::as_bytes(solver.marks())});
  }

  // --- Writing ----------------------------------------------------------------------------------

  // The values that occur, as raw + 32768.
  using ValueKinds = std::bitset<65536>;

  template <class Word>
  std::vector<Value> find_palette(const Solver<Word>& solver, std::size_t i) {
    const DenseSet& set = solver.set(i);
    ValueKinds kinds;
    std::mutex mutex;
    struct Worker {
      const Solver<Word>& solver;
      std::size_t i;
      const DenseSet& set;
      ValueKinds& all;
      std::mutex& all_mutex;
      std::unique_ptr<ValueKinds> kinds = std::make_unique<ValueKinds>();

      void operator()(std::uint64_t chunk) {
        const std::uint64_t end = std::min(set.universe(), (chunk + 1) * chunk_size);
        for (std::uint64_t index = chunk * chunk_size; index < end; ++index) {
          if (!set.contains(index)) continue;
          kinds->set(static_cast<std::size_t>(solver.first_value(i, index).raw() + 32768));
          const auto second = solver.second_value(i, index);
          if (second.exists) kinds->set(static_cast<std::size_t>(second.value.raw() + 32768));
        }
      }
      Worker(const Solver<Word>& s, std::size_t n, const DenseSet& members, ValueKinds& k,
             std::mutex& m)
          : solver(s), i(n), set(members), all(k), all_mutex(m) {}
      ~Worker() {
        const std::lock_guard lock(all_mutex);
        all |= *kinds;
      }
    };
    parallel_tasks((set.universe() + chunk_size - 1) / chunk_size, threads(),
                   [&] { return Worker(solver, i, set, kinds, mutex); });
    std::vector<Value> palette;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k])
        palette.push_back(Value::from_raw(static_cast<std::int16_t>(static_cast<int>(k) - 32768)));
    }
    return palette;
  }

  template <class Word>
  void write_slice(const Solver<Word>& solver, std::size_t i) {
    const int slice = solver.slices()[i];
    const DenseSet& set = solver.set(i);
    job_.show(progress(solver, Phase::writing));
    SliceRecord record{.name = game_.slice_name(slice),
                       .indices = set.universe(),
                       .positions = positions_[slice],
                       .members = set.size(),
                       .palette = find_palette(solver, i)};
    std::vector<PaletteCode> code_of(65536);
    for (std::size_t k = 0; k < record.palette.size(); ++k) {
      code_of[static_cast<std::uint16_t>(record.palette[k].raw())] = static_cast<PaletteCode>(k);
    }
    const auto code = [&](Value v) { return code_of[static_cast<std::uint16_t>(v.raw())]; };
    ValueArray kept;
    if (needed_from(group_ + 1, slice)) kept = ValueArray(record.palette, set.universe());

    job_.writer().begin_slice(record);
    const auto number = static_cast<std::size_t>(slice);
    parallel_in_order(
        record.blocks(), threads(),
        [&] {
          return [&, codec = BlockCodec(), cursor = typename Game::Cursor(game_.index(slice)),
                  block = BlockContents()](std::uint64_t b) mutable {
            fill_block(solver, i, b, code, cursor, block);
            if (!kept.empty()) keep_values(set, b, block, kept);
            return codec.encode(block, record.indices_in_block(b), block_identity(number, b),
                                record.palette.size());
          };
        },
        [&](const std::vector<std::byte>& bytes) { job_.writer().append_block(bytes); });
    job_.writer().end_slice();
    exits_->values(slice) = std::move(kept);
  }

  template <class Word>
  void fill_block(const Solver<Word>& solver, std::size_t i, std::uint64_t b, auto code,
                  typename Game::Cursor& cursor, BlockContents& block) {
    const DenseSet& set = solver.set(i);
    block.first.clear();
    block.second.clear();
    const std::uint64_t begin = b * block_indices;
    const std::uint64_t end = std::min(set.universe(), begin + block_indices);
    block.counts.fill(0);
    for (std::uint64_t index = begin; index < end; ++index) {
      if (!set.contains(index)) continue;
      const auto second = solver.second_value(i, index);
      if (second.exists && second_matters(solver.slices()[i], cursor, index, second.slot)) {
        block.second.push_back({static_cast<std::uint16_t>(block.first.size()),
                                static_cast<std::uint8_t>(second.slot), code(second.value)});
      }
      block.first.push_back(code(solver.first_value(i, index)));
      ++block.counts[(index - begin) / 64];
    }
  }

  // Whether play can lead to the position with that move forbidden, and forbidding it changes the
  // value: a second value that no play needs is not stored, for the successors imply it.
  bool second_matters(int slice, typename Game::Cursor& cursor, std::uint64_t index,
                      unsigned slot) {
    const auto& position = cursor.at(index);
    const auto move = game_.move_of_slot(position, static_cast<std::uint8_t>(slot));
    return !game_.has_twin(move, cursor.stabiliser()) &&
           game_.may_be_forbidden(slice, position, move);
  }

  template <class Word>
  SolveProgress progress(const Solver<Word>& solver, Phase phase) const {
    SolveProgress p{phase, {}, solver.level(), solver.decided()};
    for (const int slice : solver.slices()) {
      p.group += (p.group.empty() ? "" : " ") + game_.slice_name(slice);
      p.total += sets_[slice].size();
    }
    p.fraction = fraction(p);
    return p;
  }

  // A group's share of the work is that of its indices. Within a group about a third is
  // initialising, and propagating comes to its end when all but the draws are decided; how many
  // those are, the group before tells best.
  double fraction(const SolveProgress& p) const {
    constexpr double initialising = 0.35, propagating = 0.6;
    double before = 0, all = 0;
    for (std::size_t g = 0; g < game_.groups().size(); ++g) {
      const auto indices = static_cast<double>(indices_of_group(g));
      if (g < group_) before += indices;
      all += indices;
    }
    const double done = static_cast<double>(p.done) / static_cast<double>(p.total);
    double here = initialising + propagating;
    if (p.phase == Phase::initialising) here = initialising * done;
    if (p.phase == Phase::propagating || (p.phase == Phase::saving && p.level > 0))
      here = initialising + propagating * std::min(1.0, done / decided_share_);
    return (before + here * static_cast<double>(indices_of_group(group_))) / all;
  }

  const Game& game_;
  TableJob job_;
  SolveReport report_;
  std::vector<DenseSet> sets_;            // by slice
  std::vector<std::uint64_t> positions_;  // by slice
  std::unique_ptr<SolvedSlices<Game>> exits_;
  std::size_t group_ = 0;
  double decided_share_ = 0.95;  // of the members, in the end; of the last group once there is one
};

}  // namespace zermelo
