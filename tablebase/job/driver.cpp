// SPDX-License-Identifier: MIT
#include "tablebase/job/driver.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/error.h"
#include "tablebase/job/abandoned.h"

namespace zermelo {

using At = RunPlace::At;

namespace {

// Whether the caller has given up the run: then nothing is saved.
bool is_abandoned(const TableJob& job) {
  try {
    job.rethrow_failure();
  } catch (const Abandoned&) {
    return true;
  } catch (...) {  // (It is thrown again when the run ends.)
  }
  return false;
}

}  // namespace

Driver::Driver(TableWork& work, TableHeader header, std::string path, SolveOptions options,
               Cluster* cluster, TableJob::RankStates states)
    : work_(work),
      cluster_(cluster),
      job_(std::move(header), std::move(path), std::move(options), cluster, states),
      limit_(job_.options().memory_limit, cluster == nullptr ? 1 : cluster->ranks_here()) {}

SolveReport Driver::run() {
  try {
    return run_to_end();
  } catch (const NoRoom& failure) {
    throw NoRoom(job_.with_what_stays(failure));
  }
}

SolveReport Driver::run_to_end() {
  SolveReport& report = work_.report;
  report.was_complete = !job_.begin();
  if (report.was_complete) return report;
  RunPlace place = restore();
  tell_estimate(place.step);
  job_.start_clock();
  if (place.at == At::forward) {
    go_forward();
    place = {At::before_step, 0};
  }
  take_steps(place);
  report.table_bytes = job_.finish(work_.order());
  report.seconds = job_.seconds();
  job_.rethrow_failure();
  return report;
}

RunPlace Driver::restore() {
  const auto saved = job_.take_saved();
  if (!saved) {
    require_memory(0);
    return {};
  }
  const RunPlace place = saved->place();
  assert(place.at != At::forward || place.step == 0);
  require_memory(place.step);
  // If there is no file to go on writing, better to find out now than after a day.
  fail_together(cluster_, [&] {
    if (is_first(cluster_)) job_.writer();
  });
  work_.report.positions = saved->number("positions");
  work_.report.members = saved->number("members");
  work_.report.levels = saved->number<int>("levels");
  work_.restore(*this, *saved);
  require_memory(place.step);
  return place;
}

void Driver::go_forward() {
  share_.forward = true;
  for (bool done = false; !done;) {
    done = work_.forward(*this);
    require_memory(0);
    if (!done && all_pause(Phase::enumerating)) save({At::forward});
  }
}

void Driver::take_steps(RunPlace place) {
  share_.forward = false;
  while (place.step < work_.steps()) {
    weigh(place.step);
    take_step(place);
    if (place.at == At::before_step && place.step < work_.steps() && all_pause(Phase::propagating))
      save(place);
  }
}

// Sets `place` to what comes next.
void Driver::take_step(RunPlace& place) {
  const std::size_t step = place.step;
  assert(place.at != At::forward && step < work_.steps());
  if (place.at == At::before_step) work_.begin(*this, step);
  place.at = At::inside_step;
  switch (work_.step(*this, step)) {
    case TableWork::StepEnd::paused:
      return save(place);
    case TableWork::StepEnd::dropped:
      place.at = At::before_step;
      return;  // (The driver will pause, so it saves this place.)
    case TableWork::StepEnd::again:
      place.at = At::before_step;
      return require_memory(step);
    case TableWork::StepEnd::from_start:
      job_.restart();
      place = {At::before_step, 0};
      return require_memory(0);
    case TableWork::StepEnd::done:
      break;
  }
  if (job_.has_table()) work_.write(*this, step);
  work_.end(*this, step);
  place = {At::before_step, step + 1};
}

void Driver::save(const RunPlace& place) {
  if (!job_.has_table() || (cluster_ == nullptr && is_abandoned(job_))) return job_.end_pause();
  show(Phase::saving);
  RunState state = work_.save(place);
  const auto note = [&](const char* name, std::uint64_t number) { state.numbers[name] = {number}; };
  note("positions", work_.report.positions);
  note("members", work_.report.members);
  note("levels", static_cast<std::uint64_t>(work_.report.levels));
  job_.save(place, state);
}

void Driver::require_memory(std::size_t step) {
  const MemoryNeed need = work_.memory(step);
  if (!need.at_least)
    work_.report.planned_memory = std::max(work_.report.planned_memory, need.bytes);
  fail_together(cluster_, [&] {
    limit_.require(need, [&](std::uint64_t bytes) { return work_.what_fits(bytes); });
  });
}

void Driver::tell_estimate(std::size_t step) {
  if (!options().estimate || !is_first(cluster_)) return;
  SolveEstimate estimate = work_.estimate(threads());
  estimate.memory = std::max(estimate.memory, work_.memory(step).bytes);
  options().estimate(estimate);
}

bool Driver::all_pause(Phase phase) {
  const bool pause = any(cluster_, should_pause(phase));
  if (pause) job_.pause();
  return pause;
}

SolveProgress Driver::progress(Phase phase) const {
  SolveProgress p = work_.progress(phase);
  const double forward = work_.forward_share();
  p.fraction =
      share_.forward
          ? forward * p.fraction
          : forward + (1 - forward) * (share_.before + share_.now * p.fraction) / share_.all;
  return p;
}

void Driver::weigh(std::size_t step) {
  share_.before = share_.all = 0;
  for (std::size_t s = 0; s < work_.steps(); ++s) {
    const double weight = work_.weight(s);
    if (s < step) share_.before += weight;
    if (s == step) share_.now = weight;
    share_.all += weight;
  }
  share_.all = std::max(share_.all, 1e-9);
}

}  // namespace zermelo
