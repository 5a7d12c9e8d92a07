// SPDX-License-Identifier: MIT
#include "reports/play_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/piece_set.h"
#include "gen/wrong_file.h"
#include "proof/proof_limits.h"
#include "proof/temporary_table.h"
#include "reports/action_names.h"
#include "reports/play_estimate.h"
#include "reports/play_graph.h"
#include "reports/text_numbers.h"
#include "reports/text_symmetry.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {

PlayReport::Ply PlayReport::Ply::of_position(Value value, bool first_to_move, std::uint64_t legal,
                                             std::uint64_t keeping, std::uint64_t best) {
  Ply ply{.positions = 1, .legal = legal, .keeping = keeping, .best = best};
  const bool decided = !value.is_draw();
  ply.draws = decided ? 0 : 1;
  ply.first_wins = decided && value.is_win() == first_to_move ? 1 : 0;
  ply.second_wins = decided && value.is_win() != first_to_move ? 1 : 0;
  ply.only_moves = keeping == 1 && legal > 1 ? 1 : 0;
  ply.forced = legal == 1 ? 1 : 0;
  ply.traps = !value.is_loss() && 4 * keeping <= legal ? 1 : 0;
  ply.keeps = static_cast<double>(keeping) / static_cast<double>(legal);
  return ply;
}

PlayReport::Ply& PlayReport::Ply::operator+=(const Ply& more) {
  positions += more.positions;
  first_wins += more.first_wins;
  draws += more.draws;
  second_wins += more.second_wins;
  legal += more.legal;
  keeping += more.keeping;
  best += more.best;
  only_moves += more.only_moves;
  forced += more.forced;
  traps += more.traps;
  keeps += more.keeps;
  return *this;
}

PlayReport::Ply PlayReport::Ply::times(std::uint64_t number) const {
  return {positions * number,
          first_wins * number,
          draws * number,
          second_wins * number,
          legal * number,
          keeping * number,
          best * number,
          only_moves * number,
          forced * number,
          traps * number,
          keeps * static_cast<double>(number)};
}

namespace {

constexpr int error_steps = 16;
constexpr double first_after_slow_ones = 3.0 / error_steps;

// The game without an action; nothing if it is over at its start.
std::shared_ptr<const Game> game_without(const GameSpec& game, const std::string& name) {
  const GameSpec less = without_action(game, name);
  try {
    auto made = make_game(less);
    return made->status(made->start()).goes_on() ? made : nullptr;
  } catch (const WrongFile&) {  // (So says version 2 of BDDL.)
    return nullptr;
  }
}

// Compares the values of positions with those of the game without an action.
class ComparisonWithout {
 public:
  ComparisonWithout(const Table& table, const std::string& name,
                    const PlayGraph::Options& options) {
    result_.name = name;
    const auto game = game_without(table.game().spec(), name);
    if (game == nullptr) return;
    SolveOptions solving{.threads = options.threads, .memory_limit = options.memory_limit};
    solving.stop = options.stop;
    const TemporaryTable without(*game, solving);
    result_.start = without->probe(without->start());
    const PlayGraph all(*without, options, [this](const PlayGraph::Seen& seen) {
      numbers_.add(TextKey(seen.text()));
      values_.push_back(seen.value);
    });
  }

  void add(const PlayGraph::Seen& seen) {
    const auto number = numbers_.find(TextKey(seen.text()));
    if (!number) return;
    ++result_.compared;
    const Value without = values_[*number];
    if (without == seen.value) return;
    if (result_.different++ == 0) {
      result_.first = seen.text();
      result_.first_ply = seen.ply;
      result_.first_value = seen.value;
      result_.first_without = without;
    }
    if (without.outcome() != seen.value.outcome()) ++result_.other_outcome;
  }
  PlayReport::Without finish() { return std::move(result_); }

 private:
  TextNumbers numbers_;        // of the positions of that game
  std::vector<Value> values_;  // by number
  PlayReport::Without result_;
};

class ReportMaker {
 public:
  ReportMaker(const Table& table, const PlayReportOptions& options)
      : table_(table),
        options_(options),
        game_(table.game()),
        limits_(options.seconds, 0, options.stop) {
    if (options.seconds > 0) watch_.emplace(limits_);
  }

  PlayReport make() {
    report_.metric = table_.metric();
    report_.first = game_.to_move(table_.start());
    const Diagram board = game_.diagram(table_.start());
    report_.columns = board.columns;
    report_.rows = board.rows;
    look_at_first_moves();
    settle({"start", "first_moves", "swap"}, true);
    options_.sample > 0 ? sample() : follow_play(board.cells.size());
    if (wants("puzzles")) look_for_puzzles();
    return std::move(report_);
  }

 private:
  PlayGraph::Options graph_options() {
    PlayGraph::Options options{options_.threads, options_.memory_limit, stop()};
    if (!report_.actions.empty()) options.actions = &actions_;
    if (options_.fold) {
      symmetries_.emplace(game_, options_.threads);
      if (symmetries_->size() > 1) options.symmetries = &*symmetries_;
    }
    // (Texts are compared with those of another game.)
    options.visit_all = !actions_are_symmetric() || !options_.without.empty();
    options.pieces = !report_.pieces.empty();
    options.progress = [this](std::uint64_t positions, int ply) {
      if (options_.progress)
        options_.progress(fmt::format("following play: ply {}, {} positions", ply, positions));
    };
    return options;
  }

  // (A step ahead to the left is not, where its mirror image has another name.)
  bool actions_are_symmetric() const {
    return report_.actions.empty() || !symmetries_ ||
           std::ranges::all_of(symmetries_->maps(symmetries_->count_keeping_start()),
                               [&](const auto& map) { return actions_.are_kept_by(map); });
  }

  void look_at_first_moves() {
    const std::vector<MoveValue> moves = table_.moves(table_.start());
    bool any_ends = false;
    for (const MoveValue& move : moves) {
      report_.first_moves.push_back({move.move, move.value});
      any_ends |= move.ending.has_value();
    }
    report_.start = moves.front().value;
    if (!any_ends && !report_.is_for_one()) report_.swap = swap_of(report_.first_moves);
  }

  // Whoever wins after the first move, the second player takes that side.
  PlayReport::Swap swap_of(const std::vector<PlayReport::FirstMove>& moves) const {
    const auto unfairness = [&](const PlayReport::FirstMove& move) {
      const int amount = move.value.amount(report_.metric);
      return std::tuple(!move.value.is_draw(), report_.metric == Metric::score ? amount : -amount);
    };
    const auto fairest = std::ranges::min_element(moves, {}, unfairness);
    return {fairest->value.is_draw() ? Outcome::draw : Outcome::win, fairest->move, fairest->value};
  }

  void prepare_uses() {
    if (wants("actions")) {
      for (const std::string& name : actions_.names()) report_.actions.push_back({.name = name});
    }
    const PieceSet* kinds = game_.pieces();
    if (kinds == nullptr || kinds->size() < 2 || !wants("pieces")) return;
    for (int kind = 0; kind < kinds->size(); ++kind) {
      report_.pieces.push_back({.name = (*kinds)[kind].name});
      letters_.push_back((*kinds)[kind].letter);
    }
  }

  void prepare_comparisons() {
    for (const std::string& name : options_.without) {
      if (options_.progress) options_.progress("solving the game without " + name);
      const bool is_solved = in_time([&] {
        comparisons_.push_back(std::make_unique<ComparisonWithout>(
            table_, name, PlayGraph::Options{options_.threads, options_.memory_limit, stop()}));
      });
      if (!is_solved) report_.left_out.push_back("without " + name);
    }
  }

  // needs(move): whether a move cannot be made without it.
  template <class Needs>
  static void count_use(PlayReport::Use& use, const PlayGraph::Seen& seen, const Needs& needs) {
    bool is_legal = false, is_best = false, all_keeping = true;
    for (const PlayGraph::SeenMove& move : seen.moves) {
      const bool needed = needs(move);
      is_legal |= needed;
      is_best |= needed && move.is_best;
      all_keeping &= needed || !move.keeps;
    }
    const auto positions = static_cast<std::uint64_t>(std::popcount(seen.maps));
    use.legal += is_legal ? positions : 0;
    use.best += is_best ? positions : 0;
    use.only += all_keeping ? positions : 0;
  }
  void count_uses(const PlayGraph::Seen& seen) {
    for (std::size_t i = 0; i < report_.actions.size(); ++i) {
      count_use(report_.actions[i], seen,
                [&](const auto& move) { return (move.actions.all >> i & 1) != 0; });
    }
    for (std::size_t i = 0; i < report_.pieces.size(); ++i) {
      count_use(report_.pieces[i], seen,
                [&](const auto& move) { return move.piece == letters_[i]; });
    }
  }

  void look_at(const PlayGraph::Seen& seen) {
    count_uses(seen);
    for (const auto& comparison : comparisons_) comparison->add(seen);
    if (report_.plies.size() <= static_cast<std::size_t>(seen.ply)) report_.plies.emplace_back();
    const auto count = [&](bool PlayGraph::SeenMove::*what) {
      return static_cast<std::uint64_t>(std::ranges::count(seen.moves, true, what));
    };
    const auto ply = PlayReport::Ply::of_position(seen.value, seen.first_to_move, seen.moves.size(),
                                                  count(&PlayGraph::SeenMove::keeps),
                                                  count(&PlayGraph::SeenMove::is_best));
    if (ply.traps > 0) add_trap(seen, {"", seen.ply, ply.legal, ply.keeping, seen.value});
    report_.plies.back() += ply.times(static_cast<std::uint64_t>(std::popcount(seen.maps)));
    look_for_longest(seen);
    count_squares(seen);
  }

  void count_squares(const PlayGraph::Seen& seen) {
    std::vector<int>& squares = best_squares_;
    squares.clear();
    for (const PlayGraph::SeenMove& move : seen.moves) {
      if (move.is_best) squares.insert(squares.end(), move.squares.begin(), move.squares.end());
    }
    std::ranges::sort(squares);
    squares.erase(std::unique(squares.begin(), squares.end()), squares.end());
    for (const int square : squares) {
      if (square < 0 || static_cast<std::size_t>(square) >= report_.squares.size()) continue;
      for (std::size_t map = 0; seen.maps >> map != 0; ++map) {
        if ((seen.maps >> map & 1) == 0) continue;
        const int image = map == 0 ? square : symmetries_->image(map, square);
        ++report_.squares[static_cast<std::size_t>(image)];
      }
    }
  }

  void look_for_longest(const PlayGraph::Seen& seen) {
    if (!seen.value.is_win() || report_.metric == Metric::outcome) return;
    const int amount = seen.value.amount(report_.metric);
    if (amount <= report_.longest_win) return;
    report_.longest_win = amount;
    report_.longest = seen.text();
  }

  void add_trap(const PlayGraph::Seen& seen, PlayReport::Trap trap) {
    constexpr std::size_t most = 10;
    // (Compared as fractions; of equally bad ones the first that was met stays first.)
    const auto is_worse = [](const PlayReport::Trap& a, const PlayReport::Trap& b) {
      return a.keeping * b.legal < b.keeping * a.legal;
    };
    auto& worst = report_.worst_traps;
    if (worst.size() == most && !is_worse(trap, worst.back())) return;
    trap.position = seen.text();
    // (One of each that symmetries turn into each other.)
    const auto alike = [&](const PlayReport::Trap& other) {
      return other.ply == trap.ply && other.legal == trap.legal &&
             table_.canonical(other.position) == table_.canonical(trap.position);
    };
    if (std::ranges::any_of(worst, alike)) return;
    worst.insert(std::ranges::upper_bound(worst, trap, is_worse), std::move(trap));
    if (worst.size() > most) worst.pop_back();
  }

  std::optional<int> settled() const {
    std::optional<int> from;
    for (int ply = static_cast<int>(report_.plies.size()) - 1; ply >= 0; --ply) {
      const PlayReport::Ply& here = report_.plies[static_cast<std::size_t>(ply)];
      if (here.mean(here.keeps) < 0.9) break;
      from = ply;
    }
    return from;
  }

  // --- What is wanted, and what there is time for ------------------------------------------------

  bool wants(const std::string& measure) const {
    return options_.measures.empty() ||
           std::ranges::find(options_.measures, measure) != options_.measures.end();
  }
  // Between whom should a puzzle for one be fair?
  bool applies(const std::string& measure) const {
    return !report_.is_for_one() ||
           (measure != "swap" && measure != "perfect_first" && measure != "perfect_second");
  }
  bool wants_any(const std::vector<std::string>& measures) const {
    return std::ranges::any_of(measures, [&](const std::string& m) { return wants(m); });
  }
  bool is_stopped() const { return options_.stop != nullptr && *options_.stop; }
  bool is_late(double more = 0) const {
    return options_.seconds > 0 && limits_.seconds() + more > options_.seconds;
  }
  // What stops all work: the caller, or time that is over.
  const std::atomic<bool>* stop() const { return watch_ ? &watch_->flag() : options_.stop; }
  // Calls compute(); whether it was done before time was over. Throws Interrupted for the caller.
  template <class Compute>
  bool in_time(const Compute& compute) const {
    if (is_late()) return false;
    try {
      compute();
      return true;
    } catch (const Interrupted&) {
      if (is_stopped()) throw;
      return false;
    }
  }
  void settle(const std::vector<std::string>& measures, bool are_known) {
    for (const std::string& measure : measures) {
      if (!wants(measure) || !applies(measure)) continue;
      if (are_known) {
        report_.measured.insert(measure);
      } else {
        report_.left_out.push_back(measure);
      }
    }
  }

  // What a graph's positions tell, and what its moves tell.
  static inline const std::vector<std::string> of_positions = {
      "longest", "plies", "settled", "worst_traps", "squares", "actions", "pieces"};
  static inline const std::vector<std::string> of_chances = {
      "random", "perfect_first", "perfect_second", "random_lengths", "errors", "size"};

  void sample() {
    settle(of_positions, false);
    settle({"errors", "size"}, false);
    const auto with = [&](const ErrorRates& errors) {
      if (options_.progress) options_.progress("playing at random");
      return sampled_chances(table_, errors, {options_.sample, options_.threads, stop()});
    };
    PlayReport::Sample found;
    found.games = options_.sample;
    const bool is_played = in_time([&] {
      found.random = with({1, 1});
      if (report_.is_for_one()) return;
      found.perfect_first = with({0, 1});
      found.perfect_second = with({1, 0});
    });
    settle({"random", "perfect_first", "perfect_second", "random_lengths"}, is_played);
    if (!is_played) return;
    report_.random = found.random.mean;
    report_.perfect_first = found.perfect_first.mean;
    report_.perfect_second = found.perfect_second.mean;
    report_.random_lengths = found.random.lengths;
    report_.sample = std::move(found);
  }

  void follow_play(std::size_t squares) {
    const bool needs_moves = wants_any(of_chances);
    if (!needs_moves && !wants_any(of_positions) && options_.without.empty()) return;
    report_.squares.assign(squares, 0);
    if (options_.estimate)
      options_.estimate(estimate_play_report(table_, options_.threads, options_.memory_limit));
    prepare_uses();
    prepare_comparisons();
    PlayGraph::Options options = graph_options();
    options.keep_moves = needs_moves;
    std::optional<PlayGraph> graph;
    const bool is_followed = in_time(
        [&] { graph.emplace(table_, options, [this](const auto& seen) { look_at(seen); }); });
    if (is_followed) {
      sum_up();
    } else {
      forget_positions();
    }
    settle(of_positions, is_followed);
    if (!is_followed) return settle(of_chances, false);
    if (needs_moves) compute_chances(*graph);
  }

  void sum_up() {
    for (const auto& comparison : comparisons_) report_.without.push_back(comparison->finish());
    for (const PlayReport::Ply& ply : report_.plies) report_.all += ply;
    report_.settled = settled();
  }

  // What was counted of a part of the positions says nothing.
  void forget_positions() {
    for (const auto& comparison : comparisons_)
      report_.left_out.push_back("without " + comparison->finish().name);
    report_.longest_win = 0;
    report_.longest.clear();
    report_.plies.clear();
    report_.worst_traps.clear();
    report_.squares.clear();
    report_.actions.clear();
    report_.pieces.clear();
  }

  void compute_chances(const PlayGraph& graph) {
    plan_ = plan_chances(graph.positions(), graph.count_moves(), graph.largest_component(),
                         options_.threads, options_.memory_limit);
    list_rates();
    list_groups();
    if (options_.estimate_rest)
      options_.estimate_rest(estimate_chances(graph, wanted_.size(), plan_.threads));
    follow_groups(graph);
    keep_chances();
    if (wants("size")) settle({"size"}, in_time([&] { compute_size(graph); }));
  }

  // A measure of play by people who err, and what was found of it, if that was done in time.
  struct WantedChances {
    std::string measure;
    ErrorRates errors;
    std::optional<Chances> found = {};
  };
  void list_rates() {
    const auto add = [&](const std::string& measure, const ErrorRates& errors) {
      if (wants(measure) && applies(measure)) wanted_.push_back({measure, errors});
    };
    add("random", {1, 1});
    add("perfect_first", {0, 1});
    add("perfect_second", {1, 0});
    // (Rare errors first, since they take longest; of perfect play last: it is another system than
    // the rest, and often soon done.)
    const auto add_step = [&](int step) {
      const double rate = static_cast<double>(step) / error_steps;
      add("errors", {rate, rate});
    };
    for (int step = 1; step < error_steps; ++step) add_step(step);
    if (!wants("random")) add_step(error_steps);
    add_step(0);
  }

  // Wanted ones that follow each other in the list, and are followed together.
  struct Group {
    std::size_t begin = 0, count = 0;
    ChanceExtra extra = ChanceExtra::none;
  };
  void list_groups() {
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const ErrorRates& errors = wanted_[i].errors;
      const ChanceExtra extra = extra_of(errors);
      const bool is_perfect = errors.first == 0 && errors.second == 0;
      // (All of a group are followed as long as that of the rarest errors.)
      const bool follows_slow_ones = errors.first == first_after_slow_ones;
      const bool goes_on = !groups_.empty() && groups_.back().extra == extra &&
                           groups_.back().count < plan_.together && !is_perfect &&
                           !follows_slow_ones &&
                           wanted_[i].measure == wanted_[groups_.back().begin].measure;
      if (!goes_on) groups_.push_back({i, 0, extra});
      ++groups_.back().count;
    }
  }

  ChanceExtra extra_of(const ErrorRates& errors) const {
    if (report_.metric == Metric::score) return ChanceExtra::score;
    const bool is_of_tree =
        errors.first == errors.second && (errors.first == 0 || errors.first == 1);
    return is_of_tree && wants("size") ? ChanceExtra::log_choices : ChanceExtra::none;
  }

  // Each group, and the lengths of random play, are a task. (Small games are done before threads
  // begin.)
  void follow_groups(const PlayGraph& graph) {
    constexpr std::uint64_t few_moves = 1000;
    const int threads = graph.count_moves() < few_moves ? 1 : plan_.threads;
    const std::size_t lengths = wants("random_lengths") ? 1 : 0, tasks = lengths + groups_.size();
    bool has_lengths = false;
    const auto caller = std::this_thread::get_id();
    in_time([&] {
      parallel_tasks(tasks, threads, [&] {
        return [&](std::uint64_t task) {
          if (options_.progress && std::this_thread::get_id() == caller)
            options_.progress(fmt::format("play at random and with errors: {} of {}", task, tasks));
          if (task >= lengths) return follow_group(graph, groups_[task - lengths]);
          report_.random_lengths = random_lengths(graph, stop());
          has_lengths = true;
        };
      });
    });
    if (lengths > 0) settle({"random_lengths"}, has_lengths);
  }
  void follow_group(const PlayGraph& graph, const Group& group) {
    const auto some = std::span(wanted_).subspan(group.begin, group.count);
    std::vector<ErrorRates> rates;
    for (const WantedChances& wanted : some) rates.push_back(wanted.errors);
    const std::vector<Chances> found = chances(graph, rates, stop(), group.extra);
    for (std::size_t i = 0; i < some.size(); ++i) some[i].found = found[i];
  }

  void keep_chances() {
    for (const auto& [measure, into] :
         {std::pair("random", &report_.random), std::pair("perfect_first", &report_.perfect_first),
          std::pair("perfect_second", &report_.perfect_second)}) {
      const auto wanted = std::ranges::find(wanted_, measure, &WantedChances::measure);
      const bool is_known = wanted != wanted_.end() && wanted->found;
      if (is_known) *into = *wanted->found;
      settle({measure}, is_known);
    }
    if (wants("errors")) settle({"errors"}, keep_errors());
  }
  // Whether all are known.
  bool keep_errors() {
    for (const WantedChances& wanted : wanted_) {
      if (wanted.measure != "errors") continue;
      if (!wanted.found) return report_.errors.clear(), false;
      report_.errors.push_back({wanted.errors.first, *wanted.found});
    }
    std::ranges::sort(report_.errors, {}, &PlayReport::Errors::rate);
    if (!wants("random")) return true;
    if (!report_.has("random")) return report_.errors.clear(), false;
    report_.errors.push_back({1, report_.random});
    return true;
  }

  void compute_size(const PlayGraph& graph) {
    PlayReport::Size& size = report_.size;
    if (symmetries_) size.folded = graph.positions();
    size.stored = table_.info().positions;
    size.bytes = table_.info().bytes;
    size.random_tree = tree_of(graph, 1, report_.has("random") ? &report_.random : nullptr);
    size.best_tree =
        tree_of(graph, 0, report_.has("errors") ? &report_.errors[0].chances : nullptr);
  }
  // `known`: these chances, if they were computed; they may say it.
  std::optional<PlayReport::Size::Tree> tree_of(const PlayGraph& graph, double rate,
                                                const Chances* known) const {
    Chances found = known != nullptr ? *known : Chances{.endless = 1};
    if (known != nullptr && !known->plies) return std::nullopt;
    if (!found.log_choices) found = chances(graph, {rate, rate}, stop(), ChanceExtra::log_choices);
    if (!found.log_choices) return std::nullopt;
    return PlayReport::Size::Tree{std::pow(10, *found.log_choices / *found.plies),
                                  *found.log_choices};
  }

  void look_for_puzzles() {
    if (tells_only_results(report_.metric)) return;  // (Such tables have none.)
    const bool fits = table_.mining_memory() <= MemoryLimit(options_.memory_limit).bytes();
    if (options_.progress) options_.progress("looking for puzzles");
    constexpr std::uint64_t seed = 1;
    const bool are_found = fits && in_time([&] {
                             report_.puzzles = best_puzzles(
                                 table_, seed, {.threads = options_.threads, .stop = stop()});
                           });
    settle({"puzzles"}, are_found);
  }

  const Table& table_;
  const PlayReportOptions& options_;
  const Game& game_;
  ProofLimits limits_;
  std::optional<LimitWatch> watch_;  // if there is a limit of time
  ActionNames actions_{game_.spec()};
  std::optional<TextSymmetries> symmetries_;  // if positions are folded by them
  ChancesPlan plan_;
  std::vector<WantedChances> wanted_;
  std::vector<Group> groups_;
  std::string letters_;            // of report_.pieces
  std::vector<int> best_squares_;  // of one position
  std::vector<std::unique_ptr<ComparisonWithout>> comparisons_;
  PlayReport report_;
};

}  // namespace

const std::vector<std::string>& play_measures() {
  static const std::vector<std::string> names = {
      "start",          "first_moves",    "swap",    "random", "errors",  "perfect_first",
      "perfect_second", "random_lengths", "longest", "plies",  "settled", "worst_traps",
      "squares",        "actions",        "pieces",  "size",   "puzzles"};
  return names;
}

PlayReport play_report(const Table& table, const PlayReportOptions& options) {
  for (const std::string& measure : options.measures) {
    if (std::ranges::find(play_measures(), measure) == play_measures().end()) {
      throw UsageError(fmt::format("There is no measure '{}', only {}.", measure,
                                   fmt::join(play_measures(), ", ")));
    }
  }
  return ReportMaker(table, options).make();
}

}  // namespace zermelo
