// SPDX-License-Identifier: MIT
// Proofs without a table, strategies, and one question put to all engines.
#include <pybind11/stl.h>

#include "proof/crosscheck.h"
#include "proof/strategy.h"
#include "python/src/convert.h"
#include "python/src/export_list.h"
#include "python/src/game.h"
#include "python/src/long_work.h"
#include "python/src/module.h"
#include "python/src/table.h"
#include "python/src/without_gil.h"

namespace zermelo::python {
namespace {

// True, False, or None if it is not known.
template <class Verdict>
py::object win_or_none(Verdict verdict) {
  if (verdict == Verdict::unknown) return py::none();
  return py::bool_(verdict == Verdict::win);
}

ProofOptions::Method method_of(const std::string& name) {
  using Method = ProofOptions::Method;
  if (name == "auto") return Method::automatic;
  if (name == "ic3") return Method::ic3;
  if (name == "qbf") return Method::qbf;
  if (name == "table") return Method::table;
  if (name == "search") return Method::search;
  throw UsageError("Proofs are by auto, ic3, qbf, table or search, not '" + name + "'.");
}

py::dict proof_dict(const ProofReport& report) {
  py::dict d;
  d["wins"] = win_or_none(report.verdict);
  d["plies"] = report.plies;
  d["refuted"] = report.refuted;
  d["complete"] = report.complete;
  d["gates"] = report.gates;
  d["seconds"] = report.seconds;
  d["stopped_by"] = str_or_none(report.stopped_by);
  d["method"] = to_str(report.method);
  d["reason"] = to_sentence(report.reason);
  d["first_move"] = str_or_none(report.first_move);
  return d;
}

py::dict prove_game(const std::string& name, const std::map<std::string, std::string>& parameters,
                    const std::string& path, const std::string& method, bool white,
                    const std::string& start, std::optional<int> depth, double seconds,
                    std::uint64_t memory, const py::object& progress) {
  return proof_dict(run_long(progress, [&](LongWork& work) {
    ProofOptions options;
    options.method = method_of(method);
    options.white = white;
    options.start = start;
    options.depth = depth;
    options.seconds = seconds;
    options.memory = memory;
    options.stop = work.stop();
    options.progress = [&work](const ProofProgress& p) {
      work.tell([p] { return py::make_tuple(p.depth, p.obligations, p.sat_calls, p.cubes); });
    };
    return prove(spec_of(name, parameters), path, options);
  }));
}

py::dict check_dict(const StrategyCheckReport& report) {
  py::dict d;
  d["sentence"] = to_str(report.sentence);
  d["obligations"] = report.obligations;
  d["seconds"] = report.seconds;
  d["fault"] = py::none();
  if (report.fault) {
    d["fault"] = py::make_tuple(to_str(report.fault->position), str_or_none(report.fault->move),
                                to_str(report.fault->sentence), report.fault->board);
  }
  return d;
}

py::dict check(const std::string& path, const std::string& proofs, int threads,
               const py::object& progress) {
  return check_dict(run_long(progress, [&](LongWork& work) {
    StrategyCheckOptions options;
    options.proofs = proofs;
    options.threads = threads_of(threads);
    options.stop = work.stop();
    options.progress = work_progress(work);
    return check_strategy(path, options);
  }));
}

py::dict write_strategy(TableHolder& self, const std::string& position, const std::string& path,
                        const std::string& owner, bool cubes, const py::object& progress) {
  using Owner = TableStrategyOptions::Owner;
  const std::shared_ptr<const Table> table = self.get();
  const TableStrategyReport report = run_long(progress, [&](LongWork& work) {
    TableStrategyOptions options;
    if (owner != "winner") options.owner = owner == "black" ? Owner::black : Owner::white;
    if (cubes) options.form = TableStrategyOptions::Form::cubes;
    options.stop = work.stop();
    options.progress = [&work](std::uint64_t positions) {
      work.tell([positions] { return py::make_tuple(positions); });
    };
    return write_table_strategy(*table, position, path, options);
  });
  py::dict d;
  d["sentence"] = to_str(report.sentence);
  d["positions"] = report.positions;
  d["cubes"] = report.cubes;
  d["gates"] = report.gates;
  d["bytes"] = report.bytes;
  d["seconds"] = report.seconds;
  return d;
}

py::tuple export_met(const std::string& path, const std::string& output, const std::string& format,
                     bool force, const py::object& progress) {
  return export_tuple(run_long(progress, [&](LongWork& work) {
    ExportOptions options = export_options(work, format, force);
    options.progress = [&work](std::uint64_t positions, std::uint64_t) {
      work.tell([positions] { return py::make_tuple(positions); });
    };
    return export_strategy(path, output, options);
  }));
}

py::dict strategy_info(const StrategyFile& self) {
  const StrategyInfo& info = self.info();
  py::dict d;
  d["game"] = py::make_tuple(to_str(info.game.name), info.game.parameters);
  d["start"] = str_or_none(info.start);
  d["owner_is_white"] = info.owner_is_white;
  d["wins"] = info.wins;
  d["plies"] = info.plies;
  d["sentence"] = to_str(info.sentence);
  d["creator"] = to_str(info.creator);
  d["gates"] = info.gates;
  return d;
}

// None, or the rank and the owner's move.
py::object strategy_answer(const StrategyFile& self, py::handle position) {
  const std::string_view text = text_of(position, "position");
  StrategyAnswer answer;
  {
    const WithoutGil others;
    answer = self.answer(text);
  }
  if (!answer.is_member) return py::none();
  return py::make_tuple(answer.rank, str_or_none(answer.move));
}

// `start` may be None.
py::tuple ask_all_engines(const GameHolder& game, bool white, const py::object& start,
                          double seconds, std::uint64_t memory, std::optional<int> depth,
                          int threads, const py::object& progress) {
  const std::string from =
      start.is_none()
          ? ""
          : std::string(std::string_view(PositionText(game.rules.get(), start, "start")));
  const CrosscheckReport report = run_long(progress, [&](LongWork& work) {
    CrosscheckOptions options;
    options.white = white;
    options.start = from;
    options.seconds = seconds;
    options.memory = memory;
    options.depth = depth;
    options.threads = threads_of(threads);
    options.stop = work.stop();
    options.progress = [&work](const std::string& engine) {
      work.tell([engine] { return py::make_tuple(to_str(engine)); });
    };
    return crosscheck(game.game, options);
  });
  py::list rows;
  for (const CrosscheckRow& row : report.rows) {
    rows.append(py::make_tuple(to_str(row.engine), win_or_none(row.verdict), row.plies, row.refuted,
                               row.complete, row.seconds, row.memory, to_sentence(row.note)));
  }
  return py::make_tuple(rows, str_or_none(report.disagreement));
}

}  // namespace

void add_proofs(py::module_& module) {
  module.def("prove", &prove_game, py::arg("name"), py::arg("parameters"), py::arg("path"),
             py::arg("method"), py::arg("white"), py::arg("start"), py::arg("depth"),
             py::arg("seconds"), py::arg("memory"), py::arg("progress"));
  module.def("check_strategy", &check, py::arg("path"), py::arg("proofs"), py::arg("threads"),
             py::arg("progress"));
  module.def("write_table_strategy", &write_strategy, py::arg("table"), py::arg("position"),
             py::arg("path"), py::arg("owner"), py::arg("cubes"), py::arg("progress"));
  module.def("export_strategy", &export_met, py::arg("path"), py::arg("output"), py::arg("format"),
             py::arg("force"), py::arg("progress"));
  module.def("crosscheck", &ask_all_engines, py::arg("game"), py::arg("white"), py::arg("start"),
             py::arg("seconds"), py::arg("memory"), py::arg("depth"), py::arg("threads"),
             py::arg("progress"));
  py::class_<StrategyFile>(module, "Strategy")
      .def(py::init([](const std::string& path) {
             const WithoutGil others;
             return StrategyFile::open(path);
           }),
           py::arg("path"))
      .def("info", &strategy_info)
      .def("answer", &strategy_answer, py::arg("position"));
}

}  // namespace zermelo::python
