// SPDX-License-Identifier: MIT
#include "reports/play_graph.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "reports/check_stop.h"
#include "reports/text_numbers.h"
#include "reports/text_play.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {

// (Named, since a class with a name has them as members.)
namespace graph_building {

// Codes of positions, one after the other.
class Codes {
 public:
  void add(std::string_view code) {
    bytes_.append(code);
    ends_.push_back(bytes_.size());
  }
  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t i) const {
    const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }
  std::uint64_t bytes() const { return bytes_.capacity() + ends_.capacity() * sizeof(ends_[0]); }
  void clear() {
    bytes_.clear();
    ends_.clear();
  }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_;
};

struct FoundMove {
  Value value = {};
  bool ends = false;                         // the game; otherwise:
  TextKey key = {};                          // of what it leads to,
  std::optional<std::uint32_t> number = {};  // and its number, if it had one before this batch
  std::size_t after = 0;                     // its number in Portion::afters
  std::span<const int> squares = {};         // in Portion::squares, when all moves are known
  MoveActions actions = {};
  char piece = '\0';
};

// Some positions that follow each other, with their moves. Its memory is used again.
struct Portion {
  struct Position {
    bool first_to_move = false;
    std::uint8_t maps = 1;
    TextKey orbit = {};  // if they are visited apart: that of the positions with one number
    std::size_t moves = 0;
  };
  std::vector<Position> positions;
  std::vector<FoundMove> moves;  // of each position, best first
  Codes afters;
  std::vector<std::size_t> ends;  // of each move's squares, in the order of `moves`
  std::vector<int> squares;

  void clear() {
    positions.clear();
    moves.clear();
    afters.clear();
    ends.clear();
    squares.clear();
  }
};

}  // namespace graph_building

class PlayGraph::Builder {
  using Codes = graph_building::Codes;
  using FoundMove = graph_building::FoundMove;
  using Portion = graph_building::Portion;

 public:
  Builder(PlayGraph& graph, const Table& table, const Options& options,
          const std::function<void(const Seen&)>& visit)
      : graph_(graph),
        table_(table),
        options_(options),
        visit_(visit),
        first_(table.game().to_move(table.start())),
        limit_(options.memory_limit) {}

  // Whether each move leads to a position with a greater number.
  bool is_ordered() const { return is_ordered_; }

  void build() {
    open_play();
    if (!play_) play_ = text_play(table_, options_.symmetries);
    if (const TextSymmetries* all = options_.symmetries; all != nullptr) {
      maps_ = all->maps(all->size());
      maps_keeping_start_ = all->maps(all->count_keeping_start());
    }
    Codes level;
    level.add(play_->code(table_.start()));
    add_number(Worker(*this).key_of(level[0]), Value());
    for (int ply = 0; level.size() > 0; ++ply) {
      Codes next;
      for (std::size_t begin = 0; begin < level.size(); begin += batch)
        expand(level, begin, std::min(batch, level.size() - begin), ply, next);
      level = std::move(next);
    }
    if (options_.keep_moves) give_rows_to_targets();
  }

 private:
  static constexpr std::size_t batch = 1 << 12, at_once = 64;

  // Values are in memory unless that takes too much of it.
  void open_play() {
    const std::uint64_t bytes = table_.mining_memory();
    if (bytes <= limit_.bytes() / 4) play_ = table_.loaded_play(options_.threads, options_.stop);
    if (play_) {
      loaded_bytes_ = bytes;
    } else {
      play_ = table_.coded_play();
    }
  }

  // Looks at positions, on one thread, while nothing is numbered.
  class Worker {
   public:
    explicit Worker(const Builder& builder) : b_(builder), moves_(builder.play_->moves()) {
      if (b_.folds_) visited_images_ = b_.play_->images(b_.maps_keeping_start_);
      if (b_.keeps_one_of_orbit_) images_ = b_.play_->images(b_.maps_);
      if (b_.options_.actions != nullptr) actions_.emplace(*b_.options_.actions);
    }

    // The same for all positions that are visited as one.
    TextKey key_of(std::string_view code) {
      return b_.folds_ ? TextKey(visited_images_->least(code)) : TextKey(code);
    }

    void look_at(std::string_view code, Portion& portion) {
      const std::span<const CodedMove> moves = moves_->list(code);
      if (actions_) actions_->look_at(code);
      find(moves);
      put_best_first();
      for (const std::size_t i : order_) {
        FoundMove& move = portion.moves.emplace_back(found_[i]);
        if (!move.ends && !move.number) {
          move.after = portion.afters.size();
          portion.afters.add(moves[i].after);
        }
        portion.squares.insert(portion.squares.end(), moves[i].squares.begin(),
                               moves[i].squares.end());
        portion.ends.push_back(portion.squares.size());
      }
      portion.positions.push_back(
          {b_.play_->to_move(code) == b_.first_,
           b_.folds_ ? visited_images_->different(code) : std::uint8_t{1},
           b_.keeps_one_of_orbit_ ? TextKey(images_->least(code)) : TextKey(), moves.size()});
    }

   private:
    // (Most of the time would go into cache misses, were they not waited for together.)
    void find(std::span<const CodedMove> moves) {
      found_.clear();
      for (const CodedMove& move : moves) {
        FoundMove& found = found_.emplace_back();
        found.ends = move.ending.has_value();
        if (found.ends) continue;
        found.key = key_of(move.after);
        b_.numbers_.fetch_slot(found.key);
      }
      for (const FoundMove& found : found_)
        if (!found.ends) b_.numbers_.fetch_key(found.key);
      for (FoundMove& found : found_) {
        if (found.ends) continue;
        found.number = b_.numbers_.find(found.key);
        if (found.number) __builtin_prefetch(&b_.worth_[*found.number]);
      }
      for (std::size_t i = 0; i < moves.size(); ++i) look_at(moves[i], i, found_[i]);
    }
    void look_at(const CodedMove& move, std::size_t number, FoundMove& found) {
      // (To the start no move has led when it was numbered.)
      const bool is_known = found.number && *found.number > 0 && b_.play_->takes_turns();
      found.value = is_known ? b_.worth_[*found.number] : moves_->value(number);
      if (actions_) found.actions = actions_->of_move_to(move.after);
      if (b_.options_.pieces) found.piece = moves_->piece(number);
    }

    // As Table::moves has them.
    void put_best_first() {
      order_.resize(found_.size());
      for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
      const bool by_number = b_.table_.metric() == Metric::score;
      std::ranges::sort(order_, [&](std::size_t i, std::size_t j) {
        const Value a = found_[i].value, b = found_[j].value;
        if (a == b) return i < j;
        return by_number ? a.score() > b.score() : a > b;
      });
    }

    const Builder& b_;
    std::unique_ptr<CodedMoves> moves_;
    // If they are asked for: by symmetries that keep the start; by all.
    std::unique_ptr<CodedImages> visited_images_, images_;
    std::optional<ActionNames::Finder> actions_;
    std::vector<FoundMove> found_;
    std::vector<std::size_t> order_;
  };

  void expand(const Codes& level, std::size_t begin, std::size_t count, int ply, Codes& next) {
    portions_.resize((batch + at_once - 1) / at_once);
    const std::size_t portions = (count + at_once - 1) / at_once;
    parallel_tasks(portions, thread_count(options_.threads), [&] {
      return [&, worker = Worker(*this)](std::uint64_t task) mutable {
        Portion& portion = portions_[task];
        portion.clear();
        const std::size_t first = begin + task * at_once;
        for (std::size_t i = first; i < std::min(begin + count, first + at_once); ++i)
          worker.look_at(level[i], portion);
      };
    });
    for (std::size_t task = 0; task < portions; ++task)
      add(level, begin + task * at_once, portions_[task], ply, next);
    if (options_.progress) options_.progress(numbers_.size(), ply);
    check_stop(options_.stop);
    require_memory(level.bytes() + next.bytes());
  }

  void add(const Codes& level, std::size_t at, Portion& portion, int ply, Codes& next) {
    std::size_t squares = 0;
    for (std::size_t i = 0; i < portion.moves.size(); ++i) {
      portion.moves[i].squares =
          std::span<const int>(portion.squares).subspan(squares, portion.ends[i] - squares);
      squares = portion.ends[i];
    }
    std::span<const FoundMove> left = portion.moves;
    for (const Portion::Position& position : portion.positions) {
      add(level[at++], position, left.first(position.moves), portion.afters, ply, next);
      left = left.subspan(position.moves);
    }
  }

  void add(std::string_view code, const Portion::Position& position,
           std::span<const FoundMove> moves, const Codes& afters, int ply, Codes& next) {
    const Value value = moves.front().value;
    const bool is_kept = options_.keep_moves && has_own_row(position);
    seen_.clear();
    for (const FoundMove& move : moves) {
      const Target target = move.ends ? end_of(move.value) : number_of(move, afters, next);
      if (is_kept) graph_.targets_.push_back(target);
      seen_.push_back({move.value.outcome() == value.outcome(), move.value == value, move.squares,
                       move.actions, move.piece});
    }
    if (is_kept) {
      graph_.begins_.push_back(graph_.targets_.size());
      graph_.first_to_move_.push_back(position.first_to_move ? 1 : 0);
      graph_.best_.push_back(
          static_cast<std::uint16_t>(std::ranges::count(seen_, true, &SeenMove::is_best)));
    }
    visit_({*play_, code, ply, position.first_to_move, value, seen_, position.maps});
  }

  // Whether no position has been met that symmetries turn into this one, the next by number.
  bool has_own_row(const Portion::Position& position) {
    if (!keeps_one_of_orbit_) return true;
    const auto [row, is_new] = orbits_.add(position.orbit);
    rows_.push_back(row);
    return is_new;
  }
  // (What a position leads to has no row yet when it is met.)
  void give_rows_to_targets() {
    std::size_t number = 0;
    for (std::uint32_t row = 0; row < graph_.positions(); ++row) {
      for (; number < graph_.begins_[row + 1]; ++number) {
        Target& target = graph_.targets_[number];
        if (!rows_.empty() && !is_end(target)) target = rows_[target];
        is_ordered_ &= target > row;
      }
    }
  }

  Target end_of(Value value) const {
    const bool is_score = table_.metric() == Metric::score;
    return end_with(is_score ? value.score() : static_cast<int>(value.outcome()));
  }
  std::uint32_t number_of(const FoundMove& move, const Codes& afters, Codes& next) {
    if (move.number) return *move.number;
    const auto [number, is_new] = add_number(move.key, move.value);
    if (is_new) next.add(afters[move.after]);
    return number;
  }
  std::pair<std::uint32_t, bool> add_number(const TextKey& key, Value worth) {
    const auto added = numbers_.add(key);
    if (added.second) worth_.push_back(worth);
    return added;
  }

  // Positions, moves, rows, and 40 bytes for each position that play with errors takes later (and
  // their order less).
  void require_memory(std::uint64_t levels) const {
    const std::uint64_t bytes = numbers_.bytes() + orbits_.bytes() + levels + loaded_bytes_ +
                                numbers_.size() * std::uint64_t{64} +
                                graph_.targets_.capacity() * sizeof(Target);
    limit_.require({bytes, true, "This report needs"});
    if (numbers_.size() >= first_end)
      throw OutOfMemory("Play leads to more positions than this report can number.");
  }

  PlayGraph& graph_;
  const Table& table_;
  const Options& options_;
  // Whether positions that symmetries turn into each other are visited as one; whether of those
  // that are visited apart nevertheless the moves of one are kept.
  const bool folds_ = options_.symmetries != nullptr &&
                      options_.symmetries->count_keeping_start() > 1 && !options_.visit_all;
  const bool keeps_one_of_orbit_ =
      options_.symmetries != nullptr && options_.keep_moves &&
      (!folds_ || options_.symmetries->count_keeping_start() < options_.symmetries->size());
  const std::function<void(const Seen&)>& visit_;
  const Colour first_;
  MemoryLimit limit_;
  std::unique_ptr<const CodedPlay> play_;
  std::uint64_t loaded_bytes_ = 0;  // of its values
  CodedPlay::Maps maps_, maps_keeping_start_;
  TextNumbers numbers_;
  TextNumbers orbits_;               // if they are visited apart, in the order of rows;
  std::vector<std::uint32_t> rows_;  // and by number, the row in the graph of each position
  std::vector<Value> worth_;  // by number: of the moves that lead there, for those who make them
  std::vector<Portion> portions_;
  std::vector<SeenMove> seen_;
  bool is_ordered_ = true;
};

PlayGraph::PlayGraph(const Table& table, const Options& options,
                     const std::function<void(const Seen& seen)>& visit) {
  Builder builder(*this, table, options, visit);
  builder.build();
  if (options.keep_moves && !builder.is_ordered()) find_components();
}

std::uint32_t PlayGraph::largest_component() const {
  std::size_t most = 0;
  for_each_component(
      [&](std::span<const std::uint32_t> component) { most = std::max(most, component.size()); });
  return static_cast<std::uint32_t>(most);
}

// Tarjan's algorithm as E. Nuutila and E. Soisalon-Soininen have it (On finding the strongly
// connected components in a directed graph, 1994): positions wait from when they are finished.
void PlayGraph::find_components() {
  constexpr std::uint32_t done = 0xffff'ffff;
  struct Open {
    std::uint32_t position;
    std::uint32_t next = 0;  // of its moves
  };
  std::uint32_t count = 0;
  std::vector<std::uint32_t> found(positions(), 0);  // when, from 1; done: its component is known
  std::vector<std::uint32_t> least(positions());     // of what it leads to in its component
  std::vector<std::uint32_t> waiting;                // those finished whose component is not known
  std::vector<Open> path;
  const auto open = [&](std::uint32_t position) {
    found[position] = least[position] = ++count;
    path.push_back({position});
  };
  const auto add_component = [&](std::uint32_t root) {
    auto begin = waiting.end();
    while (begin != waiting.begin() && found[begin[-1]] >= found[root]) --begin;
    for (auto position = begin; position != waiting.end(); ++position) {
      order_.push_back(*position);
      found[*position] = done;
    }
    const auto added = std::span(order_).last(static_cast<std::size_t>(waiting.end() - begin));
    std::ranges::sort(added, {}, [this](std::uint32_t position) {
      return std::pair(first_to_move(position), position);
    });
    component_ends_.push_back(static_cast<std::uint32_t>(order_.size()));
    waiting.erase(begin, waiting.end());
  };
  order_.reserve(positions());
  open(0);
  while (!path.empty()) {
    Open& last = path.back();
    const std::uint32_t position = last.position;
    const auto all = moves(position);
    if (last.next < all.size()) {
      const Target target = all[last.next++];
      if (is_end(target) || found[target] == done) continue;
      if (found[target] == 0) {
        open(target);
      } else {
        least[position] = std::min(least[position], found[target]);
      }
      continue;
    }
    path.pop_back();
    waiting.push_back(position);
    if (!path.empty())
      least[path.back().position] = std::min(least[path.back().position], least[position]);
    if (least[position] == found[position]) add_component(position);
  }
  assert(order_.size() == positions());
}

}  // namespace zermelo
