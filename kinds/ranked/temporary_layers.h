// SPDX-License-Identifier: MIT
// A folder for files of layers that nobody else needs, among the system's temporary files.
#pragma once

#include <optional>
#include <string>

#include "kinds/ranked/layer_files.h"

namespace zermelo::symbolic {

// Makes a new folder, whose name nobody else uses. Throws FileError.
std::string make_temporary_layers_folder();

// The folder goes with the object, and all that is in it.
class TemporaryLayers {
 public:
  TemporaryLayers(std::string identity, std::optional<GameSpec> game)
      : files_(make_temporary_layers_folder(), std::move(identity), std::move(game)) {}
  TemporaryLayers(const TemporaryLayers&) = delete;
  TemporaryLayers& operator=(const TemporaryLayers&) = delete;
  ~TemporaryLayers();

  const LayerFiles& files() const { return files_; }

 private:
  LayerFiles files_;
};

}  // namespace zermelo::symbolic
