// SPDX-License-Identifier: MIT
#include "gen/variant/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <utility>

#include "gen/error.h"
#include "gen/text/ascii.h"
#include "gen/text/counted.h"
#include "gen/text/notation_text.h"

namespace zermelo::variant {
namespace {

constexpr std::string_view pass_word = "pass";

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_upper(char c) { return 'A' <= c && c <= 'Z'; }

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

constexpr int most_checks = 9;

// "3+3": the checks that White and Black still have to give.
std::optional<Both<int>> check_counters(std::string_view text) {
  const std::size_t plus = text.find('+');
  if (plus == text.npos) return std::nullopt;
  const auto white = whole_number(text.substr(0, plus)),
             black = whole_number(text.substr(plus + 1));
  if (!white || !black) return std::nullopt;
  return Both<int>{*black, *white};
}

class FenReader {
 public:
  FenReader(std::string_view text, const Variant& variant) : text_(text), variant_(variant) {}

  Position read() {
    for (const std::string_view word : split(text_, ' ')) {
      if (!word.empty()) fields_.push_back(word);
    }
    if (fields_.empty()) fail("it is empty");
    read_board_and_hands(fields_[0]);
    position_.checks = checks_at_start();
    if (fields_.size() == 1) return position_;
    if (fields_[1] != "w" && fields_[1] != "b")
      fail(fmt::format("the side to move is w or b, not \"{}\"", fields_[1]));
    position_.to_move = colour_of(fields_[1] == "w");
    at_ = 2;
    if (more_but_counters()) read_castling(fields_[at_++]);
    if (more_but_counters()) read_en_passant(fields_[at_++]);
    read_checks();
    read_counters();
    return position_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    constexpr std::size_t most = 120;
    throw IllegalPosition(fmt::format("\"{}\" is not a position of {}: {}.", text_.substr(0, most),
                                      variant_.name, what));
  }

  bool more_but_counters() const {
    return at_ < fields_.size() && fields_[at_] != pass_word && !check_counters(fields_[at_]) &&
           !whole_number(fields_[at_]).has_value();
  }

  void read_board_and_hands(std::string_view field) {
    const std::size_t bracket = field.find('[');
    std::string_view board = field.substr(0, bracket);
    if (bracket != field.npos) {
      if (field.back() != ']') fail("what is in hand ends with ]");
      read_hands(field.substr(bracket + 1, field.size() - bracket - 2));
    }
    auto ranks = split(board, '/');
    // (Some programs write what is in hand behind one more slash.)
    const bool behind_slash = bracket == field.npos && variant_.drops.allowed &&
                              static_cast<int>(ranks.size()) == variant_.board.ranks + 1;
    if (behind_slash) {
      read_hands(ranks.back());
      ranks.pop_back();
    }
    if (static_cast<int>(ranks.size()) != variant_.board.ranks)
      fail(fmt::format("it has {}, and the board has {}", counted(ranks.size(), "rank"),
                       variant_.board.ranks));
    for (std::size_t i = 0; i < ranks.size(); ++i)
      read_rank(ranks[i], variant_.board.ranks - 1 - static_cast<int>(i));
  }

  void read_rank(std::string_view rank, int y) {
    int x = 0;
    while (!rank.empty()) {
      if (is_digit(rank[0])) {
        x += take_number(rank);
      } else {
        if (x >= variant_.board.files) fail_rank(y);
        position_.put(variant_.board.square(x++, y), take_man(rank));
      }
      if (x > variant_.board.files) fail_rank(y);
    }
    if (x != variant_.board.files) fail_rank(y);
  }
  [[noreturn]] void fail_rank(int y) const {
    fail(fmt::format("rank {} does not have {}", y + 1, counted(variant_.board.files, "square")));
  }

  static int take_number(std::string_view& text) {
    int number = 0;
    while (!text.empty() && is_digit(text[0])) {
      number = std::min(1000, 10 * number + (text[0] - '0'));
      text.remove_prefix(1);
    }
    return number;
  }

  Man take_man(std::string_view& text) const {
    if (text[0] == '*') fail("walls are not supported");
    std::string symbol;
    if (text[0] == '+') {
      symbol = "+";
      text.remove_prefix(1);
      if (text.empty()) fail("a letter follows +");
    }
    const char letter = text[0];
    const bool white = is_upper(letter);
    symbol += white ? letter : static_cast<char>(letter - 'a' + 'A');
    text.remove_prefix(1);
    if (!text.empty() && text[0] == '~') {
      // (Without hands nobody asks what a man was.)
      if (variant_.kind_of(symbol + "~") != no_kind) symbol += "~";
      text.remove_prefix(1);
    }
    const int kind =
        to_lower(letter) < 'a' || to_lower(letter) > 'z' ? no_kind : variant_.kind_of(symbol);
    if (kind == no_kind) fail(fmt::format("no piece has the letter {}", shown(letter)));
    return man_of(kind, colour_of(white));
  }

  void read_hands(std::string_view hands) {
    if (hands == "-") return;
    if (!hands.empty() && !variant_.drops.allowed) fail("there are no men in hand in this variant");
    while (!hands.empty()) {
      const Man man = take_man(hands);
      const auto kind = static_cast<std::size_t>(kind_of_man(man));
      if (variant_.kinds[kind].demotes_to != no_kind) fail("what is promoted cannot be in hand");
      assert(kind < most_kinds_in_hand);
      if (++in_hand_ > most_men_in_hand) fail("there are too many men in hand");
      ++position_.hands[colour_of_man(man)][kind];
    }
  }

  void read_castling(std::string_view field) {
    if (field == "-" || !variant_.castling) return;
    for (const char c : field) {
      const Colour side = colour_of(is_upper(c));
      const auto right = rook_of(side, to_lower(c));
      if (right && has_room(right->first)) position_.castling[side][right->first] = right->second;
    }
  }

  // Whether king and rook come to squares of the board.
  bool has_room(std::size_t side) const {
    const int king_to =
        side == 0 ? variant_.castling_queenside_file : variant_.castling_kingside_file;
    const int rook_to = side == 0 ? king_to + 1 : king_to - 1;
    return king_to < variant_.board.files && 0 <= rook_to && rook_to < variant_.board.files;
  }

  // The rook that a letter stands for, and its side of the king: 0 the queen's, 1 the king's.
  std::optional<std::pair<std::size_t, Square>> rook_of(Colour side, char letter) const {
    const Board& board = variant_.board;
    const int rank =
        side == Colour::white ? variant_.castling_rank : board.ranks - 1 - variant_.castling_rank;
    if (rank >= board.ranks) return std::nullopt;
    const auto king = king_file(side, rank);
    if (!king) return std::nullopt;
    if (letter == 'k' || letter == 'q') return outermost(side, rank, *king, letter == 'k');
    const int file = letter - 'a';
    if (file < 0 || file >= board.files || !is_rook(side, board.square(file, rank)))
      return std::nullopt;
    return std::pair(std::size_t{file > *king ? 1U : 0U}, board.square(file, rank));
  }

  std::optional<int> king_file(Colour side, int rank) const {
    const int kind = variant_.castling_king[side];
    if (kind == no_kind) return std::nullopt;
    const Board& board = variant_.board;
    const auto is_king = [&](int file) {
      return position_.men[board.square(file, rank)] == man_of(kind, side);
    };
    if (variant_.castling_king_file < board.files && is_king(variant_.castling_king_file))
      return variant_.castling_king_file;
    for (int file = 0; file < board.files; ++file) {
      if (is_king(file)) return file;
    }
    return std::nullopt;
  }

  std::optional<std::pair<std::size_t, Square>> outermost(Colour side, int rank, int king,
                                                          bool kingside) const {
    const Board& board = variant_.board;
    const std::size_t index = kingside ? 1 : 0;
    const int step = kingside ? -1 : 1;
    int first = variant_.castling_rook_files[index];
    if (first < 0) first = kingside ? board.files - 1 : 0;
    for (int file = std::min(first, board.files - 1); file != king; file += step) {
      if (kingside ? file < king : file > king) break;
      if (is_rook(side, board.square(file, rank)))
        return std::pair(index, board.square(file, rank));
    }
    return std::nullopt;
  }

  bool is_rook(Colour side, Square square) const {
    const Man man = position_.men[square];
    return man != no_man && colour_of_man(man) == side &&
           variant_.castling_rooks[side].contains(static_cast<Square>(kind_of_man(man)));
  }

  // The squares passed; the man that has passed them is the one behind the first.
  void read_en_passant(std::string_view field) {
    if (field == "-") return;
    SquareSet squares;
    while (!field.empty()) {
      const auto square = variant_.board.take_square(field);
      if (!square) fail(fmt::format("\"{}\" is not a square to take en passant on", field));
      squares.add(*square);
    }
    position_.en_passant_man = named_among(squares);
    if (position_.en_passant_man == no_square)
      position_.en_passant_man = man_behind(squares.first());
    else
      squares.remove(position_.en_passant_man);
    position_.en_passant = squares;
    if (position_.en_passant_man == no_square) position_.en_passant = {};
  }

  Square named_among(const SquareSet& squares) const {
    const SquareSet men = squares & position_.of[opponent_of(position_.to_move)];
    return men.empty() ? no_square : men.first();
  }

  Square man_behind(Square square) const {
    const Board& board = variant_.board;
    const bool white_passed = position_.to_move == Colour::black;
    const int step = white_passed ? 1 : -1;
    for (int y = board.rank(square); 0 <= y && y < board.ranks; y += step) {
      const Square here = board.square(board.file(square), y);
      if (position_.of[opponent_of(position_.to_move)].contains(here)) return here;
    }
    return no_square;
  }

  Both<int> checks_at_start() const {
    return variant_.counts_checks ? variant_.checks : Both<int>{};
  }
  void read_checks() {
    if (at_ == fields_.size()) return;
    const auto checks = check_counters(fields_[at_]);
    if (!checks) return;
    set_checks(*checks);
    ++at_;
  }
  // "+1+2", as Lichess writes them behind the counters: those that have been given.
  void read_given_checks() {
    if (at_ == fields_.size() || fields_[at_].front() != '+') return;
    const auto given = check_counters(fields_[at_].substr(1));
    if (!given) return;
    set_checks({variant_.checks.black - given->black, variant_.checks.white - given->white});
    ++at_;
  }
  void set_checks(const Both<int>& checks) {
    if (!variant_.counts_checks) fail("checks are not counted in this variant");
    for (const Colour side : {Colour::black, Colour::white}) {
      if (checks[side] < 0 || checks[side] > most_checks)
        fail(fmt::format("the counters of checks are 0 to {}, as in {}+{}", most_checks,
                         variant_.checks.white, variant_.checks.black));
    }
    position_.checks = checks;
  }

  // Our own: "pass" for each of the last moves that was one.
  void read_passes() {
    for (; at_ < fields_.size() && fields_[at_] == pass_word; ++at_) {
      const auto may_pass = [&](Colour side) {
        return variant_.pass[side] || variant_.pass_on_stalemate[side];
      };
      const Colour passed =
          position_.passes == 0 ? opponent_of(position_.to_move) : position_.to_move;
      if (!may_pass(passed) || ++position_.passes > 2)
        fail(fmt::format("{} cannot have passed", colour_name(passed)));
    }
  }

  void read_counters() {
    for (int* const counter : {&position_.quiet_plies, &position_.move_number}) {
      if (at_ == fields_.size() || fields_[at_] == pass_word) break;
      if (fields_[at_].front() == '+') break;
      const auto number = whole_number(fields_[at_]);
      if (!number) fail(fmt::format("\"{}\" is not a number", fields_[at_]));
      *counter = *number;
      ++at_;
    }
    read_given_checks();
    read_passes();
    if (at_ != fields_.size()) fail(fmt::format("\"{}\" is left over", fields_[at_]));
  }

  std::string_view text_;
  const Variant& variant_;
  std::vector<std::string_view> fields_;
  std::size_t at_ = 0;
  int in_hand_ = 0;
  Position position_;
};

void append_man(std::string& text, Man man, const Variant& variant) {
  const std::string& symbol = variant.kinds[static_cast<std::size_t>(kind_of_man(man))].symbol;
  if (colour_of_man(man) == Colour::white)
    text += symbol;
  else
    text += to_lower(symbol);
}

void append_board(std::string& text, const Position& position, const Variant& variant) {
  const Board& board = variant.board;
  for (int y = board.ranks - 1; y >= 0; --y) {
    int open = 0;
    const auto end_open = [&] {
      if (open > 0) text += std::to_string(open);
      open = 0;
    };
    for (int x = 0; x < board.files; ++x) {
      const Man man = position.men[board.square(x, y)];
      if (man == no_man) {
        ++open;
        continue;
      }
      end_open();
      append_man(text, man, variant);
    }
    end_open();
    if (y > 0) text += '/';
  }
}

void append_hands(std::string& text, const Position& position, const Variant& variant) {
  if (!variant.drops.allowed) return;
  text += '[';
  for (const Colour side : {Colour::white, Colour::black}) {
    for (const int kind : variant.drops.order) {
      for (int n = position.hands[side][static_cast<std::size_t>(kind)]; n > 0; --n)
        append_man(text, man_of(kind, side), variant);
    }
  }
  text += ']';
}

void append_castling(std::string& text, const Position& position) {
  const std::size_t before = text.size();
  for (const Colour side : {Colour::white, Colour::black}) {
    const auto& rooks = position.castling[side];
    if (rooks[1] != no_square) text += side == Colour::white ? 'K' : 'k';
    if (rooks[0] != no_square) text += side == Colour::white ? 'Q' : 'q';
  }
  if (text.size() == before) text += '-';
}

// What a move writes behind its squares: the letter that it promotes to, + or -.
std::string promotion_of(const Move& move, const Position& position, const Variant& variant) {
  if (move.from == no_square || move.type == Move::Type::castling) return "";
  const int before = kind_of_man(position.men[move.from]), after = kind_of_man(move.man);
  if (before == after) return "";
  const Kind& kind = variant.kinds[static_cast<std::size_t>(before)];
  if (kind.promotes_to == after) return "+";
  if (kind.demotes_to == after) return "-";
  const auto looks =
      static_cast<std::size_t>(variant.kinds[static_cast<std::size_t>(after)].looks_like);
  return to_lower(variant.kinds[looks].symbol);
}

// The man whose square a pass is written with: the king, or the first man.
Square passing_man(const Position& position, const Variant& variant) {
  const SquareSet men = position.of[position.to_move];
  for (const Square square : men) {
    if (variant.kinds[static_cast<std::size_t>(kind_of_man(position.men[square]))].royal)
      return square;
  }
  return men.first();
}

Square castled_to(const Move& move, const Position& position, const Rules& rules) {
  const Board& board = rules.board();
  const bool queenside = position.castling[position.to_move][0] == move.to;
  return board.square(
      queenside ? rules.variant().castling_queenside_file : rules.variant().castling_kingside_file,
      board.rank(move.to));
}

}  // namespace

Position parse_fen(std::string_view text, const Variant& variant) {
  return FenReader(text, variant).read();
}

std::string format_fen(const Position& position, const Variant& variant) {
  std::string text;
  append_board(text, position, variant);
  append_hands(text, position, variant);
  text += position.to_move == Colour::white ? " w " : " b ";
  append_castling(text, position);
  text += ' ';
  if (position.en_passant.empty()) text += '-';
  SquareSet squares = position.en_passant;
  // (Of men other than pawns the FEN names the man, too.)
  const Square man = position.en_passant_man;
  if (!squares.empty() && kind_of_man(position.men[man]) != variant.kind_named("pawn"))
    squares.add(man);
  for (const Square square : squares) text += variant.board.name(square);
  if (variant.counts_checks)
    text += fmt::format(" {}+{}", position.checks.white, position.checks.black);
  text += fmt::format(" {} {}", position.quiet_plies, position.move_number);
  for (int i = 0; i < position.passes; ++i) text += fmt::format(" {}", pass_word);
  return text;
}

std::string format_uci(const Move& move, const Position& position, const Rules& rules) {
  const Board& board = rules.board();
  if (move.type == Move::Type::pass) {
    const std::string square = board.name(passing_man(position, rules.variant()));
    return square + square;
  }
  if (move.type == Move::Type::drop) {
    const auto kind = static_cast<std::size_t>(kind_of_man(move.man));
    return rules.variant().kinds[kind].symbol + "@" + board.name(move.to);
  }
  const Square to = move.type == Move::Type::castling ? castled_to(move, position, rules) : move.to;
  return board.name(move.from) + board.name(to) + promotion_of(move, position, rules.variant());
}

std::optional<Move> parse_uci(std::string_view text, const Position& position, const Rules& rules,
                              std::vector<Move>& scratch) {
  rules.legal_moves(position, scratch);
  for (const Move& move : scratch) {
    if (format_uci(move, position, rules) == text) return move;
  }
  return std::nullopt;
}

namespace {

// The letter of a man in SAN: "Q~" is written as Q.
std::string_view letter_of(Man man, const Variant& variant) {
  std::string_view symbol = variant.kinds[static_cast<std::size_t>(kind_of_man(man))].symbol;
  if (symbol.back() == '~') symbol.remove_suffix(1);
  return symbol;
}

// The least of file, rank or both that tells a move from others of the same letter to its square.
std::string told_apart(const Move& move, const Position& position, const Rules& rules,
                       const std::vector<Move>& all) {
  const Board& board = rules.board();
  bool others = false, same_file = false, same_rank = false;
  for (const Move& other : all) {
    if (other.to != move.to || other.from == move.from || other.from == no_square ||
        other.type == Move::Type::castling ||
        letter_of(position.men[other.from], rules.variant()) !=
            letter_of(position.men[move.from], rules.variant()))
      continue;
    others = true;
    same_file = same_file || board.file(other.from) == board.file(move.from);
    same_rank = same_rank || board.rank(other.from) == board.rank(move.from);
  }
  if (!others) return "";
  const std::string name = board.name(move.from);
  if (!same_file) return name.substr(0, 1);
  return same_rank ? name : name.substr(1);
}

// The move without what it comes to.
std::string san_body(const Move& move, const Position& position, const Rules& rules,
                     const std::vector<Move>& all) {
  const Board& board = rules.board();
  const Variant& variant = rules.variant();
  if (move.type == Move::Type::pass) return "--";
  if (move.type == Move::Type::drop) return format_uci(move, position, rules);
  if (move.type == Move::Type::castling)
    return position.castling[position.to_move][0] == move.to ? "O-O-O" : "O-O";
  const bool takes = move.type != Move::Type::quiet;
  const Kind& kind = variant.kinds[static_cast<std::size_t>(kind_of_man(position.men[move.from]))];
  std::string text;
  if (kind.name == "pawn")
    text = takes ? board.name(move.from).substr(0, 1) : "";
  else
    text = std::string(letter_of(position.men[move.from], variant)) +
           told_apart(move, position, rules, all);
  if (takes) text += 'x';
  text += board.name(move.to);
  const std::string promotion = promotion_of(move, position, variant);
  if (promotion == "+" || promotion == "-") return text + "=" + promotion;
  if (!promotion.empty()) text += "=" + std::string(1, static_cast<char>(promotion[0] - 'a' + 'A'));
  return text;
}

}  // namespace

std::string format_san(const Move& move, const Position& position, const Rules& rules,
                       std::vector<Move>& scratch) {
  rules.legal_moves(position, scratch);
  std::string text = san_body(move, position, rules, scratch);
  Position after = position;
  rules.apply(after, move);
  if (!rules.in_check(after, after.to_move)) return text;
  rules.legal_moves(after, scratch);
  return text + (scratch.empty() ? "#" : "+");
}

}  // namespace zermelo::variant
