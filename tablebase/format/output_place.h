// SPDX-License-Identifier: MIT
// Where output really goes. A name that a caller gives may be a link, a device, a pipe, or one of
// this process's open descriptors; all code that writes files asks here, so that a link stays a
// link and a device a device.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tablebase/format/file.h"

namespace zermelo {

struct OutputPlace {
  enum class Kind : std::uint8_t {
    file,        // a plain file, or nothing yet: may be replaced as a whole
    stream,      // a device, a pipe or a socket: bytes are written to it and are gone
    descriptor,  // one of this process (/dev/stdout, /dev/fd/3): likewise, at its current position
  };
  Kind kind = Kind::file;
  std::string path;     // for a file its real path, which is not a link; otherwise as given
  int descriptor = -1;  // for a descriptor, its number
};

// Follows links. Throws FileError if the path leads to a folder or to nothing that can be followed
// (links in a circle). Does not check that the folder of a file exists.
OutputPlace output_place(const std::string& path);

// The plain file that a path leads to: for output that is put together beside it and takes its
// place when it is complete. Throws FileError for everything that cannot be replaced.
std::string replaceable_file(const std::string& path);

// For work that takes long and writes at its end. Throws FileError if it is already known that
// nothing can be written there: as output_place() does, or because the folder does not exist or
// this process may not create a file in it.
void check_output(const std::string& path);

// Output in pieces, from its beginning to its end. A plain file is replaced as a whole, when all is
// written: until then its old contents stay, and what is written stands beside it, as PATH.part,
// and goes away with the object. All members throw FileError.
class OutputStream {
 public:
  explicit OutputStream(std::string path);
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;
  ~OutputStream();

  void write(Bytes bytes);
  // After the last piece.
  void publish();

 private:
  template <class Write>
  void naming_path(const Write& write) const;

  std::string path_;  // as the caller named it
  OutputPlace place_;
  std::unique_ptr<OutputFile> file_;  // for a plain file
  int descriptor_ = -1;               // for everything else
};

// Writes all of it. A plain file is replaced as a whole: its old contents stay until the new bytes
// are written, also if they cannot be, and its permissions stay. Throws FileError.
void write_output(const std::string& path, Bytes bytes);

}  // namespace zermelo
