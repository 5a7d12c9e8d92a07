// SPDX-License-Identifier: MIT
#include "proof/crosscheck.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/stopwatch.h"
#include "gen/text/counted.h"
#include "gen/watch_thread.h"
#include "probe/game.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/strategy.h"
#include "proof/strategy/state_walk.h"
#include "proof/temporary_table.h"
#include "symbolic/bdd/symbolic_solution.h"
#include "symbolic/model/game_model.h"

namespace zermelo {
namespace {

namespace fs = std::filesystem;

// --- The cost of an engine ----------------------------------------------------------------------

std::uint64_t resident_bytes(const std::string& process) {
  std::ifstream file("/proc/" + process + "/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// Whether a child is still this program: its memory is then the parent's, seen a second time. It
// is so from its birth until it runs its own program, and with posix_spawn even the same pages.
bool is_this_program(const std::string& child) {
  std::error_code ignored;
  return fs::equivalent("/proc/self/exe", "/proc/" + child + "/exe", ignored);
}

// The memory of this process and of the programs that it has started.
std::uint64_t resident_bytes() {
  std::uint64_t bytes = resident_bytes("self");
  std::error_code ignored;
  for (const auto& thread : fs::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream children(thread.path() / "children");
    for (std::string child; children >> child;) {
      if (!is_this_program(child)) bytes += resident_bytes(child);
    }
  }
  return bytes;
}

// Looks at the clock and the memory while an engine works.
class EngineWatch {
 public:
  explicit EngineWatch(const CrosscheckOptions& options)
      : options_(options),
        before_(resident_bytes()),
        thread_(std::chrono::milliseconds(10), [this] {
          look();
          return true;
        }) {}

  const std::atomic<bool>& stop() const { return stop_; }
  double seconds() const { return watch_.seconds(); }
  std::uint64_t memory() const { return most_; }
  std::string why() const { return stop_ ? why_.load() : ""; }

 private:
  void look() {
    const std::uint64_t now = resident_bytes();
    most_ = std::max<std::uint64_t>(most_, now > before_ ? now - before_ : 0);
    const bool asked = options_.stop != nullptr && *options_.stop;
    const char* why = asked                                 ? "stopped"
                      : watch_.seconds() > options_.seconds ? "out of time"
                      : most_ > options_.memory             ? "out of memory"
                                                            : nullptr;
    if (why == nullptr || stop_) return;
    why_ = why;
    stop_ = true;
  }

  const CrosscheckOptions& options_;
  const Stopwatch watch_;
  const std::uint64_t before_;
  std::atomic<std::uint64_t> most_ = 0;
  std::atomic<const char*> why_ = "";
  std::atomic<bool> stop_ = false;
  WatchThread thread_;
};

// --- The engines ---------------------------------------------------------------------------------

class Crosschecker {
 public:
  Crosschecker(std::shared_ptr<const Game> game, const CrosscheckOptions& options)
      : options_(options), game_(std::move(game)) {
    if (!options.start.empty()) require_to_move(game_->status(options.start));
  }

  CrosscheckReport run() {
    add("table", [this](CrosscheckRow& row, const EngineWatch& watch) { by_table(row, watch); });
    if (game_->shortest_win())
      add("search",
          [this](CrosscheckRow& row, const EngineWatch& watch) { by_search(row, watch); });
    if (const SweepCheck sweeps = game_->sweeps())
      add("sweeps",
          [&](CrosscheckRow& row, const EngineWatch& watch) { by_sweeps(sweeps, row, watch); });
    table_.reset();
    if (const auto model = symbolic::find_game_model(game_->spec())) {
      if (model->model.variables() <= symbolic::most_state_bits)
        add("sets",
            [&](CrosscheckRow& row, const EngineWatch& watch) { by_sets(*model, row, watch); });
      add("ic3", [this](CrosscheckRow& row, const EngineWatch& watch) { by_ic3(row, watch); });
      if (const std::optional<int> depth = depth_for_qbf(model->model))
        add("qbf", [this, depth](CrosscheckRow& row, const EngineWatch& watch) {
          by_qbf(*depth, row, watch);
        });
    }
    if (report_.disagreement.empty())
      report_.disagreement = disagreement_of(report_.rows, options_.white);
    return std::move(report_);
  }

 private:
  template <class Engine>
  void add(const char* name, Engine&& engine) {
    if (options_.progress) options_.progress(name);
    CrosscheckRow row;
    row.engine = name;
    const EngineWatch watch(options_);
    try {
      engine(row, watch);
    } catch (const UsageError& error) {
      row.note = error.what();
    } catch (const NotInTable& error) {
      row.note = error.what();
    } catch (const OutOfMemory&) {
      row.note = "out of memory";
    } catch (const Interrupted&) {
      row.note = watch.why();
    }
    if (options_.stop != nullptr && *options_.stop)
      throw Interrupted("Stopped before all engines had run.");
    if (row.verdict == Verdict::unknown && row.note.empty()) row.note = watch.why();
    row.seconds = watch.seconds();
    row.memory = watch.memory();
    report_.rows.push_back(std::move(row));
  }

  Colour attacker() const { return colour_of(options_.white); }

  // If the game is over at its start, the rules tell who has won, and engines have no value.
  void take(const PositionStatus& status, CrosscheckRow& row) const {
    const bool won = status.winner == attacker();
    row.verdict = won ? Verdict::win : Verdict::no_win;
    row.complete = !won;
    if (won) row.plies = 0;
  }

  // What a value says to the side to move, and so to the attacker.
  void take(Value value, Metric metric, bool attacker_to_move, CrosscheckRow& row) const {
    const bool wins = attacker_to_move ? value.is_win() : value.is_loss();
    row.verdict = wins ? Verdict::win : Verdict::no_win;
    row.complete = !wins;
    const bool counts_plies = metric == Metric::distance || metric == Metric::moves;
    if (wins && counts_plies && !value.is_endless()) row.plies = value.plies();
  }
  std::string start() const { return options_.start.empty() ? game_->start() : options_.start; }
  bool attacker_starts() const { return game_->to_move(start()) == attacker(); }

  void by_table(CrosscheckRow& row, const EngineWatch& watch) {
    SolveOptions solving;
    solving.threads = options_.threads;
    solving.memory_limit = options_.memory;
    solving.stop = &watch.stop();
    table_.emplace(game_, solving);
    const Table& table = **table_;
    if (const PositionStatus status = game_->status(start()); !status.goes_on())
      return take(status, row);
    take(table.probe(start()), table.metric(), attacker_starts(), row);
  }

  void by_sweeps(const SweepCheck& sweeps, CrosscheckRow& row, const EngineWatch& watch) {
    SweepOptions sweeping;
    sweeping.start = options_.start;
    sweeping.table = table_ ? &**table_ : nullptr;
    sweeping.threads = options_.threads;
    sweeping.stop = &watch.stop();
    const SweepReport found = sweeps(sweeping);
    report_.disagreement = found.difference.value_or("");
    if (table_ && !found.difference)
      row.note = counted(found.states, "value", "values") + " as in the table";
    if (const PositionStatus status = game_->status(start()); !status.goes_on())
      return take(status, row);
    take(found.value, found.metric, attacker_starts(), row);
  }

  void by_search(CrosscheckRow& row, const EngineWatch& watch) const {
    DepthOptions searching;
    searching.start = options_.start;
    searching.white = options_.white;
    searching.memory = options_.memory / 2;
    searching.stop = &watch.stop();
    const DepthResult found = game_->shortest_win()(searching).search;
    row.plies = found.plies;
    row.refuted = found.refuted;
    row.complete = !found.plies && found.complete;
    if (found.plies) row.verdict = Verdict::win;
    if (row.complete) row.verdict = Verdict::no_win;
    if (!row.plies && bddl::endless_winner(game_->spec()) == attacker())
      row.note = "it does not look for wins by endless play";
  }

  void by_sets(const symbolic::GameModel& model, CrosscheckRow& row,
               const EngineWatch& watch) const {
    symbolic::IsolatedOptions isolated;
    isolated.stop = &watch.stop();
    const symbolic::SymbolicSolution solution = symbolic::solve_symbolically_isolated(
        game_->spec(), {.memory = options_.memory, .threads = 1}, isolated);
    const proof::Arena arena = proof::make_arena(model, options_.start);
    const proof::ArenaState start = proof::start_of(arena);
    const symbolic::Side side = options_.white ? symbolic::white : symbolic::black;
    bool wins = false;
    if (holds(arena, start, arena.over)) {
      wins = holds(arena, start, arena.won[side]);
    } else {
      symbolic::StateBits bits = 0;
      for (int k = 0; k < model.model.variables(); ++k)
        if (start.board[static_cast<std::size_t>(k)]) bits |= symbolic::bit_for(k);
      const auto in = [&](auto set) {
        return std::ranges::any_of(solution.layers, [&](const auto& layer) {
          return (layer.sets[start.to_move].*set).contains(bits);
        });
      };
      using Sets = symbolic::SolvedSets;
      const bool won = in(&Sets::won), lost = in(&Sets::lost);
      if (!won && !lost && !in(&Sets::drawn))
        throw NotInTable("The sets hold what play from the start of the game leads to.");
      wins = start.to_move == side ? won : lost;
    }
    row.verdict = wins ? Verdict::win : Verdict::no_win;
    row.complete = !wins;
  }

  ProofOptions proof_options(ProofOptions::Method method, const EngineWatch& watch) const {
    ProofOptions options;
    options.method = method;
    options.start = options_.start;
    options.white = options_.white;
    options.stepwise = true;
    options.stop = &watch.stop();
    return options;
  }
  static void take(const ProofReport& report, CrosscheckRow& row) {
    row.verdict = report.verdict;
    row.plies = report.plies;
    row.refuted = report.refuted;
    row.complete = report.complete;
  }
  void by_ic3(CrosscheckRow& row, const EngineWatch& watch) const {
    ProofOptions options = proof_options(ProofOptions::Method::ic3, watch);
    options.stepwise = false;  // (quicker by far, but tells only who wins, not how soon)
    take(prove(game_->spec(), "", options), row);
    if (row.plies && row.refuted + 1 < *row.plies) row.plies.reset();
  }
  void by_qbf(int depth, CrosscheckRow& row, const EngineWatch& watch) const {
    ProofOptions options = proof_options(ProofOptions::Method::qbf, watch);
    options.depth = depth;
    take(prove(game_->spec(), "", options), row);
  }
  // The number of plies that QBF looks at.
  std::optional<int> depth_for_qbf(const symbolic::Model& model) const {
    if (options_.depth) return options_.depth;
    for (const CrosscheckRow& row : report_.rows)
      if (row.plies) return std::max(*row.plies, 1);
    // In a game with layers, play takes at most this many plies.
    if (model.layers.size() > 1) return static_cast<int>(model.layers.size()) - 1;
    if (game_->spec().name != "bddl") return std::nullopt;
    if (bddl::has_version_2(game_->spec())) return proof::depth_of_version_2(game_->spec());
    try {
      return std::max(proof::plies_of_depth(proof::bounded_game(game_->spec())), 1);
    } catch (const UsageError&) {
      return std::nullopt;  // the file says no #depth
    }
  }

  const CrosscheckOptions& options_;
  const std::shared_ptr<const Game> game_;
  std::optional<TemporaryTable> table_;  // of the engine of that name, for sweeps
  CrosscheckReport report_;
};

// --- Agreement -----------------------------------------------------------------------------------

// The number of plies within which there is certainly no win, according to this row.
bool refutes(const CrosscheckRow& row, int plies) {
  const bool no_win = row.verdict == Verdict::no_win && row.complete;
  const bool longer = row.verdict == Verdict::win && row.plies && *row.plies > plies;
  return no_win || longer || (plies > 0 && row.refuted >= plies);
}

bool disagree(const CrosscheckRow& a, const CrosscheckRow& b) {
  if (a.verdict != Verdict::win) return false;
  if (a.plies) return refutes(b, *a.plies);
  return b.verdict == Verdict::no_win && b.complete;
}

std::string text_of(const CrosscheckRow& row, bool white) {
  const char* const side = white ? "White" : "Black";
  if (row.verdict == Verdict::win) {
    return row.plies ? fmt::format("{} says that {} wins in {}", row.engine, side,
                                   counted(*row.plies, "ply", "plies"))
                     : fmt::format("{} says that {} wins", row.engine, side);
  }
  return row.complete ? fmt::format("{} says that {} cannot force a win", row.engine, side)
                      : fmt::format("{} says that {} has no win within {}", row.engine, side,
                                    counted(row.refuted, "ply", "plies"));
}

}  // namespace

std::string disagreement_of(const std::vector<CrosscheckRow>& rows, bool white) {
  for (const CrosscheckRow& a : rows) {
    for (const CrosscheckRow& b : rows)
      if (disagree(a, b)) return fmt::format("{}, but {}.", text_of(a, white), text_of(b, white));
  }
  return "";
}

CrosscheckReport crosscheck(std::shared_ptr<const Game> game, const CrosscheckOptions& options) {
  return Crosschecker(std::move(game), options).run();
}

CrosscheckReport crosscheck(const GameSpec& game, const CrosscheckOptions& options) {
  return crosscheck(make_game(game), options);
}

}  // namespace zermelo
