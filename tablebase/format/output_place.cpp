// SPDX-License-Identifier: MIT
#include "tablebase/format/output_place.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

using Kind = OutputPlace::Kind;

constexpr const char* part_ending = ".part";
constexpr int most_links = 40;  // as many as the system follows

[[noreturn]] void cannot_write(const std::string& path, const char* reason) {
  throw FileError(fmt::format("Cannot write {}: {}.", path, reason));
}

std::optional<int> number_after(std::string_view path, std::string_view folder) {
  if (!path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  int number = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), number);
  const bool is_number = error == std::errc() && end == path.data() + path.size() && number >= 0;
  return is_number ? std::optional(number) : std::nullopt;
}

// The descriptor of this process that a name stands for. (They are links in /proc whose texts do
// not always lead to what they are open at: "pipe:[4711]".)
std::optional<int> descriptor_of(const std::string& path) {
  static constexpr std::array names = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (path == names[n]) return static_cast<int>(n);
  }
  const std::string own = fmt::format("/proc/{}/fd/", ::getpid());
  for (const std::string_view folder :
       {std::string_view("/dev/fd/"), std::string_view("/proc/self/fd/"),
        std::string_view("/proc/thread-self/fd/"), std::string_view(own)}) {
    if (const auto number = number_after(path, folder)) return number;
  }
  return std::nullopt;
}

std::string target_of(const std::string& link, const std::string& named) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::read_symlink(link, error);
  if (error) cannot_write(named, error.message().c_str());
  return (std::filesystem::path(link).parent_path() / target).string();
}

// Whether both lead to the same file, if the first leads anywhere.
bool leads_to(const std::string& path, const std::string& file) {
  struct stat named {};
  struct stat found {};
  if (::stat(path.c_str(), &named) != 0) return true;
  return ::stat(file.c_str(), &found) == 0 && named.st_dev == found.st_dev &&
         named.st_ino == found.st_ino;
}

int open_stream(const OutputPlace& place) {
  const int opened = place.kind == Kind::descriptor
                         ? ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 0)
                         : ::open(place.path.c_str(), O_WRONLY | O_CLOEXEC);
  if (opened < 0) cannot_write(place.path, std::strerror(errno));
  return opened;
}

// Turns a complaint about the unfinished file, of which nothing stays, into one about the name that
// the caller gave.
std::string renamed(const std::string& complaint, const std::string& part,
                    const std::string& named) {
  const std::size_t at = complaint.find(part);
  return at == std::string::npos ? complaint
                                 : std::string(complaint).replace(at, part.size(), named);
}

}  // namespace

OutputPlace output_place(const std::string& path) {
  std::string at = path;
  for (int links = 0; links <= most_links; ++links) {
    if (const auto number = descriptor_of(at)) return {Kind::descriptor, path, *number};
    struct stat status {};
    if (::lstat(at.c_str(), &status) != 0) {
      if (errno != ENOENT) cannot_write(path, std::strerror(errno));
      status.st_mode = S_IFREG;
    }
    if (S_ISLNK(status.st_mode)) {
      at = target_of(at, path);
      continue;
    }
    if (S_ISDIR(status.st_mode)) cannot_write(path, "it is a folder");
    // (The links of other processes' descriptors, for one, have texts that may lead elsewhere.)
    if (!S_ISREG(status.st_mode) || !leads_to(path, at)) return {Kind::stream, path};
    return {Kind::file, at};
  }
  cannot_write(path, std::strerror(ELOOP));
}

std::string replaceable_file(const std::string& path) {
  OutputPlace place = output_place(path);
  if (place.kind != Kind::file) {
    cannot_write(path, "it is not a regular file, and what is written is read again on the way");
  }
  return std::move(place.path);
}

void check_output(const std::string& path) {
  const OutputPlace place = output_place(path);
  if (place.kind != Kind::file) return;
  std::string folder = std::filesystem::path(place.path).parent_path().string();
  if (folder.empty()) folder = ".";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) cannot_write(path, std::strerror(errno));
}

template <class Write>
void OutputStream::naming_path(const Write& write) const {
  const std::string part = place_.path + part_ending;
  try {
    write();
  } catch (const NoRoom& failure) {
    throw NoRoom(renamed(failure.what(), part, path_));
  } catch (const FileError& failure) {
    throw FileError(renamed(failure.what(), part, path_));
  }
}

OutputStream::OutputStream(std::string path) : path_(std::move(path)), place_(output_place(path_)) {
  if (place_.kind != Kind::file) {
    descriptor_ = open_stream(place_);
    return;
  }
  naming_path([&] {
    file_ = std::make_unique<OutputFile>(place_.path + part_ending, OutputFile::Mode::temporary);
  });
}

OutputStream::~OutputStream() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputStream::write(Bytes bytes) {
  if (!file_) return write_to_descriptor(descriptor_, bytes, path_);
  naming_path([&] { file_->write(bytes); });
}

void OutputStream::publish() {
  if (file_) naming_path([&] { file_->publish_as(place_.path); });
}

void write_output(const std::string& path, Bytes bytes) {
  OutputStream stream(path);
  stream.write(bytes);
  stream.publish();
}

}  // namespace zermelo
