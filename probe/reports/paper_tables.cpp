// SPDX-License-Identifier: MIT
#include "probe/reports/paper_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "gen/error.h"
#include "gen/value.h"
#include "probe/game.h"
#include "probe/reports/published_tables.h"
#include "probe/temporary_table.h"

namespace zermelo {
namespace {

void say(const PaperTablesOptions& options, const std::string& what) {
  if (options.stop != nullptr && *options.stop) throw Interrupted("Stopped before the end.");
  if (options.progress) options.progress(what);
}

PaperTable::Row compared(PaperTable::Cell label, std::uint64_t ours,
                         std::optional<std::uint64_t> published) {
  if (!published) return {{std::move(label)}, ours};
  return {
      {std::move(label)}, ours, *published, *published == ours ? Verdict::same : Verdict::differs};
}

SolveOptions solve_options(const PaperTablesOptions& options) {
  SolveOptions solving;
  solving.threads = options.threads;
  solving.stop = options.stop;
  return solving;
}

int number(const GameSpec& game, const std::string& name) {
  return std::atoi(game.parameters.at(name).c_str());
}

}  // namespace

// ------------------------------------------------------------------------------------ Connect Four

namespace {

// Boards too large to be counted position by position are counted by sets.
CountReport count_of(const Game& game, const PaperTablesOptions& options) {
  try {
    return game.count({options.threads});
  } catch (const OutOfMemory& error) {
    std::string parameters;
    for (const char* name : {"columns", "rows", "line"})
      parameters += fmt::format(" {}={}", name, number(game.spec(), name));
    throw OutOfMemory(
        fmt::format("{} `zermelo hybrid connect{} --method none` counts them as sets.",
                    error.what(), parameters));
  }
}

}  // namespace

std::vector<PaperTable> connect_tables(const GameSpec& wanted, const PaperTablesOptions& options) {
  const auto rules = make_game(wanted);
  const GameSpec& game = rules->spec();
  const auto published =
      std::ranges::find_if(published::connect_four, [&](const published::ConnectFour& size) {
        return number(game, "line") == 4 && number(game, "columns") == size.columns &&
               number(game, "rows") == size.rows;
      });
  const bool compares = published != published::connect_four.end();
  say(options, "counting");
  const CountReport count = count_of(*rules, options);

  PaperTable table;
  table.title = fmt::format("Positions of Connect {} on {} columns and {} rows, by ply",
                            number(game, "line"), number(game, "columns"), number(game, "rows"));
  if (compares) {
    table.remark =
        "Edelkamp, Kissmann and Rohte, \"Symbolic and Explicit Search Hybrid Through Perfect Hash "
        "Functions\" (2014), Table 1. Sizes are columns x rows.";
  }
  table.label_titles = {"ply"};
  table.ours_title = "positions";
  for (std::size_t ply = 0; ply < count.slices.size(); ++ply) {
    const std::uint64_t ours = count.slices[ply].counts.at("positions");
    if (ours == 0) break;
    table.rows.push_back(
        compared(ply, ours, compares ? std::optional(published->positions.at(ply)) : std::nullopt));
  }
  table.rows.push_back(compared(std::string("total"), count.totals.at("positions"),
                                compares ? std::optional(published->total) : std::nullopt));
  return {table};
}

// ----------------------------------------------------------------------------------------- Othello

namespace {

PaperTable othello_positions(const Game& game, const PaperTablesOptions& options) {
  say(options, "counting");
  const CountReport count = game.count({options.threads});
  PaperTable table;
  table.title = "Positions that play can lead to, by discs";
  table.remark =
      "Up to symmetry: under all symmetries of the board, including those that change the start.";
  table.label_titles = {"discs", "positions", "of them over"};
  table.ours_title = "up to symmetry";
  const auto row = [&](const std::string& name, const CountReport::Counts& counts) {
    table.rows.push_back(
        {{name, counts.at("positions"), counts.at("over")}, counts.at("canonical")});
  };
  for (const auto& slice : count.slices) row(slice.name, slice.counts);
  row("total", count.totals);
  return table;
}

// The value of the start, where Black moves.
std::string start_text(Value value, Metric metric) {
  if (value.is_draw()) return "a draw";
  const char* unit = metric == Metric::score ? "discs" : "plies";
  return fmt::format("{} wins {} {} {}", value.is_win() ? "Black" : "White",
                     metric == Metric::score ? "by" : "in", value.plies(), unit);
}

}  // namespace

std::vector<PaperTable> othello_tables(const GameSpec& wanted, const PaperTablesOptions& options) {
  const auto rules = make_game(wanted);
  GameSpec game = rules->spec();
  std::vector<PaperTable> tables = {othello_positions(*rules, options)};
  PaperTable start;
  start.title = fmt::format("The value of Othello on {} rows and {} columns", number(game, "rows"),
                            number(game, "cols"));
  start.label_titles = {"played for"};
  start.ours_title = "result";
  for (const char* metric : {"distance", "score"}) {
    say(options, fmt::format("solving for {}", metric));
    game.parameters["metric"] = metric;
    const TemporaryTable table(*make_game(game), solve_options(options));
    const Value value = table->probe(table->start());
    const bool scores = table->metric() == Metric::score;
    start.rows.push_back({{std::string(scores ? "discs" : "the end of the game")},
                          start_text(value, table->metric())});
  }
  tables.push_back(std::move(start));
  return tables;
}

// --------------------------------------------------------------------------------- critical depths

namespace {

using published::Claim;
using published::CriticalDepth;

// What a method found, counted as in the paper: nothing at all; a depth; no win within this many
// plies.
struct FoundDepth {
  bool finished = false;
  std::optional<int> depth;
  int refuted = 0;
  double seconds = 0;

  // Whether there is a verdict about the published number.
  bool decides(const CriticalDepth& cell) const { return finished || refuted >= cell.depth; }
};

Verdict verdict_of(const CriticalDepth& cell, const FoundDepth& found) {
  if (found.depth) {
    if (*found.depth < cell.depth) return Verdict::differs;
    if (*found.depth == cell.depth)
      return cell.claim == Claim::bound ? Verdict::differs : Verdict::same;
    return cell.claim == Claim::win ? Verdict::differs : Verdict::sharper;
  }
  if (!found.decides(cell)) return Verdict::weaker;
  if (cell.claim == Claim::win) return Verdict::differs;
  return found.finished ? Verdict::sharper : Verdict::same;
}

std::string text_of(const FoundDepth& found) {
  if (found.depth) return std::to_string(*found.depth);
  if (found.finished) return "no win";
  return fmt::format("no win in {}", found.refuted);
}

std::string text_of(const CriticalDepth& cell) {
  switch (cell.claim) {
    case Claim::win:
      return fmt::format("{}", cell.depth);
    case Claim::bound:
      return fmt::format("no win in {}", cell.depth);
    case Claim::either:
      break;
  }
  return fmt::format("{} or no win in {}", cell.depth, cell.depth);
}

// A search goes on beyond the published number; the other methods are asked only about it.
FoundDepth find_depth(const CriticalDepth& cell, const std::string& folder,
                      const PaperTablesOptions& options) {
  const auto path = [&](std::string_view file) {
    return (std::filesystem::path(folder) / file).string();
  };
  // In Domineering the paper counts the move that White does not have.
  const int more = cell.part == "d" ? 1 : 0;
  ProofOptions proving;
  proving.method = options.method;
  proving.qbf = options.qbf;
  // (Other people's solvers are asked one question, as in the paper.)
  proving.stepwise = options.method != ProofOptions::Method::qbf ||
                     options.qbf.solver == QbfChoice::Solver::expansion;
  if (options.method != ProofOptions::Method::search) proving.depth = cell.depth - more;
  proving.seconds = options.seconds;
  proving.memory = options.memory;
  proving.stop = options.stop;
  const ProofReport report =
      prove(bddl::read_game(path(cell.domain), path(cell.problem)), "", proving);
  FoundDepth found;
  found.finished = report.plies || report.complete;
  if (report.plies) found.depth = *report.plies + more;
  found.refuted = report.refuted + more;
  found.seconds = report.seconds;
  return found;
}

Verdict compared_counts(std::uint64_t ours, std::uint64_t published) {
  if (ours == published) return Verdict::same;
  return ours > published ? Verdict::sharper : Verdict::weaker;
}

// Counts how many instances of each domain are decided, and the fraction of them, averaged over the
// domains.
PaperTable decided_instances(const std::vector<bool>& is_decided) {
  PaperTable table;
  table.title = "Instances decided";
  table.remark =
      "The same paper, Table 3: there by DepQBF after the preprocessor Bloqqer, with one hour for "
      "each.";
  table.label_titles = {"domain", "instances"};
  table.ours_title = "decided";
  std::uint64_t all_of_all = 0, ours_of_all = 0;
  double coverage = 0;
  for (const published::Decided& domain : published::decided) {
    std::uint64_t all = 0, ours = 0;
    for (std::size_t k = 0; k < is_decided.size(); ++k) {
      const CriticalDepth& cell = published::critical_depths[k];
      if (!cell.problem.starts_with(domain.models) || !cell.instance.ends_with(domain.ending))
        continue;
      ++all;
      if (is_decided[k]) ++ours;
    }
    table.rows.push_back({{std::string(domain.domain), all},
                          ours,
                          domain.decided,
                          compared_counts(ours, domain.decided)});
    all_of_all += all;
    ours_of_all += ours;
    coverage += static_cast<double>(ours) / static_cast<double>(all);
  }
  table.rows.push_back({{std::string("all"), all_of_all},
                        ours_of_all,
                        published::decided_of_all,
                        compared_counts(ours_of_all, published::decided_of_all)});
  coverage /= static_cast<double>(published::decided.size());
  const auto hundredths = [](double x) { return static_cast<std::uint64_t>(100 * x + 0.5); };
  table.rows.push_back(
      {{std::string("average coverage"), std::string()},
       fmt::format("{:.2f}", coverage),
       fmt::format("{:.2f}", published::average_coverage),
       compared_counts(hundredths(coverage), hundredths(published::average_coverage))});
  return table;
}

std::vector<PaperTable> critical_depths(const std::string& folder,
                                        const PaperTablesOptions& options) {
  PaperTable table;
  table.title = "Critical depths";
  table.remark =
      "Shaik and van de Pol, \"Concise QBF Encodings for Games on a Grid\" (2023), Table 2, and "
      "the "
      "instances of Hex of its Table 3. Its "
      "numbers are either the plies of the shortest win or plies within which there is no win; "
      "where neither its text nor its files tell which, both are given.";
  table.label_titles = {"part", "instance"};
  table.ours_title = "critical depth";
  std::vector<bool> is_decided;
  for (const CriticalDepth& cell : published::critical_depths) {
    say(options, fmt::format("({}) {}", cell.part, cell.instance));
    const FoundDepth found = find_depth(cell, folder, options);
    is_decided.push_back(found.decides(cell));
    table.rows.push_back({{std::string(cell.part), std::string(cell.instance)},
                          text_of(found),
                          text_of(cell),
                          verdict_of(cell, found),
                          found.seconds});
  }
  return {std::move(table), decided_instances(is_decided)};
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

PaperTable winnable_games(const PaperTablesOptions& options) {
  PaperTable table;
  table.title = "Whether the first player can force a win";
  table.remark =
      "Zandvliet, \"Adapting IC3 for Combinatorial Two-Player Games\" (2020), Table 5.1. Its "
      "\"minigame\" is a drawing of a transition system, not a game on a board: we do not solve "
      "it. "
      "Tic-tac-toe 3x3 was beyond its program; the verdict given there is the known one.";
  table.label_titles = {"model"};
  table.ours_title = "winnable";
  for (const published::Winnable& w : published::winnable) {
    say(options, std::string(w.model));
    PaperTable::Row row{{std::string(w.model)}, "-", yes_or_no(w.winnable), Verdict::weaker};
    if (!w.game.empty()) {
      const TemporaryTable solved(*make_game(parse_game_spec(words_of(w.game))),
                                  solve_options(options));
      const std::string position =
          w.position == "start" ? solved->start() : std::string(w.position);
      const bool wins = solved->probe(position).is_win();
      row.ours = yes_or_no(wins);
      row.verdict = wins == w.winnable ? Verdict::same : Verdict::differs;
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<PaperTable> bddl_tables(const std::string& games_folder,
                                    const PaperTablesOptions& options) {
  using Method = ProofOptions::Method;
  if (options.method != Method::search && options.method != Method::ic3 &&
      options.method != Method::qbf)
    throw UsageError("Critical depths are found by search, ic3 or qbf.");
  std::vector<PaperTable> tables = critical_depths(games_folder, options);
  tables.push_back(winnable_games(options));
  return tables;
}

std::vector<std::string> differences(const std::vector<PaperTable>& tables) {
  std::vector<std::string> result;
  for (const PaperTable& table : tables) {
    for (const PaperTable::Row& row : table.rows) {
      if (row.verdict != Verdict::differs) continue;
      std::string name = table.title + ',';
      for (const PaperTable::Cell& label : row.labels)
        name += std::visit([](const auto& cell) { return fmt::format(" {}", cell); }, label);
      result.push_back(std::move(name));
    }
  }
  return result;
}

}  // namespace zermelo
