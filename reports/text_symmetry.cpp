// SPDX-License-Identifier: MIT
#include "reports/text_symmetry.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "gen/parallel.h"

namespace zermelo {
namespace {

constexpr std::size_t most_positions_tried = 2000;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// What the moves of a position lead to, and how they end the game.
using Results = std::map<std::string, std::optional<Outcome>>;
Results results_of(const Game& game, const std::string& position) {
  Results results;
  for (const LegalMove& move : game.moves(position)) results.emplace(move.after, move.ending);
  return results;
}

// The first positions of play, by their distance from the start.
std::vector<std::string> first_positions(const Game& game) {
  std::vector<std::string> positions = {game.start()};
  std::set<std::string> known = {game.start()};
  for (std::size_t i = 0; i < positions.size() && positions.size() < most_positions_tried; ++i) {
    for (const LegalMove& move : game.moves(positions[i])) {
      if (!move.ending && known.insert(move.result).second) positions.push_back(move.result);
    }
  }
  return positions;
}

// Whether holds(i) for all numbers below `count`. Threads share them; each number has one at most.
template <class Holds>
bool all_hold(std::size_t count, int threads, const Holds& holds) {
  constexpr std::size_t at_once = 16;
  std::atomic<bool> all = true;
  parallel_tasks((count + at_once - 1) / at_once, thread_count(threads), [&] {
    return [&](std::uint64_t task) {
      for (std::size_t i = task * at_once; all && i < std::min(count, (task + 1) * at_once); ++i)
        if (!holds(i)) all = false;
    };
  });
  return all;
}

}  // namespace

// Positions near the start, and what their moves lead to, once that has been asked for.
struct TextSymmetries::NearStart {
  std::vector<std::string> positions;
  std::vector<std::optional<Results>> results;
};

TextSymmetries::TextSymmetries(const Game& game, int threads) {
  const Diagram board = game.diagram(game.start());
  columns_ = board.columns;
  rows_ = board.rows;
  find_ranks(board);
  std::vector<Map> maps = all_maps();
  maps_ = {maps.front()};
  if (!read(game.start())) return;
  NearStart near{first_positions(game), {}};
  near.results.resize(near.positions.size());
  const bool says_all = std::ranges::all_of(near.positions, [&](const std::string& text) {
    const auto squares = read(text);
    return squares && written(*squares) == text;
  });
  if (!says_all) return;
  std::vector<Map> found = {maps.front()};
  for (std::size_t i = 1; i < maps.size(); ++i) {
    maps_ = {maps.front(), maps[i]};
    if (keeps_squares(maps[i]) && is_of_game(game, near, 1, threads)) found.push_back(maps[i]);
  }
  maps_ = std::move(found);
  put_those_first_that_keep(game.start());
}

void TextSymmetries::put_those_first_that_keep(const std::string& start) {
  std::vector<Map> keeping, others;
  for (std::size_t i = 0; i < size(); ++i)
    (image(i, start) == start ? keeping : others).push_back(maps_[i]);
  keeping_start_ = keeping.size();
  maps_ = std::move(keeping);
  maps_.insert(maps_.end(), others.begin(), others.end());
}

// (Where pieces move along lines, blocked squares do not exist, and no text tells of them.)
void TextSymmetries::find_ranks(const Diagram& board) {
  ranks_.assign(static_cast<std::size_t>(rows_), {});
  for (int square = 0; square < columns_ * rows_; ++square) {
    const bool is_there =
        board.lines.empty() || board.cells[static_cast<std::size_t>(square)] != Cell::blocked;
    if (is_there) ranks_[static_cast<std::size_t>(square / columns_)].push_back(square);
  }
}

// Whether squares that exist go to squares that exist.
bool TextSymmetries::keeps_squares(const Map& map) const {
  return std::ranges::all_of(ranks_, [&](const std::vector<int>& rank) {
    return std::ranges::all_of(rank, [&](int square) {
      const int image = map.squares[static_cast<std::size_t>(square)];
      return std::ranges::binary_search(ranks_[static_cast<std::size_t>(image / columns_)], image);
    });
  });
}

// The identity first. (Without a board there is nothing else.)
std::vector<TextSymmetries::Map> TextSymmetries::all_maps() const {
  std::vector<Map> maps;
  const auto size = static_cast<std::size_t>(columns_ * rows_);
  for (int which = 0; which < (columns_ == rows_ ? 8 : 4); ++which) {
    Map map{std::vector<int>(size), std::vector<int>(size)};
    for (int square = 0; square < columns_ * rows_; ++square) {
      int x = square % columns_, y = square / columns_;
      if ((which & 4) != 0) std::swap(x, y);
      if ((which & 1) != 0) x = columns_ - 1 - x;
      if ((which & 2) != 0) y = rows_ - 1 - y;
      const int image = y * columns_ + x;
      map.squares[static_cast<std::size_t>(square)] = image;
      map.sources[static_cast<std::size_t>(image)] = square;
    }
    maps.push_back(std::move(map));
    if (size == 0) break;
  }
  return maps;
}

bool TextSymmetries::is_of_game(const Game& game, NearStart& near, std::size_t map,
                                int threads) const {
  return all_hold(near.positions.size(), threads, [&](std::size_t i) {
    const std::string other = image(map, near.positions[i]);
    if (!game.status(other).goes_on() || game.canonical(other) != game.canonical(near.positions[i]))
      return false;
    std::optional<Results>& results = near.results[i];
    if (!results) results = results_of(game, near.positions[i]);
    Results images;
    for (const auto& [result, ending] : *results) images.emplace(image(map, result), ending);
    return images == results_of(game, other);
  });
}

std::optional<TextSymmetries::Board> TextSymmetries::read(std::string_view text) const {
  const std::size_t end = std::min(text.find_first_of(" ["), text.size());
  Board board{std::string(static_cast<std::size_t>(columns_ * rows_), '.'), text.substr(end)};
  if (ranks_.empty()) return std::nullopt;
  std::size_t y = ranks_.size() - 1, x = 0;  // the next of the squares of ranks_[y]
  for (std::size_t i = 0; i < end; ++i) {
    if (text[i] == '/') {
      if (x != ranks_[y].size() || y-- == 0) return std::nullopt;
      x = 0;
    } else if (is_digit(text[i])) {
      std::size_t empty = static_cast<std::size_t>(text[i] - '0');
      while (i + 1 < end && is_digit(text[i + 1]))
        empty = 10 * empty + static_cast<std::size_t>(text[++i] - '0');
      x += empty;
    } else if (x < ranks_[y].size()) {
      board.cells[static_cast<std::size_t>(ranks_[y][x++])] = text[i];
    } else {
      return std::nullopt;
    }
    if (x > ranks_[y].size()) return std::nullopt;
  }
  if (y != 0 || x != ranks_[y].size()) return std::nullopt;
  return board;
}

std::string TextSymmetries::written(const Board& board) const {
  std::string text;
  text.reserve(board.cells.size() + static_cast<std::size_t>(rows_) + board.rest.size());
  for (int y = rows_ - 1; y >= 0; --y) {
    int empty = 0;
    const auto end_gap = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (const int square : ranks_[static_cast<std::size_t>(y)]) {
      const char cell = board.cells[static_cast<std::size_t>(square)];
      if (cell == '.') {
        ++empty;
        continue;
      }
      end_gap();
      text += cell;
    }
    end_gap();
    if (y > 0) text += '/';
  }
  return text.append(board.rest);
}

std::string TextSymmetries::image(std::size_t map, std::string_view text) const {
  auto board = read(text);
  if (!board) return std::string(text);
  const std::string cells = board->cells;
  for (std::size_t square = 0; square < cells.size(); ++square)
    board->cells[square] = cells[static_cast<std::size_t>(maps_[map].sources[square])];
  return written(*board);
}

std::vector<std::vector<int>> TextSymmetries::maps(std::size_t count) const {
  std::vector<std::vector<int>> maps;
  for (std::size_t i = 0; i < count; ++i) maps.push_back(maps_[i].squares);
  return maps;
}

TextSymmetries::Orbit TextSymmetries::orbit(std::string_view text, std::size_t count) const {
  Orbit orbit{std::string(text), 1};
  std::vector<std::string> images = {orbit.least};
  for (std::size_t map = 1; map < count; ++map) {
    std::string other = image(map, text);
    if (std::ranges::find(images, other) != images.end()) continue;
    orbit.maps = static_cast<std::uint8_t>(orbit.maps | 1u << map);
    images.push_back(std::move(other));
  }
  orbit.least = *std::ranges::min_element(images);
  return orbit;
}

}  // namespace zermelo
