// SPDX-License-Identifier: MIT
#include "kinds/ranked/shared_layer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <utility>
#include <vector>

#include "kinds/ranked/layer_solver.h"

namespace zermelo::symbolic {
namespace {

using Task = LayerSolver::Task;
using Take = LayerSolver::Take;

class SharedLayer {
 public:
  SharedLayer(const connect::Parameters& game, int stones, const FrozenBdd& boards,
              const FrozenBdd& above, const OutcomeShare& outcomes_above, OutcomeShare& outcomes,
              Cluster& cluster, std::uint64_t batch, FetchCounts& counts)
      : boards_(boards),
        above_(above),
        share_above_(outcomes_above),
        share_(outcomes),
        cluster_(cluster),
        batch_(reduced(&cluster, batch, Cluster::Reduction::least)),
        most_boards_(most_boards_a_task(boards.size(), cluster.size())),
        counts_(counts),
        solver_(game, stones, boards, above, fetched_.outcomes(), share_.outcomes()) {
    share_ = OutcomeShare(cuts(), cluster.rank());
  }

  OutcomeCounts run(int threads, const BoardsTick& tick) {
    OutcomeCounts all;
    std::atomic<bool> stopped = false;
    const auto watch = [&](std::uint64_t boards) {
      if (tick && tick(boards)) stopped = true;
      return stopped.load();
    };
    next_ = share_.computed().begin;
    for (bool more = true; more;) {
      std::vector<Task> tasks = next_batch();
      for (Task& task : tasks) rebase(task.prefix);
      all += solver_.solve(tasks, threads, watch);
      more = agree_to_go_on(next_ < share_.computed().end, stopped);
    }
    share_.settle(cluster_);
    return total(all);
  }

 private:
  // Where the shares begin: at the beginnings of tasks that come nearest to even shares.
  std::vector<std::uint64_t> cuts() const {
    const auto processes = static_cast<std::uint64_t>(cluster_.size());
    std::vector<std::uint64_t> cuts = {0};
    for (std::uint64_t n = 1; n < processes; ++n) {
      std::uint64_t cut = boards_.size();
      for_each_task(boards_.size() * n / processes, [&](const Task&, RankRange range) {
        cut = range.begin;
        return false;
      });
      cuts.push_back(cut);
    }
    cuts.push_back(boards_.size());
    return cuts;
  }

  // Calls take(task, boards) for those that begin at rank `from` or after it, in order, until it
  // returns false; successors() are then the task's.
  template <class Taker>
  void for_each_task(std::uint64_t from, Taker&& take) const {
    solver_.for_each_prefix(from, [&](const BoardPrefix& p, int variable, RankRange range) {
      // (How tasks are divided must not depend on the process.)
      const bool is_whole = solver_.has_last_cut(variable);
      if (!is_whole && range.size() > most_boards_) return Take::divide;
      list_successors(p);
      if (!is_whole && FetchedOutcomes::bytes(successors_) > batch_) return Take::divide;
      if (range.begin < from) return Take::next;
      return take(Task{p, variable}, range) ? Take::next : Take::stop;
    });
  }
  void list_successors(const BoardPrefix& prefix) const {
    successors_.clear();
    LayerSolver::for_each_walk(prefix, [&](const BoardWalk& walk) {
      const RankRange range = members_behind(above_, walk);
      if (range.size() > 0) successors_.push_back(range);
    });
  }

  // The next tasks of this process, as many as fit together, but at least one, with their
  // successors fetched. None if all are done.
  std::vector<Task> next_batch() {
    std::vector<Task> tasks;
    std::vector<RankRange> ranges;
    std::uint64_t bytes = 0;
    bool is_united = false;
    const std::uint64_t end = share_.computed().end;
    const std::uint64_t begin = std::exchange(next_, end);
    if (begin < end) {
      for_each_task(begin, [&](const Task& task, RankRange boards) {
        if (boards.begin >= end) return false;
        // Tasks are neighbours, so that many of them have successors in the same ranges.
        const std::uint64_t own = FetchedOutcomes::bytes(successors_);
        if (bytes + own > batch_ && !is_united) {
          bytes = merged(ranges);
          is_united = bytes > batch_ / 2;  // (Doing it again would gain little.)
        }
        if (!tasks.empty() && (bytes + own > batch_ || tasks.size() >= most_tasks())) {
          next_ = boards.begin;
          return false;
        }
        tasks.push_back(task);
        ranges.insert(ranges.end(), successors_.begin(), successors_.end());
        bytes += own;
        return true;
      });
    }
    fetched_.fetch(cluster_, share_above_, std::move(ranges), batch_, counts_);
    return tasks;
  }
  // (They take memory, too.)
  std::uint64_t most_tasks() const {
    return std::max<std::uint64_t>(1, batch_ / (sizeof(Task) + 8 * sizeof(RankRange)));
  }

  // Ranges that touch become one. Returns the bytes of all ranges.
  static std::uint64_t merged(std::vector<RankRange>& ranges) {
    std::ranges::sort(ranges, {}, &RankRange::begin);
    std::vector<RankRange> united;
    for (const RankRange& range : ranges) {
      if (!united.empty() && range.begin <= united.back().end) {
        united.back().end = std::max(united.back().end, range.end);
      } else {
        united.push_back(range);
      }
    }
    ranges = std::move(united);
    return FetchedOutcomes::bytes(ranges);
  }

  // Converts ranks in the layers to places in what is here.
  void rebase(BoardPrefix& prefix) const {
    prefix.self.rank -= share_.first();
    LayerSolver::for_each_walk(prefix, [&](BoardWalk& walk) {
      if (members_behind(above_, walk).size() > 0) walk.rank = fetched_.place(walk.rank);
    });
  }

  // Whether any process has more to do and none asks to stop.
  bool agree_to_go_on(bool has_more, bool stops) {
    constexpr std::uint64_t more = 1, stop = 2;
    const std::uint64_t bits =
        reduced(&cluster_, (has_more ? more : 0) | (stops ? stop : 0), Cluster::Reduction::either);
    return bits == more;
  }
  OutcomeCounts total(const OutcomeCounts& own) {
    std::array<std::uint64_t, 4> sums = {own.first_wins, own.second_wins, own.draws, own.lines};
    cluster_.reduce(sums, Cluster::Reduction::sum);
    return {sums[0], sums[1], sums[2], sums[3]};
  }

  const FrozenBdd &boards_, &above_;
  const OutcomeShare& share_above_;
  OutcomeShare& share_;
  Cluster& cluster_;
  std::uint64_t batch_, most_boards_;
  FetchCounts& counts_;
  std::uint64_t next_ = 0;  // the first of this process's boards that is not in a batch yet
  FetchedOutcomes fetched_;
  LayerSolver solver_;
  mutable std::vector<RankRange> successors_;  // of the task that for_each_task has reached
};

}  // namespace

std::uint64_t most_boards_a_task(std::uint64_t boards, int processes) {
  constexpr std::uint64_t tasks_a_process = 256, least = 4096;
  return std::max(least, boards / static_cast<std::uint64_t>(processes) / tasks_a_process);
}

OutcomeCounts solve_shared_connect_layer(const connect::Parameters& game, int stones,
                                         const FrozenBdd& boards, const FrozenBdd& above,
                                         const OutcomeShare& outcomes_above, OutcomeShare& outcomes,
                                         Cluster& cluster, std::uint64_t batch, int threads,
                                         const BoardsTick& tick, FetchCounts& counts) {
  check_hybrid_board(game);
  return SharedLayer(game, stones, boards, above, outcomes_above, outcomes, cluster, batch, counts)
      .run(threads, tick);
}

}  // namespace zermelo::symbolic
