// SPDX-License-Identifier: MIT
#include "reports/play_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "reports/text_numbers.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {
namespace {

PlayGraph::Target target_of(Outcome ending) {
  return ending == Outcome::win    ? PlayGraph::wins
         : ending == Outcome::draw ? PlayGraph::draws
                                   : PlayGraph::loses;
}

}  // namespace

class PlayGraph::Builder {
 public:
  Builder(PlayGraph& graph, const Table& table, const Options& options,
          const std::function<void(const Seen&)>& visit)
      : graph_(graph),
        table_(table),
        options_(options),
        visit_(visit),
        first_(table.game().to_move(table.start())),
        limit_(options.memory_limit) {}

  void build() {
    require_two_players();
    std::vector<std::string> level = {table_.start()};
    numbers_.add(key_of(level.front()));
    for (int ply = 0; !level.empty(); ++ply) {
      std::vector<std::string> next;
      for (std::size_t begin = 0; begin < level.size(); begin += batch)
        expand(std::span(level).subspan(begin, std::min(batch, level.size() - begin)), ply, next);
      level = std::move(next);
    }
  }

 private:
  static constexpr std::size_t batch = 1 << 14;

  struct Found {
    Value value;
    bool first_to_move = false;
    std::uint8_t maps = 1;
    std::vector<std::string> texts;  // by move; empty if it ends the game
    std::vector<Target> ends;
    std::vector<TextKey> keys;
    std::vector<SeenMove> moves;
  };

  void require_two_players() const {
    if (table_.metric() != Metric::moves) return;
    throw UsageError(
        "This report is on games of two players; of a puzzle for one, zermelo stats says what "
        "there "
        "is to say.");
  }

  void expand(std::span<const std::string> level, int ply, std::vector<std::string>& next) {
    std::vector<Found> found(level.size());
    constexpr std::size_t at_once = 64;
    parallel_tasks((level.size() + at_once - 1) / at_once, thread_count(options_.threads), [&] {
      return [&](std::uint64_t task) {
        const std::size_t begin = task * at_once;
        for (std::size_t i = begin; i < std::min(level.size(), begin + at_once); ++i)
          found[i] = find(level[i]);
      };
    });
    for (std::size_t i = 0; i < level.size(); ++i) add(level[i], ply, found[i], next);
    if (options_.progress) options_.progress(numbers_.size(), ply);
    if (options_.stop != nullptr && *options_.stop) throw Interrupted("Stopped.");
    require_memory();
  }

  Found find(const std::string& text) const {
    Found found;
    const std::vector<MoveValue> moves = table_.moves(text);
    found.value = moves.front().value;
    if (options_.symmetries != nullptr) found.maps = options_.symmetries->orbit(text).maps;
    found.first_to_move = table_.game().to_move(text) == first_;
    std::map<std::string, MoveActions> actions;
    if (options_.actions != nullptr) actions = options_.actions->of_moves(text);
    const std::vector<Cell> cells =
        options_.pieces ? table_.game().diagram(text).cells : std::vector<Cell>();
    for (const MoveValue& move : moves) {
      SeenMove& seen = found.moves.emplace_back();
      seen.is_best = move.value == found.value;
      seen.keeps = move.value.outcome() == found.value.outcome();
      seen.squares = move.shape.to.empty() ? move.shape.from : move.shape.to;
      if (!actions.empty()) seen.actions = actions[move.after];
      if (options_.pieces) seen.piece = piece_of(move.shape, cells);
      found.texts.push_back(move.result);
      found.keys.push_back(key_of(move.result));
      found.ends.push_back(move.ending ? target_of(*move.ending) : Target{0});
    }
    return found;
  }

  // The same for all positions that have one number.
  TextKey key_of(const std::string& text) const {
    if (options_.symmetries == nullptr) return TextKey(text);
    return TextKey(options_.symmetries->orbit(text).least);
  }

  static char piece_of(const MoveShape& shape, const std::vector<Cell>& cells) {
    const Cell piece =
        shape.from.empty() ? shape.dropped : cells[static_cast<std::size_t>(shape.from.front())];
    return static_cast<char>(std::toupper(static_cast<unsigned char>(piece.letter)));
  }

  void add(const std::string& text, int ply, Found& found, std::vector<std::string>& next) {
    const std::uint32_t number = graph_.positions();
    if (!options_.keep_moves) graph_.targets_.clear();
    for (std::size_t i = 0; i < found.moves.size(); ++i) {
      Target target = found.ends[i];
      if (target == 0) {
        const auto [other, is_new] = numbers_.add(found.keys[i]);
        if (is_new) next.push_back(std::move(found.texts[i]));
        target = other;
        graph_.is_ordered_ &= other > number;
      }
      graph_.targets_.push_back(target);
    }
    graph_.begins_.push_back(graph_.targets_.size());
    graph_.first_to_move_.push_back(found.first_to_move ? 1 : 0);
    graph_.best_.push_back(
        static_cast<std::uint16_t>(std::ranges::count(found.moves, true, &SeenMove::is_best)));
    visit_({text, ply, found.first_to_move, found.value, found.moves, found.maps});
  }

  // Positions, moves, and 40 bytes for each position that play with errors takes later.
  void require_memory() const {
    const std::uint64_t bytes = numbers_.bytes() + numbers_.size() * std::uint64_t{64} +
                                graph_.targets_.capacity() * sizeof(Target);
    limit_.require({bytes, true, "This report needs"});
    if (numbers_.size() >= first_end)
      throw OutOfMemory("Play leads to more positions than this report can number.");
  }

  PlayGraph& graph_;
  const Table& table_;
  const Options& options_;
  const std::function<void(const Seen&)>& visit_;
  const Colour first_;
  MemoryLimit limit_;
  TextNumbers numbers_;
};

PlayGraph::PlayGraph(const Table& table, const Options& options,
                     const std::function<void(const Seen& seen)>& visit) {
  Builder(*this, table, options, visit).build();
}

}  // namespace zermelo
