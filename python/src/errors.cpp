// SPDX-License-Identifier: MIT
#include "python/src/errors.h"

#include "gen/error.h"
#include "python/src/convert.h"
#include "python/src/module.h"
#include "python/src/own_rules.h"

namespace zermelo::python {
namespace {

// (The class is looked up when it is needed: no reference outlives the interpreter.)
template <class... Arguments>
void set_with(const char* name, const std::exception& error, const Arguments&... arguments) {
  const py::object type = py::module_::import("zermelo._errors").attr(name);
  const py::tuple all = py::make_tuple(to_sentence(error.what()), arguments...);
  PyErr_SetObject(type.ptr(), all.ptr());
}

void set(const char* name, const std::exception& error) { set_with(name, error); }

}  // namespace

bool set_error(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const IllegalPosition& e) {
    set("IllegalPosition", e);
  } catch (const GameOver& e) {
    set_with("GameOver", e, colour_or_none(e.winner()));
  } catch (const IllegalMove& e) {
    set("IllegalMove", e);
  } catch (const NotInTable& e) {
    set("NotInTable", e);
  } catch (const DamagedTable& e) {
    set("DamagedTable", e);
  } catch (const RaisedRulesError& e) {
    e.set();
  } catch (const RulesError& e) {
    set("RulesError", e);
  } catch (const FileError& e) {
    set("FileError", e);
  } catch (const UsageError& e) {
    set("UsageError", e);
  } catch (const SyntaxError& e) {
    set("NotWellFormed", e);
  } catch (const OutOfMemory& e) {
    set("OutOfMemory", e);
  } catch (const Interrupted& e) {
    set("Interrupted", e);
  } catch (const Error& e) {
    set("Error", e);
  } catch (...) {
    return false;
  }
  return true;
}

void add_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr failure) {
    if (failure && !set_error(failure)) std::rethrow_exception(failure);
  });
}

}  // namespace zermelo::python
