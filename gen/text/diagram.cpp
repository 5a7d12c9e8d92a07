// SPDX-License-Identifier: MIT
// Drawing of diagrams. The text is straightforward; most of this file is the geometry of the SVG.
#include "gen/text/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

#include "gen/error.h"
#include "gen/text/board_lines.h"
#include "gen/text/counted.h"
#include "gen/text/notation_text.h"
#include "gen/text/square_names.h"
#include "gen/text/xml.h"

namespace zermelo {
namespace {

using Tone = DiagramMove::Tone;

constexpr Cell plain_cells[] = {Cell::empty, Cell::black, Cell::white, Cell::hole, Cell::blocked};

void check_move(const Diagram& d, const DiagramMove& move) {
  if (move.from >= 0 && move.from < d.columns * d.rows) return;
  throw UsageError(fmt::format("a move of the diagram starts at square {}, outside its {}x{} board",
                               move.from, d.columns, d.rows));
}

void check_lines(const Diagram& d) {
  for (const std::vector<int>& line : d.lines) {
    if (line.size() < 2) throw UsageError("a line of the diagram has fewer than two squares");
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] < 0 || line[i] >= d.columns * d.rows) {
        throw UsageError(
            fmt::format("a line of the diagram goes to square {}, outside its {}x{} board", line[i],
                        d.columns, d.rows));
      }
      if (i > 0 && line[i] == line[i - 1])
        throw UsageError("a line of the diagram stays on a square");
    }
  }
}

void check(const Diagram& d) {
  if (!d.picture.empty()) {
    if (d.columns != 0 || d.rows != 0 || !d.cells.empty() || !d.moves.empty() ||
        !d.forbidden.empty())
      throw UsageError("a diagram is a board or lines of text, not both");
    return;
  }
  if (d.columns < 1 || d.rows < 1 || d.columns > 1000 || d.rows > 1000) {
    throw UsageError(
        fmt::format("a diagram has 1 to 1000 columns and rows, not {}x{}", d.columns, d.rows));
  }
  if (d.cells.size() != static_cast<std::size_t>(d.columns) * static_cast<std::size_t>(d.rows)) {
    throw UsageError(fmt::format("a {}x{} diagram needs {} cells, not {}", d.columns, d.rows,
                                 d.columns * d.rows, d.cells.size()));
  }
  check_lines(d);
  for (const DiagramMove& move : d.moves) check_move(d, move);
  for (const DiagramMove& move : d.forbidden) check_move(d, move);
}

int sign(int x) { return (x > 0) - (x < 0); }

std::string square_name(int file, int rank, int rows, SquareNaming naming) {
  const std::string of_file = file_label(file, naming), of_rank = rank_label(rank, rows, naming);
  return naming == SquareNaming::letter_row ? of_rank + of_file : of_file + of_rank;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(text.substr(begin, end - begin));
  }
  if (begin < text.size()) lines.push_back(text.substr(begin));
  return lines;
}

// ". b w o #"
std::string spaced_letters(const std::vector<Cell>& cells) {
  std::string letters;
  for (const Cell cell : cells) (letters += letters.empty() ? "" : " ") += cell_letter(cell);
  return letters;
}

// Characters, for guessing how wide a text is: bytes that do not continue one.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

// ---- Text ----

std::string direction_name(int dx, int dy) {
  const std::string vertical = dy > 0 ? "up" : dy < 0 ? "down" : "";
  const std::string horizontal = dx > 0 ? "right" : dx < 0 ? "left" : "";
  return vertical + (dx != 0 && dy != 0 ? "-" : "") + horizontal;
}

// "c1-c2", "c3" for a placement, "a1-off (left)" for a move that leaves the board.
std::string move_name(const Diagram& d, const DiagramMove& move, SquareNaming naming) {
  const int file = move.from % d.columns, rank = move.from / d.columns;
  const int to_file = file + move.dx, to_rank = rank + move.dy;
  const std::string from = square_name(file, rank, d.rows, naming);
  if (move.dx == 0 && move.dy == 0) return from;
  if (to_file >= 0 && to_file < d.columns && to_rank >= 0 && to_rank < d.rows) {
    return from + "-" + square_name(to_file, to_rank, d.rows, naming);
  }
  return fmt::format("{}-off ({})", from, direction_name(move.dx, move.dy));
}

// What a move's line says after its label. A label is assumed to distinguish a win from a loss.
std::string_view remark(const DiagramMove& move) {
  if (move.tone == Tone::chosen) return "chosen";
  if (!move.label.empty()) return "";
  if (move.tone == Tone::win) return "win";
  if (move.tone == Tone::draw) return "draw";
  return move.tone == Tone::loss ? "loss" : "";
}

struct MoveLine {
  std::string name, label;
  std::string_view remark;
};

std::string aligned(const std::vector<MoveLine>& lines) {
  std::size_t name_width = 0, label_width = 0;
  for (const MoveLine& line : lines) {
    name_width = std::max(name_width, characters(line.name));
    label_width = std::max(label_width, characters(line.label));
  }
  std::string text;
  for (const MoveLine& line : lines) {
    std::string row = fmt::format("  {:<{}}  {:<{}}{}{}", line.name, name_width, line.label,
                                  label_width, label_width > 0 ? "  " : "", line.remark);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

// Ranks are two lines apart and files four characters, so that a diagonal step has its middle
// between them.
class TextGraph {
 public:
  explicit TextGraph(const Diagram& d)
      : d_(d),
        lines_(static_cast<std::size_t>(2 * d.rows - 1),
               std::string(static_cast<std::size_t>(4 * d.columns - 3), ' ')) {
    for (const LineStep& step : line_steps(d)) draw(step);
    for (int square = 0; square < d.columns * d.rows; ++square) {
      const Cell cell = d.cells[static_cast<std::size_t>(square)];
      if (cell != Cell::blocked) at(4 * x_of(square), 2 * y_of(square)) = cell_letter(cell);
    }
  }

  // From the top; the ranks are every second one.
  const std::vector<std::string>& lines() const { return lines_; }
  // Steps that could not be drawn.
  const std::vector<LineStep>& others() const { return others_; }

 private:
  int x_of(int square) const { return square % d_.columns; }
  int y_of(int square) const { return d_.rows - 1 - square / d_.columns; }
  char& at(int column, int line) {
    return lines_[static_cast<std::size_t>(line)][static_cast<std::size_t>(column)];
  }

  void draw(const LineStep& step) {
    const int dx = x_of(step.to) - x_of(step.from), dy = y_of(step.to) - y_of(step.from);
    const bool straight = dx == 0 || dy == 0 || std::abs(dx) == std::abs(dy);
    if (!straight || step.is_hidden) {
      others_.push_back(step);
      return;
    }
    // (Marks stand on every character of a line across, and on every line otherwise.)
    const int marks = dy == 0 ? 4 * std::abs(dx) : 2 * std::abs(dy);
    const char mark = dy == 0 ? '-' : dx == 0 ? '|' : dx * dy > 0 ? '\\' : '/';
    for (int i = 1; i < marks; ++i) {
      char& here =
          at(4 * x_of(step.from) + i * 4 * dx / marks, 2 * y_of(step.from) + i * 2 * dy / marks);
      const bool is_diagonal = mark == '/' || mark == '\\';
      here = here == ' ' || here == mark ? mark : is_diagonal ? 'X' : '+';
    }
  }

  const Diagram& d_;
  std::vector<std::string> lines_;
  std::vector<LineStep> others_;
};

std::string text_of_graph(const Diagram& d, SquareNaming naming) {
  const TextGraph graph(d);
  const std::size_t margin =
      std::max(rank_label(0, d.rows, naming).size(), rank_label(d.rows - 1, d.rows, naming).size());
  std::string text;
  const auto add = [&](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  for (int i = 0; i < 2 * d.rows - 1; ++i) {
    const std::string label = i % 2 == 0 ? rank_label(d.rows - 1 - i / 2, d.rows, naming) : "";
    add(fmt::format("{:>{}} {}", label, margin, graph.lines()[static_cast<std::size_t>(i)]));
  }
  std::string files(margin + 1, ' ');
  for (int file = 0; file < d.columns; ++file)
    files += fmt::format("{:<4}", file_label(file, naming));
  add(files);
  std::string others;
  const auto name_of = [&](int square) {
    return square_name(square % d.columns, square / d.columns, d.rows, naming);
  };
  for (const LineStep& step : graph.others()) {
    others += others.empty() ? "Also joined: " : ", ";
    others += name_of(step.from) + "-" + name_of(step.to);
  }
  return others.empty() ? text : text + others + "\n";
}

// Numbers as coordinates could not be told from pieces that are numbers.
bool shows_numbers(const Diagram& d) {
  return std::ranges::any_of(d.cells,
                             [](Cell cell) { return cell.letter >= '0' && cell.letter <= '9'; });
}

std::string text_without_coordinates(const Diagram& d) {
  std::string text;
  for (int rank = d.rows - 1; rank >= 0; --rank) {
    for (int file = 0; file < d.columns; ++file) {
      if (file > 0) text += ' ';
      text += cell_letter(d.cells[static_cast<std::size_t>(rank * d.columns + file)]);
    }
    text += "\n";
  }
  return text;
}

std::string text_board(const Diagram& d, SquareNaming naming) {
  if (!d.picture.empty()) return d.picture.back() == '\n' ? d.picture : d.picture + "\n";
  if (!d.lines.empty()) return text_of_graph(d, naming);
  if (shows_numbers(d)) return text_without_coordinates(d);
  const std::size_t margin =
      std::max(rank_label(0, d.rows, naming).size(), rank_label(d.rows - 1, d.rows, naming).size());
  const std::size_t width = file_label(d.columns - 1, naming).size() + 1;
  std::string text;
  for (int rank = d.rows - 1; rank >= 0; --rank) {
    text += fmt::format("{:>{}}", rank_label(rank, d.rows, naming), margin);
    for (int file = 0; file < d.columns; ++file) {
      const auto square = static_cast<std::size_t>(rank * d.columns + file);
      text += fmt::format("{:>{}}", cell_letter(d.cells[square]), width);
    }
    text += "\n";
  }
  text += std::string(margin, ' ');
  for (int file = 0; file < d.columns; ++file)
    text += fmt::format("{:>{}}", file_label(file, naming), width);
  return text + "\n";
}

std::string hand_text(const PiecesInHand& pieces) {
  return (pieces.number > 1 ? std::to_string(pieces.number) : "") + cell_letter(pieces.piece);
}

std::string text_hands(const Diagram& d) {
  if (d.hands.empty()) return "";
  std::string text = "In hand:";
  for (const PiecesInHand& pieces : d.hands) text += ' ' + hand_text(pieces);
  return text + "\n";
}

// Empty and blocked squares, and the pieces of a game with these kinds.
std::vector<Cell> known_cells(std::string_view kinds) {
  if (kinds.empty()) return {std::begin(plain_cells), std::end(plain_cells)};
  std::vector<Cell> known{Cell::empty, Cell::blocked};
  for (const char kind : kinds) {
    known.push_back({Cell::Kind::black, kind});
    known.push_back({Cell::Kind::white, kind});
  }
  return known;
}
bool is_piece(Cell cell) {
  return cell.kind == Cell::Kind::black || cell.kind == Cell::Kind::white;
}

// ---- SVG ----

// A length or coordinate in the picture's units. At most two decimals, and never "-0".
std::string number(double x) { return fmt::format("{}", std::round(x * 100) / 100 + 0.0); }

struct Point {
  double x = 0, y = 0;
};
Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator*(double k, Point a) { return {k * a.x, k * a.y}; }

constexpr double square_size = 72;
constexpr double half = square_size / 2;
constexpr double inset = 8;      // from a square's edge to its piece
constexpr double reach = 10;     // of an arrow beyond the edge that it crosses
constexpr double overhang = 11;  // of an arrow beyond the edge of the board
constexpr double lane = 10;      // between an arrow and the middle of an edge crossed both ways
// Halves, so that grid lines fill one row of pixels each at the natural size. (Asking the viewer
// for crisp edges instead makes some of them vanish when the picture is scaled down a little.)
constexpr double margin = 32.5, top_margin = 18.5;
constexpr double label_size = 11, caption_size = 14, caption_leading = 19;
// Labels have five rows in a square, by how far up the arrow goes: those of eight neighbours
// never touch, and none comes within `reach` of an edge where a neighbour's arrow ends.
constexpr double label_row = 9.5;
constexpr double side_room = half - inset - 2;  // half of a piece's width, for a label at its side
constexpr double letter_size = 24;
constexpr double on_lines = 0.85;  // the size of pieces that move along lines
// Pieces in hand are smaller; beside each there is room for their number.
constexpr double hand_size = 0.5, hand_width = 54, hand_height = 38;

constexpr std::string_view board_colour = "#f6f4ee", line_colour = "#a9a59a";
constexpr std::string_view black_colour = "#484848", white_colour = "#ffffff";
constexpr std::string_view hole_colour = "#000000", blocked_colour = "#c9c5ba";
constexpr std::string_view outline_colour = "#505050", text_colour = "#333333";

struct Ink {
  std::string_view on_light, on_dark;
};
constexpr Ink forbidden_ink{"#1c5fc4", "#a8cbff"};

Ink ink(Tone tone) {
  switch (tone) {
    case Tone::win:
      return {"#17803a", "#94eaa9"};
    case Tone::draw:
      return {"#5c636b", "#e2e4e6"};
    case Tone::loss:
      return {"#b0402a", "#ffb5a3"};
    case Tone::chosen:
      return {"#e0001b", "#ff8f8f"};
    case Tone::neutral:
      break;
  }
  return {"#333333", "#ffffff"};
}

// The space to break a line at: the last one before which at most `fitting` characters stand, else
// the first one; npos if the line fits or has no space.
std::size_t break_at(std::string_view text, std::size_t fitting) {
  std::size_t cut = text.npos;
  if (characters(text) <= fitting) return cut;
  for (std::size_t at = text.find(' ', 1); at < text.size(); at = text.find(' ', at + 1)) {
    if (cut == text.npos || characters(text.substr(0, at)) <= fitting) cut = at;
  }
  return cut;
}

class SvgDrawing {
 public:
  SvgDrawing(const Diagram& diagram, SquareNaming naming) : d_(diagram), naming_(naming) {
    labelled_ = std::any_of(d_.moves.begin(), d_.moves.end(),
                            [](const DiagramMove& move) { return !move.label.empty(); });
  }

  std::string draw() {
    if (!d_.picture.empty()) return draw_picture();
    const std::vector<std::string> caption = caption_lines();
    begin(caption.size());
    board();
    for (std::size_t square = 0; square < d_.cells.size(); ++square) {
      piece(d_.cells[square], centre(static_cast<int>(square)));
    }
    for (const DiagramMove& move : d_.moves) arrow(move);
    for (const DiagramMove& move : d_.forbidden) cross(move);
    for (const DiagramMove& move : d_.moves) label(move, ink(move.tone));
    for (const DiagramMove& move : d_.forbidden) label(move, forbidden_ink);
    coordinates();
    hands();
    write_caption(caption);
    return std::move(out_) + "</svg>\n";
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  double board_width() const { return square_size * d_.columns; }
  double board_height() const { return square_size * d_.rows; }
  double width() const { return board_width() + 2 * margin; }
  double below_board() const { return top_margin + board_height(); }

  Point centre(int square) const {
    const int file = square % d_.columns, rank = square / d_.columns;
    return {margin + half + square_size * file, below_board() - half - square_size * rank};
  }

  // No XML declaration, no <marker>, no ids: several diagrams can be in one HTML page.
  void begin(std::size_t caption_lines) {
    const double caption_height = caption_leading * static_cast<double>(caption_lines);
    const double height = below_hands() + caption_height + (caption_lines > 0 ? 6 : 0);
    const std::string w = number(width()), h = number(height);
    line(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {} {}")"
         R"( role="img" font-family="Helvetica, Arial, 'Liberation Sans', sans-serif">)",
         w, h, w, h);
    line("<title>{}</title>", d_.caption.empty() ? "Board diagram" : xml_escaped(d_.caption));
    line("<desc>{}</desc>", xml_escaped(diagram_text(d_)));
    line(R"(<rect width="{}" height="{}" fill="#ffffff"/>)", w, h);
  }

  void board() {
    if (!d_.lines.empty()) return graph_board();
    const double left = margin, right = margin + board_width();
    const double top = top_margin, bottom = below_board();
    line(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", number(left), number(top),
         number(board_width()), number(board_height()), board_colour);
    std::string path;
    for (int i = 1; i < d_.columns; ++i) {
      path += fmt::format("M{} {}V{}", number(left + i * square_size), number(top), number(bottom));
    }
    for (int i = 1; i < d_.rows; ++i) {
      path += fmt::format("M{} {}H{}", number(left), number(top + i * square_size), number(right));
    }
    if (!path.empty()) line(R"(<path d="{}" fill="none" stroke="{}"/>)", path, line_colour);
    line(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}"/>)", number(left),
         number(top), number(board_width()), number(board_height()), outline_colour);
  }

  // The lines, and a point for each square.
  void graph_board() {
    line(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="{}"/>)", number(margin),
         number(top_margin), number(board_width()), number(board_height()), board_colour,
         outline_colour);
    std::string path;
    for (const LineStep& step : line_steps(d_)) path += path_of(step);
    line(R"(<path d="{}" fill="none" stroke="{}" stroke-width="2"/>)", path, outline_colour);
    for (int square = 0; square < d_.columns * d_.rows; ++square) {
      if (d_.cells[static_cast<std::size_t>(square)] == Cell::blocked) continue;
      line(R"(<circle cx="{}" cy="{}" r="6" fill="{}"/>)", number(centre(square).x),
           number(centre(square).y), outline_colour);
    }
  }

  // Bent where a straight line would touch a third square.
  std::string path_of(const LineStep& step) const {
    const Point from = centre(step.from), to = centre(step.to);
    const std::string begin = fmt::format("M{} {}", number(from.x), number(from.y));
    if (!step.is_hidden) return begin + fmt::format("L{} {}", number(to.x), number(to.y));
    const Point way = to + -1.0 * from, middle = 0.5 * (from + to);
    const double bend = square_size / std::hypot(way.x, way.y);
    return begin + fmt::format("Q{} {} {} {}", number(middle.x - bend * way.y),
                               number(middle.y + bend * way.x), number(to.x), number(to.y));
  }

  void piece(Cell cell, Point at) {
    if (!d_.lines.empty()) {
      if (is_piece(cell)) disc(cell, at, on_lines);
      return;
    }
    if (cell == Cell::hole) {
      line(R"(<circle cx="{}" cy="{}" r="{}" fill="{}"/>)", number(at.x), number(at.y),
           number(half - inset + 1), hole_colour);
    } else if (cell == Cell::blocked) {
      block(at, 0, blocked_colour, line_colour);
    } else if (cell.letter != '\0') {
      disc(cell, at, 1);
    } else if (cell != Cell::empty) {
      block(at, inset, fill_of(cell), outline_colour);
    }
  }
  static std::string_view fill_of(Cell piece) {
    return piece.kind == Cell::Kind::black ? black_colour : white_colour;
  }

  // A piece with its letter, if it has one.
  void disc(Cell piece, Point at, double scale) {
    line(R"(<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}"/>)", number(at.x), number(at.y),
         number(scale * (half - inset)), fill_of(piece), outline_colour);
    if (piece.letter == '\0') return;
    const double size = scale * letter_size;
    line(R"(<text x="{}" y="{}" font-size="{}" text-anchor="middle" fill="{}">{}</text>)",
         number(at.x), number(at.y + 0.36 * size), number(size),
         piece.kind == Cell::Kind::black ? white_colour : text_colour, piece.letter);
  }

  // Rows of pieces with their numbers, below the coordinates.
  void hands() {
    for (std::size_t i = 0; i < d_.hands.size(); ++i) {
      const std::size_t row = i / hands_in_row(), column = i % hands_in_row();
      const std::size_t in_row = std::min(hands_in_row(), d_.hands.size() - row * hands_in_row());
      const Point at{
          width() / 2 +
              hand_width * (static_cast<double>(column) - 0.5 * static_cast<double>(in_row)) + 18,
          below_board() + margin + hand_height * (static_cast<double>(row) + 0.5)};
      disc(d_.hands[i].piece, at, hand_size);
      line(R"(<text x="{}" y="{}" font-size="13" fill="{}">{}</text>)", number(at.x + 18),
           number(at.y + 4.6), text_colour, d_.hands[i].number);
    }
  }
  std::size_t hands_in_row() const {
    return static_cast<std::size_t>(std::max(1.0, std::floor(width() / hand_width)));
  }
  double below_hands() const {
    const std::size_t rows = (d_.hands.size() + hands_in_row() - 1) / hands_in_row();
    return below_board() + margin + hand_height * static_cast<double>(rows);
  }

  void block(Point at, double space, std::string_view fill, std::string_view outline) {
    const std::string side = number(square_size - 2 * space);
    line(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}"/>)",
         number(at.x - half + space), number(at.y - half + space), side, side,
         number(space > 0 ? 7 : 0), fill, outline);
  }

  // How a move runs: `unit` leads from the middle of the square to that of its edge (or corner).
  struct Course {
    Point origin, unit;
    double edge, end;  // distances from the origin, the longer coordinate counting
    bool placement;
  };

  Course course(const DiagramMove& move) const {
    const int steps = std::max(std::abs(move.dx), std::abs(move.dy));
    if (steps == 0) return {centre(move.from), {}, 0, 0, true};
    const Point unit{static_cast<double>(move.dx) / steps, -static_cast<double>(move.dy) / steps};
    const Point middle = centre(move.from);
    const double furthest = distance_to_margin(middle, unit);
    const bool brief = labelled_ && steps == 1;
    const double end = std::min(brief ? half + reach : square_size * steps, furthest);
    const double edge = std::min(square_size * steps - half, furthest);
    const Point right{-unit.y, unit.x};  // y points down
    return {middle + (is_met(move) ? lane : 0.0) * right, unit, edge, end, false};
  }

  // How far a move can be drawn before it touches the coordinates.
  double distance_to_margin(Point from, Point unit) const {
    const auto along = [](double start, double step, double low, double high) {
      if (step == 0) return 1e9;
      return ((step > 0 ? high : low) - start) / step;
    };
    return std::min(along(from.x, unit.x, margin - overhang, margin + board_width() + overhang),
                    along(from.y, unit.y, top_margin - overhang, below_board() + overhang));
  }

  // Whether another move goes the opposite way. Then both keep to their right.
  bool is_met(const DiagramMove& move) const {
    const int to_file = move.from % d_.columns + move.dx,
              to_rank = move.from / d_.columns + move.dy;
    const auto meets = [&](const DiagramMove& other) {
      return other.dx == -move.dx && other.dy == -move.dy && other.from % d_.columns == to_file &&
             other.from / d_.columns == to_rank;
    };
    return std::any_of(d_.moves.begin(), d_.moves.end(), meets) ||
           std::any_of(d_.forbidden.begin(), d_.forbidden.end(), meets);
  }

  // One outlined polygon, so that it is visible on black pieces as well as on white ones.
  void arrow(const DiagramMove& move) {
    const Course c = course(move);
    if (c.placement) return placement(c.origin, ink(move.tone));
    const bool strong = move.tone == Tone::chosen;
    const double shaft = strong ? 2.4 : 1.4, wing = strong ? 7 : 4.8, head = strong ? 11 : 8;
    const Point forward = (1 / std::hypot(c.unit.x, c.unit.y)) * c.unit;
    const Point side{-forward.y, forward.x};
    // (Beside labels, and beside the letter of the piece.)
    const bool lettered = d_.cells[static_cast<std::size_t>(move.from)].letter != '\0';
    const Point tail = c.origin + (labelled_ || lettered ? half - inset : 0.0) * c.unit;
    const Point tip = c.origin + c.end * c.unit, neck = tip + -head * forward;
    std::string points;
    for (const Point p : {tail + shaft * side, neck + shaft * side, neck + wing * side, tip,
                          neck + -wing * side, neck + -shaft * side, tail + -shaft * side}) {
      points += fmt::format("{}{},{}", points.empty() ? "" : " ", number(p.x), number(p.y));
    }
    line(R"(<polygon points="{}" fill="{}" stroke="#ffffff" stroke-width="1.6" )"
         R"(stroke-linejoin="round" paint-order="stroke"/>)",
         points, ink(move.tone).on_light);
  }

  void placement(Point at, Ink colour) {
    line(R"(<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{}" stroke-width="2" )"
         R"(stroke-dasharray="5 4"/>)",
         number(at.x), number(at.y), number(half - inset - 4), colour.on_light);
  }

  // A cross on the edge, with a stem that shows whose move it is; in white below, then in blue.
  void cross(const DiagramMove& move) {
    const Course c = course(move);
    const Point at = c.origin + c.edge * c.unit;
    const Point tail = c.origin + (c.placement ? 0 : half - inset - 4) * c.unit;
    constexpr double arm = 6.5;
    const std::string path = fmt::format(
        "M{} {}L{} {}M{} {}l{} {}M{} {}l{} {}", number(tail.x), number(tail.y), number(at.x),
        number(at.y), number(at.x - arm), number(at.y - arm), number(2 * arm), number(2 * arm),
        number(at.x - arm), number(at.y + arm), number(2 * arm), number(-2 * arm));
    for (const auto& [colour, thick] :
         {std::pair{std::string_view("#ffffff"), 5.6}, std::pair{forbidden_ink.on_light, 3.2}}) {
      line(R"(<path d="{}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round"/>)",
           path, colour, number(thick));
    }
  }

  // The label, in the quarter of the square that the move leaves through.
  void label(const DiagramMove& move, Ink colour) {
    if (move.label.empty()) return;
    const int sx = sign(move.dx), sy = sign(move.dy);
    const double size = label_size * std::min(1.0, label_room(move) / label_width(move));
    const Point middle = centre(move.from);
    const double y = middle.y - sy * (sx == 0 ? 2 : 1) * label_row + 0.36 * size;
    const Cell cell = d_.cells[static_cast<std::size_t>(move.from)];
    const bool dark = cell.kind == Cell::Kind::black || cell == Cell::hole;
    line(R"(<text x="{}" y="{}" font-size="{}" text-anchor="{}"{} fill="{}">{}</text>)",
         number(middle.x + sx * side_room), number(y), number(size),
         sx < 0   ? "start"
         : sx > 0 ? "end"
                  : "middle",
         move.tone == Tone::chosen ? R"( font-weight="bold")" : "",
         dark ? colour.on_dark : colour.on_light, xml_escaped(move.label));
  }

  // A guess that holds for Helvetica and for wider fonts that may replace it.
  static double label_width(const DiagramMove& move) {
    return label_size * (0.3 + 0.62 * static_cast<double>(characters(move.label)));
  }

  // The width of the piece, or what a label in the same row leaves of it.
  double label_room(const DiagramMove& move) const {
    double room = 2 * side_room;
    if (move.dx == 0) return room;
    for (const std::vector<DiagramMove>* moves : {&d_.moves, &d_.forbidden}) {
      for (const DiagramMove& other : *moves) {
        if (other.from != move.from || other.label.empty()) continue;
        const bool beside = sign(other.dx) == -sign(move.dx) && sign(other.dy) == sign(move.dy);
        if (beside) room = std::min(room, 2 * side_room - label_width(other));
      }
    }
    return std::max(room, side_room);
  }

  void coordinates() {
    line(R"(<g font-size="13" text-anchor="middle" fill="{}">)", text_colour);
    for (int file = 0; file < d_.columns; ++file) {
      line(R"(<text x="{}" y="{}">{}</text>)", number(centre(file).x), number(below_board() + 24),
           file_label(file, naming_));
    }
    for (int rank = 0; rank < d_.rows; ++rank) {
      line(R"(<text x="{}" y="{}">{}</text>)", number(margin / 2 - 5),
           number(centre(rank * d_.columns).y + 4.6), rank_label(rank, d_.rows, naming_));
    }
    line("</g>");
  }

  // Broken at spaces where it would be wider than the picture.
  std::vector<std::string> caption_lines() const {
    const auto fitting = static_cast<std::size_t>((width() - 20) / (0.53 * caption_size));
    std::vector<std::string> lines;
    for (std::string rest : split_lines(d_.caption)) {
      for (std::size_t cut; (cut = break_at(rest, fitting)) != std::string::npos;) {
        lines.push_back(rest.substr(0, cut));
        rest.erase(0, cut + 1);
      }
      lines.push_back(rest);
    }
    return lines;
  }

  // Lines of text in letters of equal width, and the caption below them.
  std::string draw_picture() {
    constexpr double size = 24, letter = 14.5, leading = 30;
    std::vector<std::string> lines = split_lines(d_.picture);
    const std::vector<std::string> caption = split_lines(d_.caption);
    std::size_t widest = 1;
    for (const std::string& text : lines) widest = std::max(widest, text.size());
    for (const std::string& text : caption) widest = std::max(widest, text.size());
    const double width = 2 * margin + letter * static_cast<double>(widest);
    const double below = top_margin + leading * static_cast<double>(lines.size());
    const double height = below + caption_leading * static_cast<double>(caption.size() + 1);
    line(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="DejaVu Sans Mono, monospace">)",
        number(width), number(height));
    line(R"(<rect width="100%" height="100%" fill="#ffffff"/>)");
    line(R"(<g font-size="{}" fill="{}" xml:space="preserve">)", number(size), text_colour);
    double y = top_margin + size;
    for (const std::string& text : lines) {
      line(R"(<text x="{}" y="{}">{}</text>)", number(margin), number(y), xml_escaped(text));
      y += leading;
    }
    y = below + caption_leading;
    for (const std::string& text : caption) {
      line(R"(<text x="{}" y="{}" font-family="sans-serif" font-size="{}">{}</text>)",
           number(margin), number(y), number(caption_size), xml_escaped(text));
      y += caption_leading;
    }
    line("</g>");
    return std::move(out_) + "</svg>\n";
  }

  void write_caption(const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    line(R"(<g font-size="{}" text-anchor="middle" fill="{}">)", number(caption_size), text_colour);
    double y = below_hands() + caption_leading - 1;
    for (const std::string& text : lines) {
      line(R"(<text x="{}" y="{}">{}</text>)", number(width() / 2), number(y), xml_escaped(text));
      y += caption_leading;
    }
    line("</g>");
  }

  const Diagram& d_;
  SquareNaming naming_;
  bool labelled_ = false;  // some move has a label
  std::string out_;
};

}  // namespace

std::string diagram_text(const Diagram& diagram) {
  return diagram_text(diagram, SquareNaming::file_rank);
}

std::string diagram_text(const Diagram& diagram, SquareNaming naming) {
  check(diagram);
  std::string text = text_board(diagram, naming) + text_hands(diagram);
  for (const std::string& caption : split_lines(diagram.caption)) text += caption + "\n";
  std::vector<MoveLine> lines;
  for (const DiagramMove& move : diagram.moves) {
    lines.push_back({move_name(diagram, move, naming), move.label, remark(move)});
  }
  for (const DiagramMove& move : diagram.forbidden) {
    lines.push_back({move_name(diagram, move, naming), move.label, "forbidden"});
  }
  return text + aligned(lines);
}

std::string diagram_svg(const Diagram& diagram) {
  return diagram_svg(diagram, SquareNaming::file_rank);
}

std::string diagram_svg(const Diagram& diagram, SquareNaming naming) {
  check(diagram);
  return SvgDrawing(diagram, naming).draw();
}

char cell_letter(Cell cell) {
  const bool is_black = cell.kind == Cell::Kind::black;
  const bool has_cases = cell.letter >= 'A' && cell.letter <= 'Z';  // (and a digit has not)
  if (cell.letter != '\0')
    return is_black && has_cases ? static_cast<char>(cell.letter - 'A' + 'a') : cell.letter;
  switch (cell.kind) {
    case Cell::Kind::black:
      return 'b';
    case Cell::Kind::white:
      return 'w';
    case Cell::Kind::hole:
      return 'o';
    case Cell::Kind::blocked:
      return '#';
    case Cell::Kind::empty:
      break;
  }
  return '.';
}

std::string cells_text(const std::vector<Cell>& cells) {
  std::string letters;
  for (const Cell cell : cells) letters += cell_letter(cell);
  return letters;
}

std::vector<Cell> read_cells(std::string_view letters, std::string_view kinds) {
  const std::vector<Cell> known = known_cells(kinds);
  std::vector<Cell> cells;
  for (const char letter : letters) {
    const auto found = std::ranges::find(known, letter, cell_letter);
    if (found == known.end()) {
      throw IllegalPosition(
          fmt::format("A square is one of {}, not {}.", spaced_letters(known), shown(letter)));
    }
    cells.push_back(*found);
  }
  return cells;
}

std::string hands_text(const std::vector<PiecesInHand>& hands) {
  std::string text;
  for (const PiecesInHand& pieces : hands) text += hand_text(pieces);
  return text;
}

std::vector<PiecesInHand> read_hands(std::string_view text, std::string_view kinds) {
  std::vector<Cell> known = known_cells(kinds);
  std::erase_if(known, [](Cell cell) { return !is_piece(cell); });
  std::vector<PiecesInHand> hands;
  for (std::size_t at = 0; at < text.size(); ++at) {
    int number = 0;
    const bool has_number = text[at] >= '1' && text[at] <= '9';
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && has_number; ++at)
      number = std::min(1000, 10 * number + (text[at] - '0'));
    const auto found =
        at < text.size() ? std::ranges::find(known, text[at], cell_letter) : known.end();
    if (found == known.end()) {
      throw IllegalPosition(
          fmt::format("Pieces in hand are letters, {}, with a number in front of what is there "
                      "several times, and not '{}'.",
                      spaced_letters(known), text));
    }
    const auto same = std::ranges::find(hands, *found, &PiecesInHand::piece);
    const int more = has_number ? number : 1;
    if (same == hands.end()) {
      hands.push_back({*found, more});
    } else {
      same->number += more;
    }
  }
  return hands;
}

DiagramMove arrow_of(const MoveShape& shape) {
  const std::vector<int>& at = shape.from.empty() ? shape.to : shape.from;
  DiagramMove move{.dx = shape.dx, .dy = shape.dy};
  if (!at.empty()) move.from = at.front();
  return move;
}

std::string caption_with_value(const std::string& caption, Value value, Metric metric) {
  if (metric != Metric::moves) return caption + ": " + to_string(value, metric);
  if (value.is_draw()) return "There is no solution";
  return "To be solved in " + counted(value.plies(), "move");
}

DiagramMove valued(DiagramMove move, Value value, Metric metric) {
  if (metric == Metric::moves) {
    move.label = value.is_draw() ? "-" : std::to_string(value.plies());
    move.tone = value.is_draw() ? Tone::loss : Tone::win;
    return move;
  }
  const bool has_plies = metric == Metric::distance && value.plies() > 0;
  move.label = value.is_draw() ? "D" : value.is_win() ? "W" : "L";
  if (has_plies) move.label += std::to_string(value.plies());
  if (metric == Metric::zeroing && !value.is_draw())
    move.label =
        fmt::format("{}{}", value.is_past_rule() ? (value.is_win() ? "C" : "B") : move.label,
                    value.amount(metric));
  if (metric == Metric::score) move.label = fmt::format("{:+}", value.score());
  move.tone = value.is_draw() ? Tone::draw : value.is_win() ? Tone::win : Tone::loss;
  return move;
}

}  // namespace zermelo
