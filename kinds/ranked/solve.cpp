// SPDX-License-Identifier: MIT
#include "kinds/ranked/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/grid/turns.h"
#include "gen/stopwatch.h"
#include "gen/text/counted.h"
#include "kinds/ranked/connect_layers.h"
#include "kinds/ranked/hybrid.h"
#include "kinds/ranked/hybrid_sets.h"
#include "kinds/ranked/layer_files.h"
#include "kinds/ranked/outcome_table.h"
#include "kinds/ranked/outcome_vector.h"
#include "kinds/ranked/outcome_writer.h"
#include "kinds/ranked/shared_layer.h"
#include "symbolic/bdd/isolated.h"
#include "symbolic/model/connect_model.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/format/output_place.h"
#include "tablebase/job/driver.h"
#include "tablebase/job/one_folder.h"

namespace zermelo::symbolic {
namespace {

std::string counts_file(int stones) { return fmt::format("counts-{:02}", stones); }

std::string identity_of(const connect::Parameters& p) {
  return fmt::format("connect columns={} rows={} line={}, layers 2", p.columns, p.rows, p.line);
}
GameSpec spec_of(const connect::Parameters& p) { return {"connect", connect::describe(p)}; }

// Where the layers are while the solve is under way.
class WorkFolder {
 public:
  // The folder of another process, which also removes it.
  WorkFolder(const connect::Parameters& game, const std::string& folder)
      : keep_(true),
        cells_(game.columns * game.rows),
        files_(existing(folder), identity_of(game), spec_of(game)) {}
  WorkFolder(const connect::Parameters& game, const HybridOptions& options)
      : keep_(options.table.has_value()),
        cells_(game.columns * game.rows),
        files_(
            keep_ ? replaceable_file(*options.table) + ".layers" : make_temporary_layers_folder(),
            identity_of(game), spec_of(game)) {
    if (!options.resume) clear();
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    if (keep_) return;
    try {
      remove();
    } catch (const FileError&) {
      // Only room in a folder for temporary files is lost.
    }
  }
  const LayerFiles& files() const { return files_; }
  void remove() const {
    clear();
    files_.remove_folder();
  }

 private:
  static std::string existing(const std::string& folder) {
    if (!std::filesystem::is_directory(folder))
      throw FileError(fmt::format("All ranks must see {}, and one does not.", folder));
    return folder;
  }
  void clear() const {
    for (int n = 0; n <= cells_; ++n) {
      for (const auto& name : {boards_file(n), outcomes_file(n), counts_file(n)})
        files_.remove(name);
    }
  }

  bool keep_;
  int cells_;
  LayerFiles files_;
};

TableHeader header_of(const connect::Parameters& game, const HybridOptions& options) {
  TableHeader header{spec_of(game), outcome_metric, options.creator};
  header.states = TableHeader::States::ranked;
  return header;
}

SolveOptions run_options(const HybridOptions& o, bool tells) {
  SolveOptions options;
  options.threads = o.threads;
  options.memory_limit = o.memory;
  options.resume = o.resume && !o.layers;
  options.force = o.force;
  options.checkpoint_seconds = o.checkpoint_seconds;
  options.stop = o.stop;
  if (o.progress && tells) {
    options.progress = [tell = o.progress](const SolveProgress& p) {
      if (p.phase != SolveProgress::Phase::propagating) return;
      const std::uint64_t all = std::max<std::uint64_t>(1, p.total);
      tell(fmt::format("solving {}: {} %", p.group, 100 * p.done / all));
    };
  }
  return options;
}

std::string layer_name(int stones) { return counted(stones, "stone"); }

// The way forward, and the first steps back, are done by another process
// (kinds/ranked/hybrid_sets.h), which keeps what it finds in files of its own, so that nothing
// of it is in a checkpoint.
class HybridSolve final : public TableWork {
 public:
  // What is needed where there are ranks.
  struct Ranks {
    Cluster* cluster = nullptr;
    FetchCounts* counts = nullptr;
    std::uint64_t batch = 0;
  };

  HybridSolve(const connect::Parameters& game, const HybridOptions& options, const Ranks& ranks)
      : game_(game),
        o_(options),
        cluster_(ranks.cluster),
        counts_(ranks.counts),
        batch_(ranks.batch),
        range_(options.layers.value_or(LayerRange{0, game.columns * game.rows})),
        driver_(*this, header_of(game, options), options.layers ? "" : options.table.value_or(""),
                run_options(options, is_first(ranks.cluster)), ranks.cluster,
                TableJob::RankStates::none) {
    check_hybrid_board(game);
    check_range();
  }

  HybridReport run() {
    try {
      const SolveReport done = driver_.run();
      found_.was_complete = done.was_complete;
      found_.planned_memory = done.planned_memory;
      found_.seconds = done.seconds;
    } catch (const OutOfNodes&) {
      throw;
    } catch (const OutOfMemory&) {
      if (!has_begun_) tell_all();
      throw;
    } catch (const DamagedTable&) {
      throw;
    } catch (const FileError& failure) {
      throw FileError(failure.what() + what_stays());
    }
    fail_together(cluster_, [&] {
      if (has_table() && !found_.was_complete && is_first(cluster_)) folder_->remove();
    });
    return std::move(found_);
  }

  // --- Memory -----------------------------------------------------------------------------------

  // Known when all layers are known. A table is of all layers, so the largest ones have to fit
  // before anything is begun.
  MemoryNeed memory(std::size_t) const override {
    return need_of(o_.layers ? 0
                             : bytes_beside(cluster_ == nullptr ? 0 : batch_parts * batch_bytes()));
  }

  // --- Forward ----------------------------------------------------------------------------------

  bool forward(Driver&) override {
    try {
      find();
      solve_by_sets();
    } catch (const Interrupted&) {
      return false;
    }
    if (o_.method == HybridMethod::none) tell_all();
    return true;
  }

  // --- Steps: the layers, from the full board down, by bits -------------------------------------

  std::size_t steps() const override {
    return o_.method == HybridMethod::none ? 0 : found_.layers.size();
  }
  void begin(Driver&, std::size_t step) override {
    if (o_.layers) require_layer(stones_of(step));
    has_begun_ = true;
    done_ = 0;
    at_work_ = stones_of(step);
    solved_ = Solved();
    fail_together(cluster_,
                  [&] { solved_.boards = std::move(found_boards(files(), at_work_).sets[0].set); });
  }
  StepEnd step(Driver& driver, std::size_t step) override {
    solve(driver, stones_of(step));
    return any(cluster_, driver.stopped()) ? StepEnd::dropped : StepEnd::done;
  }
  void write(Driver& driver, std::size_t step) override { write_layer(driver, stones_of(step)); }
  void end(Driver&, std::size_t step) override {
    above_ = std::move(solved_);
    HybridLayer& l = layer(stones_of(step));
    // (What sets have solved was reported at once.)
    if (!std::exchange(l.solved, true)) tell(l);
  }

  // --- State ------------------------------------------------------------------------------------

  // The whole state is in the table and in the layers' files.
  RunState save(const RunPlace&) override { return {}; }

  void restore(Driver& driver, const SavedRun& saved) override {
    if (saved.place().at == RunPlace::At::forward) return;
    find();  // some may have been lost
    if (saved.written() == nullptr) return;
    const int last = stones_of(saved.place().step) + 1;
    fail_together(cluster_, [&] {
      above_.boards = std::move(found_boards(files(), last).sets[0].set);
      above_.outcomes = even_share(above_.boards.size());
      above_.outcomes.outcomes() = OutcomeProbe(*saved.written())
                                       .read(saved.place().step - 1, connect_mover(last),
                                             driver.threads(), above_.outcomes.own());
      for (int done = range_.most; done >= last; --done) recall(done, counts_file(done));
    });
  }

  // --- Reporting --------------------------------------------------------------------------------
  // ----------------------------------------------------------------------------------

  SolveProgress progress(Phase phase) const override {
    SolveProgress p{.phase = phase, .group = layer_name(at_work_)};
    if (phase == Phase::enumerating || found_.layers.empty()) return p;
    p.done = done_;
    p.total = layer(at_work_).boards / processes();
    p.fraction =
        static_cast<double>(p.done) / static_cast<double>(std::max<std::uint64_t>(1, p.total));
    return p;
  }
  double weight(std::size_t step) const override {
    return static_cast<double>(layer(stones_of(step)).boards);
  }

 private:
  // One more sentence about a file that could not be written: there may be no room.
  std::string what_stays() const {
    if (!o_.table || !folder_ || !is_first(cluster_)) return {};
    return fmt::format(
        " The layers that were found stay in {}: go on with --resume, or delete that folder.",
        files().folder());
  }

  std::uint64_t processes() const {
    return cluster_ == nullptr ? 1 : static_cast<std::uint64_t>(cluster_->size());
  }
  int cells() const { return game_.columns * game_.rows; }
  int stones_of(std::size_t step) const { return range_.most - static_cast<int>(step); }
  const HybridLayer& layer(int stones) const {
    return found_.layers[static_cast<std::size_t>(stones - range_.fewest)];
  }
  HybridLayer& layer(int stones) {
    return found_.layers[static_cast<std::size_t>(stones - range_.fewest)];
  }
  bool has_table() const { return o_.table && !o_.layers; }

  void check_range() const {
    if (cluster_ != nullptr && (o_.layers || o_.goal_test != GoalTest::direct))
      throw UsageError("A range of layers, and other goal tests, are for one process alone.");
    if (!o_.layers) return;
    if (range_.fewest < 0 || range_.fewest > range_.most || range_.most > cells())
      throw UsageError(fmt::format("This board has layers of 0 to {} stones.", cells()));
    if (o_.method != HybridMethod::none && range_.most != cells()) {
      throw UsageError(fmt::format(
          "Layers are solved from the full board down: the range has to end with {} stones.",
          cells()));
    }
  }
  const LayerFiles& files() const { return folder_->files(); }
  void tell(const HybridLayer& layer) const {
    if (o_.layer && is_first(cluster_)) o_.layer(layer);
  }
  // Those that have not been told when they were solved.
  void tell_all() const {
    for (const HybridLayer& layer : found_.layers)
      if (!layer.solved) tell(layer);
  }

  // --- Sets --------------------------------------------------------------------------------------

  // Done by the first rank. `may_fail`: it is not a failure if the diagrams do not fit.
  void isolated(const IsolatedWork& work, bool may_fail) {
    first_alone(cluster_, o_.stop, [&](const std::atomic<bool>* stop) {
      // The rest is for the diagrams from which one is made.
      const std::uint64_t memory = o_.memory / 8 * 5;
      IsolatedOptions options;
      options.progress = o_.progress;
      options.stop = stop;
      options.memory = o_.memory;
      options.so_far = [this](const std::string& stones) { tell_solved(std::stoi(stones)); };
      try {
        run_isolated(work, hybrid_sets_task(game_, range_, files(), memory), options);
      } catch (const OutOfNodes&) {
        if (!may_fail) throw;
      }
    });
  }

  // The first rank's.
  void open_folder() {
    if (folder_) return;
    fail_together(cluster_, [&] {
      if (is_first(cluster_)) folder_ = std::make_unique<WorkFolder>(game_, o_);
    });
    const std::string folder = text_of_first(cluster_, folder_ ? files().folder() : "");
    expect_one_folder(cluster_, folder);
    fail_together(cluster_, [&] {
      if (!folder_) folder_ = std::make_unique<WorkFolder>(game_, folder);
    });
  }

  // Forward. What was found is reported even if it is not everything.
  void find() {
    open_folder();
    try {
      isolated(find_boards_work, false);
    } catch (const Error&) {
      list_layers();
      tell_all();
      throw;
    }
    fail_together(cluster_, [&] { list_layers(); });
  }

  // Backward as far as possible.
  void solve_by_sets() {
    if (o_.method != HybridMethod::hybrid && o_.method != HybridMethod::sets) return;
    try {
      isolated(find_outcomes_work, o_.method == HybridMethod::hybrid);
    } catch (const OutOfNodes&) {
      tell_all();
      throw;
    }
  }
  // A layer that was solved by sets just now, or before.
  void tell_solved(int stones) {
    HybridLayer& l = layer(stones);
    if (std::exchange(l.solved, true)) return;
    recall(stones, outcomes_file(stones));
    tell(l);
  }

  void list_layers() {
    found_.layers.clear();
    for (int n = range_.fewest; n <= range_.most && files().has(boards_file(n)); ++n) {
      const LayerRecord record = found_boards(files(), n);
      const FrozenBdd& set = record.sets[0].set;
      HybridLayer& layer = found_.layers.emplace_back();
      layer.stones = n;
      layer.is_last = n == cells();
      layer.boards = set.size();
      layer.nodes = record.nodes;
      layer.diagram_bytes = set.memory();
      layer.vector_bytes = (set.size() + 3) / 4;
      layer.forward_seconds = record.seconds;
    }
  }

  // --- Bits --------------------------------------------------------------------------------------

  // Whether a layer's outcomes are needed as bits: for the table, or because it or the layer below
  // is solved by bits.
  bool wants_bits(int stones) const {
    const auto by_bits = [&](int n) {
      return n >= range_.fewest && !files().has(outcomes_file(n));
    };
    return has_table() || by_bits(stones) || by_bits(stones - 1);
  }

  // A layer with the outcomes of its boards.
  struct Solved {
    FrozenBdd boards = {};
    OutcomeShare outcomes = OutcomeShare();
  };
  OutcomeShare even_share(std::uint64_t boards) const {
    if (cluster_ == nullptr) return OutcomeShare(boards);
    return {OutcomeShare::even_cuts(boards, cluster_->size()), cluster_->rank()};
  }

  MemoryNeed need_of(std::uint64_t bytes) const {
    return {.bytes = bytes,
            .who = cluster_ == nullptr ? "Two layers take" : "Two layers take, on every rank,"};
  }
  // Throws OutOfMemory if a layer and the one above do not fit.
  void require_layer(int stones) {
    std::uint64_t bytes = 0;
    for (int n = stones; n <= std::min(stones + 1, range_.most); ++n)
      bytes += layer(n).diagram_bytes + (wants_bits(n) ? share_bytes(layer(n).boards) : 0);
    found_.planned_memory = std::max(found_.planned_memory, bytes);
    MemoryNeed need = need_of(bytes);
    need.who = fmt::format("Layers {} and {} take", stones, stones + 1);
    driver_.limit().require(need);
  }
  // What two layers take of this process's memory, if this much is added while boards are solved.
  std::uint64_t bytes_beside(std::uint64_t batch) const {
    std::uint64_t most = 0, diagram_below = 0, bits_below = 0;
    if (o_.method == HybridMethod::none) return 0;
    for (const HybridLayer& layer : found_.layers) {
      const std::uint64_t bits = wants_bits(layer.stones) ? share_bytes(layer.boards) : 0;
      // A rank packs its share of a layer when the layer above is not needed any more.
      const std::uint64_t packed = cluster_ == nullptr ? 0 : bits_below;
      const std::uint64_t beside = std::max(bits + batch, packed);
      most = std::max(most, diagram_below + layer.diagram_bytes + bits_below + beside);
      diagram_below = layer.diagram_bytes;
      bits_below = bits;
    }
    return most;
  }
  std::uint64_t share_bytes(std::uint64_t boards) const {
    if (cluster_ == nullptr) return (boards + 3) / 4;
    return OutcomeShare::bytes(boards, cluster_->size(),
                               most_boards_a_task(boards, cluster_->size()));
  }
  // The bytes of a batch: what a rank may need for its largest layer, if there is room for that.
  std::uint64_t batch_bytes() const {
    constexpr std::uint64_t least = std::uint64_t{1} << 20, most = std::uint64_t{256} << 20;
    if (batch_ != 0) return batch_;
    std::uint64_t largest = 0;
    for (const HybridLayer& layer : found_.layers)
      largest = std::max(largest, share_bytes(layer.boards));
    const std::uint64_t limit = driver_.limit().bytes(), beside = bytes_beside(0);
    const std::uint64_t room = (limit - std::min(limit, beside)) / batch_parts;
    return std::clamp(std::min(2 * largest, room), least, most);
  }

  // Whatever state it has reached when the caller asks to stop.
  void solve(Driver& driver, int n) {
    HybridLayer& l = layer(n);
    const Stopwatch watch;
    std::optional<LayerRecord> sets;
    fail_together(cluster_, [&] { sets = files().read(outcomes_file(n)); });
    if (sets) {
      if (wants_bits(n)) {
        solved_.outcomes = even_share(solved_.boards.size());
        write_outcomes_of_sets(solved_.boards, sets->sets[0].set, sets->sets[1].set,
                               solved_.outcomes.own(), solved_.outcomes.outcomes(),
                               driver.threads());
      }
      set_results(l, *sets);
      l.backward_seconds += watch.seconds();
    } else {
      l.counts = solve_by_bits(driver, n);
      l.backward_seconds = watch.seconds();
    }
  }
  OutcomeCounts solve_by_bits(Driver& driver, int n) {
    const auto tick = [&](std::uint64_t more) {
      done_ += more;
      driver.should_pause(Phase::propagating);
      return driver.stopped();
    };
    if (cluster_ == nullptr) {
      solved_.outcomes = OutcomeShare(solved_.boards.size());
      return solve_connect_layer(game_, n, solved_.boards, above_.boards,
                                 above_.outcomes.outcomes(), solved_.outcomes.outcomes(),
                                 driver.threads(), tick, o_.goal_test, ended_games(n));
    }
    return solve_shared_connect_layer(game_, n, solved_.boards, above_.boards, above_.outcomes,
                                      solved_.outcomes, *cluster_, batch_bytes(), driver.threads(),
                                      tick, *counts_);
  }
  // For GoalTest::diagram.
  FrozenBdd ended_games(int n) const {
    if (o_.goal_test != GoalTest::diagram) return {};
    return ConnectLayers(game_, o_.memory).ended(n, solved_.boards);
  }
  // What is left of a layer that was solved before.
  void recall(int n, const std::string& file) {
    const auto record = files().read(file);
    if (!record) return;
    layer(n).solved = true;
    set_results(layer(n), *record);
  }
  static void set_results(HybridLayer& layer, const LayerRecord& record) {
    layer.counts = record.counts;
    layer.outcome_nodes = record.nodes;
    layer.going_on_nodes = record.going_on_nodes;
    layer.backward_seconds = record.seconds;
  }

  void write_layer(Driver& driver, int n) {
    const HybridLayer& l = layer(n);
    const OutcomeCounts& c = l.counts;
    if (is_first(cluster_))
      files().write(counts_file(n), {{}, l.outcome_nodes, l.backward_seconds, c, l.going_on_nodes});
    above_ = {};
    SliceRecord record{.name = layer_name(n)};
    // Boards with a line, and full ones, are over.
    const Side mover = connect_mover(n);
    const std::map<Value, std::uint64_t> histogram = {
        {Value::of_outcome(Outcome::win), wins_of(mover, c)},
        {Value::of_outcome(Outcome::draw), n == cells() ? 0 : c.draws},
        {Value::of_outcome(Outcome::loss), wins_of(other(mover), c) - c.lines}};
    for (const auto& [value, count] : histogram) {
      if (count > 0) record.histogram[value] = count;
      record.positions += count;
    }
    record.members = record.positions;
    // Layers are written in the order in which they are solved.
    write_outcomes(is_first(cluster_) ? &driver.writer() : nullptr,
                   static_cast<std::size_t>(cells() - n), std::move(record), solved_.boards,
                   solved_.outcomes, mover, driver.threads(), cluster_);
  }

  connect::Parameters game_;
  const HybridOptions& o_;
  Cluster* cluster_;     // null: one process alone
  FetchCounts* counts_;  // likewise
  std::uint64_t batch_;  // bytes; 0: as fits
  LayerRange range_;
  std::unique_ptr<WorkFolder> folder_;
  HybridReport found_;
  bool has_begun_ = false;  // with the steps
  int at_work_ = 0;         // the layer of the step
  std::atomic<std::uint64_t> done_ = 0;
  Solved solved_, above_;
  Driver driver_;
};

}  // namespace

OutcomeCounts HybridReport::total() const {
  OutcomeCounts sum;
  for (const HybridLayer& layer : layers) sum += layer.counts;
  return sum;
}

std::uint64_t HybridReport::boards() const {
  std::uint64_t sum = 0;
  for (const HybridLayer& layer : layers) sum += layer.boards;
  return sum;
}

HybridReport solve_hybrid(const connect::Parameters& game, const HybridOptions& options) {
  return HybridSolve(game, options, {}).run();
}

HybridReport solve_hybrid_by_ranks(const connect::Parameters& game, const HybridOptions& options,
                                   Cluster& cluster, FetchCounts& counts, std::uint64_t batch) {
  fail_together(&cluster, [&] { check_hybrid_board(game); });
  return HybridSolve(game, options, {&cluster, &counts, batch}).run();
}

}  // namespace zermelo::symbolic
