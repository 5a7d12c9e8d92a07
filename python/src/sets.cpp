// SPDX-License-Identifier: MIT
// Sets of states whose members have ranks.
#include <pybind11/stl.h>

#include "kinds/ranked/state_set.h"
#include "python/src/convert.h"
#include "python/src/module.h"
#include "python/src/without_gil.h"

namespace zermelo::python {
namespace {

StateSet open_set(const std::string& path, const std::string& name) {
  const WithoutGil others;
  return StateSet::open(path, name);
}

py::list all_sets(const std::string& path) {
  std::vector<StateSet> sets;
  {
    const WithoutGil others;
    sets = StateSet::all_of(path);
  }
  py::list list;
  for (StateSet& set : sets) list.append(py::cast(std::move(set)));
  return list;
}

StateSet set_of_patterns(const py::sequence& patterns) {
  const std::vector<std::string> texts = strings_of(patterns, "a pattern");
  const WithoutGil others;
  return StateSet::of_patterns(texts);
}

}  // namespace

void add_sets(py::module_& module) {
  module.def("all_sets", &all_sets, py::arg("path"));
  py::class_<StateSet>(module, "StateSet")
      .def(py::init(&open_set), py::arg("path"), py::arg("name"))
      .def_static("of_patterns", &set_of_patterns, py::arg("patterns"))
      .def("name", [](const StateSet& set) { return to_str(set.name()); })
      .def("to_move", [](const StateSet& set) { return colour_or_none(set.to_move()); })
      .def("bits", &StateSet::bits)
      .def("size", &StateSet::size)
      .def("nodes", &StateSet::nodes)
      .def(
          "contains",
          [](const StateSet& set, py::handle state) {
            return set.contains(text_of(state, "state"));
          },
          py::arg("state"))
      .def(
          "rank",
          [](const StateSet& set, py::handle state) { return set.rank(text_of(state, "state")); },
          py::arg("state"))
      .def(
          "bits_of",
          [](const StateSet& set, py::handle state) {
            return to_str(set.bits_of(text_of(state, "state")));
          },
          py::arg("state"))
      .def(
          "unrank",
          [](const StateSet& set, std::uint64_t rank) { return to_str(set.unrank(rank)); },
          py::arg("rank"))
      .def(
          "sample",
          [](const StateSet& set, std::uint64_t count, std::uint64_t seed) {
            return to_list(set.sample(count, seed));
          },
          py::arg("count"), py::arg("seed"))
      .def(
          "write",
          [](const StateSet& set, const std::string& path) {
            const WithoutGil others;
            set.write(path);
          },
          py::arg("path"));
}

}  // namespace zermelo::python
