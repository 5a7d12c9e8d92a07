// SPDX-License-Identifier: MIT
// A folder that lives as long as the object: for tests that write files.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace zermelo::test {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(make_in(std::filesystem::temp_directory_path())) {
    if (path_.empty()) throw std::runtime_error("no temporary folder");
  }
  // In memory where the system has such a place: for thousands of small files, each of which would
  // wait for the disk.
  static TemporaryFolder in_memory() {
    const std::filesystem::path folder = make_in("/dev/shm");
    return folder.empty() ? TemporaryFolder() : TemporaryFolder(folder);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

  // The new folder's path; empty if it cannot be made.
  static std::filesystem::path make_in(const std::filesystem::path& place) {
    std::string name = (place / "zermelo-XXXXXX").string();
    return mkdtemp(name.data()) == nullptr ? std::filesystem::path() : std::filesystem::path(name);
  }

  std::filesystem::path path_;
};

}  // namespace zermelo::test
