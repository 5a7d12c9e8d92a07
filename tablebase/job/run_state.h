// SPDX-License-Identifier: MIT
// What a long run saves about itself, so that another one can go on.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tablebase/format/table_file.h"
#include "tablebase/job/checkpoint.h"

namespace zermelo {

// How far a run is: on the way forward; about to begin a step, all before being written; or inside
// a step.
struct RunPlace {
  enum class At : std::uint8_t { forward, before_step, inside_step };
  At at = At::forward;
  std::size_t step = 0;
};

// Numbers by name: what the checkpoint's description says in addition to its arrays.
using RunNumbers = std::map<std::string, std::vector<std::uint64_t>>;

// The arrays must stay as they are until they have been written.
struct RunState {
  RunNumbers numbers = {};
  std::vector<SavedArray> arrays = {};
};

// A state to go on from. Anything that is missing, or not of the expected size, is a DamagedTable:
// checksums are right, so another version of the program has written it.
class SavedRun {
 public:
  SavedRun(std::unique_ptr<const Checkpoint> checkpoint, RunPlace place, RunNumbers numbers,
           std::unique_ptr<const TableFile> written, int threads)
      : checkpoint_(std::move(checkpoint)),
        place_(place),
        numbers_(std::move(numbers)),
        written_(std::move(written)),
        threads_(threads) {}

  const RunPlace& place() const { return place_; }
  bool inside_step() const { return place_.at == RunPlace::At::inside_step; }

  bool has(const std::string& name) const { return numbers_.contains(name); }
  const std::vector<std::uint64_t>& list(const std::string& name) const;
  template <class T = std::uint64_t>
  T number(const std::string& name) const {
    const auto& list = this->list(name);
    if (list.size() != 1) checkpoint_->of_another_version();
    return static_cast<T>(list.front());
  }

  // Throws DamagedTable unless the number of that name is this one.
  void require(const std::string& name, std::uint64_t number) const;

  std::size_t arrays() const { return checkpoint_->arrays(); }
  // In bytes.
  std::uint64_t size(std::size_t array) const;
  template <class T>
  void read(std::size_t array, std::span<T> out) const {
    checkpoint_->read(array, std::as_writable_bytes(out), threads_);
  }
  template <class T>
  std::vector<T> read_vector(std::size_t array) const {
    std::vector<T> result(size(array) / sizeof(T));
    read(array, std::span(result));
    return result;
  }

  // The slices that were written, in that order; null if there are none.
  const TableFile* written() const { return written_.get(); }

 private:
  std::unique_ptr<const Checkpoint> checkpoint_;
  RunPlace place_;
  RunNumbers numbers_;
  std::unique_ptr<const TableFile> written_;
  int threads_;
};

}  // namespace zermelo
