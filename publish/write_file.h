// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace zermelo::publish {

// Writes a file; nothing of it is there if it cannot be written. Throws FileError.
void write_new(const std::string& path, std::string_view content);
// Replaces a file as a whole: what it held stays until the new content is there, beside it as
// PATH.part. Throws FileError.
void write_at_once(const std::string& path, std::string_view content);
// Throws FileError.
void rename_file(const std::string& from, const std::string& to);

}  // namespace zermelo::publish
