// SPDX-License-Identifier: MIT
// The tables of a module: files of which parts are there (tablebase/format/chunked_file.h), by
// name.
#pragma once

#include <memory>
#include <string>

#include "tablebase/format/chunked_file.h"

namespace zermelo::wasm {

// From now on open_table_source(name) reads this file.
void register_source(const std::string& name, std::shared_ptr<ChunkedFile> file);
void forget_source(const std::string& name);

}  // namespace zermelo::wasm
