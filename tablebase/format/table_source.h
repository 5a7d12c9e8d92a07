// SPDX-License-Identifier: MIT
// Where a table's bytes come from: a file that is mapped, or parts of one that somebody loads as
// they are needed (tablebase/format/chunked_file.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "tablebase/format/file.h"

namespace zermelo {

// Thread-safe, unless it says otherwise.
class TableSource {
 public:
  virtual ~TableSource() = default;

  // For messages: the file's path, or whatever names it.
  virtual const std::string& path() const = 0;
  virtual std::uint64_t size() const = 0;
  // The bytes from `begin` to `end`, which is not after the last one; valid as long as the source.
  // Throws NotLoaded.
  virtual Bytes part(std::uint64_t begin, std::uint64_t end) const = 0;

  // Hints: that most of it will be read in order; that a part will be read as a whole.
  virtual void expect_in_order() const {}
  virtual void expect_whole(Bytes) const {}
  // Asks for a part that will be read soon; never throws.
  virtual void prefetch(std::uint64_t begin, std::uint64_t end) const = 0;
  // Whether something that was read is gone, and was read as zeros.
  virtual bool was_cut() const { return false; }
};

// What is to be read is not there yet. It is not an Error, so that nobody takes it for a defect of
// the table: whoever gave the source loads what it lacks, and asks again.
class NotLoaded {};

// For several questions that do not need one another's answers: all of them are asked, so that
// whoever loads learns of all that is missing in one go. Any number of threads may ask.
class AskedTogether {
 public:
  // Calls question(); returns whether nothing was missing.
  template <class Question>
  bool operator()(const Question& question) {
    try {
      question();
      return true;
    } catch (const NotLoaded&) {
      is_complete_ = false;
      return false;
    }
  }
  // Throws NotLoaded if something was missing.
  void require_all() const {
    if (!is_complete_) throw NotLoaded();
  }

 private:
  std::atomic<bool> is_complete_ = true;
};

// The file at `path`, mapped. Throws FileError.
std::unique_ptr<const TableSource> open_table_source(const std::string& path);

}  // namespace zermelo
