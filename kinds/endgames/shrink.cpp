// SPDX-License-Identifier: MIT
#include "kinds/endgames/shrink.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "kinds/shrink_file.h"
#include "tablebase/job/file_lock.h"

namespace zermelo::endgames {
namespace {

namespace fs = std::filesystem;

void require(const std::error_code& error, const char* what, const fs::path& path) {
  if (error) throw FileError(fmt::format(fmt::runtime(what), path.string(), error.message()));
}

// Whether a folder has nothing that making or shrinking tables does not write.
bool has_only_tables(const fs::path& folder) {
  std::error_code error;
  bool is_one = fs::is_directory(folder, error);
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path name = entry.path().filename();
    const fs::path end = name.extension();
    is_one = is_one && entry.is_regular_file() &&
             (end == ".ztb" || end == ".part" || name.stem() == "tablebase" ||
              name == "tablebase.json.lock");
  }
  return is_one && !error;
}

// A folder in the making, which appears at its path when it is complete.
class NewFolder {
 public:
  NewFolder(const std::string& path, bool may_replace) : path_(place(path)) {
    part_ = path_;
    part_ += ".part";
    std::error_code error;
    if (fs::exists(path_, error) && !fs::is_empty(path_, error)) check_replaceable(may_replace);
    lock_ = FileLock::take(part_.string() + ".lock");
    if (!lock_) throw FileError(fmt::format("Another run is writing {} right now.", path));
    remove(part_);  // what a killed run has left
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder() {
    std::error_code error;
    if (has_only_tables(part_)) fs::remove_all(part_, error);
  }

  std::string part() const { return part_.string(); }
  void publish() {
    remove(path_);
    std::error_code error;
    fs::rename(part_, path_, error);
    require(error, "The folder {} cannot be made: {}.", path_);
  }

 private:
  // Without a slash at its end, and not a link.
  static fs::path place(const std::string& path) {
    std::error_code error;
    const fs::path place = fs::weakly_canonical(fs::absolute(path), error);
    require(error, "The folder {} cannot be made: {}.", path);
    return place.has_filename() ? place : place.parent_path();
  }
  void check_replaceable(bool may_replace) const {
    if (!may_replace)
      throw WrongFile(fmt::format("{} is there already; --force replaces it.", path_.string()));
    if (!has_only_tables(path_))
      throw WrongFile(
          fmt::format("{} is not a folder with nothing but endgame tables, so it is not replaced.",
                      path_.string()));
  }
  static void remove(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    if (!has_only_tables(folder))
      throw WrongFile(
          fmt::format("{} is in the way: it is not a folder with nothing but endgame tables.",
                      folder.string()));
    fs::remove_all(folder, error);
    require(error, "The folder {} cannot be removed: {}.", folder);
  }

  fs::path path_, part_;
  std::unique_ptr<FileLock> lock_;
};

// By slice.
std::vector<bool> left_out_of(const EndgameFolder& folder, std::size_t table) {
  const MaterialFile& file = folder.table(table);
  std::vector<bool> left_out(file.slots());
  if (may_leave_slice_out(folder.rules(), folder.groups()[table]))
    left_out[file.file().slice_bytes(0) < file.file().slice_bytes(1) ? 1 : 0] = true;
  return left_out;
}

}  // namespace

ShrinkReport shrink_endgames(const EndgameFolder& folder, const std::string& path,
                             const ShrinkOptions& options) {
  NewFolder target(path, options.force);
  prepare_folder(target.part(), *folder.game(), folder.measure());
  ShrinkReport all;
  for (std::size_t t = 0; t < folder.groups().size(); ++t) {
    const ShrinkReport one =
        shrink_file(folder.table(t).file(), left_out_of(folder, t),
                    material_path(target.part(), folder.name(t)), ShrinkOptions{});
    all.bytes_before += one.bytes_before;
    all.bytes += one.bytes;
    all.slices += one.slices;
    all.left_out += one.left_out;
    if (options.progress) options.progress(t + 1, folder.groups().size());
  }
  target.publish();
  return all;
}

}  // namespace zermelo::endgames
