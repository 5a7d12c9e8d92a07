// SPDX-License-Identifier: MIT
// Reading a table of a game of one's own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kinds/codes/code_table.h"
#include "kinds/many_answers.h"
#include "kinds/own/description.h"
#include "kinds/own/game.h"
#include "kinds/own/moves.h"
#include "kinds/state_answers.h"
#include "probe/table_reader.h"

namespace zermelo {

// What a square shows (zermelo_own_game::board). Anything unknown is blocked.
Cell own_cell(char letter);

// A table with what it says of its numbering. Thread-safe.
class OwnTable final : public OwnValueSource {
 public:
  // Throws DamagedTable.
  OwnTable(std::shared_ptr<const TableFile> file);

  const TableFile& file() const { return *file_; }
  const OwnDescription& description() const { return description_; }
  const OwnCodes& codes() const { return codes_; }
  const CodeProbe& probe() const { return probe_; }
  Metric metric() const { return file_->header().value_metric(); }
  std::size_t state_bytes() const {
    return static_cast<std::size_t>(file_->header().own->state_bytes);
  }

  std::optional<Value> find(const OwnState& image) const override;
  const std::string& path() const override { return file_->path(); }

 private:
  std::shared_ptr<const TableFile> file_;
  OwnDescription description_;
  OwnCodes codes_;
  CodeProbe probe_;
};

// How its states are read and looked up: a view for StateAnswers. Thread-safe.
class OwnView {
 public:
  using Chooser = zermelo::Chooser<OwnMoves>;
  using State = OwnPosition;

  // With rules that have been compared with the table's, or without: whatever needs them throws
  // UsageError then, and says so.
  OwnView(std::shared_ptr<const OwnProgram> program, std::shared_ptr<const TableFile> file);
  OwnView(const OwnView&) = delete;
  OwnView& operator=(const OwnView&) = delete;

  const OwnTable& table() const { return table_; }
  const OwnProgram* program() const { return program_.get(); }
  Chooser chooser() const;
  const OwnPuzzleRules& rules() const { return rules_; }

  // So many threads may ask at once.
  int threads(int wanted) const { return program_ ? program_->most_threads(wanted) : wanted; }
  State read(std::string_view text) const;
  // A puzzle's start that is solved.
  std::optional<State> read_with_moves(std::string_view text) const;
  // A state in which the game may be over.
  State read_any(std::string_view text) const;
  Value value(const State& state) const { return table_.value(state.image); }
  FileOrder order(const State& state) const {
    return {0, table_.codes().encode(state.image).value_or(0)};
  }
  static constexpr bool has_shapes = false;
  MoveShape shape(const OwnMadeMove& made) const;  // (Squares; its diagrams have no arrows.)
  std::string after(const State&, const OwnMadeMove& made) const {
    return rules_.state_text(made.next.state);
  }
  static OwnState mark(const State& state) { return state.state; }

 private:
  State read_any(OwnRules& rules, std::string_view text) const;

  std::shared_ptr<const OwnProgram> program_;  // null without rules
  OwnTable table_;
  OwnPuzzleRules rules_;
};

class OwnReader final : public TableReader, public StateAnswers<OwnView> {
 public:
  OwnReader(std::shared_ptr<const OwnProgram> program, std::shared_ptr<const TableFile> file);

  using StateAnswers::view;
  const OwnTable& table() const { return view().table(); }

  const ValueReader* values() const override { return this; }
  std::uint64_t indices(std::size_t slice) const override;
  std::optional<std::string> position_at(TableIndex number) const override;
  std::optional<TableIndex> index_of(std::string_view position) const override;
  std::string canonical(std::string_view position) const override;
};

// Adds the kind of table that counts this.
void add_own_kind(std::vector<std::unique_ptr<const TableKind>>& kinds, const OwnGame& game,
                  Metric metric);
const char* own_metric_name(Metric metric);

}  // namespace zermelo
