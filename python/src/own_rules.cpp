// SPDX-License-Identifier: MIT
#include "python/src/own_rules.h"

#include <pybind11/stl.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "python/src/convert.h"
#include "python/src/game.h"
#include "python/src/long_work.h"
#include "python/src/module.h"

namespace zermelo::python {
namespace {

constexpr Py_ssize_t most_move_texts = 1 << 20;

// The lock, for a destructor. Nothing is released where the interpreter has ended.
void release(PyObject* object) {
  if (object == nullptr || Py_IsInitialized() == 0) return;
  const PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(object);
  PyGILState_Release(state);
}

// The locks that a thread has taken, the last one at the end.
std::vector<PyGILState_STATE>& locks() {
  thread_local std::vector<PyGILState_STATE> all;
  return all;
}

std::string type_name(py::handle object) { return Py_TYPE(object.ptr())->tp_name; }

// The error that Python has set, as an object with its traceback.
py::object taken_error() {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback != nullptr) PyException_SetTraceback(value, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return py::reinterpret_steal<py::object>(value);
}

// "ZeroDivisionError: division by zero"
std::string words_of(const py::object& error) {
  std::string words = type_name(error);
  const auto text = py::reinterpret_steal<py::object>(PyObject_Str(error.ptr()));
  if (!text) PyErr_Clear();
  Py_ssize_t size = 0;
  const char* said = text ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
  if (text && said == nullptr) PyErr_Clear();
  if (said != nullptr && size > 0)
    words += ": " + std::string(said, static_cast<std::size_t>(size));
  return words;
}

StateKind kind_of(const std::string& word) {
  if (word == "bytes") return StateKind::bytes;
  if (word == "str") return StateKind::str;
  if (word == "int") return StateKind::integer;
  assert(word == "tuple");
  return StateKind::tuple;
}

const char* kind_word(StateKind kind) {
  switch (kind) {
    case StateKind::bytes:
      return "bytes";
    case StateKind::str:
      return "str";
    case StateKind::integer:
      return "int";
    case StateKind::tuple:
      return "tuple";
  }
  return "";
}

int put(const std::string& text, char* out, std::size_t size) {
  if (size > 0) {
    const std::size_t length = std::min(text.size(), size - 1);
    std::memcpy(out, text.data(), length);
    out[length] = '\0';
  }
  return static_cast<int>(text.size());
}

constexpr char hex_prefix[] = "hex:";
constexpr char hex_digits[] = "0123456789abcdef";

}  // namespace

RaisedRulesError::RaisedRulesError(const std::string& sentence, const py::object& exception)
    : RulesError(sentence), exception_(exception.inc_ref().ptr(), &release) {}

void RaisedRulesError::set() const {
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception_.get())), exception_.get());
}

PythonRules::PythonRules(const py::dict& about)
    : where_(py::cast<std::string>(about["where"])),
      name_(py::cast<std::string>(about["name"])),
      version_(py::cast<std::string>(about["version"])),
      parameters_(py::cast<ParameterTexts>(about["parameters"])),
      players_(py::cast<std::uint32_t>(about["players"])),
      state_bytes_(py::cast<std::uint32_t>(about["state_bytes"])),
      most_moves_(py::cast<std::uint32_t>(about["most_moves"])),
      scores_(py::cast<bool>(about["scores"])),
      kind_(kind_of(py::cast<std::string>(about["kind"]))),
      start_(method(about, "start")),
      to_move_(method(about, "to_move")),
      moves_(method(about, "moves")),
      play_(method(about, "play")),
      result_(method(about, "result")),
      show_(method(about, "show")),
      as_state_(method(about, "as_state")),
      successors_(method(about, "successors")),
      canonical_(method(about, "canonical")),
      unmoves_(method(about, "unmoves")),
      layer_(method(about, "layer")),
      parse_(method(about, "parse")),
      move_text_(method(about, "move_text")),
      board_(method(about, "board")),
      starts_(py::tuple(about["starts"])) {}

PythonRules::~PythonRules() {
  for (py::object* object :
       {&start_, &to_move_, &moves_, &play_, &result_, &show_, &as_state_, &successors_,
        &canonical_, &unmoves_, &layer_, &parse_, &move_text_, &board_, &last_object_}) {
    release(object->release().ptr());
  }
  release(starts_.release().ptr());
  release(move_numbers_.release().ptr());
  release(move_texts_.release().ptr());
}

py::object PythonRules::method(const py::dict& about, const char* name) const {
  const py::object found = about[name];
  return found.is_none() ? py::object() : found;
}

// --- Errors

void PythonRules::raise(const char* method, const Bytes* state, py::handle move) const {
  const py::object cause = taken_error();
  if (PyErr_GivenExceptionMatches(cause.ptr(), PyExc_KeyboardInterrupt) != 0)
    throw Interrupted(where_ + ": " + method + " was interrupted.");
  const py::object unknown = py::module_::import("zermelo._errors").attr("UnknownState");
  if (PyErr_GivenExceptionMatches(cause.ptr(), unknown.ptr()) != 0)
    throw UnknownState(where_ + ": " + py::cast<std::string>(py::str(cause)));
  refuse(method, state, move, words_of(cause), cause);
}

void PythonRules::refuse(const char* method, const Bytes* state, py::handle move,
                         const std::string& words, py::handle cause) const {
  std::string sentence = where_ + ": " + method;
  if (move) sentence += "(" + py::cast<std::string>(py::str(py::repr(move))) + ")";
  if (state != nullptr) sentence += " at " + shown(*state);
  sentence += ": " + words;
  if (sentence.back() != '.') sentence += '.';
  const auto or_none = [](const py::object& object) { return object ? object : py::none(); };
  const py::object error =
      py::module_::import("zermelo._errors")
          .attr("RulesError")(to_str(sentence), method,
                              state != nullptr ? object_of(*state) : py::none(),
                              or_none(py::reinterpret_borrow<py::object>(move)));
  if (cause) PyException_SetCause(error.ptr(), cause.inc_ref().ptr());
  throw RaisedRulesError(sentence, error);
}

// (For messages: what `show` says on one line; what Python says of the state if it fails.)
std::string PythonRules::shown(const Bytes& state) const {
  const py::object object = object_of(state);
  auto text = py::reinterpret_steal<py::object>(
      PyObject_CallFunctionObjArgs(show_.ptr(), object.ptr(), nullptr));
  if (!text || !PyUnicode_Check(text.ptr())) {
    PyErr_Clear();
    text = py::repr(object);
  }
  Py_ssize_t size = 0;
  const char* said = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (said == nullptr) {
    PyErr_Clear();
    return text_of(object);
  }
  std::string line(said, static_cast<std::size_t>(size));
  std::ranges::replace(line, '\n', '/');
  return line;
}

// --- States

PythonRules::Bytes PythonRules::bytes_of(const void* state) const {
  Bytes bytes{};
  std::memcpy(bytes.data(), state, state_bytes_);
  return bytes;
}

py::object PythonRules::object_of(const Bytes& state) const {
  if (last_object_ && state == last_) return last_object_;
  const char* const data = reinterpret_cast<const char*>(state.data());
  PyObject* made = nullptr;
  if (kind_ == StateKind::bytes) {
    made = PyBytes_FromStringAndSize(data, state_bytes_);
  } else if (kind_ == StateKind::str) {
    made =
        PyUnicode_DecodeUTF8(data, static_cast<Py_ssize_t>(strnlen(data, state_bytes_)), "replace");
  } else if (kind_ == StateKind::tuple) {
    made = PyTuple_New(state_bytes_);
    for (std::uint32_t i = 0; made != nullptr && i < state_bytes_; ++i)
      PyTuple_SET_ITEM(made, i, PyLong_FromLong(state[i]));
  } else if (state_bytes_ <= 8) {
    std::uint64_t number = 0;
    for (std::uint32_t i = 0; i < state_bytes_; ++i) number = number << 8 | state[i];
    made = PyLong_FromUnsignedLongLong(number);
  } else {
    made = PyObject_CallMethod(reinterpret_cast<PyObject*>(&PyLong_Type), "from_bytes", "y#s", data,
                               static_cast<Py_ssize_t>(state_bytes_), "big");
  }
  if (made == nullptr) throw py::error_already_set();
  last_object_ = py::reinterpret_steal<py::object>(made);
  last_ = state;
  return last_object_;
}

bool PythonRules::write_text(const char* bytes, Py_ssize_t size, std::uint8_t* state,
                             std::string& words) const {
  const auto length = static_cast<std::size_t>(size);
  const bool is_str = kind_ == StateKind::str;
  if (is_str && std::memchr(bytes, 0, length) != nullptr) {
    words = "a str with a null character, which a state cannot have";
    return false;
  }
  if (is_str ? length > state_bytes_ : length != state_bytes_) {
    words =
        is_str
            ? "a str of " + std::to_string(length) + " bytes in UTF-8, and states have at most " +
                  std::to_string(state_bytes_) + " (state_bytes)"
            : std::to_string(length) + " bytes, and states have " + std::to_string(state_bytes_);
    return false;
  }
  std::memset(state, 0, state_bytes_);
  std::memcpy(state, bytes, length);
  return true;
}

bool PythonRules::write_tuple(py::handle object, std::uint8_t* state, std::string& words) const {
  const Py_ssize_t size = PyTuple_GET_SIZE(object.ptr());
  if (size != static_cast<Py_ssize_t>(state_bytes_)) {
    words =
        "a tuple of " + std::to_string(size) + ", and states have " + std::to_string(state_bytes_);
    return false;
  }
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* const item = PyTuple_GET_ITEM(object.ptr(), i);
    const long number = PyLong_CheckExact(item) ? PyLong_AsLong(item) : -1;
    if (PyErr_Occurred() != nullptr) PyErr_Clear();
    if (number < 0 || number > 255) {
      words = "a tuple with something else than int from 0 to 255 at index " + std::to_string(i);
      return false;
    }
    state[i] = static_cast<std::uint8_t>(number);
  }
  return true;
}

bool PythonRules::write_integer(py::handle object, std::uint8_t* state, std::string& words) const {
  if (state_bytes_ <= 8) {
    std::uint64_t number = PyLong_AsUnsignedLongLong(object.ptr());
    const bool fits =
        PyErr_Occurred() == nullptr && (state_bytes_ == 8 || number >> (8 * state_bytes_) == 0);
    PyErr_Clear();
    for (std::uint32_t i = state_bytes_; fits && i-- > 0; number >>= 8)
      state[i] = static_cast<std::uint8_t>(number);
    if (fits) return true;
  } else {
    const auto bytes = py::reinterpret_steal<py::object>(
        PyObject_CallMethod(object.ptr(), "to_bytes", "is", static_cast<int>(state_bytes_), "big"));
    if (bytes) std::memcpy(state, PyBytes_AS_STRING(bytes.ptr()), state_bytes_);
    PyErr_Clear();
    if (bytes) return true;
  }
  words = "an int that is negative or does not fit " + std::to_string(state_bytes_) +
          " bytes (state_bytes)";
  return false;
}

bool PythonRules::write(py::handle object, void* state, std::string& words) const {
  auto* const bytes = static_cast<std::uint8_t*>(state);
  PyObject* const o = object.ptr();
  if (kind_ == StateKind::bytes && PyBytes_CheckExact(o))
    return write_text(PyBytes_AS_STRING(o), PyBytes_GET_SIZE(o), bytes, words);
  if (kind_ == StateKind::str && PyUnicode_CheckExact(o)) {
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(o, &size);
    if (text != nullptr) return write_text(text, size, bytes, words);
    PyErr_Clear();
    words = "a str that is not Unicode";
    return false;
  }
  if (kind_ == StateKind::tuple && PyTuple_CheckExact(o)) return write_tuple(object, bytes, words);
  if (kind_ == StateKind::integer && PyLong_CheckExact(o))
    return write_integer(object, bytes, words);
  words = type_name(object) + ", and states are " + kind_word(kind_);
  return false;
}

void PythonRules::write_checked(const char* method, const Bytes* of, py::handle move,
                                py::handle object, void* state) const {
  std::string words;
  if (!write(object, state, words)) refuse(method, of, move, "it returned " + words);
}

std::string PythonRules::text_of(py::handle position) const {
  auto object = py::reinterpret_borrow<py::object>(position);
  Bytes bytes{};
  std::string words;
  if (!write(object, bytes.data(), words)) {
    object = as_state_(object);
    words.clear();
    if (!write(object, bytes.data(), words)) {
      const std::string sentence = "This is not a state of " + name_ + ": " + words + ".";
      if (type_name(object) != kind_word(kind_)) throw py::type_error(sentence);
      throw IllegalPosition(sentence);
    }
  }
  return text_of_bytes(bytes.data(), state_bytes_);
}

py::object PythonRules::state_of(std::string_view text) const {
  std::string all;
  append_bytes(all, text);
  assert(all.size() == state_bytes_);
  return object_of(bytes_of(all.data()));
}

// --- Calls

py::object PythonRules::called(const char* name, const py::object& method, const Bytes& state,
                               py::handle move) const {
  const py::object object = object_of(state);
  PyObject* const arguments[] = {object.ptr(), move.ptr()};
  PyObject* const returned = PyObject_Vectorcall(method.ptr(), arguments, move ? 2 : 1, nullptr);
  if (returned == nullptr) raise(name, &state, move);
  return py::reinterpret_steal<py::object>(returned);
}

long PythonRules::whole(const char* method, const Bytes& state, py::handle object, long least,
                        long most) const {
  if (!PyLong_Check(object.ptr()) || PyBool_Check(object.ptr()))
    refuse(method, &state, {}, "it returned " + type_name(object) + ", and not int");
  const long number = PyLong_AsLong(object.ptr());
  const bool fits = PyErr_Occurred() == nullptr && number >= least && number <= most;
  PyErr_Clear();
  if (!fits) {
    refuse(method, &state, {},
           "it returned " + py::cast<std::string>(py::str(object)) + ", which is not from " +
               std::to_string(least) + " to " + std::to_string(most));
  }
  return number;
}

py::tuple PythonRules::tuple_of(const char* method, const Bytes& state,
                                const py::object& object) const {
  PyObject* const made = PySequence_Tuple(object.ptr());
  if (made == nullptr) raise(method, &state, {});
  return py::reinterpret_steal<py::tuple>(made);
}

std::string PythonRules::as_text(const char* method, const Bytes& state, py::handle object) const {
  if (!PyUnicode_Check(object.ptr()))
    refuse(method, &state, {}, "it returned " + type_name(object) + ", and not str");
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) raise(method, &state, {});
  return {text, static_cast<std::size_t>(size)};
}

// A move's number in the C interface: itself, or when its text was first seen.
std::uint64_t PythonRules::number_of(const char* method, const Bytes& state,
                                     py::handle move) const {
  PyObject* const m = move.ptr();
  if (PyLong_CheckExact(m) && PyList_GET_SIZE(move_texts_.ptr()) == 0) {
    const long long number = PyLong_AsLongLong(m);
    if (number == -1 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      refuse(method, &state, {}, "a move is an int of more than 64 bits");
    }
    moves_are_numbers_ = true;
    return static_cast<std::uint64_t>(number);
  }
  if (!PyUnicode_CheckExact(m) || moves_are_numbers_)
    refuse(method, &state, {},
           "a move is " + type_name(move) + ", and moves are all int or all str");
  PyObject* const known = PyDict_GetItemWithError(move_numbers_.ptr(), m);
  if (known != nullptr) return PyLong_AsUnsignedLongLong(known);
  if (PyErr_Occurred() != nullptr) raise(method, &state, {});
  const Py_ssize_t number = PyList_GET_SIZE(move_texts_.ptr());
  if (number == most_move_texts) {
    refuse(method, &state, {},
           "the game has more than " + std::to_string(most_move_texts) +
               " different texts of moves; let them be int, and write move_text");
  }
  move_numbers_[move] = py::int_(number);
  move_texts_.append(move);
  return static_cast<std::uint64_t>(number);
}

py::object PythonRules::move_of(std::uint64_t number) const {
  if (moves_are_numbers_) return py::int_(static_cast<long long>(number));
  assert(number < move_texts_.size());
  return move_texts_[number];
}

// The functions of the C structure. Whoever calls them has called enter().
struct PythonRules::Functions {
  static const PythonRules& of(void* self) { return *static_cast<const PythonRules*>(self); }

  static int start(void* self, void* state) {
    const PythonRules& r = of(self);
    PyObject* const made = PyObject_CallNoArgs(r.start_.ptr());
    if (made == nullptr) r.raise("start", nullptr, {});
    const auto object = py::reinterpret_steal<py::object>(made);
    r.write_checked("start", nullptr, {}, object, state);
    return 0;
  }
  static int start_at(void* self, std::uint64_t number, void* state) {
    const PythonRules& r = of(self);
    if (number > r.starts_.size()) return 0;
    const py::object object = r.starts_[number - 1];
    r.write_checked("starts", nullptr, {}, object, state);
    return 1;
  }
  static int result(void* self, const void* state, std::int32_t* score) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    const py::object returned = r.called("result", r.result_, bytes);
    if (returned.is_none()) return 0;
    const long most = ZERMELO_MOST_SCORE;
    *score = static_cast<std::int32_t>(r.whole("result", bytes, returned, -most, most));
    return 1;
  }
  static int mover(void* self, const void* state) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    return static_cast<int>(
        r.whole("to_move", bytes, r.called("to_move", r.to_move_, bytes), 0, 1));
  }
  static py::tuple listed(const PythonRules& r, const char* name, const py::object& method,
                          const Bytes& state) {
    py::tuple found = r.tuple_of(name, state, r.called(name, method, state));
    if (found.empty()) r.refuse(name, &state, {}, "the game goes on, but there is no move");
    if (found.size() > r.most_moves_) {
      r.refuse(name, &state, {},
               "it has " + std::to_string(found.size()) + " moves, more than most_moves, " +
                   std::to_string(r.most_moves_));
    }
    return found;
  }
  static int moves(void* self, const void* state, std::uint64_t* moves) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    const py::tuple found = listed(r, "moves", r.moves_, bytes);
    const auto count = static_cast<Py_ssize_t>(found.size());
    for (Py_ssize_t i = 0; i < count; ++i)
      moves[i] = r.number_of("moves", bytes, PyTuple_GET_ITEM(found.ptr(), i));
    return static_cast<int>(count);
  }
  static int play(void* self, const void* state, std::uint64_t number, void* next) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    const py::object move = r.move_of(number);
    r.write_checked("play", &bytes, move, r.called("play", r.play_, bytes, move), next);
    return 0;
  }
  static int expand(void* self, const void* state, std::uint64_t* moves, void* nexts) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    const py::tuple found = listed(r, "successors", r.successors_, bytes);
    auto* next = static_cast<std::uint8_t*>(nexts);
    for (const py::handle pair : found) {
      if (!PyTuple_Check(pair.ptr()) || PyTuple_GET_SIZE(pair.ptr()) != 2)
        r.refuse("successors", &bytes, {}, "it lists something else than pairs of move and state");
      *moves++ = r.number_of("successors", bytes, PyTuple_GET_ITEM(pair.ptr(), 0));
      r.write_checked("successors", &bytes, {}, PyTuple_GET_ITEM(pair.ptr(), 1), next);
      next += r.state_bytes_;
    }
    return static_cast<int>(found.size());
  }
  static int canonical(void* self, const void* state, void* image) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    r.write_checked("canonical", &bytes, {}, r.called("canonical", r.canonical_, bytes), image);
    return 0;
  }
  static std::int64_t unmoves(void* self, const void* state, void* befores, std::size_t room) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    const py::tuple found = r.tuple_of("unmoves", bytes, r.called("unmoves", r.unmoves_, bytes));
    if (found.size() > room) return static_cast<std::int64_t>(found.size());
    auto* before = static_cast<std::uint8_t*>(befores);
    for (const py::handle object : found) {
      r.write_checked("unmoves", &bytes, {}, object, before);
      before += r.state_bytes_;
    }
    return static_cast<std::int64_t>(found.size());
  }
  static int layer(void* self, const void* state) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    return static_cast<int>(r.whole("layer", bytes, r.called("layer", r.layer_, bytes), 0, 65535));
  }
  static int text(void* self, const void* state, char* out, std::size_t size) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    return put(r.as_text("show", bytes, r.called("show", r.show_, bytes)), out, size);
  }
  // (What people type need not be a state; then rules say so by ValueError, or by None.)
  static int parse(void* self, const char* text, void* state) {
    const PythonRules& r = of(self);
    const auto object =
        py::reinterpret_steal<py::object>(PyObject_CallOneArg(r.parse_.ptr(), to_str(text).ptr()));
    if (!object && PyErr_ExceptionMatches(PyExc_ValueError) != 0) {
      PyErr_Clear();
      return 1;
    }
    if (!object) r.raise("parse", nullptr, to_str(text));
    std::string words;
    if (object.is_none()) return 1;
    if (r.write(object, state, words)) return 0;
    if (type_name(object) == kind_word(r.kind_)) return 1;
    r.refuse("parse", nullptr, to_str(text), "it returned " + words);
  }
  static int move_text(void* self, const void* state, std::uint64_t number, char* out,
                       std::size_t size) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    const py::object move = r.move_of(number);
    const py::object text =
        r.move_text_ ? r.called("move_text", r.move_text_, bytes, move) : py::str(move);
    return put(r.as_text("move_text", bytes, text), out, size);
  }
  static int board(void* self, const void* state, std::uint32_t* columns, std::uint32_t* rows,
                   char* cells, std::size_t size) {
    const PythonRules& r = of(self);
    const Bytes bytes = r.bytes_of(state);
    const py::tuple ranks = r.tuple_of("board", bytes, r.called("board", r.board_, bytes));
    std::string all;
    for (const py::handle rank : ranks) {
      const std::string row = r.as_text("board", bytes, rank);
      if (all.empty()) *columns = static_cast<std::uint32_t>(row.size());
      if (row.size() != *columns) r.refuse("board", &bytes, {}, "its ranks differ in length");
      all += row;
    }
    *rows = static_cast<std::uint32_t>(ranks.size());
    return put(all, cells, size);
  }
};

zermelo_own_game PythonRules::open() {
  zermelo_own_game game{};
  game.abi = ZERMELO_GAME_ABI;
  game.size = sizeof game;
  game.name = name_.c_str();
  game.version = version_.c_str();
  game.players = players_;
  game.state_bytes = state_bytes_;
  game.most_moves = most_moves_;
  game.flags = scores_ ? ZERMELO_SCORES : 0;
  game.self = this;
  game.start = &Functions::start;
  game.result = &Functions::result;
  if (players_ == 2) game.mover = &Functions::mover;
  game.moves = &Functions::moves;
  game.play = &Functions::play;
  game.text = &Functions::text;
  if (parse_) game.parse = &Functions::parse;
  game.move_text = &Functions::move_text;
  if (!starts_.empty()) game.start_at = &Functions::start_at;
  if (successors_) game.expand = &Functions::expand;
  if (canonical_) game.canonical = &Functions::canonical;
  if (unmoves_) game.unmoves = &Functions::unmoves;
  if (layer_) game.layer = &Functions::layer;
  if (board_) game.board = &Functions::board;
  return game;
}

// (At the interpreter's end Python ends a thread that wants the lock by unwinding its stack, which
// what calls this may not let pass: such a thread stays here, and ends with the process.)
void PythonRules::enter() {
  try {
    locks().push_back(PyGILState_Ensure());
  } catch (...) {
    for (;;) ::pause();
  }
}

void PythonRules::leave() noexcept {
  assert(!locks().empty());
  PyGILState_Release(locks().back());
  locks().pop_back();
}

std::string text_of_bytes(const std::uint8_t* bytes, std::size_t count) {
  std::string text = hex_prefix;
  for (std::size_t i = 0; i < count; ++i) {
    text += hex_digits[bytes[i] >> 4];
    text += hex_digits[bytes[i] & 15];
  }
  return text;
}

void append_bytes(std::string& bytes, std::string_view text) {
  assert(text.starts_with(hex_prefix));
  text.remove_prefix(std::size(hex_prefix) - 1);
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(digit(text[i]) << 4 | digit(text[i + 1]));
}

PositionText::PositionText(const PythonRules* rules, py::handle position, const char* what) {
  if (rules != nullptr) {
    made_ = rules->text_of(position);
  } else {
    given_ = python::text_of(position, what);
  }
}

py::object position_object(const PythonRules* rules, const std::string& text) {
  return rules != nullptr ? rules->state_of(text) : py::object(to_str(text));
}

py::object position_or_none(const PythonRules* rules, const std::string& text) {
  return text.empty() ? py::object(py::none()) : position_object(rules, text);
}

py::list position_list(const PythonRules* rules, const std::vector<std::string>& texts) {
  py::list list(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) list[i] = position_object(rules, texts[i]);
  return list;
}

}  // namespace zermelo::python
