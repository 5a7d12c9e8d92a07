// SPDX-License-Identifier: MIT
// Table::verify_sample: every checksum, and positions drawn at random, each compared with what its
// moves lead to. It asks the table as any reader does, so it is the same for all kinds of tables.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "probe/game.h"
#include "probe/random_positions.h"
#include "probe/split_mix.h"
#include "probe/table.h"
#include "probe/table_answer.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/first_failure.h"
#include "tablebase/job/progress_counter.h"

namespace zermelo {
namespace {

// What is wrong, in words; nothing if all is right.
using Fault = std::optional<std::string>;

class StateCheck {
 public:
  explicit StateCheck(const Table& table) : table_(table) {}

  // Of a position of the table, and of one of the states that it leads to: what is wrong with the
  // first of them that is wrong, in a sentence.
  Fault fault_in(const std::string& position, SplitMix& random) const {
    std::vector<std::string> results;
    if (const Fault fault = fault_at(position, results)) return fault;
    if (results.empty()) return std::nullopt;  // all of its moves end the game
    const std::string after = results[random.below(results.size())];
    return fault_at(after, results);
  }

 private:
  // Also gives the states that the moves lead to, if there is no fault.
  Fault fault_at(const std::string& state, std::vector<std::string>& results) const {
    results.clear();
    try {
      const Fault fault = table_.holds_distances() ? fault_of_distance(state, results)
                                                   : fault_of_value(state, results);
      return fault ? std::optional(fmt::format("{}: {}.", state, *fault)) : std::nullopt;
    } catch (const Error& error) {
      if (!is_fault(error)) throw;
      return fmt::format("{}: {}", state, error.what());
    }
  }
  // Whether what is stored cannot be, or something is lacking.
  static bool is_fault(const Error& error) {
    return dynamic_cast<const DamagedTable*>(&error) != nullptr ||
           dynamic_cast<const NotInTable*>(&error) != nullptr ||
           dynamic_cast<const IllegalPosition*>(&error) != nullptr ||
           dynamic_cast<const GameOver*>(&error) != nullptr;
  }

  Fault fault_of_value(const std::string& state, std::vector<std::string>& results) const {
    const Value stored = table_.probe(state);
    const std::vector<MoveValue> moves = table_.moves(state);
    if (moves.empty()) return "it has no moves";
    for (const MoveValue& move : moves)
      if (!move.result.empty()) results.push_back(move.result);
    const Value best = moves.front().value;
    if (stored == best) return std::nullopt;
    return fmt::format("the table says {}, its successors say {}", table_.text(stored),
                       table_.text(best));
  }

  // That no move arrives anywhere earlier than the table says, and that a way of so many plies
  // leads there. (States to which play cannot lead have no distance, of which nothing follows.)
  Fault fault_of_distance(const std::string& state, std::vector<std::string>& results) const {
    const std::vector<LegalMove> moves = table_.game().moves(state);
    for (const LegalMove& move : moves)
      if (!move.result.empty()) results.push_back(move.result);
    const std::optional<int> plies = table_.distance(state);
    if (!plies) return std::nullopt;
    for (const LegalMove& move : moves) {
      if (move.result.empty()) continue;
      const std::optional<int> after = table_.distance(move.result);
      if (after && *after <= *plies + 1) continue;
      return fmt::format("it is {} from the start, but its move {} is said to lead to {}",
                         plies_text(*plies), move.move,
                         after ? fmt::format("a position at {}", plies_text(*after))
                               : "one that play does not reach");
    }
    // (Where moves that are forbidden count as well, there are no ways.)
    if (table_.info().metric != "reach") return std::nullopt;
    const Way way = table_.way(state);
    if (way.found && static_cast<int>(way.moves.size()) == *plies) return std::nullopt;
    return fmt::format("the table says {} from the start, but there is no way of that length",
                       plies_text(*plies));
  }
  static std::string plies_text(int plies) {
    return plies == 1 ? "1 ply" : fmt::format("{} plies", plies);
  }

  const Table& table_;
};

}  // namespace

VerifyReport Table::verify_sample(std::uint64_t count, std::uint64_t seed,
                                  const WorkOptions& options) const {
  answer([&] {
    file_ ? file_->check_whole() : reader_->check_files();
    return true;
  });
  constexpr std::uint64_t a_task = 256;
  // (Rules that are code may be for one thread at a time.)
  const int threads = game_->is_own() ? 1 : thread_count(options.threads);
  const StateCheck check(*this);
  FirstFailure failure;
  ProgressCounter progress(options.progress);
  progress.expect(count);
  std::atomic<std::uint64_t> checked = 0;
  parallel_tasks((count + a_task - 1) / a_task, threads, [&] {
    return [&](std::uint64_t task) {
      if (failure.happened()) return;
      SplitMix random(seed ^ SplitMix(task).next());
      const std::uint64_t wanted = std::min(a_task, count - task * a_task);
      for (const std::string& position : random_positions(*this, wanted, random.next())) {
        if (failure.happened()) return;
        if (const Fault fault = check.fault_in(position, random)) failure.note(*fault);
        checked.fetch_add(1, std::memory_order_relaxed);
      }
      progress.add(wanted);
    };
  });
  check_file();
  return {.positions = checked, .failure = failure.text()};
}

}  // namespace zermelo
