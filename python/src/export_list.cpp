// SPDX-License-Identifier: MIT
#include "python/src/export_list.h"

namespace zermelo::python {

ExportOptions export_options(const LongWork& work, const std::string& format, bool force) {
  ExportOptions options;
  options.format = format == "binary" ? ExportFormat::binary
                   : format == "csv"  ? ExportFormat::csv
                                      : ExportFormat::text;
  options.force = force;
  options.stop = work.stop();
  return options;
}

py::tuple export_tuple(const ExportReport& report) {
  return py::make_tuple(report.positions, report.bytes, report.seconds);
}

}  // namespace zermelo::python
