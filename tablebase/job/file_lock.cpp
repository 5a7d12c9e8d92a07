// SPDX-License-Identifier: MIT
#include "tablebase/job/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "gen/error.h"

namespace zermelo {

namespace {

// Whether the path still leads to the file that was opened.
bool is_at(int descriptor, const std::string& path) {
  struct stat own {};
  struct stat named {};
  return fstat(descriptor, &own) == 0 && stat(path.c_str(), &named) == 0 &&
         own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

}  // namespace

std::unique_ptr<FileLock> FileLock::take(const std::string& path) {
  for (;;) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
      throw FileError(fmt::format("Cannot write {}: {}.", path, std::strerror(errno)));
    std::unique_ptr<FileLock> lock(new FileLock(path, descriptor));
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      lock->release();
      return nullptr;
    }
    // The previous owner of the lock may have removed or renamed the file since it was opened here.
    // Then this lock would keep nobody out.
    if (is_at(descriptor, path)) return lock;
    lock->release();
  }
}

void FileLock::release() { close(std::exchange(descriptor_, -1)); }

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  struct stat own {};
  if (is_at(descriptor_, path_) && fstat(descriptor_, &own) == 0 && own.st_size == 0)
    unlink(path_.c_str());
  release();
}

}  // namespace zermelo
