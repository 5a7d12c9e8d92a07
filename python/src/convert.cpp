// SPDX-License-Identifier: MIT
#include "python/src/convert.h"

#include <array>
#include <cctype>
#include <utility>

namespace zermelo::python {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> hints = {{
    {"`zermelo games`", "zermelo.games()"},
    {"`zermelo verify`", "Table.verify()"},
    {"`zermelo hybrid connect`", "solve(path, metric='outcome')"},
    {"--bddl DOMAIN PROBLEM", "zermelo.Game.from_bddl(domain, problem)"},
    {"give it with --game-code", "open it with rules="},
    {"--resume", "resume=True"},
    {"--force", "force=True"},
}};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
}

bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

// From `at` on, as long as they are of that kind.
std::size_t end_of(const std::string& text, std::size_t at, bool (*is_such)(char)) {
  while (at < text.size() && is_such(text[at])) ++at;
  return at;
}

// "--depth N" is "the argument depth".
void replace_options(std::string& text) {
  constexpr std::string_view argument = "the argument ";
  for (std::size_t at = 0; (at = text.find("--", at)) != std::string::npos;) {
    const std::size_t end = end_of(text, at + 2, is_lower);
    const bool is_option = end > at + 2 && (at == 0 || text[at - 1] == ' ');
    if (!is_option) {
      at += 2;
      continue;
    }
    if (end < text.size() && text[end] == ' ') {
      const std::size_t value_end = end_of(text, end + 1, is_upper);
      text.erase(end, value_end > end + 1 ? value_end - end : 0);
    }
    text.replace(at, 2, argument);
    at += argument.size();
  }
}

}  // namespace

std::string in_python(std::string sentence) {
  for (const auto& [program, python] : hints) replace_all(sentence, program, python);
  replace_options(sentence);
  return sentence;
}

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
