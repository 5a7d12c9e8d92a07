// SPDX-License-Identifier: MIT
#include "probe/move_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"
#include "gen/text/ascii.h"
#include "gen/text/byte_order_mark.h"

namespace zermelo {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view between_words = " \t\r\n\v\f,";

bool same_but_for_capitals(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return to_lower(x) == to_lower(y); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "1-0", "1/2-1/2", "0.5-0.5", "34-30", "*".
bool is_result(std::string_view word) {
  if (word == "*" || word == "\xc2\xbd-\xc2\xbd") return true;
  const std::size_t dash = word.find('-');
  const auto is_score = [](std::string_view part) {
    return !part.empty() && is_digit(part.front()) && is_digit(part.back()) &&
           part.find_first_not_of("0123456789/.") == std::string_view::npos;
  };
  return dash != std::string_view::npos && is_score(word.substr(0, dash)) &&
         is_score(word.substr(dash + 1));
}

// How many bytes of a word are the number of a move: "1.", "12...", "3)". (Digits alone are not:
// they may be columns.)
std::size_t number_length(std::string_view word) {
  constexpr std::string_view ellipsis = "\xe2\x80\xa6";
  std::size_t end = std::min(word.find_first_not_of(digits), word.size());
  if (end == 0) return 0;
  const std::size_t after_digits = end;
  for (;;) {
    if (end < word.size() && (word[end] == '.' || word[end] == ')')) {
      ++end;
    } else if (word.substr(end).starts_with(ellipsis)) {
      end += ellipsis.size();
    } else {
      return end == after_digits ? 0 : end;
    }
  }
}

bool says_nothing(std::string_view word) { return is_result(word) || word.starts_with('$'); }

// A move without its number and its marks; empty if nothing is left.
std::string_view bare(std::string_view word) {
  while (!says_nothing(word)) {
    const bool marked = word.starts_with(byte_order_mark);
    const std::size_t length = marked ? byte_order_mark.size() : number_length(word);
    if (length == 0) break;
    word.remove_prefix(length);
  }
  if (says_nothing(word)) return {};
  while (word.ends_with('!') || word.ends_with('?')) word.remove_suffix(1);
  return says_nothing(word) ? std::string_view() : word;
}

class MoveWords {
 public:
  explicit MoveWords(std::string_view text) : text_(text) {}

  std::vector<std::string> read() {
    while (skip_to_word()) {
      const std::string_view word = bare(take_word());
      if (!word.empty()) words_.emplace_back(word);
    }
    return std::move(words_);
  }

 private:
  // False at the end of the text.
  bool skip_to_word() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (between_words.find(c) != std::string_view::npos) {
        ++at_;
      } else if (c == ';') {
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      } else if (c == '{' && !at_result()) {
        skip_past('}', "comment");
      } else if (c == '[') {
        skip_past(']', "tag");
      } else if (c == '(') {
        skip_variation();
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_past(char end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) throw without_end(what);
    at_ = found + 1;
  }

  // Includes the comments and variations in it. (A ")" that belongs to the number of a move does
  // not end one.)
  void skip_variation() {
    int depth = 0;
    do {
      if (at_ >= text_.size()) throw without_end("variation");
      const char c = text_[at_];
      if (c == '{') {
        skip_past('}', "comment");
        continue;
      }
      if (c == '(') ++depth;
      if (c == ')' && !ends_a_number()) --depth;
      ++at_;
    } while (depth > 0);
  }
  bool ends_a_number() const {
    std::size_t begin = at_;
    while (begin > 0 && is_digit(text_[begin - 1])) --begin;
    const bool is_number =
        begin < at_ && begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\n');
    return is_number && at_ + 1 < text_.size() && text_[at_ + 1] == ' ';
  }

  // A move that is written by its result, "{a1=.,b1=w}" or "{[c2E]}", is no comment.
  bool at_result() const {
    const std::string_view inside = text_.substr(at_ + 1);
    if (inside.starts_with('[')) return true;
    const std::size_t letters = inside.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    if (letters == 0 || letters > 2) return false;
    const std::size_t number = inside.find_first_not_of(digits, letters);
    return number != std::string_view::npos && number > letters && inside[number] == '=';
  }

  std::string_view take_word() {
    const std::size_t begin = at_;
    if (text_[at_] == '{') {
      skip_past('}', "move");
      return text_.substr(begin, at_ - begin);
    }
    while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  static bool ends_word(char c) {
    return between_words.find(c) != std::string_view::npos || c == '{' || c == ';' || c == '(' ||
           c == '[';
  }

  static UsageError without_end(const char* what) {
    return UsageError(fmt::format("A {} in the list of moves has no end.", what));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> words_;
};

std::optional<std::size_t> find_pass(std::span<const std::string> legal) {
  const auto found = std::ranges::find(legal, "pass");
  if (found == legal.end()) return std::nullopt;
  return static_cast<std::size_t>(found - legal.begin());
}

// "4" for the column d.
std::optional<std::size_t> find_column(std::span<const std::string> legal, std::string_view word) {
  const bool are_columns = std::ranges::all_of(
      legal, [](const std::string& move) { return move.size() == 1 && !is_digit(move.front()); });
  if (!are_columns || word.size() > 2 || word.empty() || word.front() == '0') return std::nullopt;
  if (word.find_first_not_of(digits) != std::string_view::npos) return std::nullopt;
  int number = 0;
  for (const char c : word) number = 10 * number + (c - '0');
  if (number > 26) return std::nullopt;
  const std::string column(1, static_cast<char>('a' + number - 1));
  const auto found = std::ranges::find(legal, column);
  if (found == legal.end()) return std::nullopt;
  return static_cast<std::size_t>(found - legal.begin());
}

std::vector<std::string> texts_of(std::span<const LegalMove> moves) {
  std::vector<std::string> texts;
  for (const LegalMove& m : moves) texts.push_back(m.move);
  return texts;
}

// A game as far as it has been played.
class PlayedGame {
 public:
  PlayedGame(const Game& game, std::string start) : game_(game), position_(std::move(start)) {
    legal_ = game_.moves(position_);
  }

  // Plays the first of these words, or as many of the first as a move has that is written with
  // spaces; returns how many.
  std::size_t play(std::span<const std::string> words) {
    const std::string& word = words.front();
    if (over_) {
      throw IllegalMove(
          fmt::format("Move {}, '{}', comes after the end of the game.", played_.size() + 1, word));
    }
    if (const std::size_t several = try_words(words)) return several;
    if (try_move(word) || try_moves(word)) return 1;
    throw IllegalMove(fmt::format("Move {}, '{}', is not a legal move of {}.", played_.size() + 1,
                                  word, position_));
  }

  std::vector<PlayedMove> take() { return std::move(played_); }

 private:
  // How many words the move has that these begin with, if it is one of several; otherwise 0.
  std::size_t try_words(std::span<const std::string> words) {
    for (std::size_t number = 0; number < legal_.size(); ++number) {
      const std::string& move = legal_[number].move;
      const auto count = static_cast<std::size_t>(std::ranges::count(move, ' ')) + 1;
      if (count == 1 || count > words.size()) continue;
      if (move != fmt::format("{}", fmt::join(words.first(count), " "))) continue;
      make(number);
      return count;
    }
    return 0;
  }
  // Whether the word is one move, or one after a pass that is forced and not written.
  bool try_move(std::string_view word) {
    const std::vector<std::string> legal = texts_of(legal_);
    if (const std::optional<std::size_t> number = find_move(legal_, word)) {
      make(*number);
      return true;
    }
    if (legal.size() != 1 || !find_pass(legal)) return false;
    const PlayedGame before = *this;
    make(0);
    if (!over_ && try_move(word)) return true;
    restore(before);
    return false;
  }

  // Whether the whole word is several moves. (Of the moves that it may begin with, the longest is
  // taken: where there is a move a11, it is not read as a1.)
  bool try_moves(std::string_view word) {
    const PlayedGame before = *this;
    while (!word.empty()) {
      std::size_t length = over_ ? 0 : word.size();
      while (length > 0 && !try_move(word.substr(0, length))) --length;
      if (length == 0) {
        restore(before);
        return false;
      }
      word.remove_prefix(length);
    }
    return true;
  }

  void make(std::size_t number) {
    LegalMove move = legal_[number];
    std::string next = move.result;
    over_ = move.ending.has_value();
    played_.push_back({std::exchange(position_, std::move(next)), std::move(move), legal_.size()});
    legal_ = over_ ? std::vector<LegalMove>() : game_.moves(position_);
  }

  void restore(const PlayedGame& before) {
    position_ = before.position_;
    legal_ = before.legal_;
    played_ = before.played_;
    over_ = before.over_;
  }

  const Game& game_;
  std::string position_;
  std::vector<LegalMove> legal_;
  std::vector<PlayedMove> played_;
  bool over_ = false;
};

}  // namespace

std::vector<std::string> read_moves(std::string_view text) { return MoveWords(text).read(); }

std::optional<std::size_t> find_move(std::span<const std::string> legal, std::string_view word) {
  const auto number_of = [&](auto found) {
    return static_cast<std::size_t>(found - legal.begin());
  };
  if (const auto found = std::ranges::find(legal, word); found != legal.end())
    return number_of(found);
  const auto is_it = [&](const std::string& move) { return same_but_for_capitals(move, word); };
  if (const auto found = std::ranges::find_if(legal, is_it); found != legal.end())
    return number_of(found);
  for (const std::string_view pass : {"--", "pa", "ps"})
    if (same_but_for_capitals(word, pass)) return find_pass(legal);
  return find_column(legal, word);
}

std::optional<std::size_t> find_move(std::span<const LegalMove> legal, std::string_view word) {
  if (const auto number = find_move(texts_of(legal), word)) return number;
  const auto found = std::ranges::find_if(legal, [&](const LegalMove& move) {
    return std::ranges::find(move.also, word) != move.also.end();
  });
  if (found == legal.end()) return std::nullopt;
  return static_cast<std::size_t>(found - legal.begin());
}

std::vector<PlayedMove> play_moves(const Game& game, std::span<const std::string> words,
                                   std::string_view start) {
  PlayedGame played(game, start.empty() ? game.start() : std::string(start));
  for (std::size_t i = 0; i < words.size();) i += played.play(words.subspan(i));
  return played.take();
}

}  // namespace zermelo
