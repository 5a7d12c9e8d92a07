// SPDX-License-Identifier: MIT
// Games: rules, counting, searching, solving.
#include "python/src/game.h"

#include <pybind11/stl.h>

#include <limits>

#include "gen/piece_set.h"
#include "gen/rules_in_words.h"
#include "gen/text/square_names.h"
#include "kinds/search_player.h"
#include "probe/own_trial.h"
#include "python/src/convert.h"
#include "python/src/long_work.h"
#include "python/src/module.h"
#include "python/src/without_gil.h"

namespace zermelo::python {
namespace {

GameHolder make(const std::string& name, const std::map<std::string, std::string>& parameters) {
  const WithoutGil others;  // (rules in BDDL may take a while)
  return {make_game(spec_of(name, parameters))};
}

GameHolder make_from_rules(const py::dict& about) {
  const auto rules = std::make_shared<PythonRules>(about);
  return {PythonRules::game(rules), rules};
}

GameHolder make_from_bddl(const std::string& domain, const std::string& problem,
                          const std::string& stuck) {
  const WithoutGil others;
  return {make_game(bddl::read_game(domain, problem, stuck))};
}

py::object letter_or_none(Cell piece) {
  if (piece == Cell::empty) return py::none();
  return py::str(std::string(1, cell_letter(piece)));
}

py::tuple shape_tuple(const MoveShape& shape) {
  return py::make_tuple(py::tuple(py::cast(shape.from)), py::tuple(py::cast(shape.to)),
                        py::tuple(py::cast(shape.taken)), shape.dx, shape.dy,
                        letter_or_none(shape.dropped));
}

// Move, result, ending, after, shape, other texts.
py::tuple move_tuple(const GameHolder& self, const LegalMove& m) {
  return py::make_tuple(to_str(m.move), position_or_none(self.rules.get(), m.result),
                        outcome_or_none(m.ending), position_object(self.rules.get(), m.after),
                        shape_tuple(m.shape), py::tuple(py::cast(m.also)));
}

// The answer to a question about a position, asked without the GIL.
template <class Question>
auto ask(const GameHolder& self, py::handle position, Question&& question) {
  const PositionText text(self.rules.get(), position, "position");
  const WithoutGil others;
  return question(text);
}

py::list legal_moves(const GameHolder& self, py::handle position) {
  const std::vector<LegalMove> moves =
      ask(self, position, [&](std::string_view text) { return self.game->moves(text); });
  py::list list;
  for (const LegalMove& m : moves) list.append(move_tuple(self, m));
  return list;
}

// Name, letter, whether it can be in hand.
py::list pieces_list(const PieceSet* pieces) {
  py::list list;
  for (int kind = 0; pieces != nullptr && kind < pieces->size(); ++kind) {
    const PieceKind& k = (*pieces)[kind];
    list.append(py::make_tuple(to_str(k.name), to_str(std::string(1, k.letter)), k.in_hand));
  }
  return list;
}

const char* phase_name(SolveProgress::Phase phase) {
  switch (phase) {
    case SolveProgress::Phase::enumerating:
      return "enumerating";
    case SolveProgress::Phase::initialising:
      return "initialising";
    case SolveProgress::Phase::propagating:
      return "propagating";
    case SolveProgress::Phase::writing:
      return "writing";
    case SolveProgress::Phase::saving:
      return "saving";
  }
  return "";
}

// An empty metric means the game's first kind of table.
SolveReport solve_game(const GameHolder& self, const std::string& path, const std::string& metric,
                       int threads, std::uint64_t memory, bool resume, bool force,
                       double checkpoint_seconds, const py::object& progress) {
  const TableKind* kind =
      metric.empty() ? self.game->kinds().front().get() : self.game->kind(metric);
  if (kind == nullptr) {
    throw UsageError("There are no tables of '" + metric + "' for " + self.game->spec().name + ".");
  }
  return run_long(progress, [&](LongWork& work) {
    SolveOptions options;
    options.threads = threads_of(threads);
    options.memory_limit = memory;
    options.resume = resume;
    options.force = force;
    options.checkpoint_seconds = checkpoint_seconds;
    options.stop = work.stop();
    options.progress = [&](const SolveProgress& p) {
      work.tell([p] {
        return py::make_tuple(phase_name(p.phase), to_str(p.group), p.level, p.done, p.total,
                              p.fraction, p.seconds);
      });
    };
    return kind->solve(path, options);
  });
}

py::dict solve_report(const SolveReport& r) {
  py::dict d;
  d["positions"] = r.positions;
  d["levels"] = r.levels;
  d["table_bytes"] = r.table_bytes;
  d["planned_memory"] = r.planned_memory;
  d["seconds"] = r.seconds;
  d["was_complete"] = r.was_complete;
  return d;
}

py::dict count_report(const CountReport& report) {
  py::dict totals;
  for (const auto& [key, number] : report.totals) totals[to_str(key)] = number;
  py::list slices;
  for (const CountReport::Slice& slice : report.slices) {
    py::dict counts;
    for (const auto& [key, number] : slice.counts) counts[to_str(key)] = number;
    slices.append(py::make_tuple(to_str(slice.name), counts));
  }
  py::dict d;
  d["totals"] = totals;
  d["slices"] = slices;
  return d;
}

py::dict count(const GameHolder& self, bool quick, int threads, const py::object& progress) {
  return count_report(run_long(progress, [&](LongWork& work) {
    return self.game->count(work_options(work, threads), quick);
  }));
}

py::dict depth(const GameHolder& self, const std::string& start, bool white, int max_plies,
               double seconds, std::uint64_t memory, const py::object& progress) {
  const ShortestWinSearch search = self.game->shortest_win();
  if (!search) {
    throw UsageError("There is no search for the shortest win in " + self.game->spec().name + ".");
  }
  const DepthReport report = run_long(progress, [&](LongWork& work) {
    DepthOptions options;
    options.start = start;
    options.white = white;
    options.seconds = seconds;
    if (max_plies >= 0) options.max_plies = max_plies;
    options.memory = memory;
    options.stop = work.stop();
    options.progress = [&](int plies, std::uint64_t nodes) {
      work.tell([=] { return py::make_tuple(plies, nodes); });
    };
    DepthReport found = search(options);
    work.throw_if_stopped();
    return found;
  });
  py::dict d;
  d["plies"] = report.search.plies;
  d["refuted"] = report.search.refuted;
  d["complete"] = report.search.complete;
  d["nodes"] = report.search.nodes;
  d["depth"] = report.depth;
  return d;
}

const char* finding_name(SearchedMove::Finding finding) {
  switch (finding) {
    case SearchedMove::Finding::wins:
      return "wins";
    case SearchedMove::Finding::open:
      return "open";
    case SearchedMove::Finding::draws:
      return "draws";
    case SearchedMove::Finding::loses:
      return "loses";
  }
  return "";
}

// The move, what is known about it, and plies.
py::tuple searched_move(const GameHolder& self, const std::string& position, int max_plies,
                        double seconds, std::uint64_t memory) {
  const SearchedMove found = run_long(py::none(), [&](LongWork& work) {
    SearchMoveOptions options;
    options.seconds = seconds;
    if (max_plies > 0) options.max_plies = max_plies;
    options.memory = memory;
    options.stop = work.stop();
    SearchedMove move = search_move(*self.game, position, options);
    work.throw_if_stopped();
    return move;
  });
  return py::make_tuple(move_tuple(self, found.move), finding_name(found.finding), found.plies);
}

py::dict try_rules(const GameHolder& self, int games, int most_plies, double seconds,
                   int perft_depth, std::uint64_t seed) {
  const OwnTrialReport report = run_long(py::none(), [&](LongWork& work) {
    const OwnTrialOptions options = {.games = games,
                                     .most_plies = most_plies,
                                     .seconds = seconds,
                                     .perft_depth = perft_depth,
                                     .seed = seed,
                                     .stop = work.stop()};
    return try_own_game(*self.game, options);
  });
  if (report.failure) throw RulesError(*report.failure);
  py::dict d;
  d["games"] = report.games;
  d["states"] = report.states;
  d["in_time"] = report.in_time;
  d["perft"] = py::tuple(py::cast(report.perft));
  return d;
}

// Both ways between the names of squares by file and rank and those by row and column.
std::string to_letter_row(const GameHolder& self, const std::string& move) {
  const Diagram board = self.game->diagram(self.game->start());
  return renamed(move, board.columns, board.rows, SquareNaming::letter_row);
}
std::string from_letter_row(const GameHolder& self, const std::string& move) {
  const Diagram board = self.game->diagram(self.game->start());
  return with_files_and_ranks(move, board.columns, board.rows, SquareNaming::letter_row);
}

py::list games() {
  py::list list;
  for (const GameInfo& game : known_games()) {
    py::list parameters;
    for (const GameParameter& p : game.parameters) {
      parameters.append(py::make_tuple(p.name, p.range, p.default_value, p.meaning));
    }
    py::list conditions;
    for (const GameCondition& c : game.conditions) {
      conditions.append(py::make_tuple(c.name, c.meaning));
    }
    list.append(py::make_tuple(game.name, to_sentence(game.summary), game.notation, parameters,
                               conditions));
  }
  return list;
}

}  // namespace

void add_games(py::module_& module) {
  module.def("games", &games);
  py::class_<GameHolder>(module, "Game")
      .def(py::init(&make), py::arg("name"), py::arg("parameters"))
      .def_static("from_bddl", &make_from_bddl, py::arg("domain"), py::arg("problem"),
                  py::arg("stuck"))
      .def_property_readonly("name",
                             [](const GameHolder& self) { return to_str(self.game->spec().name); })
      .def_property_readonly("parameters",
                             [](const GameHolder& self) { return self.game->spec().parameters; })
      .def("title", [](const GameHolder& self) { return to_str(self.game->title()); })
      .def("warnings", [](const GameHolder& self) { return to_list(self.game->warnings()); })
      .def("rules",
           [](const GameHolder& self) { return to_text(rules_in_words(self.game->spec())); })
      .def_static("from_rules", &make_from_rules, py::arg("about"))
      .def_property_readonly("has_states", [](const GameHolder& self) { return !!self.rules; })
      .def_property_readonly("is_own", [](const GameHolder& self) { return self.game->is_own(); })
      .def_property_readonly("has_rules",
                             [](const GameHolder& self) { return self.game->has_rules(); })
      .def("try_rules", &try_rules, py::arg("games"), py::arg("most_plies"), py::arg("seconds"),
           py::arg("perft_depth"), py::arg("seed"))
      .def("start",
           [](const GameHolder& self) {
             std::string start;
             {
               const WithoutGil others;
               start = self.game->start();
             }
             return position_object(self.rules.get(), start);
           })
      .def("piece_letters",
           [](const GameHolder& self) { return to_str(self.game->piece_letters()); })
      .def("pieces", [](const GameHolder& self) { return pieces_list(self.game->pieces()); })
      .def("moves", &legal_moves, py::arg("position"))
      .def("search_move", &searched_move, py::arg("position"), py::arg("max_plies"),
           py::arg("seconds"), py::arg("memory"))
      .def("to_letter_row", &to_letter_row, py::arg("move"))
      .def("from_letter_row", &from_letter_row, py::arg("move"))
      .def(
          "state_from",
          [](const GameHolder& self, const std::string& cells, const std::string& hands,
             bool white_to_move) {
            const Game& game = *self.game;
            const std::string letters = game.piece_letters();
            return to_str(game.state_from(read_cells(cells, letters), colour_of(white_to_move),
                                          read_hands(hands, letters)));
          },
          py::arg("cells"), py::arg("hands"), py::arg("white_to_move"))
      .def(
          "result",
          [](const GameHolder& self, py::handle position) {
            return result_or_none(ask(
                self, position, [&](std::string_view text) { return self.game->result(text); }));
          },
          py::arg("position"))
      .def(
          "to_move",
          [](const GameHolder& self, py::handle position) {
            return colour_word(ask(
                self, position, [&](std::string_view text) { return self.game->to_move(text); }));
          },
          py::arg("position"))
      .def(
          "canonical",
          [](const GameHolder& self, py::handle position) {
            return position_object(self.rules.get(),
                                   ask(self, position, [&](std::string_view text) {
                                     return self.game->canonical(text);
                                   }));
          },
          py::arg("position"))
      .def(
          "diagram",
          [](const GameHolder& self, py::handle position) {
            return ask(self, position,
                       [&](std::string_view text) { return self.game->diagram(text); });
          },
          py::arg("position"))
      .def("metrics",
           [](const GameHolder& self) {
             std::vector<std::string> metrics;
             for (const auto& kind : self.game->kinds()) metrics.push_back(kind->metric());
             return metrics;
           })
      .def("count", &count, py::arg("quick"), py::arg("threads"), py::arg("progress"))
      .def("depth", &depth, py::arg("start"), py::arg("white"), py::arg("max_plies"),
           py::arg("seconds"), py::arg("memory"), py::arg("progress"))
      .def(
          "solve",
          [](const GameHolder& self, const std::string& path, const std::string& metric,
             int threads, std::uint64_t memory, bool resume, bool force, double checkpoint_seconds,
             const py::object& progress) {
            return solve_report(solve_game(self, path, metric, threads, memory, resume, force,
                                           checkpoint_seconds, progress));
          },
          py::arg("path"), py::arg("metric"), py::arg("threads"), py::arg("memory"),
          py::arg("resume"), py::arg("force"), py::arg("checkpoint_seconds"), py::arg("progress"));
  module.attr("FREE_MEMORY") = free_memory_limit;
  module.attr("NO_LIMIT") = no_memory_limit;
}

}  // namespace zermelo::python
