// SPDX-License-Identifier: MIT
#include "tablebase/job/table_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/text/counted.h"
#include "tablebase/format/output_place.h"
#include "tablebase/format/slice_json.h"
#include "tablebase/job/checkpoint.h"
#include "tablebase/job/one_folder.h"

namespace zermelo {
namespace {

// What a checkpoint says about its run, except for the run's numbers.
nlohmann::json describe(const TableHeader& header, const TableWriter::State& written,
                        const RunPlace& place) {
  nlohmann::json description = slices_to_json(written.slices);
  description["length"] = written.length;
  if (written.checksum) description["checksum"] = *written.checksum;
  description["game"] = header.game.name;
  description["parameters"] = header.game.parameters;
  description["metric"] = header.metric;
  description["at"] = static_cast<std::uint8_t>(place.at);
  description["step"] = place.step;
  return description;
}

}  // namespace

const std::vector<std::uint64_t>& SavedRun::list(const std::string& name) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) checkpoint_->of_another_version();
  return found->second;
}

void SavedRun::require(const std::string& name, std::uint64_t number) const {
  if (!has(name) || this->number(name) != number) checkpoint_->of_another_version();
}

std::uint64_t SavedRun::size(std::size_t array) const {
  if (array >= checkpoint_->arrays()) checkpoint_->of_another_version();
  return checkpoint_->size(array);
}

TableJob::TableJob(TableHeader header, std::string path, SolveOptions options, Cluster* cluster,
                   RankStates states)
    : header_(std::move(header)),
      path_(std::move(path)),
      options_(std::move(options)),
      cluster_(cluster),
      states_(states) {
  options_.threads = thread_count(options_.threads);
}

// (The lock is still held, so that the part file is this run's.)
TableJob::~TableJob() {
  if (!writer_ || is_finished_ || has_checkpoint()) return;
  writer_.reset();
  remove_file(TableWriter::part_path(path_));
}

// --- Resuming ------------------------------------------------------------------------------------

bool TableJob::begin() {
  if (!has_table()) return true;
  Found found;
  bool is_complete = false;
  fail_together(cluster_, [&] {
    if (is_first(cluster_)) path_ = replaceable_file(path_);
  });
  path_ = text_of_first(cluster_, path_);
  expect_one_folder(cluster_, path_);
  fail_together(cluster_, [&] {
    if (is_first(cluster_)) is_complete = !look_around(found);
  });
  if (any(cluster_, is_complete)) return false;
  if (!any(cluster_, found != nullptr)) return true;
  const std::string description = text_of_first(cluster_, found ? found->description() : "");
  fail_together(cluster_, [&] { read_checkpoint(std::move(found), description); });
  return true;
}

bool TableJob::look_around(Found& found) {
  // It exists if another run is at work, or was.
  const bool has_part = file_exists(TableWriter::part_path(path_));
  if (has_part) lock();
  if (!find_out_where_to_begin(has_part, found)) return false;
  if (!found && !options_.force) refuse_to_replace_another();
  lock();
  // (Without a master, what ranks have left is worthless.)
  if (cluster_ != nullptr && !found) remove_other_epochs(checkpoint_path(path_), 0);
  return true;
}

void TableJob::lock() {
  if (!lock_) lock_ = FileLock::take(TableWriter::part_path(path_));
  if (!lock_) throw FileError(fmt::format("Another run is writing {} right now.", path_));
}

bool TableJob::find_out_where_to_begin(bool has_part, Found& checkpoint) {
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
    remove_checkpoints();
    return false;
  }
  if (found && !has_part) {
    throw FileError(fmt::format(
        "{} goes on from {}, which is gone; remove it to start again from the beginning.",
        checkpoint_path(path_), TableWriter::part_path(path_)));
  }
  if (found) checkpoint = std::make_unique<const Checkpoint>(checkpoint_path(path_));
  return true;
}

void TableJob::read_checkpoint(Found found, const std::string& description) {
  const auto damaged = [&](const char* what) {
    if (found) found->damaged(what);
    throw PeerFailed();  // (Rank 0 reports it.)
  };
  RunPlace place;
  RunNumbers numbers;
  try {
    const auto d = nlohmann::json::parse(description);
    if (d.at("game") != header_.game.name || d.at("parameters") != header_.game.parameters ||
        d.at("metric") != header_.metric) {
      throw FileError(
          fmt::format("{} belongs to another game, other parameters or another kind of table.",
                      checkpoint_path(path_)));
    }
    check_ranks(d.value("ranks", 0));
    part_state_ = {.length = d.at("length").get<std::uint64_t>(), .slices = slices_from_json(d)};
    if (const auto sum = d.find("checksum"); sum != d.end())
      part_state_.checksum = sum->get<std::uint64_t>();
    place = {static_cast<RunPlace::At>(d.at("at").get<std::uint8_t>()),
             d.at("step").get<std::size_t>()};
    if (is_one_state()) {
      d.at("numbers").get_to(numbers);
    } else {
      d.at("epoch").get_to(epoch_);
    }
  } catch (const nlohmann::json::exception&) {
    damaged("its description makes no sense");
  } catch (const DamagedTable& defect) {  // of the slices
    damaged(defect.what());
  }
  if (!is_one_state()) found = open_own(numbers);
  // (All ranks see the file.)
  if (!found) found = std::make_unique<const Checkpoint>(checkpoint_path(path_));
  std::unique_ptr<const TableFile> written;
  if (!part_state_.slices.empty())
    written =
        std::make_unique<const TableFile>(TableWriter::part_path(path_), header_, part_state_);
  saved_ = std::make_unique<const SavedRun>(std::move(found), place, std::move(numbers),
                                            std::move(written), options_.threads);
}

// (What each rank has is in its own file, so the same number of ranks is needed again.)
void TableJob::check_ranks(int saved_by) const {
  const std::string path = checkpoint_path(path_);
  if (is_one_state() && saved_by == 0) return;
  if (is_one_state()) {
    throw FileError(fmt::format("{} is from a run of {}; go on with zermelo-mpi and as many ranks.",
                                path, counted(saved_by, "rank")));
  }
  if (saved_by == 0) {
    throw FileError(
        fmt::format("{} is from a run of one process without MPI; go on with zermelo.", path));
  }
  if (saved_by != cluster_->size()) {
    throw FileError(fmt::format(
        "{} is from a run of {} and cannot go on with {}; use as many ranks as before, or "
        "remove it to start again from the beginning.",
        path, counted(saved_by, "rank"), cluster_->size()));
  }
}

TableJob::Found TableJob::open_own(RunNumbers& numbers) const {
  auto own = std::make_unique<const Checkpoint>(
      rank_checkpoint_path(checkpoint_path(path_), epoch_, cluster_->rank()));
  try {
    const auto d = nlohmann::json::parse(own->description());
    if (d.at("epoch") != epoch_ || d.at("rank") != cluster_->rank() ||
        d.at("ranks") != cluster_->size())
      own->damaged("it is of another rank or another epoch");
    d.at("numbers").get_to(numbers);
  } catch (const nlohmann::json::exception&) {
    own->damaged("its description makes no sense");
  }
  return own;
}

// (If that cannot be determined, it may be there.)
bool TableJob::has_checkpoint() const {
  std::error_code unseen;
  return std::filesystem::exists(checkpoint_path(path_), unseen) || unseen;
}

// (A file that is not a table, or is damaged, is replaced like any other file.)
void TableJob::refuse_to_replace_another() const {
  if (!file_exists(path_)) return;
  TableHeader old;
  try {
    old = TableFile(path_).header();
  } catch (const DamagedTable&) {
    return;
  }
  if (old.game == header_.game && old.metric == header_.metric) return;
  const bool same_game = old.game == header_.game;
  const std::string game = old.game.name == "bddl" ? "a game in BDDL" : to_string(old.game);
  throw FileError(
      fmt::format("{} holds {}; write to another file, or replace it with --force.", path_,
                  same_game ? fmt::format("another kind of table of this game, '{}'", old.metric)
                            : fmt::format("the table of another game, {}", game)));
}

bool TableJob::holds_this_game() const {
  if (!file_exists(path_)) return false;
  const TableFile file(path_);
  return file.header().game == header_.game && file.header().metric == header_.metric;
}

// --- Writing -------------------------------------------------------------------------------------

TableWriter& TableJob::writer() {
  assert(has_table() && lock_ != nullptr && is_first(cluster_));
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
  fail_together(cluster_, [&] {
    if (!is_first(cluster_)) return;
    remove_checkpoints();
    writer();
  });
}

std::uint64_t TableJob::finish(TableWriter::Order order) {
  std::uint64_t bytes = 0;
  fail_together(cluster_, [&] {
    if (!has_table() || !is_first(cluster_)) return;
    writer().finish(order);
    is_finished_ = true;
    remove_checkpoints();
    bytes = MappedFile(path_).bytes().size();
  });
  return bytes;
}

// The master first: without it the others are worthless.
void TableJob::remove_checkpoints() const {
  remove_checkpoint(checkpoint_path(path_));
  if (cluster_ != nullptr) remove_other_epochs(checkpoint_path(path_), 0);
}

std::string TableJob::with_what_stays(const NoRoom& failure) const {
  if (!has_table() || !has_checkpoint()) return failure.what();
  return fmt::format(
      "{} {} and {} stay: make room and go on with --resume, or delete both to abandon the run.",
      failure.what(), checkpoint_path(path_), TableWriter::part_path(path_));
}

// --- Pauses and checkpoints ----------------------------------------------------------------------

bool TableJob::save_is_due() const {
  return has_table() && since_save_.seconds() >= std::max(options_.checkpoint_seconds, 0.001);
}

void TableJob::show(SolveProgress progress) {
  const std::lock_guard lock(progress_mutex_);
  tell(std::move(progress));
}

// An exception from the caller's function waits until all workers are at rest and their work is
// saved.
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
  if (is_one_state()) {
    fail_together(cluster_, [&] {
      if (is_first(cluster_)) save_alone(place, state);
    });
  } else {
    save_epoch(place, state);
  }
  since_save_ = {};
  end_pause();
}

void TableJob::save_alone(const RunPlace& place, const RunState& state) {
  assert(lock_ != nullptr && !is_finished_);
  part_state_ = writer().save();
  nlohmann::json description = describe(header_, part_state_, place);
  description["numbers"] = state.numbers;
  write_checkpoint(checkpoint_path(path_), description.dump(), state.arrays, options_.threads);
}

// In this order: tablebase/job/checkpoint.h says why.
void TableJob::save_epoch(const RunPlace& place, const RunState& state) {
  const std::string master = checkpoint_path(path_);
  const std::uint64_t epoch = epoch_ + 1;
  fail_together(cluster_, [&] {
    if (is_first(cluster_)) part_state_ = writer().save();
    const nlohmann::json own = {{"epoch", epoch},
                                {"rank", cluster_->rank()},
                                {"ranks", cluster_->size()},
                                {"numbers", state.numbers}};
    write_checkpoint(rank_checkpoint_path(master, epoch, cluster_->rank()), own.dump(),
                     state.arrays, options_.threads);
  });
  fail_together(cluster_, [&] {
    if (!is_first(cluster_)) return;
    nlohmann::json description = describe(header_, part_state_, place);
    description["epoch"] = epoch;
    description["ranks"] = cluster_->size();
    write_checkpoint(master, description.dump(), {}, options_.threads);
    remove_other_epochs(master, epoch);
  });
  epoch_ = epoch;
}

void TableJob::end_pause() {
  pause_ = false;
  const bool all_stop = any(cluster_, stopped());
  rethrow_failure();
  if (!all_stop) return;
  throw Interrupted(has_table() ? "Stopped; a checkpoint is saved. Go on with --resume."
                                : "Stopped; nothing is saved.");
}

void TableJob::rethrow_failure() const {
  if (failed_) std::rethrow_exception(failure_);
}

}  // namespace zermelo
