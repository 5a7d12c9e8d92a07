// SPDX-License-Identifier: MIT
// The files of a long run and its pauses: the unfinished table, its lock, the checkpoint, and when
// to report and to save. tablebase/job/driver.h has the run itself. Internal; not installed with
// the public headers.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>

#include "gen/stopwatch.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/file_lock.h"
#include "tablebase/job/run_state.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

inline std::string checkpoint_path(const std::string& path) { return path + ".checkpoint"; }

// One table. Errors are FileError and DamagedTable. should_pause, show and stopped may be called
// from several threads at once; everything else from one.
//
// With a cluster each rank has a job for the same table: rank 0 writes it, locks it and has the
// checkpoint's master, and each has its own state in a file of its own (checkpoint.h), all in a
// folder that all ranks see. Then begin, restart, finish, save and end_pause are collective, and
// only rank 0 may call writer(). Where ranks have nothing of their own to save, rank 0 writes what
// a single process would, and any number of ranks, or a single process, can go on from it.
class TableJob {
 public:
  enum class RankStates { each, none };  // which ranks other than rank 0 have something to save

  // An empty path means a run without a table. It has no files; it can be stopped, but not resumed.
  // `cluster` must outlive the job; null: one process alone.
  TableJob(TableHeader header, std::string path, SolveOptions options, Cluster* cluster = nullptr,
           RankStates states = RankStates::each);
  TableJob(const TableJob&) = delete;
  TableJob& operator=(const TableJob&) = delete;
  // Removes what was written, unless the table is finished or a checkpoint goes on from it.
  ~TableJob();

  const SolveOptions& options() const { return options_; }
  double seconds() const { return watch_.seconds(); }
  bool has_table() const { return !path_.empty(); }

  // --- Resuming ---

  // To be called once, first. Throws FileError if the path leads to something that is not a plain
  // file (links are followed), if another run is at the same table, if a checkpoint is there and
  // resuming is not allowed, if it belongs to something else, or if a table of another game is
  // there and is not to be replaced. Returns false if resuming finds the table complete.
  bool begin();
  // After begin(): the state to go on from; null if the run starts from scratch. Hands over its
  // ownership.
  std::unique_ptr<const SavedRun> take_saved() { return std::move(saved_); }

  // From now on the time until the next checkpoint counts, so that a run that has taken long to
  // begin does something before it saves.
  void start_clock() { since_save_ = {}; }

  // --- Writing ---

  // Opens the file, or goes on with the one that the checkpoint belongs to, if that has not been
  // done yet.
  TableWriter& writer();
  // Discards everything that was written, to begin again with an empty file.
  void restart();
  // Publishes the table, removes the checkpoint and returns the table's size in bytes.
  std::uint64_t finish(TableWriter::Order order);

  // --- Pauses and checkpoints ---

  bool stopped() const {
    return failed_.load(std::memory_order_relaxed) ||
           (options_.stop != nullptr && options_.stop->load());
  }
  // Whether the workers should come to rest: a checkpoint is due or the caller asks to stop. Calls
  // make_progress() -> SolveProgress from time to time, also once a pause is due, since it may take
  // long until the workers can rest.
  template <class MakeProgress>
  bool should_pause(MakeProgress&& make_progress) {
    if (!pause_.load(std::memory_order_relaxed) && (stopped() || save_is_due())) pause_ = true;
    if (options_.progress && progress_mutex_.try_lock()) {
      const std::lock_guard lock(progress_mutex_, std::adopt_lock);
      if (since_progress_.seconds() >= options_.progress_seconds) tell(make_progress());
    }
    return pause_.load(std::memory_order_relaxed);
  }
  // Another rank should pause, so this one does, too.
  void pause() { pause_ = true; }
  // Reports to the caller at once.
  void show(SolveProgress progress);
  // Saves a place and what is needed to go on there. Throws Interrupted if the caller asks to stop,
  // or what the caller's progress function has thrown. To be called only between two slices.
  void save(const RunPlace& place, const RunState& state);
  // The last part of save, where nothing can be saved.
  void end_pause();
  // Throws what the caller's progress function has thrown, if anything.
  void rethrow_failure() const;

  // What `failure` says and, if something of this run stays that takes room, what that is.
  std::string with_what_stays(const NoRoom& failure) const;

 private:
  using Found = std::unique_ptr<const Checkpoint>;
  // Keeps other runs away from the table.
  void lock();
  // Looks for what earlier runs have left. As begin(), and returns the checkpoint, if it is there.
  bool look_around(Found& found);
  bool find_out_where_to_begin(bool has_part, Found& found);
  // `found` is null on all ranks but the first.
  void read_checkpoint(Found found, const std::string& description);
  void check_ranks(int saved_by) const;
  // Whether the checkpoint is one of a single process.
  bool is_one_state() const { return cluster_ == nullptr || states_ == RankStates::none; }
  // This rank's state in the checkpoint's epoch.
  Found open_own(RunNumbers& numbers) const;
  void save_alone(const RunPlace& place, const RunState& state);
  void save_epoch(const RunPlace& place, const RunState& state);
  void remove_checkpoints() const;
  bool save_is_due() const;
  void tell(SolveProgress progress);
  bool holds_this_game() const;
  void refuse_to_replace_another() const;
  bool has_checkpoint() const;

  TableHeader header_;
  std::string path_;  // not a link from begin() on
  SolveOptions options_;
  Cluster* cluster_;
  RankStates states_;
  std::uint64_t epoch_ = 0;  // of the last checkpoint of several ranks
  Stopwatch watch_, since_save_, since_progress_;
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<TableWriter> writer_;
  bool is_finished_ = false;
  TableWriter::State part_state_;  // what a checkpoint says about the part file
  std::unique_ptr<const SavedRun> saved_;
  std::atomic<bool> pause_ = false, failed_ = false;
  std::mutex progress_mutex_;
  std::exception_ptr failure_;  // of options_.progress
};

}  // namespace zermelo
