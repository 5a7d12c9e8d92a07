// SPDX-License-Identifier: MIT
#include "kinds/own/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"
#include "kinds/codes/member_numbers.h"
#include "probe/own_game.h"

namespace zermelo {

Cell own_cell(char letter) {
  if (letter == '.') return Cell::empty;
  if (letter == 'b') return Cell::black;
  if (letter == 'W') return Cell::white;
  if (letter >= 'a' && letter <= 'z')
    return {Cell::Kind::black, static_cast<char>(letter - 'a' + 'A')};
  if (letter >= 'A' && letter <= 'Z') return {Cell::Kind::white, letter};
  if (letter >= '0' && letter <= '9') return {Cell::Kind::black, letter};
  return Cell::blocked;
}

OwnTable::OwnTable(std::shared_ptr<const TableFile> file)
    : file_(std::move(file)),
      description_(naming_file(
          *file_, [&] { return own_description_from_json(file_->own(), state_bytes()); })),
      codes_(naming_file(*file_, [&] { return OwnCodes(description_.recipe, state_bytes()); })),
      probe_(*file_, codes_.size()) {
  if (file_->slices().size() != 1) file_->damaged("it has not one slice");
}

std::optional<Value> OwnTable::find(const OwnState& image) const {
  const std::optional<std::uint64_t> code = codes_.encode(image);
  return code ? probe_.find(0, *code) : std::nullopt;
}

OwnView::OwnView(std::shared_ptr<const OwnProgram> program, std::shared_ptr<const TableFile> file)
    : program_(std::move(program)),
      table_(std::move(file)),
      rules_(program_, table_.file().header().own->hint) {}

OwnView::Chooser OwnView::chooser() const {
  own_rules(program_.get(), table_.file().header().own->hint);
  return Chooser(OwnMoves(*program_, table_, table_.metric()));
}

OwnPosition OwnView::read_any(std::string_view text) const {
  if (!program_) {
    const OwnState state = read_own_state(nullptr, text, table_.state_bytes());
    return {state, state};
  }
  return read_any(*program_->lease(), text);
}

OwnPosition OwnView::read_any(OwnRules& rules, std::string_view text) const {
  const OwnState state = read_own_state(&rules, text, table_.state_bytes());
  return {state, rules.canonical(state)};
}

OwnPosition OwnView::read(std::string_view text) const {
  if (!program_) return read_any(text);
  const OwnProgram::Lease rules = program_->lease();
  OwnPosition position = read_any(*rules, text);
  require_to_move(own_status(*rules, position.state));
  position.mover = rules->mover(position.state);
  return position;
}

std::optional<OwnPosition> OwnView::read_with_moves(std::string_view text) const {
  if (!program_) return std::nullopt;
  const OwnProgram::Lease rules = program_->lease();
  const OwnPosition position = read_any(*rules, text);
  return is_solved_start(*rules, position.state) ? std::optional(position) : std::nullopt;
}

MoveShape OwnView::shape(const OwnMadeMove& made) const {
  return own_shape(*program_->lease(), made.before, made.move, made.next.state, made.mover);
}

OwnReader::OwnReader(std::shared_ptr<const OwnProgram> program,
                     std::shared_ptr<const TableFile> file)
    : StateAnswers(std::move(program), std::move(file)) {}

std::uint64_t OwnReader::indices(std::size_t slice) const {
  return MemberNumbers(table().probe()).indices(slice);
}

std::optional<std::string> OwnReader::position_at(TableIndex number) const {
  if (table().codes().is_one_way()) {
    throw StatesAreHashed(
        "This table knows its states by hashes, so a number does not lead to a state.");
  }
  const std::optional<std::uint64_t> code = MemberNumbers(table().probe()).code_at(number);
  if (!code) return std::nullopt;
  return own_state_text(view().program(), table().codes().decode(*code), table().state_bytes());
}

std::optional<TableIndex> OwnReader::index_of(std::string_view position) const {
  const std::optional<std::uint64_t> code = table().codes().encode(view().read_any(position).image);
  return code ? MemberNumbers(table().probe()).index_of(0, *code) : std::nullopt;
}

std::string OwnReader::canonical(std::string_view text) const {
  return view().rules().state_text(view().read_any(text).image);
}

namespace {

class OwnKind final : public TableKind {
 public:
  OwnKind(const OwnGame& game, Metric metric)
      : program_(game.shared_program()), spec_(game.spec()), own_(game.header()), metric_(metric) {}

  const GameSpec& game() const override { return spec_; }
  std::shared_ptr<const Game> whole_game() const override {
    return program_ ? std::make_shared<const OwnGame>(program_)
                    : std::make_shared<const OwnGame>(spec_, own_);
  }
  std::string metric() const override { return own_metric_name(metric_); }

  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    if (!header.own || header.states != TableHeader::States::codes) return nullptr;
    if (program_) require_same_game(*file);
    if (header.metric != metric()) return nullptr;
    auto reader = std::make_unique<OwnReader>(program_, file);
    if (program_) require_same_rules(*program_, reader->table().description(), file->path());
    return reader;
  }

 private:
  void require_same_game(const TableFile& file) const {
    const TableHeader& header = file.header();
    const bool same = header.game == spec_ && header.own->players == own_.players &&
                      header.own->state_bytes == own_.state_bytes && header.metric == metric();
    if (same) return;
    throw RulesError(fmt::format("{} holds another game than {}: {}, and not {}.", file.path(),
                                 program_->where(), to_string(header.game), to_string(spec_)));
  }

  std::shared_ptr<const OwnProgram> program_;
  GameSpec spec_;
  OwnHeader own_;
  Metric metric_;
};

}  // namespace

void add_own_kind(std::vector<std::unique_ptr<const TableKind>>& kinds, const OwnGame& game,
                  Metric metric) {
  kinds.push_back(std::make_unique<OwnKind>(game, metric));
}

const char* own_metric_name(Metric metric) {
  return metric == Metric::score   ? score_metric
         : metric == Metric::moves ? puzzle_metric
                                   : distance_metric;
}

}  // namespace zermelo
