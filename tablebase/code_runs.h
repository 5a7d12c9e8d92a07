// SPDX-License-Identifier: MIT
// Many codes from many threads, brought into order, each once; on disk where memory does not do.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "tablebase/file.h"

namespace zermelo {

// How much memory runs of codes may take together, and where they go when it is used up.
// Thread-safe.
class CodeSpace {
 public:
  // `bytes` 0: no limit. Files are made in `folder`, without a name: they go with the process.
  CodeSpace(std::uint64_t bytes, std::string folder) : limit_(bytes), folder_(std::move(folder)) {}

  // Takes memory, if there is so much.
  bool take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_ -= bytes; }
  const std::string& folder() const { return folder_; }
  // Bytes that went to disk.
  std::uint64_t spilled() const { return spilled_; }
  void count_spilled(std::uint64_t bytes) { spilled_ += bytes; }

 private:
  std::uint64_t limit_;
  std::string folder_;
  std::atomic<std::uint64_t> used_ = 0, spilled_ = 0;
};

// Codes one after another, in memory or, from where that ended on, in a file. Not thread-safe.
class CodeRun {
 public:
  explicit CodeRun(CodeSpace& space) : space_(&space) {}
  CodeRun(CodeRun&& other) noexcept;
  CodeRun& operator=(CodeRun&& other) noexcept;
  ~CodeRun();

  void append(std::span<const std::uint64_t> codes);
  // After the last append: all of them. Valid as long as the run.
  std::span<const std::uint64_t> codes();

 private:
  void spill();
  CodeSpace* space_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t taken_ = 0;  // of the space
  std::unique_ptr<SpillFile> file_;
};

// Collects codes in any order. add() is thread-safe.
class CodeCollector {
 public:
  explicit CodeCollector(CodeSpace& space) : space_(&space) {}

  // Empties the buffer.
  void add(std::vector<std::uint64_t>& buffer);
  // All codes so far, ascending, each once; the collector is empty then.
  CodeRun take(int threads);
  bool empty() const { return runs_.empty(); }

 private:
  CodeSpace* space_;
  std::mutex mutex_;
  std::vector<CodeRun> runs_;  // each ascending
};

}  // namespace zermelo
