// SPDX-License-Identifier: MIT
#include "publish/site_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "gen/error.h"
#include "publish/hashes.h"
#include "publish/write_file.h"

namespace zermelo::publish {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view list_name = "tables/files.json";
constexpr std::string_view part = ".part";
// Whoever finds these finds a whole site: so they come last, in this order.
constexpr std::string_view tables_name = "tables/tables.json", page_name = "index.html";

bool is_last(std::string_view file) { return file == tables_name || file == page_name; }

[[noreturn]] void fail(const char* what, const std::string& path, int error) {
  throw FileError(fmt::format("Cannot {} {}: {}.", what, path, std::strerror(error)));
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail("make the folder", path, error.value());
}

std::optional<std::string> contents_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) return std::nullopt;
  return text;
}

bool holds(const std::string& path, std::string_view content) {
  std::error_code error;
  if (fs::file_size(path, error) != content.size() || error) return false;
  return contents_of(path) == content;
}

// (A list that somebody changed must not lead out of the folder.)
bool is_within(std::string_view file) {
  if (file.empty() || file.front() == '/') return false;
  const fs::path path(file);
  return std::ranges::none_of(path, [](const fs::path& name) { return name == ".."; });
}

// What was written survives a crash of the machine from here on.
void sync(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::syncfs(descriptor);
  ::close(descriptor);
}

void remove_empty_folders_above(const std::string& root, fs::path folder) {
  std::error_code error;
  for (; folder.string().size() > root.size() && fs::is_empty(folder, error) && !error;
       folder = folder.parent_path()) {
    if (!fs::remove(folder, error)) return;
  }
}

}  // namespace

SiteFolder::SiteFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (fs::exists(status) && !fs::is_directory(status))
    throw FileError(fmt::format("{} is a file; a site needs a folder.", path_));
  if (!fs::exists(status)) {
    fs::path above = fs::absolute(path_).parent_path();
    while (!fs::exists(above, error) && above.has_relative_path()) above = above.parent_path();
    if (!fs::is_directory(above, error))
      throw FileError(
          fmt::format("{} is a file, so that there can be no folder {}.", above.string(), path_));
    if (::access(above.c_str(), W_OK | X_OK) != 0) fail("make the folder", path_, errno);
    return;
  }
  if (::access(path_.c_str(), W_OK | X_OK) != 0) fail("write into", path_, errno);
  read_list();
}

std::string SiteFolder::place(std::string_view file) const {
  return fmt::format("{}/{}", path_, file);
}

void SiteFolder::read_list() {
  const std::optional<std::string> text = contents_of(place(list_name));
  if (!text) return;
  try {
    const Json json = Json::parse(*text);
    for (const auto& [file, written] : json.at("files").items()) {
      if (!is_within(file)) throw FileError("");
      list_[file] = {written.at(0).get<std::uint64_t>(), written.at(1).get<std::string>()};
    }
    notes_ = json.at("notes");
  } catch (const std::exception&) {
    throw FileError(fmt::format(
        "{} makes no sense: it should list what publish wrote. Publish into an empty folder.",
        place(list_name)));
  }
}

void SiteFolder::write_list(const List& list, const Json& notes) const {
  Json files = Json::object();
  auto& object = files.get_ref<Json::object_t&>();
  for (const auto& [file, written] : list)
    object.emplace_back(file, Json{written.bytes, written.checksum});
  write_at_once(place(list_name), one_line({{"notes", notes}, {"files", files}}) + "\n");
}

std::optional<std::string> SiteFolder::read(const std::string& file) const {
  const auto found = list_.find(file);
  if (found == list_.end()) return std::nullopt;
  std::optional<std::string> text = contents_of(place(file));
  if (!text || text->size() != found->second.bytes || hash_of(*text) != found->second.checksum)
    return std::nullopt;
  return text;
}

void SiteFolder::check(const SiteFiles& files) const {
  std::uint64_t needed = 0;
  for (const auto& [file, content] : files.all()) {
    std::error_code error;
    const bool there = fs::exists(fs::symlink_status(place(file), error));
    if (!there || error) {
      needed += content.size();
    } else if (!was_written(file) && !holds(place(file), content)) {
      throw FileError(fmt::format(
          "{} is there, and was not written by publish; choose an empty folder.", place(file)));
    }
  }
  std::error_code error;
  fs::path above = fs::absolute(path_);
  while (!fs::exists(above, error) && above.has_relative_path()) above = above.parent_path();
  const fs::space_info space = fs::space(above, error);
  if (!error && needed > space.available) {
    throw FileError(fmt::format(
        "There is not enough room for {}: it takes {:.1f} MB more, and {:.1f} MB are "
        "free.",
        path_, static_cast<double>(needed) / 1e6, static_cast<double>(space.available) / 1e6));
  }
}

FolderReport SiteFolder::write(const SiteFiles& files, const Json& notes, const Begin& begin) {
  check(files);
  FolderReport report;
  List list, all = list_;
  for (const auto& [file, content] : files.all()) {
    list[file] = {content.size(), hash_of(content)};
    all.insert_or_assign(file, list[file]);
  }
  make_folder(place("tables"));
  // (Whatever becomes of this run, the next one knows what it may have written. What is noted is
  // not true of the site before its end.)
  write_list(all, nullptr);
  std::vector<std::string> changed, last;
  for (const auto& [file, content] : files.all()) {
    const std::string path = place(file);
    std::error_code error;
    const bool there = fs::exists(fs::symlink_status(path, error));
    if (there && holds(path, content)) {
      ++report.unchanged;
      continue;
    }
    if (begin) begin(file);
    make_folder(fs::path(path).parent_path().string());
    write_new(path + std::string(part), content);
    ++report.written;
    report.bytes_written += content.size();
    if (is_last(file)) {
      last.push_back(path);
    } else if (there) {
      changed.push_back(path);
    } else {
      rename_file(path + std::string(part), path);
    }
  }
  std::ranges::sort(last, std::greater<>());  // (tables/tables.json before index.html)
  sync(path_);
  changed.insert(changed.end(), last.begin(), last.end());
  for (const std::string& path : changed) rename_file(path + std::string(part), path);
  list_ = std::move(all);
  remove_leftovers(files, report);
  list_ = std::move(list);
  notes_ = notes;
  write_list(list_, notes_);
  return report;
}

void SiteFolder::remove_leftovers(const SiteFiles& files, FolderReport& report) const {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(path_, error), end; entry != end && !error;
       entry.increment(error)) {
    const std::string file = entry->path().lexically_relative(path_).generic_string();
    if (entry->is_directory(error) && !entry->is_symlink(error)) {
      if (!file.starts_with('.')) continue;
      entry.disable_recursion_pending();  // (".git" and the like)
    }
    found.push_back(file);
  }
  for (const std::string& file : found) {
    const bool is_part = file.ends_with(part);
    const std::string of = is_part ? file.substr(0, file.size() - part.size()) : file;
    const bool is_list = of == list_name;
    if (!is_part && (is_list || files.all().contains(file))) continue;
    if (!is_list && !was_written(of)) {
      report.foreign.push_back(file);
      continue;
    }
    if (::unlink(place(file).c_str()) != 0) fail("remove", place(file), errno);
    if (!is_part) ++report.removed;
    remove_empty_folders_above(path_, fs::path(place(file)).parent_path());
  }
  std::ranges::sort(report.foreign);
}

}  // namespace zermelo::publish
