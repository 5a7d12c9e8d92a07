// SPDX-License-Identifier: MIT
#include "kinds/ranked/set_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "gen/error.h"
#include "tablebase/format/file.h"

namespace zermelo::symbolic {
namespace {

using nlohmann::json;

constexpr std::string_view magic = "ZERMSET1";
constexpr std::size_t checksum_end = magic.size() + sizeof(std::uint64_t);

Bytes begin_of(const MappedFile& file) {
  return file.bytes().first(std::min(file.bytes().size(), magic.size()));
}
bool has_magic(const MappedFile& file) {
  const Bytes begin = begin_of(file);
  return std::string_view(reinterpret_cast<const char*>(begin.data()), begin.size()) == magic;
}

json header_of(const SetFile& file) {
  json header = file.more;
  if (file.game)
    header["game"] = {{"name", file.game->name}, {"parameters", file.game->parameters}};
  header["sets"] = json::array();
  for (const NamedSet& set : file.sets) {
    json entry = {{"name", set.name}};
    if (set.to_move) entry["to_move"] = *set.to_move == black ? "black" : "white";
    header["sets"].push_back(std::move(entry));
  }
  return header;
}

// The rest of a file after its checksum, a part at a time.
class Parts {
 public:
  explicit Parts(Bytes bytes) : bytes_(bytes) {}
  std::string_view next() {
    if (bytes_.size() < sizeof(std::uint64_t)) fail();
    const auto size = read_integer<std::uint64_t>(bytes_.data());
    bytes_ = bytes_.subspan(sizeof size);
    if (size > bytes_.size()) fail();
    const std::string_view part(reinterpret_cast<const char*>(bytes_.data()), size);
    bytes_ = bytes_.subspan(size);
    return part;
  }
  void end() const {
    if (!bytes_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() { throw DamagedTable("its parts do not fit"); }
  Bytes bytes_;
};

void read_header(const json& header, SetFile& file) {
  if (header.contains("game")) {
    const json& game = header.at("game");
    file.game = GameSpec{game.at("name"), game.at("parameters")};
  }
  for (const json& entry : header.at("sets")) {
    NamedSet& set = file.sets.emplace_back();
    set.name = entry.at("name");
    if (entry.contains("to_move")) set.to_move = entry.at("to_move") == "black" ? black : white;
  }
  file.more = header;
  file.more.erase("game");
  file.more.erase("sets");
}

SetFile read_parts(Bytes bytes) {
  Parts parts(bytes);
  SetFile file;
  try {
    read_header(json::parse(parts.next()), file);
  } catch (const json::exception&) {
    throw DamagedTable("its header makes no sense");
  }
  for (NamedSet& set : file.sets) set.set = FrozenBdd(parts.next());
  parts.end();
  return file;
}

}  // namespace

void write_set_file(const std::string& path, const SetFile& file) {
  std::vector<std::byte> out;
  const auto put = [&](const std::string& part) {
    append_integer(out, std::uint64_t{part.size()});
    const Bytes bytes = as_bytes(part);
    out.insert(out.end(), bytes.begin(), bytes.end());
  };
  put(header_of(file).dump());
  for (const NamedSet& set : file.sets) put(set.set.bytes());
  OutputFile output(path + ".part", OutputFile::Mode::temporary);
  std::vector<std::byte> sum;
  append_integer(sum, checksum(out));
  output.write(as_bytes(std::string(magic)));
  output.write(sum);
  output.write(out);
  output.publish_as(path);
}

SetFile read_set_file(const std::string& path) {
  const MappedFile file(path);
  try {
    if (!has_magic(file) || file.bytes().size() < checksum_end)
      throw DamagedTable("it is not a file of sets");
    const Bytes rest = file.bytes().subspan(checksum_end);
    if (read_integer<std::uint64_t>(file.bytes().data() + magic.size()) != checksum(rest))
      throw DamagedTable("its checksum is wrong");
    return read_parts(rest);
  } catch (const DamagedTable& reason) {
    throw DamagedTable::in_file(path, reason.what());
  }
}

bool is_set_file(const std::string& path) { return has_magic(MappedFile(path)); }

}  // namespace zermelo::symbolic
