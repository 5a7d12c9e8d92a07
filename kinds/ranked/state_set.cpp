// SPDX-License-Identifier: MIT
#include "kinds/ranked/state_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "gen/text/counted.h"
#include "kinds/ranked/outcome_table.h"
#include "kinds/ranked/pattern_set.h"
#include "kinds/ranked/set_file.h"
#include "probe/split_mix.h"
#include "symbolic/model/connect_model.h"
#include "symbolic/model/game_model.h"
#include "tablebase/format/file.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

using symbolic::NamedSet;
using symbolic::StateBits;

// --- Sets and what their members are -------------------------------------------------------------

struct StateSet::Contents {
  NamedSet named;
  std::optional<GameSpec> game = {};
  std::shared_ptr<const symbolic::GameModel> model = {};  // of the game
};

namespace {

std::string bit_string(StateBits state, int bits) {
  std::string text;
  for (int k = 0; k < bits; ++k) text += symbolic::bit_at(state, k) ? '1' : '0';
  return text;
}

// Nothing if the text is not a string of that many bits.
std::optional<StateBits> state_of_bits(std::string_view text, int bits) {
  if (text.size() != static_cast<std::size_t>(bits)) return std::nullopt;
  StateBits state = 0;
  for (int k = 0; k < bits; ++k) {
    const char c = text[static_cast<std::size_t>(k)];
    if (c != '0' && c != '1') return std::nullopt;
    if (c == '1') state |= symbolic::bit_for(k);
  }
  return state;
}

StateBits bits_of_board(const symbolic::BoardState& board, int bits) {
  StateBits state = 0;
  for (int k = 0; k < bits; ++k) {
    if (board[static_cast<std::size_t>(k)]) state |= symbolic::bit_for(k);
  }
  return state;
}

symbolic::Side side_of(const NamedSet& set) { return set.to_move.value_or(symbolic::black); }

// --- Files ---------------------------------------------------------------------------------------

// The lines of a text, without what follows # and without spaces; empty ones are left out.
std::vector<std::string> patterns_in(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw FileError(fmt::format("Cannot read {}.", path));
  std::vector<std::string> patterns;
  for (std::string line; std::getline(file, line);) {
    line.erase(std::min(line.find('#'), line.size()));
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    if (!line.empty()) patterns.push_back(line);
  }
  return patterns;
}

bool begins_as_table(const std::string& path) {
  const MappedFile file(path);
  constexpr std::string_view magic = "ZERMELO";
  const Bytes bytes = file.bytes();
  return bytes.size() >= magic.size() &&
         std::string_view(reinterpret_cast<const char*>(bytes.data()), magic.size()) == magic;
}

// The boards of each layer of a table that the hybrid made, fewest stones first.
symbolic::SetFile sets_of_table(const std::string& path) {
  const TableFile table(path);
  if (table.header().states != TableHeader::States::ranked)
    throw UsageError(fmt::format(
        "{} is a table whose positions are not ranked by diagrams; hybrid makes such tables.",
        path));
  const symbolic::OutcomeProbe probe(table);
  symbolic::SetFile file;
  file.game = table.header().game;
  const std::size_t slices = table.slices().size();
  for (std::size_t stones = 0; stones < slices; ++stones) {
    const std::size_t slice = slices - 1 - stones;
    file.sets.push_back({table.slices()[slice].name,
                         symbolic::connect_mover(static_cast<int>(stones)), probe.members(slice)});
  }
  return file;
}

symbolic::SetFile read_sets(const std::string& path) {
  if (symbolic::is_set_file(path)) return symbolic::read_set_file(path);
  if (begins_as_table(path)) return sets_of_table(path);
  return {{}, {{"set", {}, symbolic::set_of_patterns(patterns_in(path))}}};
}

}  // namespace

std::vector<StateSet> StateSet::all_of(const std::string& path) {
  symbolic::SetFile file = read_sets(path);
  std::shared_ptr<const symbolic::GameModel> model;
  if (file.game) {
    model = std::make_shared<const symbolic::GameModel>(symbolic::game_model_for_sets(*file.game));
    for (const NamedSet& named : file.sets) {
      if (named.set.size() > 0 && named.set.variables() != model->model.variables())
        throw DamagedTable::in_file(path, "its sets are not of positions of its game");
    }
  }
  std::vector<StateSet> sets;
  for (NamedSet& named : file.sets)
    sets.push_back(
        StateSet(std::make_shared<const Contents>(Contents{std::move(named), file.game, model})));
  if (sets.empty()) throw UsageError(fmt::format("{} has no set.", path));
  return sets;
}

StateSet StateSet::open(const std::string& path, const std::string& name) {
  std::vector<StateSet> sets = all_of(path);
  if (name.empty() && sets.size() == 1) return sets.front();
  std::string names;
  for (const StateSet& set : sets) {
    if (!name.empty() && set.name() == name) return set;
    names += (names.empty() ? "" : ", ") + set.name();
  }
  if (name.empty())
    throw UsageError(fmt::format("{} has {}; name one of them: {}.", path,
                                 counted(static_cast<int>(sets.size()), "set"), names));
  throw UsageError(fmt::format("{} has no set '{}', only {}.", path, name, names));
}

StateSet StateSet::of_patterns(std::span<const std::string> patterns) {
  return StateSet(
      std::make_shared<const Contents>(Contents{{"set", {}, symbolic::set_of_patterns(patterns)}}));
}

void StateSet::write(const std::string& path) const {
  symbolic::write_set_file(path, {contents_->game, {contents_->named}});
}

const std::string& StateSet::name() const { return contents_->named.name; }
const std::optional<GameSpec>& StateSet::game() const { return contents_->game; }
std::optional<Colour> StateSet::to_move() const {
  if (!contents_->named.to_move) return std::nullopt;
  return *contents_->named.to_move == symbolic::black ? Colour::black : Colour::white;
}
int StateSet::bits() const { return contents_->named.set.variables(); }
std::uint64_t StateSet::size() const { return contents_->named.set.size(); }
std::uint64_t StateSet::nodes() const { return contents_->named.set.nodes(); }

// --- Ranks ---------------------------------------------------------------------------------------

std::string StateSet::bits_of(std::string_view text) const {
  const NamedSet& named = contents_->named;
  if (state_of_bits(text, bits())) return std::string(text);
  if (!contents_->model)
    throw IllegalPosition(fmt::format("'{}' is not a string of {}.", text, counted(bits(), "bit")));
  const symbolic::GameModel& model = *contents_->model;
  const PiecePosition position = parse_position(text, model.pieces);
  const symbolic::BoardState board = symbolic::board_of(model, position);
  if (named.to_move && position.white_to_move != (side_of(named) == symbolic::white))
    throw NotInTable(fmt::format("In the positions of this set it is {}'s turn.",
                                 side_of(named) == symbolic::white ? "White" : "Black"));
  return bit_string(bits_of_board(board, bits()), bits());
}

bool StateSet::contains(std::string_view state) const {
  try {
    return contents_->named.set.contains(*state_of_bits(bits_of(state), bits()));
  } catch (const NotInTable&) {
    return false;
  }
}

std::uint64_t StateSet::rank(std::string_view state) const {
  const StateBits bits = *state_of_bits(bits_of(state), this->bits());
  if (!contents_->named.set.contains(bits))
    throw NotInTable(fmt::format("{} is not in the set.", state));
  return contents_->named.set.rank(bits);
}

std::string StateSet::unrank(std::uint64_t rank) const {
  const symbolic::FrozenBdd& set = contents_->named.set;
  if (rank >= set.size())
    throw UsageError(
        fmt::format("There is no rank {}: the set has {}.", rank,
                    set.size() == 1 ? "1 member" : fmt::format("{} members", set.size())));
  const StateBits state = set.unrank(rank);
  if (!contents_->model) return bit_string(state, bits());
  return format_position(
      contents_->model->position(symbolic::to_board_state(state), side_of(contents_->named)),
      contents_->model->pieces);
}

std::vector<std::string> StateSet::sample(std::uint64_t count, std::uint64_t seed) const {
  if (size() == 0 && count > 0) throw UsageError("There is nothing to draw: the set is empty.");
  SplitMix random(seed);
  std::vector<std::string> drawn;
  while (drawn.size() < count) drawn.push_back(unrank(random.below(size())));
  return drawn;
}

}  // namespace zermelo
