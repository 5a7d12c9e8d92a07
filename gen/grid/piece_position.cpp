// SPDX-License-Identifier: MIT
#include "gen/grid/piece_position.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <optional>

#include "gen/error.h"
#include "gen/text/counted.h"
#include "gen/text/notation_text.h"

namespace zermelo {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// Takes a number from the front; at most 1000, whatever it says.
int take_number(std::string_view& text) {
  int number = 0;
  for (; !text.empty() && is_decimal(text.front()); text.remove_prefix(1))
    number = std::min(1000, 10 * number + (text.front() - '0'));
  return number;
}

// --- Reading -------------------------------------------------------------------------------------

std::vector<int> squares_of_rank(int rank, const PieceSet& pieces) {
  std::vector<int> squares;
  for (int square = rank * pieces.columns(); square < (rank + 1) * pieces.columns(); ++square) {
    if ((pieces.squares() >> square & 1) != 0) squares.push_back(square);
  }
  return squares;
}

void parse_piece_rank(std::string_view text, int rank, const PieceSet& pieces,
                      PiecePosition& position) {
  const std::vector<int> squares = squares_of_rank(rank, pieces);
  const std::string_view whole = text;
  std::size_t at = 0;
  while (!text.empty() && at <= squares.size()) {
    if (is_decimal(text.front())) {
      at += static_cast<std::size_t>(take_number(text));
      continue;
    }
    const std::optional<Content> piece = pieces.piece(text.front());
    if (!piece) {
      throw IllegalPosition(fmt::format("{} in rank {} is not {} or a number of empty squares.",
                                        shown(text.front()), rank + 1, pieces.all_letters()));
    }
    if (at < squares.size()) position.set(squares[at], *piece);
    ++at;
    text.remove_prefix(1);
  }
  if (at != squares.size()) {
    throw IllegalPosition(fmt::format("Rank {} ('{}') does not have {}.", rank + 1, whole,
                                      counted(squares.size(), "square")));
  }
}

void parse_pieces_in_hand(std::string_view& text, const PieceSet& pieces, PiecePosition& position) {
  const bool has_number = is_decimal(text.front());
  const int number = has_number ? take_number(text) : 1;
  if (text.empty() || number == 0) {
    throw IllegalPosition(
        "In the brackets a number stands in front of the piece that is in hand "
        "so many times, from 1.");
  }
  const std::optional<Content> piece = pieces.piece(text.front());
  if (!piece || !pieces[kind_of(*piece)].in_hand)
    throw IllegalPosition(
        fmt::format("{} is not a piece that can be in hand.", shown(text.front())));
  const int all = position.in_hand(is_white(*piece), kind_of(*piece)) + number;
  if (all > PieceSet::most_in_hand) {
    throw IllegalPosition(fmt::format("At most {} pieces of a kind can be in hand; of {} it is {}.",
                                      PieceSet::most_in_hand, shown(text.front()), all));
  }
  position.set_in_hand(is_white(*piece), kind_of(*piece), all);
  text.remove_prefix(1);
}

// Reads the brackets behind the board and takes them away.
void parse_hands(std::string_view& board, const PieceSet& pieces, PiecePosition& position) {
  const std::size_t begin = board.find('[');
  const bool has_brackets = begin != board.npos;
  if (has_brackets != pieces.has_hands()) {
    throw IllegalPosition(
        has_brackets ? "This game has no pieces in hand; leave the brackets out."
                     : fmt::format("The pieces in hand are missing: write them in brackets behind "
                                   "the board, as in '{}'.",
                                   format_position({}, pieces)));
  }
  if (!has_brackets) return;
  std::string_view hands = board.substr(begin + 1);
  board = board.substr(0, begin);
  if (hands.find(']') != hands.size() - 1)
    throw IllegalPosition("A bracket, ']', ends the pieces in hand, and a space follows.");
  hands.remove_suffix(1);
  while (!hands.empty()) parse_pieces_in_hand(hands, pieces, position);
}

// --- Writing -------------------------------------------------------------------------------------

void append_run(std::string& text, int& run) {
  if (run > 0) text += std::to_string(run);
  run = 0;
}

// Calls visit(piece, number) for what is in hand, Black's first.
template <class Visit>
void for_each_in_hand(const PiecePosition& p, const PieceSet& pieces, Visit&& visit) {
  if (p.hands == 0) return;
  for (const bool white : {false, true}) {
    for (int kind = 0; kind < pieces.size(); ++kind) {
      const int number = p.in_hand(white, kind);
      if (number > 0) visit(content_of(kind, white), number);
    }
  }
}

void append_hands(std::string& text, const PiecePosition& p, const PieceSet& pieces) {
  text += '[';
  for_each_in_hand(p, pieces, [&](Content piece, int number) {
    if (number > 1) text += std::to_string(number);
    text += pieces.letter(piece);
  });
  text += ']';
}

Cell cell_of(Content content, const PieceSet& pieces) {
  if (content == open_square) return Cell::empty;
  Cell cell = is_white(content) ? Cell::white : Cell::black;
  if (pieces.size() > 1) cell.letter = pieces[kind_of(content)].letter;
  return cell;
}

// The reverse, for pieces.
std::optional<Content> piece_shown(Cell cell, const PieceSet& pieces) {
  const bool is_piece = cell.kind == Cell::Kind::black || cell.kind == Cell::Kind::white;
  const bool has_letter = cell.letter != '\0';
  if (!is_piece || has_letter == (pieces.size() == 1)) return std::nullopt;
  return pieces.piece(cell_letter(cell));
}

Squares changed_squares(const PieceChange& change) {
  const PiecePosition &a = change.before, &b = change.after;
  Squares changed = (a.black ^ b.black) | (a.white ^ b.white);
  for (std::size_t i = 0; i < a.kinds.size(); ++i) changed |= a.kinds[i] ^ b.kinds[i];
  return changed;
}

// Of a set of one square.
std::string square_text(Squares square, const PieceSet& pieces) {
  return format_square(std::countr_zero(square), grid_of(pieces));
}
char kind_letter(const PiecePosition& p, Squares square, const PieceSet& pieces) {
  return pieces[kind_of(p.at(std::countr_zero(square)))].letter;
}

// A piece comes to a square, from another one or from outside.
std::string arrival_text(const PieceChange& change, const GridChange& squares,
                         const PieceSet& pieces) {
  const auto [from, to, taken, given] = squares;
  const char arrived = kind_letter(change.after, to, pieces);
  const char left = from != 0 ? kind_letter(change.before, from, pieces) : arrived;
  std::string text(1, left);
  if (from != 0) text += square_text(from, pieces);
  text += (taken & to) != 0 ? 'x' : from != 0 ? '-' : '@';
  text += square_text(to, pieces);
  if (left != arrived) (text += '=') += arrived;
  return text;
}

}  // namespace

bool fits(const PiecePosition& position, const PieceSet& pieces) {
  const Squares occupied = position.occupied();
  if ((position.black & position.white) != 0 || (occupied & ~pieces.squares()) != 0) return false;
  for (const Squares plane : position.kinds) {
    if ((plane & ~occupied) != 0) return false;
  }
  for (int kind = 0; kind < PieceSet::most_kinds; ++kind) {
    if (kind >= pieces.size() && position.of_kind(kind) != 0) return false;
    const bool held = position.in_hand(false, kind) > 0 || position.in_hand(true, kind) > 0;
    if (held && (kind >= pieces.size() || !pieces[kind].in_hand)) return false;
  }
  return true;
}

PiecePosition parse_position(std::string_view text, const PieceSet& pieces) {
  const auto words = words_of(text);
  if (words.size() != 2) {
    throw IllegalPosition(
        fmt::format("'{}' is not a position: write the ranks and the side to move, as in '{}'.",
                    text, format_position({}, pieces)));
  }
  PiecePosition position;
  std::string_view board = words[0];
  parse_hands(board, pieces, position);
  const auto ranks = split(board, '/');
  if (static_cast<int>(ranks.size()) != pieces.rows()) {
    throw IllegalPosition(fmt::format("The position has {}; this board has {}.",
                                      counted(ranks.size(), "rank"), pieces.rows()));
  }
  for (int i = 0; i < pieces.rows(); ++i) {
    parse_piece_rank(ranks[static_cast<std::size_t>(i)], pieces.rows() - 1 - i, pieces, position);
  }
  if (words[1] != "b" && words[1] != "w") {
    throw IllegalPosition(fmt::format("The side to move is b or w, not '{}'.", words[1]));
  }
  position.white_to_move = words[1] == "w";
  return position;
}

void append_position(std::string& text, const PiecePosition& position, const PieceSet& pieces) {
  for (int rank = pieces.rows() - 1; rank >= 0; --rank) {
    int run = 0;
    for (int square = rank * pieces.columns(); square < (rank + 1) * pieces.columns(); ++square) {
      if ((pieces.squares() >> square & 1) == 0) continue;
      const Content content = position.at(square);
      if (content == open_square) {
        ++run;
        continue;
      }
      append_run(text, run);
      text += pieces.letter(content);
    }
    append_run(text, run);
    if (rank > 0) text += '/';
  }
  if (pieces.has_hands()) append_hands(text, position, pieces);
  text += position.white_to_move ? " w" : " b";
}

std::string format_position(const PiecePosition& position, const PieceSet& pieces) {
  std::string text;
  append_position(text, position, pieces);
  return text;
}

PiecePosition position_from(const std::vector<Cell>& cells, Colour to_move,
                            const PieceSet& pieces) {
  const Grid grid = grid_of(pieces);
  require_cells(cells, grid.columns, grid.rows);
  PiecePosition position;
  position.white_to_move = to_move == Colour::white;
  for (int square = 0; square < grid.squares(); ++square) {
    const Cell cell = cells[static_cast<std::size_t>(square)];
    const bool exists = (pieces.squares() & bit_of(square)) != 0;
    if (cell == (exists ? Cell::empty : Cell::blocked)) continue;
    const std::optional<Content> piece = piece_shown(cell, pieces);
    if (!piece || !exists) {
      throw IllegalPosition(fmt::format("{} holds something that this game does not have there.",
                                        format_square(square, grid)));
    }
    position.set(square, *piece);
  }
  return position;
}

void put_in_hand(PiecePosition& position, const std::vector<PiecesInHand>& hands,
                 const PieceSet& pieces) {
  for (const PiecesInHand& held : hands) {
    const std::optional<Content> piece = piece_shown(held.piece, pieces);
    const bool can_be = piece && pieces[kind_of(*piece)].in_hand && held.number >= 0 &&
                        held.number <= PieceSet::most_in_hand;
    if (!can_be) throw IllegalPosition("A hand holds something that it cannot hold in this game.");
    position.set_in_hand(is_white(*piece), kind_of(*piece), held.number);
  }
}

Diagram make_diagram(const PiecePosition& position, const PieceSet& pieces) {
  Diagram d{.columns = pieces.columns(),
            .rows = pieces.rows(),
            .caption = position.white_to_move ? "White to move" : "Black to move",
            .lines = pieces.lines()};
  for (int square = 0; square < d.columns * d.rows; ++square) {
    const bool exists = (pieces.squares() >> square & 1) != 0;
    d.cells.push_back(exists ? cell_of(position.at(square), pieces) : Cell::blocked);
  }
  for_each_in_hand(position, pieces, [&](Content piece, int number) {
    d.hands.push_back({cell_of(piece, pieces), number});
  });
  return d;
}

// --- Moves ---------------------------------------------------------------------------------------

GridChange PieceChange::squares() const {
  return GridChange({before.black, before.white, before.white_to_move},
                    {after.black, after.white, after.white_to_move});
}

std::strong_ordering PieceChange::operator<=>(const PieceChange& other) const {
  const auto order = squares() <=> other.squares();
  if (order != 0) return order;
  const auto by_result = after <=> other.after;
  return by_result != 0 ? by_result : before <=> other.before;
}

namespace {

// The last kind of which the mover has fewer in hand after a move.
std::optional<int> dropped_kind(const PieceChange& change, const PieceSet& pieces) {
  const bool white = change.before.white_to_move;
  for (int kind = pieces.size() - 1; kind >= 0; --kind) {
    if (change.after.in_hand(white, kind) < change.before.in_hand(white, kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace

MoveShape shape_of(const PieceChange& change, const PieceSet& pieces) {
  MoveShape shape = shape_of(change.squares(), grid_of(pieces));
  const auto dropped = dropped_kind(change, pieces);
  if (dropped && shape.from.empty())
    shape.dropped = cell_of(content_of(*dropped, change.before.white_to_move), pieces);
  return shape;
}

Squares destinations(const PieceChange& change) { return destinations(change.squares()); }

char moving_piece(const PieceChange& change, const PieceSet& pieces) {
  if (pieces.size() == 1) return '\0';
  if (const Squares from = change.squares().from; from != 0)
    return pieces[kind_of(change.before.at(std::countr_zero(from)))].letter;
  const auto dropped = dropped_kind(change, pieces);
  return dropped ? pieces[*dropped].letter : '\0';
}

std::string format_change(const PieceChange& change, const PieceSet& pieces) {
  const GridChange squares = change.squares();
  if (pieces.size() == 1) return format_change(squares, grid_of(pieces));
  const auto [from, to, taken, given] = squares;
  const Squares turned = changed_squares(change) & ~(from | to | taken | given);
  std::string text;
  if (given == 0 && turned == 0 && std::has_single_bit(to) && std::popcount(from) <= 1) {
    text = arrival_text(change, squares, pieces);
  } else if ((given | from | to) == 0 && std::has_single_bit(turned & change.before.own())) {
    if ((turned & change.before.opponent()) != 0) return format_result(change, pieces);
    text = square_text(turned, pieces) + '=' + kind_letter(change.after, turned, pieces);
  } else {
    return format_result(change, pieces);
  }
  for_each_square(taken & ~to, [&](int s) { text += 'x' + format_square(s, grid_of(pieces)); });
  return text;
}

std::string format_result(const PieceChange& change, const PieceSet& pieces) {
  std::string text;
  for_each_square(changed_squares(change), [&](int square) {
    const Content content = change.after.at(square);
    text += text.empty() ? '{' : ',';
    text += format_square(square, grid_of(pieces)) + '=';
    text += content == open_square ? '.' : pieces.letter(content);
  });
  if (change.after.hands != change.before.hands) {
    text += text.empty() ? '{' : ',';
    append_hands(text, change.after, pieces);
  }
  return text.empty() ? "pass" : text + '}';
}

void tell_apart(std::vector<std::string>& texts, std::span<const PieceChange> changes,
                const PieceSet& pieces) {
  std::map<std::string, int> times;
  for (const std::string& text : texts) ++times[text];
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (times[texts[i]] > 1) texts[i] = format_result(changes[i], pieces);
  }
}

}  // namespace zermelo
