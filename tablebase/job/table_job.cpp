// SPDX-License-Identifier: MIT
#include "tablebase/job/table_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "tablebase/format/slice_json.h"

namespace zermelo {

const std::vector<std::uint64_t>& SavedRun::list(const std::string& name) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) checkpoint_->damaged("a number is missing");
  return found->second;
}

std::uint64_t SavedRun::size(std::size_t array) const {
  if (array >= checkpoint_->arrays()) checkpoint_->damaged("an array is missing");
  return checkpoint_->size(array);
}

TableJob::TableJob(TableHeader header, std::string path, SolveOptions options)
    : header_(std::move(header)), path_(std::move(path)), options_(std::move(options)) {
  options_.threads = thread_count(options_.threads);
}

// --- Resuming ------------------------------------------------------------------------------------

bool TableJob::begin() {
  if (!has_table()) return true;
  check_replaceable(path_);
  // It is there if another run is at work, or was.
  const bool has_part = file_exists(TableWriter::part_path(path_));
  if (has_part) lock();
  if (!find_out_where_to_begin(has_part)) return false;
  lock();
  return true;
}

void TableJob::lock() {
  if (!lock_) lock_ = FileLock::take(TableWriter::part_path(path_));
  if (!lock_) throw FileError(fmt::format("Another run is making {} just now.", path_));
}

bool TableJob::find_out_where_to_begin(bool has_part) {
  const bool found = file_exists(checkpoint_path(path_));
  if (!options_.resume) {
    if (!found) return true;
    throw FileError(fmt::format(
        "{} is left from a run that was interrupted; go on with --resume, or remove it.",
        checkpoint_path(path_)));
  }
  // A kill between publishing the table and removing the checkpoint leaves both, but no part file.
  const bool can_go_on = found && has_part;
  if (!can_go_on && holds_this_game()) {
    remove_checkpoint(checkpoint_path(path_));
    return false;
  }
  if (found && !has_part) {
    throw FileError(fmt::format("{} goes on from {}, which is gone; remove it and start anew.",
                                checkpoint_path(path_), TableWriter::part_path(path_)));
  }
  if (found) read_checkpoint();
  return true;
}

void TableJob::read_checkpoint() {
  auto checkpoint = std::make_unique<const Checkpoint>(checkpoint_path(path_));
  RunPlace place;
  RunNumbers numbers;
  try {
    const auto d = nlohmann::json::parse(checkpoint->description());
    if (d.at("game") != header_.game.name || d.at("parameters") != header_.game.parameters ||
        d.at("metric") != header_.metric) {
      throw FileError(
          fmt::format("{} belongs to another game, other parameters or another kind of table.",
                      checkpoint_path(path_)));
    }
    part_state_ = {d.at("length").get<std::uint64_t>(), slices_from_json(d)};
    place = {static_cast<RunPlace::At>(d.at("at").get<std::uint8_t>()),
             d.at("step").get<std::size_t>()};
    d.at("numbers").get_to(numbers);
  } catch (const nlohmann::json::exception&) {
    checkpoint->damaged("its description makes no sense");
  } catch (const DamagedTable& defect) {  // of the slices
    checkpoint->damaged(defect.what());
  }
  std::unique_ptr<const TableFile> written;
  if (!part_state_.slices.empty())
    written =
        std::make_unique<const TableFile>(TableWriter::part_path(path_), header_, part_state_);
  saved_ = std::make_unique<const SavedRun>(std::move(checkpoint), place, std::move(numbers),
                                            std::move(written), options_.threads);
}

bool TableJob::holds_this_game() const {
  if (!file_exists(path_)) return false;
  const TableFile file(path_);
  return file.header().game == header_.game && file.header().metric == header_.metric;
}

// --- Writing -------------------------------------------------------------------------------------

TableWriter& TableJob::writer() {
  if (!writer_) {
    writer_ = part_state_.length > 0 ? std::make_unique<TableWriter>(path_, header_, part_state_)
                                     : std::make_unique<TableWriter>(path_, header_);
  }
  return *writer_;
}

void TableJob::restart() {
  saved_.reset();
  part_state_ = {};
  writer_.reset();
  if (!has_table()) return;
  remove_checkpoint(checkpoint_path(path_));
  writer();
}

std::uint64_t TableJob::finish(TableWriter::Order order) {
  if (!has_table()) return 0;
  writer().finish(order);
  remove_checkpoint(checkpoint_path(path_));
  return MappedFile(path_).bytes().size();
}

// --- Pauses and checkpoints ----------------------------------------------------------------------

bool TableJob::save_is_due() const {
  return has_table() && since_save_.seconds() >= std::max(options_.checkpoint_seconds, 0.001);
}

void TableJob::show(SolveProgress progress) {
  const std::lock_guard lock(progress_mutex_);
  tell(std::move(progress));
}

// What the caller's function throws waits until all workers are at rest and their work is saved.
void TableJob::tell(SolveProgress progress) {
  since_progress_ = {};
  progress.seconds = seconds();
  if (!options_.progress || failed_) return;
  try {
    options_.progress(progress);
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = true;
  }
}

void TableJob::save(const RunPlace& place, const RunState& state) {
  part_state_ = writer().save();
  nlohmann::json description = slices_to_json(part_state_.slices);
  description["length"] = part_state_.length;
  description["game"] = header_.game.name;
  description["parameters"] = header_.game.parameters;
  description["metric"] = header_.metric;
  description["at"] = static_cast<std::uint8_t>(place.at);
  description["step"] = place.step;
  description["numbers"] = state.numbers;
  write_checkpoint(checkpoint_path(path_), description.dump(), state.arrays, options_.threads);
  since_save_ = {};
  end_pause();
}

void TableJob::end_pause() {
  pause_ = false;
  rethrow_failure();
  if (!stopped()) return;
  throw Interrupted(has_table() ? "Stopped; a checkpoint is saved. Go on with --resume."
                                : "Stopped; nothing is saved.");
}

void TableJob::rethrow_failure() const {
  if (failed_) std::rethrow_exception(failure_);
}

}  // namespace zermelo
