// SPDX-License-Identifier: MIT
// What every long computation of a table needs: progress, pauses, checkpoints and going on from
// them, and the file in the making. Internal; not installed with the public headers.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tablebase/checkpoint.h"
#include "tablebase/solve_options.h"
#include "tablebase/stopwatch.h"
#include "tablebase/table_file.h"

namespace zermelo {

inline std::string checkpoint_path(const std::string& path) { return path + ".checkpoint"; }

// One table, computed in steps (the groups of slices). Errors are FileError and DamagedTable.
// should_pause and show may be called from several threads at once; everything else from one.
class TableJob {
 public:
  TableJob(TableHeader header, std::string path, SolveOptions options);

  const SolveOptions& options() const { return options_; }
  double seconds() const { return watch_.seconds(); }

  // --- Resuming ---

  // Call once, first. Throws FileError if another run is at the same table, if a checkpoint is
  // there and resuming is not allowed, or if it belongs to something else. Returns false if
  // resuming finds the table complete.
  bool begin();
  // The step to go on with: 0 unless resumed.
  std::size_t first_step() const { return first_step_; }
  // The checkpoint's description if arrays belong to it, otherwise null.
  const nlohmann::json* saved_step() const;
  // Fills the arrays that `save` was given, and forgets the checkpoint.
  void read_saved(const std::vector<std::span<std::byte>>& arrays);
  void forget_saved() { checkpoint_.reset(); }
  // The slices already written when this run began; null if there are none.
  std::unique_ptr<const TableFile> written() const;

  // --- Writing ---

  // Opens the file, or goes on with the one that the checkpoint belongs to.
  void open_writer();
  TableWriter& writer() { return *writer_; }
  // Gives up all that was written, to begin again with an empty file.
  void restart();
  // Publishes the table, removes the checkpoint and returns the table's bytes.
  std::uint64_t finish(TableWriter::Order order = TableWriter::Order::as_written);

  // --- Pauses and checkpoints ---

  bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }
  // Whether the workers should come to rest: a checkpoint is due or the caller asks to stop. Calls
  // make_progress() -> SolveProgress now and then.
  template <class MakeProgress>
  bool should_pause(MakeProgress&& make_progress) {
    if (pause_.load(std::memory_order_relaxed)) return true;
    if (stopped() || save_is_due()) pause_ = true;
    if (options_.progress && progress_mutex_.try_lock()) {
      const std::lock_guard lock(progress_mutex_, std::adopt_lock);
      if (since_progress_.seconds() >= 0.25) tell(make_progress());
    }
    return pause_;
  }
  // Tells the caller at once.
  void show(SolveProgress progress);
  // Saves the middle of a step, and throws Interrupted if the caller asks to stop. `state` may have
  // any keys but those of describe().
  void save(std::size_t step, nlohmann::json state, const std::vector<Bytes>& arrays);
  // Saves that all steps before `step` are written, and what `step` needs to begin if not the
  // written slices tell it. Throws Interrupted like save.
  void save_between(std::size_t step, nlohmann::json state = {},
                    const std::vector<Bytes>& arrays = {});

 private:
  // Keeps other runs from the table.
  void lock();
  bool find_out_where_to_begin(bool has_part);
  bool save_is_due() const;
  void tell(SolveProgress progress);
  void check_checkpoint() const;
  bool holds_this_game() const;
  void describe(std::size_t step, bool in_group, nlohmann::json& description) const;
  void write(std::size_t step, bool in_group, nlohmann::json& state,
             const std::vector<Bytes>& arrays);

  TableHeader header_;
  std::string path_;
  SolveOptions options_;
  Stopwatch watch_, since_save_, since_progress_;
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<TableWriter> writer_;
  TableWriter::State part_state_;  // what a checkpoint says of the part file
  std::optional<Checkpoint> checkpoint_;
  std::size_t first_step_ = 0;
  std::atomic<bool> pause_ = false;
  std::mutex progress_mutex_;
};

}  // namespace zermelo
