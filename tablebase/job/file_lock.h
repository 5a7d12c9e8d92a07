// SPDX-License-Identifier: MIT
// One run at a time: a lock on a file that the system releases however the process ends.
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace zermelo {

// An advisory lock on a file that only one run at a time may work on, held until the object or the
// process ends.
class FileLock {
 public:
  // Makes the file if it is missing. Null if another object has the lock, in this process or in
  // another one. (File systems without locks give one to everybody.)
  static std::unique_ptr<FileLock> take(const std::string& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  // Removes the file if nothing has been written to it.
  ~FileLock();

 private:
  FileLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  // Leaves the file as it is.
  void release();

  std::string path_;
  int descriptor_;
};

}  // namespace zermelo
