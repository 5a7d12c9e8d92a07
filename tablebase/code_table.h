// SPDX-License-Identifier: MIT
// Reading tables that list their members by code: one member, a block, or all of them into memory.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/value.h"
#include "tablebase/code_run.h"
#include "tablebase/parallel.h"
#include "tablebase/run_file.h"
#include "tablebase/sparse_set.h"
#include "tablebase/table_file.h"

namespace zermelo {

// Looks members up in the file. Thread-safe. Throws DamagedTable.
class CodeProbe {
 public:
  explicit CodeProbe(std::shared_ptr<const TableFile> file)
      : owner_(std::move(file)), file_(*owner_), models_(file_.slices().size()) {}
  // For a file that outlives the probe.
  explicit CodeProbe(const TableFile& file) : file_(file), models_(file.slices().size()) {}

  const TableFile& file() const { return file_; }

  // The value of a member of a slice; nothing if the code is none.
  std::optional<Value> find(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> number = file_.block_of(slice, code);
    if (!number || *number == 0) return std::nullopt;  // (The first one is the model.)
    return in(slice, [&]() -> std::optional<Value> {
      const RunBlock block = read_run_block(file_, slice, *number);
      const std::optional<std::size_t> run = block.run_of(code);
      if (!run) return std::nullopt;
      CodeRunReader reader = read(slice, block, *run);
      do reader.next();
      while (reader.code() < code && reader.left() > 0);
      if (reader.code() != code) return std::nullopt;
      return file_.slices()[slice].palette[reader.value()];
    });
  }

  // All members of a block of a slice; not of block 0. Codes ascend.
  void read_block(std::size_t slice, std::uint64_t number, CodeMembers& members) const {
    members.clear();
    in(slice, [&] {
      const RunBlock block = read_run_block(file_, slice, number);
      for (std::size_t run = 0; run < block.runs(); ++run) {
        const bool follows = members.codes.empty() || members.codes.back() < block.first_code(run);
        if (!follows) throw DamagedTable("a block's runs are out of order");
        CodeRunReader reader = read(slice, block, run);
        while (reader.left() > 0) {
          reader.next();
          members.codes.push_back(reader.code());
          members.values.push_back(reader.value());
        }
      }
    });
  }

 private:
  // What is the same for all runs of a slice.
  struct Model {
    explicit Model(std::size_t palette) : contexts(palette) {}
    CodeContexts contexts;
    SymbolModel symbols;
  };
  struct Slot {
    std::once_flag once;
    std::unique_ptr<const Model> model;
  };

  // Adds the file's name to complaints.
  template <class Action>
  std::invoke_result_t<Action> in(std::size_t slice, Action&& action) const {
    Slot& slot = models_[slice];
    try {
      std::call_once(slot.once, [&] { slot.model = read_model(slice); });
      return action();
    } catch (const DamagedTable& defect) {
      file_.damaged(defect.what());
    }
  }

  std::unique_ptr<const Model> read_model(std::size_t slice) const {
    auto model = std::make_unique<Model>(file_.slices()[slice].palette.size());
    const CodeContexts& c = model->contexts;
    model->symbols = read_run_model(file_, slice, c.groups(), CodeContexts::group(), c.symbols());
    return model;
  }

  CodeRunReader read(std::size_t slice, const RunBlock& block, std::size_t run) const {
    const Model& model = *models_[slice].model;
    return {block.run(run), block.first_code(run), file_.slices()[slice].palette.size(),
            model.contexts, model.symbols};
  }

  std::shared_ptr<const TableFile> owner_;
  const TableFile& file_;
  mutable std::vector<Slot> models_;
};

// All members with their values. Immutable and thread-safe once it is made.
class LoadedCodes {
 public:
  // Reads the whole file. Throws DamagedTable, also if members are not in order or miscounted.
  LoadedCodes(const TableFile& file, int threads) : file_(file) {
    const CodeProbe probe(file);
    for (std::size_t slice = 0; slice < file.slices().size(); ++slice) load(probe, slice, threads);
  }

  const SparseSet& members(std::size_t slice) const { return slices_[slice].members; }
  Value value(std::size_t slice, std::uint64_t number) const {
    return file_.slices()[slice].palette[slices_[slice].values[number]];
  }
  std::optional<Value> find(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> number = slices_[slice].members.find(code);
    return number ? std::optional(value(slice, *number)) : std::nullopt;
  }

 private:
  struct Slice {
    SparseSet members;
    std::vector<PaletteCode> values;
  };

  void load(const CodeProbe& probe, std::size_t slice, int threads) {
    const SliceRecord& record = file_.slices()[slice];
    CodeMembers all;
    const std::uint64_t blocks = record.blocks();
    parallel_in_order(
        blocks > 0 ? blocks - 1 : 0, threads,
        [&] {
          return [&, slice](std::uint64_t b) {
            CodeMembers block;
            probe.read_block(slice, b + 1, block);
            return block;
          };
        },
        [&](const CodeMembers& block) {
          const bool follows =
              all.codes.empty() || block.codes.empty() || all.codes.back() < block.codes.front();
          if (!follows) file_.damaged("its blocks are out of order");
          all.codes.insert(all.codes.end(), block.codes.begin(), block.codes.end());
          all.values.insert(all.values.end(), block.values.begin(), block.values.end());
        });
    if (all.codes.size() != record.members) file_.damaged("a slice miscounts its members");
    slices_.push_back({SparseSet(all.codes), std::move(all.values)});
  }

  const TableFile& file_;
  std::vector<Slice> slices_;
};

}  // namespace zermelo
