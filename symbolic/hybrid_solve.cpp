// SPDX-License-Identifier: MIT
#include "symbolic/hybrid_solve.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "gen/error.h"
#include "symbolic/connect_model.h"
#include "symbolic/hybrid.h"
#include "symbolic/hybrid_sets.h"
#include "symbolic/isolated.h"
#include "symbolic/layer_files.h"
#include "symbolic/outcome_table.h"
#include "tablebase/parallel.h"
#include "tablebase/stopwatch.h"
#include "tablebase/table_job.h"

namespace zermelo::symbolic {
namespace {

std::string counts_file(int stones) { return fmt::format("counts-{:02}", stones); }

std::string identity_of(const connect::Parameters& p) {
  return fmt::format("connect columns={} rows={} line={}, layers 1", p.columns, p.rows, p.line);
}

// Where the layers are while the solve is under way.
class WorkFolder {
 public:
  WorkFolder(const connect::Parameters& game, const HybridOptions& options)
      : keep_(options.table.has_value()),
        cells_(game.columns * game.rows),
        files_(keep_ ? *options.table + ".layers" : temporary(), identity_of(game)) {
    if (!options.resume) clear();
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    if (keep_) return;
    try {
      remove();
    } catch (const FileError&) {
      // Nothing is lost but room in a folder for temporary files.
    }
  }
  const LayerFiles& files() const { return files_; }
  void remove() const {
    clear();
    files_.remove_folder();
  }

 private:
  static std::string temporary() {
    std::string name = (std::filesystem::temp_directory_path() / "zermelo-layers-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw FileError(fmt::format("Cannot make a folder like {}.", name));
    return name;
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

class HybridSolve {
 public:
  HybridSolve(const connect::Parameters& game, const HybridOptions& options)
      : game_(game), o_(options), threads_(thread_count(options.threads)) {
    check_hybrid_board(game);
  }

  HybridReport run() {
    if (o_.table && !begin_table()) return report_;
    folder_ = std::make_unique<WorkFolder>(game_, o_);
    find();
    if (o_.method == HybridMethod::none) {
      tell_all();
    } else {
      solve_by_sets();
      check_memory();
      solve_layers();
    }
    if (job_) {
      job_->finish();
      folder_->remove();
    }
    report_.seconds = watch_.seconds();
    return report_;
  }

 private:
  int cells() const { return game_.columns * game_.rows; }
  HybridLayer& layer(int stones) { return report_.layers[static_cast<std::size_t>(stones)]; }
  const LayerFiles& files() const { return folder_->files(); }
  void tell(const HybridLayer& layer) const {
    if (o_.layer) o_.layer(layer);
  }

  // Says whether there is something to do.
  bool begin_table() {
    TableHeader header{{"connect", connect::describe(game_)}, outcome_metric, o_.creator};
    header.states = TableHeader::States::ranked;
    SolveOptions options;
    options.threads = threads_;
    options.resume = o_.resume;
    options.checkpoint_seconds = o_.checkpoint_seconds;
    options.stop = o_.stop;
    job_ = std::make_unique<TableJob>(std::move(header), *o_.table, std::move(options));
    report_.was_complete = !job_->begin();
    return !report_.was_complete;
  }

  // --- Sets --------------------------------------------------------------------------------------

  void isolated(decltype(find_boards)& work) const {
    // Freezing diagrams takes memory beside those in the making, and so does growing their table.
    const BddOptions bdd{.memory = o_.memory / 8 * 5, .threads = 1};
    IsolatedOptions options;
    options.progress = o_.progress;
    options.stop = o_.stop;
    options.memory = o_.memory;
    run_isolated(
        [&](const IsolatedTalk& talk) {
          work(game_, files(), bdd, talk.progress);
          return std::string();
        },
        options);
  }

  void tell_all() const {
    for (const HybridLayer& layer : report_.layers) tell(layer);
  }

  // Forward. What was found is told also if that is not all.
  void find() {
    try {
      isolated(find_boards);
    } catch (const Error&) {
      list_layers();
      tell_all();
      throw;
    }
    list_layers();
  }

  // Backward as far as it goes.
  void solve_by_sets() {
    if (o_.method != HybridMethod::hybrid && o_.method != HybridMethod::sets) return;
    if (job_ && job_->first_step() > 0) return;  // that was done before
    try {
      isolated(find_outcomes);
    } catch (const OutOfNodes&) {
      if (o_.method != HybridMethod::sets) return;
      tell_all();
      throw;
    }
  }

  void list_layers() {
    for (int n = 0; n <= cells() && files().has(boards_file(n)); ++n) {
      const LayerRecord record = found_boards(files(), n);
      const FrozenBdd& set = record.sets[0];
      HybridLayer& layer = report_.layers.emplace_back();
      layer.stones = n;
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
    const auto by_bits = [&](int n) { return n >= 0 && !files().has(outcomes_file(n)); };
    return job_ || by_bits(stones) || by_bits(stones - 1);
  }

  void check_memory() const {
    std::uint64_t most = 0, above = 0;
    for (const HybridLayer& layer : report_.layers) {
      const std::uint64_t own =
          layer.diagram_bytes + (wants_bits(layer.stones) ? layer.vector_bytes : 0);
      most = std::max(most, own + std::exchange(above, own));
    }
    if (most > o_.memory) {
      tell_all();
      throw OutOfMemory(fmt::format("Two layers take {} MiB of memory; the limit is {} MiB.",
                                    (most >> 20) + 1, o_.memory >> 20));
    }
  }

  void solve_layers() {
    int n = cells();
    Solved above;
    if (job_) {
      if (const auto written = job_->written()) {
        n -= static_cast<int>(written->slices().size());
        above.boards = std::move(found_boards(files(), n + 1).sets[0]);
        above.outcomes =
            OutcomeProbe(*written).read(slice_of(n + 1), connect_mover(n + 1), threads_);
        for (int done = cells(); done > n; --done) recall(done);
      }
      job_->open_writer();
    }
    for (; n >= 0; --n) {
      Solved solved;
      solved.boards = std::move(found_boards(files(), n).sets[0]);
      if (!solve(n, above, solved)) stop(n);
      write(n, solved);
      above = std::move(solved);
      tell(layer(n));
      if (job_ && n > 0 && job_->should_pause([] { return SolveProgress{}; })) save(n - 1);
    }
  }

  // A layer with what its boards are worth.
  struct Solved {
    FrozenBdd boards;
    OutcomeVector outcomes;
  };

  // Says whether it came to the end.
  bool solve(int n, const Solved& above, Solved& solved) {
    HybridLayer& l = layer(n);
    const Stopwatch watch;
    if (wants_bits(n)) solved.outcomes = OutcomeVector(solved.boards.size());
    if (const auto sets = files().read(outcomes_file(n))) {
      const FrozenBdd &first = sets->sets[0], &second = sets->sets[1];
      if (wants_bits(n))
        write_outcomes_of_sets(solved.boards, first, second, solved.outcomes, threads_);
      l.counts = {first.size(), second.size(), l.boards - first.size() - second.size(),
                  sets->counts.lines};
      l.outcome_nodes = sets->nodes;
      l.backward_seconds = sets->seconds + watch.seconds();
    } else {
      std::atomic<std::uint64_t> done = 0;
      l.counts = solve_connect_layer(game_, n, solved.boards, above.boards, above.outcomes,
                                     solved.outcomes, threads_,
                                     [&](std::uint64_t more) { return !go_on(n, done += more); });
      l.backward_seconds = watch.seconds();
    }
    l.solved = true;
    return !stopped();
  }
  bool stopped() const { return o_.stop != nullptr && *o_.stop; }
  // What is left of a layer that an earlier run has solved.
  void recall(int n) {
    const auto record = files().read(counts_file(n));
    if (!record) return;
    HybridLayer& l = layer(n);
    l.solved = true;
    l.counts = record->counts;
    l.outcome_nodes = record->nodes;
    l.backward_seconds = record->seconds;
  }
  // Tells how far it is, if nobody else does just now.
  bool go_on(int n, std::uint64_t done) {
    if (o_.progress && telling_.try_lock()) {
      const std::lock_guard lock(telling_, std::adopt_lock);
      if (last_told_.seconds() >= 0.25) {
        last_told_ = {};
        const std::uint64_t all = std::max<std::uint64_t>(1, layer(n).boards);
        o_.progress(fmt::format("solving {} stones: {} %", n, 100 * done / all));
      }
    }
    return !stopped();
  }

  [[noreturn]] void stop(int n) {
    if (job_) save(n);
    throw Interrupted("Stopped; nothing is saved.");
  }
  // The layers above `next` are written. Throws Interrupted if that is why.
  void save(int next) { job_->save_between(static_cast<std::size_t>(cells() - next)); }

  // Layers are written in the order in which they are solved.
  std::size_t slice_of(int stones) const { return static_cast<std::size_t>(cells() - stones); }

  void write(int n, const Solved& solved) {
    if (!job_) return;
    const HybridLayer& l = layer(n);
    const OutcomeCounts& c = l.counts;
    files().write(counts_file(n), {{}, l.outcome_nodes, l.backward_seconds, c});
    SliceRecord record{.name = fmt::format("{} {}", n, n == 1 ? "stone" : "stones")};
    // Boards with a line, and full ones, are over.
    const Side mover = connect_mover(n);
    const std::map<Value, std::uint64_t> histogram = {
        {Value::of_outcome(Outcome::win), c.wins(mover)},
        {Value::of_outcome(Outcome::draw), n == cells() ? 0 : c.draws},
        {Value::of_outcome(Outcome::loss), c.wins(other(mover)) - c.lines}};
    for (const auto& [value, count] : histogram) {
      if (count > 0) record.histogram[value] = count;
      record.positions += count;
    }
    record.members = record.positions;
    write_outcomes(job_->writer(), slice_of(n), std::move(record), solved.boards, solved.outcomes,
                   mover, threads_);
  }

  connect::Parameters game_;
  const HybridOptions& o_;
  int threads_;
  Stopwatch watch_, last_told_;
  std::mutex telling_;
  std::unique_ptr<TableJob> job_;
  std::unique_ptr<WorkFolder> folder_;
  HybridReport report_;
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
  return HybridSolve(game, options).run();
}

}  // namespace zermelo::symbolic
