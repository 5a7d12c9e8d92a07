// SPDX-License-Identifier: MIT
// The distance of every state from the start of a game: group after group in the order of play,
// each by a breadth-first search, into one table. Pauses and checkpoints are those of a solve, and
// ranks share it as they share a solve.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/sorted.h"
#include "kinds/dense/shared_game.h"
#include "kinds/reach/reach_search.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/driver.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// Each object is for one use. Where Part is SharedGame (kinds/dense/shared_game.h), every rank
// makes one, with the same game, start, header and path; all of it is collective, and only rank 0
// writes the table.
template <class Game, class Part = WholeGame>
class Reach final : public TableWork {
 public:
  using Position = typename Game::Position;

  // `start` is the position at the beginning of the game, seen from its mover. The header's metric
  // says which moves are made.
  Reach(const Game& game, const Position& start, const TableHeader& header, std::string path,
        const SolveOptions& options) requires std::same_as<Part, WholeGame>
      : Reach(game, start, header, std::move(path), options, WholeGame(game)) {}
  Reach(const Game& game, const Position& start, const TableHeader& header, std::string path,
        const SolveOptions& options, Part part)
      : game_(game),
        part_(std::move(part)),
        start_(start),
        moves_(header.moves()),
        wide_(options.force_wide_words),
        driver_(*this, header, std::move(path), options, part_.cluster()) {
    part_.fit_memory([&](const Part&) { return memory(0).bytes; });
  }

  // Throws as Driver::run.
  SolveReport run() { return driver_.run(); }

  // --- Memory -----------------------------------------------------------------------------------

  // The most that any step needs: words, and the seeds that exist at that time.
  MemoryNeed memory(std::size_t first) const override {
    const std::uint64_t word_bytes =
        wide_ ? sizeof(WideArrivalWord::Storage) : sizeof(NarrowArrivalWord::Storage);
    std::uint64_t most = 0;
    for (std::size_t step = first; step < steps(); ++step) {
      std::uint64_t indices = 0;
      for (const int slice : slices_of_step(step)) indices += own_indices(slice) + chunk_size;
      std::uint64_t bytes = wide_ ? Search<WideArrivalWord>::bytes_needed(indices)
                                  : Search<NarrowArrivalWord>::bytes_needed(indices);
      bytes += part_.more_bytes(indices);
      for (int slice = 0; slice < game_.slice_count(); ++slice) {
        if (has_seeds(step, slice)) bytes += own_indices(slice) * word_bytes / 4;
      }
      most = std::max(most, bytes);
    }
    return {.bytes = fixed_memory + most, .who = fmt::format("This search needs{}", Part::where)};
  }

  // --- Steps ------------------------------------------------------------------------------------

  std::size_t steps() const override { return game_.groups().size(); }
  double weight(std::size_t step) const override {
    double indices = 0;
    for (const int slice : slices_of_step(step))
      indices += static_cast<double>(game_.index_size(slice));
    return indices;
  }

  void begin(Driver& driver, std::size_t step) override {
    with_words([&](auto& words) {
      prepare_seeds(step, words.seeds);
      make_search(words, step, driver.threads());
      words.search->take_seeds();
      start_if_here(*words.search);
    });
  }

  StepEnd step(Driver& driver, std::size_t) override {
    try {
      const bool done = with_words([&](auto& words) {
        return words.search->run([&] { return driver.should_pause(Phase::propagating); });
      });
      if (!done) return StepEnd::paused;
    } catch (const ArrivalTooFar&) {
      if (wide_) throw;
      narrow_words_ = {};
      wide_ = true;
      report = {};
      return StepEnd::from_start;
    }
    with_words(
        [&](auto& words) { report.levels = std::max(report.levels, words.search->level()); });
    return StepEnd::done;
  }

  void write(Driver& driver, std::size_t) override {
    with_words([&](auto& words) {
      for (std::size_t i = words.search->layout().slices().size(); i-- > 0;)
        write_slice(driver, *words.search, i);
    });
  }
  void end(Driver&, std::size_t step) override {
    with_words([&](auto& words) {
      words.search.reset();
      prepare_seeds(step + 1, words.seeds);
      next_ = step + 1;
    });
  }
  TableWriter::Order order() const override { return TableWriter::Order::reversed; }

  // --- State ------------------------------------------------------------------------------------

  RunState save(const RunPlace& place) override {
    RunState state;
    state.numbers["wide"] = {wide_};
    with_words([&](auto& words) {
      prepare_seeds(place.step, words.seeds);
      for (auto& seeds : words.seeds) {
        if (seeds.size() > 0) state.arrays.emplace_back(seeds.span());
      }
      if (place.at != RunPlace::At::inside_step) return;
      state.numbers["level"] = {static_cast<std::uint64_t>(words.search->level())};
      state.numbers["reached"] = {words.search->reached()};
      state.arrays.emplace_back(words.search->words());
      state.arrays.emplace_back(words.search->marks());
      state.arrays.emplace_back(words.search->seed_marks());
    });
    return state;
  }

  void restore(Driver& driver, const SavedRun& saved) override {
    const std::size_t step = next_ = saved.place().step;
    wide_ = saved.number<bool>("wide");
    with_words([&](auto& words) {
      prepare_seeds(step, words.seeds);
      std::size_t array = 0;
      for (auto& seeds : words.seeds) {
        if (seeds.size() > 0) saved.read(array++, seeds.span());
      }
      if (!saved.inside_step()) return;
      make_search(words, step, driver.threads());
      words.search->restore(saved.number<int>("level"), saved.number("reached"));
      saved.read(array++, words.search->words());
      saved.read(array++, words.search->marks());
      saved.read(array++, words.search->seed_marks());
    });
  }

  // --- Reporting --------------------------------------------------------------------------------
  // ----------------------------------------------------------------------------------

  SolveProgress progress(Phase phase) const override {
    SolveProgress p{.phase = phase};
    with_words([&](const auto& words) {
      if (!words.search) {
        if (next_ < steps()) p.group = names_of(slices_of_step(next_));
        return;
      }
      p.level = words.search->level();
      p.done = words.search->reached();
      p.group = names_of(words.search->layout().slices());
      for (const int slice : words.search->layout().slices()) p.total += game_.index_size(slice);
      p.fraction =
          phase == Phase::writing ? 1 : static_cast<double>(p.done) / static_cast<double>(p.total);
    });
    return p;
  }

 private:
  template <class Word>
  using Search = ReachSearch<Game, Word, Part>;

  // What is in memory.
  template <class Word>
  struct Words {
    std::vector<ArrivalSeeds<Word>> seeds;  // by slice
    std::unique_ptr<Search<Word>> search;   // of the current step
  };
  template <class Body>
  decltype(auto) with_words(Body&& body) {
    return wide_ ? body(wide_words_) : body(narrow_words_);
  }
  template <class Body>
  decltype(auto) with_words(Body&& body) const {
    return wide_ ? body(wide_words_) : body(narrow_words_);
  }

  // The search goes down from the last group.
  const std::vector<int>& slices_of_step(std::size_t step) const {
    return game_.groups()[game_.groups().size() - 1 - step];
  }

  // For this process.
  std::uint64_t own_indices(int slice) const {
    return part_.own_indices(slice, game_.index_size(slice));
  }

  std::string names_of(const std::vector<int>& slices) const {
    std::string names;
    for (const int slice : slices) names += (names.empty() ? "" : " ") + game_.slice_name(slice);
    return names;
  }

  // Whether a slice's seeds must exist during a step: to be written or read, or because an earlier
  // step wrote them for a later one.
  bool has_seeds(std::size_t step, int slice) const {
    if (step >= steps()) return false;
    const std::size_t own_step = step_of(slice);
    if (own_step < step) return false;
    if (own_step == step && step > 0) return true;
    for (std::size_t earlier = 0; earlier <= step; ++earlier) {
      const auto exits_here = [&](int upper) { return game_.exits_to(upper, slice); };
      if (std::ranges::any_of(slices_of_step(earlier), exits_here)) return true;
    }
    return false;
  }

  std::size_t step_of(int slice) const {
    std::size_t step = 0;
    while (std::ranges::count(slices_of_step(step), slice) == 0) ++step;
    return step;
  }

  template <class Word>
  void prepare_seeds(std::size_t step, std::vector<ArrivalSeeds<Word>>& seeds) const {
    seeds.resize(static_cast<std::size_t>(game_.slice_count()));
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      auto& s = seeds[static_cast<std::size_t>(slice)];
      if (!has_seeds(step, slice)) s = {};
      if (has_seeds(step, slice) && s.size() == 0) s = ArrivalSeeds<Word>(game_.index_size(slice));
    }
  }

  template <class Word>
  void make_search(Words<Word>& words, std::size_t step, int threads) {
    words.search = std::make_unique<Search<Word>>(game_, slices_of_step(step), words.seeds, moves_,
                                                  threads, part_);
  }

  template <class Word>
  void start_if_here(Search<Word>& search) {
    const auto& slices = search.layout().slices();
    const int slice = game_.slice_of(start_);
    const auto here = std::find(slices.begin(), slices.end(), slice);
    if (here == slices.end()) return;
    search.start_at(static_cast<std::size_t>(here - slices.begin()),
                    game_.locate(slice, start_).index);
  }

  // --- Writing ----------------------------------------------------------------------------------

  template <class Word>
  void write_slice(Driver& driver, const Search<Word>& search, std::size_t i) {
    driver.show(Phase::writing);
    const int slice = search.layout().slices()[i];
    SliceRecord record{.name = game_.slice_name(slice), .indices = game_.index_size(slice)};
    survey(search, i, record, driver.threads());
    record.members = record.positions;
    TableWriter* const writer = part_.is_first() ? &driver.writer() : nullptr;
    if (writer != nullptr) writer->begin_slice(record);
    part_.write_blocks(writer, slice, record.blocks(), driver.threads(), [&] {
      return [&, codec = BlockCodec(), cursor = typename Game::Cursor(game_.index(slice)),
              block = BlockContents()](std::uint64_t b) mutable {
        fill_block(search, i, record, b, cursor, block);
        return codec.encode(block, record.indices_in_block(b),
                            block_identity(static_cast<std::size_t>(slice), b), record.codes());
      };
    });
    if (writer != nullptr) writer->end_slice();
  }

  // The slice's canonical positions, and the arrivals that occur at them.
  template <class Word>
  void survey(const Search<Word>& search, std::size_t i, SliceRecord& record, int threads) {
    const int slice = search.layout().slices()[i];
    std::set<Arrival> kinds;
    std::mutex mutex;
    parallel_tasks(part_.own_blocks(slice, record.blocks()), threads, [&] {
      return [&, cursor = typename Game::Cursor(game_.index(slice)),
              found = std::vector<Arrival>()](std::uint64_t n) mutable {
        found.clear();
        const std::uint64_t b = part_.block(slice, n);
        const std::uint64_t begin = b * block_indices, end = begin + record.indices_in_block(b);
        for (std::uint64_t index = begin; index < end; ++index) {
          cursor.at(index);
          if (cursor.is_canonical()) found.push_back(search.word(i, index).arrival());
        }
        const std::uint64_t positions = found.size();
        sort_unique(found);
        const std::lock_guard lock(mutex);
        record.positions += positions;
        kinds.insert(found.begin(), found.end());
      };
    });
    record.positions = reduced(part_.cluster(), record.positions, Cluster::Reduction::sum);
    record.arrivals.assign(kinds.begin(), kinds.end());
    all_gather(part_.cluster(), record.arrivals);
    fail_together(part_.cluster(), [&] {
      if (record.arrivals.size() <= 65536) return;
      throw Error(fmt::format("Slice {} has too many kinds of arrivals for a table.", record.name));
    });
  }

  template <class Word>
  void fill_block(const Search<Word>& search, std::size_t i, const SliceRecord& record,
                  std::uint64_t b, typename Game::Cursor& cursor, BlockContents& block) const {
    block.first.clear();
    block.second.clear();
    block.counts.fill(0);
    const std::uint64_t begin = b * block_indices, end = begin + record.indices_in_block(b);
    for (std::uint64_t index = begin; index < end; ++index) {
      cursor.at(index);
      if (!cursor.is_canonical()) continue;
      const Word word = search.word(i, index);
      if (word.slot() != Word::no_slot && word.is_reached()) {
        block.second.push_back({static_cast<std::uint16_t>(block.first.size()),
                                static_cast<std::uint8_t>(word.slot()), 0});
      }
      const auto kind =
          std::lower_bound(record.arrivals.begin(), record.arrivals.end(), word.arrival());
      block.first.push_back(static_cast<PaletteCode>(kind - record.arrivals.begin()));
      ++block.counts[(index - begin) / 64];
    }
  }

  const Game& game_;
  Part part_;
  Position start_;
  SearchedMoves moves_;
  bool wide_;
  std::size_t next_ = 0;  // the step, if there is no search
  Words<NarrowArrivalWord> narrow_words_;
  Words<WideArrivalWord> wide_words_;
  Driver driver_;
};

}  // namespace zermelo
