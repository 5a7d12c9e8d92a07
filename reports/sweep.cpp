// SPDX-License-Identifier: MIT
#include "reports/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "gen/bddl/variation.h"
#include "gen/error.h"
#include "gen/text/notation_text.h"
#include "probe/game.h"
#include "probe/table.h"
#include "proof/proof_limits.h"
#include "reports/play_report.h"
#include "tablebase/job/abandoned.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo {

std::optional<std::size_t> Sweep::axis(const std::string& name) const {
  const auto found = std::ranges::find(axes, name, &SweepAxis::name);
  if (found == axes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - axes.begin());
}

namespace {

// --- The games -----------------------------------------------------------------------------------

constexpr std::size_t most_values = 1000, most_cells = 10'000;

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

void add_range(std::string_view text, std::vector<std::string>& values) {
  const std::size_t dots = text.find("..");
  const auto low = whole_number(text.substr(0, dots));
  const auto high = dots == std::string_view::npos ? low : whole_number(text.substr(dots + 2));
  if (dots == std::string_view::npos) {
    values.emplace_back(text);
    return;
  }
  if (!low || !high || *low > *high)
    throw UsageError(fmt::format("'{}' is not a range; write 3..6.", text));
  for (std::int64_t value = *low; value <= *high; ++value) {
    if (values.size() >= most_values)
      throw UsageError(fmt::format("'{}' has more than {} values.", text, most_values));
    values.push_back(std::to_string(value));
  }
}

// As part of a file's name.
std::string plain(const std::string& value) {
  std::string result;
  for (const char c : value) {
    const bool fits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '.' || c == '_' || c == '+';
    result += fits ? c : '_';
  }
  return result;
}

using MakeGame = std::function<GameSpec(const std::vector<std::string>& values)>;

Sweep sweep_of(std::vector<SweepAxis> axes, const MakeGame& make) {
  std::size_t count = 1;
  for (const SweepAxis& axis : axes) {
    count *= axis.values.size();
    if (count > most_cells)
      throw UsageError(fmt::format("A sweep has at most {} games; these are more.", most_cells));
  }
  Sweep sweep{std::move(axes), {}};
  for (std::size_t number = 0; number < count; ++number) {
    SweepCell cell;
    std::size_t rest = number;
    for (auto axis = sweep.axes.rbegin(); axis != sweep.axes.rend(); ++axis) {
      cell.values.push_back(axis->values[rest % axis->values.size()]);
      rest /= axis->values.size();
    }
    std::ranges::reverse(cell.values);
    std::vector<std::string> parts;
    for (const std::string& value : cell.values) parts.push_back(plain(value));
    cell.name = parts.empty() ? "game" : fmt::format("{}", fmt::join(parts, "-"));
    cell.game = make(cell.values);
    sweep.cells.push_back(std::move(cell));
  }
  return sweep;
}

int board_extent(const std::string& value, const char* what) {
  constexpr int most = 64;  // squares of a board
  const auto number = whole_number(value);
  if (!number || *number < 1 || *number > most)
    throw UsageError(fmt::format("A board has 1 to {} {}, not '{}'.", most, what, value));
  return *number;
}

constexpr char all_rules[] = "-";

// Puts a value of an axis into a variation.
void vary(bddl::Variation& variation, const std::string& axis, const std::string& value) {
  if (axis == "columns") variation.columns = board_extent(value, "columns");
  if (axis == "rows") variation.rows = board_extent(value, "rows");
  if (axis == "stuck") variation.stuck = value;
  if (axis == "turn") variation.turn = value;
  if (axis == "without" && value != all_rules) {
    for (const std::string_view name : split(value, '+')) variation.without.emplace_back(name);
  }
}

}  // namespace

std::vector<std::string> sweep_values(const std::string& text) {
  std::vector<std::string> values;
  for (const std::string_view part : split(text, ',')) {
    if (part.empty()) throw UsageError(fmt::format("A value is missing in '{}'.", text));
    add_range(part, values);
  }
  for (const std::string& value : values) {
    if (std::ranges::count(values, value) > 1)
      throw UsageError(fmt::format("The value {} is given twice in '{}'.", value, text));
  }
  return values;
}

Sweep sweep_of_game(std::span<const std::string> words) {
  const GameSpec given = parse_game_spec(words);
  const GameInfo info = info_of_game(given.name);
  if (info.summary.empty())
    throw UsageError(fmt::format("There is no game '{}' whose parameters could vary.", given.name));
  for (const auto& [name, text] : given.parameters) {
    const auto same = [&name = name](const GameParameter& known) {
      return known.name == name || known.old_name == name;
    };
    if (std::ranges::any_of(info.parameters, same)) continue;
    std::vector<std::string> known;
    for (const GameParameter& parameter : info.parameters) known.push_back(parameter.name);
    throw UsageError(fmt::format("{} has no parameter '{}'; it has {}.", given.name, name,
                                 fmt::join(known, ", ")));
  }
  std::vector<SweepAxis> varying, all;
  for (const auto& [name, text] : given.parameters) {
    all.push_back({name, sweep_values(text)});
    if (all.back().values.size() > 1) varying.push_back(all.back());
  }
  std::vector<SweepAxis> axes = varying.empty() ? all : varying;
  // (As a board is described: columns, rows, and then the rest.)
  std::ranges::stable_sort(axes, {}, [](const SweepAxis& axis) {
    return axis.name == "columns" ? 0 : axis.name == "rows" ? 1 : 2;
  });
  return sweep_of(axes, [&](const std::vector<std::string>& values) {
    GameSpec game = given;
    for (std::size_t i = 0; i < axes.size(); ++i) game.parameters[axes[i].name] = values[i];
    return game;
  });
}

Sweep sweep_of_rules(std::span<const NamedRules> rules, const RuleSweep& sweep) {
  if (rules.empty()) throw UsageError("A sweep needs rules.");
  std::vector<SweepAxis> axes;
  if (rules.size() > 1) {
    SweepAxis problems{"problem", {}};
    for (const NamedRules& r : rules) problems.values.push_back(r.name);
    axes.push_back(std::move(problems));
  }
  std::vector<std::string> without = sweep.without;
  if (!without.empty()) without.insert(without.begin(), all_rules);
  for (const auto& [name, values] : {std::pair("columns", sweep.columns),
                                     {"rows", sweep.rows},
                                     {"stuck", sweep.stuck},
                                     {"turn", sweep.turn},
                                     {"without", without}}) {
    if (!values.empty()) axes.push_back({name, values});
  }
  return sweep_of(axes, [&](const std::vector<std::string>& values) {
    const NamedRules* game = &rules.front();
    bddl::Variation variation;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].name == "problem")
        game = &*std::ranges::find(rules, values[i], &NamedRules::name);
      else
        vary(variation, axes[i].name, values[i]);
    }
    return bddl::varied(game->game, variation);
  });
}

// --- Solving -------------------------------------------------------------------------------------

namespace {

// Thrown by the callback that is told how long a solve will take.
struct WouldTakeLonger : Error {
  explicit WouldTakeLonger(double needed)
      : Error("This game would take longer than is allowed."), seconds(needed) {}
  double seconds;
};

std::string seconds_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 7200) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
  if (seconds < 172'800) return fmt::format("{:.0f} hours", std::ceil(seconds / 3600));
  return fmt::format("{:.0f} days", std::ceil(seconds / 86'400));
}

class CellSolver {
 public:
  CellSolver(const SweepCell& cell, std::string path, const CellOptions& options)
      : cell_(cell),
        path_(std::move(path)),
        options_(options),
        time_(options.seconds > 0 ? options.seconds + grace : 0, 0, options.stop) {}

  SweepResult make() {
    try {
      const std::shared_ptr<const Game> game = make_game(cell_.game);
      if (!game->status(game->start()).goes_on())
        over(*game);
      else if (solve_game(*game))
        report(Table::open(path_));
    } catch (const Interrupted&) {
      throw;
    } catch (const FileError&) {
      throw;
    } catch (const OutOfMemory& error) {
      give_up(error.what());
      result_.needs_memory = std::max(result_.needs_memory, estimate_.memory);
      result_.memory_limit = limit_.bytes();
    } catch (const Error& error) {
      result_.state = SweepResult::State::no_game;
      result_.sentence = error.what();
    }
    result_.seconds = time_.seconds();
    return std::move(result_);
  }

 private:
  bool is_stopped() const { return options_.stop != nullptr && *options_.stop; }
  // (Most work is given up by what it reports; this is for what does not.)
  static constexpr double grace = 5;
  bool is_late() const { return options_.seconds > 0 && time_.seconds() > options_.seconds; }

  void over(const Game& game) {
    result_.state = SweepResult::State::over;
    const auto end = game.result(game.start());
    result_.sentence =
        "The game is over at its start" + (end ? ": " + end->sentence : std::string("."));
  }

  void give_up(const std::string& sentence) {
    result_.state = SweepResult::State::too_large;
    result_.sentence = sentence;
    for (const char* ending : {"", ".part", ".checkpoint"}) {
      std::error_code unused;
      std::filesystem::remove(path_ + ending, unused);
    }
  }
  void give_up_for_time(double needed) {
    const std::string limit = seconds_text(options_.seconds);
    give_up(needed > options_.seconds
                ? fmt::format("This game would take about {}; the limit is {}.",
                              seconds_text(needed), limit)
                : fmt::format("This game takes more than the limit of {}.", limit));
    result_.needs_seconds = needed > options_.seconds ? needed : 0;
    result_.needs_memory = estimate_.memory;
    result_.seconds_limit = options_.seconds;
  }

  SolveOptions solve_options() {
    SolveOptions options;
    options.threads = options_.threads;
    options.memory_limit = limit_.bytes();
    options.resume = true;
    options.force = true;
    options.stop = &watch_.flag();
    options.estimate = [this](const SolveEstimate& estimate) {
      estimate_ = estimate;
      // (It is of the whole index, of which play may reach a fiftieth.)
      constexpr double doubt = 50;
      if (options_.seconds > 0 && estimate.seconds > doubt * options_.seconds)
        throw WouldTakeLonger(estimate.seconds);
    };
    options.progress = [this](const SolveProgress& progress) {
      fraction_ = progress.fraction;
      if (is_late() || would_be_late()) throw Abandoned("This takes longer than is allowed.");
      show(fmt::format("solving, {:.0f} %", 100 * progress.fraction));
    };
    return options;
  }

  // What the whole solve takes, as far as it has come; 0 if that is not known.
  double projected_seconds() const { return fraction_ > 0.001 ? time_.seconds() / fraction_ : 0; }
  // (Shares of the work are estimates: only where they leave no doubt.)
  bool would_be_late() const {
    constexpr double early = 3, doubt = 4;
    return options_.seconds > 0 && time_.seconds() > early && fraction_ > 0.02 &&
           projected_seconds() > doubt * options_.seconds;
  }

  // Whether there is a table now.
  bool solve_game(const Game& game) {
    // (Estimates from smaller games are rougher.)
    constexpr double doubt = 4;
    if (options_.seconds > 0 && options_.expected_seconds > doubt * options_.seconds) {
      give_up_for_time(options_.expected_seconds);
      return false;
    }
    try {
      solve(game, path_, solve_options());
      result_.solve_seconds = time_.seconds();
      return true;
    } catch (const WouldTakeLonger& needed) {
      give_up_for_time(needed.seconds);
    } catch (const Abandoned&) {
      give_up_for_time(std::max(projected_seconds(), estimate_.seconds));
    } catch (const Interrupted&) {
      if (is_stopped()) throw;
      give_up_for_time(std::max(projected_seconds(), estimate_.seconds));
    }
    return false;
  }

  void report(const Table& table) {
    result_.metric = table.info().metric;
    result_.positions = table.info().positions;
    const Value start = table.probe(table.start());
    result_.best = {start.outcome(), std::nullopt};
    const bool has_amount = !start.is_draw() && !start.is_endless();
    if (has_amount && table.metric() != Metric::outcome)
      result_.best->amount = start.amount(table.metric());
    const auto has_no_time = [this] {
      lacks(fmt::format("Play at random was not followed to its end: that takes more than {}.",
                        seconds_text(options_.seconds)));
      result_.seconds_limit = options_.seconds;
    };
    try {
      report_on_play(table);
    } catch (const WouldTakeLonger&) {
      has_no_time();
    } catch (const Interrupted&) {
      if (is_stopped()) throw;
      has_no_time();
    } catch (const OutOfMemory& error) {
      lacks(fmt::format("Play at random was not followed: {}", error.what()));
      result_.memory_limit = limit_.bytes();
    } catch (const UsageError& error) {  // a puzzle
      lacks(error.what());
    }
  }
  void lacks(std::string sentence) { result_.sentence = std::move(sentence); }

  void report_on_play(const Table& table) {
    PlayReportOptions options{options_.threads, limit_.bytes(), &watch_.flag()};
    options.measures = {"random", "swap"};
    options.progress = [this](const std::string& what) {
      if (is_late()) throw WouldTakeLonger(time_.seconds());
      show(what);
    };
    // (Of a whole report, play at random is about half.)
    options.estimate = [this](const SolveEstimate& estimate) {
      const double needed = time_.seconds() + estimate.seconds / 2;
      if (options_.seconds > 0 && needed > 2 * options_.seconds) throw WouldTakeLonger(needed);
    };
    const PlayReport play = play_report(table, options);
    result_.random = play.random;
    if (!play.swap) return;
    result_.fairest = play.swap->fairest;
    result_.fairest_value = table.text(play.swap->value);
  }

  void show(const std::string& what) const {
    if (options_.progress) options_.progress(what);
  }

  const SweepCell& cell_;
  const std::string path_;
  const CellOptions& options_;
  const MemoryLimit limit_{options_.memory_limit};
  SweepResult result_;
  SolveEstimate estimate_;
  double fraction_ = 0;
  ProofLimits time_;
  const LimitWatch watch_{time_};
};

}  // namespace

SweepResult solve_cell(const SweepCell& cell, const std::string& path, const CellOptions& options) {
  return CellSolver(cell, path, options).make();
}

bool is_worth_repeating(const SweepResult& result, const CellOptions& options) {
  const bool had_no_time = result.seconds_limit > 0;
  if (had_no_time && (options.seconds == 0 || options.seconds > result.seconds_limit)) return true;
  if (result.memory_limit == 0) return false;
  const std::uint64_t memory = MemoryLimit(options.memory_limit).bytes();
  if (result.needs_memory > 0) return memory >= result.needs_memory;
  return memory / 5 * 4 > result.memory_limit;  // (What is free is not the same twice.)
}

namespace {

// The cells of a sweep by their places on its axes.
class CellGrid {
 public:
  explicit CellGrid(const Sweep& sweep) : sweep_(sweep), strides_(sweep.axes.size()) {
    std::size_t stride = 1;
    for (std::size_t axis = sweep.axes.size(); axis-- > 0;) {
      strides_[axis] = stride;
      stride *= sweep.axes[axis].values.size();
    }
  }

  // The cell one step back along an axis of numbers that follow each other.
  std::optional<std::size_t> before(std::size_t cell, std::size_t axis) const {
    const SweepAxis& along = sweep_.axes[axis];
    const std::size_t at = cell / strides_[axis] % along.values.size();
    if (at == 0) return std::nullopt;
    const auto here = whole_number(along.values[at]), there = whole_number(along.values[at - 1]);
    if (!here || !there || *here != *there + 1) return std::nullopt;
    return cell - strides_[axis];
  }

 private:
  const Sweep& sweep_;
  std::vector<std::size_t> strides_;
};

}  // namespace

void estimate_positions(const Sweep& sweep, std::span<SweepResult> results) {
  const CellGrid grid(sweep);
  const auto positions = [&](std::optional<std::size_t> cell) {
    if (!cell) return 0.0;
    const SweepResult& r = results[*cell];
    return r.positions > 0 ? static_cast<double>(r.positions) : r.needs_positions;
  };
  // (Smaller games come first.)
  for (std::size_t cell = 0; cell < results.size(); ++cell) {
    if (results[cell].state != SweepResult::State::too_large) continue;
    double logarithms = 0;
    int estimates = 0;
    for (std::size_t a = 0; a < sweep.axes.size(); ++a) {
      for (std::size_t b = a; b < sweep.axes.size(); ++b) {
        const auto one = grid.before(cell, a), other = grid.before(cell, b);
        const auto both = one ? grid.before(*one, b) : std::nullopt;
        const double least = positions(both);
        if (least <= 0 || positions(one) <= 0 || positions(other) <= 0) continue;
        logarithms += std::log(positions(one) * positions(other) / least);
        ++estimates;
      }
    }
    results[cell].needs_positions = estimates == 0 ? 0 : std::exp(logarithms / estimates);
  }
}

double expected_seconds(const Sweep& sweep, std::span<const SweepResult> smaller) {
  constexpr std::uint64_t enough_positions = 100'000;
  const SweepResult* largest = nullptr;
  for (const SweepResult& r : smaller) {
    if (r.state != SweepResult::State::solved || r.positions < enough_positions) continue;
    if (largest == nullptr || r.positions > largest->positions) largest = &r;
  }
  if (largest == nullptr) return 0;
  std::vector<SweepResult> results(smaller.begin(), smaller.end());
  results.push_back({.state = SweepResult::State::too_large});
  estimate_positions(sweep, results);
  return results.back().needs_positions * largest->solve_seconds /
         static_cast<double>(largest->positions);
}

std::optional<std::size_t> fairest_cell(std::span<const SweepResult> results) {
  const auto unfairness = [&](std::size_t i) {
    const SweepResult& r = results[i];
    const bool is_draw = r.best && r.best->outcome == Outcome::draw;
    const double balance = r.random ? std::abs(r.random->first - r.random->second) : 2;
    return std::tuple(!is_draw, balance, -r.best.value_or(SweepResult::Best{}).amount.value_or(0));
  };
  std::optional<std::size_t> fairest;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].best || results[i].metric == "moves") continue;
    if (!fairest || unfairness(i) < unfairness(*fairest)) fairest = i;
  }
  return fairest;
}

}  // namespace zermelo
