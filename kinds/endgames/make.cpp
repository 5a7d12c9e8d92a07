// SPDX-License-Identifier: MIT
// Making folders of endgame tables.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/stopwatch.h"
#include "gen/wrong_file.h"
#include "kinds/endgames/folder.h"
#include "kinds/endgames/solve.h"
#include "probe/endgames.h"
#include "tablebase/job/file_lock.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {
namespace endgames {
namespace {

// Of one processor, in numbers of the index: all tables of up to four men of chess took 85 s for
// 169,582,140. Only an estimate hangs on it.
constexpr double numbers_a_second = 2e6;

const VariantGame& variant_of(const Game& game) {
  const auto* const variant = dynamic_cast<const VariantGame*>(&game);
  if (variant == nullptr)
    throw UsageError(
        "Only chess variants have endgame tables: name one, as in variant name=chess.");
  return *variant;
}

std::vector<MaterialGroup> chosen(const Rules& rules, const EndgameChoice& choice) {
  const Materials materials(rules);
  if (choice.materials.empty()) {
    std::vector<MaterialGroup> all = materials.up_to(choice.men);
    if (all.empty()) {
      throw UsageError(fmt::format(
          "With up to {} men the game is over in this variant: ask for more.", choice.men));
    }
    return all;
  }
  std::vector<MaterialGroup> all;
  for (const std::string& name : choice.materials) {
    const Material material = read_material(rules, name);
    if (materials.is_over(material))
      throw UsageError(fmt::format("With '{}' the game is over: there is no table of it.", name));
    for (const MaterialGroup& g : materials.with_conversions(material)) {
      if (std::ranges::find(all, g) == all.end()) all.push_back(g);
    }
  }
  return all;
}

// A table that is to be made, or is there.
struct Job {
  MaterialGroup group;
  std::string path;
  std::vector<std::size_t> conversions;  // jobs
  std::uint64_t numbers = 0;
  std::uint64_t memory = 0;  // to solve it, with what it converts to
  bool is_there = false;
};

std::vector<Job> jobs_of(const VariantGame& game, const std::string& folder,
                         const EndgameChoice& choice) {
  const Rules& rules = game.table_rules().rules;
  const Materials materials(rules);
  std::vector<Job> jobs;
  for (const MaterialGroup& group : chosen(rules, choice)) {
    Job job{.group = group, .path = material_path(folder, group.name), .conversions = {}};
    job.is_there = file_exists(job.path);
    const GroupIndex index(rules, group);
    job.numbers = index.size();
    job.memory = bytes_to_solve(rules, index, choice.metric);
    for (const MaterialGroup& g : materials.conversions(group)) {
      const auto found = std::ranges::find(jobs, g, &Job::group);
      assert(found != jobs.end());  // conversions come first
      job.conversions.push_back(static_cast<std::size_t>(found - jobs.begin()));
      job.memory += found->numbers;
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

EndgameEstimate estimate(const std::vector<Job>& jobs) {
  EndgameEstimate sum;
  for (const Job& job : jobs) {
    if (job.is_there) continue;
    ++sum.tables;
    sum.numbers += job.numbers;
    if (job.memory + fixed_memory > sum.memory) {
      sum.memory = job.memory + fixed_memory;
      sum.largest = job.group.name;
    }
  }
  sum.disk = sum.numbers / 2;  // (Four bits a number: none that was measured took more.)
  sum.seconds = static_cast<double>(sum.numbers) / numbers_a_second;
  return sum;
}

class Making {
 public:
  Making(const VariantGame& game, const std::string& folder, const EndgameChoice& choice,
         const EndgameOptions& options)
      : game_(game),
        folder_(folder),
        measure_(measure_of(game, choice.metric)),
        options_(options),
        threads_(thread_count(options.threads)),
        jobs_(jobs_of(game, folder, choice)),
        loaded_(jobs_.size()) {}

  EndgameReport run() {
    const Stopwatch watch;
    const EndgameEstimate need = estimate(jobs_);
    MemoryLimit(options_.memory_limit)
        .require({.bytes = need.memory, .who = fmt::format("Solving {} needs", need.largest)});
    prepare_folder(folder_, game_, measure_);
    const std::unique_ptr<FileLock> lock = FileLock::take(lock_path());
    if (!lock)
      throw FileError(fmt::format("Another run is making tables in {} just now.", folder_));
    EndgameReport report;
    report.planned_memory = need.memory;
    for (std::size_t j = 0; j < jobs_.size(); ++j) {
      report_progress(j);
      if (!jobs_[j].is_there) make(j);
      done_ += jobs_[j].numbers;
      report.tables.push_back(table_of(jobs_[j]));
    }
    report.seconds = watch.seconds();
    return report;
  }

 private:
  const Rules& rules() const { return game_.table_rules().rules; }
  std::string lock_path() const { return header_path(folder_) + ".lock"; }
  bool should_stop() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }
  void report_progress(std::size_t j) const {
    if (!options_.progress) return;
    std::uint64_t total = 0;
    for (const Job& job : jobs_) total += job.numbers;
    options_.progress({jobs_[j].group.name, j + 1, jobs_.size(), done_, total});
  }

  void make(std::size_t j) {
    const Job& job = jobs_[j];
    std::vector<const SolvedTable*> smaller;
    std::vector<std::unique_ptr<SolvedTable>> kept(jobs_.size());
    for (const std::size_t c : job.conversions) {
      if (!loaded_[c]) loaded_[c] = whole(file_of(jobs_[c])).load(rules(), threads_);
      smaller.push_back(loaded_[c].get());
      kept[c] = std::move(loaded_[c]);
    }
    loaded_ = std::move(kept);  // (What is not needed now is read again where it is.)
    Solved solved = solve_group(rules(), job.group, smaller, measure_, threads_,
                                [this] { return should_stop(); });
    write_material(job.path, game_.spec(), measure_.name(), rules(), *solved.table, solved.stats,
                   threads_);
    loaded_[j] = std::move(solved.table);
  }

  MaterialFile file_of(const Job& job) const {
    return MaterialFile(job.path, game_.spec(), measure_.name(), rules(), job.group);
  }
  // (A file that is shrunk has not all values.)
  static const MaterialFile& whole(const MaterialFile& file) {
    if (!file.is_shrunk()) return file;
    throw WrongFile(fmt::format("{} is shrunk: tables are made beside those that are not.",
                                file.file().path()));
  }
  EndgameTable table_of(const Job& job) const {
    const MaterialFile file = file_of(job);
    whole(file);
    EndgameTable table{.material = job.group.name,
                       .numbers = job.numbers,
                       .positions = file.file().positions(),
                       .bytes = file.file().bytes(),
                       .was_there = job.is_there};
    for (std::size_t slot = 0; slot < file.slots(); ++slot) {
      const SliceRecord& slice = file.slice(slot);
      if (slice.longest.empty()) continue;
      const Value value = measure_.of_stored(file.value(slot, slice.longest.front()));
      if (value.magnitude() <= table.longest_win) continue;
      table.longest_win = value.magnitude();
      table.longest = position_text(file, slot, slice.longest.front());
    }
    return table;
  }
  std::string position_text(const MaterialFile& file, std::size_t slot,
                            std::uint64_t number) const {
    Men men;
    unsigned stabiliser = 1;
    if (!file.index().at(slot, number, men, stabiliser))
      file.file().damaged("its longest win is not a position");
    return game_.text(position_of(game_.table_rules(), men, file.index().side(slot)));
  }

  const VariantGame& game_;
  const std::string& folder_;
  Measure measure_;
  const EndgameOptions& options_;
  int threads_;
  std::vector<Job> jobs_;
  std::vector<std::unique_ptr<SolvedTable>> loaded_;  // by job
  std::uint64_t done_ = 0;
};

}  // namespace
}  // namespace endgames

GameSpec variant_spec(const std::string& variant, bool endless_draw) {
  GameSpec spec = endgames::spec_of(variant::find_variant_text(variant));
  if (endless_draw) spec.parameters["endless"] = "draw";
  return spec;
}

Metric endgame_metric(std::string_view name) {
  if (name == "distance") return Metric::distance;
  if (name == "outcomes") return Metric::outcome;
  if (name == "dtz") return Metric::zeroing;
  throw UsageError(fmt::format(
      "Endgame tables have no metric '{}': there are distance, outcomes and dtz.", name));
}

std::vector<std::string> built_in_variant_names() { return variant::built_in_variants().names(); }

EndgameEstimate estimate_endgames(const Game& game, const std::string& folder,
                                  const EndgameChoice& choice) {
  return endgames::estimate(endgames::jobs_of(endgames::variant_of(game), folder, choice));
}

EndgameReport make_endgames(const Game& game, const std::string& folder,
                            const EndgameChoice& choice, const EndgameOptions& options) {
  return endgames::Making(endgames::variant_of(game), folder, choice, options).run();
}

}  // namespace zermelo
