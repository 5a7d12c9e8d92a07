// SPDX-License-Identifier: MIT
// Play on a grid by codes (probe/coded_play.h), whatever the game and the kind of table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/position_code.h"
#include "kinds/grid/grid_moves.h"
#include "probe/coded_play.h"
#include "symmetry/grid.h"

namespace zermelo {

// Source is AnyGridSource; it must outlive this object.
template <class Source>
class GridCodedMoves final : public CodedMoves {
 public:
  using Move = typename Source::Move;
  using Position = decltype(Move::next);

  explicit GridCodedMoves(const Source& source) : source_(source) {}

  std::span<const CodedMove> list(std::string_view code) override {
    source_.list(position_of_code<Position>(code), moves_);
    codes_.clear();
    squares_.clear();
    ends_.clear();
    for (const Move& move : moves_) {
      append_code(codes_, move.next);
      for_each_square(source_.destinations(move), [&](int s) { squares_.push_back(s); });
      ends_.push_back(squares_.size());
    }
    found_.clear();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      constexpr std::size_t size = code_size<Position>;
      found_.push_back({std::string_view(codes_).substr(i * size, size),
                        outcome_of(moves_[i].ending),
                        std::span<const int>(squares_).subspan(begin, ends_[i] - begin)});
      begin = ends_[i];
    }
    return found_;
  }
  Value value(std::size_t move) override {
    return in_table(source_.of_move(moves_[move].next, moves_[move].ending));
  }
  char piece(std::size_t move) override { return source_.moving_piece(moves_[move]); }

 private:
  const Source& source_;
  std::vector<Move> moves_;
  std::string codes_;
  std::vector<int> squares_;
  std::vector<std::size_t> ends_;  // of each move's squares
  std::vector<CodedMove> found_;
};

template <class Position>
class GridCodedImages final : public CodedImages {
 public:
  explicit GridCodedImages(const CodedPlay::Maps& maps) {
    for (const std::vector<int>& map : maps) maps_.emplace_back(map);
  }

  std::string_view least(std::string_view code) override {
    least_.clear();
    append_code(least_,
                canonical(std::span<const GridSymmetry>(maps_), position_of_code<Position>(code)));
    return least_;
  }
  std::uint8_t different(std::string_view code) override {
    const auto position = position_of_code<Position>(code);
    std::array<Position, 8> images;
    std::size_t count = 0;
    std::uint8_t bits = 0;
    for (std::size_t map = 0; map < maps_.size(); ++map) {
      images[count] = map == 0 ? position : image(maps_[map], position);
      const auto end = images.begin() + static_cast<std::ptrdiff_t>(count);
      if (std::find(images.begin(), end, images[count]) != end) continue;
      bits = static_cast<std::uint8_t>(bits | 1u << map);
      ++count;
    }
    return bits;
  }

 private:
  std::vector<GridSymmetry> maps_;
  std::string least_;
};

template <class Source>
class GridPlay : public CodedPlay {
 public:
  using Position = decltype(Source::Move::next);

  explicit GridPlay(const Source& source) : source_(source) {}

  std::string code(std::string_view text) const override {
    std::string code;
    append_code(code, source_.read(text));
    return code;
  }
  std::string text(std::string_view code) const override {
    return source_.state_text(position_of_code<Position>(code));
  }
  Colour to_move(std::string_view code) const override { return colour_of(code.back() != 0); }
  bool takes_turns() const override { return true; }
  std::unique_ptr<CodedMoves> moves() const override {
    return std::make_unique<GridCodedMoves<Source>>(source_);
  }
  std::unique_ptr<CodedImages> images(const Maps& maps) const override {
    return std::make_unique<GridCodedImages<Position>>(maps);
  }

 private:
  const Source& source_;
};

// The same with a source of its own.
template <class Source>
class OwningGridPlay final : std::unique_ptr<const Source>, public GridPlay<Source> {
 public:
  explicit OwningGridPlay(std::unique_ptr<const Source> source)
      : std::unique_ptr<const Source>(std::move(source)), GridPlay<Source>(*this->get()) {}
};

}  // namespace zermelo
