// SPDX-License-Identifier: MIT
// What all exports say about the file that they write.
#pragma once

#include <string>

namespace zermelo {

// Throws WrongFile if there is a plain file at that path already, unless it may be replaced;
// FileError if it is already known that nothing can be written there.
void require_new_file(const std::string& path, bool may_replace);

[[noreturn]] void throw_export_stopped();

}  // namespace zermelo
