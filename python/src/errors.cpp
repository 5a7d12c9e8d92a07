// SPDX-License-Identifier: MIT
#include "python/src/errors.h"

#include "gen/error.h"
#include "python/src/module.h"

namespace zermelo::python {
namespace {

// (The class is looked up when it is needed: no reference outlives the interpreter.)
void set(const char* name, const std::exception& error) {
  const py::object type = py::module_::import("zermelo._errors").attr(name);
  // What a file or a caller brought into the sentence need not be UTF-8.
  const py::object sentence = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(error.what(), static_cast<Py_ssize_t>(std::strlen(error.what())), "replace"));
  if (!sentence) throw py::error_already_set();
  PyErr_SetObject(type.ptr(), sentence.ptr());
}

}  // namespace

bool set_error(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const IllegalPosition& e) {
    set("IllegalPosition", e);
  } catch (const GameOver& e) {
    set("GameOver", e);
  } catch (const NotInTable& e) {
    set("NotInTable", e);
  } catch (const DamagedTable& e) {
    set("DamagedTable", e);
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
