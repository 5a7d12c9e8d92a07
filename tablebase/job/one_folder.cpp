// SPDX-License-Identifier: MIT
#include "tablebase/job/one_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>

#include "gen/error.h"
#include "tablebase/format/file.h"

namespace zermelo {
namespace {

std::string host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data()
                                                          : "a machine without a name";
}

// (A name that nobody has looked for yet: a network's file system may remember for a while that
// there is no such file.)
std::string new_name(const std::string& path) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return fmt::format("{}.ranks.{:x}-{:x}", path, ::getpid(), now);
}

}  // namespace

void expect_one_folder(Cluster* cluster, const std::string& path) {
  if (cluster == nullptr || cluster->size() == 1) return;
  std::unique_ptr<OutputFile> note;  // stays until all have looked
  std::string name;
  if (is_first(cluster)) {
    try {
      note = std::make_unique<OutputFile>(new_name(path), OutputFile::Mode::temporary);
      note->sync();
      name = note->path();
    } catch (const FileError&) {
    }
  }
  name = text_of_first(cluster, name);
  if (name.empty()) return;
  const std::string first = text_of_first(cluster, host());
  fail_together(cluster, [&] {
    if (file_exists(name)) return;
    throw FileError(
        fmt::format("Rank {}, on {}, does not see the folder of {} that rank 0, on {}, sees; ranks "
                    "leave files for each other there, so put it in a folder that all of them see.",
                    cluster->rank(), host(), path, first));
  });
}

}  // namespace zermelo
