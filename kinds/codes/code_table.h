// SPDX-License-Identifier: MIT
// Reading tables that list their members by code: one member, or one block. (All of them:
// kinds/codes/loaded_codes.h.)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/value.h"
#include "tablebase/format/code_run.h"
#include "tablebase/format/lazy_slices.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Looks members up in the file. Thread-safe. Throws DamagedTable.
class CodeProbe {
 public:
  // Codes are below `codes`, the number of codes that the table's game has.
  CodeProbe(std::shared_ptr<const TableFile> file, std::uint64_t codes)
      : owner_(std::move(file)), file_(*owner_), codes_(codes), models_(file_.slices().size()) {}
  // For a file that outlives the probe.
  CodeProbe(const TableFile& file, std::uint64_t codes)
      : file_(file), codes_(codes), models_(file.slices().size()) {}

  static constexpr bool is_quick = false;  // (see LoadedCodes)

  const TableFile& file() const { return file_; }

  // The value of a member of a slice; nothing if the code is not a member's.
  std::optional<Value> find(std::size_t slice, std::uint64_t code) const {
    const std::optional<PaletteCode> kind = find_kind(slice, code);
    return kind ? std::optional(file_.slices()[slice].palette[*kind]) : std::nullopt;
  }
  // What the slice's palette, or its list of arrivals, is to be asked for.
  std::optional<PaletteCode> find_kind(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> number = file_.block_of(slice, code);
    if (!number || *number == 0) return std::nullopt;  // (The first one is the model.)
    return naming_file(file_, [&]() -> std::optional<PaletteCode> {
      const RunBlock block = read_run_block(file_, slice, *number);
      const std::optional<std::size_t> run = block.run_of(code);
      if (!run) return std::nullopt;
      CodeRunReader reader = read(slice, block, *run);
      do reader.next();
      while (reader.code() < code && reader.left() > 0);
      if (reader.code() != code) return std::nullopt;
      return reader.value();
    });
  }

  // The code of a member of a block of a slice, by its number there; nothing if there are not that
  // many. Not for block 0.
  std::optional<std::uint64_t> code_of(std::size_t slice, std::uint64_t number,
                                       std::uint64_t member) const {
    return naming_file(file_, [&]() -> std::optional<std::uint64_t> {
      const RunBlock block = read_run_block(file_, slice, number);
      for (std::size_t run = 0; run < block.runs(); ++run) {
        CodeRunReader reader = read(slice, block, run);
        if (member >= reader.left()) {
          member -= reader.left();
          continue;
        }
        for (std::uint64_t i = 0; i <= member; ++i) reader.next();
        if (reader.code() >= codes_) throw DamagedTable("a code belongs to no position");
        return reader.code();
      }
      return std::nullopt;
    });
  }
  // The reverse: the number of a member in a block; nothing if the code is not a member's.
  std::optional<std::uint64_t> member_of(std::size_t slice, std::uint64_t number,
                                         std::uint64_t code) const {
    return naming_file(file_, [&]() -> std::optional<std::uint64_t> {
      const RunBlock block = read_run_block(file_, slice, number);
      const std::optional<std::size_t> run = block.run_of(code);
      if (!run) return std::nullopt;
      std::uint64_t member = 0;
      for (std::size_t i = 0; i < *run; ++i) member += read(slice, block, i).left();
      for (CodeRunReader reader = read(slice, block, *run); reader.left() > 0; ++member) {
        reader.next();
        if (reader.code() >= code)
          return reader.code() == code ? std::optional(member) : std::nullopt;
      }
      return std::nullopt;
    });
  }

  // All members of a block of a slice; not for block 0. Codes ascend, and are codes of the game.
  void read_block(std::size_t slice, std::uint64_t number, CodeMembers& members) const {
    members.clear();
    naming_file(file_, [&] {
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
      if (!members.codes.empty() && members.codes.back() >= codes_)
        throw DamagedTable("a code belongs to no position");
    });
  }

 private:
  // What is the same for all runs of a slice.
  struct Model {
    CodeContexts contexts;
    SymbolModel symbols;
  };

  const Model& model(std::size_t slice) const {
    return models_.get(slice, [&] {
      const CodeContexts c(file_.slices()[slice].codes());
      return Model{c, read_run_model(file_, slice, c.groups(), CodeContexts::group(), c.symbols())};
    });
  }

  CodeRunReader read(std::size_t slice, const RunBlock& block, std::size_t run) const {
    const Model& m = model(slice);
    return {block.run(run), block.first_code(run), file_.slices()[slice].codes(), m.contexts,
            m.symbols};
  }

  std::shared_ptr<const TableFile> owner_;
  const TableFile& file_;
  std::uint64_t codes_;
  LazySlices<Model> models_;
};

}  // namespace zermelo
