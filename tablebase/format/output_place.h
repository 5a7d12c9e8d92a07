// SPDX-License-Identifier: MIT
// Where output really goes. A name that a caller gives may be a link, a device, a pipe, or one of
// this process's open descriptors; whatever writes files asks here, so that a link stays a link and
// a device a device.
#pragma once

#include <cstdint>
#include <string>

#include "tablebase/format/file.h"

namespace zermelo {

struct OutputPlace {
  enum class Kind : std::uint8_t {
    file,        // a plain file, or nothing yet: may be replaced as a whole
    stream,      // a device, a pipe or a socket: bytes are written to it and are gone
    descriptor,  // one of this process (/dev/stdout, /dev/fd/3): likewise, where it stands
  };
  Kind kind = Kind::file;
  std::string path;     // of a file its own, which is no link; of the others as it was given
  int descriptor = -1;  // of a descriptor its number
};

// Follows links. Throws FileError if the path leads to a folder or to nothing that can be followed
// (links in a circle). That the folder of a file exists is not looked at.
OutputPlace output_place(const std::string& path);

// The plain file that a path leads to: for what is put together beside it, and takes its place when
// it is whole. Throws FileError for everything that cannot be replaced.
std::string replaceable_file(const std::string& path);

// For work that takes long and writes at its end. Throws FileError if it is known already that
// nothing can be written there: as output_place() does, or because there is no such folder, or none
// in which this process may make a file.
void check_output(const std::string& path);

// Writes all of it. A plain file is replaced as a whole: what stood there stays until the new bytes
// are written, also if they cannot be, and its permissions stay. Throws FileError.
void write_output(const std::string& path, Bytes bytes);

}  // namespace zermelo
