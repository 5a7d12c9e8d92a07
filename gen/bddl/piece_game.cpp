// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "gen/bddl/move_texts.h"
#include "gen/error.h"
#include "gen/text/counted.h"
#include "gen/wrong_file.h"

namespace zermelo::bddl {
namespace {

std::optional<GridSymmetry> mirror_of(const GroundGame& game, bool fold) {
  const bool is_alike = game.shared_rules && game.endless == tree::Endless::draw;
  const bool folds = fold && is_alike;
  return folds ? std::optional(GridSymmetry(game.mirror)) : std::nullopt;
}

std::optional<zermelo::Colour> endless_winner_of(const GroundGame& game) {
  if (game.endless == tree::Endless::draw) return std::nullopt;
  return colour_of(game.endless == tree::Endless::white);
}

// What the pieces at the start are; with #material, with either side to move.
std::vector<Material> starts_of(const GroundGame& game, const PieceRules& rules) {
  if (rules.start()) return {material_of(*rules.start(), rules.pieces().size())};
  Material material;
  for (const Content piece : game.material) ++material.board[static_cast<std::size_t>(piece - 1)];
  std::vector<Material> starts = {material, material};
  starts[1].white_to_move = true;
  return starts;
}

}  // namespace

PieceGame::PieceGame(GroundGame game, Expand expand, bool fold)
    : PieceGame(std::make_shared<const GroundGame>(std::move(game)), expand, fold) {}

PieceGame::PieceGame(const std::shared_ptr<const GroundGame>& game, Expand expand, bool fold)
    : expand_(expand),
      rules_(game),
      starts_(starts_of(*game, rules_)),
      endless_winner_(endless_winner_of(*game)),
      mirror_(mirror_of(*game, fold)) {
  number_positions(*game);
  find_starts(*game);
}

void PieceGame::number_positions(const GroundGame& game) {
  constexpr double most_causes = 1 << 24;
  if (rules_.most_causes() > most_causes) {
    why_no_codes_ =
        "A move of this game changes so many squares, whatever is on them, that the ways back from "
        "where it leads cannot be listed.";
    return;
  }
  try {
    const double most = std::ldexp(static_cast<double>(rules_.symmetries().size()), 63);
    MaterialGraph graph = find_materials(game, starts_, mirror_.has_value(), most);
    codes_.emplace(pieces(), rules_.symmetries(), mirror_, graph.slices);
    graph_ = std::move(graph);
  } catch (const UsageError& error) {
    why_no_codes_ = error.what();
    return;
  }
  after_ = {slice_map(false), slice_map(true)};
  before_ = {slice_map(false), slice_map(true)};
  is_layered_ = std::ranges::none_of(graph_.goes_round, std::identity());
  for (int layer = 0; layer < graph_.groups(); ++layer) {
    for (const int next : next_layers(layer)) longest_step_ = std::max(longest_step_, next - layer);
  }
}

void PieceGame::refuse_codes() const {
  throw UsageError(why_no_codes_ +
                   " Tables need that; moves, pictures, play, searches and proofs do not.");
}

PieceGame::StayingFamilies PieceGame::find_staying_families() const {
  StayingFamilies result;
  result.of_black = rules_.families(false).size();
  result.families = result.of_black + rules_.families(true).size();
  for (const PieceIndex::Slice& slice : codes_->slices()) {
    for (const bool white : {false, true}) {
      for (const TurnMaterial::Differences& differences : rules_.families(white))
        result.stays.push_back(stays_in_layer(slice, white, differences) ? 1 : 0);
    }
  }
  return result;
}

// Whether a turn of a side that changes the material so, and leads to the slice, may come from the
// same layer.
bool PieceGame::stays_in_layer(const PieceIndex::Slice& slice, bool white,
                               const TurnMaterial::Differences& differences) const {
  if (!differences) return true;
  Material after = slice.material;
  if (after.white_to_move == white) {
    if (!codes_->is_folded()) return false;
    after = after.exchanged();
  }
  return std::ranges::any_of(*differences, [&](const MaterialDifference& difference) {
    const std::optional<Material> before = before_turn(after, difference);
    if (!before) return false;
    const auto from = codes_->slice_of(*before);
    return from && codes_->slices()[*from].group == slice.group;
  });
}

void PieceGame::find_starts(const GroundGame& game) {
  const std::string& file = game.files.front();
  if (rules_.start()) {
    start_ = *rules_.start();
    if (rules_.is_illegal(start_))
      throw WrongFile(fmt::format("{}: #illegal forbids the position at the start.", file));
    const PositionStatus now = status(start_);
    if (!now.goes_on())
      throw WrongFile(fmt::format("{}: the game is over at its start. {}", file, now.why));
    if (!has_codes()) return;
    const std::uint64_t code = codes_->encode(start_);
    start_codes_ = {{code, code + 1}};
    return;
  }
  start_codes_ = ranges_of_starts(codes());
  const PiecePosition first = first_start(file);
  codes_->for_each_image(first, [&](const PiecePosition& image) {
    if (!has_material_of_start(start_)) start_ = image;
  });
}

// With the colours exchanged, perhaps.
PiecePosition PieceGame::first_start(const std::string& file) const {
  constexpr int most_looked_at = 300'000;
  int looked_at = 0;
  for (const auto& [begin, end] : start_codes_) {
    for (std::uint64_t code = begin; code < end; ++code) {
      const PiecePosition p = codes_->decode(code);
      if (is_start(code, p) && status(p).goes_on()) return p;
      if (++looked_at < most_looked_at) continue;
      throw WrongFile(fmt::format(
          "{}: of the first {} positions with the pieces of #material none is legal so that the "
          "game goes on.",
          file, most_looked_at));
    }
  }
  throw WrongFile(
      fmt::format("{}: there is no legal position with the pieces of #material in which the game "
                  "goes on.",
                  file));
}

PiecePosition PieceGame::canonical(const PiecePosition& p) const {
  if (has_codes()) return codes_->canonical(p);
  // (As in an index that is folded: with Black to move.)
  const PiecePosition seen = mirror_ && p.white_to_move ? exchanged(image(*mirror_, p)) : p;
  PiecePosition best = seen;
  for (const GridSymmetry& g : symmetries()) best = std::min(best, image(g, seen));
  return best;
}

bool PieceGame::has_material_of_start(const PiecePosition& p) const {
  return std::ranges::find(starts_, material_of(p, pieces().size())) != starts_.end();
}

// The codes of the slices with the pieces of #material.
std::vector<PieceGame::CodeRange> PieceGame::ranges_of_starts(const PieceIndex& index) const {
  std::vector<CodeRange> ranges;
  std::uint64_t begin = 0;
  for (std::size_t slice = 0; slice < index.slices().size(); ++slice) {
    const std::uint64_t end = begin + index.slice_size(slice);
    const Material& material = index.slices()[slice].material;
    const bool begins = std::ranges::any_of(starts_, [&](const Material& m) {
      return m == material || (index.is_folded() && m.exchanged() == material);
    });
    if (begins) ranges.emplace_back(begin, end);
    begin = end;
  }
  return ranges;
}

std::vector<PieceGame::CodeRange> PieceGame::ended_start_codes() const {
  return rules_.start() ? std::vector<CodeRange>() : ranges_of_starts(ended_codes());
}

Located PieceGame::locate(const PiecePosition& p, std::uint32_t from, std::uint16_t change,
                          const SliceMaps& maps) const {
  const bool is_after = &maps == &*after_;
  std::uint32_t slice = SliceMap::unknown;
  if (change != PieceRules::no_change && from != SliceMap::none) {
    const bool white_moved = p.white_to_move != is_after;
    const auto place = maps[white_moved ? 1 : 0].at(from, change);
    slice = place.load(std::memory_order_relaxed);
    if (slice == SliceMap::unknown) {
      slice = slice_of(p);
      place.store(slice, std::memory_order_relaxed);
    }
  } else {
    slice = slice_of(p);
  }
  if (slice == SliceMap::none) return {};
  return {codes_->slices()[slice].group, codes_->code_in(slice, p)};
}

PieceGame::SliceMap PieceGame::slice_map(bool white) const {
  return {codes_->slices().size(), rules_.changes(white)};
}

int PieceGame::layer(const PiecePosition& p) const {
  const auto place = codes().find(p);
  return place ? place->group : -1;
}

const PieceIndex& PieceGame::ended_codes() const {
  return ended_codes_.get([this] {
    std::vector<PieceIndex::Slice> slices;
    for (const Material& material : graph_.ended) slices.push_back({material, 0});
    return PieceIndex(pieces(), rules_.symmetries(), mirror_, std::move(slices));
  });
}

bool PieceGame::has_material(const PiecePosition& p) const {
  // (What play can lead to is not known then.)
  if (!has_codes() || codes_->covers(p)) return true;
  const Material m = material_of(p, pieces().size());
  const bool turns = codes_->is_folded() && p.white_to_move;
  return std::ranges::binary_search(graph_.ended, turns ? m.exchanged() : m);
}

// The first set of pieces, and how many more there are.
std::string PieceGame::layer_name(int layer) const {
  const auto in_layer = [&](const PieceIndex::Slice& slice) { return slice.group == layer; };
  const auto slices = std::ranges::count_if(graph_.slices, in_layer);
  const auto first = std::ranges::find_if(graph_.slices, in_layer);
  const std::string name = format_material(first->material, pieces());
  return slices == 1 ? name : fmt::format("{} and {} more", name, slices - 1);
}

std::string PieceGame::move_text(const PieceChange& change) const {
  const std::vector<std::string> texts = texts_of_turns(rules_, {&change, 1}).front();
  return texts.empty() ? format_change(change, pieces()) : texts.front();
}

std::vector<std::string> PieceGame::move_texts(std::span<const PieceChange> changes) const {
  const std::vector<std::vector<std::string>> turns = texts_of_turns(rules_, changes);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < changes.size(); ++i)
    texts.push_back(turns[i].empty() ? move_text(changes[i]) : turns[i].front());
  tell_apart(texts, changes, pieces());
  return texts;
}

std::vector<std::vector<std::string>> PieceGame::other_texts(
    std::span<const PieceChange> changes, std::span<const std::string> texts) const {
  std::vector<std::vector<std::string>> others = texts_of_turns(rules_, changes);
  std::map<std::string, int> meanings;
  for (std::size_t i = 0; i < others.size(); ++i) {
    std::erase(others[i], texts[i]);
    ++meanings[texts[i]];
    for (const std::string& text : others[i]) ++meanings[text];
  }
  for (std::vector<std::string>& of_move : others)
    std::erase_if(of_move, [&](const std::string& text) { return meanings[text] > 1; });
  return others;
}

PositionStatus PieceGame::status(const PiecePosition& p) const {
  if (!has_material(p))
    return PositionStatus::impossible("No position of this game has these pieces.");
  const zermelo::Colour side = colour_of(p.white_to_move), last = opponent_of(side);
  if (rules_.is_illegal(p)) {
    return PositionStatus::impossible(fmt::format(
        "{} cannot have moved so that this position arises: it is illegal.", colour_name(last)));
  }
  if (const std::optional<tree::Result> result = rules_.end_by_line(p)) {
    if (*result == tree::Result::draw) return PositionStatus::drawn("The game is drawn.");
    const zermelo::Colour winner = *result == tree::Result::win ? last : side;
    return PositionStatus::over(winner, side, fmt::format("{} has won.", colour_name(winner)));
  }
  if (rules_.can_move(p)) return {};
  const tree::Result result = rules_.stuck_result(p);
  if (result == tree::Result::draw)
    return PositionStatus::drawn(
        fmt::format("{} cannot move: the game is drawn.", colour_name(side)));
  const bool wins = result == tree::Result::win;
  return PositionStatus::over(
      wins ? side : last, side,
      fmt::format("{} cannot move and has {}.", colour_name(side), wins ? "won" : "lost"));
}

}  // namespace zermelo::bddl
