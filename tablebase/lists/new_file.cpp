// SPDX-License-Identifier: MIT
#include "tablebase/lists/new_file.h"

#include <fmt/format.h>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "tablebase/format/file.h"
#include "tablebase/format/output_place.h"

namespace zermelo {

void require_new_file(const std::string& path, bool may_replace) {
  check_output(path);
  const OutputPlace place = output_place(path);
  if (place.kind != OutputPlace::Kind::file || may_replace || !file_exists(place.path)) return;
  throw WrongFile(fmt::format("{} is there already; --force replaces it.", path));
}

void throw_export_stopped() { throw Interrupted("Stopped; the list is not complete."); }

}  // namespace zermelo
