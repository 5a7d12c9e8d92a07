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

#include "tablebase/format/file.h"

namespace zermelo {

// How much memory lists of codes may take together, and where they go when it is used up.
// Thread-safe.
class CodeSpace {
 public:
  // `bytes` 0: no limit. Files are made in `folder`, without a name: they go with the process.
  CodeSpace(std::uint64_t bytes, std::string folder) : folder_(std::move(folder)), limit_(bytes) {}

  // Takes memory, if there is so much.
  bool take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_ -= bytes; }
  const std::string& folder() const { return folder_; }
  // From now on; what is taken already stays.
  void limit_to(std::uint64_t bytes) { limit_ = bytes; }
  // The most bytes that were taken at any time since the last call.
  std::uint64_t take_most() { return most_.exchange(used_); }
  // Bytes that went to disk.
  std::uint64_t spilled() const { return spilled_; }
  void count_spilled(std::uint64_t bytes) { spilled_ += bytes; }

 private:
  std::string folder_;
  std::atomic<std::uint64_t> limit_, used_ = 0, most_ = 0, spilled_ = 0;
};

// Codes one after another, in memory or, from where that ended on, in a file. Not thread-safe.
class CodeList {
 public:
  explicit CodeList(CodeSpace& space) : space_(&space) {}
  CodeList(CodeList&& other) noexcept;
  CodeList& operator=(CodeList&& other) noexcept;
  ~CodeList();

  void append(std::span<const std::uint64_t> codes);
  // Of an empty list: room for so many codes, to be filled; nothing is appended then.
  std::span<std::uint64_t> room(std::size_t codes);
  // After the last append: all of them. Valid as long as the run.
  std::span<const std::uint64_t> codes();

 private:
  bool reserve(std::size_t codes);
  void spill();
  CodeSpace* space_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t taken_ = 0;  // of the space, in bytes
  std::unique_ptr<SpillFile> file_;
};

// Of two lists that ascend, each code once: those of `codes` that are not in `others`, and all of
// both.
CodeList difference(CodeSpace& space, std::span<const std::uint64_t> codes,
                    std::span<const std::uint64_t> others);
CodeList union_of(CodeSpace& space, std::span<const std::uint64_t> codes,
                  std::span<const std::uint64_t> others);

// Collects codes in any order. add() is thread-safe.
class CodeCollector {
 public:
  explicit CodeCollector(CodeSpace& space) : space_(&space) {}

  // Empties the buffer.
  void add(std::vector<std::uint64_t>& buffer);
  // All codes so far, ascending, each once; the collector is empty then.
  CodeList take(int threads);
  // The same, which stay in the collector: to be saved. Valid until the next call of another
  // member.
  std::span<const std::uint64_t> settle(int threads);
  // Adds a list that ascends. Not thread-safe.
  void add(CodeList&& list) { lists_.push_back(std::move(list)); }
  bool empty() const { return lists_.empty(); }

 private:
  // Whether every list ascends, each code once.
  bool check();

  CodeSpace* space_;
  std::mutex mutex_;
  std::vector<CodeList> lists_;  // each ascending
};

}  // namespace zermelo
