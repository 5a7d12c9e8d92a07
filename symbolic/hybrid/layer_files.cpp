// SPDX-License-Identifier: MIT
#include "symbolic/hybrid/layer_files.h"

#include <fmt/format.h>

#include <bit>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gen/error.h"
#include "tablebase/format/file.h"

namespace zermelo::symbolic {

LayerFiles::LayerFiles(std::string folder, std::string identity)
    : folder_(std::move(folder)),
      identity_(std::move(identity)),
      seed_(checksum(as_bytes(identity_))) {
  std::error_code error;
  std::filesystem::create_directory(folder_, error);
  if (error) throw FileError(fmt::format("Cannot make {}: {}.", folder_, error.message()));
}

// A checksum of what follows; numbers; each set's length and bytes.
void LayerFiles::write(const std::string& name, const LayerRecord& record) const {
  std::vector<std::byte> out;
  const OutcomeCounts& c = record.counts;
  for (const std::uint64_t number :
       {record.nodes, std::bit_cast<std::uint64_t>(record.seconds), c.first_wins, c.second_wins,
        c.draws, c.lines, std::uint64_t{record.sets.size()}})
    append_integer(out, number);
  for (const FrozenBdd& set : record.sets) {
    const std::string bytes = set.bytes();
    append_integer(out, std::uint64_t{bytes.size()});
    const Bytes view = as_bytes(bytes);
    out.insert(out.end(), view.begin(), view.end());
  }
  OutputFile file(path(name) + ".part", OutputFile::Mode::temporary);
  std::vector<std::byte> sum;
  append_integer(sum, checksum(out, seed_));
  file.write(sum);
  file.write(out);
  file.publish_as(path(name));
}

std::optional<LayerRecord> LayerFiles::read(const std::string& name) const {
  if (!file_exists(path(name))) return std::nullopt;
  const MappedFile file(path(name));
  Bytes rest = file.bytes();
  const auto take = [&] {
    const auto number = read_integer<std::uint64_t>(rest.data());
    rest = rest.subspan(8);
    return number;
  };
  constexpr std::size_t head = 8 * sizeof(std::uint64_t);
  if (rest.size() < head) return std::nullopt;
  if (const std::uint64_t sum = take(); sum != checksum(rest, seed_)) return std::nullopt;
  LayerRecord record;
  record.nodes = take();
  record.seconds = std::bit_cast<double>(take());
  for (std::uint64_t* const count : {&record.counts.first_wins, &record.counts.second_wins,
                                     &record.counts.draws, &record.counts.lines})
    *count = take();
  const std::uint64_t sets = take();
  for (std::uint64_t n = 0; n < sets; ++n) {
    const std::uint64_t size = take();
    record.sets.emplace_back(std::string_view(reinterpret_cast<const char*>(rest.data()), size));
    rest = rest.subspan(size);
  }
  return record;
}

bool LayerFiles::has(const std::string& name) const { return file_exists(path(name)); }

void LayerFiles::remove(const std::string& name) const {
  remove_file(path(name));
  remove_file(path(name) + ".part");
}

void LayerFiles::remove_folder() const {
  std::error_code not_empty;
  std::filesystem::remove(folder_, not_empty);
}

}  // namespace zermelo::symbolic
