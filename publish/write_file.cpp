// SPDX-License-Identifier: MIT
#include "publish/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "gen/error.h"

namespace zermelo::publish {
namespace {

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  throw FileError(fmt::format("Cannot write {}: {}.", path, std::strerror(error)));
}

}  // namespace

void write_new(const std::string& path, std::string_view content) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail_to_write(path, errno);
  int error = 0;
  for (std::string_view left = content; !left.empty() && error == 0;) {
    const ssize_t count = ::write(descriptor, left.data(), left.size());
    if (count >= 0) left.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) error = errno;
  }
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0) return;
  ::unlink(path.c_str());
  fail_to_write(path, error);
}

void write_at_once(const std::string& path, std::string_view content) {
  const std::string beside = path + ".part";
  write_new(beside, content);
  rename_file(beside, path);
}

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail_to_write(to, errno);
}

}  // namespace zermelo::publish
