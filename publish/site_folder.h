// SPDX-License-Identifier: MIT
// Writes the files of a site into a folder, where an earlier site may be: only what changed, and
// only what it wrote itself. tables/files.json lists that.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.h"
#include "publish/site_files.h"

namespace zermelo::publish {

struct FolderReport {
  std::uint64_t written = 0, unchanged = 0, removed = 0;  // files
  std::uint64_t bytes_written = 0;
  std::vector<std::string> foreign;  // what is there and was not written by a publish, ascending
};

class SiteFolder {
 public:
  // Looks what is there, and changes nothing. Throws FileError if the path is something else than a
  // folder, or is not where one can be made, or no file can be made in it; or if its list of files
  // makes no sense.
  explicit SiteFolder(std::string path);

  // What the earlier site noted about itself; null if there is none.
  const Json& notes() const { return notes_; }
  // A file of the earlier site, if it is still what was written then.
  std::optional<std::string> read(const std::string& file) const;

  // Throws FileError if a file of the new site is there and was not written by a publish, or if
  // there is not enough room on the disk.
  void check(const SiteFiles& files) const;

  // Makes the folder hold these files. As long as this has not come to its end the earlier site
  // works as before: files that are new are added, those that changed are put together beside the
  // old ones (FILE.part) and take their places together, tables/tables.json and index.html last;
  // then what is left over of the earlier site is removed. Where there was none there is no page
  // before the end. `begin` is called with each path before it is written. Throws as check(), and
  // FileError, and what `begin` throws.
  using Begin = std::function<void(const std::string& file)>;
  FolderReport write(const SiteFiles& files, const Json& notes, const Begin& begin = {});

 private:
  struct Written {
    std::uint64_t bytes = 0;
    std::string checksum;
    bool operator==(const Written&) const = default;
  };
  using List = std::map<std::string, Written, std::less<>>;
  std::string place(std::string_view file) const;
  bool was_written(std::string_view file) const { return list_.contains(file); }
  void read_list();
  void write_list(const List& list, const Json& notes) const;
  void remove_leftovers(const SiteFiles& files, FolderReport& report) const;

  std::string path_;
  List list_;
  Json notes_;
};

}  // namespace zermelo::publish
