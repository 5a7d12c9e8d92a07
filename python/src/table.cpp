// SPDX-License-Identifier: MIT
// Tables and their answers.
#include "python/src/table.h"

#include <pybind11/stl.h>

#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "json/play_document.h"
#include "json/play_report_json.h"
#include "kinds/export_table.h"
#include "probe/lure.h"
#include "probe/puzzle_page.h"
#include "proof/validate.h"
#include "python/src/after_fork.h"
#include "python/src/convert.h"
#include "python/src/export_list.h"
#include "python/src/game.h"
#include "python/src/long_work.h"
#include "python/src/module.h"
#include "python/src/solution.h"
#include "python/src/without_gil.h"
#include "reports/play_report.h"

namespace zermelo::python {
namespace {

// The answer to a question about a state: question(table, state), asked without the GIL.
template <class Question>
auto ask(TableHolder& self, py::handle position, Question&& question) {
  const std::shared_ptr<const Table> table = self.get();
  const PositionText text(self.rules(), position, "position");
  const WithoutGil others;
  return question(*table, text);
}

int probe(TableHolder& self, py::handle position) {
  return ask(self, position,
             [](const Table& table, std::string_view p) { return table.probe(p).raw(); });
}

std::optional<int> distance(TableHolder& self, py::handle position) {
  return ask(self, position,
             [](const Table& table, std::string_view p) { return table.distance(p); });
}

Style style_of(bool lures) { return lures ? Style::lure : Style::plain; }

// Tuples of move, value, result, and the other side's risk of erring or None.
py::list moves(TableHolder& self, py::handle position, bool lures) {
  const std::vector<StyledMove> found =
      ask(self, position, [&](const Table& table, std::string_view p) {
        return moves_in_style(table, p, style_of(lures));
      });
  py::list list;
  for (const auto& [m, reply] : found) {
    list.append(py::make_tuple(to_str(m.move), m.value.raw(),
                               position_or_none(self.rules(), m.result),
                               reply ? py::object(risk_tuple(*reply)) : py::none()));
  }
  return list;
}

py::tuple risk(TableHolder& self, py::handle position) {
  return risk_tuple(ask(
      self, position, [](const Table& table, std::string_view p) { return error_risk(table, p); }));
}

// Less than 0: no limit.
py::tuple line(TableHolder& self, py::handle position, int limit, bool lures) {
  const Line found = ask(self, position, [&](const Table& table, std::string_view p) {
    if (limit >= 0) return line_in_style(table, p, limit, style_of(lures));
    const bool counts_plies = table.metric() == Metric::distance || table.metric() == Metric::moves;
    return line_in_style(table, p, std::max(1000, counts_plies ? table.probe(p).plies() : 0),
                         style_of(lures));
  });
  return py::make_tuple(to_list(found.moves), found.complete);
}

// Found, moves, states, refuted plies.
py::tuple way(TableHolder& self, const std::string& position, bool exact, int max_plies,
              std::uint64_t memory, double seconds) {
  const std::shared_ptr<const Table> table = self.get();
  const Way found = run_long(py::none(), [&](LongWork& work) {
    WayOptions options;
    options.exact = exact;
    options.max_plies = max_plies;
    options.memory = memory;
    options.seconds = seconds;
    options.stop = work.stop();
    Way result = table->way(position, options);
    work.throw_if_stopped();
    return result;
  });
  return py::make_tuple(found.found, to_list(found.moves), to_list(found.states), found.refuted);
}

Diagram diagram(TableHolder& self, py::handle position, bool with_moves) {
  return ask(self, position,
             [&](const Table& table, std::string_view p) { return table.diagram(p, with_moves); });
}

py::object canonical(TableHolder& self, py::handle position) {
  return position_object(
      self.rules(), ask(self, position,
                        [](const Table& table, std::string_view p) { return table.canonical(p); }));
}

py::tuple solution(TableHolder& self, py::handle position, bool all_defences, int max_nodes) {
  const SolutionOptions options = {.defences = all_defences ? Defences::all : Defences::best,
                                   .max_nodes = max_nodes};
  const Solution found = ask(self, position, [&](const Table& table, std::string_view p) {
    return table.solution(p, options);
  });
  return solution_tuple(found, self.rules());
}

py::str solution_text_of(TableHolder& self, py::handle position, bool all_defences, int max_nodes) {
  const SolutionOptions options = {.defences = all_defences ? Defences::all : Defences::best,
                                   .max_nodes = max_nodes};
  return to_str(ask(self, position, [&](const Table& table, std::string_view p) {
    return solution_text(table.solution(p, options), table.metric());
  }));
}

py::object index_of(TableHolder& self, py::handle position) {
  const std::optional<TableIndex> number =
      ask(self, position, [](const Table& table, std::string_view p) { return table.index_of(p); });
  if (!number) return py::none();
  return py::make_tuple(number->slice, number->index);
}

py::object position_at(TableHolder& self, std::size_t slice, std::uint64_t index) {
  const std::shared_ptr<const Table> table = self.get();
  std::optional<std::string> position;
  {
    const WithoutGil others;
    position = table->position_at({.slice = slice, .index = index});
  }
  if (!position) return py::none();
  return position_object(self.rules(), *position);
}

// (folded, both_movers, apart)
py::tuple to_tuple(const FoldedCount& count) {
  return py::make_tuple(count.folded, count.both_movers, count.apart);
}

// None for a table of a game that is not numbered by material.
py::object to_object(const std::optional<FoldingReport>& folding) {
  if (!folding) return py::none();
  py::list materials;
  for (const FoldingReport::Material& material : folding->materials)
    materials.append(py::make_tuple(to_str(material.name), to_tuple(material.listed)));
  py::dict d;
  d["mover"] = folding->folds_mover;
  d["symmetries"] = folding->symmetries;
  d["reached"] = folding->reached;
  d["listed"] = to_tuple(folding->listed);
  d["materials"] = materials;
  return d;
}

py::dict stats(TableHolder& self, int threads, bool states, const py::object& progress) {
  const std::shared_ptr<const Table> table = self.get();
  const StatsReport report = run_long(
      progress, [&](LongWork& work) { return table->stats(work_options(work, threads), states); });
  py::dict d;
  d["positions"] = report.positions;
  d["wins"] = report.wins;
  d["losses"] = report.losses;
  d["draws"] = report.draws;
  d["histogram"] = to_dict(report.histogram);
  d["longest_win"] = report.longest_win;
  d["longest_loss"] = report.longest_loss;
  d["longest"] = position_list(self.rules(), report.longest);
  d["longest_count"] = report.longest_count;
  d["folding"] = to_object(report.folding);
  return d;
}

py::dict distance_stats(TableHolder& self, int threads, const py::object& progress) {
  const std::shared_ptr<const Table> table = self.get();
  const ReachReport report = run_long(
      progress, [&](LongWork& work) { return table->distance_stats(work_options(work, threads)); });
  py::dict d;
  d["positions"] = report.positions;
  d["unreached_positions"] = report.unreached_positions;
  d["states"] = report.states;
  d["unreached"] = report.unreached;
  d["histogram"] = report.histogram;
  d["farthest"] = report.farthest;
  d["farthest_states"] = to_list(report.farthest_states);
  d["folding"] = to_object(report.folding);
  return d;
}

// `sample`: how many positions; none for all.
py::tuple verify(TableHolder& self, std::optional<std::uint64_t> sample, std::uint64_t seed,
                 int threads, const py::object& progress) {
  const std::shared_ptr<const Table> table = self.get();
  const VerifyReport report = run_long(progress, [&](LongWork& work) {
    const WorkOptions options = work_options(work, threads);
    return sample ? table->verify_sample(*sample, seed, options) : table->verify(options);
  });
  return py::make_tuple(report.positions, report.left_out,
                        report.failure ? py::object(to_str(*report.failure)) : py::none());
}

// The report on play, as JSON and as Markdown.
py::tuple play_report_of(TableHolder& self, std::uint64_t memory, int threads,
                         const py::object& progress) {
  const std::shared_ptr<const Table> table = self.get();
  const PlayReport report = run_long(progress, [&](LongWork& work) {
    PlayReportOptions options;
    options.memory_limit = memory;
    options.threads = threads_of(threads);
    options.progress = [&work](const std::string& what) {
      work.tell([what] { return py::make_tuple(to_str(what)); });
    };
    options.stop = work.stop();
    return play_report(*table, options);
  });
  return py::make_tuple(to_str(one_line(play_report_json(report))),
                        to_str(document_of(report, *table).markdown(1)));
}

py::dict validate_table(TableHolder& self, std::uint64_t memory, int threads,
                        const py::object& progress) {
  const std::shared_ptr<const Table> table = self.get();
  const ValidationReport report = run_long(progress, [&](LongWork& work) {
    ValidationOptions options;
    options.memory = memory;
    options.threads = threads_of(threads);
    options.progress = [&work](const std::string& what) {
      work.tell([what] { return py::make_tuple(to_str(what)); });
    };
    options.stop = work.stop();
    return validate(*table, options);
  });
  py::dict d;
  d["won"] = report.total.won;
  d["lost"] = report.total.lost;
  d["drawn"] = report.total.drawn;
  d["ended"] = report.total.ended;
  d["canonical"] = report.canonical;
  d["in_table"] = report.in_table;
  d["mistakes"] = report.mistakes;
  d["mistaken"] = to_list(report.mistaken);
  return d;
}

py::dict info(TableHolder& self) {
  const TableInfo& info = self.get()->info();
  py::list slices;
  for (const TableSlice& slice : info.slices) {
    slices.append(py::make_tuple(to_str(slice.name), slice.positions, slice.values, slice.bytes));
  }
  py::dict d;
  d["path"] = py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefault(info.path.c_str()));
  d["metric"] = to_str(info.metric);
  d["creator"] = to_str(info.creator);
  d["format_version"] = info.format_version;
  d["bytes"] = info.bytes;
  d["shrunk_from"] = info.shrunk_from > 0 ? py::object(py::int_(info.shrunk_from)) : py::none();
  d["positions"] = info.positions;
  d["values"] = info.values;
  d["greatest"] = info.greatest;
  d["hashed_states"] = info.has_hashed_states;
  d["collision_chance"] = info.collision_chance();
  d["slices"] = slices;
  return d;
}

// --- Walks

// A walk, and the lock for taking the next block.
struct Walk {
  std::mutex mutex;
  std::unique_ptr<PositionWalk> positions;  // null: it has not begun
  std::uint64_t passed_over = 0;            // positions that are still to be skipped
};

// Positions, and what their records lack in games with kinds of pieces; or, where positions are not
// on squares, their texts.
struct WalkBlock {
  std::vector<PositionRecord> records;
  std::vector<PieceRecord> pieces;
  std::vector<PositionValue> texts;

  std::size_t size() const { return records.size() + texts.size(); }
  void drop(std::uint64_t first) {
    drop(records, first);
    drop(pieces, first);
    drop(texts, first);
  }

 private:
  template <class Item>
  static void drop(std::vector<Item>& items, std::uint64_t first) {
    if (!items.empty())
      items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(first));
  }
};

WalkBlock next_block(Walk& walk, const LongWork& work) {
  WalkBlock found;
  while (walk.positions->has_records() ? walk.positions->next(found.records)
                                       : walk.positions->next(found.texts)) {
    work.throw_if_stopped();
    if (found.size() > walk.passed_over) {
      found.pieces.assign(walk.positions->pieces().begin(), walk.positions->pieces().end());
      found.drop(walk.passed_over);
      walk.passed_over = 0;
      return found;
    }
    walk.passed_over -= found.size();
  }
  return {};
}

// The objects that stand for values, by number, each of them looked up once.
class ValueObjects {
 public:
  explicit ValueObjects(const py::object& values) : values_(values) {}

  const py::object& operator[](Value value) {
    py::object& object = objects_[value.raw()];
    if (!object) object = values_[py::int_(value.raw())];
    return object;
  }

 private:
  const py::object& values_;
  std::unordered_map<std::int16_t, py::object> objects_;
};

class WalkHolder {
 public:
  // (The walk has its own holder, so that it goes on when the table is closed.)
  WalkHolder(const TableHolder& table, WalkOptions options)
      : table_(table), options_(std::move(options)), walk_(std::make_shared<Walk>()) {
    run_long(py::none(), [&, table = table_.get()](LongWork&) {
      walk_->positions = table->walk(options_);
      return true;
    });
    if (walk_->positions->has_records()) board_ = table_.get()->board();
  }

  // The next positions with their values, looked up in `values` by number; an empty list at the
  // end.
  py::list next(const py::object& values) {
    const WalkBlock block = taken_block();
    const std::vector<PositionRecord>& records = block.records;
    ValueObjects objects(values);
    py::list list(block.size());
    for (std::size_t i = 0; i < block.texts.size(); ++i) {
      list[i] = py::make_tuple(position_object(table_.rules(), block.texts[i].position),
                               objects[block.texts[i].value]);
    }
    std::string text;
    for (std::size_t i = 0; i < records.size(); ++i) {
      text.clear();
      append_text(text, records[i], board_, pieces_at(block.pieces, i));
      list[i] = py::make_tuple(to_str(text), objects[records[i].value]);
    }
    return list;
  }
  // The same for states that are bytes: the bytes of states, one behind the other, and of the
  // numbers of their values, 16 bits each; both are empty at the end.
  py::tuple next_bytes() {
    const WalkBlock block = taken_block();
    std::string states;
    std::vector<std::int16_t> numbers;
    for (const PositionValue& p : block.texts) {
      append_bytes(states, p.position);
      numbers.push_back(p.value.raw());
    }
    return py::make_tuple(py::bytes(states),
                          py::bytes(reinterpret_cast<const char*>(numbers.data()),
                                    numbers.size() * sizeof(std::int16_t)));
  }

 private:
  WalkBlock taken_block() {
    if (generation_ != fork_generation()) begin_again();
    const std::shared_ptr<Walk> walk = walk_;
    WalkBlock block = run_long(py::none(), [&, table = table_.get()](LongWork& work) {
      const std::scoped_lock one_at_a_time(walk->mutex);
      if (!walk->positions) walk->positions = table->walk(options_);
      return next_block(*walk, work);
    });
    given_ += block.size();
    return block;
  }
  // In a process that was forked: another walk, after the positions already returned. A thread that
  // does not exist here may have been using the old one, which is left as it is.
  void begin_again() {
    generation_ = fork_generation();
    new std::shared_ptr<Walk>(std::move(walk_));
    walk_ = std::make_shared<Walk>();
    walk_->passed_over = given_;
  }

  TableHolder table_;
  WalkOptions options_;
  RecordBoard board_;
  int generation_ = fork_generation();
  std::uint64_t given_ = 0;  // positions
  std::shared_ptr<Walk> walk_;
};

std::unique_ptr<WalkHolder> walk(TableHolder& self, int threads,
                                 const std::vector<std::size_t>& slices) {
  WalkOptions options;
  options.threads = threads_of(threads);
  options.slices = slices;
  return std::make_unique<WalkHolder>(self, std::move(options));
}

// --- Lists

py::tuple export_list(TableHolder& self, const std::string& path, const std::string& format,
                      const std::vector<std::string>& layers, int threads, bool force,
                      const py::object& progress) {
  const std::shared_ptr<const Table> table = self.get();
  return export_tuple(run_long(progress, [&](LongWork& work) {
    ExportOptions options = export_options(work, format, force);
    options.layers = layers;
    options.threads = threads_of(threads);
    options.progress = work_progress(work);
    return export_table(*table, path, options);
  }));
}

py::tuple compare_list(TableHolder& self, const std::string& path, int threads,
                       const py::object& progress) {
  const std::shared_ptr<const Table> table = self.get();
  const CompareReport report = run_long(progress, [&](LongWork& work) {
    CompareOptions options;
    options.threads = threads_of(threads);
    options.stop = work.stop();
    options.progress = work_progress(work);
    return compare_with_list(*table, path, options);
  });
  return py::make_tuple(report.positions,
                        report.difference ? py::object(to_str(*report.difference)) : py::none(),
                        report.seconds);
}

const char* metric_name(Metric metric) {
  switch (metric) {
    case Metric::distance:
      return "distance";
    case Metric::score:
      return "score";
    case Metric::outcome:
      return "outcome";
    case Metric::moves:
      return "moves";
    case Metric::zeroing:
      return "dtz";
  }
  return "";
}

}  // namespace

void add_tables(py::module_& module) {
  py::class_<WalkHolder>(module, "Walk")
      .def("next", &WalkHolder::next, py::arg("values"))
      .def("next_bytes", &WalkHolder::next_bytes);
  py::class_<TableHolder>(module, "Table")
      .def(py::init([](std::string path, const GameHolder* game) {
             return std::make_unique<TableHolder>(std::move(path), game ? game->rules : nullptr);
           }),
           py::arg("path"), py::arg("rules"))
      .def("close", &TableHolder::close)
      .def_property_readonly("closed", &TableHolder::is_closed)
      .def_property_readonly("holds_distances",
                             [](TableHolder& self) { return self.get()->holds_distances(); })
      .def_property_readonly("value_metric",
                             [](TableHolder& self) { return metric_name(self.get()->metric()); })
      .def("start",
           [](TableHolder& self) {
             const std::shared_ptr<const Table> table = self.get();
             std::string start;
             {
               const WithoutGil others;
               start = table->start();
             }
             return position_object(self.rules(), start);
           })
      .def("info", &info)
      .def("game",
           [](TableHolder& self) {
             return GameHolder{self.get()->shared_game(), self.shared_rules()};
           })
      .def("probe", &probe, py::arg("position"))
      .def("distance", &distance, py::arg("position"))
      .def("state_bytes", [](TableHolder& self) { return own_state_bytes(self.get()->game()); })
      .def("way", &way, py::arg("position"), py::arg("exact"), py::arg("max_plies"),
           py::arg("memory"), py::arg("seconds"))
      .def("moves", &moves, py::arg("position"), py::arg("lures"))
      .def("risk", &risk, py::arg("position"))
      .def("line", &line, py::arg("position"), py::arg("limit"), py::arg("lures"))
      .def("diagram", &diagram, py::arg("position"), py::arg("with_moves"))
      .def("canonical", &canonical, py::arg("position"))
      .def("solution", &solution, py::arg("position"), py::arg("all_defences"),
           py::arg("max_nodes"))
      .def("solution_text", &solution_text_of, py::arg("position"), py::arg("all_defences"),
           py::arg("max_nodes"))
      .def("slices", [](TableHolder& self) { return self.get()->info().slices.size(); })
      .def(
          "indices",
          [](TableHolder& self, std::size_t slice) { return self.get()->indices(slice); },
          py::arg("slice"))
      .def("index_of", &index_of, py::arg("position"))
      .def("position_at", &position_at, py::arg("slice"), py::arg("index"))
      .def("stats", &stats, py::arg("threads"), py::arg("states"), py::arg("progress"))
      .def("distance_stats", &distance_stats, py::arg("threads"), py::arg("progress"))
      .def("verify", &verify, py::arg("sample"), py::arg("seed"), py::arg("threads"),
           py::arg("progress"))
      .def("report", &play_report_of, py::arg("memory"), py::arg("threads"), py::arg("progress"))
      .def("validate", &validate_table, py::arg("memory"), py::arg("threads"), py::arg("progress"))
      .def("walk", &walk, py::arg("threads"), py::arg("slices"))
      .def("export", &export_list, py::arg("path"), py::arg("format"), py::arg("layers"),
           py::arg("threads"), py::arg("force"), py::arg("progress"))
      .def("compare_list", &compare_list, py::arg("path"), py::arg("threads"), py::arg("progress"));
}

}  // namespace zermelo::python
