// SPDX-License-Identifier: MIT
// Rules that are a class in Python (zermelo.Rules), behind the C interface for games of one's own.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "probe/own_game.h"

namespace zermelo::python {

namespace py = pybind11;

// A RulesError that has its exception in Python with it: zermelo.RulesError with method, state,
// move and cause. It may be copied and destroyed without the GIL.
class RaisedRulesError : public RulesError {
 public:
  RaisedRulesError(const std::string& sentence, const py::object& exception);
  // Sets it as Python's error. With the GIL.
  void set() const;

 private:
  std::shared_ptr<PyObject> exception_;
};

// What states are in Python.
enum class StateKind : std::uint8_t { bytes, str, integer, tuple };

// All members but the destructor and those of OwnInterpreter need the GIL.
class PythonRules final : public OwnInterpreter {
 public:
  // `about` has where ("module:Class"), name, version, parameters, players, kind ("bytes", "str",
  // "int", "tuple"), state_bytes, most_moves, scores; and the methods by name: start, to_move,
  // moves, play, result, show, as_state; and, or None, successors, canonical, unmoves, layer,
  // parse, move_text, board, and a list `starts` of states. With `parse`, positions are written as
  // `show` writes them.
  explicit PythonRules(const py::dict& about);
  ~PythonRules() override;

  // The game with these rules; the object must be held by a shared_ptr.
  static std::shared_ptr<const Game> game(const std::shared_ptr<PythonRules>& rules) {
    return make_own_game(rules, rules->parameters_, rules->where_);
  }
  // The same; every call of the rules is noted in `calls`, which must outlive the game.
  static std::shared_ptr<const Game> watched_game(const std::shared_ptr<PythonRules>& rules,
                                                  OwnCalls& calls) {
    return make_own_game(rules, rules->parameters_, rules->where_, calls);
  }

  // Both ways between states and the texts by which the library knows them ("hex:0a1b"). What is
  // not a state raises TypeError, or throws IllegalPosition if it is one of another size.
  std::string text_of(py::handle position) const;
  py::object state_of(std::string_view text) const;

  // --- OwnInterpreter
  zermelo_own_game open() override;
  void enter() override;
  void leave() noexcept override;

 private:
  struct Functions;
  using Bytes = std::array<std::uint8_t, ZERMELO_MOST_STATE_BYTES>;

  py::object method(const py::dict& about, const char* name) const;
  // Throws RaisedRulesError: the error that Python has set is the cause.
  [[noreturn]] void raise(const char* method, const Bytes* state, py::handle move) const;
  // The same without a cause.
  [[noreturn]] void refuse(const char* method, const Bytes* state, py::handle move,
                           const std::string& words, py::handle cause = {}) const;
  py::object object_of(const Bytes& state) const;
  Bytes bytes_of(const void* state) const;
  // Whether an object is a state; if not, `words` says what it is instead.
  bool write(py::handle object, void* state, std::string& words) const;
  bool write_integer(py::handle object, std::uint8_t* state, std::string& words) const;
  bool write_tuple(py::handle object, std::uint8_t* state, std::string& words) const;
  bool write_text(const char* bytes, Py_ssize_t size, std::uint8_t* state,
                  std::string& words) const;
  // What a method returns for a state, and perhaps a move.
  py::object called(const char* name, const py::object& method, const Bytes& state,
                    py::handle move = {}) const;
  void write_checked(const char* method, const Bytes* of, py::handle move, py::handle object,
                     void* state) const;
  long whole(const char* method, const Bytes& state, py::handle object, long least,
             long most) const;
  py::tuple tuple_of(const char* method, const Bytes& state, const py::object& object) const;
  std::uint64_t number_of(const char* method, const Bytes& state, py::handle move) const;
  py::object move_of(std::uint64_t number) const;
  std::string shown(const Bytes& state) const;
  std::string as_text(const char* method, const Bytes& state, py::handle object) const;

  std::string where_, name_, version_;
  ParameterTexts parameters_;
  std::uint32_t players_, state_bytes_, most_moves_;
  bool scores_;
  StateKind kind_;
  py::object start_, to_move_, moves_, play_, result_, show_, as_state_;             // always
  py::object successors_, canonical_, unmoves_, layer_, parse_, move_text_, board_;  // or null
  py::tuple starts_;
  // The state that was asked about last, as an object.
  mutable Bytes last_{};
  mutable py::object last_object_;
  // Moves that are texts, by number.
  mutable py::dict move_numbers_;
  mutable py::list move_texts_;
  mutable bool moves_are_numbers_ = false;
};

// Both ways between a state's bytes and such a text.
std::string text_of_bytes(const std::uint8_t* bytes, std::size_t count);
void append_bytes(std::string& bytes, std::string_view text);

// A position as the library takes it, from what a caller in Python passes: text, or a state of such
// rules.
class PositionText {
 public:
  PositionText(const PythonRules* rules, py::handle position, const char* what);
  operator std::string_view() const { return made_.empty() ? given_ : std::string_view(made_); }

 private:
  std::string made_;
  std::string_view given_;
};
// The reverse.
py::object position_object(const PythonRules* rules, const std::string& text);
py::object position_or_none(const PythonRules* rules, const std::string& text);
py::list position_list(const PythonRules* rules, const std::vector<std::string>& texts);

}  // namespace zermelo::python
