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

// Asks a table about portions of the positions, so that it can be stopped in between: ask(table,
// portion) returns answers, of which number_of makes numbers. Returns the errors.
template <class Ask, class NumberOf>
py::dict ask_many(TableHolder& self, const py::tuple& positions, const py::buffer& numbers,
                  const py::buffer& status, Ask ask, NumberOf number_of) {
  constexpr std::size_t portion = std::size_t{1} << 20;
  const std::shared_ptr<const Table> table = self.get();
  const std::vector<std::string_view> texts = texts_of(positions);
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
  return to_list(run_long(py::none(), [&](LongWork&) { return table->sample(count, seed); }));
}

// --- Graded games

py::tuple side_tuple(const SideGrades& side) {
  return py::make_tuple(side.moves, side.graded, side.forced, side.best, side.lesser_wins,
                        side.worse_losses, side.wins_to_draws, side.draws_to_losses,
                        side.wins_to_losses, side.given_away, side.expected_errors);
}

py::dict graded_move(const GradedMove& m, Metric metric) {
  py::dict d;
  d["ply"] = m.ply;
  d["side"] = colour_word(m.side);
  d["position"] = to_str(m.position);
  d["move"] = to_str(m.move);
  d["result"] = str_or_none(m.result);
  d["after"] = to_str(m.after);
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

py::dict grade(TableHolder& self, const std::vector<std::string>& moves, const std::string& start) {
  const std::shared_ptr<const Table> table = self.get();
  GradedGame game;
  {
    const WithoutGil others;
    game = grade_game(*table, moves, start);
  }
  py::list graded;
  for (const GradedMove& m : game.moves) graded.append(graded_move(m, table->metric()));
  py::dict d;
  d["start"] = to_str(game.start);
  d["moves"] = graded;
  d["black"] = side_tuple(game.black);
  d["white"] = side_tuple(game.white);
  d["position"] = str_or_none(game.position);
  d["result"] = result_or_none(game.result);
  return d;
}

}  // namespace

void add_bulk(py::module_& module) {
  module.def("probe_many", &probe_many, py::arg("table"), py::arg("positions"), py::arg("threads"),
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
