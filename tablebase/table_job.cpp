// SPDX-License-Identifier: MIT
#include "tablebase/table_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"
#include "tablebase/parallel.h"
#include "tablebase/slice_json.h"

namespace zermelo {

TableJob::TableJob(TableHeader header, std::string path, SolveOptions options)
    : header_(std::move(header)), path_(std::move(path)), options_(std::move(options)) {
  options_.threads = thread_count(options_.threads);
}

bool TableJob::begin() {
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
  if (!found) return true;
  checkpoint_.emplace(checkpoint_path(path_));
  check_checkpoint();
  const auto& d = checkpoint_->description();
  part_state_ = {d.at("length").get<std::uint64_t>(), slices_from_json(d)};
  first_step_ = d.at("group").get<std::size_t>();
  return true;
}

void TableJob::check_checkpoint() const {
  const auto& d = checkpoint_->description();
  if (d.at("game") == header_.game.name && d.at("parameters") == header_.game.parameters &&
      d.value("metric", "distance") == header_.metric) {
    return;
  }
  throw FileError(
      fmt::format("{} belongs to another game, other parameters or another kind of table.",
                  checkpoint_path(path_)));
}

bool TableJob::holds_this_game() const {
  if (!file_exists(path_)) return false;
  const TableFile file(path_);
  return file.header().game == header_.game && file.header().metric == header_.metric;
}

const nlohmann::json* TableJob::saved_step() const {
  if (!checkpoint_ || !checkpoint_->description().at("in_group").get<bool>()) return nullptr;
  return &checkpoint_->description();
}

void TableJob::read_saved(const std::vector<std::span<std::byte>>& arrays) {
  checkpoint_->read(arrays, options_.threads);
  checkpoint_.reset();
}

std::unique_ptr<const TableFile> TableJob::written() const {
  if (part_state_.slices.empty()) return nullptr;
  return std::make_unique<const TableFile>(TableWriter::part_path(path_), header_, part_state_);
}

void TableJob::open_writer() {
  writer_ = checkpoint_ ? std::make_unique<TableWriter>(path_, header_, part_state_)
                        : std::make_unique<TableWriter>(path_, header_);
  since_save_ = {};
}

void TableJob::restart() {
  checkpoint_.reset();
  part_state_ = {};
  first_step_ = 0;
  remove_checkpoint(checkpoint_path(path_));
  open_writer();
}

std::uint64_t TableJob::finish(TableWriter::Order order) {
  writer_->finish(order);
  remove_checkpoint(checkpoint_path(path_));
  return MappedFile(path_).bytes().size();
}

bool TableJob::save_is_due() const {
  return since_save_.seconds() >= std::max(options_.checkpoint_seconds, 0.001);
}

void TableJob::show(SolveProgress progress) {
  const std::lock_guard lock(progress_mutex_);
  tell(std::move(progress));
}

void TableJob::tell(SolveProgress progress) {
  since_progress_ = {};
  progress.seconds = seconds();
  if (options_.progress) options_.progress(progress);
}

void TableJob::describe(std::size_t step, bool in_group, nlohmann::json& description) const {
  description.update(slices_to_json(part_state_.slices));
  description["length"] = part_state_.length;
  description["game"] = header_.game.name;
  description["parameters"] = header_.game.parameters;
  description["metric"] = header_.metric;
  description["group"] = step;
  description["in_group"] = in_group;
}

void TableJob::save(std::size_t step, nlohmann::json state, const std::vector<Bytes>& arrays) {
  if (part_state_.length == 0) part_state_ = writer_->save();
  write(step, true, state, arrays);
}

void TableJob::save_between(std::size_t step, nlohmann::json state,
                            const std::vector<Bytes>& arrays) {
  part_state_ = writer_->save();
  write(step, !arrays.empty(), state, arrays);
}

void TableJob::write(std::size_t step, bool in_group, nlohmann::json& state,
                     const std::vector<Bytes>& arrays) {
  describe(step, in_group, state);
  write_checkpoint(checkpoint_path(path_), state, arrays, options_.threads);
  since_save_ = {};
  pause_ = false;
  if (stopped()) throw Interrupted("Stopped; a checkpoint is saved. Go on with --resume.");
}

}  // namespace zermelo
