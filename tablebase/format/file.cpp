// SPDX-License-Identifier: MIT
#include "tablebase/format/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

[[noreturn]] void fail(const char* what, const std::string& path) {
  const int error = errno;
  const std::string sentence = fmt::format("Cannot {} {}: {}.", what, path, std::strerror(error));
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) throw NoRoom(sentence);
  throw FileError(sentence);
}

void sync_folder_of(const std::string& path) {
  auto folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;
  fsync(descriptor);  // some file systems cannot; the rename itself has happened
  close(descriptor);
}

}  // namespace

void write_to_descriptor(int descriptor, Bytes bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", path);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

OutputFile::OutputFile(const std::string& path, Mode mode)
    : path_(path), is_temporary_(mode == Mode::temporary) {
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (mode == Mode::keep ? 0 : O_TRUNC);
  descriptor_ = open(path.c_str(), flags, 0666);
  if (descriptor_ < 0) fail("write", path_);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (is_temporary_) unlink(path_.c_str());
}

void OutputFile::write(Bytes bytes) {
  assert(descriptor_ >= 0);  // it was not published
  write_to_descriptor(descriptor_, bytes, path_);
}

void OutputFile::sync() {
  if (fsync(descriptor_) != 0) fail("write", path_);
}

void OutputFile::truncate(std::uint64_t length) {
  if (ftruncate(descriptor_, static_cast<off_t>(length)) != 0) fail("write", path_);
  if (lseek(descriptor_, static_cast<off_t>(length), SEEK_SET) < 0) fail("write", path_);
}

// The new file gets the owner, the group and the permissions of the old one, as far as this process
// may set them and the file system can: what was computed is not given up because of that.
// (Permissions come last, because a new owner may remove some.)
void OutputFile::take_permissions_of(const std::string& path) const {
  struct stat old {};
  struct stat own {};
  if (lstat(path.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return;
  if (fstat(descriptor_, &own) != 0) return;
  [[maybe_unused]] int done = 0;
  if (own.st_uid != old.st_uid || own.st_gid != old.st_gid)
    done = fchown(descriptor_, old.st_uid, old.st_gid);
  done = fchmod(descriptor_, old.st_mode & 07777);
}

void OutputFile::publish_as(const std::string& path) {
  assert(descriptor_ >= 0);
  take_permissions_of(path);
  sync();
  const int descriptor = std::exchange(descriptor_, -1);
  if (close(descriptor) != 0) fail("write", path_);
  if (std::rename(path_.c_str(), path.c_str()) != 0) fail("rename to its final name", path_);
  is_temporary_ = false;
  sync_folder_of(path);
}

MappedFile::MappedFile(const std::string& path) : path_(path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail("read", path_);
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor);
    throw FileError(fmt::format("Cannot read {}: it is not a regular file.", path_));
  }
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ > 0) {
    void* memory = mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) {
      close(descriptor);
      fail("map", path_);
    }
    data_ = static_cast<const std::byte*>(memory);
    watched_.emplace(data_, size_);
  }
  close(descriptor);
}

void MappedFile::expect(Access access) const {
  if (data_ == nullptr) return;
  madvise(const_cast<std::byte*>(data_), size_,
          access == Access::random ? MADV_RANDOM : MADV_NORMAL);
}

void MappedFile::expect_whole(Bytes part) const {
  assert(part.empty() || (part.data() >= data_ && part.data() + part.size() <= data_ + size_));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (part.size() <= page) return;
  const auto begin = static_cast<std::size_t>(part.data() - data_) / page * page;
  const auto end = static_cast<std::size_t>(part.data() - data_) + part.size();
  madvise(const_cast<std::byte*>(data_) + begin, end - begin, MADV_WILLNEED);
}

void MappedFile::forget(Bytes part) const {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto offset = static_cast<std::size_t>(part.data() - data_);
  // Only pages that lie wholly within the part: the others may still be needed.
  const std::size_t begin = (offset + page - 1) / page * page;
  const std::size_t end = (offset + part.size()) / page * page;
  if (begin < end) madvise(const_cast<std::byte*>(data_) + begin, end - begin, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  watched_.reset();
  if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), size_);
}

SpillFile::SpillFile(const std::string& folder) : folder_(folder.empty() ? "." : folder) {
  std::string name = folder_ + "/zermelo.XXXXXX";
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail("write to", folder_);
  unlink(name.c_str());
}

SpillFile::~SpillFile() {
  if (data_ != nullptr) munmap(data_, size_);
  if (descriptor_ >= 0) close(descriptor_);
}

void SpillFile::write(Bytes bytes) {
  write_to_descriptor(descriptor_, bytes, folder_);
  size_ += bytes.size();
}

void SpillFile::read(std::size_t begin, std::span<std::byte> out) const {
  assert(begin + out.size() <= size_);
  while (!out.empty()) {
    const ssize_t got = pread(descriptor_, out.data(), out.size(), static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("read from", folder_);
    begin += static_cast<std::size_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
}

void SpillFile::map(int protection) {
  if (data_ != nullptr || size_ == 0) return;
  void* memory = mmap(nullptr, size_, protection, MAP_SHARED, descriptor_, 0);
  if (memory == MAP_FAILED) fail("map a file in", folder_);
  data_ = static_cast<std::byte*>(memory);
}

Bytes SpillFile::bytes() {
  map(PROT_READ);
  return {data_, size_};
}

std::span<std::byte> SpillFile::room(std::size_t bytes) {
  // (A full disk is an error here; later it would be a signal.)
  errno = bytes == 0 ? 0 : posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
  if (errno != 0) fail("write to", folder_);
  size_ = bytes;
  map(PROT_READ | PROT_WRITE);
  return {data_, size_};
}

bool file_exists(const std::string& path) { return std::filesystem::exists(path); }

bool is_folder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

void remove_file(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace zermelo
