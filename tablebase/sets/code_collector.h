// SPDX-License-Identifier: MIT
// Many codes from many threads, sorted and without repetitions; on disk where memory does not
// suffice.
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
  // If `bytes` is 0, there is no limit. Files are created in `folder`, without a name, so that they
  // disappear with the process.
  CodeSpace(std::uint64_t bytes, std::string folder) : folder_(std::move(folder)), limit_(bytes) {}

  // Takes memory, if there is enough.
  bool take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_ -= bytes; }
  const std::string& folder() const { return folder_; }
  // Applies from now on; what is already taken stays.
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

// Codes one after another, in memory and, from where that ended, in a file. Not thread-safe.
class CodeList {
 public:
  explicit CodeList(CodeSpace& space) : space_(&space) {}
  CodeList(CodeList&& other) noexcept;
  CodeList& operator=(CodeList&& other) noexcept;
  ~CodeList();

  void append(std::span<const std::uint64_t> codes);
  // For an empty list: room for this many codes, to be filled; nothing may be appended then.
  std::span<std::uint64_t> room(std::size_t codes);
  // After the last append: all codes. Valid as long as the list.
  std::span<const std::uint64_t> codes();

 private:
  bool reserve(std::size_t codes);
  void spill();
  CodeSpace* space_;
  std::vector<std::uint64_t> memory_;
  std::uint64_t taken_ = 0;  // of the space, in bytes
  std::unique_ptr<SpillFile> file_;
};

// For two lists that ascend, each code once: the codes that are not in `others`, and those of both
// lists together.
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
  // All codes so far, ascending, each once; afterwards the collector is empty.
  CodeList take(int threads);
  // The same, but the codes stay in the collector: for saving. Valid until the next call of another
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
