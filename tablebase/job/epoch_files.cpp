// SPDX-License-Identifier: MIT
#include "tablebase/job/epoch_files.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "tablebase/format/file.h"

namespace zermelo {
namespace {

std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// The epoch of a file of this name; nothing if it is not a rank's file.
std::optional<std::uint64_t> epoch_of(std::string_view name, std::string_view master) {
  if (!name.starts_with(master)) return std::nullopt;
  name.remove_prefix(master.size());
  if (!name.starts_with('.')) return std::nullopt;
  name.remove_prefix(1);
  const auto epoch = take_number(name);
  if (!epoch || !name.starts_with('.')) return std::nullopt;
  name.remove_prefix(1);
  if (!take_number(name) || (!name.empty() && name != ".new")) return std::nullopt;
  return epoch;
}

}  // namespace

std::string rank_checkpoint_path(const std::string& master, std::uint64_t epoch, int rank) {
  return fmt::format("{}.{}.{}", master, epoch, rank);
}

void remove_other_epochs(const std::string& master, std::uint64_t kept) {
  const std::filesystem::path path(master);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const std::string name = path.filename().string();
  std::vector<std::string> found;  // (a folder is not changed while it is read)
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const auto epoch = epoch_of(entry->path().filename().string(), name);
    const bool is_left = entry->path().extension() == ".new";
    if (epoch && (*epoch != kept || is_left)) found.push_back(entry->path().string());
  }
  for (const std::string& file : found) remove_file(file);
}

}  // namespace zermelo
