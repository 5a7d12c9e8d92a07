// SPDX-License-Identifier: MIT
// Sets of states on disk (kinds/ranked/set_file.h), one file per layer, while a long solve with
// diagrams is under way: they need not be in memory, and they outlast the process that made them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "kinds/ranked/outcome_vector.h"
#include "kinds/ranked/set_file.h"

namespace zermelo::symbolic {

// Some sets (or none), what it took to find them, and what else was counted.
struct LayerRecord {
  std::vector<NamedSet> sets;
  std::uint64_t nodes = 0;  // of their diagrams together, as the library counts
  double seconds = 0;
  OutcomeCounts counts = {};
  OutcomeNodes going_on_nodes = {};
};

// The files of a folder, which is made if it alone is missing (and not its parent). All members
// throw FileError.
class LayerFiles {
 public:
  // `identity` says what the files belong to: files with another identity are treated as absent.
  // `game`: for readers of single files, whose states are positions of it.
  LayerFiles(std::string folder, std::string identity, std::optional<GameSpec> game = {});
  const std::string& folder() const { return folder_; }
  const std::string& identity() const { return identity_; }

  // Writes under a name that is new in the folder, or replaces what is there.
  void write(const std::string& name, const LayerRecord& record) const;
  // Nothing if there is no such file, or if it is not complete.
  std::optional<LayerRecord> read(const std::string& name) const;
  bool has(const std::string& name) const;
  void remove(const std::string& name) const;
  // Removes the folder if nothing else is in it.
  void remove_folder() const;

 private:
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string folder_, identity_;
  std::optional<GameSpec> game_;
};

// Makes a folder among the system's temporary files, whose name nobody else uses. Throws FileError.
std::string make_temporary_layers_folder();

// Files of layers that nobody else needs: their folder, and all that is in it, goes with the
// object.
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
