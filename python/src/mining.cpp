// SPDX-License-Identifier: MIT
// Puzzles as Python takes them, one whenever it wants one: they are searched for on a separate
// thread, which waits while a few of them are not taken.
#include <pybind11/stl.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "probe/puzzle_page.h"
#include "python/src/after_fork.h"
#include "python/src/convert.h"
#include "python/src/long_work.h"
#include "python/src/module.h"
#include "python/src/own_rules.h"
#include "python/src/solution.h"
#include "python/src/table.h"
#include "python/src/without_gil.h"

namespace zermelo::python {
namespace {

// What both sides of a search share; it lives as long as one of them holds it.
class PuzzleQueue {
 public:
  PuzzleQueue() = default;

  const std::atomic<bool>* stop() const { return &stop_; }

  // --- The search
  // Waits for room. Returns false if no more are wanted.
  bool put(const Puzzle& puzzle) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.size() < capacity || stop_; });
    if (stop_) return false;
    waiting_.push_back(puzzle);
    changed_.notify_all();
    return true;
  }
  void end(const MineReport& report, std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    report_ = report;
    failure_ = std::move(failure);
    ended_ = true;
    changed_.notify_all();
  }

  // --- The side that takes them
  enum class Taken { puzzle, nothing_yet, end };
  Taken take(std::optional<Puzzle>& puzzle, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return !waiting_.empty() || ended_; });
    if (!waiting_.empty()) {
      puzzle = std::move(waiting_.front());
      waiting_.pop_front();
      changed_.notify_all();
      return Taken::puzzle;
    }
    return ended_ ? Taken::end : Taken::nothing_yet;
  }
  void close() {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
    waiting_.clear();
    changed_.notify_all();
  }
  // At the end.
  MineReport report() {
    const std::scoped_lock lock(mutex_);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return report_;
  }

 private:
  static constexpr std::size_t capacity = 16;

  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Puzzle> waiting_;
  MineReport report_;
  std::exception_ptr failure_;
  bool ended_ = false;
};

// A puzzle, with the rules of a game of one's own, or null.
struct FoundPuzzle {
  Puzzle puzzle;
  std::shared_ptr<const PythonRules> rules;
};

class Miner {
 public:
  Miner(std::shared_ptr<const Table> table, std::shared_ptr<const PythonRules> rules,
        PuzzleConditions conditions, MineOptions options)
      : generation_(fork_generation()),
        rules_(std::move(rules)),
        queue_(std::make_shared<PuzzleQueue>()) {
    options.stop = queue_->stop();
    thread_ = start_thread([table = std::move(table), conditions = std::move(conditions),
                            options = std::move(options), queue = queue_] {
      MineReport report;
      std::exception_ptr failure;
      try {
        report = table->mine(conditions, options,
                             [&](const Puzzle& puzzle) { return queue->put(puzzle); });
      } catch (...) {
        failure = std::current_exception();
      }
      queue->end(report, std::move(failure));
    });
  }
  ~Miner() { close(); }
  Miner(const Miner&) = delete;
  Miner& operator=(const Miner&) = delete;

  // None at the end.
  py::object next();

  // Ends the search and waits for it. In a process that was forked there is no search.
  void close() {
    if (!thread_) return;
    if (generation_ != fork_generation()) return leave();
    // (Only one Python thread finds it here.)
    const std::unique_ptr<std::thread> thread = std::move(thread_);
    const WithoutGil others;
    queue_->close();
    thread->join();
  }

 private:
  // (The data of a thread that does not exist here can be neither waited for nor destroyed.)
  void leave() {
    static_cast<void>(thread_.release());
    new std::shared_ptr<PuzzleQueue>(std::move(queue_));
  }

  int generation_;
  std::shared_ptr<const PythonRules> rules_;
  std::shared_ptr<PuzzleQueue> queue_;
  std::unique_ptr<std::thread> thread_;
};

py::object Miner::next() {
  while (thread_) {
    // (Also in between: a signal's handler may fork.)
    if (generation_ != fork_generation()) {
      leave();
      throw Error("This search for puzzles belongs to the process that was forked; begin another.");
    }
    std::optional<Puzzle> puzzle;
    PuzzleQueue::Taken taken;
    // (Another thread may close the search meanwhile.)
    const std::shared_ptr<PuzzleQueue> queue = queue_;
    {
      const WithoutGil others;
      taken = queue->take(puzzle, std::chrono::milliseconds(100));
    }
    if (taken == PuzzleQueue::Taken::puzzle)
      return py::cast(FoundPuzzle{std::move(*puzzle), rules_});
    if (taken == PuzzleQueue::Taken::end) {
      queue->report();  // throws what the search threw
      break;
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return py::none();
}

using Range = std::pair<int, int>;

std::optional<ValueRange> range_of(const std::optional<Range>& range) {
  if (!range) return std::nullopt;
  return ValueRange{.first = range->first, .last = range->second};
}

PuzzleOrder order_of(const std::string& name) {
  if (name == "table") return PuzzleOrder::table;
  if (name == "difficulty") return PuzzleOrder::difficulty;
  if (name == "plies") return PuzzleOrder::plies;
  if (name == "pieces") return PuzzleOrder::pieces;
  throw UsageError("Puzzles come in the order of table, difficulty, plies or pieces, not '" + name +
                   "'.");
}

std::unique_ptr<Miner> mine(TableHolder& self, const py::kwargs& k) {
  PuzzleConditions conditions;
  conditions.win_in = range_of(k["win_in"].cast<std::optional<Range>>());
  conditions.win_by = range_of(k["win_by"].cast<std::optional<Range>>());
  conditions.only_move = k["only_move"].cast<bool>();
  conditions.only_line = k["only_line"].cast<bool>();
  conditions.sacrifice = k["sacrifice"].cast<bool>();
  conditions.capture_refused = k["capture_refused"].cast<bool>();
  conditions.quiet_key = k["quiet_key"].cast<bool>();
  if (const auto pieces = k["pieces"].cast<std::optional<Range>>()) {
    conditions.pieces = PieceCounts{.own = pieces->first, .opponent = pieces->second};
  }
  conditions.reachable = k["reachable"].cast<bool>();
  for (const std::string& name : strings_of(k["own"], "a condition")) conditions.own.insert(name);
  MineOptions options;
  options.limit = k["limit"].cast<std::uint64_t>();
  options.order = order_of(k["order"].cast<std::string>());
  options.solution.defences = k["all_defences"].cast<bool>() ? Defences::all : Defences::best;
  options.solution.max_nodes = k["max_nodes"].cast<int>();
  if (!k["positions"].is_none()) {
    options.positions.emplace();
    for (const py::handle position : k["positions"]) {
      const PositionText text(self.rules(), position, "a position");
      options.positions->push_back({.text = std::string(text), .where = {}});
    }
  }
  options.threads = threads_of(k["threads"].cast<int>());
  return std::make_unique<Miner>(self.get(), self.shared_rules(), std::move(conditions),
                                 std::move(options));
}

}  // namespace

void add_mining(py::module_& module) {
  using P = FoundPuzzle;
  py::class_<P>(module, "Puzzle")
      .def_property_readonly(
          "position", [](const P& p) { return position_object(p.rules.get(), p.puzzle.position); })
      .def_property_readonly("value", [](const P& p) { return p.puzzle.value.raw(); })
      .def_property_readonly("pieces",
                             [](const P& p) {
                               const PieceCounts& pieces = p.puzzle.pieces;
                               return py::make_tuple(pieces.own, pieces.opponent);
                             })
      .def_property_readonly("difficulty", [](const P& p) { return p.puzzle.difficulty; })
      .def_property_readonly("diagram", [](const P& p) { return p.puzzle.diagram; })
      .def("solution", [](const P& p) { return solution_tuple(p.puzzle.solution, p.rules.get()); })
      .def(
          "text",
          [](const P& p, std::uint64_t number) { return to_str(puzzle_text(p.puzzle, number)); },
          py::arg("number"))
      .def(
          "html",
          [](const P& p, std::uint64_t number) {
            return to_str(puzzle_page_item(p.puzzle, number));
          },
          py::arg("number"));
  py::class_<Miner>(module, "Miner").def("next", &Miner::next).def("close", &Miner::close);
  module.def("mine", &mine);
}

}  // namespace zermelo::python
