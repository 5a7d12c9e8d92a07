// SPDX-License-Identifier: MIT
// A table that is needed only once.
#pragma once

#include <memory>
#include <string>

#include "probe/game.h"
#include "probe/table.h"

namespace zermelo {

// The table of a game, solved by the constructor, in a folder that the destructor removes. Throws
// as solve() does.
class TemporaryTable {
 public:
  TemporaryTable(const Game& game, const SolveOptions& options);
  // The same, opened with the game: it may be one's own.
  TemporaryTable(std::shared_ptr<const Game> game, const SolveOptions& options);
  const Table& operator*() const { return table_; }
  const Table* operator->() const { return &table_; }

 private:
  class Folder {
   public:
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();
    std::string file() const { return path_ + "/table.ztb"; }

   private:
    std::string path_;
  };
  Folder folder_;
  Table table_;
};

}  // namespace zermelo
