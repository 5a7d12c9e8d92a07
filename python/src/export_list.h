// SPDX-License-Identifier: MIT
// What lists of tables and of strategies have in common.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "python/src/long_work.h"
#include "tablebase/lists/export_options.h"

namespace zermelo::python {

// `format` is "text", "binary" or "csv".
ExportOptions export_options(const LongWork& work, const std::string& format, bool force);

// Positions, bytes, seconds.
py::tuple export_tuple(const ExportReport& report);

}  // namespace zermelo::python
