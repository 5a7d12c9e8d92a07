// SPDX-License-Identifier: MIT
// Conversions between Python and the library.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/value.h"
#include "probe/lure.h"
#include "tablebase/reports.h"

namespace zermelo::python {

namespace py = pybind11;

// The characters of a Python str, valid as long as the str is; nothing is copied. Raises TypeError
// ("POSITION must be str, not int") for anything else and ValueError for half a surrogate pair.
std::string_view text_of(py::handle object, const char* what);

// From UTF-8; bytes that are not valid UTF-8 are replaced.
py::str to_str(std::string_view text);

// The library's messages name verbs and options of the program; here these become functions and
// arguments of the package.
std::string in_python(std::string sentence);

// A sentence of the library, for somebody who programs in Python.
inline py::str to_sentence(std::string_view text) { return to_str(in_python(std::string(text))); }

inline py::object str_or_none(const std::string& text) {
  return text.empty() ? py::object(py::none()) : py::object(to_str(text));
}

// From a sequence of str.
std::vector<std::string> strings_of(const py::sequence& sequence, const char* what);

py::list to_list(const std::vector<std::string>& texts);

// The type in which a game's parameters are given.
GameSpec spec_of(const std::string& name, const std::map<std::string, std::string>& parameters);

// Values are numbers here (Value::raw), from which zermelo._values makes objects.
py::dict to_dict(const std::map<Value, std::uint64_t>& histogram);

// A number of threads, as a caller gives it. Throws UsageError if it is negative.
inline int threads_of(int threads) {
  if (threads < 0) throw UsageError("The number of threads must be 0 (all processors) or more.");
  return threads;
}

inline const char* colour_word(Colour colour) {
  return colour == Colour::black ? "black" : "white";
}

inline py::object colour_or_none(const std::optional<Colour>& colour) {
  if (!colour) return py::none();
  return py::str(colour_word(*colour));
}

inline py::tuple risk_tuple(const ErrorRisk& risk) { return py::make_tuple(risk.errs, risk.slips); }

// Outcomes by number, None for none.
template <class Optional>
py::object outcome_or_none(const Optional& outcome) {
  if (!outcome) return py::none();
  return py::int_(static_cast<int>(*outcome));
}

}  // namespace zermelo::python
