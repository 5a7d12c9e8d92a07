// SPDX-License-Identifier: MIT
#include "reports/paper_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <ctime>
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
#include "proof/temporary_table.h"
#include "proof/turn_game.h"
#include "reports/published_tables.h"

namespace zermelo {
namespace {

void say(const PaperTablesOptions& options, const std::string& what) {
  if (options.stop != nullptr && *options.stop) throw Interrupted("Stopped before the end.");
  if (options.progress) options.progress(what);
}

PaperTable::Row compared(PaperTable::Cell label, std::uint64_t ours,
                         std::optional<std::uint64_t> published) {
  if (!published) return {{std::move(label)}, ours};
  return {{std::move(label)},
          ours,
          *published,
          *published == ours ? Comparison::same : Comparison::differs};
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
                     metric == Metric::score ? "by" : "in", value.amount(metric), unit);
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

Comparison verdict_of(const CriticalDepth& cell, const FoundDepth& found) {
  if (found.depth) {
    if (*found.depth < cell.depth) return Comparison::differs;
    if (*found.depth == cell.depth)
      return cell.claim == Claim::bound ? Comparison::differs : Comparison::same;
    return cell.claim == Claim::win ? Comparison::differs : Comparison::sharper;
  }
  if (!found.decides(cell)) return Comparison::weaker;
  if (cell.claim == Claim::win) return Comparison::differs;
  return found.finished ? Comparison::sharper : Comparison::same;
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

Comparison compared_counts(std::uint64_t ours, std::uint64_t published) {
  if (ours == published) return Comparison::same;
  return ours > published ? Comparison::sharper : Comparison::weaker;
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

}  // namespace

std::vector<PaperTable> bddl_tables(const std::string& games_folder,
                                    const PaperTablesOptions& options) {
  using Method = ProofOptions::Method;
  if (options.method != Method::search && options.method != Method::ic3 &&
      options.method != Method::qbf)
    throw UsageError("Critical depths are found by search, ic3 or qbf.");
  return critical_depths(games_folder, options);
}

// ------------------------------------------------------------------------------- IC3 for games

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

const char* winner_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::win:
      return "yes";
    case Verdict::no_win:
      return "no";
    case Verdict::unknown:
      break;
  }
  return "-";
}

// The thesis measures the time of the processor, without that of making the model. There is one
// thread.
double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}
template <class Prove>
ProofReport measured(Prove&& prove) {
  const double before = processor_seconds();
  ProofReport report = prove();
  report.seconds = processor_seconds() - before;
  return report;
}

PaperTable::Row winner_row(const published::Ic3Model& model, const ProofReport& report) {
  PaperTable::Row row;
  row.labels = {std::string(model.model)};
  row.ours = std::string(winner_text(report.verdict));
  row.published = std::string(model.winnable);
  row.verdict = report.verdict == Verdict::unknown ? Comparison::weaker
                : row.ours == *row.published       ? Comparison::same
                                                   : Comparison::differs;
  row.seconds = report.seconds;
  return row;
}

PaperTable::Cell number_or_dash(std::uint64_t number) {
  return number > 0 ? PaperTable::Cell(number) : PaperTable::Cell("-");
}

PaperTable::Row thesis_row(const published::Ic3Model& model, const TurnGameFile& game, bool starred,
                           const PaperTablesOptions& options) {
  Ic3ThesisOptions proving;
  proving.generalise = starred;
  proving.seconds = options.seconds;
  proving.memory = options.memory;
  proving.stop = options.stop;
  const ProofReport report = measured([&] { return game.prove_as_in_thesis(proving); });
  const published::Ic3Run& run = starred ? model.starred : model.plain;
  PaperTable::Row row = winner_row(model, report);
  const std::uint64_t states = game.states().value_or(0);
  if (states != model.states) row.verdict = Comparison::differs;
  const std::string seconds = run.obligations > 0 ? fmt::format("{:.3f}", run.seconds) : "-";
  const std::vector<PaperTable::Cell> cells = {starred ? "*" : "",
                                               states,
                                               model.states,
                                               report.obligations,
                                               number_or_dash(run.obligations),
                                               report.sat_calls,
                                               number_or_dash(run.sat_calls),
                                               seconds};
  row.labels.insert(row.labels.end(), cells.begin(), cells.end());
  return row;
}

// The published rows with these names and their models; all if there are no names.
struct ModelRow {
  const published::Ic3Model* published;
  TurnGameFile game;
};
std::vector<ModelRow> model_rows(const std::vector<std::string>& names) {
  std::vector<ThesisModelFile> models = thesis_models();
  std::string known;
  for (const ThesisModelFile& model : models)
    known += (known.empty() ? "" : ", ") + fmt::format("'{}'", model.name);
  for (const std::string& name : names) {
    if (std::ranges::find(models, name, &ThesisModelFile::name) == models.end())
      throw UsageError(fmt::format("There is no model '{}', only {}.", name, known));
  }
  std::vector<ModelRow> rows;
  for (std::size_t n = 0; n < models.size(); ++n) {
    const published::Ic3Model& row = published::table_5_1.at(n);
    assert(models[n].name == row.model);
    const bool is_wanted = names.empty() || std::ranges::find(names, row.model) != names.end();
    if (is_wanted) rows.push_back({&row, std::move(models[n].game)});
  }
  return rows;
}

PaperTable table_5_1(const std::vector<ModelRow>& models, const PaperTablesOptions& options) {
  PaperTable table;
  table.title = "IC3 for games as the thesis has it";
  table.remark =
      "Zandvliet, \"Adapting IC3 for Combinatorial Two-Player Games\" (2020), Table 5.1, by "
      "Algorithms 2, 3 and 4. Rows with a star generalise; then \"yes\" proves nothing. How many "
      "obligations and SAT calls there are depends on what the solver finds first. Seconds are of "
      "the processor. The marks are about the winner and |V|.";
  table.label_titles = {"model",         "generalised",         "|V|",
                        "|V| in thesis", "obligations",         "obligations in thesis",
                        "SAT calls",     "SAT calls in thesis", "seconds in thesis"};
  table.ours_title = "winnable";
  for (const auto& [row, game] : models) {
    const published::Ic3Model& model = *row;
    for (const bool starred : {false, true}) {
      say(options, fmt::format("{}{}", model.model, starred ? ", generalised" : ""));
      table.rows.push_back(thesis_row(model, game, starred, options));
    }
  }
  return table;
}

ProofReport prove_model(const published::Ic3Model& model, const TurnGameFile& game,
                        const ProofOptions& options) {
  if (model.game.empty()) return game.prove(options);
  ProofOptions proving = options;
  proving.start = model.position;
  proving.white = model.position.ends_with(" w");
  return prove(parse_game_spec(words_of(model.game)), "", proving);
}

PaperTable our_ic3(const std::vector<ModelRow>& models, const PaperTablesOptions& options) {
  PaperTable table;
  table.title = "The same games by IC3 as it is here";
  table.remark =
      "Only the minigame is the thesis's own model; the others are the games as they are.";
  table.label_titles = {"model", "generalise", "obligations", "SAT calls"};
  table.ours_title = "winnable";
  for (const auto& [row, game] : models) {
    const published::Ic3Model& model = *row;
    for (const auto& [word, generalise] :
         {std::pair{"none", Generalise::none}, std::pair{"exists", Generalise::exists},
          std::pair{"both", Generalise::both}}) {
      say(options, fmt::format("{}, {}", model.model, word));
      ProofOptions proving;
      proving.generalise = generalise;
      proving.seconds = options.seconds;
      proving.memory = options.memory;
      proving.stop = options.stop;
      const ProofReport report =
          measured([&, &game = game] { return prove_model(model, game, proving); });
      PaperTable::Row found = winner_row(model, report);
      const std::vector<PaperTable::Cell> cells = {word, report.obligations, report.sat_calls};
      found.labels.insert(found.labels.end(), cells.begin(), cells.end());
      table.rows.push_back(std::move(found));
    }
  }
  return table;
}

}  // namespace

std::vector<PaperTable> ic3_tables(const std::vector<std::string>& names,
                                   const PaperTablesOptions& options) {
  const std::vector<ModelRow> models = model_rows(names);
  return {table_5_1(models, options), our_ic3(models, options)};
}

std::vector<std::string> differences(const std::vector<PaperTable>& tables) {
  std::vector<std::string> result;
  for (const PaperTable& table : tables) {
    for (const PaperTable::Row& row : table.rows) {
      if (row.verdict != Comparison::differs) continue;
      std::string name = table.title + ',';
      for (const PaperTable::Cell& label : row.labels)
        name += std::visit([](const auto& cell) { return fmt::format(" {}", cell); }, label);
      result.push_back(std::move(name));
    }
  }
  return result;
}

}  // namespace zermelo
