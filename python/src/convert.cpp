// SPDX-License-Identifier: MIT
#include "python/src/convert.h"

namespace zermelo::python {

std::string_view text_of(py::handle object, const char* what) {
  if (!PyUnicode_Check(object.ptr())) {
    throw py::type_error(std::string(what) + " must be str, not " + Py_TYPE(object.ptr())->tp_name);
  }
  Py_ssize_t size = 0;
  const char* characters = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (characters == nullptr) throw py::error_already_set();
  return {characters, static_cast<std::size_t>(size)};
}

py::str to_str(std::string_view text) {
  PyObject* made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

std::vector<std::string> strings_of(const py::sequence& sequence, const char* what) {
  std::vector<std::string> strings;
  for (const py::handle item : sequence) strings.emplace_back(text_of(item, what));
  return strings;
}

py::list to_list(const std::vector<std::string>& texts) {
  py::list list(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) list[i] = to_str(texts[i]);
  return list;
}

GameSpec spec_of(const std::string& name, const std::map<std::string, std::string>& parameters) {
  return {.name = name, .parameters = parameters};
}

py::dict to_dict(const std::map<Value, std::uint64_t>& histogram) {
  py::dict dict;
  for (const auto& [value, count] : histogram) dict[py::int_(value.raw())] = count;
  return dict;
}

}  // namespace zermelo::python
