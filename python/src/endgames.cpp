// SPDX-License-Identifier: MIT
// Endgame tables of chess variants: made, and what that takes.
#include "probe/endgames.h"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "python/src/convert.h"
#include "python/src/long_work.h"
#include "python/src/module.h"
#include "python/src/without_gil.h"

namespace zermelo::python {
namespace {

py::dict endgame_estimate(const std::string& variant, const std::string& folder, int men,
                          const std::vector<std::string>& materials, bool endless_draw,
                          const std::string& metric) {
  const EndgameEstimate e = [&] {
    const WithoutGil others;
    return estimate_endgames(*make_game(variant_spec(variant, endless_draw)), folder,
                             {men, materials, endgame_metric(metric)});
  }();
  py::dict d;
  d["tables"] = e.tables;
  d["numbers"] = e.numbers;
  d["memory"] = e.memory;
  d["disk"] = e.disk;
  d["seconds"] = e.seconds;
  d["largest"] = str_or_none(e.largest);
  return d;
}

py::dict endgame_report(const std::string& variant, const std::string& folder, int men,
                        const std::vector<std::string>& materials, bool endless_draw,
                        const std::string& metric, int threads, std::uint64_t memory,
                        const py::object& progress) {
  const EndgameReport report = run_long(progress, [&](LongWork& work) {
    EndgameOptions options;
    options.threads = threads_of(threads);
    options.memory_limit = memory;
    options.stop = work.stop();
    options.progress = [&](const EndgameProgress& p) {
      work.tell(
          [p] { return py::make_tuple(to_str(p.material), p.table, p.tables, p.done, p.total); });
    };
    return make_endgames(*make_game(variant_spec(variant, endless_draw)), folder,
                         {men, materials, endgame_metric(metric)}, options);
  });
  py::list tables;
  for (const EndgameTable& t : report.tables) {
    tables.append(
        py::make_tuple(to_str(t.material), t.positions, t.bytes,
                       t.longest_win < 0 ? py::object(py::none()) : py::int_(t.longest_win),
                       str_or_none(t.longest), t.was_there));
  }
  py::dict d;
  d["tables"] = tables;
  d["planned_memory"] = report.planned_memory;
  d["seconds"] = report.seconds;
  return d;
}

}  // namespace

void add_endgames(py::module_& module) {
  module.def("estimate_endgames", &endgame_estimate, py::arg("variant"), py::arg("folder"),
             py::arg("men"), py::arg("materials"), py::arg("endless_draw"), py::arg("metric"));
  module.def("make_endgames", &endgame_report, py::arg("variant"), py::arg("folder"),
             py::arg("men"), py::arg("materials"), py::arg("endless_draw"), py::arg("metric"),
             py::arg("threads"), py::arg("memory"), py::arg("progress"));
}

}  // namespace zermelo::python
