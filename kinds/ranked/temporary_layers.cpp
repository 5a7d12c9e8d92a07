// SPDX-License-Identifier: MIT
#include "kinds/ranked/temporary_layers.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <system_error>

#include "gen/error.h"

namespace zermelo::symbolic {

std::string make_temporary_layers_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "zermelo-layers-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw FileError(fmt::format("Cannot make a folder with a name like {}.", name));
  return name;
}

TemporaryLayers::~TemporaryLayers() {
  std::error_code lost;  // only room in a folder for temporary files
  std::filesystem::remove_all(files_.folder(), lost);
}

}  // namespace zermelo::symbolic
