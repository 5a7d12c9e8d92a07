// SPDX-License-Identifier: MIT
// Mining a table for puzzles: looks at every position, or at a list of them, keeps those that meet
// the conditions, and delivers them one after another with their solutions. The same puzzles come
// in the same order, whatever the number of threads.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/puzzles/puzzle_judge.h"
#include "kinds/puzzles/solution_builder.h"
#include "probe/puzzle.h"
#include "probe/puzzle_page.h"
#include "tablebase/job/progress_counter.h"

namespace zermelo {

// Calls read() and puts `where`, the place in a list of positions, in front of the message if it
// throws.
template <class Read>
auto read_listed(const std::string& where, Read&& read) {
  const auto sentence = [&](const Error& error) {
    return where.empty() ? std::string(error.what()) : fmt::format("{}: {}", where, error.what());
  };
  try {
    return read();
  } catch (const IllegalPosition& error) {
    throw IllegalPosition(sentence(error));
  } catch (const GameOver& error) {
    throw GameOver(sentence(error), error.winner());
  } catch (const NotInTable& error) {
    throw NotInTable(sentence(error));
  }
}

// To be called every so often by what makes a source: ends it with Interrupted if the options'
// `stop` is set.
inline void end_if_stopped(const MineOptions& options) {
  if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed))
    throw Interrupted("The search for puzzles was stopped.");
}

// Calls make(), which makes a source. Returns whether it did: false if `stop` has ended it.
template <class Make>
bool is_made(const MineOptions& options, Make&& make) {
  try {
    make();
    return true;
  } catch (const Interrupted&) {
    if (options.stop == nullptr || !*options.stop) throw;
    return false;
  }
}

// Source reads the table: see kinds/dense/dense_source.h and kinds/codes/maker.h. Rules as
// for PuzzleJudge.
template <class Source, class Rules>
class Miner {
 public:
  using Place = typename Source::Place;

  // All arguments must outlive the miner. `listed` are the places of options.positions, if there
  // are any, each of them once.
  Miner(Source& source, const Rules& rules, const PuzzleConditions& conditions,
        const MineOptions& options, std::optional<std::vector<Place>> listed)
      : source_(source),
        rules_(rules),
        conditions_(conditions),
        options_(options),
        listed_(std::move(listed)),
        threads_(thread_count(options.threads)),
        progress_(options.progress) {}

  // Throws DamagedTable, and what the sink throws.
  MineReport run(const PuzzleSink& sink) {
    sink_ = &sink;
    if (!listed_) source_.expect_scan();
    report_.complete = listed_ ? scan_list() : scan_table();
    if (options_.order != PuzzleOrder::table) give_best();
    report_.stopped = stop_wanted();
    return report_;
  }

 private:
  using State = typename Source::State;
  using Judge = PuzzleJudge<typename Source::Chooser, Rules>;
  using Builder = SolutionBuilder<typename Source::Chooser, Rules>;

  struct Found {
    Place place;
    Value value;
    double rank = 0;           // in a sorted order, larger ones come first
    std::uint64_t number = 0;  // in table order
  };
  using Batch = std::vector<Found>;

  bool stop_wanted() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }
  bool wants_slice(int slice) const { return rules_.wants_slice(conditions_, slice); }
  // A block need not be searched for more puzzles than are still wanted.
  std::uint64_t most_in_block() const {
    const bool limited = options_.limit > 0 && options_.order == PuzzleOrder::table;
    return limited ? options_.limit : std::numeric_limits<std::uint64_t>::max();
  }

  // Looks at positions of one slice after another. Each thread has its own.
  class Worker {
   public:
    explicit Worker(const Miner& miner)
        : m_(miner),
          reader_(m_.source_),
          judge_(m_.source_.chooser(), m_.rules_, m_.conditions_),
          builder_(m_.source_.chooser(), m_.rules_, m_.options_.solution) {}

    Batch block(int slice, std::uint64_t block) {
      Batch found;
      if (m_.stop_wanted()) return found;
      const std::uint64_t most = m_.most_in_block();
      reader_.read_block(slice, block, wants(), [&](const auto&... candidate) {
        look_at(candidate..., found);
        return found.size() < most;
      });
      judge_waiting(found);
      return found;
    }

    Batch place(const Place& place) {
      Batch found;
      if (m_.stop_wanted() || !m_.wants_slice(place.slice)) return found;
      reader_.read(place, wants(), [&](const auto&... candidate) {
        look_at(candidate..., found);
        return true;
      });
      judge_waiting(found);
      return found;
    }

    Puzzle puzzle(const Found& f) {
      const State state = reader_.state(f.place);
      const Metric metric = m_.source_.chooser().metric();
      Diagram diagram = m_.rules_.diagram(state);
      diagram.caption = stipulation(f.value, metric, m_.rules_.is_white_to_move(state));
      return {.position = m_.rules_.state_text(state),
              .value = f.value,
              .metric = metric,
              .pieces = m_.rules_.pieces(state),
              .difficulty = builder_.difficulty(state, f.value),
              .diagram = std::move(diagram),
              .solution = builder_.build(state, f.value)};
    }

   private:
    auto wants() const {
      return [this](Value value) { return judge_.wants(value); };
    }

    // Candidates wait for their turn while the values that they need are fetched from memory.
    struct Waiting {
      Place place = {};
      typename Judge::Candidate candidate = {};
    };

    void look_at(const Place& place, const State& state, Value value, Batch& found) {
      if (!judge_.wants(state)) return;
      if (waiting_count_ == waiting_.size()) judge_waiting(found);
      Waiting& waiting = waiting_[waiting_count_++];
      waiting.place = place;
      waiting.candidate.state = state;
      waiting.candidate.value = value;
      judge_.ask(waiting.candidate);
    }

    void judge_waiting(Batch& found) {
      for (std::size_t k = 0; k < waiting_count_; ++k) {
        auto& [place, candidate] = waiting_[k];
        if (!judge_.accepts(candidate)) continue;
        found.push_back({place, candidate.value, rank(candidate.state, candidate.value)});
      }
      waiting_count_ = 0;
    }

    double rank(const State& state, Value value) {
      switch (m_.options_.order) {
        case PuzzleOrder::difficulty:
          return builder_.difficulty(state, value);
        case PuzzleOrder::plies:
          return value.magnitude();
        case PuzzleOrder::pieces: {
          const PieceCounts pieces = m_.rules_.pieces(state);
          return -(pieces.own + pieces.opponent);
        }
        case PuzzleOrder::table:
          break;
      }
      return 0;
    }

    const Miner& m_;
    typename Source::Reader reader_;
    Judge judge_;
    Builder builder_;
    std::array<Waiting, 16> waiting_;
    std::size_t waiting_count_ = 0;
  };

  // Returns whether it reached the end.
  bool scan_table() {
    for (int slice = 0; slice < source_.slices(); ++slice) {
      if (wants_slice(slice)) progress_.expect(source_.blocks(slice));
    }
    bool going_on = true;
    for (int slice = 0; slice < source_.slices() && going_on; ++slice) {
      if (!wants_slice(slice)) continue;
      source_.begin_slice(slice);
      parallel_in_order(
          source_.blocks(slice), threads_,
          [&] {
            return [worker = Worker(*this), slice](std::uint64_t block) mutable {
              return worker.block(slice, block);
            };
          },
          [&](const Batch& found) {
            progress_.add(1);
            return going_on = take(found);
          });
    }
    return going_on;
  }

  bool scan_list() {
    const std::vector<Place>& places = *listed_;
    progress_.expect(places.size());
    bool going_on = true;
    parallel_in_order(
        places.size(), threads_,
        [&] {
          return [worker = Worker(*this), &places](std::uint64_t i) mutable {
            return worker.place(places[i]);
          };
        },
        [&](const Batch& found) {
          progress_.add(1);
          return going_on = take(found);
        });
    return going_on;
  }

  // Passes on what comes next in table order. Returns whether more is wanted.
  bool take(const Batch& found) {
    if (stop_wanted()) return false;
    if (options_.order == PuzzleOrder::table) return give(found.data(), found.size());
    for (const Found& f : found) keep(f);
    return true;
  }

  static bool comes_before(const Found& a, const Found& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.number < b.number;
  }

  // Keeps the first candidates of the order; with a limit, in a heap with the last of them on top.
  void keep(Found f) {
    f.number = report_.found++;
    const bool full = options_.limit > 0 && best_.size() == options_.limit;
    if (full && !comes_before(f, best_.front())) return;
    if (full) {
      std::pop_heap(best_.begin(), best_.end(), comes_before);
      best_.pop_back();
    }
    best_.push_back(f);
    if (options_.limit > 0) std::push_heap(best_.begin(), best_.end(), comes_before);
  }

  void give_best() {
    std::sort(best_.begin(), best_.end(), comes_before);
    // Solutions are made in small batches, so that the first ones are seen soon.
    constexpr std::size_t at_a_time = 256;
    for (std::size_t i = 0; i < best_.size(); i += at_a_time) {
      if (!give(best_.data() + i, std::min(at_a_time, best_.size() - i))) return;
    }
  }

  // Passes puzzles to the sink. Returns whether more are wanted. (Several threads make many before
  // the first one is passed on; one thread passes on each as soon as it is made.)
  bool give(const Found* found, std::size_t count) {
    bool going_on = true;
    if (threads_ == 1) {
      Worker worker(*this);
      for (std::size_t i = 0; i < count && going_on; ++i)
        going_on = pass_on(worker.puzzle(found[i]));
      return going_on;
    }
    parallel_in_order(
        count, threads_,
        [&] {
          return [worker = Worker(*this), found](std::uint64_t i) mutable {
            return std::make_optional(worker.puzzle(found[i]));
          };
        },
        [&](const std::optional<Puzzle>& puzzle) { return going_on = pass_on(*puzzle); });
    return going_on;
  }
  bool pass_on(const Puzzle& puzzle) {
    const bool streams = options_.order == PuzzleOrder::table;
    if (streams) ++report_.found;
    ++report_.given;
    const bool wanted = (*sink_)(puzzle) && report_.given != options_.limit;
    // (A sorted selection is still delivered if it was stopped.)
    return wanted && !(streams && stop_wanted());
  }

  Source& source_;
  const Rules& rules_;
  const PuzzleConditions& conditions_;
  const MineOptions& options_;
  const std::optional<std::vector<Place>> listed_;
  const int threads_;
  ProgressCounter progress_;
  const PuzzleSink* sink_ = nullptr;
  Batch best_;
  MineReport report_;
};

}  // namespace zermelo
