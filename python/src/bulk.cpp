// SPDX-License-Identifier: MIT
// Many states at once, samples, graded games.
#include <pybind11/stl.h>

#include <algorithm>
#include <span>

#include "probe/grade.h"
#include "python/src/convert.h"
#include "python/src/game.h"
#include "python/src/long_work.h"
#include "python/src/module.h"
#include "python/src/table.h"
#include "python/src/without_gil.h"

namespace zermelo::python {
namespace {

// Numbers as those of the C interface.
std::uint8_t status_number(ProbeStatus status) {
  switch (status) {
    case ProbeStatus::ok:
      return 0;
    case ProbeStatus::illegal_position:
      return 1;
    case ProbeStatus::game_over:
      return 2;
    case ProbeStatus::not_in_table:
      return 3;
    case ProbeStatus::damaged_table:
      return 5;
  }
  return 9;
}

// The memory of a caller's array, one number per item.
template <class Number>
std::span<Number> numbers_of(const py::buffer& buffer, std::size_t count) {
  const py::buffer_info info = buffer.request(true);
  if (info.ndim != 1 || info.itemsize != sizeof(Number) ||
      static_cast<std::size_t>(info.shape[0]) != count || info.strides[0] != sizeof(Number)) {
    throw py::value_error("The arrays for the answers have the wrong size.");
  }
  return {static_cast<Number*>(info.ptr), count};
}

// The texts of a tuple, which owns them.
std::vector<std::string_view> texts_of(const py::tuple& tuple) {
  std::vector<std::string_view> texts;
  texts.reserve(tuple.size());
  for (const py::handle item : tuple) texts.push_back(text_of(item, "a position"));
  return texts;
}

// Where the answers go: the numbers of an item, or the sentence of a faulty one.
class Answers {
 public:
  Answers(const py::buffer& numbers, const py::buffer& status, std::size_t count)
      : numbers_(numbers_of<std::int16_t>(numbers, count)),
        status_(numbers_of<std::uint8_t>(status, count)) {}

  void set(std::size_t item, int number, ProbeStatus status, std::string error) {
    numbers_[item] = static_cast<std::int16_t>(number);
    status_[item] = status_number(status);
    if (status != ProbeStatus::ok) errors_.emplace_back(item, std::move(error));
  }
  py::dict errors() const {
    py::dict dict;
    for (const auto& [item, error] : errors_) dict[py::int_(item)] = to_sentence(error);
    return dict;
  }

 private:
  std::span<std::int16_t> numbers_;
  std::span<std::uint8_t> status_;
  std::vector<std::pair<std::size_t, std::string>> errors_;
};

// A table is asked about so many positions at a time, so that it can be stopped in between.
constexpr std::size_t portion = std::size_t{1} << 20;

// ask(table, portion) returns answers, of which number_of makes numbers. Returns the errors.
template <class Ask, class NumberOf>
py::dict ask_many(TableHolder& self, const py::tuple& positions, const py::buffer& numbers,
                  const py::buffer& status, Ask ask, NumberOf number_of) {
  const std::shared_ptr<const Table> table = self.get();
  std::vector<std::string> made;  // (of states of rules in Python)
  if (self.rules() != nullptr) {
    made.reserve(positions.size());
    for (const py::handle item : positions) made.push_back(self.rules()->text_of(item));
  }
  const std::vector<std::string_view> texts =
      made.empty() ? texts_of(positions) : std::vector<std::string_view>(made.begin(), made.end());
  const std::span<const std::string_view> states = texts;
  Answers answers(numbers, status, states.size());
  run_long(py::none(), [&](LongWork& work) {
    for (std::size_t item = 0; item < states.size();) {
      work.throw_if_stopped();
      for (auto& a : ask(*table, states.subspan(item, std::min(portion, states.size() - item)))) {
        answers.set(item++, number_of(a), a.status, std::move(a.error));
      }
    }
    return true;
  });
  return answers.errors();
}

py::dict probe_many(TableHolder& self, const py::tuple& positions, int threads,
                    const py::buffer& numbers, const py::buffer& status) {
  return ask_many(
      self, positions, numbers, status,
      [&](const Table& table, std::span<const std::string_view> states) {
        return table.probe_many(states, threads_of(threads));
      },
      [](const ProbeAnswer& answer) { return answer.value.raw(); });
}

// The bytes of states, one row for each.
py::dict probe_states(TableHolder& self, const py::buffer& states, int threads,
                      const py::buffer& numbers, const py::buffer& status) {
  const std::shared_ptr<const Table> table = self.get();
  const std::size_t width = own_state_bytes(table->game());
  const py::buffer_info rows = states.request();
  if (rows.ndim != 2 || rows.itemsize != 1 || static_cast<std::size_t>(rows.shape[1]) != width ||
      rows.strides[1] != 1 || rows.strides[0] != rows.shape[1])
    throw py::value_error("The array of states has the wrong shape.");
  const auto* const bytes = static_cast<const std::uint8_t*>(rows.ptr);
  const auto count = static_cast<std::size_t>(rows.shape[0]);
  Answers answers(numbers, status, count);
  run_long(py::none(), [&](LongWork& work) {
    for (std::size_t begin = 0; begin < count; begin += portion) {
      work.throw_if_stopped();
      std::vector<std::string> texts;
      for (std::size_t item = begin; item < std::min(count, begin + portion); ++item)
        texts.push_back(text_of_bytes(bytes + item * width, width));
      const std::vector<std::string_view> views(texts.begin(), texts.end());
      std::vector<ProbeAnswer> found = table->probe_many(views, threads_of(threads));
      for (std::size_t i = 0; i < found.size(); ++i)
        answers.set(begin + i, found[i].value.raw(), found[i].status, std::move(found[i].error));
    }
    return true;
  });
  return answers.errors();
}

// (-1 if play cannot lead there.)
py::dict distance_many(TableHolder& self, const py::tuple& positions, int threads,
                       const py::buffer& numbers, const py::buffer& status) {
  return ask_many(
      self, positions, numbers, status,
      [&](const Table& table, std::span<const std::string_view> states) {
        return table.distance_many(states, threads_of(threads));
      },
      [](const DistanceAnswer& answer) { return answer.plies.value_or(-1); });
}

py::list sample(TableHolder& self, std::uint64_t count, std::uint64_t seed) {
  const std::shared_ptr<const Table> table = self.get();
  return position_list(self.rules(),
                       run_long(py::none(), [&](LongWork&) { return table->sample(count, seed); }));
}

// --- Graded games

py::tuple side_tuple(const SideGrades& side) {
  return py::make_tuple(side.moves, side.graded, side.forced, side.best, side.lesser_wins,
                        side.worse_losses, side.wins_to_draws, side.draws_to_losses,
                        side.wins_to_losses, side.given_away, side.expected_errors);
}

py::dict graded_move(const PythonRules* rules, const GradedMove& m, Metric metric) {
  py::dict d;
  d["ply"] = m.ply;
  d["side"] = colour_word(m.side);
  d["position"] = position_object(rules, m.position);
  d["move"] = to_str(m.move);
  d["result"] = position_or_none(rules, m.result);
  d["after"] = position_object(rules, m.after);
  d["legal_moves"] = m.legal_moves;
  d["status"] = status_number(m.status);
  d["error"] = str_or_none(in_python(m.error));
  d["grade"] = grade_name(m.grade);
  d["words"] = to_str(to_string(m.grade, metric));
  const bool is_graded = m.grade != Grade::none;
  d["value"] = is_graded ? py::object(py::int_(m.value.raw())) : py::none();
  d["best"] = is_graded ? py::object(py::int_(m.best.raw())) : py::none();
  d["given_away"] = m.given_away;
  d["best_moves"] = py::tuple(to_list(m.best_moves));
  d["risk"] = is_graded ? py::object(risk_tuple(m.risk)) : py::none();
  return d;
}

// `start` may be None.
py::dict grade(TableHolder& self, const std::vector<std::string>& moves, const py::object& start) {
  const std::shared_ptr<const Table> table = self.get();
  const std::string from =
      start.is_none() ? ""
                      : std::string(std::string_view(PositionText(self.rules(), start, "start")));
  GradedGame game;
  {
    const WithoutGil others;
    game = grade_game(*table, moves, from);
  }
  py::list graded;
  for (const GradedMove& m : game.moves)
    graded.append(graded_move(self.rules(), m, table->metric()));
  py::dict d;
  d["start"] = position_object(self.rules(), game.start);
  d["moves"] = graded;
  d["black"] = side_tuple(game.black);
  d["white"] = side_tuple(game.white);
  d["position"] = position_or_none(self.rules(), game.position);
  d["result"] = result_or_none(game.result);
  return d;
}

}  // namespace

void add_bulk(py::module_& module) {
  module.def("probe_many", &probe_many, py::arg("table"), py::arg("positions"), py::arg("threads"),
             py::arg("numbers"), py::arg("status"));
  module.def("probe_states", &probe_states, py::arg("table"), py::arg("states"), py::arg("threads"),
             py::arg("numbers"), py::arg("status"));
  module.def("distance_many", &distance_many, py::arg("table"), py::arg("positions"),
             py::arg("threads"), py::arg("numbers"), py::arg("status"));
  module.def("sample", &sample, py::arg("table"), py::arg("count"), py::arg("seed"));
  module.def("grade", &grade, py::arg("table"), py::arg("moves"), py::arg("start"));
  module.def(
      "read_moves", [](py::handle text) { return to_list(read_moves(text_of(text, "moves"))); },
      py::arg("text"));
}

}  // namespace zermelo::python
