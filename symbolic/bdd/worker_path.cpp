// SPDX-License-Identifier: MIT
#include "symbolic/bdd/worker_path.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "gen/error.h"

namespace zermelo::symbolic {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

// The folders of the running program, and of the library if that is a separate file.
std::vector<fs::path> own_folders() {
  std::vector<fs::path> folders;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(program.parent_path());
  Dl_info info = {};
  if (::dladdr(reinterpret_cast<void*>(&worker_path), &info) != 0 && info.dli_fname != nullptr) {
    const fs::path library = fs::canonical(info.dli_fname, error);
    if (!error) folders.push_back(library.parent_path());
  }
  return folders;
}

}  // namespace

std::string worker_path() {
  if (const char* named = std::getenv("ZERMELO_WORKER"); named != nullptr && *named != '\0') {
    if (is_program(named)) return named;
    throw Error(fmt::format("ZERMELO_WORKER is '{}', which is not a program.", named));
  }
  // (Paths of ZERMELO_WORKER_PLACES end with ':', and are absolute or relative to a folder.)
  std::vector<fs::path> places = {"zermelo-worker"};
  for (std::string_view rest = ZERMELO_WORKER_PLACES; !rest.empty();) {
    const std::size_t end = rest.find(':');
    places.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  for (const fs::path& folder : own_folders()) {
    for (const fs::path& place : places) {
      if (place.is_relative() && is_program(folder / place)) return folder / place;
    }
  }
  for (const fs::path& place : places) {
    if (place.is_absolute() && is_program(place)) return place;
  }
  throw Error(
      "Sets of states are handled by a separate program, zermelo-worker, which cannot be "
      "found; the environment variable ZERMELO_WORKER can say where it is.");
}

}  // namespace zermelo::symbolic
