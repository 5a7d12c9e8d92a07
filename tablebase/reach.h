// SPDX-License-Identifier: MIT
// The distance of every state from the start of a game: group after group in the order of play,
// each by a breadth-first search, into one table. Pauses and checkpoints are those of a solve.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/sorted.h"
#include "tablebase/parallel.h"
#include "tablebase/reach_search.h"
#include "tablebase/solve_options.h"
#include "tablebase/table_file.h"
#include "tablebase/table_job.h"

namespace zermelo {

// One use an object.
template <class Game>
class Reach {
 public:
  using Position = typename Game::Position;

  // `start` is the position at the beginning of the game, seen from its mover. The header's metric
  // says which moves are made.
  Reach(const Game& game, const Position& start, TableHeader header, std::string path,
        SolveOptions options)
      : game_(game),
        start_(start),
        moves_(header.moves()),
        job_(std::move(header), std::move(path), std::move(options)) {}

  // Throws Interrupted after a stop, OutOfMemory, FileError.
  SolveReport run() {
    report_.was_complete = !job_.begin();
    if (report_.was_complete) return report_;
    bool wide = job_.options().force_wide_words;
    if (const auto* saved = job_.saved_step()) wide = saved->at("word_bits") == 64;
    plan_memory(wide ? sizeof(WideArrivalWord::Storage) : sizeof(NarrowArrivalWord::Storage));
    job_.open_writer();
    search_all(wide);
    report_.table_bytes = job_.finish(TableWriter::Order::reversed);
    report_.seconds = job_.seconds();
    return report_;
  }

 private:
  using Phase = SolveProgress::Phase;

  int threads() const { return job_.options().threads; }

  // The search goes down from the last group.
  const std::vector<int>& slices_of_step(std::size_t step) const {
    return game_.groups()[game_.groups().size() - 1 - step];
  }

  // The most that any step needs: words, and the seeds that are there then.
  void plan_memory(std::uint64_t word_bytes) {
    constexpr std::uint64_t fixed = std::uint64_t{64} << 20;  // the program, buffers, stacks
    std::uint64_t most = 0;
    for (std::size_t step = job_.first_step(); step < game_.groups().size(); ++step) {
      std::uint64_t bytes = 0;
      for (const int slice : slices_of_step(step)) {
        const std::uint64_t indices = game_.index_size(slice) + chunk_size;
        bytes += indices * word_bytes + 2 * LevelSchedule::bytes_needed(indices);
      }
      for (int slice = 0; slice < game_.slice_count(); ++slice) {
        if (has_seeds(step, slice)) bytes += game_.index_size(slice) * word_bytes / 4;
      }
      most = std::max(most, bytes);
    }
    report_.planned_memory = fixed + most;
    const std::uint64_t limit = job_.options().memory_limit;
    if (limit != 0 && report_.planned_memory > limit) {
      throw OutOfMemory(fmt::format("This search needs {} MiB of memory; the limit is {} MiB.",
                                    (report_.planned_memory >> 20) + 1, limit >> 20));
    }
  }

  // Whether a slice's seeds must be there during a step: to be written or read, or because an
  // earlier step wrote them for a later one.
  bool has_seeds(std::size_t step, int slice) const {
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

  void search_all(bool wide) {
    if (!wide) {
      try {
        return search_all_with<NarrowArrivalWord>();
      } catch (const ArrivalTooFar&) {
        job_.restart();
      }
    }
    plan_memory(sizeof(WideArrivalWord::Storage));
    search_all_with<WideArrivalWord>();
  }

  template <class Word>
  using Search = ReachSearch<Game, Word>;

  template <class Word>
  void search_all_with() {
    std::vector<ArrivalSeeds<Word>> seeds(static_cast<std::size_t>(game_.slice_count()));
    for (std::size_t step = job_.first_step(); step < game_.groups().size(); ++step) {
      prepare_seeds(step, seeds);
      search_group(step, seeds);
    }
  }

  template <class Word>
  void prepare_seeds(std::size_t step, std::vector<ArrivalSeeds<Word>>& seeds) const {
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      auto& s = seeds[static_cast<std::size_t>(slice)];
      if (!has_seeds(step, slice)) s = {};
      if (has_seeds(step, slice) && s.size() == 0) s = ArrivalSeeds<Word>(game_.index_size(slice));
    }
  }

  template <class Word>
  void search_group(std::size_t step, std::vector<ArrivalSeeds<Word>>& seeds) {
    Search<Word> search(game_, slices_of_step(step), seeds, moves_, threads());
    if (!restore(search, step, seeds)) {
      search.take_seeds();
      start_if_here(search);
    }
    const auto should_pause = [&] {
      return job_.should_pause([&] { return progress(search, Phase::propagating); });
    };
    while (!search.run(should_pause)) save(search, step, seeds);
    report_.levels = std::max(report_.levels, search.level());
    for (std::size_t i = search.layout().slices().size(); i-- > 0;) write_slice(search, i);
    if (step + 1 < game_.groups().size()) save_between<Word>(step + 1, seeds);
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

  // --- Checkpoints ------------------------------------------------------------------------------

  template <class Word>
  static std::vector<std::span<std::byte>> arrays_of(std::vector<ArrivalSeeds<Word>>& seeds) {
    std::vector<std::span<std::byte>> arrays;
    for (auto& s : seeds) {
      if (s.size() > 0) arrays.push_back(std::as_writable_bytes(s.span()));
    }
    return arrays;
  }

  template <class Word>
  static std::vector<std::span<std::byte>> arrays_of(Search<Word>& search,
                                                     std::vector<ArrivalSeeds<Word>>& seeds) {
    auto arrays = arrays_of(seeds);
    arrays.push_back(std::as_writable_bytes(search.words()));
    arrays.push_back(std::as_writable_bytes(search.marks()));
    arrays.push_back(std::as_writable_bytes(search.seed_marks()));
    return arrays;
  }

  // Returns whether the search is now somewhere in the middle.
  template <class Word>
  bool restore(Search<Word>& search, std::size_t step, std::vector<ArrivalSeeds<Word>>& seeds) {
    const auto* saved = job_.saved_step();
    if (saved == nullptr || step != job_.first_step()) return false;
    const bool in_search = saved->at("in_search").template get<bool>();
    search.restore(saved->at("level").template get<int>(),
                   saved->at("reached").template get<std::uint64_t>());
    job_.read_saved(in_search ? arrays_of(search, seeds) : arrays_of(seeds));
    return in_search;
  }

  template <class Word>
  void save(Search<Word>& search, std::size_t step, std::vector<ArrivalSeeds<Word>>& seeds) {
    job_.show(progress(search, Phase::saving));
    const auto arrays = arrays_of(search, seeds);
    job_.save(step, description<Word>(true, search.level(), search.reached()),
              {arrays.begin(), arrays.end()});
  }

  template <class Word>
  void save_between(std::size_t step, std::vector<ArrivalSeeds<Word>>& seeds) {
    prepare_seeds(step, seeds);
    const auto arrays = arrays_of(seeds);
    job_.save_between(step, description<Word>(false, 0, 0), {arrays.begin(), arrays.end()});
  }

  template <class Word>
  static nlohmann::json description(bool in_search, int level, std::uint64_t reached) {
    return {{"word_bits", 8 * sizeof(typename Word::Storage)},
            {"in_search", in_search},
            {"level", level},
            {"reached", reached}};
  }

  // --- Writing ----------------------------------------------------------------------------------

  template <class Word>
  void write_slice(const Search<Word>& search, std::size_t i) {
    job_.show(progress(search, Phase::writing));
    const int slice = search.layout().slices()[i];
    SliceRecord record{.name = game_.slice_name(slice), .indices = game_.index_size(slice)};
    survey(search, i, record);
    record.members = record.positions;
    job_.writer().begin_slice(record);
    parallel_in_order(
        record.blocks(), threads(),
        [&] {
          return [&, codec = BlockCodec(), cursor = typename Game::Cursor(game_.index(slice)),
                  block = BlockContents()](std::uint64_t b) mutable {
            fill_block(search, i, record, b, cursor, block);
            return codec.encode(block, record.indices_in_block(b),
                                block_identity(static_cast<std::size_t>(slice), b), record.codes());
          };
        },
        [&](const std::vector<std::byte>& bytes) { job_.writer().append_block(bytes); });
    job_.writer().end_slice();
  }

  // The slice's canonical positions, and the arrivals that occur at them.
  template <class Word>
  void survey(const Search<Word>& search, std::size_t i, SliceRecord& record) {
    const int slice = search.layout().slices()[i];
    std::set<Arrival> kinds;
    std::mutex mutex;
    parallel_tasks(record.blocks(), threads(), [&] {
      return [&, cursor = typename Game::Cursor(game_.index(slice)),
              found = std::vector<Arrival>()](std::uint64_t b) mutable {
        found.clear();
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
    if (kinds.size() > 65536) {
      throw Error(fmt::format("Slice {} has too many kinds of arrivals for a table.", record.name));
    }
    record.arrivals.assign(kinds.begin(), kinds.end());
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

  template <class Word>
  SolveProgress progress(const Search<Word>& search, Phase phase) const {
    SolveProgress p{phase, {}, search.level(), search.reached()};
    for (const int slice : search.layout().slices()) {
      p.group += (p.group.empty() ? "" : " ") + game_.slice_name(slice);
      p.total += game_.index_size(slice);
    }
    p.fraction = fraction(search, p);
    return p;
  }

  // A group's share of the work is that of its indices.
  template <class Word>
  double fraction(const Search<Word>& search, const SolveProgress& p) const {
    const bool searching = p.phase == Phase::propagating || p.phase == Phase::saving;
    double here = searching ? static_cast<double>(p.done) : static_cast<double>(p.total);
    double all = 0;
    bool before = true;
    for (std::size_t step = 0; step < game_.groups().size(); ++step) {
      before = before && slices_of_step(step) != search.layout().slices();
      for (const int slice : slices_of_step(step)) {
        all += static_cast<double>(game_.index_size(slice));
        if (before) here += static_cast<double>(game_.index_size(slice));
      }
    }
    return here / all;
  }

  const Game& game_;
  Position start_;
  SearchedMoves moves_;
  TableJob job_;
  SolveReport report_;
};

}  // namespace zermelo
