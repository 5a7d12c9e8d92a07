// SPDX-License-Identifier: MIT
// A checkpoint file: a description and large arrays, packed in pieces with a checksum each. Written
// under a temporary name and renamed, so that a crash leaves the old one or the new one. All errors
// are FileError or DamagedTable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tablebase/format/file.h"

namespace zermelo {

// An array to save: bytes that exist already, or that are made when their turn comes and released
// after it, so that only one such array at a time takes memory.
class SavedArray {
 public:
  SavedArray(Bytes bytes) : bytes_(bytes) {}  // (implicit) which must outlive this object
  template <class T>
  SavedArray(std::span<T> array) : bytes_(std::as_bytes(array)) {}
  explicit SavedArray(std::function<std::vector<std::byte>()> make) : make_(std::move(make)) {}

  template <class Use>
  void use(Use&& use) const {
    if (!make_) return use(bytes_);
    const std::vector<std::byte> made = make_();
    use(Bytes(made));
  }

 private:
  Bytes bytes_;
  std::function<std::vector<std::byte>()> make_;
};

// Writes `description` and the arrays to `path`, packing with `threads` threads.
void write_checkpoint(const std::string& path, const std::string& description,
                      const std::vector<SavedArray>& arrays, int threads);

// Removes the checkpoint, if there is one, and anything that a kill while writing it may have left.
void remove_checkpoint(const std::string& path);

class Checkpoint {
 public:
  // Throws DamagedTable also for a checkpoint of another version of the program.
  explicit Checkpoint(const std::string& path);

  const std::string& description() const { return description_; }
  // The arrays, in the order of writing, and how many bytes each has.
  std::size_t arrays() const { return arrays_.size(); }
  std::uint64_t size(std::size_t array) const { return arrays_[array].size; }
  // Fills `out`. Throws DamagedTable, also if the array has another size.
  void read(std::size_t array, std::span<std::byte> out, int threads) const;

  // Throws DamagedTable, with the file's name and what to do.
  [[noreturn]] void damaged(const char* what) const;
  // The same for what is whole, but not laid out as this version of the program does it.
  [[noreturn]] void of_another_version() const;

 private:
  struct Array {
    std::uint64_t size;   // unpacked
    std::uint64_t begin;  // of its pieces in the file
  };
  void check_version() const;
  void find_arrays(std::uint64_t begin, std::uint64_t count);

  MappedFile file_;
  std::string description_;
  std::vector<Array> arrays_;
};

// The checkpoint files of a run of several ranks. Each rank writes its own state into a file of
// this epoch, FILE.checkpoint.EPOCH.RANK; when all are there, rank 0 gives the master,
// FILE.checkpoint, which names the epoch, its name; then the files of other epochs are removed. So
// whenever the run ends, the master's epoch is complete. `master` is the master's path.
std::string rank_checkpoint_path(const std::string& master, std::uint64_t epoch, int rank);

// Removes all ranks' files of epochs other than `kept` (0: of all epochs), and anything that kills
// while writing them may have left. What cannot be removed stays.
void remove_other_epochs(const std::string& master, std::uint64_t kept);

}  // namespace zermelo
